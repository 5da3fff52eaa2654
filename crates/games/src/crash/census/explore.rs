//! Plays all placements at once until they part.
//!
//! All matches of a pair begin as one group, a plane. The programs do the same wherever they begin, until one of them
//! reads a cell of the other, or a cell at an absolute address that is in a program. The matches in which this happens
//! have the address of the first program, the address of the second, or the distance in common. They are a line, which
//! goes on by itself.

use game::Counts;

use super::cycle::Cycle;
use super::extent::{Axis, Extent as _, Key, KnownPlaneSum, Plane, PlaneClasses};
use super::group::{Executor, Found, Group, Meeting, Reader, Refusal, Turn, meeting};
use super::history::{History, Start};
use super::layers::Layer;
use super::symbol::Symbol;
use super::table::{CRASH, Table};

/// A plane that has played this many turns goes on as lines.
const MAX_TURNS: u32 = 1 << 18;
/// At most this many planes are played. What would be another plane goes on as lines.
const MAX_PLANES: usize = 1024;
/// A plane in which a program has fewer addresses than this is not worth it.
const FEWEST: u64 = 48;
/// All planes together play at most this many turns.
const MAX_TURNS_OF_ALL: u32 = 1 << 20;
/// About how many nanoseconds it takes to play a turn of a plane, and to take a line out of a plane.
const WORK_OF_TURN: u64 = 60;
const WORK_OF_LINE: u64 = 300;
/// About how many nanoseconds it takes to take another plane out of a plane.
const WORK_OF_PLANE: u64 = 60_000;
/// After about this many nanoseconds of work, the explorer asks whether to go on.
const WORK_PER_QUESTION: u64 = 20_000;

/// What became of the placements that were explored.
pub(super) struct Explored {
    pub(super) histories: Vec<History>,
    /// Matches that are decided.
    pub(super) counts: Counts,
    /// Planes that were left when enough work was done.
    pub(super) left: Vec<Playing>,
    /// About how much work was done, in nanoseconds.
    pub(super) work: u64,
}

/// A line of a history.
#[derive(Clone, Copy)]
pub(super) struct LineAt {
    pub(super) history: usize,
    pub(super) line: usize,
}

/// A plane that is played.
pub(super) struct Playing {
    group: Group<Plane>,
    history: History,
}

/// How all matches of a line ended.
enum Decided {
    Draw,
    Won(usize),
}

/// Plays planes.
struct Explorer<'a> {
    table: &'a Table,
    max_turns: u64,
    reader: Reader<'a, Plane>,
    cycle: Cycle,
    waiting: Vec<Playing>,
    planes: usize,
    turns: u32,
    counts: Counts,
    /// About how much work was done, in nanoseconds.
    work: u64,
}

/// Plays the matches of a plane until they are decided or in lines, or until enough work is done. `goes_on` receives
/// the work in nanoseconds.
pub(super) fn explore(
    plane: Playing,
    table: &Table,
    max_turns: u64,
    goes_on: &dyn Fn(u64) -> bool,
) -> Explored {
    let mut explorer = Explorer {
        table,
        max_turns,
        reader: Reader::new(table),
        cycle: Cycle::new(3),
        waiting: vec![plane],
        planes: 1,
        turns: 0,
        counts: Counts::default(),
        work: 0,
    };
    let (mut histories, mut left) = (Vec::new(), Vec::new());
    while let Some(mut playing) = explorer.waiting.pop() {
        if !explorer.play(&mut playing, goes_on) {
            left.push(playing.again());
            left.append(&mut explorer.waiting);
        }
        if !playing.history.lines.is_empty() {
            histories.push(playing.history);
        }
    }
    Explored { histories, counts: explorer.counts, left, work: explorer.work }
}

impl Explored {
    /// How many lines came apart from all planes.
    pub(super) fn lines(&self) -> usize {
        self.histories.iter().map(|history| history.lines.len()).sum()
    }

    /// Where a line is. `nth` is its number among all lines.
    pub(super) fn line_at(&self, nth: usize) -> LineAt {
        let mut line = nth;
        for (history, lines) in self.histories.iter().map(|history| history.lines.len()).enumerate() {
            match line.checked_sub(lines) {
                Some(rest) => line = rest,
                None => return LineAt { history, line },
            }
        }
        unreachable!("there are not so many lines")
    }
}

impl Playing {
    pub(super) fn begin(programs: &[Vec<u16>; 2], table: &Table, extent: Plane) -> Self {
        let layers = [Layer::new(), Layer::with_program(&programs[0]), Layer::with_program(&programs[1])];
        let executors = [0, 1].map(|seat| Executor::at(Symbol::relative(0, seat)));
        let history = History {
            programs: programs.clone(),
            places: Vec::new(),
            writes: Vec::new(),
            lines: Vec::new(),
            extent: extent.clone(),
            gone: Vec::new(),
        };
        let sums = vec![KnownPlaneSum::default(); table.sums().len()];
        Self { group: Group { extent, layers, executors, turn: 0, sums }, history }
    }

    /// How many of its matches are left.
    pub(super) fn matches(&self) -> u64 {
        self.group.extent.len()
    }

    /// A copy with all matches that are left, to be played another time.
    pub(super) fn again(&self) -> Self {
        self.with(self.group.extent.clone())
    }

    /// Some of the matches, as another plane.
    fn with(&self, extent: Plane) -> Self {
        let group = &self.group;
        let history = History {
            programs: self.history.programs.clone(),
            places: self.history.places.clone(),
            writes: self.history.writes.clone(),
            lines: Vec::new(),
            extent: extent.clone(),
            gone: Vec::new(),
        };
        let sums = group.sums.clone();
        let (layers, executors, turn) = (group.layers.clone(), group.executors, group.turn);
        Self { group: Group { extent, layers, executors, turn, sums }, history }
    }

    /// Takes out the matches of a line for good. Returns how many there were.
    fn remove(&mut self, key: Key) -> u64 {
        self.history.gone.push((self.history.lines.len(), key));
        self.group.extent.remove(key)
    }

    /// Takes out the matches of a line, to be played later.
    fn split_off(&mut self, key: Key) {
        if self.group.extent.remove(key) == 0 {
            return;
        }
        let Group { turn, executors, ref sums, .. } = self.group;
        self.history.lines.push(Start { key, turn, executors, sums: sums.clone() });
        self.history.gone.push((self.history.lines.len(), key));
    }
}

impl Explorer<'_> {
    /// Plays a plane until nothing is left of it. False if enough work is done before that.
    fn play(&mut self, playing: &mut Playing, goes_on: &dyn Fn(u64) -> bool) -> bool {
        self.cycle.restart(playing.group.executors, playing.group.turn);
        let mut asks_at = 0;
        while playing.group.extent.len() > 0 {
            self.work += WORK_OF_TURN + 2 * std::mem::take(&mut self.reader.looked);
            if self.work >= asks_at {
                if !goes_on(self.work) {
                    return false;
                }
                asks_at = self.work + WORK_PER_QUESTION;
            }
            let turn = playing.group.turn;
            if u64::from(turn) >= self.max_turns {
                self.draw(playing); // C6
            } else if turn >= MAX_TURNS || self.turns >= MAX_TURNS_OF_ALL {
                Self::split_all(playing, Axis::Distance);
            } else {
                if turn >= self.cycle.ends {
                    self.cycle.next_window(playing.group.executors, turn);
                }
                match self.reader.turn(&mut playing.group) {
                    Ok(turn) => self.end_turn(playing, turn),
                    Err(refusal) => {
                        let lines = playing.history.lines.len();
                        self.split_off(playing, refusal);
                        self.work += WORK_OF_LINE * (playing.history.lines.len() - lines) as u64;
                    }
                }
            }
        }
        true
    }

    /// Ends a turn (C5).
    fn end_turn(&mut self, playing: &mut Playing, turn: Turn) {
        playing.history.note(turn);
        self.turns += 1;
        turn.writes.into_iter().flatten().for_each(|written| self.cycle.note(written));
        let crashed = turn.actions.map(|action| action == CRASH);
        let Group { executors, turn, .. } = playing.group;
        let closes = self.cycle.closes(executors, turn, false);
        if crashed == [true; 2] {
            return self.draw(playing);
        }
        match meeting::<Plane>(executors) {
            Meeting::Everywhere => return self.draw(playing),
            Meeting::Within(key) => self.counts.draws += playing.remove(key),
            Meeting::Nowhere => {}
        }
        match crashed {
            [true, _] => self.win(playing, 1),
            [_, true] => self.win(playing, 0),
            _ if closes => self.draw(playing),
            _ => {}
        }
    }

    /// Takes out the matches that caused a turn to be refused.
    fn split_off(&mut self, playing: &mut Playing, refusal: Refusal<Plane>) {
        match refusal {
            Refusal::Readings => self.split_readers(playing),
            Refusal::End(key) => playing.split_off(key),
            Refusal::Sum(_, classes) => self.split_classes(playing, classes),
            Refusal::Address(address) => Self::split_all(playing, axis_for(address)),
        }
    }

    fn split_all(playing: &mut Playing, axis: Axis) {
        for key in playing.group.extent.keys(axis) {
            playing.split_off(key);
        }
    }

    fn split_readers(&mut self, playing: &mut Playing) {
        let mut found = std::mem::take(&mut self.reader.found);
        // Lines on one axis have no match in common, so what happens in one says nothing about another.
        let are_apart = found.iter().all(|other| other.key.axis == found[0].key.axis);
        for &Found { key, .. } in &found {
            if !playing.group.extent.contains(key) {
                continue;
            }
            let of_key = found.iter().filter(|found| found.key == key);
            match if are_apart { self.decide(&playing.group, key, of_key) } else { None } {
                Some(Decided::Draw) => self.counts.draws += playing.remove(key),
                Some(Decided::Won(seat)) => self.counts.wins[seat] += playing.remove(key),
                None => playing.split_off(key),
            }
        }
        found.clear();
        self.reader.found = found;
    }

    /// How a line ends in which somebody reads something else, if all of its matches end in this turn.
    fn decide<'f>(
        &self,
        group: &Group<Plane>,
        key: Key,
        found: impl Iterator<Item = &'f Found<Key>>,
    ) -> Option<Decided> {
        let mut actions = [CRASH; 2];
        for (action, executor) in actions.iter_mut().zip(&group.executors) {
            let (layer, offset) = executor.i.place()?;
            if executor.is_past_end {
                return None;
            }
            *action = group.layers[layer].cells[offset].action();
        }
        // In some matches, a cell of the third layer could be the same cell, and hold something that was written there
        // later.
        let third = match key.axis {
            Axis::One => 2,
            Axis::Two => 1,
            Axis::Distance => 0,
        };
        for &Found { seat, cell, .. } in found {
            if group.layers[third].last >= cell.time() {
                return None;
            }
            actions[seat] = cell.action();
        }
        match actions.map(|action| action == CRASH) {
            [true, true] => Some(Decided::Draw),
            [false, false] => None,
            [is_first, _] => {
                let winner = usize::from(is_first);
                let [own, other] = [1 - winner, winner].map(|seat| group.executors[seat]);
                let follows = self.may_follow(group, key, own.i.next(), other, actions[winner]);
                (!follows).then_some(Decided::Won(winner))
            }
        }
    }

    /// Whether a jump may lead to an address in some match of a line.
    fn may_follow(
        &self,
        group: &Group<Plane>,
        line: Key,
        address: Symbol,
        jumping: Executor,
        action: u16,
    ) -> bool {
        let factors = self.table.factors(action);
        if !self.table.action(action).jumps() {
            return false;
        }
        let Executor { i, a, b, .. } = jumping;
        let target = Symbol::sum([(i.next(), factors.i), (a, factors.a), (b, factors.b)], factors.constant);
        let (Some(target), Some(address), None) = (target.place(), address.place(), factors.sum) else {
            return true;
        };
        let key = match target.0.cmp(&address.0) {
            std::cmp::Ordering::Equal => return target.1 == address.1,
            std::cmp::Ordering::Less => Plane::meeting(target, address),
            std::cmp::Ordering::Greater => Plane::meeting(address, target),
        };
        if key.axis == line.axis { key == line } else { group.extent.contains(key) }
    }

    fn split_classes(&mut self, playing: &mut Playing, classes: PlaneClasses) {
        for at in classes.distances.iter() {
            playing.split_off(Key { axis: Axis::Distance, at });
        }
        for (seat, of_program) in classes.of_programs.into_iter().enumerate() {
            let axis = if seat == 0 { Axis::One } else { Axis::Two };
            for (_, starts) in of_program {
                // A few starts are just as well played as lines, without a plane before them.
                if starts.len() < FEWEST || self.planes == MAX_PLANES {
                    starts.iter().for_each(|at| playing.split_off(Key { axis, at }));
                    continue;
                }
                let extent = playing.group.extent.split(seat, &starts);
                let lines = playing.history.lines.len();
                playing.history.gone.extend(starts.iter().map(|at| (lines, Key { axis, at })));
                self.planes += 1;
                self.work += WORK_OF_PLANE;
                self.waiting.push(playing.with(extent));
            }
        }
    }

    fn draw(&mut self, playing: &mut Playing) {
        self.counts.draws += playing.group.extent.len();
        playing.group.extent = Plane::none();
    }

    fn win(&mut self, playing: &mut Playing, seat: usize) {
        self.counts.wins[seat] += playing.group.extent.len();
        playing.group.extent = Plane::none();
    }
}

/// What the matches of a line must have in common so that an address is in a layer in each of them, if that is
/// possible.
fn axis_for(address: Symbol) -> Axis {
    const MINUS_ONE: u64 = 4095;
    match address.weights() {
        [_, 0 | 1] => Axis::One,
        [0 | 1, _] => Axis::Two,
        [one, two] if matches!((one + two) & MINUS_ONE, 0 | 1) => Axis::Distance,
        _ => Axis::One,
    }
}

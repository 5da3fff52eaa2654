//! Splits matches off a line.
//!
//! A match leaves its line if somebody reads something else in it, or if a sum has another value. Most of these matches
//! are decided at once, by a `crash`. If many matches leave for the same reason, they go on as a line of their own. A few
//! are played in place, and those that do not end soon are left to the engine that plays single matches.

use super::super::instruction::CELLS;
use super::bases::Bases;
use super::cells::{Cell, time_of};
use super::estimate::Work;
use super::extent::{Extent as _, KnownSum, Line};
use super::group::{Executor, Found, Group, Refusal};
use super::lines::{Player, Stopped, Waiting};
use super::single::Ended;
use super::symbol::Symbol;
use super::table::{CRASH, Table};

/// At most this many matches are played one by one rather than as a line.
pub(super) const FEW: u32 = 2;
/// At most this many matches are looked at one by one before they become a line.
const WORTH_A_LINE: u32 = 24;

/// Two methods decide matches that go alike: as a line, or through one of them.
const AS_A_LINE: usize = 0;
const BY_ONE: usize = 1;
/// Which of these methods was chosen, and what it has cost so far, in nanoseconds of work.
#[derive(Clone, Copy)]
pub(super) struct Chosen {
    which: usize,
    cost: u64,
}

/// The work that a line is expected to take at first, in nanoseconds.
pub(super) const WORK_OF_LINE: u64 = 8_000;
/// The attempt to decide matches through one of them is given up after the work of this many lines.
const LINES_PER_TRIAL: u64 = 2;

/// How matches that left a line go on.
#[derive(PartialEq, Eq)]
pub(super) enum SplitOff {
    Line,
    Points,
}

impl Player<'_> {
    /// Takes out of a line the matches that caused a turn to be refused.
    pub(super) fn split_off(
        &mut self,
        line: &mut Group<Line>,
        refusal: Refusal<Line>,
        goes_on: &dyn Fn(Work) -> bool,
    ) -> Result<(), Stopped> {
        match refusal {
            Refusal::Readings => self.split_readers(line, goes_on),
            // This does not come up: a part of a line is a single match, which is decided after the turn.
            Refusal::End(base) => self.play_point(line, base, goes_on),
            Refusal::Sum(number, classes) => {
                for (value, bases) in classes {
                    if self.split_class(line, bases, goes_on)? == SplitOff::Line {
                        self.know_sum(number, value);
                    }
                }
                Ok(())
            }
            Refusal::Address(_) => self.play_apart(line, goes_on),
        }
    }

    /// Lets matches, for example those with another sum, go on as a line of their own.
    pub(super) fn split_class(
        &mut self,
        line: &mut Group<Line>,
        bases: Bases,
        goes_on: &dyn Fn(Work) -> bool,
    ) -> Result<SplitOff, Stopped> {
        let (bases, chosen) = self.decide_alike(line, bases);
        let before = self.work.nanoseconds();
        let bases = self.play_few_in_place(line, bases);
        if bases.are_at_most(FEW) {
            // They have already been played in place, and did not end soon.
            for base in bases.iter() {
                line.extent.remove(base);
                self.play_long_point(line, base, goes_on)?;
            }
            self.note_chosen(chosen, before);
            return Ok(SplitOff::Points);
        }
        line.extent.bases.remove_all(&bases);
        let layers = self.spare.copy(&line.layers, line.turn);
        let Group { executors, turn, ref sums, .. } = *line;
        let parted = Group { extent: Line::of(bases), layers, executors, turn, sums: sums.clone() };
        self.waiting.push(Waiting { line: parted, chosen });
        Ok(SplitOff::Line)
    }

    /// Decides matches that go alike through one of them. Returns those that are left, and the method that was chosen for
    /// them if they go alike.
    pub(super) fn decide_alike(
        &mut self,
        line: &mut Group<Line>,
        mut bases: Bases,
    ) -> (Bases, Option<Chosen>) {
        if bases.are_at_most(FEW) || !line.is_alike_for(&bases, self.table) {
            return (bases, None);
        }
        if self.method_for_alike.choose() == AS_A_LINE {
            return (bases, Some(Chosen { which: AS_A_LINE, cost: 0 }));
        }
        let most_work = LINES_PER_TRIAL * self.method_for_alike.average(AS_A_LINE);
        let decided = self.in_place.end_of_alike(line, &bases, most_work);
        let cost = self.count_in_place().nanoseconds();
        if let Some((Ended { winner }, alike)) = decided {
            line.extent.bases.remove_most(&alike);
            bases.remove_most(&alike);
            match winner {
                Some(seat) => self.counts.wins[seat] += alike.len(),
                None => self.counts.draws += alike.len(),
            }
        }
        if bases.are_at_most(FEW) {
            self.method_for_alike.note(BY_ONE, cost);
            return (bases, None);
        }
        (bases, Some(Chosen { which: BY_ONE, cost }))
    }

    /// Notes what matches that go alike have cost. This is what they had cost when a method was chosen for them, plus all
    /// work after the first `before` nanoseconds.
    pub(super) fn note_chosen(&mut self, chosen: Option<Chosen>, before: u64) {
        if let Some(Chosen { which, cost }) = chosen {
            self.method_for_alike.note(which, cost + self.work.nanoseconds() - before);
        }
    }

    /// Decides those of a few matches that are soon over. Returns the others.
    fn play_few_in_place(&mut self, line: &mut Group<Line>, mut bases: Bases) -> Bases {
        if !bases.are_at_most(WORTH_A_LINE) {
            return bases;
        }
        let mut failed = 0;
        for base in bases.clone().iter() {
            match self.in_place.end(line, base) {
                Some(Ended { winner }) => {
                    line.extent.remove(base);
                    bases.remove(base);
                    self.end_point(winner);
                }
                // The others are like it.
                None => failed += 1,
            }
            if failed == 2 {
                break;
            }
        }
        self.count_in_place();
        bases
    }

    /// Notes the value of a sum in the line that was split off last. Its other sums are those of the line that it comes
    /// from.
    fn know_sum(&mut self, number: Option<usize>, value: u16) {
        let (Some(Waiting { line: Group { sums, turn, .. }, .. }), Some(number)) =
            (self.waiting.last_mut(), number)
        else {
            return;
        };
        sums[number] = KnownSum { value: Some(value), since: time_of(*turn, 0) - 1 };
    }

    fn split_readers(
        &mut self,
        line: &mut Group<Line>,
        goes_on: &dyn Fn(Work) -> bool,
    ) -> Result<(), Stopped> {
        let mut found = std::mem::take(&mut self.reader.found);
        self.work.looks += 10 * found.len() as u64;
        // Matches in which both seats read something else come first, because they are few.
        let mut parted = Ok(());
        for base in both_found(&found) {
            parted = parted.and_then(|()| self.play_point(line, base, goes_on));
        }
        found.retain(|found| {
            let is_left = line.extent.contains(found.key);
            if is_left && found.cell.action() == CRASH {
                self.crash(line, found.seat, found.key);
            }
            is_left && found.cell.action() != CRASH
        });
        let alike = Alike::of(&found);
        let parted = parted.and_then(|()| {
            let mut alike = alike.into_iter();
            alike.try_for_each(|alike| self.part_alike(line, alike, goes_on))
        });
        found.clear();
        self.reader.found = found;
        parted
    }

    /// Takes out the matches in which one player reads this action and the other player reads what it reads in all other
    /// matches.
    fn part_alike(
        &mut self,
        line: &mut Group<Line>,
        Alike { seat, action, bases }: Alike,
        goes_on: &dyn Fn(Work) -> bool,
    ) -> Result<(), Stopped> {
        if self.split_class(line, bases, goes_on)? == SplitOff::Points {
            return Ok(());
        }
        // All of these matches hold this action there, as if it had just been written.
        if let (Some(Waiting { line: parted, .. }), Some((layer, offset))) =
            (self.waiting.last_mut(), line.executors[seat].i.place())
        {
            let time = time_of(line.turn, 0) - 1;
            parted.layers[layer].write(offset, Cell::new(action, time));
        }
        Ok(())
    }

    /// Decides the match of one base in which a player reads a `crash`. The other player reads the instruction that it reads in
    /// the line's other matches (C5).
    fn crash(&mut self, line: &mut Group<Line>, seat: usize, base: usize) {
        let [own, other] = [seat, 1 - seat].map(|seat| line.executors[seat]);
        let read = |executor: Executor| line.content(base, executor.i.at(base)).action();
        let action = if other.is_past_end { CRASH } else { read(other) };
        let is_draw = action == CRASH
            || self.table.action(action).jumps()
                && self.jump(line, 1 - seat, action, base) == own.i.at(base) + 1;
        line.extent.remove(base);
        if is_draw {
            self.counts.draws += 1;
        } else {
            self.counts.wins[1 - seat] += 1;
        }
    }

    /// Returns the address to which a `store` to `i` leads in the match of one base. Nobody writes anything in that turn.
    fn jump(&self, line: &Group<Line>, seat: usize, action: u16, base: usize) -> usize {
        let factors = self.table.factors(action);
        let executor = line.executors[seat];
        let registers = [(executor.i.next(), factors.i), (executor.a, factors.a), (executor.b, factors.b)];
        let linear = Symbol::sum(registers, factors.constant).at(base);
        let sum = factors.sum.map_or(0, |sum| sum.value(line.sum_at(base, sum.number, self.table)));
        (linear + usize::from(sum)) % CELLS
    }

    /// Plays all matches of a line one by one.
    pub(super) fn play_apart(
        &mut self,
        line: &mut Group<Line>,
        goes_on: &dyn Fn(Work) -> bool,
    ) -> Result<(), Stopped> {
        for base in line.extent.bases.clone().iter() {
            self.play_point(line, base, goes_on)?;
        }
        Ok(())
    }

    /// Takes a match out of a line and plays it to its end.
    fn play_point(
        &mut self,
        line: &mut Group<Line>,
        base: usize,
        goes_on: &dyn Fn(Work) -> bool,
    ) -> Result<(), Stopped> {
        if line.extent.remove(base) == 0 {
            return Ok(());
        }
        if let Some(Ended { winner }) = self.in_place.end(line, base) {
            self.count_in_place();
            self.end_point(winner);
            return self.ask(goes_on);
        }
        self.count_in_place();
        self.play_long_point(line, base, goes_on)
    }

    /// Plays a match that was taken out of a line. The match gets a memory of its own.
    fn play_long_point(
        &mut self,
        line: &Group<Line>,
        base: usize,
        goes_on: &dyn Fn(Work) -> bool,
    ) -> Result<(), Stopped> {
        let before = self.work.nanoseconds();
        self.work.points += 1;
        self.points.begin(line, base);
        loop {
            let is_over = self.points.play_some(&mut self.work);
            if is_over {
                break;
            }
            self.ask(goes_on)?;
        }
        self.in_place.note_engine(self.work.nanoseconds() - before);
        let winner = self.points.winner();
        self.end_point(winner);
        self.ask(goes_on)
    }

    /// Counts the work that was done in place.
    fn count_in_place(&mut self) -> Work {
        let work = self.in_place.take_work();
        self.work.in_place_turns += work.in_place_turns;
        self.work.searches += work.searches;
        self.work.followed += work.followed;
        work
    }

    /// Counts the result of a single match.
    pub(super) fn end_point(&mut self, winner: Option<usize>) {
        match winner {
            Some(seat) => self.counts.wins[seat] += 1,
            None => self.counts.draws += 1,
        }
    }
}

impl Group<Line> {
    /// Whether these matches differ only in where they are played. This is so if no absolute cell is filled, registers
    /// hold no addresses, and sums of cells read the same.
    fn is_alike_for(&self, bases: &Bases, table: &Table) -> bool {
        let holds_no_address = |executor: &Executor| {
            !executor.is_past_end
                && executor.i.weights() == [1, 0]
                && [executor.a, executor.b].iter().all(|register| register.weights() == [0, 0])
        };
        self.layers[0].last == 0
            && self.executors.iter().all(holds_no_address)
            && table.sums().iter().all(|sum| sum.is_alike_for(bases))
    }
}

/// Matches in which a player reads the same action.
struct Alike {
    seat: usize,
    action: u16,
    bases: Bases,
}

impl Alike {
    /// Puts together the matches in which the same seat reads the same action. The actions vary less than the bases.
    fn of(found: &[Found<usize>]) -> Vec<Self> {
        let mut all: Vec<Self> = Vec::new();
        for &Found { seat, key, cell } in found {
            let action = cell.action();
            match all.iter_mut().find(|alike| (alike.seat, alike.action) == (seat, action)) {
                Some(alike) => alike.bases.insert(key),
                None => all.push(Self { seat, action, bases: Bases::from_iter([key]) }),
            }
        }
        all
    }
}

/// The matches in which both seats found something.
fn both_found(found: &[Found<usize>]) -> Vec<usize> {
    // What seat 0 found comes first.
    let (first, second) = found.split_at(found.partition_point(|found| found.seat == 0));
    if first.is_empty() || second.is_empty() {
        return Vec::new();
    }
    let of_first: Bases = first.iter().map(|found| found.key).collect();
    second.iter().map(|found| found.key).filter(|&base| of_first.contains(base)).collect()
}

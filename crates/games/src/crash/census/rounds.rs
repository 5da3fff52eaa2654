//! Rounds of a line that repeat over and over, played by their writes alone.
//!
//! A *round* is a stretch of turns after which both `i` are what they were. A round is found without being played: cells
//! are read as they are, and the registers are followed. If no write of the round then changes a cell that was read, the
//! round is played as it was foreseen. The proof is by induction over its turns. Suppose moreover that `a` and `b` grow
//! by strides in the round, and that everything stored to `i` has the stride 0. Then the next round executes the same
//! instructions at the same addresses, and each of its writes goes some cells further on, as `crash/stride_rounds.rs`
//! proves. Again, none of these writes may change a cell that is read.
//!
//! Each of these conditions must hold for all bases. Strides are plain numbers. A write to a cell of one layer changes
//! what is read in a cell of the other layer for one base. So for each cell that is read there is a shifted set of
//! offsets to which no write may go. If a round passes the end for no base (C2), or has no meeting, this stays so,
//! because the bases only become fewer. When all writes have gone round, the state is what it was, except for which of
//! two layers was written later. That does not matter, because no write there could ever change what is read. So the
//! matches are endless.
//!
//! Where the conditions fail only for some bases, these bases leave the line (`departures`), and the round goes on for
//! all others.

use super::super::instruction::CELLS;
use super::bases::Bases;
use super::cells::{Cell, time_of};
use super::cycle::Cycle;
use super::extent::{Extent as _, KnownSum, Line};
use super::group::{Executor, Group, LOOKS_AT_ALL, Meeting, Sums as _, meeting};
use super::round_writes::Write;
use super::strides::Strides;
use super::symbol::Symbol;
use super::table::{CRASH, Kind, Table};
use super::targets::Target;

/// The round that was looked for last, and memory for finding the next one.
pub(super) struct Rounds {
    /// What both executors execute, turn by turn.
    pub(super) steps: Vec<Step>,
    /// How much the registers grow each round.
    strides: [Strides; 2],
    /// What the next round writes, in order.
    pub(super) writes: Vec<Write>,
    /// The cells that the round executes, each once. `is_read` has the same cells as sets of offsets, one for each layer.
    pub(super) reads: Vec<Read>,
    is_read: [Bases; 2],
    /// The sums that the round reads, and their values.
    pub(super) sums: Vec<(usize, u16)>,
    pub(super) targets: Vec<Target>,
    /// The absolute cells of these sums that something was put into.
    pub(super) filled: Vec<u16>,
    /// The relative cells that these sums read for any base, unless an absolute cell is there.
    pub(super) summed: Bases,
    /// How many cells were looked at one by one.
    pub(super) looked: u64,
}

/// A turn of a round: what both executors execute, and in which places they read it.
#[derive(Clone, Copy)]
pub(super) struct Step {
    pub(super) actions: [u16; 2],
    pub(super) places: [(usize, usize); 2],
}

/// A cell that is executed.
#[derive(Clone, Copy)]
pub(super) struct Read {
    pub(super) layer: usize,
    pub(super) offset: usize,
    pub(super) action: u16,
}

/// The result of playing rounds.
pub(super) enum Played {
    /// This many were played. The next one would be another round for some bases, or would end after the last turn.
    Rounds(u64),
    /// The rounds go on for ever.
    Endless,
}

impl Rounds {
    pub(super) fn new() -> Self {
        Self {
            steps: Vec::new(),
            strides: [Strides::default(); 2],
            writes: Vec::new(),
            reads: Vec::new(),
            is_read: [Bases::NONE; 2],
            sums: Vec::new(),
            targets: Vec::new(),
            filled: Vec::new(),
            summed: Bases::NONE,
            looked: 0,
        }
    }

    /// The length, in turns, of the round that was looked for last, or of the part of it that was followed.
    pub(super) fn turns(&self) -> u32 {
        u32::try_from(self.steps.len()).expect("rounds are short")
    }

    /// How many writes a round does.
    pub(super) fn writes(&self) -> u64 {
        self.writes.len() as u64
    }

    /// Looks for a round of at most `longest` turns. True if there is one.
    pub(super) fn search(&mut self, line: &mut Group<Line>, table: &Table, longest: u32) -> bool {
        let start = line.executors;
        let Some(end) = self.foresee(line, table, longest) else { return false };
        let Some(strides) = Strides::between(start, end) else { return false };
        self.strides = strides;
        if !self.know_writes(table, strides, line.turn) {
            return false;
        }
        self.know_targets(line, table);
        true
    }

    /// Plays as many rounds as are known, none beyond the turn `last`.
    pub(super) fn leap(
        &mut self,
        line: &mut Group<Line>,
        table: &Table,
        cycle: &mut Cycle,
        last: u32,
    ) -> Played {
        let period = self.period();
        let wanted = self.rounds_before(line, last).min(period);
        let rounds = self.harmless(line, table, wanted);
        if rounds == period {
            return Played::Endless;
        }
        if rounds > 0 {
            self.play(line, cycle, rounds);
        }
        Played::Rounds(rounds)
    }

    /// How many rounds are over by the turn `last`.
    pub(super) fn rounds_before(&self, line: &Group<Line>, last: u32) -> u64 {
        u64::from((last - line.turn) / self.turns())
    }

    /// Follows both executors until their `i` are what they were. Returns their registers at that time.
    fn foresee(&mut self, line: &mut Group<Line>, table: &Table, longest: u32) -> Option<[Executor; 2]> {
        self.steps.clear();
        self.writes.clear();
        self.reads.clear();
        self.is_read = [Bases::NONE; 2];
        self.sums.clear();
        let start = line.executors.map(|executor| executor.i);
        if line.executors.iter().any(|executor| executor.is_past_end) {
            return None;
        }
        let mut executors = line.executors;
        for _ in 0..longest {
            let mut step = Step { actions: [CRASH; 2], places: [(0, 0); 2] };
            for (seat, executor) in executors.iter_mut().enumerate() {
                let place = executor.i.place()?;
                let action = self.read(line, place)?;
                (step.actions[seat], step.places[seat]) = (action, place);
                *executor = self.follow(line, table, *executor, action)?;
            }
            self.steps.push(step);
            match meeting::<Line>(executors) {
                Meeting::Everywhere => return None,
                Meeting::Within(base) if line.extent.contains(base) => return None,
                Meeting::Within(_) | Meeting::Nowhere => {}
            }
            if [executors[0].i, executors[1].i] == start {
                return Some(executors);
            }
        }
        None
    }

    /// What an executor reads, if it is the same for all bases.
    fn read(&mut self, line: &mut Group<Line>, (layer, offset): (usize, usize)) -> Option<u16> {
        let here = line.layers[layer].cells[offset];
        let action = here.action();
        if self.is_read[layer].contains(offset) {
            return Some(action);
        }
        let (other, known) = (&line.layers[1 - layer], line.layers[layer].known[offset]);
        if other.last > known {
            let mut is_everywhere = true;
            if other.is_noted_since(known) {
                other.each_since(known, |there, cell| {
                    self.looked += 1;
                    if cell > here && cell.action() != action {
                        let (lower, higher) = if layer == 0 { (offset, there) } else { (there, offset) };
                        is_everywhere &= !line.extent.contains(Line::meeting((0, lower), (1, higher)));
                    }
                });
            } else {
                self.looked += LOOKS_AT_ALL;
                let among = line.extent.offsets_there((layer, offset), 1 - layer);
                is_everywhere = other.differing(&among, known, here).is_empty();
            }
            if !is_everywhere {
                return None;
            }
        }
        line.layers[layer].know(offset, time_of(line.turn, 0) - 1);
        self.is_read[layer].insert(offset);
        self.reads.push(Read { layer, offset, action });
        Some(action)
    }

    /// The registers after an instruction. `None` if it is a `crash` or an instruction that may not do the same for all
    /// bases.
    #[inline]
    fn follow(
        &mut self,
        line: &mut Group<Line>,
        table: &Table,
        executor: Executor,
        number: u16,
    ) -> Option<Executor> {
        let (action, factors) = (table.action(number), table.factors(number));
        let (layer, offset) = executor.i.place()?;
        let may_pass_end = match layer {
            0 => offset == CELLS - 1,
            _ => line.extent.contains(CELLS - 1 - offset),
        };
        if number == CRASH || may_pass_end && !action.jumps() {
            return None;
        }
        let Executor { i, a, b, .. } = executor;
        let after = Executor { i: i.next(), ..executor };
        let cells = match factors.sum {
            Some(sum) => Symbol::plain(sum.value(self.sum(line, table, sum.number)?) % 4096),
            None => Symbol::default(),
        };
        let constant = factors.constant.plus(cells);
        let value = Symbol::sum([(after.i, factors.i), (a, factors.a), (b, factors.b)], constant);
        match action.kind {
            Kind::Crash | Kind::Noop => Some(after),
            Kind::AddA | Kind::StoreA => Some(Executor { a: value, ..after }),
            Kind::AddB | Kind::StoreB => Some(Executor { b: value, ..after }),
            Kind::Jump | Kind::StoreI => value.place().map(|_| Executor { i: value, ..executor }),
            Kind::WriteI | Kind::WriteIA | Kind::WriteIB | Kind::Write => {
                let (layer, offset) = value.place()?;
                let offset = u16::try_from(offset).expect("it has twelve bits");
                let written = action.written;
                self.writes.push(Write { layer, offset, stride: 0, written, time: 0, target: 0, safe: 0 });
                Some(after)
            }
        }
    }

    /// The value of a sum of cells before the round, if it is the same for all bases.
    fn sum(&mut self, line: &mut Group<Line>, table: &Table, number: usize) -> Option<u16> {
        if let Some(&(_, value)) = self.sums.iter().find(|sum| sum.0 == number) {
            return Some(value);
        }
        let value = line.sum(number, table, time_of(line.turn, 0) - 1, &mut self.looked).ok()?;
        self.sums.push((number, value));
        Some(value)
    }

    /// Works out the strides and the times of all writes. False if the next round is another one.
    fn know_writes(&mut self, table: &Table, strides: [Strides; 2], mut turn: u32) -> bool {
        let mut writes = self.writes.iter_mut();
        let mut now = strides;
        for Step { actions, .. } in &self.steps {
            for (seat, (&number, now)) in actions.iter().zip(&mut now).enumerate() {
                let action = table.action(number);
                let Some(stride) = now.pass(action, table.factors(number)) else { return false };
                if action.writes() {
                    let write = writes.next().expect("it was foreseen");
                    (write.stride, write.time) = (stride, time_of(turn, seat));
                }
            }
            turn += 1;
        }
        now == strides
    }

    /// After how many rounds registers and writes are back where they were: a power of two, 4096 at most.
    fn period(&self) -> u64 {
        let registers = self.strides.iter().flat_map(|strides| [strides.a, strides.b]);
        let together =
            registers.chain(self.writes.iter().map(|write| write.stride)).fold(0, |all, one| all | one);
        (CELLS as u64) >> together.trailing_zeros().min(CELLS.trailing_zeros())
    }

    /// Plays this many rounds.
    pub(super) fn play(&mut self, line: &mut Group<Line>, cycle: &mut Cycle, rounds: u64) {
        self.write(line, cycle, rounds);
        self.end(line, rounds);
        let turns = self.turns() * u32::try_from(rounds).expect("they are within the turns");
        for write in &mut self.writes {
            write.go_on(rounds, turns);
        }
    }

    /// Writes what this many rounds write. It does each write for all rounds at once, so it must check which of two
    /// writes is later.
    fn write(&self, line: &mut Group<Line>, cycle: &mut Cycle, rounds: u64) {
        let between = 2 * self.turns();
        for write in &self.writes {
            let layer = &mut line.layers[write.layer];
            let begin = write.layer * CELLS;
            let mut time = write.time;
            for nth in 0..rounds {
                let offset = write.offset_in(nth);
                let cell = Cell::new(write.written, time);
                let before = layer.cells[offset];
                if cell > before {
                    if before.action() == write.written {
                        layer.cells[offset] = cell;
                    } else {
                        layer.put(offset, cell);
                        cycle.changed(begin + offset, before.action(), write.written);
                    }
                    layer.touch(offset);
                    // What has just been written there is the same for all matches.
                    layer.known[offset] = time;
                }
                time += between;
            }
            layer.last = layer.last.max(time - between);
        }
    }

    /// Moves to the turn after rounds that were played.
    fn end(&self, line: &mut Group<Line>, rounds: u64) {
        line.turn += u32::try_from(rounds).expect("they are within the turns") * self.turns();
        self.strides.into_iter().zip(&mut line.executors).for_each(|(strides, executor)| {
            strides.move_on(executor, rounds);
        });
        let now = time_of(line.turn, 0) - 1;
        for (at, layer) in line.layers.iter_mut().enumerate() {
            if self.writes.iter().any(|write| write.layer == at) {
                layer.forget_notes();
            }
        }
        for &Read { layer, offset, .. } in &self.reads {
            line.layers[layer].know(offset, now);
        }
        for &(number, value) in &self.sums {
            line.sums[number] = KnownSum { value: Some(value), since: now };
        }
    }
}

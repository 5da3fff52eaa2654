//! Rounds of a line that come over and over again, played by their writes alone.
//!
//! A *round* is a stretch of turns after which both `i` are what they were. It is looked for without being played: cells
//! are read as they are, and registers follow. If then no write of the round changes a cell that was read, the round is
//! played as it was foreseen, by induction over its turns. If moreover `a` and `b` grow by strides in it, and all that
//! is stored to `i` has the stride 0, the next round executes the same instructions at the same addresses, and each of
//! its writes goes some cells further on, as `crash/rounds.rs` proves; again if none of them changes a cell that is read.
//!
//! All this is relative to the base, and so the same for all bases: strides are plain numbers, and a round that passes
//! the end for no base (C2) never does, since the bases only become fewer. When all writes have gone round, the state
//! is what it was, and the matches are endless. Only lines of which no absolute cell was ever written are played so.

use super::super::instruction::CELLS;
use super::cycle::Cycle;
use super::extent::{Extent as _, KnownSum, Line};
use super::group::{Executor, Group};
use super::layers::{Cell, time_of};
use super::symbol::Symbol;
use super::table::{CRASH, Kind, Table};

/// A round that is looked for, and memory to find the next.
pub(super) struct Rounds {
    /// What both execute, turn by turn.
    steps: Vec<[u16; 2]>,
    /// What is written, in order.
    writes: Vec<Write>,
    /// What the cells hold that the round reads, [`UNREAD`] for all others.
    read: Box<[u16; CELLS]>,
}

/// A write of the next round.
struct Write {
    offset: u16,
    /// How much further on, modulo 4096, it goes each round.
    stride: u16,
    written: u16,
}

/// By how much the registers of an executor grow each round, modulo 4096.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Strides {
    a: u16,
    b: u16,
}

/// What came of a search for a round.
pub(super) enum Found {
    /// This many rounds were played; 0 if there was no round.
    Rounds(u64),
    /// The rounds go on for ever.
    Endless,
}

const MASK: u16 = 4095;
/// No number of an action: there are at most 513.
const UNREAD: u16 = u16::MAX;

impl Rounds {
    pub(super) fn new() -> Self {
        Self { steps: Vec::new(), writes: Vec::new(), read: Box::new([UNREAD; CELLS]) }
    }

    /// How long the round is that was looked for last, or how far it was followed, in turns.
    pub(super) fn turns(&self) -> u32 {
        u32::try_from(self.steps.len()).expect("rounds are short")
    }

    /// How many cells a round writes.
    pub(super) fn writes(&self) -> u64 {
        self.writes.len() as u64
    }

    /// Looks for a round of at most `longest` turns, and plays as many as are known, none beyond the turn `last`.
    pub(super) fn repeat(
        &mut self,
        line: &mut Group<Line>,
        table: &Table,
        cycle: &mut Cycle,
        longest: u32,
        last: u32,
    ) -> Found {
        let start = line.executors;
        let Some(end) = self.foresee(line, table, longest) else { return Found::Rounds(0) };
        let Some(strides) = Strides::between(start, end) else { return Found::Rounds(0) };
        if !self.know_writes(table, strides) {
            return Found::Rounds(0);
        }
        let period = self.period(strides);
        let wanted = u64::from((last - line.turn) / self.turns()).min(period);
        let time = time_of(line.turn, 0) - 1;
        let rounds = self.play(line, cycle, wanted, time);
        if rounds == period {
            return Found::Endless;
        }
        if rounds > 0 {
            line.turn += u32::try_from(rounds).expect("they are within the turns") * self.turns();
            strides.into_iter().zip(&mut line.executors).for_each(|(strides, executor)| {
                strides.move_on(executor, rounds);
            });
            line.sums.fill(KnownSum::default());
        }
        if !self.writes.is_empty() {
            line.layers[1].forget_notes(time);
        }
        Found::Rounds(rounds)
    }

    /// Follows both until their `i` are what they were; gives their registers then.
    fn foresee(&mut self, line: &Group<Line>, table: &Table, longest: u32) -> Option<[Executor; 2]> {
        self.steps.clear();
        self.writes.clear();
        self.read.fill(UNREAD);
        let start = line.executors.map(|executor| executor.i);
        let is_relative = |executor: &Executor| executor.i.weights() == [1, 0] && !executor.is_past_end;
        if !line.executors.iter().all(is_relative) {
            return None;
        }
        let mut executors = line.executors;
        for _ in 0..longest {
            let mut actions = [CRASH; 2];
            for (action, executor) in actions.iter_mut().zip(&mut executors) {
                *action = line.layers[1].cells[executor.i.offset()].action();
                *executor = self.follow(line, table, *executor, *action)?;
            }
            self.steps.push(actions);
            let now = executors.map(|executor| executor.i);
            if now[0] == now[1] {
                return None;
            }
            if now == start {
                return Some(executors);
            }
        }
        None
    }

    /// The registers after an instruction. Nothing, if it is a `crash` or one that may not be the same for all bases.
    #[inline]
    fn follow(
        &mut self,
        line: &Group<Line>,
        table: &Table,
        executor: Executor,
        number: u16,
    ) -> Option<Executor> {
        let (action, factors) = (table.action(number), table.factors(number));
        let offset = executor.i.offset();
        // Nothing that was written to an absolute cell is read there; and in a round nothing more is.
        if line.layers[1].known[offset] < line.layers[0].last {
            return None;
        }
        self.read[offset] = number;
        let may_pass_end = line.extent.contains(CELLS - 1 - offset) && !action.jumps();
        if number == CRASH || factors.sum.is_some() || may_pass_end {
            return None;
        }
        let Executor { i, a, b, .. } = executor;
        let after = Executor { i: i.next(), ..executor };
        let value = Symbol::sum([(after.i, factors.i), (a, factors.a), (b, factors.b)], factors.constant);
        match action.kind {
            Kind::Crash | Kind::Noop => Some(after),
            Kind::AddA | Kind::StoreA => Some(Executor { a: value, ..after }),
            Kind::AddB | Kind::StoreB => Some(Executor { b: value, ..after }),
            _ if value.weights() != [1, 0] => None,
            Kind::Jump | Kind::StoreI => Some(Executor { i: value, ..executor }),
            Kind::WriteI | Kind::WriteIA | Kind::WriteIB | Kind::Write => {
                let offset = u16::try_from(value.offset()).expect("it has twelve bits");
                self.writes.push(Write { offset, stride: 0, written: action.written });
                Some(after)
            }
        }
    }

    /// Works out the strides of all writes. False if the next round is another one.
    fn know_writes(&mut self, table: &Table, strides: [Strides; 2]) -> bool {
        let mut writes = self.writes.iter_mut();
        let mut now = strides;
        for actions in &self.steps {
            for (&number, now) in actions.iter().zip(&mut now) {
                let factors = table.factors(number);
                let stride = factors.a.wrapping_mul(now.a).wrapping_add(factors.b.wrapping_mul(now.b)) & MASK;
                match table.action(number).kind {
                    Kind::Crash | Kind::Noop => {}
                    Kind::Jump | Kind::StoreI if stride == 0 => {}
                    Kind::Jump | Kind::StoreI => return false,
                    Kind::AddA | Kind::StoreA => now.a = stride,
                    Kind::AddB | Kind::StoreB => now.b = stride,
                    Kind::WriteI | Kind::WriteIA | Kind::WriteIB | Kind::Write => {
                        writes.next().expect("it was foreseen").stride = stride;
                    }
                }
            }
        }
        now == strides
    }

    /// After how many rounds registers and writes are back where they were: a power of two, 4096 at most.
    fn period(&self, strides: [Strides; 2]) -> u64 {
        let registers = strides.iter().flat_map(|strides| [strides.a, strides.b]);
        let together =
            registers.chain(self.writes.iter().map(|write| write.stride)).fold(0, |all, one| all | one);
        (CELLS as u64) >> together.trailing_zeros().min(CELLS.trailing_zeros())
    }

    /// Writes what this many rounds write, fewer if one would change a cell that it reads; says how many. They are written
    /// as if at one time: there is nothing in another layer that could be later.
    fn play(&mut self, line: &mut Group<Line>, cycle: &mut Cycle, rounds: u64, time: u32) -> u64 {
        if self.writes.is_empty() {
            return rounds;
        }
        for done in 0..rounds {
            let changes_what_is_read = |write: &Write| {
                let read = self.read[usize::from(write.offset)];
                read != UNREAD && read != write.written
            };
            if self.writes.iter().any(changes_what_is_read) {
                return done;
            }
            for write in &mut self.writes {
                let offset = usize::from(write.offset);
                let cell = Cell::new(write.written, time);
                let before = line.layers[1].put(offset, cell).action();
                if before != write.written {
                    cycle.changed(CELLS + offset, before, write.written);
                }
                write.offset = (write.offset + write.stride) & MASK;
            }
        }
        rounds
    }
}

impl Strides {
    /// By how much both grew, if by plain numbers.
    fn between(start: [Executor; 2], end: [Executor; 2]) -> Option<[Self; 2]> {
        let same_weights = |seat: usize| {
            let (start, end) = (start[seat], end[seat]);
            start.a.weights() == end.a.weights() && start.b.weights() == end.b.weights()
        };
        let grown = |from: Symbol, to: Symbol| {
            let grown = (to.offset() + CELLS - from.offset()) % CELLS;
            u16::try_from(grown).expect("it has twelve bits")
        };
        let between = |seat: usize| {
            let (start, end) = (start[seat], end[seat]);
            Self { a: grown(start.a, end.a), b: grown(start.b, end.b) }
        };
        (same_weights(0) && same_weights(1)).then(|| [between(0), between(1)])
    }

    fn move_on(self, executor: &mut Executor, rounds: u64) {
        let rounds = u16::try_from(rounds % CELLS as u64).expect("it has twelve bits");
        executor.a = executor.a.plus(Symbol::plain(self.a.wrapping_mul(rounds) & MASK));
        executor.b = executor.b.plus(Symbol::plain(self.b.wrapping_mul(rounds) & MASK));
    }
}

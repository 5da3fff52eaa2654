//! Playing a match.

use std::convert::Infallible;
use std::fmt::Write as _;

use game::{Canonical, Digest, Event, EventKind, Frame, Observer, Outcome, Players, Run, Seat};

use super::instruction::{CELLS, Instruction, Linear};
use super::operation::{Kind, Operation, Table};
use super::program::Code;
use super::setup::{Parameters, Setup};

/// One player executed a `crash`.
pub const CRASH: &str = "crash";
/// Both executed a `crash` in the same turn.
pub const BOTH_CRASH: &str = "both-crash";
/// Both `i` were equal at the end of a turn.
pub const SAME_ADDRESS: &str = "same-address";
/// The turn limit came first.
pub const TURN_LIMIT: &str = "turn-limit";

/// Arithmetic is modulo 4096 (C1).
const MASK: u32 = 4095;
/// The address past the end, where nothing but `crash` is ever read (C2).
const PAST_END: u32 = 4096;

/// The registers of an executor. `i` is 0 to 4096 (C2), `a` and `b` are 0 to 4095.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct Executor {
    i: u32,
    a: u32,
    b: u32,
}

/// Plays matches of two fixed programs by fixed parameters, one after the other.
#[derive(Debug, Clone)]
pub struct Engine {
    parameters: Parameters,
    programs: [Vec<u16>; 2],
    memory: Memory,
    executors: [Executor; 2],
    turn: u64,
    outcome: Option<Outcome>,
}

/// The cells, and what the instructions in them mean.
#[derive(Debug, Clone)]
struct Memory {
    table: Table,
    /// The cells, and past their end one more `crash` that is never written (C2).
    cells: Vec<Operation>,
}

impl Engine {
    pub(super) fn new(parameters: Parameters, programs: &[&Code]) -> Self {
        let mut table = Table::new();
        let mut ids = |program: &Code| program.instructions().iter().map(|one| table.add(one)).collect();
        let programs = [ids(programs[0]), ids(programs[1])];
        let cells = vec![table.operation(Table::CRASH); CELLS + 1];
        Self {
            parameters,
            programs,
            memory: Memory { table, cells },
            executors: [Executor::default(); 2],
            turn: 0,
            outcome: None,
        }
    }

    pub(super) fn begin(&mut self, setup: &Setup) {
        let Memory { table, cells } = &mut self.memory;
        cells.fill(table.operation(Table::CRASH));
        for (program, &start) in self.programs.iter().zip(&setup.start) {
            for (cell, &id) in cells[start..].iter_mut().zip(program) {
                *cell = table.operation(id);
            }
        }
        let at = |start: usize| Executor { i: u32::try_from(start).expect("a cell"), a: 0, b: 0 };
        self.executors = setup.start.map(at);
        self.turn = 0;
        self.outcome = None;
    }

    /// The instruction in a cell.
    ///
    /// # Panics
    /// If there is no such cell.
    #[must_use]
    pub fn cell(&self, address: usize) -> &Instruction {
        self.memory.table.instruction(self.memory.cells[address].id)
    }

    /// The instruction that an observer's events call `id`.
    ///
    /// # Panics
    /// If no event had this number.
    #[must_use]
    pub fn instruction(&self, id: u32) -> &Instruction {
        self.memory.table.instruction(u16::try_from(id).expect("ids have 16 bits"))
    }

    /// Plays until `until` turns have been played or the match is over.
    fn play<O: Observer>(&mut self, until: u64, observer: &mut O) {
        if self.outcome.is_some() {
            return;
        }
        let Self { memory, executors: [first, second], turn, .. } = self;
        let (mut one, mut two) = (*first, *second);
        let mut end = None;
        while *turn < until {
            *turn += 1;
            // Both are read before either is executed: what was read is what is executed.
            let (operation_one, operation_two) = (memory.read(one.i), memory.read(two.i));
            one.i += 1;
            two.i += 1;
            let one_lives =
                memory.execute(operation_one, &mut one, &mut Watched { observer, turn: *turn, seat: 0 });
            let two_lives =
                memory.execute(operation_two, &mut two, &mut Watched { observer, turn: *turn, seat: 1 });
            if !one_lives || !two_lives || one.i == two.i {
                end = Some((one_lives, two_lives));
                break;
            }
        }
        (*first, *second) = (one, two);
        if let Some((one_lives, two_lives)) = end {
            self.finish(one_lives, two_lives);
        } else if self.turn == self.parameters.max_turns {
            self.outcome = Some(Outcome::draw_of_two(TURN_LIMIT, self.turn)); // C6
        }
    }

    /// C5: first the draws, then the loss of the one that executed a `crash`.
    fn finish(&mut self, one_lives: bool, two_lives: bool) {
        let same_address = self.executors[0].i == self.executors[1].i;
        self.outcome = Some(match (one_lives, two_lives) {
            (false, false) => Outcome::draw_of_two(BOTH_CRASH, self.turn),
            _ if same_address => Outcome::draw_of_two(SAME_ADDRESS, self.turn),
            (one_lives, _) => Outcome::win_of_two(usize::from(!one_lives), CRASH, self.turn),
        });
    }

    fn registers(&self, of: impl Fn(&Executor) -> u32) -> Vec<u64> {
        self.executors.iter().map(|executor| u64::from(of(executor))).collect()
    }
}

/// An observer, and whose turn it watches.
struct Watched<'a, O> {
    observer: &'a mut O,
    turn: u64,
    seat: Seat,
}

impl Memory {
    #[inline(always)]
    fn read(&self, address: u32) -> Operation {
        self.cells[address as usize]
    }

    /// Executes what was read; `i` is already one further. False if it was a `crash`.
    #[inline(always)]
    fn execute<O: Observer>(
        &mut self,
        operation: Operation,
        executor: &mut Executor,
        watched: &mut Watched<'_, O>,
    ) -> bool {
        let constant = u32::from(operation.constant);
        match operation.kind {
            Kind::Crash => {
                executor.i = executor.i.min(PAST_END); // C2: past the end `i` stays 4096
                return false;
            }
            Kind::Noop => {}
            Kind::Stay => executor.i -= 1,
            Kind::Jump => executor.i = (executor.i + constant) & MASK,
            Kind::AddA => executor.a = (executor.a + constant) & MASK,
            Kind::AddB => executor.b = (executor.b + constant) & MASK,
            Kind::StoreI => executor.i = self.value(operation, *executor),
            Kind::StoreA => executor.a = self.value(operation, *executor),
            Kind::StoreB => executor.b = self.value(operation, *executor),
            Kind::WriteI => self.write(executor.i + constant, operation.operand, watched),
            Kind::WriteIA => self.write(executor.i + executor.a + constant, operation.operand, watched),
            Kind::WriteIB => self.write(executor.i + executor.b + constant, operation.operand, watched),
            Kind::Write => self.write(self.value(operation, *executor), operation.operand, watched),
        }
        true
    }

    /// The value of an instruction's expression, modulo 4096 (C1). While `i` is 4096 it counts as
    /// 0 (C2), which is the same modulo 4096. Cells are read as they are now (C3).
    #[inline(never)]
    fn value(&self, operation: Operation, executor: Executor) -> u32 {
        let Linear { constant, i, a, b, cells } = self.table.linear(operation.id);
        let registers = u32::from(*i) * executor.i + u32::from(*a) * executor.a + u32::from(*b) * executor.b;
        let read = |&(address, factor): &(u16, u16)| {
            u32::from(factor) * u32::from(self.cells[usize::from(address)].cell_value)
        };
        let from_cells = cells.iter().map(read).fold(0, u32::wrapping_add);
        registers.wrapping_add(u32::from(*constant)).wrapping_add(from_cells) & MASK
    }

    /// Puts the instruction `id` into a cell; addresses wrap round the memory. The only way in
    /// which a match writes to it.
    #[inline(always)]
    fn write<O: Observer>(&mut self, address: u32, id: u16, watched: &mut Watched<'_, O>) {
        let address = (address & MASK) as usize;
        let before = self.cells[address];
        self.cells[address] = self.table.operation(id);
        if O::WATCHES {
            let kind = EventKind::Write { cell: address, before: before.id.into(), after: id.into() };
            watched.observer.event(Event { turn: watched.turn, seat: watched.seat, kind });
        }
    }
}

impl game::Engine for Engine {
    type Question = Infallible;
    type Answer = Infallible;

    fn turn(&self) -> u64 {
        self.turn
    }

    fn outcome(&self) -> Option<&Outcome> {
        self.outcome.as_ref()
    }

    fn advance<P, O>(&mut self, until: u64, _: &mut P, observer: &mut O) -> Result<(), P::Failure>
    where
        P: Players<Infallible, Infallible>,
        O: Observer,
    {
        let was_over = self.outcome.is_some();
        self.play(until.min(self.parameters.max_turns), observer);
        if O::WATCHES && !was_over {
            self.tell_deaths(observer);
        }
        Ok(())
    }

    fn frame(&self) -> Frame {
        let cells = self.memory.cells[..CELLS].chunk_by(|left, right| left.id == right.id);
        let run = |run: &[Operation]| Run {
            text: self.memory.table.instruction(run[0].id).to_string().into(),
            count: run.len(),
        };
        let registers = vec![
            ("i", self.registers(|executor| executor.i)),
            ("a", self.registers(|executor| executor.a)),
            ("b", self.registers(|executor| executor.b)),
        ];
        Frame { turn: self.turn, registers, cells: cells.map(run).collect() }
    }

    fn state_hash(&self) -> Option<Digest> {
        let memory = (0..CELLS).fold(String::new(), |mut text, address| {
            writeln!(text, "{}", self.cell(address)).expect("a String takes everything");
            text
        });
        let mut canonical = Canonical::new("crash state");
        canonical.number("turn", self.turn);
        canonical.numbers("i", &self.registers(|executor| executor.i));
        canonical.numbers("a", &self.registers(|executor| executor.a));
        canonical.numbers("b", &self.registers(|executor| executor.b));
        canonical.text("memory", &memory);
        Some(canonical.finish())
    }
}

impl Engine {
    /// Tells an observer who crashed.
    fn tell_deaths<O: Observer>(&self, observer: &mut O) {
        let Some(outcome) = &self.outcome else { return };
        let crashed: &[Seat] = match (outcome.reason, outcome.winner()) {
            (BOTH_CRASH, _) => &[0, 1],
            (CRASH, Some(0)) => &[1],
            (CRASH, _) => &[0],
            _ => &[],
        };
        for &seat in crashed {
            observer.event(Event { turn: self.turn, seat, kind: EventKind::Death { reason: CRASH } });
        }
    }
}

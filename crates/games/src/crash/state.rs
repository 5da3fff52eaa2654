//! The state of a match between two turns, and what a turn does to it.

use std::ops::Range;

use game::{Event, EventKind, Observer, Seat};

use super::instruction::{CELLS, Instruction};
use super::operation::{Kind, Operation, Table};
use super::values::Values;

/// Arithmetic is modulo 4096 (C1).
pub(super) const MASK: u32 = 4095;
/// The address past the end, where nothing but `crash` is ever read (C2).
pub(super) const PAST_END: u32 = 4096;

/// The registers of an executor. `i` is 0 to 4096 (C2), `a` and `b` are 0 to 4095.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Executor {
    pub(super) i: u32,
    pub(super) a: u32,
    pub(super) b: u32,
}

/// Everything that decides how a match goes on.
#[derive(Debug, Clone)]
pub(super) struct State {
    pub(super) memory: Memory,
    pub(super) executors: [Executor; 2],
    /// Turns played.
    pub(super) turn: u64,
}

/// The cells, and what the instructions in them mean.
#[derive(Debug, Clone)]
pub(super) struct Memory {
    pub(super) table: Table,
    /// The cells, and past their end one more `crash` that is never written (C2).
    pub(super) cells: Box<[Operation; CELLS + 1]>,
    values: Values,
}

/// An observer, and whose turn it watches.
struct Watched<'a, O> {
    observer: &'a mut O,
    turn: u64,
    seat: Seat,
}

/// Who is still alive after a turn that ended the match.
pub(super) type Alive = [bool; 2];

impl State {
    /// A state to load programs into.
    pub(super) fn new(table: Table) -> Self {
        Self { memory: Memory::new(table), executors: [Executor::default(); 2], turn: 0 }
    }

    /// Moves to the state before the first turn of the match with these programs at these addresses.
    pub(super) fn begin(&mut self, programs: &[Vec<u16>; 2], start: [usize; 2]) {
        self.memory.load(programs, start);
        let at = |start: usize| Executor { i: u32::try_from(start).expect("a cell"), a: 0, b: 0 };
        self.executors = start.map(at);
        self.turn = 0;
    }

    /// Plays turn by turn until `until` turns have been played or the match ends. If it ends, returns who is alive then.
    // A function of its own, so that its loop has all registers of the processor to itself.
    #[inline(never)]
    pub(super) fn play<O: Observer>(&mut self, until: u64, observer: &mut O) -> Option<Alive> {
        let Self { memory, executors, turn } = self;
        // Copies, which the compiler can keep in registers.
        let (mut moved, mut now) = (*executors, *turn);
        let mut end = None;
        while now < until {
            now += 1;
            end = memory.turn(&mut moved, now, observer);
            if end.is_some() {
                break;
            }
        }
        (*executors, *turn) = (moved, now);
        end
    }
}

impl Memory {
    fn new(table: Table) -> Self {
        let cells = vec![Operation::CRASH; CELLS + 1].into_boxed_slice();
        let cells = cells.try_into().expect("it has this length");
        let mut memory = Self { table, cells, values: Values::new() };
        memory.learn_values();
        memory
    }

    /// Prepares the expressions of instructions that are new in the table.
    fn learn_values(&mut self) {
        for id in self.values.len()..self.table.len() {
            self.values.add(self.table.linear(u16::try_from(id).expect("ids have 16 bits")));
        }
    }

    /// Adds an instruction in the middle of a match. `None` if all numbers are in use.
    pub(super) fn add_later(&mut self, instruction: &Instruction) -> Option<u16> {
        let id = self.table.add_later(instruction);
        self.learn_values();
        id
    }

    /// Makes every cell hold `crash`, and then lets `fill` fill some.
    pub(super) fn refill(&mut self, fill: impl FnOnce(&mut [Operation; CELLS + 1], &Table)) {
        let Self { table, cells, .. } = self;
        clear(cells);
        fill(cells, table);
        self.values.forget();
    }

    /// Loads programs at their start addresses into cells that otherwise hold `crash`.
    fn load(&mut self, programs: &[Vec<u16>; 2], start: [usize; 2]) {
        self.refill(|cells, table| {
            for (program, start) in programs.iter().zip(start) {
                for (cell, &id) in cells[start..].iter_mut().zip(program) {
                    *cell = table.operation(id);
                }
            }
        });
    }

    /// Plays turn number `turn`. Returns who is alive if it ended the match.
    #[inline(always)]
    pub(super) fn turn<O: Observer>(
        &mut self,
        [one, two]: &mut [Executor; 2],
        turn: u64,
        observer: &mut O,
    ) -> Option<Alive> {
        // Both are read before either is executed: what was read is what is executed.
        let (operation_one, operation_two) = (self.read(one.i), self.read(two.i));
        one.i += 1;
        two.i += 1;
        let one_lives = self.execute(operation_one, one, &mut Watched { observer, turn, seat: 0 });
        let two_lives = self.execute(operation_two, two, &mut Watched { observer, turn, seat: 1 });
        // These are branches, which the compiler can put where the instructions are executed: hardly any turn is the
        // last.
        if one_lives && two_lives && one.i != two.i { None } else { Some([one_lives, two_lives]) }
    }

    #[inline(always)]
    pub(super) fn read(&self, address: u32) -> Operation {
        self.cells[address as usize]
    }

    /// Executes what was read. `i` has already been counted up. False if it was a `crash`.
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
            Kind::Write => {
                let address = self.value(operation, *executor);
                self.write(address, operation.operand, watched);
            }
        }
        true
    }

    /// The value of an instruction's expression, modulo 4096 (C1). While `i` is 4096 it counts as
    /// 0 (C2), which is the same modulo 4096. Cells are read as they are now (C3).
    #[inline(always)]
    fn value(&mut self, operation: Operation, executor: Executor) -> u32 {
        let Executor { i, a, b } = executor;
        self.values.value(&self.cells, operation.id, [i, a, b]) & MASK
    }

    /// Puts the instruction `id` into a cell; addresses wrap round the memory.
    #[inline(always)]
    fn write<O: Observer>(&mut self, address: u32, id: u16, watched: &mut Watched<'_, O>) {
        let address = (address & MASK) as usize;
        let before = self.cells[address];
        self.put(address, self.table.operation(id));
        if O::WATCHES {
            let kind = EventKind::Write { cell: address, before: before.id.into(), after: id.into() };
            watched.observer.event(Event { turn: watched.turn, seat: watched.seat, kind });
        }
    }

    /// Puts an instruction into a cell. Apart from [`Memory::refill`] and the two functions below, only this one writes
    /// to the memory.
    #[inline(always)]
    pub(super) fn put(&mut self, address: usize, operation: Operation) {
        self.values.written(address);
        self.cells[address] = operation;
    }

    /// Puts an instruction into one of many cells; after the last of them, [`Memory::forget_values`] has to be called.
    #[inline(always)]
    pub(super) fn put_one_of_many(&mut self, address: usize, operation: Operation) {
        self.cells[address] = operation;
    }

    /// Puts an instruction into many cells in a row; after the last of them, [`Memory::forget_values`] has to be called.
    #[inline(always)]
    pub(super) fn fill(&mut self, addresses: Range<usize>, operation: Operation) {
        self.cells[addresses].fill(operation);
    }

    /// Forgets what was known about the values of cells.
    pub(super) fn forget_values(&mut self) {
        self.values.forget();
    }
}

/// Makes every cell hold `crash`.
#[expect(clippy::large_stack_arrays, reason = "optimised, the zeros are written where they belong")]
fn clear(cells: &mut [Operation; CELLS + 1]) {
    *cells = [Operation::CRASH; CELLS + 1];
}

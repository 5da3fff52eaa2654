//! Single matches in which nobody writes any more.
//!
//! While nobody writes, each executor goes its way as if it were alone. Suppose that both ways lead back to where they
//! were, without a write and without a `crash`. Then nobody ever loses: either the executors meet at some time (C5), or
//! they go on for ever (C6). Either way it is a draw, and this is known long before the combined state of both comes
//! again.

use super::super::instruction::{CELLS, Linear};
use super::super::operation::Kind;
use super::super::state::{Executor, MASK, Memory, State};

/// A way that is longer than this is not followed.
const LONGEST: u32 = 1 << 14;

/// Whether it is certain that nobody writes or loses from now on. Both ways are followed side by side, because an
/// executor that still writes mostly does so soon.
pub(super) fn are_harmless(state: &State) -> bool {
    let mut ways = state.executors.map(Way::from);
    for _ in 0..LONGEST {
        for way in ways.iter_mut().filter(|way| !way.has_returned) {
            match next(&state.memory, way.executor) {
                Some(executor) => way.go_on(executor),
                None => return false,
            }
        }
        if ways.iter().all(|way| way.has_returned) {
            return true;
        }
    }
    false
}

/// The way of an executor. States are compared with R. P. Brent's method, see `cycle.rs`.
struct Way {
    executor: Executor,
    kept: Executor,
    steps: u32,
    keeps_at: u32,
    has_returned: bool,
}

impl Way {
    fn from(executor: Executor) -> Self {
        Self { executor, kept: executor, steps: 0, keeps_at: 1, has_returned: false }
    }

    fn go_on(&mut self, executor: Executor) {
        self.executor = executor;
        self.has_returned = executor == self.kept;
        self.steps += 1;
        if self.steps == self.keeps_at {
            (self.kept, self.keeps_at) = (executor, 2 * self.keeps_at);
        }
    }
}

/// The registers after an instruction that is neither a write nor a `crash`.
fn next(memory: &Memory, Executor { i, a, b }: Executor) -> Option<Executor> {
    let operation = memory.read(i);
    let constant = u32::from(operation.constant);
    let after = Executor { i: i + 1, a, b };
    match operation.kind {
        Kind::Crash | Kind::WriteI | Kind::WriteIA | Kind::WriteIB | Kind::Write => None,
        Kind::Noop => Some(after),
        Kind::Stay => Some(Executor { i, a, b }),
        Kind::Jump => Some(Executor { i: (after.i + constant) & MASK, a, b }),
        Kind::AddA => Some(Executor { a: (a + constant) & MASK, ..after }),
        Kind::AddB => Some(Executor { b: (b + constant) & MASK, ..after }),
        Kind::StoreI => Some(Executor { i: value(memory, operation.id, after), a, b }),
        Kind::StoreA => Some(Executor { a: value(memory, operation.id, after), ..after }),
        Kind::StoreB => Some(Executor { b: value(memory, operation.id, after), ..after }),
    }
}

/// The value of an instruction's expression, with `i` counted up (C1, C2).
fn value(memory: &Memory, id: u16, executor: Executor) -> u32 {
    let Linear { i, a, b, constant, cells } = memory.table.linear(id);
    let term = |value: u32, factor: u16| value.wrapping_mul(factor.into());
    let of_cell = |&(address, factor): &(u16, u16)| {
        term(memory.cells[usize::from(address) % CELLS].cell_value.into(), factor)
    };
    let registers = [term(executor.i, *i), term(executor.a, *a), term(executor.b, *b), (*constant).into()];
    cells.iter().map(of_cell).chain(registers).fold(0, u32::wrapping_add) & MASK
}

//! How much registers grow from round to round.

use super::super::instruction::CELLS;
use super::group::Executor;
use super::symbol::Symbol;
use super::table::{Action, Factors};

/// How much the registers of an executor grow each round, modulo 4096.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Strides {
    pub(super) a: u16,
    pub(super) b: u16,
}

const MASK: u16 = 4095;

impl Strides {
    /// How much the registers of both executors grew. `None` if they did not grow by plain numbers.
    pub(super) fn between(start: [Executor; 2], end: [Executor; 2]) -> Option<[Self; 2]> {
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

    /// How much the value or the address of an instruction grows each round. `self` holds the strides before the
    /// instruction, and becomes those after it. `None` if the instruction jumps somewhere else in the next round.
    pub(super) fn pass(&mut self, action: Action, factors: Factors) -> Option<u16> {
        let stride = factors.a.wrapping_mul(self.a).wrapping_add(factors.b.wrapping_mul(self.b)) & MASK;
        if action.jumps() && stride != 0 {
            return None;
        }
        if action.sets_a() {
            self.a = stride;
        }
        if action.sets_b() {
            self.b = stride;
        }
        Some(stride)
    }

    pub(super) fn move_on(self, executor: &mut Executor, rounds: u64) {
        let rounds = u16::try_from(rounds % CELLS as u64).expect("it has twelve bits");
        executor.a = executor.a.plus(Symbol::plain(self.a.wrapping_mul(rounds) & MASK));
        executor.b = executor.b.plus(Symbol::plain(self.b.wrapping_mul(rounds) & MASK));
    }
}

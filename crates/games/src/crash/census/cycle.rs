//! Proof that a group plays for ever.
//!
//! R. P. Brent, "An improved Monte Carlo factorization algorithm", BIT 20 (1980): a state is kept, and each state
//! after it compared with it; after 1, 2, 4 … turns the present state is kept instead. A state that comes again is
//! compared as a whole, no hash decides: registers are equal, and no cell differs from what it then held, which is
//! known because every write that changes a cell is counted. Since a match has no other state, it then goes on for
//! ever as it did in between, and so do all matches that are still in the group: they were in it all the time.

use super::super::instruction::CELLS;
use super::group::{Executor, Fixed, Group};
use super::symbol::Symbol;

/// The first state is kept for this many turns.
const FIRST_WINDOW: u64 = 64;

#[derive(Debug)]
pub(super) struct Cycle {
    executors: [Executor; 2],
    fixed: Vec<Fixed>,
    /// How many cells differ from what they held in the kept state.
    differing: usize,
    /// What the cells that were written since then held, where `kept_in` is `window`.
    held: Box<[u16; CELLS]>,
    kept_in: Box<[u32; CELLS]>,
    /// The number of the kept state among all that were ever kept.
    window: u32,
    window_turns: u64,
    /// The turn from which on another state is kept.
    pub(super) ends: u64,
}

impl Cycle {
    pub(super) fn new(group: &Group) -> Self {
        Self {
            executors: group.executors,
            fixed: Vec::new(),
            differing: 0,
            held: Box::new([0; CELLS]),
            kept_in: Box::new([0; CELLS]),
            window: 0,
            window_turns: FIRST_WINDOW,
            ends: 0,
        }
    }

    /// Begins anew with the state of a group before a turn.
    pub(super) fn restart(&mut self, group: &Group) {
        self.window_turns = FIRST_WINDOW;
        self.keep(group);
    }

    /// Keeps another state, for twice as long as the one before.
    pub(super) fn next_window(&mut self, group: &Group) {
        self.window_turns *= 2;
        self.keep(group);
    }

    fn keep(&mut self, group: &Group) {
        self.executors = group.executors;
        self.ends = group.turn + self.window_turns;
        if group.half.is_some() {
            // In the middle of a turn there is no state to be kept; there will be one when it is over.
            self.executors[0].i = Symbol::NOWHERE;
            self.ends = group.turn + 1;
        }
        self.fixed.clone_from(&group.fixed);
        self.differing = 0;
        if self.window == u32::MAX {
            self.kept_in.fill(0);
            self.window = 0;
        }
        self.window += 1;
    }

    /// A cell was written that held something else.
    #[inline]
    pub(super) fn changed(&mut self, offset: usize, before: u16, after: u16) {
        if self.kept_in[offset] != self.window {
            self.kept_in[offset] = self.window;
            self.held[offset] = before;
        }
        let held = self.held[offset];
        self.differing += usize::from(after != held);
        self.differing -= usize::from(before != held);
    }

    /// Whether registers and relative cells between two turns are those of the kept state.
    #[inline]
    pub(super) fn is_kept(&self, executors: &[Executor; 2]) -> bool {
        executors[0].i == self.executors[0].i && *executors == self.executors && self.differing == 0
    }

    /// Whether the state between two turns is the kept one, for all bases that are left.
    #[inline]
    pub(super) fn closes(&self, group: &Group) -> bool {
        self.is_kept(&group.executors) && self.fixed_are_equal(group)
    }

    fn fixed_are_equal(&self, group: &Group) -> bool {
        let equal = |(then, now): (&Fixed, &Fixed)| {
            then.address == now.address
                && then.action == now.action
                && then.holds.and(&group.bases) == now.holds.and(&group.bases)
        };
        self.fixed.len() == group.fixed.len() && self.fixed.iter().zip(&group.fixed).all(equal)
    }
}

//! Proof that a group plays for ever.
//!
//! R. P. Brent, "An improved Monte Carlo factorization algorithm", BIT 20 (1980): a state is kept, and each state
//! after it compared with it; after 1, 2, 4 … turns the present state is kept instead. A state that comes again is
//! compared as a whole, no hash decides: registers are equal, and no cell differs from what it then held, which is
//! known because every write that changes a cell is counted. Since a match has no other state, it then goes on for
//! ever as it did in between, and so do all matches that are still in the group: they were in it all the time.
//!
//! Where cells of two layers meet, it counts as well which of them was written later, and that may still change the first
//! time round. The second time, the same cells are written in the same order as the first time, and so a state
//! that comes twice, each time after the same turns, is the same in that, too.

use super::super::instruction::CELLS;
use super::group::{Executor, Written};
use super::symbol::Symbol;

/// The first state is kept for this many turns.
const FIRST_WINDOW: u32 = 64;

#[derive(Debug)]
pub(super) struct Cycle {
    executors: [Executor; 2],
    /// How many cells differ from what they held in the kept state.
    differing: usize,
    /// What the cells that were written since then held, where `in_window` is `window`.
    held: Vec<Held>,
    /// The number of the kept state among all that were ever kept.
    window: u32,
    window_turns: u32,
    /// The turn of the kept state.
    kept_at: u32,
    /// The turn from which on another state is kept.
    pub(super) ends: u32,
    /// After how many turns the kept state came the first time.
    first_round: Option<u32>,
}

/// What a cell held in a kept state.
#[derive(Debug, Clone, Copy, Default)]
struct Held {
    in_window: u32,
    action: u16,
}

impl Cycle {
    pub(super) fn new(layers: usize) -> Self {
        Self {
            executors: [Executor::at(Symbol::NOWHERE); 2],
            differing: 0,
            held: vec![Held::default(); CELLS * layers],
            window: 0,
            window_turns: FIRST_WINDOW,
            kept_at: 0,
            ends: 0,
            first_round: None,
        }
    }

    /// Begins anew with the state of a group between two turns.
    pub(super) fn restart(&mut self, executors: [Executor; 2], turn: u32) {
        self.window_turns = FIRST_WINDOW;
        self.keep(executors, turn);
    }

    /// Keeps another state, for twice as long as the one before.
    pub(super) fn next_window(&mut self, executors: [Executor; 2], turn: u32) {
        self.window_turns = self.window_turns.saturating_mul(2);
        self.keep(executors, turn);
    }

    fn keep(&mut self, executors: [Executor; 2], turn: u32) {
        (self.executors, self.kept_at) = (executors, turn);
        self.ends = turn.saturating_add(self.window_turns);
        (self.differing, self.first_round) = (0, None);
        if self.window == u32::MAX {
            self.held.fill(Held::default());
            self.window = 0;
        }
        self.window += 1;
    }

    /// A cell was written.
    #[inline(always)]
    pub(super) fn note(&mut self, written: Written) {
        let (before, after) = (written.before.action(), written.cell.action());
        if before != after {
            self.changed(written.layer * CELLS + written.offset, before, after);
        }
    }

    /// A cell holds something else now.
    #[inline(always)]
    pub(super) fn changed(&mut self, cell: usize, before: u16, after: u16) {
        let held = &mut self.held[cell];
        if held.in_window != self.window {
            *held = Held { action: before, in_window: self.window };
        }
        let held = held.action;
        self.differing += usize::from(after != held);
        self.differing -= usize::from(before != held);
    }

    /// Whether the state between two turns is the kept one, but for which cells of different layers were written later.
    #[inline(always)]
    pub(super) fn is_kept(&self, executors: [Executor; 2]) -> bool {
        self.may_close(executors) && self.differing == 0
    }

    /// Whether executors are those of the kept state.
    #[inline(always)]
    pub(super) fn may_close(&self, executors: [Executor; 2]) -> bool {
        executors[0].i == self.executors[0].i && executors == self.executors
    }

    /// Whether the state has come as often as it must to come for ever.
    #[inline(always)]
    pub(super) fn closes(&mut self, executors: [Executor; 2], turn: u32, has_one_layer: bool) -> bool {
        if !self.is_kept(executors) {
            return false;
        }
        let turns = turn - self.kept_at;
        match self.first_round {
            _ if has_one_layer => true,
            Some(first) => turns == 2 * first,
            None => {
                self.first_round = Some(turns);
                // The second round must be looked for just as long.
                self.ends = self.ends.max(self.kept_at + 2 * turns + 1);
                false
            }
        }
    }
}

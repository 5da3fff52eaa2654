//! Proves that a group plays for ever.
//!
//! The method is from R. P. Brent, "An improved Monte Carlo factorization algorithm", BIT 20 (1980). One state is kept,
//! and each later state is compared with it. After 1, 2, 4 … turns, the present state is kept instead. States are
//! compared as a whole, not by a hash: a state has come again if registers are equal, and if no cell differs from what
//! it held then. This is known because every write that changes a cell is counted. A match has no other state, so it
//! then goes on for ever as it did in between. So do all matches that are still in the group, because they were in it
//! all the time.
//!
//! Where cells of two layers meet, it also matters which of them was written later. This may still change in the first
//! round. In the second round, the same cells are written in the same order as in the first one. So if a state comes
//! again twice, each time after the same turns, it is the same in that respect, too.

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
    /// What the cells that were written since then held in the kept state. Only those whose `in_window` is `window`
    /// count.
    held: Vec<Held>,
    /// The number of the kept state among all states that were ever kept.
    window: u32,
    window_turns: u32,
    /// The turn of the kept state.
    kept_at: u32,
    /// The turn from which another state is kept.
    pub(super) ends: u32,
    /// After how many turns the kept state came again for the first time.
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

    /// Notes that a cell was written.
    #[inline(always)]
    pub(super) fn note(&mut self, written: Written) {
        let (before, after) = (written.before.action(), written.cell.action());
        if before != after {
            self.changed(written.layer * CELLS + written.offset, before, after);
        }
    }

    /// Notes that a cell holds something else now.
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

    /// Whether the state between two turns is the kept one, apart from which of the cells of different layers was
    /// written later.
    #[inline(always)]
    pub(super) fn is_kept(&self, executors: [Executor; 2]) -> bool {
        self.may_close(executors) && self.differing == 0
    }

    /// Whether these executors are those of the kept state.
    #[inline(always)]
    pub(super) fn may_close(&self, executors: [Executor; 2]) -> bool {
        executors[0].i == self.executors[0].i && executors == self.executors
    }

    /// Whether the state has come again often enough to prove that it comes again for ever.
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
                // The second round takes just as long, so the state must be kept until it is over.
                self.ends = self.ends.max(self.kept_at + 2 * turns + 1);
                false
            }
        }
    }
}

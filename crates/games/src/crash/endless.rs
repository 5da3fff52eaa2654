//! The proof that a match never ends: its state returns.
//!
//! The next state depends on the state alone, so a match that returns to an earlier state repeats for ever. The memory at
//! one moment is kept, and from then on the number of cells that differ from it is counted. No hash is involved that
//! could mistake one state for another. The kept moment moves on as in R. P. Brent's "An improved Monte Carlo
//! factorization algorithm" (BIT 20, 1980): it is given up for a later one after ever more turns.

use game::{Event, EventKind, Observer};

use super::instruction::CELLS;
use super::state::{Alive, Executor, State};

/// The memory at one moment, and how far the match has gone from it.
#[derive(Debug, Clone)]
pub(super) struct Snapshot {
    ids: Vec<u16>,
    /// How many cells now hold another instruction. This is right as long as every write is reported.
    different: usize,
}

/// States that a match passes from time to time. Each of them decides when the next one comes.
#[derive(Debug, Clone)]
pub(super) struct Checkpoints {
    snapshot: Snapshot,
    executors: [Executor; 2],
    turn: u64,
    /// How many checkpoints have passed since one was kept, and how many must pass before another is kept.
    passed: u64,
    patience: u64,
}

/// This many checkpoints pass before the first is kept, because keeping one takes as long as hundreds of turns.
const FIRST_PATIENCE: u64 = 4;

impl Checkpoints {
    pub(super) fn new() -> Self {
        let executors = [Executor::default(); 2];
        Self { snapshot: Snapshot::new(), executors, turn: 0, passed: 0, patience: FIRST_PATIENCE }
    }

    /// Forgets all checkpoints that it has passed.
    pub(super) fn restart(&mut self) {
        self.passed = 0;
        self.patience = FIRST_PATIENCE;
    }

    /// Passes a checkpoint. If it is the one that was kept, returns how many turns ago that was.
    pub(super) fn pass(&mut self, state: &State) -> Option<u64> {
        let kept_one = self.patience > FIRST_PATIENCE;
        if kept_one && state.executors == self.executors && self.snapshot.is_of(state) {
            return Some(state.turn - self.turn);
        }
        self.passed += 1;
        if self.passed == self.patience {
            self.snapshot.take(state);
            (self.executors, self.turn) = (state.executors, state.turn);
            self.passed = 0;
            self.patience *= 2;
        }
        None
    }
}

/// The result of looking for a return.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Looked {
    /// The match ended.
    Ended(Alive),
    /// The state is what it was `period` turns ago.
    Returned { period: u64 },
    /// The state at the beginning did not come again within the given turns.
    NotYet,
}

impl Snapshot {
    pub(super) fn new() -> Self {
        Self { ids: Vec::with_capacity(CELLS), different: 0 }
    }

    fn take(&mut self, state: &State) {
        self.ids.clear();
        self.ids.extend(state.memory.cells[..CELLS].iter().map(|cell| cell.id));
        self.different = 0;
    }

    /// Whether the memory is the one that was kept.
    fn is_of(&self, state: &State) -> bool {
        self.ids.iter().zip(state.memory.cells.iter()).all(|(id, cell)| *id == cell.id)
    }
}

impl Observer for Snapshot {
    #[inline(always)]
    fn event(&mut self, event: Event) {
        if let EventKind::Write { cell, before, after } = event.kind {
            let kept = u32::from(self.ids[cell]);
            // What is there now comes first, so that the number never falls below 0.
            self.different += usize::from(after != kept);
            self.different -= usize::from(before != kept);
        }
    }
}

/// Plays at most `turns` turns. Stops earlier if the present state returns or the match ends.
pub(super) fn look(state: &mut State, snapshot: &mut Snapshot, turns: u64) -> Looked {
    snapshot.take(state);
    let State { memory, executors, turn } = state;
    let (from, start) = (*turn, *executors);
    // Copies, which the compiler can keep in registers.
    let mut moved = start;
    let mut looked = Looked::NotYet;
    while looked == Looked::NotYet && *turn - from < turns {
        *turn += 1;
        if let Some(alive) = memory.turn(&mut moved, *turn, snapshot) {
            looked = Looked::Ended(alive);
        } else if moved == start && snapshot.different == 0 {
            looked = Looked::Returned { period: *turn - from };
        }
    }
    *executors = moved;
    looked
}

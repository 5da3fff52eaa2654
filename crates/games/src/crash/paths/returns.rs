//! The proof that a match never ends (`endless.rs`), where turns are played by paths.
//!
//! A path takes many turns at once, so it would mostly skip a return to a single state. So the states of as many turns in
//! a row as a path takes are kept. A match that returns to them is in one of them between two paths. They are given up
//! for later ones after ever more paths, following R. P. Brent.

use game::{Event, EventKind, Observer};

use super::super::endless::Looked;
use super::super::instruction::CELLS;
use super::super::state::{Executor, State};
use super::TURNS;

/// This many paths are played before the first states are kept, because keeping them takes as long as some hundreds of
/// paths.
const FIRST_PATIENCE: u64 = 256;
/// After a comparison of the whole memory that found a difference, this many paths pass without a comparison.
const REST: u64 = 16;

/// The states of some turns in a row.
#[derive(Debug, Clone)]
pub(super) struct Returns {
    /// The memory before the first of these turns.
    memory: Vec<u16>,
    /// The turn after which the memory was in this state.
    turn: u64,
    /// The executors before each of the turns.
    executors: Vec<[Executor; 2]>,
    /// What was written in these turns: before which state, where, and what.
    writes: Vec<Written>,
    /// A cell that is the same in all of these states, and differed when the memory was last compared.
    different: usize,
    /// For how many more paths nothing is compared.
    rest: u64,
    /// How many paths have passed since these states were kept, and how many must pass before others are kept.
    passed: u64,
    patience: u64,
}

#[derive(Debug, Clone, Copy)]
struct Written {
    before: usize,
    address: usize,
    id: u16,
}

impl Returns {
    pub(super) fn new() -> Self {
        Self {
            memory: Vec::new(),
            turn: 0,
            executors: Vec::new(),
            writes: Vec::new(),
            different: 0,
            rest: 0,
            passed: 0,
            patience: FIRST_PATIENCE,
        }
    }

    /// Forgets all states.
    pub(super) fn restart(&mut self) {
        self.executors.clear();
        self.memory.clear();
        self.rest = 0;
        self.passed = 0;
        self.patience = FIRST_PATIENCE;
    }

    /// Passes the state between two paths, and checks whether the match has been in it before.
    #[inline(always)]
    pub(super) fn pass(&mut self, state: &State) -> Looked {
        self.passed += 1;
        if self.rest > 0 {
            self.rest -= 1;
            return Looked::NotYet;
        }
        match self.memory.get(self.different) {
            Some(id) if state.memory.cells[self.different % CELLS].id == *id => self.compare(state),
            _ => Looked::NotYet,
        }
    }

    /// Whether enough paths have passed to keep other states.
    #[inline(always)]
    pub(super) fn is_impatient(&self) -> bool {
        self.passed >= self.patience
    }

    /// Keeps the states of the next turns, which are played turn by turn.
    pub(super) fn keep(&mut self, state: &mut State) -> Looked {
        self.passed = 0;
        self.patience *= 2;
        self.rest = 0;
        self.memory.clear();
        self.memory.extend(state.memory.cells[..CELLS].iter().map(|cell| cell.id));
        self.turn = state.turn;
        self.executors.clear();
        self.writes.clear();
        for _ in 0..TURNS {
            self.executors.push(state.executors);
            state.turn += 1;
            let mut notes = Notes { before: self.executors.len(), writes: &mut self.writes };
            if let Some(alive) = state.memory.turn(&mut state.executors, state.turn, &mut notes) {
                return Looked::Ended(alive);
            }
        }
        // A cell that is the same in all of these states.
        let is_written = |address: usize| self.writes.iter().any(|write| write.address == address);
        self.different = (0..CELLS).find(|&address| !is_written(address)).unwrap_or(0);
        Looked::NotYet
    }

    #[inline(never)]
    fn compare(&mut self, state: &State) -> Looked {
        let Some(nth) = self.executors.iter().position(|then| *then == state.executors) else {
            return Looked::NotYet;
        };
        let id = |address: usize| state.memory.cells[address].id;
        // The last write to a cell before that state decides. Without one, the cell was as it is in the memory.
        let then = |address: usize| {
            let last = self.writes.iter().rev().find(|write| write.before <= nth && write.address == address);
            last.map_or(self.memory[address], |write| write.id)
        };
        if self.writes.iter().any(|write| id(write.address) != then(write.address)) {
            return Looked::NotYet;
        }
        // The search begins with the cell that differed last: if two cells take turns to differ, the other one is found
        // soon.
        let is_other =
            |address: &usize| id(*address) != self.memory[*address] && id(*address) != then(*address);
        match (self.different..CELLS).chain(0..self.different).find(is_other) {
            None => Looked::Returned { period: state.turn - (self.turn + nth as u64) },
            Some(address) => {
                self.different = address;
                self.rest = REST;
                Looked::NotYet
            }
        }
    }
}

/// Notes down the writes of a turn.
struct Notes<'a> {
    before: usize,
    writes: &'a mut Vec<Written>,
}

impl Observer for Notes<'_> {
    fn event(&mut self, event: Event) {
        if let EventKind::Write { cell, after, .. } = event.kind {
            let id = u16::try_from(after).expect("ids have 16 bits");
            self.writes.push(Written { before: self.before, address: cell, id });
        }
    }
}

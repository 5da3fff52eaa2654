//! A picture of a match at one turn, as plain data.

use std::borrow::Cow;

/// What a match looks like after some turn. Every viewer draws from this, and conformance cases
/// compare it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Frame {
    /// Turns played.
    pub turn: u64,
    /// Numbers a seat, by name: positions, registers, counts.
    pub registers: Vec<(&'static str, Vec<u64>)>,
    /// The board or memory from cell 0 on, in longest runs of equal cells.
    pub cells: Vec<Run>,
}

/// Cells next to each other that hold the same.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Run {
    /// What each of them holds, in the game's canonical text.
    pub text: Cow<'static, str>,
    /// How many there are.
    pub count: usize,
}

impl Frame {
    /// The numbers called `name`, or nothing if this game has none of that name.
    #[must_use]
    pub fn register(&self, name: &str) -> &[u64] {
        self.registers.iter().find(|(known, _)| *known == name).map_or(&[], |(_, numbers)| numbers)
    }

    /// What a cell holds; nothing if there is no such cell.
    #[must_use]
    pub fn cell(&self, cell: usize) -> Option<&Cow<'static, str>> {
        let mut first = 0;
        let run = self.cells.iter().find(|run| {
            first += run.count;
            cell < first
        });
        run.map(|run| &run.text)
    }
}

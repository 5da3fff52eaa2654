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

    /// What the cells from `first` on hold, round and round: after the last comes cell 0.
    pub fn cells_from(&self, first: usize) -> impl Iterator<Item = &Cow<'static, str>> {
        let mut end = 0;
        let runs_before = self.cells.iter().take_while(|run| {
            end += run.count;
            end <= first
        });
        let nth = runs_before.count();
        let first_run = self.cells.get(nth).map(|run| (run, end - first));
        let others = self.cells.iter().skip(nth + 1).chain(self.cells.iter().cycle());
        let runs = first_run.into_iter().chain(others.map(|run| (run, run.count)));
        runs.flat_map(|(run, count)| std::iter::repeat_n(&run.text, count))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_go_on_at_the_first_after_the_last() {
        let run = |text: &'static str, count| Run { text: text.into(), count };
        let frame = Frame { turn: 0, registers: vec![], cells: vec![run("a", 2), run("b", 1), run("c", 3)] };
        let from = |first| frame.cells_from(first).take(8).map(AsRef::as_ref).collect::<String>();
        assert_eq!([from(0), from(1), from(2)], ["aabcccaa", "abcccaab", "bcccaabc"]);
        assert_eq!([from(3), from(5)], ["cccaabcc", "caabccca"]);
        assert_eq!(from(6), from(0), "beyond the last cell");
        let nothing = Frame { cells: vec![], ..frame };
        assert_eq!(nothing.cells_from(3).next(), None);
    }
}

//! The visible state of a match at one turn, as plain data.

use std::borrow::Cow;
use std::ops::Deref;

/// The visible state of a match after a turn. Every viewer draws from it, and conformance cases
/// compare it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Frame {
    /// Turns played.
    pub turn: u64,
    /// One number per seat for each name: positions, registers, counts.
    pub registers: Vec<(&'static str, Vec<u64>)>,
    /// The board or memory from cell 0 on, in the longest possible runs of equal cells.
    pub cells: Cells,
}

/// Adjacent cells with the same content.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Run {
    /// The content of each cell, in the game's canonical text.
    pub text: Cow<'static, str>,
    /// How many cells there are.
    pub count: usize,
}

/// The cells of a board in runs. Boards of many players have millions of runs, but any cell is found at once.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Cells {
    runs: Vec<Run>,
    /// The first cell of every [`STRIDE`]th run.
    marks: Vec<usize>,
}

/// Finding a cell goes through at most this many runs.
const STRIDE: usize = 64;

impl Frame {
    /// The numbers of the register `name`, one per seat; empty if this game has no register of that name.
    #[must_use]
    pub fn register(&self, name: &str) -> &[u64] {
        self.registers.iter().find(|(known, _)| *known == name).map_or(&[], |(_, numbers)| numbers)
    }

    /// The content of a cell; `None` if there is no such cell.
    #[must_use]
    pub fn cell(&self, cell: usize) -> Option<&Cow<'static, str>> {
        self.cells.runs_from(cell).next().map(|(_, run)| &run.text)
    }

    /// The contents of the cells from `first` on, without end: cell 0 follows the last one.
    pub fn cells_from(&self, first: usize) -> impl Iterator<Item = &Cow<'static, str>> {
        let rest = move |(start, run): (usize, _)| (run, start, first);
        let to_the_end = self.cells.runs_from(first).map(rest);
        let round = self.cells.iter().cycle().map(|run| (run, 0, 0));
        to_the_end.chain(round).flat_map(|(run, start, first): (&Run, usize, usize)| {
            std::iter::repeat_n(&run.text, run.count - first.saturating_sub(start))
        })
    }
}

impl Cells {
    /// The runs, starting with the one that holds this cell. Each comes with its first cell. There are none if there is
    /// no such cell.
    pub fn runs_from(&self, cell: usize) -> impl Iterator<Item = (usize, &Run)> {
        let mark = self.marks.partition_point(|first| *first <= cell).saturating_sub(1);
        let mut next = self.marks.get(mark).copied().unwrap_or(0);
        let runs = self.runs.get(mark * STRIDE..).unwrap_or_default();
        let placed = runs.iter().map(move |run| {
            next += run.count;
            (next - run.count, run)
        });
        placed.skip_while(move |(first, run)| first + run.count <= cell)
    }
}

impl From<Vec<Run>> for Cells {
    fn from(runs: Vec<Run>) -> Self {
        let mut first = 0;
        let mut marks = Vec::with_capacity(runs.len().div_ceil(STRIDE));
        for (index, run) in runs.iter().enumerate() {
            if index % STRIDE == 0 {
                marks.push(first);
            }
            first += run.count;
        }
        Self { runs, marks }
    }
}

impl FromIterator<Run> for Cells {
    fn from_iter<I: IntoIterator<Item = Run>>(runs: I) -> Self {
        Vec::from_iter(runs).into()
    }
}

impl Deref for Cells {
    type Target = [Run];

    fn deref(&self) -> &[Run] {
        &self.runs
    }
}

impl<'c> IntoIterator for &'c Cells {
    type Item = &'c Run;
    type IntoIter = std::slice::Iter<'c, Run>;

    fn into_iter(self) -> Self::IntoIter {
        self.runs.iter()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn frame(runs: impl IntoIterator<Item = (&'static str, usize)>) -> Frame {
        let run = |(text, count): (&'static str, usize)| Run { text: text.into(), count };
        Frame { turn: 0, registers: vec![], cells: runs.into_iter().map(run).collect() }
    }

    #[test]
    fn cells_go_on_at_the_first_after_the_last() {
        let three = frame([("a", 2), ("b", 1), ("c", 3)]);
        let from = |first| three.cells_from(first).take(8).map(AsRef::as_ref).collect::<String>();
        assert_eq!([from(0), from(1), from(2)], ["aabcccaa", "abcccaab", "bcccaabc"]);
        assert_eq!([from(3), from(5)], ["cccaabcc", "caabccca"]);
        assert_eq!(from(6), from(0), "beyond the last cell");
        assert_eq!(frame([]).cells_from(3).next(), None);
    }

    #[test]
    fn every_cell_of_many_runs_is_found() {
        // Runs of 1, 2, 3, 1, 2, 3, … cells, on both sides of the marks.
        let runs = (0..10 * STRIDE + 7).map(|index| (["a", "b", "c"][index % 3], index % 3 + 1));
        let many = frame(runs.clone());
        let plain: Vec<&str> = runs.flat_map(|(text, count)| std::iter::repeat_n(text, count)).collect();
        for (cell, text) in plain.iter().enumerate() {
            assert_eq!(many.cell(cell).map(AsRef::as_ref), Some(*text), "{cell}");
            let (first, run) = many.cells.runs_from(cell).next().expect("there is such a cell");
            assert!(first <= cell && cell < first + run.count, "{cell}");
        }
        assert_eq!(many.cell(plain.len()), None);
        assert_eq!(frame([]).cell(0), None);
    }
}

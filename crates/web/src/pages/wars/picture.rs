//! The Array as a picture: a square for each cell, coloured by its owner.

use std::fmt::Write as _;

use crate::wars::{RoundView, Seat, WarFiles};

/// The most squares, to keep the page small.
const MAX_SQUARES: usize = 1000;

/// The most stretches that are listed in words.
const MAX_STRETCHES: usize = 200;

/// A picture of the Array after a round.
pub(super) struct Picture {
    pub(super) columns: usize,
    pub(super) lines: usize,
    /// The CSS class and the SVG path of each owner's squares; squares without an owner come last.
    pub(super) paths: Vec<(String, String)>,
    /// What the picture shows, in words.
    pub(super) words: String,
    /// How many cells a square stands for.
    pub(super) cells_per_square: usize,
    /// Stretches of neighbouring cells with one owner: the place and the owner's name.
    pub(super) stretches: Vec<(String, String)>,
}

impl Picture {
    /// Returns the picture of the Array after a round.
    pub(super) fn of(files: &WarFiles, round: &RoundView) -> Self {
        let owners: Vec<Option<Seat>> =
            round.owners.iter().flat_map(|&(cells, owner)| std::iter::repeat_n(owner, cells)).collect();
        let cells_per_square = owners.len().div_ceil(MAX_SQUARES).max(1);
        let squares: Vec<Option<Seat>> = owners.chunks(cells_per_square).map(most_frequent).collect();
        let columns = columns_for(squares.len());
        let path = |owner: Option<Seat>| {
            let mut path = String::new();
            for (at, _) in squares.iter().enumerate().filter(|(_, one)| **one == owner) {
                let _ = write!(path, "M{} {}h.9v.9h-.9z", at % columns, at / columns);
            }
            path
        };
        let seats = (0..files.players.len()).map(Some).chain([None]);
        let class = |owner: Option<Seat>| owner.map_or_else(|| "empty".to_owned(), |seat| format!("p{seat}"));
        Self {
            columns,
            lines: squares.len().div_ceil(columns),
            paths: seats
                .map(|owner| (class(owner), path(owner)))
                .filter(|(_, path)| !path.is_empty())
                .collect(),
            words: in_words(files, round),
            cells_per_square,
            stretches: stretches(files, round),
        }
    }
}

/// Returns the number of columns for a number of squares: about twice as many columns as lines.
fn columns_for(squares: usize) -> usize {
    let mut columns = 1;
    while columns * columns < 2 * squares {
        columns += 1;
    }
    columns
}

/// Returns the owner of most of these cells; in a tie, the one that comes first.
fn most_frequent(cells: &[Option<Seat>]) -> Option<Seat> {
    let count = |owner: &Option<Seat>| cells.iter().filter(|one| *one == owner).count();
    cells.iter().rev().max_by_key(|owner| count(owner)).copied().flatten()
}

fn in_words(files: &WarFiles, round: &RoundView) -> String {
    let owned: Vec<String> = round
        .cells
        .iter()
        .enumerate()
        .filter(|(_, cells)| **cells > 0)
        .map(|(seat, cells)| format!("{} {cells}", files.player(seat)))
        .collect();
    let empty = files.size as u64 - round.cells.iter().sum::<u64>().min(files.size as u64);
    let owned = if owned.is_empty() { String::new() } else { format!("{}, ", owned.join(", ")) };
    format!("The Array after round {}: of {} cells, {owned}empty {empty}", round.number, files.size)
}

fn stretches(files: &WarFiles, round: &RoundView) -> Vec<(String, String)> {
    let mut first = 0;
    let mut all = Vec::new();
    for &(cells, owner) in &round.owners {
        if let Some(seat) = owner {
            let last = first + cells - 1;
            let place = if first == last { first.to_string() } else { format!("{first} to {last}") };
            all.push((place, files.player(seat).to_owned()));
        }
        first += cells;
    }
    all.truncate(MAX_STRETCHES);
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_square_has_the_colour_of_most_of_its_cells() {
        assert_eq!(most_frequent(&[Some(1), None, Some(1)]), Some(1));
        assert_eq!(most_frequent(&[None, Some(2), None]), None);
        assert_eq!(most_frequent(&[Some(3), Some(2)]), Some(3));
    }

    #[test]
    fn all_squares_have_room() {
        for squares in 1..=MAX_SQUARES {
            let columns = columns_for(squares);
            assert!(columns * squares.div_ceil(columns) >= squares && columns <= 2 * MAX_SQUARES);
        }
        assert_eq!(columns_for(100), 15);
    }
}

//! Sets of squares as bits.

use super::{O, X};

/// Columns of the board (S3).
pub const COLUMNS: usize = 32;
/// Rows of the board (S3).
pub const ROWS: usize = 16;
/// Squares of the board. The one in row r and column c is number 32 r + c.
pub const CELLS: usize = ROWS * COLUMNS;

/// The squares on which X and O start: the corners at the top left and at the bottom right.
pub(super) const STARTS: [usize; 2] = {
    let mut starts = [0; 2];
    starts[X] = 0;
    starts[O] = CELLS - 1;
    starts
};

/// A set of squares: one word per row, from the top, with bit c for column c.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Squares(pub [u32; ROWS]);

impl Squares {
    /// The set of one square.
    pub(super) fn of(cell: usize) -> Self {
        let mut squares = Self::default();
        squares.insert(cell);
        squares
    }

    /// Whether the square is in the set.
    pub(super) fn contains(&self, cell: usize) -> bool {
        self.0[cell / COLUMNS] >> (cell % COLUMNS) & 1 == 1
    }

    pub(super) fn insert(&mut self, cell: usize) {
        self.0[cell / COLUMNS] |= 1 << (cell % COLUMNS);
    }

    pub(super) fn remove(&mut self, cell: usize) {
        self.0[cell / COLUMNS] &= !(1 << (cell % COLUMNS));
    }

    /// How many squares are in it.
    #[must_use]
    pub fn count(&self) -> u32 {
        self.0.iter().map(|row| row.count_ones()).sum()
    }

    /// The squares, by number.
    pub fn cells(&self) -> impl Iterator<Item = usize> {
        self.0.into_iter().enumerate().flat_map(|(row, mut bits)| {
            std::iter::from_fn(move || {
                let column = (bits != 0).then(|| bits.trailing_zeros() as usize)?;
                bits &= bits - 1;
                Some(row * COLUMNS + column)
            })
        })
    }
}

//! The board: a ring of squares and the walks between its brackets.

use std::borrow::Cow;
use std::ops::{Deref, DerefMut};

use super::blocks::Blocks;
use super::symbol::{OPEN, PLUS, R, next};
use super::walks::{SYMBOL, Walks};

/// The board of a match.
#[derive(Debug, Clone)]
pub(super) struct Ring {
    /// The squares, as far as they are written, and [`EDGE`] after the last one. While turns are played, brackets whose
    /// walks are remembered are marked. At all other times, the squares are plain symbols.
    cells: Vec<u8>,
    blocks: Blocks,
    walks: Walks,
}

/// This many squares of a view lie to the left of its square.
const VIEW_LEFTWARD: usize = 3;

/// The value one past the last square, where the ring goes on at square 0.
pub(super) const EDGE: u8 = 7;

impl Ring {
    /// A ring of `squares` squares, all `r`.
    pub(super) fn new(squares: usize) -> Self {
        let mut cells = vec![R; squares + 1];
        cells[squares] = EDGE;
        Self { cells, blocks: Blocks::new(squares), walks: Walks::new(squares) }
    }

    /// Makes every square `r`.
    pub(super) fn clear(&mut self) {
        self.walks.clear(&mut self.cells);
        self.blocks.clear(&mut self.cells);
    }

    /// Writes a base onto the board before the match.
    pub(super) fn place(&mut self, start: usize, base: &[u8]) {
        self.blocks.mix_all(&mut self.cells, start, start + base.len() - 1);
        self.cells[start..start + base.len()].copy_from_slice(base);
        self.walks.put(&self.cells, start, start + base.len() - 1);
    }

    /// All squares, from the left edge on.
    pub(super) fn squares(&self) -> Cow<'_, [u8]> {
        let squares = &self.cells[..self.cells.len() - 1];
        self.blocks.all_written(squares).map_or(Cow::Borrowed(squares), Cow::Owned)
    }

    /// The symbol on a square, if there is such a square.
    pub(super) fn symbol(&self, square: usize) -> Option<u8> {
        (square < self.cells.len() - 1).then(|| self.blocks.symbol(&self.cells, square))
    }

    /// The board in the form on which turns are played.
    pub(super) fn play(&mut self) -> Playing<'_> {
        let last = self.cells.len() - 2;
        Playing(Board { cells: &mut self.cells, blocks: &mut self.blocks, walks: &mut self.walks, last })
    }
}

/// A ring on which turns are played. When this is dropped, the ring has plain symbols again.
pub(super) struct Playing<'r>(Board<'r>);

impl<'r> Deref for Playing<'r> {
    type Target = Board<'r>;

    fn deref(&self) -> &Board<'r> {
        &self.0
    }
}

impl<'r> DerefMut for Playing<'r> {
    fn deref_mut(&mut self) -> &mut Board<'r> {
        &mut self.0
    }
}

impl Drop for Playing<'_> {
    fn drop(&mut self) {
        self.0.walks.forget(self.0.cells);
    }
}

/// A ring while turns are played on it. Its parts are directly at hand, so that the turn loop keeps them in registers.
pub(super) struct Board<'r> {
    cells: &'r mut [u8],
    blocks: &'r mut Blocks,
    walks: &'r mut Walks,
    /// The right-most square.
    last: usize,
}

impl Board<'_> {
    /// The board once more, for a function that is rarely called. This way, the address of the original board stays
    /// unknown to that function. Otherwise the parts of the board would have to be looked up at every turn.
    #[inline(always)]
    pub(super) fn again(&mut self) -> Board<'_> {
        Board { cells: self.cells, blocks: self.blocks, walks: self.walks, last: self.last }
    }

    /// Makes sure that a player's agents stay on written cells for this many turns, at most
    /// [`super::blocks::MOST_ROUNDS`].
    pub(super) fn write_for(&mut self, commander: usize, robot: usize, rounds: usize) {
        self.blocks.write_for_commander(self.cells, commander, rounds);
        self.blocks.write_for_robot(self.cells, robot, rounds);
    }

    /// The symbol on a square, marked if it is a bracket whose walk is remembered, or [`EDGE`].
    #[inline(always)]
    pub(super) fn cell(&self, square: usize) -> u8 {
        self.cells[square]
    }

    /// The square to the right. To the right of the right edge is the left-most square.
    #[inline(always)]
    pub(super) fn right_of(&self, square: usize) -> usize {
        if square == self.last { 0 } else { square + 1 }
    }

    /// The square to the left. To the left of the left edge is the right-most square.
    #[inline(always)]
    pub(super) fn left_of(&self, square: usize) -> usize {
        if square == 0 { self.last } else { square - 1 }
    }

    /// Changes a square to the next symbol. Returns the symbols before and after the change. Turns write to the board
    /// only here and in [`Board::increment_plain`].
    pub(super) fn increment(&mut self, square: usize) -> (u8, u8) {
        let before = self.cells[square] & SYMBOL;
        let after = next(before);
        self.cells[square] = after;
        self.blocks.mix(square);
        // `+` became `[`, `[` became `]`, or `]` became `r`.
        if before >= PLUS {
            self.walks.change(self.cells, square, before);
        }
        (before, after)
    }

    /// [`Board::increment`], if no search and no remembered walk needs to know of the change. Otherwise it changes
    /// nothing and returns false.
    #[inline(always)]
    pub(super) fn increment_plain(&mut self, square: usize) -> bool {
        let before = self.cells[square];
        if before >= PLUS && !self.walks.change_plain(square, before) {
            return false;
        }
        self.cells[square] = next(before);
        self.blocks.mix(square);
        true
    }

    /// Sets a square to any symbol. This only happens by hand.
    pub(super) fn set(&mut self, square: usize, symbol: u8) {
        self.change(square, square, |cells| {
            let before = std::mem::replace(&mut cells[0], symbol);
            before.max(symbol) >= OPEN
        });
    }

    /// How many squares there are.
    pub(super) fn squares(&self) -> usize {
        self.last + 1
    }

    /// The symbol on a square.
    pub(super) fn symbol(&self, square: usize) -> u8 {
        self.blocks.symbol(self.cells, square)
    }

    /// Whether the squares from `first` on hold these symbols. It may return false for squares that do, if no agent has
    /// come near them.
    pub(super) fn holds(&self, first: usize, symbols: &[u8]) -> bool {
        let cells = self.blocks.written(self.cells, first, symbols.len());
        cells.is_some_and(|cells| {
            cells.iter().zip(symbols).fold(0, |differs, (cell, symbol)| differs | (cell & SYMBOL) ^ symbol)
                == 0
        })
    }

    /// The symbols around this square, one byte each, if there are enough squares on both sides. This is only a hint
    /// for telling places apart, since some of these squares may not be written.
    pub(super) fn view(&self, square: usize) -> Option<u64> {
        let first = square.checked_sub(VIEW_LEFTWARD)?;
        let cells = self.cells[..=self.last].get(first..first + size_of::<u64>())?;
        let all = u64::from_le_bytes(cells.try_into().expect("they are as many as a word has bytes"));
        Some(all & u64::from_le_bytes([SYMBOL; 8]))
    }

    /// How many squares in a row hold one of the `allowed` symbols (bit `v` for value `v`), from `first` on, up to
    /// `last`.
    pub(super) fn run_rightward(&self, first: usize, last: usize, allowed: u8) -> usize {
        self.blocks.run_rightward(self.cells, first, last, allowed)
    }

    /// Like [`Board::run_rightward`], but leftwards from `last` down to `first`.
    pub(super) fn run_leftward(&self, first: usize, last: usize, allowed: u8) -> usize {
        self.blocks.run_leftward(self.cells, first, last, allowed)
    }

    /// Like [`Board::run_rightward`], for sets that differ from square to square ([`Blocks::run_along_rightward`]).
    pub(super) fn run_along_rightward(&self, first: usize, last: usize, pattern: &[u8]) -> usize {
        self.blocks.run_along_rightward(self.cells, first, last, pattern)
    }

    /// Like [`Board::run_leftward`], for sets that differ from square to square ([`Blocks::run_along_leftward`]).
    pub(super) fn run_along_leftward(&self, first: usize, last: usize, pattern: &[u8]) -> usize {
        self.blocks.run_along_leftward(self.cells, first, last, pattern)
    }

    /// Changes symbols from `first` to `last`. `change` gets them without marks, and returns whether any symbol that it
    /// changes was or is a bracket.
    pub(super) fn change(&mut self, first: usize, last: usize, change: impl FnOnce(&mut [u8]) -> bool) {
        self.blocks.mix_all(self.cells, first, last);
        self.walks.change_many(self.cells, first, last, |cells| change(&mut cells[first..=last]));
    }

    /// Changes the symbols from `first` to `last` by this many steps.
    pub(super) fn add(&mut self, first: usize, last: usize, steps: u8) {
        let add = |cells: &mut [u8]| self.blocks.add(cells, first, last, steps);
        self.walks.change_many(self.cells, first, last, add);
    }

    /// Where the walk from any bracket ends. It is the remembered walk if there is one, or else the result of
    /// [`Walks::find`].
    pub(super) fn walk(&mut self, square: usize, symbol: u8) -> Option<usize> {
        match self.remembered_walk(square) {
            None => self.walks.find(self.cells, square, symbol),
            remembered => remembered,
        }
    }

    /// Where the walk from a bracket ends, if it is marked.
    #[inline(always)]
    pub(super) fn remembered_walk(&self, square: usize) -> Option<usize> {
        self.walks.remembered(square, self.cells[square])
    }
}

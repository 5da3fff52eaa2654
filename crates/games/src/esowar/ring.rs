//! The board: a ring of squares, the index of its brackets, and what is remembered of recent walks.

use super::brackets::{Brackets, LEAF_SQUARES};
use super::symbol::{CLOSE, OPEN, PLUS, R, next};

/// How many walks are remembered. A power of two; a walk from square `s` is kept in slot `s` modulo
/// this, so the loops of a base of this length do not push one another out.
const REMEMBERED_WALKS: usize = 1024;

/// The longest walk that is remembered, in leaves: each must be marked when the walk is remembered.
const MAX_REMEMBERED_LEAVES: usize = 4;

/// A walk to a matching bracket, made before.
#[derive(Debug, Clone, Copy, Default)]
struct Walk {
    /// The age and the square it was made in and from. An age of 0 is no walk.
    key: u64,
    /// Where it led.
    target: u32,
}

/// The board of a match.
#[derive(Debug, Clone)]
pub(super) struct Ring {
    squares: Vec<u8>,
    brackets: Brackets,
    walks: Vec<Walk>,
    /// Goes up when a bracket changes in a leaf that some remembered walk crossed: no walk of an
    /// earlier age counts any more.
    age: u32,
    /// For each leaf, the latest age in which a walk that crossed it was remembered.
    crossed: Vec<u32>,
}

impl Ring {
    /// A ring of `squares` squares, all `r`.
    pub(super) fn new(squares: usize) -> Self {
        Self {
            squares: vec![R; squares],
            brackets: Brackets::new(squares),
            walks: vec![Walk::default(); REMEMBERED_WALKS],
            age: 1,
            crossed: vec![0; squares.div_ceil(LEAF_SQUARES)],
        }
    }

    /// Makes every square `r`.
    pub(super) fn clear(&mut self) {
        self.squares.fill(R);
        self.brackets.clear();
        self.forget_walks();
    }

    /// Writes a base onto the board before the match.
    pub(super) fn place(&mut self, start: usize, base: &[u8]) {
        self.squares[start..start + base.len()].copy_from_slice(base);
        for (square, &symbol) in (start..).zip(base) {
            if matches!(symbol, OPEN | CLOSE) {
                self.brackets.set(square, symbol == OPEN, symbol == CLOSE);
            }
        }
    }

    /// All squares from the left edge on.
    pub(super) fn squares(&self) -> &[u8] {
        &self.squares
    }

    /// The symbol on a square.
    #[inline]
    pub(super) fn read(&self, square: usize) -> u8 {
        self.squares[square]
    }

    /// The square to the right; the left-most one from the right edge.
    #[inline]
    pub(super) fn right_of(&self, square: usize) -> usize {
        let right = square + 1;
        if right == self.squares.len() { 0 } else { right }
    }

    /// The square to the left; the right-most one from the left edge.
    #[inline]
    pub(super) fn left_of(&self, square: usize) -> usize {
        if square == 0 { self.squares.len() - 1 } else { square - 1 }
    }

    /// Changes a square to the next symbol, and says what was on it and what is on it now. The only
    /// way in which a match writes to the board.
    #[inline]
    pub(super) fn increment(&mut self, square: usize) -> (u8, u8) {
        let before = self.squares[square];
        let after = next(before);
        self.squares[square] = after;
        if before >= PLUS {
            self.bracket_changed(square, after);
        }
        (before, after)
    }

    /// `+` became `[`, `[` became `]`, or `]` became `r`.
    fn bracket_changed(&mut self, square: usize, after: u8) {
        self.brackets.set(square, after == OPEN, after == CLOSE);
        if self.crossed[square / LEAF_SQUARES] == self.age {
            self.age += 1;
            if self.age == u32::MAX {
                self.forget_walks();
            }
        }
    }

    fn forget_walks(&mut self) {
        self.walks.fill(Walk::default());
        self.crossed.fill(0);
        self.age = 1;
    }

    /// Where a walk from the bracket on `square` ends: from a `[` one square past the matching `]`,
    /// from a `]` on the matching `[`. Nothing if there is no match.
    #[inline]
    pub(super) fn walk(&mut self, square: usize, symbol: u8) -> Option<usize> {
        let walk = self.walks[square % REMEMBERED_WALKS];
        if walk.key == self.key(square) { Some(walk.target as usize) } else { self.walk_anew(square, symbol) }
    }

    #[inline]
    fn key(&self, square: usize) -> u64 {
        u64::from(self.age) << 32 | square as u64
    }

    #[inline(never)]
    fn walk_anew(&mut self, square: usize, symbol: u8) -> Option<usize> {
        let (matching, target) = if symbol == OPEN {
            let matching = self.brackets.match_right(square)?;
            (matching, self.right_of(matching))
        } else {
            let matching = self.brackets.match_left(square)?;
            (matching, matching)
        };
        self.remember(square, symbol, matching, target);
        Some(target)
    }

    /// Remembers a walk that did not go over the edge of the board and is not too long.
    fn remember(&mut self, square: usize, symbol: u8, matching: usize, target: usize) {
        let (left, right) = if symbol == OPEN { (square, matching) } else { (matching, square) };
        if left > right {
            return;
        }
        let leaves = left / LEAF_SQUARES..right / LEAF_SQUARES + 1;
        if leaves.len() <= MAX_REMEMBERED_LEAVES {
            self.crossed[leaves].fill(self.age);
            let target = u32::try_from(target).expect("a board has at most 2^26 squares");
            self.walks[square % REMEMBERED_WALKS] = Walk { key: self.key(square), target };
        }
    }
}

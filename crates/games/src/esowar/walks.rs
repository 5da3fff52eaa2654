//! Walks to matching brackets, and a memory of them: loops make the same walk again and again.
//!
//! A bracket whose walk is remembered is marked in its cell. So the turn loop sees the mark when it reads the bracket,
//! and needs no search and no check. The mark of a short walk says how long the walk is; longer walks are in a table.
//! When a bracket changes where a remembered walk crosses, the short walks across that square are forgotten, and all
//! longer walks too.

use super::brackets::Brackets;
use super::symbol::{CLOSE, OPEN};

/// The bits of a cell that hold its symbol, whether or not the cell is marked.
pub(super) const SYMBOL: u8 = 7;

/// The mark of a cell stands above its symbol: 0 for no mark, [`IN_TABLE`], or the number of squares of the walk.
const MARK_SHIFT: u32 = 3;

/// The walk from a bracket with this mark is in the table.
const IN_TABLE: usize = 31;

/// Walks of fewer squares are kept in the mark itself.
const NEAR: usize = IN_TABLE;

/// How many longer walks are remembered. It is a power of two. A walk from square `s` is kept in slot `s` modulo this
/// number, so the loops of a base of this length do not displace one another.
const SLOTS: usize = 1024;

/// The longest walk that is remembered at once. Each of its squares must be watched.
const MAX_REMEMBERED: usize = 256;

/// The longest walk that is remembered if it is made again before a watched bracket changes.
const MAX_REMEMBERED_AGAIN: usize = 4096;

/// At most this many short walks are remembered. Before one more is remembered, all are forgotten.
const MAX_MARKED: usize = 1 << 18;

/// A walk that is remembered.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct Walk {
    from: u32,
    to: u32,
}

/// All brackets of a ring, and the walks between them that are remembered.
#[derive(Debug, Clone)]
pub(super) struct Walks {
    brackets: Brackets,
    /// The squares on which short walks begin. It may still hold squares whose walks are forgotten.
    marked: Vec<u32>,
    slots: Box<[Walk; SLOTS]>,
    /// The slots that hold a walk, each once.
    used: Vec<usize>,
    is_used: Box<[bool; SLOTS]>,
    /// The last walk that was too long to be remembered at once.
    long: Walk,
}

impl Walks {
    /// A ring of `squares` squares without brackets.
    pub(super) fn new(squares: usize) -> Self {
        Self {
            brackets: Brackets::new(squares),
            marked: Vec::new(),
            slots: Box::new([Walk::default(); SLOTS]),
            used: Vec::with_capacity(SLOTS),
            is_used: Box::new([false; SLOTS]),
            long: Walk::default(),
        }
    }

    /// Removes all brackets.
    pub(super) fn clear(&mut self, cells: &mut [u8]) {
        self.forget(cells);
        self.brackets.clear();
    }

    /// There may be new brackets on the squares from `first` to `last`.
    pub(super) fn put(&mut self, cells: &[u8], first: usize, last: usize) {
        self.brackets.replace(first, last, cells);
    }

    /// The symbol `before` on a square became the next one, and one of the two is a bracket.
    pub(super) fn change(&mut self, cells: &mut [u8], square: usize, before: u8) {
        if self.brackets.change(square, before) {
            self.forget_near(cells, square);
        }
    }

    /// Changes the squares from `first` to `last` by calling `change`. It gets all cells, and returns whether any cell
    /// that it changes was or is a bracket.
    pub(super) fn change_many(
        &mut self,
        cells: &mut [u8],
        first: usize,
        last: usize,
        change: impl FnOnce(&mut [u8]) -> bool,
    ) {
        if self.brackets.is_watched(first, last) {
            self.forget(cells);
        }
        if change(cells) {
            self.brackets.replace(first, last, cells);
        }
    }

    /// [`Brackets::change_plain`].
    #[inline(always)]
    pub(super) fn change_plain(&mut self, square: usize, before: u8) -> bool {
        self.brackets.change_plain(square, before)
    }

    /// Forgets every walk. This costs no more than remembering the walks did. So the amortised cost of a turn is O(log
    /// n), but a single turn may pay for all walks of the turns before it.
    pub(super) fn forget(&mut self, cells: &mut [u8]) {
        for square in self.marked.drain(..) {
            cells[square as usize] &= SYMBOL;
        }
        self.forget_long(cells);
        self.brackets.unwatch_all();
    }

    /// Forgets every short walk that crosses a square, and all longer walks. So the square need not be watched any
    /// more.
    fn forget_near(&mut self, cells: &mut [u8], square: usize) {
        cells[square] &= SYMBOL;
        let (left, right) = cells.split_at_mut(square);
        for (cell, distance) in left.iter_mut().rev().take(NEAR).zip(1..) {
            let crosses = *cell & SYMBOL == OPEN && *cell >> MARK_SHIFT > distance;
            *cell &= if crosses { SYMBOL } else { u8::MAX };
        }
        for (cell, distance) in right[1..].iter_mut().take(NEAR).zip(1..) {
            let crosses = *cell & SYMBOL == CLOSE && *cell >> MARK_SHIFT >= distance;
            *cell &= if crosses { SYMBOL } else { u8::MAX };
        }
        self.forget_long(cells);
        self.brackets.unwatch(square);
    }

    fn forget_long(&mut self, cells: &mut [u8]) {
        for slot in self.used.drain(..) {
            cells[self.slots[slot].from as usize] &= SYMBOL;
            self.is_used[slot] = false;
        }
        self.long = Walk::default();
    }

    /// Where the walk from the bracket on `square` ends; `None` if the bracket is not marked. `cell` is the bracket's
    /// cell.
    #[inline(always)]
    pub(super) fn remembered(&self, square: usize, cell: u8) -> Option<usize> {
        match usize::from(cell >> MARK_SHIFT) {
            0 => None,
            IN_TABLE => Some(self.slots[square % SLOTS].to as usize),
            way if cell & SYMBOL == OPEN => Some(square + way),
            way => Some(square - way),
        }
    }

    /// Where a walk from the bracket on `square` ends. From a `[`, it ends one past the matching `]`, which may be past
    /// the edge. From a `]`, it ends on the matching `[`. `None` if there is no match (E3).
    pub(super) fn find(&mut self, cells: &mut [u8], square: usize, symbol: u8) -> Option<usize> {
        let (matching, target) = if symbol == OPEN {
            let matching = self.brackets.match_right(square)?;
            (matching, matching + 1)
        } else {
            let matching = self.brackets.match_left(square)?;
            (matching, matching)
        };
        let goes_over_the_edge = (matching < square) == (symbol == OPEN);
        if !goes_over_the_edge {
            self.remember(cells, square, matching, target);
        }
        Some(target)
    }

    /// Remembers a walk if it is not too long. A walk in the table replaces the one in its slot.
    fn remember(&mut self, cells: &mut [u8], from: usize, matching: usize, to: usize) {
        let over = from.min(matching)..=from.max(matching);
        let way = from.abs_diff(to);
        if way < NEAR {
            if self.marked.len() == MAX_MARKED {
                self.forget(cells);
            }
            self.marked.push(small(from));
            cells[from] |= u8::try_from(way << MARK_SHIFT).expect("it is less than 32 before");
        } else if way <= MAX_REMEMBERED || way <= MAX_REMEMBERED_AGAIN && self.is_made_again(from, to) {
            let slot = from % SLOTS;
            if self.is_used[slot] {
                cells[self.slots[slot].from as usize] &= SYMBOL;
            } else {
                self.is_used[slot] = true;
                self.used.push(slot);
            }
            cells[from] |= u8::try_from(IN_TABLE << MARK_SHIFT).expect("it is less than 32 before");
            self.slots[slot] = Walk { from: small(from), to: small(to) };
        } else {
            return;
        }
        self.brackets.watch(over);
    }

    /// Whether the last long walk was this one.
    fn is_made_again(&mut self, from: usize, to: usize) -> bool {
        let walk = Walk { from: small(from), to: small(to) };
        std::mem::replace(&mut self.long, walk) == walk
    }
}

fn small(square: usize) -> u32 {
    u32::try_from(square).expect("a board has at most 2^26 squares")
}

//! Walks to matching brackets, and a memory of recent ones: loops make the same walk again and again.
//!
//! A bracket whose walk is remembered is marked in its cell ([`REMEMBERED`]), so that the turn loop
//! sees with the same look that it is one, and needs no search and no check. All is forgotten as soon
//! as a bracket changes where a remembered walk crossed.

use super::brackets::{Brackets, LEAF_SQUARES};
use super::symbol::OPEN;

/// The bit in the cell of a bracket whose walk is remembered. The symbol stands in the bits below.
pub(super) const REMEMBERED: u8 = 8;

/// The symbol in a cell, whether or not it is marked.
pub(super) const SYMBOL: u8 = 7;

/// How many walks are remembered. A power of two; a walk from square `s` is kept in slot `s` modulo
/// this, so the loops of a base of this length do not push one another out.
const SLOTS: usize = 1024;

/// The longest walk that is remembered, in leaves: each must be marked when the walk is remembered.
const MAX_REMEMBERED_LEAVES: usize = 4;

/// A walk that is remembered.
#[derive(Debug, Clone, Copy, Default)]
struct Walk {
    from: u32,
    to: u32,
}

/// All brackets of a ring, and the walks between them that are remembered.
#[derive(Debug, Clone)]
pub(super) struct Walks {
    brackets: Brackets,
    slots: Box<[Walk; SLOTS]>,
    /// The slots that hold a walk, each once.
    used: Vec<usize>,
    is_used: Box<[bool; SLOTS]>,
}

impl Walks {
    /// A ring of `squares` squares without brackets.
    pub(super) fn new(squares: usize) -> Self {
        Self {
            brackets: Brackets::new(squares),
            slots: Box::new([Walk::default(); SLOTS]),
            used: Vec::with_capacity(SLOTS),
            is_used: Box::new([false; SLOTS]),
        }
    }

    /// Takes all brackets away.
    pub(super) fn clear(&mut self, cells: &mut [u8]) {
        self.forget(cells);
        self.brackets.clear();
    }

    /// Puts a bracket on a square that had none.
    pub(super) fn put(&mut self, square: usize, symbol: u8) {
        self.brackets.put(square, symbol);
    }

    /// The symbol `before` on a square became the next one, and one of the two is a bracket.
    pub(super) fn change(&mut self, cells: &mut [u8], square: usize, before: u8) {
        if self.brackets.change(square, before) {
            self.forget(cells);
        }
    }

    /// Changes the squares from `first` to `last` by `change`, which says whether one of those that it changes was or is
    /// a bracket.
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
        if change(&mut cells[first..=last]) {
            self.brackets.replace(first, last, cells);
        }
    }

    /// [`Brackets::change_plain`].
    #[inline(always)]
    pub(super) fn change_plain(&mut self, square: usize, before: u8) -> bool {
        self.brackets.change_plain(square, before)
    }

    /// Forgets every walk. Costs no more than remembering them did: amortised, a turn costs O(log n); a
    /// single one may pay for [`SLOTS`] walks of turns before it.
    pub(super) fn forget(&mut self, cells: &mut [u8]) {
        for slot in self.used.drain(..) {
            cells[self.slots[slot].from as usize] &= SYMBOL;
            self.is_used[slot] = false;
        }
        self.brackets.unwatch_all();
    }

    /// Where the walk from a marked bracket ends.
    #[inline(always)]
    pub(super) fn remembered(&self, square: usize) -> usize {
        self.slots[square % SLOTS].to as usize
    }

    /// Where a walk from the bracket on `square` ends: from a `[` one past the matching `]`, which may
    /// be past the edge, from a `]` on the matching `[`. `None` if there is no match (E3).
    #[inline(never)]
    pub(super) fn find(&mut self, cells: &mut [u8], square: usize, symbol: u8) -> Option<usize> {
        let (over, target) = if symbol == OPEN {
            let matching = self.brackets.match_right(square)?;
            (square..matching, matching + 1)
        } else {
            let matching = self.brackets.match_left(square)?;
            (matching..square, matching)
        };
        let goes_over_the_edge = over.start > over.end;
        if !goes_over_the_edge {
            let leaves = over.start / LEAF_SQUARES..over.end / LEAF_SQUARES + 1;
            let small = |square| u32::try_from(square).expect("a board has at most 2^26 squares");
            self.remember(cells, Walk { from: small(square), to: small(target) }, leaves);
        }
        Some(target)
    }

    /// Remembers a walk if it is not too long, in place of the one in its slot.
    fn remember(&mut self, cells: &mut [u8], walk: Walk, leaves: std::ops::Range<usize>) {
        if leaves.len() > MAX_REMEMBERED_LEAVES {
            return;
        }
        let slot = walk.from as usize % SLOTS;
        if self.is_used[slot] {
            cells[self.slots[slot].from as usize] &= SYMBOL;
        } else {
            self.is_used[slot] = true;
            self.used.push(slot);
        }
        self.brackets.watch(leaves);
        cells[walk.from as usize] |= REMEMBERED;
        self.slots[slot] = walk;
    }
}

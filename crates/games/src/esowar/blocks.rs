//! Stretches of the board that hold the same symbol on every square.
//!
//! Most of a board is `r`, and robots that sweep squares turn all of them into the same other symbol. If a block is
//! known to be uniform, one look at the block shows all its squares. Its cells need not be written until an agent comes
//! near them, and on most of a board none ever does.
//!
//! Turns are played without looking at blocks. So all cells that agents may come to are written beforehand: those near
//! robots and commanders, and those that a commander may reach over a bracket. For the latter, the block after each
//! block that may hold a bracket is always written. So is the first block, in which the ring begins again.

use std::ops::Range;

use super::symbol::{OPEN, R, SYMBOLS, sum};
use super::walks::SYMBOL;
use super::wide;

/// Squares in a block. The last block may have fewer.
const BLOCK_SQUARES: usize = 512;

/// In this many rounds, no agent gets further than a block.
pub(super) const MOST_ROUNDS: usize = BLOCK_SQUARES - 1;

/// A block whose squares may differ. Its value is larger than that of any symbol.
const MIXED: u8 = SYMBOLS;

/// With this flag, a block is known to be uniform, but its cells are not written.
const UNWRITTEN: u8 = 8;

/// What is known about each block: the symbol on all its squares, perhaps with [`UNWRITTEN`], or [`MIXED`].
#[derive(Debug, Clone)]
pub(super) struct Blocks {
    known: Vec<u8>,
}

/// A part of the board in which the same is known about all blocks.
struct Part {
    /// One of the blocks.
    block: usize,
    first: usize,
    end: usize,
}

impl Blocks {
    /// A board of `squares` squares, all `r`.
    pub(super) fn new(squares: usize) -> Self {
        let mut known = vec![UNWRITTEN | R; squares.div_ceil(BLOCK_SQUARES)];
        known[0] = R;
        Self { known }
    }

    /// Makes every square `r`.
    pub(super) fn clear(&mut self, cells: &mut [u8]) {
        self.known.fill(UNWRITTEN | R);
        self.write(cells, 0);
    }

    /// The symbol on a square.
    pub(super) fn symbol(&self, cells: &[u8], square: usize) -> u8 {
        let known = self.known[square / BLOCK_SQUARES];
        (if known & UNWRITTEN == 0 { cells[square] } else { known }) & SYMBOL
    }

    /// The `length` cells from `first` on, if they are on the board and all are written.
    pub(super) fn written<'c>(&self, cells: &'c [u8], first: usize, length: usize) -> Option<&'c [u8]> {
        let squares = &cells[..cells.len() - 1];
        let blocks = first / BLOCK_SQUARES..(first + length).div_ceil(BLOCK_SQUARES);
        let known = self.known.get(blocks)?;
        if known.iter().any(|known| known & UNWRITTEN != 0) {
            None
        } else {
            squares.get(first..first + length)
        }
    }

    /// A copy of all squares, with every block written; `None` if all of them are written already.
    pub(super) fn all_written(&self, squares: &[u8]) -> Option<Vec<u8>> {
        if self.known.iter().all(|known| known & UNWRITTEN == 0) {
            return None;
        }
        let mut written = squares.to_vec();
        for (known, block) in self.known.iter().zip(written.chunks_mut(BLOCK_SQUARES)) {
            if known & UNWRITTEN != 0 {
                block.fill(known & SYMBOL);
            }
        }
        Some(written)
    }

    /// This square changes. It is in a block that is written, and the next block is written too.
    #[inline(always)]
    pub(super) fn mix(&mut self, square: usize) {
        self.known[square / BLOCK_SQUARES] = MIXED;
    }

    /// The squares from `first` to `last` are about to change to any symbols.
    pub(super) fn mix_all(&mut self, cells: &mut [u8], first: usize, last: usize) {
        self.write_for_brackets(cells, first, last);
        self.known[first / BLOCK_SQUARES..=last / BLOCK_SQUARES].fill(MIXED);
    }

    /// Writes the squares that a commander walks over in this many rounds. She is on this square or past the edge.
    pub(super) fn write_for_commander(&mut self, cells: &mut [u8], commander: usize, rounds: usize) {
        let squares = cells.len() - 1;
        let from = if commander == squares { 0 } else { commander };
        self.write_round_the_ring(cells, from, rounds.min(squares - 1));
    }

    /// Writes the squares that a robot on this square may come to in this many rounds. It also writes those that a
    /// commander may reach over brackets that the robot leaves there.
    pub(super) fn write_for_robot(&mut self, cells: &mut [u8], robot: usize, rounds: usize) {
        let squares = cells.len() - 1;
        let way = (2 * rounds).min(squares - 1);
        let from =
            if robot < rounds { (robot + squares - rounds % squares) % squares } else { robot - rounds };
        let last = self.write_round_the_ring(cells, from, way);
        self.write(cells, self.next(last));
    }

    /// Writes the blocks from a square on over `way` squares, which do not go quite round the ring. Returns the last
    /// block.
    fn write_round_the_ring(&mut self, cells: &mut [u8], from: usize, way: usize) -> usize {
        let squares = cells.len() - 1;
        let to = if from + way < squares { from + way } else { from + way - squares };
        let (mut block, last) = (from / BLOCK_SQUARES, to / BLOCK_SQUARES);
        self.write(cells, block);
        // A way that ends in the block in which it began may have gone round.
        if to < from && block == last {
            block = self.next(block);
            self.write(cells, block);
        }
        while block != last {
            block = self.next(block);
            self.write(cells, block);
        }
        last
    }

    fn next(&self, block: usize) -> usize {
        if block + 1 == self.known.len() { 0 } else { block + 1 }
    }

    /// Writes the blocks of the squares from `first` to `last`, where there may be brackets, and the next block.
    fn write_for_brackets(&mut self, cells: &mut [u8], first: usize, last: usize) {
        let last = last / BLOCK_SQUARES;
        for block in first / BLOCK_SQUARES..=last {
            self.write(cells, block);
        }
        self.write(cells, self.next(last));
    }

    #[inline(always)]
    fn write(&mut self, cells: &mut [u8], block: usize) {
        if self.known[block] & UNWRITTEN != 0 {
            self.write_now(cells, block);
        }
    }

    #[cold]
    fn write_now(&mut self, cells: &mut [u8], block: usize) {
        self.known[block] &= SYMBOL;
        let first = block * BLOCK_SQUARES;
        let end = (first + BLOCK_SQUARES).min(cells.len() - 1);
        cells[first..end].fill(self.known[block]);
    }

    /// How many squares in a row hold one of the `allowed` symbols (bit `v` for value `v`), from `first` on, up to
    /// `last`.
    pub(super) fn run_rightward(&self, cells: &[u8], first: usize, last: usize, allowed: u8) -> usize {
        self.rightward(first, last, |Part { block, first, end }| match self.known[block] {
            MIXED => wide::run_rightward(&cells[first..end], allowed),
            _ if self.leads_on(block, allowed) => end - first,
            _ => 0,
        })
    }

    /// Like [`Blocks::run_rightward`], but leftwards from `last` down to `first`.
    pub(super) fn run_leftward(&self, cells: &[u8], first: usize, last: usize, allowed: u8) -> usize {
        self.leftward(first, last, |Part { block, first, end }| match self.known[block] {
            MIXED => wide::run_leftward(&cells[first..end], allowed),
            _ if self.leads_on(block, allowed) => end - first,
            _ => 0,
        })
    }

    /// Like [`Blocks::run_rightward`], for sets that differ from square to square ([`wide::run_along_rightward`]).
    pub(super) fn run_along_rightward(
        &self,
        cells: &[u8],
        first: usize,
        last: usize,
        pattern: &[u8],
    ) -> usize {
        let (allowed, twice) = (allowed_throughout(pattern), pattern.repeat(2));
        self.rightward(first, last, |part| {
            let Part { block, first: at, end } = part;
            let pattern = &twice[(at - first) % pattern.len()..][..pattern.len()];
            match self.known[block] {
                MIXED => wide::run_along_rightward(&cells[at..end], pattern),
                _ if self.leads_on(block, allowed) => end - at,
                known => run_of(known & SYMBOL, pattern.iter()).min(end - at),
            }
        })
    }

    /// Like [`Blocks::run_leftward`], for sets that differ from square to square ([`wide::run_along_leftward`]).
    pub(super) fn run_along_leftward(
        &self,
        cells: &[u8],
        first: usize,
        last: usize,
        pattern: &[u8],
    ) -> usize {
        let (allowed, twice) = (allowed_throughout(pattern), pattern.repeat(2));
        self.leftward(first, last, |part| {
            let Part { block, first: begin, end } = part;
            let pattern = &twice[..twice.len() - (last + 1 - end) % pattern.len()];
            let pattern = &pattern[pattern.len() - twice.len() / 2..];
            match self.known[block] {
                MIXED => wide::run_along_leftward(&cells[begin..end], pattern),
                _ if self.leads_on(block, allowed) => end - begin,
                known => run_of(known & SYMBOL, pattern.iter().rev()).min(end - begin),
            }
        })
    }

    /// The length of a run of squares from `first` on, up to `last`. `run_in` says how far the run goes into a
    /// [`Part`], counted from the left.
    #[inline(always)]
    fn rightward(&self, first: usize, last: usize, run_in: impl Fn(Part) -> usize) -> usize {
        let mut at = first;
        while at <= last {
            let part = self.part_from(at, last);
            let end = part.end;
            at += run_in(part);
            if at < end {
                break;
            }
        }
        at - first
    }

    /// Like [`Blocks::rightward`], but from `last` down to `first`. `run_in` counts from the right.
    #[inline(always)]
    fn leftward(&self, first: usize, last: usize, run_in: impl Fn(Part) -> usize) -> usize {
        let mut end = last + 1;
        while end > first {
            let part = self.part_until(first, end);
            let begin = part.first;
            end -= run_in(part);
            if end > begin {
                break;
            }
        }
        last + 1 - end
    }

    /// The squares from `first` on, up to `last`, in blocks about which the same is known.
    fn part_from(&self, first: usize, last: usize) -> Part {
        let block = first / BLOCK_SQUARES;
        let alike = wide::run_rightward(&self.known[block..=last / BLOCK_SQUARES], self.alone(block));
        Part { block, first, end: (last + 1).min((block + alike) * BLOCK_SQUARES) }
    }

    /// The squares before `end`, from `first` on, in blocks about which the same is known.
    fn part_until(&self, first: usize, end: usize) -> Part {
        let block = (end - 1) / BLOCK_SQUARES;
        let alike = wide::run_leftward(&self.known[first / BLOCK_SQUARES..=block], self.alone(block));
        Part { block, first: first.max((block + 1 - alike) * BLOCK_SQUARES), end }
    }

    /// What is known about a block, as a set: the symbol on all its squares, or [`MIXED`].
    fn alone(&self, block: usize) -> u8 {
        1 << (self.known[block] & SYMBOL)
    }

    /// Whether all squares of a block are known to hold one of the `allowed` symbols.
    fn leads_on(&self, block: usize, allowed: u8) -> bool {
        let known = self.known[block];
        known != MIXED && allowed >> (known & SYMBOL) & 1 != 0
    }

    /// Changes unmarked squares from `first` to `last` by this many steps to the next symbol. Returns whether any of
    /// them was or is a bracket. If so, all of them are written afterwards.
    pub(super) fn add(&mut self, cells: &mut [u8], first: usize, last: usize, steps: u8) -> bool {
        let squares = cells.len() - 1;
        let (mut at, mut had_bracket) = (first, false);
        while at <= last {
            let Part { block, end, .. } = self.part_from(at, last);
            let is_mixed = self.known[block] == MIXED;
            let whole = block..if end == squares { self.known.len() } else { end / BLOCK_SQUARES };
            at = if !is_mixed && at == block * BLOCK_SQUARES && !whole.is_empty() {
                had_bracket |= self.add_to_alike(cells, whole.clone(), steps);
                end.min(whole.end * BLOCK_SQUARES)
            } else {
                let end = if is_mixed { end } else { end.min((block + 1) * BLOCK_SQUARES) };
                self.mix_all(cells, at, end - 1);
                had_bracket |= wide::add(&mut cells[at..end], steps);
                end
            };
        }
        if had_bracket {
            self.write_for_brackets(cells, first, last);
        }
        had_bracket
    }

    /// [`Blocks::add`] for whole blocks that are known to hold the same symbol. It writes as few blocks as possible.
    fn add_to_alike(&mut self, cells: &mut [u8], blocks: Range<usize>, steps: u8) -> bool {
        let before = self.known[blocks.start] & SYMBOL;
        let after = sum(before, steps);
        self.known[blocks.clone()].fill(UNWRITTEN | after);
        for block in blocks {
            if block == 0 || self.may_hold_brackets(block - 1) {
                self.write(cells, block);
            } else if after < OPEN {
                // This also holds for all blocks that follow.
                break;
            }
        }
        before.max(after) >= OPEN
    }

    fn may_hold_brackets(&self, block: usize) -> bool {
        self.known[block] & SYMBOL >= OPEN
    }
}

/// The symbols that are in every set of a pattern.
fn allowed_throughout(pattern: &[u8]) -> u8 {
    pattern.iter().fold(u8::MAX, |all, allowed| all & allowed)
}

/// How many squares with this symbol lead along a pattern that does not allow it everywhere.
fn run_of<'p>(symbol: u8, pattern: impl Iterator<Item = &'p u8>) -> usize {
    pattern.take_while(|allowed| **allowed >> symbol & 1 != 0).count()
}

#[cfg(test)]
mod tests;

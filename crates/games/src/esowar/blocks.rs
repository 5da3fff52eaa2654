//! Stretches of the board that hold the same symbol on every square.
//!
//! Most of a board is `r`, and what robots sweep becomes another symbol throughout. Where a block is known to be uniform, a
//! look at the block is a look at all its squares.

use super::symbol::{OPEN, R, SYMBOLS};
use super::track::sum;
use super::wide;

/// Squares of a block, but for the last one, which may have fewer.
const BLOCK_SQUARES: usize = 1024;

/// A block whose squares may differ.
const MIXED: u8 = SYMBOLS;

/// What is known of each block: the symbol on all its squares, or [`MIXED`].
#[derive(Debug, Clone)]
pub(super) struct Blocks {
    known: Vec<u8>,
}

/// A part of a block.
struct Part {
    block: usize,
    first: usize,
    end: usize,
}

impl Blocks {
    /// A board of `squares` squares, all `r`.
    pub(super) fn new(squares: usize) -> Self {
        Self { known: vec![R; squares.div_ceil(BLOCK_SQUARES)] }
    }

    /// Makes every square `r`.
    pub(super) fn clear(&mut self, squares: &mut [u8]) {
        for (known, block) in self.known.iter_mut().zip(squares.chunks_mut(BLOCK_SQUARES)) {
            if *known != R {
                block.fill(R);
                *known = R;
            }
        }
    }

    /// This square is changed.
    #[inline(always)]
    pub(super) fn mix(&mut self, square: usize) {
        self.known[square / BLOCK_SQUARES] = MIXED;
    }

    /// The squares from `first` to `last` are changed.
    pub(super) fn mix_all(&mut self, first: usize, last: usize) {
        self.known[first / BLOCK_SQUARES..=last / BLOCK_SQUARES].fill(MIXED);
    }

    /// How many squares from `first` on, up to `last`, hold one of the `allowed` symbols (bit `v` for value `v`).
    pub(super) fn run_rightward(&self, cells: &[u8], first: usize, last: usize, allowed: u8) -> usize {
        let mut at = first;
        while at <= last {
            let Part { block, end, .. } = part(at, last);
            let run = match self.known[block] {
                MIXED => wide::run_rightward(&cells[at..end], allowed),
                symbol if allowed >> symbol & 1 != 0 => end - at,
                _ => 0,
            };
            at += run;
            if at < end {
                break;
            }
        }
        at - first
    }

    /// Like [`Blocks::run_rightward`], but leftwards from `last` down to `first`.
    pub(super) fn run_leftward(&self, cells: &[u8], first: usize, last: usize, allowed: u8) -> usize {
        let mut end = last + 1;
        while end > first {
            let block = (end - 1) / BLOCK_SQUARES;
            let begin = first.max(block * BLOCK_SQUARES);
            let run = match self.known[block] {
                MIXED => wide::run_leftward(&cells[begin..end], allowed),
                symbol if allowed >> symbol & 1 != 0 => end - begin,
                _ => 0,
            };
            end -= run;
            if end > begin {
                break;
            }
        }
        last + 1 - end
    }

    /// Like [`Blocks::run_rightward`], for sets that differ from square to square ([`wide::run_along_rightward`]).
    pub(super) fn run_along_rightward(
        &self,
        cells: &[u8],
        first: usize,
        last: usize,
        pattern: &[u8],
    ) -> usize {
        let (allowed, mut known) = (allowed_throughout(pattern), 0);
        while first + known <= last {
            let Part { block, end, .. } = part(first + known, last);
            if !self.leads_on(block, allowed) {
                break;
            }
            known = end - first;
        }
        // The pattern begins where it begins.
        known -= known % pattern.len();
        known + wide::run_along_rightward(&cells[first + known..=last], pattern)
    }

    /// Like [`Blocks::run_leftward`], for sets that differ from square to square ([`wide::run_along_leftward`]).
    pub(super) fn run_along_leftward(
        &self,
        cells: &[u8],
        first: usize,
        last: usize,
        pattern: &[u8],
    ) -> usize {
        let (allowed, mut known) = (allowed_throughout(pattern), 0);
        while first + known <= last {
            let block = (last - known) / BLOCK_SQUARES;
            if !self.leads_on(block, allowed) {
                break;
            }
            known = last + 1 - first.max(block * BLOCK_SQUARES);
        }
        known -= known % pattern.len();
        known + wide::run_along_leftward(&cells[first..=last - known], pattern)
    }

    /// Whether all squares of a block are known to hold one of the `allowed` symbols.
    fn leads_on(&self, block: usize, allowed: u8) -> bool {
        let symbol = self.known[block];
        symbol != MIXED && allowed >> symbol & 1 != 0
    }

    /// Changes unmarked squares from `first` to `last` by this many steps to the next symbol, and says whether one was or
    /// is a bracket.
    pub(super) fn add(&mut self, cells: &mut [u8], first: usize, last: usize, steps: u8) -> bool {
        let squares = cells.len() - 1;
        let (mut at, mut had_bracket) = (first, false);
        while at <= last {
            let Part { block, first, end } = part(at, last);
            let changed = &mut cells[first..end];
            let is_whole = first == block * BLOCK_SQUARES && (end == first + BLOCK_SQUARES || end == squares);
            match self.known[block] {
                symbol if symbol != MIXED && is_whole => {
                    let after = sum(symbol, steps);
                    changed.fill(after);
                    self.known[block] = after;
                    had_bracket |= symbol.max(after) >= OPEN;
                }
                _ => {
                    self.known[block] = MIXED;
                    had_bracket |= wide::add(changed, steps);
                }
            }
            at = end;
        }
        had_bracket
    }
}

/// What of the squares from `first` to `last` lies in the block of the first.
fn part(first: usize, last: usize) -> Part {
    let block = first / BLOCK_SQUARES;
    Part { block, first, end: (last + 1).min((block + 1) * BLOCK_SQUARES) }
}

/// The symbols that are in every set of a pattern.
fn allowed_throughout(pattern: &[u8]) -> u8 {
    pattern.iter().fold(u8::MAX, |all, allowed| all & allowed)
}

//! Reads and changes many squares at once, with the widest instructions of the processor.

use multiversion::multiversion;

use super::symbol::{OPEN, SYMBOLS, sum};
use super::walks::SYMBOL;

/// Squares that are looked at together.
const BLOCK: usize = 256;

/// How many squares are looked at together. A smaller width is used where fewer squares are left, or where one of them
/// leads elsewhere.
const WIDTHS: [usize; 3] = [BLOCK, 32, 8];

/// How many cells in a row, from the left, hold symbols of the set `allowed` (bit `v` for value `v`).
#[multiversion(targets("x86_64+avx512f+avx512bw+avx512vl", "x86_64+avx2"))]
pub(super) fn run_rightward(cells: &[u8], allowed: u8) -> usize {
    let mut run = 0;
    for width in WIDTHS {
        let blocks = cells[run..].chunks_exact(width);
        run += width * blocks.take_while(|block| lead_on(block, allowed)).count();
    }
    let rest = cells[run..].iter();
    run + rest.take_while(|cell| leads_on(**cell, allowed)).count()
}

/// The length of the run of allowed symbols from the right.
#[multiversion(targets("x86_64+avx512f+avx512bw+avx512vl", "x86_64+avx2"))]
pub(super) fn run_leftward(cells: &[u8], allowed: u8) -> usize {
    let mut run = 0;
    for width in WIDTHS {
        let blocks = cells[..cells.len() - run].rchunks_exact(width);
        run += width * blocks.take_while(|block| lead_on(block, allowed)).count();
    }
    let rest = cells[..cells.len() - run].iter().rev();
    run + rest.take_while(|cell| leads_on(**cell, allowed)).count()
}

/// Changes unmarked cells by this many steps to the next symbol. Returns whether any of them was or is a bracket.
#[multiversion(targets("x86_64+avx512f+avx512bw+avx512vl", "x86_64+avx2"))]
pub(super) fn add(cells: &mut [u8], steps: u8) -> bool {
    let mut most = 0;
    for cell in cells {
        let after = sum(*cell, steps);
        most = most.max(*cell).max(after);
        *cell = after;
    }
    most >= OPEN
}

/// How many cells in a row, from the left, hold symbols of the sets in `pattern`, which repeats.
#[multiversion(targets("x86_64+avx512f+avx512bw+avx512vl", "x86_64+avx2"))]
pub(super) fn run_along_rightward(cells: &[u8], pattern: &[u8]) -> usize {
    let blocks = cells.chunks_exact(pattern.len()).take_while(|block| lead_on_along(block, pattern)).count();
    let rest = &cells[blocks * pattern.len()..];
    if rest.len() < pattern.len() && lead_on_along(rest, pattern) {
        return cells.len();
    }
    let rest = rest.iter().zip(pattern);
    blocks * pattern.len() + rest.take_while(|(cell, allowed)| leads_on(**cell, **allowed)).count()
}

/// Like [`run_along_rightward`], but from the right leftwards; the right-most set of `pattern` comes first.
#[multiversion(targets("x86_64+avx512f+avx512bw+avx512vl", "x86_64+avx2"))]
pub(super) fn run_along_leftward(cells: &[u8], pattern: &[u8]) -> usize {
    let blocks = cells.rchunks_exact(pattern.len()).take_while(|block| lead_on_along(block, pattern)).count();
    let rest = &cells[..cells.len() - blocks * pattern.len()];
    if rest.len() < pattern.len() && lead_on_along(rest, &pattern[pattern.len() - rest.len()..]) {
        return cells.len();
    }
    let rest = rest.iter().rev().zip(pattern.iter().rev());
    blocks * pattern.len() + rest.take_while(|(cell, allowed)| leads_on(**cell, **allowed)).count()
}

/// Changes unmarked cells by the numbers of steps in `pattern`, which repeats. Returns whether any cell that it changes
/// was or is a bracket.
#[multiversion(targets("x86_64+avx512f+avx512bw+avx512vl", "x86_64+avx2"))]
pub(super) fn add_along(cells: &mut [u8], pattern: &[u8]) -> bool {
    let mut most = 0;
    for block in cells.chunks_mut(pattern.len()) {
        for (cell, steps) in block.iter_mut().zip(pattern) {
            let after = sum(*cell, *steps);
            most = most.max(if *steps == 0 { 0 } else { (*cell).max(after) });
            *cell = after;
        }
    }
    most >= OPEN
}

/// A pattern that repeats these values, for `length` cells. It is long enough to be efficient.
pub(super) fn pattern(length: usize, values: impl Iterator<Item = u8>) -> Vec<u8> {
    let mut pattern = Vec::with_capacity(2 * BLOCK);
    pattern.extend(values);
    while !pattern.is_empty() && pattern.len() < BLOCK.min(length) {
        pattern.extend_from_within(..);
    }
    pattern
}

#[inline(always)]
fn leads_on(cell: u8, allowed: u8) -> bool {
    allowed >> (cell & SYMBOL) & 1 != 0
}

/// Whether all cells hold symbols of the set.
#[inline(always)]
fn lead_on(cells: &[u8], allowed: u8) -> bool {
    if allowed.is_power_of_two() {
        let only = u8::try_from(allowed.trailing_zeros()).expect("a set has seven bits");
        return cells.iter().fold(0, |differs, &cell| differs | (cell & SYMBOL) ^ only) == 0;
    }
    let others = (0..SYMBOLS).filter(|symbol| allowed >> symbol & 1 == 0);
    others.fold(0, |found, other| {
        cells.iter().fold(found, |found, &cell| found | u8::from(cell & SYMBOL == other))
    }) == 0
}

/// Whether each cell holds a symbol of its set.
#[inline(always)]
fn lead_on_along(cells: &[u8], pattern: &[u8]) -> bool {
    // Sets bit `v` for a symbol of value `v`. It avoids shifts by a number that differs from cell to cell.
    let bit = |cell: u8| {
        let part = |bit: u8, if_not: u8| if cell & bit == 0 { if_not } else { !if_not };
        part(1, 0b0101_0101) & part(2, 0b0011_0011) & part(4, 0b0000_1111)
    };
    let strays = cells.iter().zip(pattern).fold(0, |strays, (&cell, allowed)| strays | bit(cell) & !allowed);
    strays == 0
}

//! Reads and changes many squares at once, with the widest instructions of the processor.

use multiversion::multiversion;

use super::symbol::{OPEN, SYMBOLS};
use super::walks::SYMBOL;

/// Squares that are looked at together.
const BLOCK: usize = 256;

/// How many cells from the left hold symbols of the set `allowed` (bit `v` for value `v`).
#[multiversion(targets("x86_64+avx512f+avx512bw+avx512vl", "x86_64+avx2"))]
pub(super) fn run_rightward(cells: &[u8], allowed: u8) -> usize {
    let blocks = cells.chunks_exact(BLOCK).take_while(|block| lead_on(block, allowed)).count();
    let rest = cells[blocks * BLOCK..].iter();
    blocks * BLOCK + rest.take_while(|cell| leads_on(**cell, allowed)).count()
}

/// The length of the run of allowed symbols from the right.
#[multiversion(targets("x86_64+avx512f+avx512bw+avx512vl", "x86_64+avx2"))]
pub(super) fn run_leftward(cells: &[u8], allowed: u8) -> usize {
    let blocks = cells.rchunks_exact(BLOCK).take_while(|block| lead_on(block, allowed)).count();
    let rest = cells[..cells.len() - blocks * BLOCK].iter().rev();
    blocks * BLOCK + rest.take_while(|cell| leads_on(**cell, allowed)).count()
}

/// Changes unmarked cells by this many steps to the next symbol, and says whether one was or is a bracket.
#[multiversion(targets("x86_64+avx512f+avx512bw+avx512vl", "x86_64+avx2"))]
pub(super) fn add(cells: &mut [u8], steps: u8) -> bool {
    let mut most = 0;
    for cell in cells {
        let sum = *cell + steps;
        // Less than 7 minus 7 is a large number.
        let after = sum.min(sum.wrapping_sub(SYMBOLS));
        most = most.max(*cell).max(after);
        *cell = after;
    }
    most >= OPEN
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

//! Symbols, pieces and bases at random, with brackets in pairs.

use game::SeededRng;

use super::super::symbol::{CLOSE, D, LEFT, OPEN, PLUS, R, RIGHT};

/// The greatest depth to which the brackets of a random base are nested.
const MAX_DEPTH: u32 = 3;

pub(super) fn base(rng: &mut SeededRng) -> Vec<u8> {
    let pieces = 1 + rng.below(6);
    (0..pieces).flat_map(|_| piece(MAX_DEPTH, rng)).collect()
}

/// A symbol, a run of the same symbol, or a pair of brackets with pieces in it.
pub(super) fn piece(depth: u32, rng: &mut SeededRng) -> Vec<u8> {
    match rng.below(8) {
        0 | 1 => vec![plain(rng)],
        2 => vec![plain(rng); 1 + rng.index_below(7)],
        // A loop that turns its robot's square to `r` and goes on.
        3 => vec![OPEN, PLUS, CLOSE],
        _ if depth == 0 => vec![PLUS],
        _ => {
            let pieces = rng.below(4);
            let inside: Vec<u8> = (0..pieces).flat_map(|_| piece(depth - 1, rng)).collect();
            [&[OPEN], inside.as_slice(), &[CLOSE]].concat()
        }
    }
}

/// A symbol that is not a bracket.
pub(super) fn plain(rng: &mut SeededRng) -> u8 {
    match rng.below(16) {
        0..=7 => PLUS,
        8..=10 => LEFT,
        11..=13 => RIGHT,
        14 => D,
        _ => R,
    }
}

//! One change to a base. Brackets are mostly added and removed in pairs.

use game::SeededRng;

use super::super::symbol::{CLOSE, D, OPEN, PLUS};
use super::{MAX_BRED, invention, partners};

/// The base after one change of any kind; it may be left without symbols.
pub(super) fn changed(mut symbols: Vec<u8>, rng: &mut SeededRng) -> Vec<u8> {
    if symbols.is_empty() {
        return invention::base(rng);
    }
    let at = rng.index_below(symbols.len());
    match rng.below(20) {
        0..=3 => symbols.insert(at + rng.index_below(2), invention::plain(rng)),
        4..=6 => take_out(&mut symbols, at),
        7..=8 => change(&mut symbols, at, rng),
        9..=10 => change_run(&mut symbols, at, rng),
        11..=12 => {
            symbols.splice(at..at, invention::piece(1, rng));
        }
        13 => wrap(&mut symbols, rng),
        14 => move_bracket(&mut symbols, at, rng),
        15 => copy(&mut symbols, rng),
        16 => carry(&mut symbols, rng),
        17 => cut(&mut symbols, rng),
        18 => replicate(&mut symbols, rng),
        // A single bracket or a `d` may be intended: a trap, or a mark.
        _ => {
            let odd = [OPEN, CLOSE, D][rng.index_below(3)];
            let end = if rng.below(2) == 0 { symbols.len() } else { at };
            symbols.insert(end, odd);
        }
    }
    symbols
}

/// Removes a symbol. A bracket is removed together with its partner.
fn take_out(symbols: &mut Vec<u8>, at: usize) {
    let partner = partners(symbols)[at];
    symbols.remove(at);
    if let Some(partner) = partner {
        symbols.remove(if partner > at { partner - 1 } else { partner });
    }
}

/// Changes a symbol that is not a bracket into another one; brackets are removed.
fn change(symbols: &mut Vec<u8>, at: usize, rng: &mut SeededRng) {
    match symbols[at] {
        OPEN | CLOSE => take_out(symbols, at),
        _ => symbols[at] = invention::plain(rng),
    }
}

/// Gives the run of equal symbols at this place a random length. At a bracket, it inserts a run of `+` of random
/// length.
fn change_run(symbols: &mut Vec<u8>, at: usize, rng: &mut SeededRng) {
    let symbol = match symbols[at] {
        OPEN | CLOSE => PLUS,
        plain => plain,
    };
    let differs = |other: &u8| *other != symbols[at];
    let start = symbols[..at].iter().rposition(differs).map_or(0, |before| before + 1);
    let end = symbols[at..].iter().position(differs).map_or(symbols.len(), |length| at + length);
    let run = vec![symbol; 1 + rng.index_below(7)];
    if symbols[at] == symbol {
        symbols.splice(start..end, run);
    } else {
        symbols.splice(at..at, run);
    }
}

/// Puts brackets around a segment.
fn wrap(symbols: &mut Vec<u8>, rng: &mut SeededRng) {
    let (from, to) = segment(symbols, rng);
    symbols.insert(to, CLOSE);
    symbols.insert(from, OPEN);
}

/// Moves a bracket over its neighbour, so that a loop holds one symbol more or less.
fn move_bracket(symbols: &mut [u8], at: usize, rng: &mut SeededRng) {
    let brackets: Vec<usize> =
        (0..symbols.len()).filter(|&place| matches!(symbols[place], OPEN | CLOSE)).collect();
    let bracket = if brackets.is_empty() { at } else { brackets[rng.index_below(brackets.len())] };
    let neighbour = if rng.below(2) == 0 { bracket.checked_sub(1) } else { Some(bracket + 1) };
    if let Some(neighbour) = neighbour.filter(|place| *place < symbols.len()) {
        symbols.swap(bracket, neighbour);
    }
}

/// Inserts a copy of a segment at a random place.
fn copy(symbols: &mut Vec<u8>, rng: &mut SeededRng) {
    let (from, to) = segment(symbols, rng);
    let piece = symbols[from..to].to_vec();
    let place = rng.index_below(symbols.len() + 1);
    symbols.splice(place..place, piece);
}

/// Carries a segment to another place.
fn carry(symbols: &mut Vec<u8>, rng: &mut SeededRng) {
    let (from, to) = segment(symbols, rng);
    let piece: Vec<u8> = symbols.drain(from..to).collect();
    let place = rng.index_below(symbols.len() + 1);
    symbols.splice(place..place, piece);
}

fn cut(symbols: &mut Vec<u8>, rng: &mut SeededRng) {
    let (from, to) = segment(symbols, rng);
    symbols.drain(from..to);
}

/// Repeats the base, or a segment of it, directly after itself.
fn replicate(symbols: &mut Vec<u8>, rng: &mut SeededRng) {
    let (from, to) = if rng.below(2) == 0 { (0, symbols.len()) } else { segment(symbols, rng) };
    let room = (MAX_BRED - symbols.len().min(MAX_BRED)) / (to - from);
    let most = 1_usize << rng.below(5);
    let times = rng.index_below(most.min(room) + 1);
    let copies = symbols[from..to].repeat(times);
    symbols.splice(to..to, copies);
}

/// A piece of the base, from the first place up to, but not including, the second. Its brackets are mostly in pairs.
fn segment(symbols: &[u8], rng: &mut SeededRng) -> (usize, usize) {
    let from = rng.index_below(symbols.len());
    let reach = (symbols.len() - from).min(1 << (1 + rng.below(6)));
    let wanted = from + 1 + rng.index_below(reach);
    let partners = partners(symbols);
    let mut to = from;
    while to < wanted {
        to = match partners[to] {
            Some(partner) if partner > to => partner + 1,
            Some(partner) if partner < from => break,
            _ => to + 1,
        };
    }
    (from, to.max(from + 1))
}

/// The mother with a segment of the father inserted or put in place of one of hers, or her beginning with his end.
pub(super) fn crossed(mut mother: Vec<u8>, father: &[u8], rng: &mut SeededRng) -> Vec<u8> {
    if rng.below(4) == 0 {
        mother.truncate(1 + rng.index_below(mother.len()));
        mother.extend_from_slice(&father[rng.index_below(father.len())..]);
        return mother;
    }
    let (from, to) = segment(father, rng);
    let place = segment(&mother, rng);
    let place = if rng.below(2) == 0 { place.0..place.0 } else { place.0..place.1 };
    mother.splice(place, father[from..to].iter().copied());
    mother
}

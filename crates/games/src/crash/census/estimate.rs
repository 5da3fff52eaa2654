//! Estimates the time of a census from samples.

use std::ops::Range;

use game::Census as _;

use super::Placements;

/// This many parts are tried, each from another stretch of them.
const SAMPLES: u64 = 40;
/// At first each is given up after this many nanoseconds of work, so that the cheap ones are known.
const MOST_AT_FIRST: u64 = 75_000;
/// The work in nanoseconds that is spent on those that were given up, to play some of them to their ends. Where
/// that is not enough for all, all parts take more than a second, since each that is tried stands for ninety and more:
/// what is estimated to take less was never given up.
const MOST_WORK: u64 = 12_000_000;
/// Those that were given up are tried again in steps of so many, since those side by side are often alike. It has no
/// divisor in common with [`SAMPLES`].
const STEP: u64 = 17;
/// What a part costs before its first turn, in nanoseconds.
const PART: u64 = 2_000;

/// How much was done.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Work {
    /// Turns of groups.
    pub(super) turns: u64,
    /// Those among them that took the long way.
    pub(super) long_turns: u64,
    /// Those among them in which something was read that may depend on the base.
    pub(super) apart_turns: u64,
    /// Writes of rounds that were played by their writes alone.
    pub(super) written: u64,
    /// Groups that were made.
    pub(super) groups: u64,
    /// Cells and bases that were looked at one by one.
    pub(super) looks: u64,
}

impl Work {
    /// About how many nanoseconds it takes a core, by measurements on one machine.
    pub(super) fn nanoseconds(self) -> u64 {
        12 * self.turns
            + 150 * self.long_turns
            + 150 * self.apart_turns
            + 3 * self.written
            + 3_000 * self.groups
            + 2 * self.looks
    }
}

/// About how many milliseconds all parts take.
pub(super) fn milliseconds(placements: &Placements) -> u64 {
    let parts = placements.parts();
    let samples = SAMPLES.min(parts);
    let mut nanoseconds = samples * PART;
    let mut given_up = Vec::new();
    for nth in (0..SAMPLES).map(|nth| nth * STEP % SAMPLES).filter(|&nth| nth < samples) {
        let part = somewhere(nth, nth * parts / samples..(nth + 1) * parts / samples);
        match work(placements, part, MOST_AT_FIRST) {
            Ok(spent) => nanoseconds += spent,
            Err(_) => given_up.push(part),
        }
    }
    nanoseconds = nanoseconds.saturating_add(work_of_all(placements, &given_up));
    nanoseconds.saturating_mul(parts) / samples / 1_000_000
}

/// About how much work parts are altogether, by those that can be played to their ends.
fn work_of_all(placements: &Placements, parts: &[u64]) -> u64 {
    let (mut spent, mut played) = (0, 0);
    for &part in parts {
        match work(placements, part, MOST_WORK.saturating_sub(spent)) {
            Ok(work) => spent += work,
            Err(work) => {
                // Nothing tells how far from its end it was, so that what is to come is taken to be as much again; or
                // what was spent on it goes to the account of those that were played.
                spent += if played == 0 { 2 * work } else { work };
                break;
            }
        }
        played += 1;
    }
    spent.saturating_mul(parts.len() as u64) / played.max(1)
}

/// About how many nanoseconds it takes to play a part; or, if they are more than `most`, how many were spent until it
/// was given up.
fn work(placements: &Placements, part: u64, most: u64) -> Result<u64, u64> {
    let (mut player, group) = placements.begin(part);
    let is_done = player.settle_some(group, most);
    let spent = player.work.nanoseconds();
    if is_done { Ok(spent) } else { Err(spent) }
}

/// A number of a range, as if by chance: programs that look at every 64th cell would be met at their best or at their
/// worst by equal steps. The mixing is that of splitmix64 (G. L. Steele et al., "Fast splittable pseudorandom number
/// generators", OOPSLA 2014).
fn somewhere(nth: u64, range: Range<u64>) -> u64 {
    let mixed = (nth + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    range.start + (mixed ^ mixed >> 31) % (range.end - range.start)
}

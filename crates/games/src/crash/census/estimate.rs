//! How long counting takes, from samples.

use std::ops::Range;

use game::Census as _;

use super::Placements;

/// So many parts are tried, each from another stretch of them.
const SAMPLES: u64 = 40;
/// About so many nanoseconds of work are done on all of them together. Where that is not enough to play them to their
/// ends, all parts take more than a second, since each that is tried stands for ninety and more: what is estimated to
/// take less was never given up.
const MOST_WORK: u64 = 12_000_000;
/// At first each is given up after so many nanoseconds of work, so that there is something of all.
const MOST_AT_FIRST: u64 = MOST_WORK / 2 / SAMPLES;
/// What a part costs before its first turn, in nanoseconds.
const PART: u64 = 4_000;

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
        10 * self.turns
            + 150 * self.long_turns
            + 150 * self.apart_turns
            + 3 * self.written
            + 3_000 * self.groups
            + 2 * self.looks
    }
}

/// What came of trying a part.
struct Tried {
    part: u64,
    /// About how many nanoseconds of work were done.
    spent: u64,
    /// About how many nanoseconds the rest takes, if the part was given up. It is taken to go on as it began: matches
    /// that are not decided yet cost as much as those that are, or, if it is still one group, all turns.
    rest: Option<u64>,
}

/// About how many milliseconds all parts take.
pub(super) fn milliseconds(placements: &Placements) -> u64 {
    let parts = placements.parts();
    let samples = SAMPLES.min(parts);
    let part = |nth| somewhere(nth, nth * parts / samples..(nth + 1) * parts / samples);
    let mut tried: Vec<Tried> =
        (0..samples).map(|nth| Tried::new(placements, part(nth), MOST_AT_FIRST)).collect();
    go_on(placements, &mut tried);
    let nanoseconds =
        |tried: &Tried| PART.saturating_add(tried.spent).saturating_add(tried.rest.unwrap_or(0));
    let nanoseconds = tried.iter().map(nanoseconds).fold(0, u64::saturating_add);
    nanoseconds.saturating_mul(parts) / samples / 1_000_000
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

/// Tries those that were given up once more, with all the work that is left.
fn go_on(placements: &Placements, tried: &mut [Tried]) {
    let mut left = MOST_WORK.saturating_sub(tried.iter().map(|tried| tried.spent).sum());
    let mut given_up = tried.iter().filter(|tried| tried.rest.is_some()).count() as u64;
    for tried in tried.iter_mut().filter(|tried| tried.rest.is_some()) {
        *tried = Tried::new(placements, tried.part, (left / given_up).max(MOST_AT_FIRST));
        left = left.saturating_sub(tried.spent);
        given_up -= 1;
    }
}

impl Tried {
    fn new(placements: &Placements, part: u64, most: u64) -> Self {
        let (mut player, group) = placements.begin(part);
        let all = group.bases.len();
        let is_done = player.settle_some(group, most);
        let spent = player.work.nanoseconds();
        let rest = match (is_done, player.work.groups, player.counts.setups()) {
            (true, ..) => None,
            (false, 1, _) => Some(10 * placements.max_turns),
            (false, _, settled) => Some(spent.saturating_mul(all - settled) / settled.max(1)),
        };
        Self { part, spent, rest }
    }
}

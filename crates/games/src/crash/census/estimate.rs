//! How long counting takes, from samples.

use game::Census as _;

use super::Placements;

/// So many parts are tried, evenly spread.
const SAMPLES: u64 = 8;
/// And each is given up after about so many nanoseconds of work.
const MOST_A_SAMPLE: u64 = 4_000_000;
/// What a part costs before its first turn, in nanoseconds.
const PART: u64 = 1_000;

/// How much was done.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Work {
    /// Turns of groups.
    pub(super) turns: u64,
    /// Those among them that took the long way.
    pub(super) long_turns: u64,
    /// Groups that were made.
    pub(super) groups: u64,
    /// Sums of cells that were worked out for all bases of a group.
    pub(super) sums: u64,
}

impl Work {
    /// About how many nanoseconds it takes a core, by measurements on one machine.
    pub(super) fn nanoseconds(self) -> u64 {
        5 * self.turns + 180 * self.long_turns + 3_000 * self.groups + 8_000 * self.sums
    }
}

/// About how many milliseconds all parts take.
pub(super) fn milliseconds(placements: &Placements) -> u64 {
    let parts = placements.parts();
    let samples = SAMPLES.min(parts);
    let nanoseconds: u64 =
        (0..samples).map(|nth| nanoseconds(placements, (2 * nth + 1) * parts / (2 * samples))).sum();
    nanoseconds.saturating_mul(parts) / samples / 1_000_000
}

/// About how many nanoseconds a part takes. One that was given up is taken to go on as it began: matches that are
/// not decided yet cost as much as those that are, or, if it is still one group, all turns.
fn nanoseconds(placements: &Placements, part: u64) -> u64 {
    let (mut player, group) = placements.begin(part);
    let all = group.bases.len();
    let is_done = player.settle_some(group, MOST_A_SAMPLE);
    let spent = player.work.nanoseconds();
    let rest = match (is_done, player.work.groups, player.counts.setups()) {
        (true, ..) => 0,
        (false, 1, _) => 5 * placements.max_turns,
        (false, _, settled) => spent.saturating_mul(all - settled) / settled.max(1),
    };
    PART.saturating_add(spent).saturating_add(rest)
}

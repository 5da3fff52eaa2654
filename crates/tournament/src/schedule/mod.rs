//! Schedules: which entrants meet, and in which round.

mod adaptive;
mod all_pairs;
mod blocks;
mod bracket;
mod elimination;
mod free_for_all;
mod history;
mod matching;
mod swiss;

use std::collections::BTreeMap;

pub use adaptive::{Adaptive, AdaptiveState, Goal, Target};
pub(crate) use adaptive::{Bounds, Evidence, Verdicts};
pub use all_pairs::{Gauntlet, RoundRobin};
pub use elimination::{DoubleElimination, MAX_EXTRA, SingleElimination};
pub use free_for_all::{FreeForAll, FreeForAllError};
pub use swiss::{Swiss, default_rounds};

use crate::ratings::RankInterval;
use crate::{Encounter, EncounterResult, EntrantIndex, Ranking};

/// A schedule: rounds of encounters, each made from the results of those before. Everything in it is a function of
/// the field's size, the seed and the results.
pub trait Schedule {
    /// The encounters of the next round; none once the tournament is over. `played` has all encounters of the
    /// rounds before, in the order in which they were handed out.
    fn next_round(&mut self, played: &[EncounterResult]) -> Vec<Encounter>;

    /// The minimum number of matches, for progress.
    fn matches(&self) -> u64;

    /// Games of rounds in which an entrant had no opponent. They count as won.
    fn bye_games(&self) -> BTreeMap<EntrantIndex, u64> {
        BTreeMap::new()
    }

    /// The ranks that each entrant may have, all at once with the schedule's confidence, where the schedule itself
    /// looks at results to choose who plays: other statements about ranks do not hold then.
    fn ranks(&self, _played: &[EncounterResult]) -> Option<Vec<RankInterval>> {
        None
    }

    /// What is settled, where the schedule plays until something is.
    fn adaptive_state(&self, _played: &[EncounterResult]) -> Option<AdaptiveState> {
        None
    }

    /// Whether earlier results decide who meets whom. What holds for fixed pairings does not hold then.
    fn pairs_by_results(&self) -> bool {
        false
    }

    /// What ranks the entrants.
    fn ranking(&self, _played: &[EncounterResult]) -> Ranking {
        Ranking::Score
    }
}

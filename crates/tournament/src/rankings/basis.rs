//! What intervals are about: setups that were drawn, or a field that could have been a different one.

use super::LARGEST_DRAWN;
use crate::{EncounterResult, EntrantIndex};

/// The smallest field from which others can be drawn. With fewer, one opponent more or less changes everything.
const LEAST_FIELD: usize = 5;

/// The source of chance in a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ChanceSource {
    /// Setups are drawn, and each is a different game.
    InSetups,
    /// Setups only influence the answers of foreign code; games with equal answers are equal.
    InAnswers,
}

/// What intervals cover.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum IntervalBasis {
    /// Setups were drawn: the expected score over all setups, against this field.
    Setups,
    /// Every game comes out the same whenever it is played, or every setup was counted, so that scores are exact: how
    /// programs would do against other opponents of the same kinds.
    Field,
    /// Results are not random, but the field is too small or too large to draw other fields from it. Intervals are as wide
    /// as if every result were random.
    Results,
}

impl IntervalBasis {
    /// What is uncertain about these encounters.
    pub(super) fn of(entrants: usize, played: &[EncounterResult], luck: ChanceSource) -> Self {
        match luck {
            ChanceSource::InAnswers if nothing_varies(played) => Self::of_fixed_results(entrants),
            ChanceSource::InSetups if all_are_exact(played) => Self::of_fixed_results(entrants),
            ChanceSource::InAnswers | ChanceSource::InSetups => Self::Setups,
        }
    }

    fn of_fixed_results(entrants: usize) -> Self {
        if (LEAST_FIELD..=LARGEST_DRAWN).contains(&entrants) { Self::Field } else { Self::Results }
    }
}

/// Whether every setup of every encounter was counted.
fn all_are_exact(played: &[EncounterResult]) -> bool {
    !played.is_empty() && played.iter().all(|played| played.tally.census.is_some())
}

/// Whether no two entrants ever had two different games with the same seats.
fn nothing_varies(played: &[EncounterResult]) -> bool {
    let distinct = played
        .iter()
        .map(|EncounterResult { encounter, tally }| (encounter.members.as_slice(), tally.distinct_games()));
    let mut distinct: Vec<(&[EntrantIndex], u64)> = distinct.collect();
    distinct.sort_unstable();
    let games = |same: &[(&[EntrantIndex], u64)]| same.iter().map(|(_, games)| games).sum::<u64>();
    distinct.chunk_by(|one, next| one.0 == next.0).all(|same| games(same) <= same[0].0.len() as u64)
}

//! How often intervals hold the truth that they are about.

use super::SimulatedField;
use crate::EntrantIndex;
use crate::ratings::{Confidence, Ratings, to_f64};

/// How often intervals held the truth.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Coverage {
    /// The share of ratings that lay within their intervals.
    pub ratings: f64,
    /// The coverage of the entrant with the lowest coverage.
    pub worst: f64,
    /// The share of tournaments in which all ranks were within theirs.
    pub ranks: f64,
    /// The mean width of the intervals for ratings.
    pub width: f64,
}

/// Plays `runs` tournaments, numbered from `seed` on, in which two play as many games as `games` says, all of them
/// independent.
#[must_use]
pub fn coverage(
    field: &SimulatedField,
    games: impl Fn(EntrantIndex, EntrantIndex) -> u64 + Copy,
    confidence: Confidence,
    runs: u64,
    seed: u64,
) -> Coverage {
    coverage_of(
        &field.true_ratings(games),
        |run| Ratings::new(field.results(games, run)),
        confidence,
        runs,
        seed,
    )
}

/// Rates `runs` tournaments, numbered from `seed` on, where `truth` is what ratings come ever nearer to.
#[must_use]
pub fn coverage_of(
    truth: &[f64],
    rated: impl Fn(u64) -> Ratings,
    confidence: Confidence,
    runs: u64,
    seed: u64,
) -> Coverage {
    let mut held = vec![0_u64; truth.len()];
    let mut right = 0;
    let mut width = 0.0;
    for run in seed..seed + runs {
        let ratings = rated(run);
        let level = level(&ratings, truth);
        for (one, interval) in ratings.intervals(confidence).into_iter().enumerate() {
            held[one] += u64::from(interval.holds(truth[one] - level));
            width += interval.width();
        }
        right += u64::from(are_right(&ratings, truth, confidence, run));
    }
    let shares: Vec<f64> = held.iter().map(|&held| to_f64(held) / to_f64(runs)).collect();
    let entrants = to_f64(truth.len() as u64);
    Coverage {
        ratings: shares.iter().sum::<f64>() / entrants,
        worst: shares.iter().copied().fold(1.0, f64::min),
        ranks: to_f64(right) / to_f64(runs),
        width: width / (entrants * to_f64(runs)),
    }
}

/// The mean true rating of those whose mean rating is 0.
fn level(ratings: &Ratings, truth: &[f64]) -> f64 {
    let outside = ratings.outside_centre();
    let within = truth.iter().enumerate().filter(|(one, _)| !outside.contains(one));
    within.map(|(_, rating)| rating).sum::<f64>() / to_f64((truth.len() - outside.len()) as u64)
}

/// Whether all ranks are within their intervals. Equals share all ranks that are left to them.
fn are_right(ratings: &Ratings, truth: &[f64], confidence: Confidence, seed: u64) -> bool {
    // Ratings of equals come out a little apart.
    let count = |is_so: &dyn Fn(f64) -> bool| truth.iter().filter(|&&rating| is_so(rating)).count();
    let ranks = ratings.ranks(confidence, seed);
    ranks.iter().zip(truth).all(|(rank, own)| {
        let better = count(&|rating| rating > own + 1e-6);
        let worse = count(&|rating| rating < own - 1e-6);
        rank.best <= better + 1 && rank.worst + worse >= truth.len()
    })
}

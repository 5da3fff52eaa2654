//! Coverage of intervals where a schedule pairs by results.

use super::SimulatedField;
use crate::ratings::{Confidence, EloInterval, HierarchicalRatings, Ratings, Results, to_f64};
use crate::schedule::{DoubleElimination, Schedule, Swiss};
use crate::{EntrantIndex, Scoring};

/// A schedule that pairs by results.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PairedBy {
    /// A Swiss tournament of this many rounds.
    Swiss(u64),
    /// A bracket from which the second loss excludes.
    DoubleElimination,
}

impl PairedBy {
    fn schedule(self, entrants: usize, games: u64, seed: u64) -> Box<dyn Schedule> {
        match self {
            Self::Swiss(rounds) => Box::new(Swiss::new(entrants, rounds, games, seed, Scoring::default())),
            Self::DoubleElimination => {
                Box::new(DoubleElimination::new(entrants, games, seed, Scoring::default()))
            }
        }
    }
}

/// How often the intervals of two estimates held the truth in the same tournaments.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PairedCoverage {
    /// Of ratings by the schedule's games as if they had been fixed beforehand, which is not what is printed.
    pub as_if_fixed: IntervalCoverage,
    /// Of ratings with a prior as wide as the field.
    pub hierarchical: IntervalCoverage,
}

/// How often intervals held the truth.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct IntervalCoverage {
    /// The share of ratings that lay within their intervals.
    pub ratings: f64,
    /// That of the entrant with the lowest share.
    pub worst: f64,
    /// The mean width of the intervals, in Elo points.
    pub width: f64,
}

/// Plays `runs` tournaments, numbered from `seed` on, with `games` games in each encounter.
#[must_use]
pub fn paired_coverage(
    field: &SimulatedField,
    by: PairedBy,
    games: u64,
    confidence: Confidence,
    runs: u64,
    seed: u64,
) -> PairedCoverage {
    let truth = field.true_ratings(|_, _| 1);
    let mut counts = [Count::none(truth.len()), Count::none(truth.len())];
    for run in seed..seed + runs {
        let played = field.played_by(by.schedule(field.entrants(), games, run).as_mut(), run);
        let results = Results::of(field.entrants(), &played);
        let hierarchical = HierarchicalRatings::new(&results).intervals(confidence);
        counts[0].add(&Ratings::new(results).intervals(confidence), &truth);
        counts[1].add(&hierarchical, &truth);
    }
    let [as_if_fixed, hierarchical] = counts.map(|count| count.shares(runs));
    PairedCoverage { as_if_fixed, hierarchical }
}

struct Count {
    held: Vec<u64>,
    width: f64,
}

impl Count {
    fn none(entrants: usize) -> Self {
        Self { held: vec![0; entrants], width: 0.0 }
    }

    fn add(&mut self, intervals: &[EloInterval], truth: &[f64]) {
        for (one, interval) in intervals.iter().enumerate() {
            self.held[one] += u64::from(interval.holds(truth[one]));
            self.width += interval.width();
        }
    }

    fn shares(self, runs: u64) -> IntervalCoverage {
        let shares: Vec<f64> = self.held.iter().map(|&held| to_f64(held) / to_f64(runs)).collect();
        let entrants = to_f64(shares.len() as u64);
        IntervalCoverage {
            ratings: shares.iter().sum::<f64>() / entrants,
            worst: shares.iter().copied().fold(1.0, f64::min),
            width: self.width / (entrants * to_f64(runs)),
        }
    }
}

/// Strengths like a sample of a normal distribution with this standard deviation, evenly spread.
#[must_use]
pub fn normal_strengths(entrants: usize, deviation: f64) -> Vec<f64> {
    let share = |one: EntrantIndex| (to_f64(one as u64) + 0.5) / to_f64(entrants as u64);
    (0..entrants).map(|one| -deviation * crate::ratings::normal_quantile(share(one))).collect()
}

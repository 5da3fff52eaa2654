//! Joint intervals of ranks.

use game::SeededRng;

use super::elo::Confidence;
use super::fitted::Ratings;
use super::matrix::LANES;
use super::profile::{Profiles, Quantity};
use super::progress_monitor::{Interrupted, ProgressMonitor, unstopped};
use super::results::to_f64;
use crate::EntrantIndex;

/// Fields that are drawn to find how far chance drives any two apart. The share of them that a bound holds for is
/// then known to half a percent.
const DRAWN_FIELDS: usize = 2000;

/// Steps of telling what is left. After two or three, hardly anything is.
const MAX_STEPS: usize = 4;

/// Larger fields are tested in one step, because each step takes long there.
const LARGEST_STEPPED: usize = 200;

/// Differences of fewer natural logarithms (some 90 Elo points) hardly change how much a game says, so that a normal
/// distribution is as good as the likelihood.
const NEAR: f64 = 0.5;

/// A difference that is this many times too great for chance is not chance, whatever the likelihood's shape.
const SURELY: f64 = 1.5;

/// The range of ranks that an entrant may have; 1 is the best.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RankInterval {
    /// The best one.
    pub best: usize,
    /// The worst one.
    pub worst: usize,
}

impl RankInterval {
    /// Whether only one rank is left.
    #[must_use]
    pub fn is_settled(self) -> bool {
        self.best == self.worst
    }

    /// The ranks that remain possible, given who is better than whom.
    pub(super) fn all(
        entrants: usize,
        monitor: ProgressMonitor,
        is_better: impl Fn(EntrantIndex, EntrantIndex) -> bool,
    ) -> Result<Vec<Self>, Interrupted> {
        let mut ranks = vec![Self { best: 1, worst: entrants }; entrants];
        for one in 0..entrants {
            monitor.at("ranks", one, entrants)?;
            for other in (0..entrants).filter(|&other| other != one) {
                if is_better(one, other) {
                    ranks[one].worst -= 1;
                    ranks[other].best += 1;
                }
            }
        }
        Ok(ranks)
    }
}

impl Ratings {
    /// For each entrant the ranks that it may have: with this confidence all of these are right at once.
    ///
    /// One is called better than another if their difference is greater than chance makes any difference in the field, in
    /// this share of all cases. Pairs that are told apart in this way are left out. The other pairs are tested against how
    /// great chance makes any difference among them, until no more pairs are told apart (Romano & Wolf 2005, "Exact and
    /// approximate stepdown methods for multiple hypothesis testing"). Ranks follow from that (Mogstad, Romano, Shaikh &
    /// Wilhelm 2024, "Inference for ranks"; Klein, Wright & Wieczorek 2020). How great chance makes the greatest difference
    /// is found by drawing errors from their common normal distribution, from `seed`.
    #[must_use]
    pub fn ranks(&self, confidence: Confidence, seed: u64) -> Vec<RankInterval> {
        unstopped(|monitor| self.compute_ranks(confidence, seed, monitor))
    }

    /// Like [`Ratings::ranks`], and can be stopped. It takes a second for a thousand entrants, and longer for more.
    ///
    /// # Errors
    /// If `monitor` stops it.
    pub fn compute_ranks(
        &self,
        confidence: Confidence,
        seed: u64,
        monitor: ProgressMonitor,
    ) -> Result<Vec<RankInterval>, Interrupted> {
        let entrants = self.results().entrants();
        let mut deviations = Deviations::of(self);
        let profiles = Profiles::of(self);
        let steps = if entrants <= LARGEST_STEPPED { MAX_STEPS } else { 1 };
        for _ in 0..steps {
            let bound = self.greatest_by_chance(&deviations, confidence, seed, monitor)?;
            let mut news = Vec::new();
            for one in 0..entrants {
                monitor.at("ranks", one, entrants)?;
                let others = (0..entrants).filter(|&other| other != one && !deviations.is_told(one, other));
                let told =
                    others.filter(|&other| self.is_beyond(&profiles, &deviations, [one, other], bound));
                news.extend(told.map(|other| (one, other)));
            }
            if news.is_empty() {
                break;
            }
            for (one, other) in news {
                deviations.tell(one, other);
            }
        }
        RankInterval::all(entrants, monitor, |one, other| deviations.is_told(one, other))
    }

    /// Whether the first one is better than the second by more than this bound.
    fn is_beyond(
        &self,
        profiles: &Profiles,
        deviations: &Deviations,
        [one, other]: [EntrantIndex; 2],
        bound: f64,
    ) -> bool {
        let difference = self.value(Quantity::Difference(one, other));
        let normal = difference / deviations.between(one, other);
        if difference < NEAR || normal > SURELY * bound {
            return normal > bound;
        }
        profiles.deviations_above(Quantity::Difference(one, other), 0.0) > bound
    }

    /// What the greatest of all differences that are not told yet, in units of its standard deviation, stays below with this confidence if
    /// all differences are chance.
    fn greatest_by_chance(
        &self,
        deviations: &Deviations,
        confidence: Confidence,
        seed: u64,
        monitor: ProgressMonitor,
    ) -> Result<f64, Interrupted> {
        let mut rng = SeededRng::for_setup(seed);
        let mut greatest = Vec::with_capacity(DRAWN_FIELDS);
        while greatest.len() < DRAWN_FIELDS {
            let errors = self.errors(&mut rng);
            for lane in 0..LANES {
                monitor.at("fields for ranks", greatest.len(), DRAWN_FIELDS)?;
                let errors: Vec<f64> = errors.iter().map(|of| of[lane]).collect();
                greatest.push(deviations.greatest(&errors));
            }
        }
        Ok(quantile(greatest, confidence))
    }
}

/// The least of these numbers such that this share of them does not exceed it.
pub(super) fn quantile(mut numbers: Vec<f64>, confidence: Confidence) -> f64 {
    numbers.sort_unstable_by(f64::total_cmp);
    let share = |count: usize| to_f64(count as u64) / to_f64(numbers.len() as u64);
    let enough = (1..=numbers.len()).find(|&count| share(count) >= confidence.share());
    enough.map_or(0.0, |count| numbers[count - 1])
}

/// The standard deviations of all differences.
pub(super) struct Deviations {
    entrants: usize,
    of_pairs: Vec<f64>,
    /// For each entrant the least one.
    least: Vec<f64>,
    /// For two, whether the first one was told to be better than the second.
    told: Vec<bool>,
}

impl Deviations {
    fn of(ratings: &Ratings) -> Self {
        let entrants = ratings.results().entrants();
        Self::new(entrants, |one, other| ratings.variance(Quantity::Difference(one, other)))
    }

    /// By the variances of differences.
    pub(super) fn new(entrants: usize, variance: impl Fn(EntrantIndex, EntrantIndex) -> f64) -> Self {
        let pairs = (0..entrants).flat_map(|one| (0..entrants).map(move |other| (one, other)));
        let of_pairs: Vec<f64> = pairs.map(|(one, other)| variance(one, other).max(0.0).sqrt()).collect();
        let least_of = |one: EntrantIndex| {
            let others = (0..entrants).filter(|&other| other != one);
            others.map(|other| of_pairs[one * entrants + other]).fold(f64::INFINITY, f64::min)
        };
        let least = (0..entrants).map(least_of).collect();
        Self { entrants, of_pairs, least, told: vec![false; entrants * entrants] }
    }

    fn is_told(&self, one: EntrantIndex, other: EntrantIndex) -> bool {
        self.told[one * self.entrants + other]
    }

    /// Leaves out that the first one may seem better than the second by chance.
    fn tell(&mut self, one: EntrantIndex, other: EntrantIndex) {
        self.told[one * self.entrants + other] = true;
    }

    pub(super) fn between(&self, one: EntrantIndex, other: EntrantIndex) -> f64 {
        self.of_pairs[one * self.entrants + other]
    }

    /// The greatest difference in units of its standard deviation. Pairs are gone through from both ends of the
    /// field, and left where the rest cannot be greater.
    pub(super) fn greatest(&self, errors: &[f64]) -> f64 {
        let mut order: Vec<EntrantIndex> = (0..errors.len()).collect();
        order.sort_unstable_by(|&one, &other| errors[other].total_cmp(&errors[one]));
        let mut greatest = 0.0;
        for (at, &high) in order.iter().enumerate() {
            for &low in order[at + 1..].iter().rev() {
                let difference = errors[high] - errors[low];
                if difference <= greatest * self.least[high] {
                    break;
                }
                let deviations = difference / self.between(high, low);
                if deviations > greatest && !self.is_told(high, low) {
                    greatest = deviations;
                }
            }
        }
        greatest
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ratings::random::normal;
    use crate::ratings::{PairResult, Results};

    #[test]
    fn the_greatest_difference_is_that_of_all_pairs() {
        let mut rng = SeededRng::for_setup(1);
        for entrants in 2..20 {
            let own: Vec<f64> = (0..entrants).map(|_| normal(&mut rng).abs() + 0.1).collect();
            let errors: Vec<f64> = (0..entrants).map(|_| normal(&mut rng)).collect();
            let deviations = Deviations::new(entrants, |one, other| own[one] + own[other]);
            let all = (0..entrants).flat_map(|one| (0..entrants).map(move |other| (one, other)));
            let greatest = all
                .filter(|(one, other)| one != other)
                .map(|(one, other)| (errors[one] - errors[other]) / (own[one] + own[other]).sqrt())
                .fold(0.0, f64::max);
            assert!((deviations.greatest(&errors) - greatest).abs() < 1e-12);
        }
    }

    /// With independent errors of three, the greatest difference is Tukey's studentised range over the root of
    /// two: 3.314 / 1.414 at 95%.
    #[test]
    fn the_bound_for_three_equals_is_tukeys() {
        let pairs = [(0, 1), (0, 2), (1, 2)].map(|(one, other)| PairResult {
            one,
            other,
            wins: 500.0,
            draws: 0.0,
            losses: 500.0,
        });
        let ratings = Ratings::new(Results::new(3, pairs, []));
        let deviations = Deviations::of(&ratings);
        // The density of the greatest difference is 0.13 there, so that the error of one bound, from 2,000 draws, is
        // 0.039, and that of the mean of 40 is 0.006.
        let bounds = (0..40).map(|seed| {
            unstopped(|monitor| ratings.greatest_by_chance(&deviations, Confidence::P95, seed, monitor))
        });
        let mean = bounds.sum::<f64>() / 40.0;
        assert!((mean - 3.314 / 2_f64.sqrt()).abs() < 0.02, "{mean}");
    }

    #[test]
    fn quantiles_count_from_below() {
        let numbers: Vec<f64> = (1..=100).rev().map(f64::from).collect();
        assert_eq!(quantile(numbers.clone(), Confidence::P95).to_string(), "95");
        assert_eq!(quantile(numbers, Confidence::new(0.999).unwrap()).to_string(), "100");
    }
}

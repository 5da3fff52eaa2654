//! Ratings for schedules that chose pairings by earlier results.
//!
//! If strength is all that counts, it does not matter how often each two met. If it is not, ratings depend on this: the
//! rating of a program that beats opponents to which others lose depends on how often it met just those. A schedule that
//! lets some pairs play a hundred times as often as others therefore leads to ratings that no round robin would give.
//! Here every pair weighs the same, however many games it played, as in a round robin; how precisely a rating is known
//! then follows from the variance of the weighted score of each pair, for which more games are better (the sandwich of
//! White 1982, "Maximum likelihood estimation of misspecified models").

use super::centre::Centre;
use super::distributions::normal_below;
use super::draws::Draws;
use super::elo::{Confidence, ELO, EloInterval};
use super::fitted::against_mean;
use super::matrix::{Factor, SquareMatrix};
use super::maximum::{Maximum, anchored};
use super::model::{Coordinates, Curve, OutcomeProbabilities, Parameters};
use super::progress_monitor::{Interrupted, ProgressMonitor, unstopped};
use super::results::{Results, to_f64};
use crate::EntrantIndex;

/// Ratings in which every pair has the same weight, as in a round robin, with the weak prior.
#[derive(Debug, Clone)]
pub struct BalancedRatings {
    parameters: Parameters,
    draws: Draws,
    /// The mean strength of those whose mean rating is 0.
    level: f64,
    covariance: SquareMatrix,
}

impl BalancedRatings {
    /// Computes the ratings of a field from games of two. Pairs that never met do not count.
    ///
    /// # Panics
    /// If there are so many games, far more than 10^13, that the prior is lost in rounding. Intervals and likelihoods lose
    /// their precision earlier, from about 10^12 games per pair on.
    #[must_use]
    pub fn new(results: &Results) -> Self {
        unstopped(|monitor| Self::compute(results, monitor))
    }

    /// Like [`BalancedRatings::new`], and can be stopped. It takes seconds for a thousand entrants, and longer for more.
    ///
    /// # Errors
    /// If `monitor` stops it.
    ///
    /// # Panics
    /// As [`BalancedRatings::new`].
    pub fn compute(results: &Results, monitor: ProgressMonitor) -> Result<Self, Interrupted> {
        monitor.at("ratings as of a round robin", 0, 1)?;
        let entrants = results.entrants();
        let all: f64 = results.pairs().iter().map(super::PairResult::games).sum();
        let mean = all / to_f64(results.pairs().len().max(1) as u64);
        let balanced = results.with_pairs(|pair| pair.times(mean / pair.games()));
        let Maximum { parameters, curve } = Maximum::with_prior(&balanced, monitor)?;
        // Multiplied by a weight, a score varies by its square; so does the slope of the likelihood.
        let squared = results.with_pairs(|pair| pair.times((mean / pair.games()).powi(2)));
        let slopes = Curve::of(squared.pairs(), [], &parameters, &Coordinates::all(entrants)).information;
        let factor = Factor::compute(anchored(&curve.information, entrants), monitor)?;
        let bread = factor.expect("the prior tells all apart").inverse(monitor)?.covariance(monitor)?;
        let sandwich = bread.product(&slopes, monitor)?.product(&bread, monitor)?;
        let draws = Draws::of(results, &parameters);
        let centre = Centre::of(results);
        let level = centre.mean(&parameters.strengths);
        Ok(Self { parameters, draws, level, covariance: against_mean(sandwich, &centre) })
    }

    /// The rating of an entrant, in Elo points; the mean of the field is 0.
    #[must_use]
    pub fn elo(&self, entrant: EntrantIndex) -> f64 {
        (self.parameters.strengths[entrant] - self.level) * ELO
    }

    /// For each entrant an interval for the rating, each by itself with this confidence.
    #[must_use]
    pub fn intervals(&self, confidence: Confidence) -> Vec<EloInterval> {
        let interval = |one: EntrantIndex| {
            let half = confidence.deviations() * self.covariance.at(one, one).max(0.0).sqrt() * ELO;
            EloInterval { low: self.elo(one) - half, high: self.elo(one) + half }
        };
        (0..self.parameters.strengths.len()).map(interval).collect()
    }

    /// For each entrant an interval for its distance from the `anchor`, each by itself with this confidence.
    #[must_use]
    pub fn intervals_from(&self, anchor: EntrantIndex, confidence: Confidence) -> Vec<EloInterval> {
        let interval = |one: EntrantIndex| {
            let apart = self.elo(one) - self.elo(anchor);
            let half = confidence.deviations() * self.variance_between(one, anchor).max(0.0).sqrt() * ELO;
            EloInterval { low: apart - half, high: apart + half }
        };
        (0..self.parameters.strengths.len()).map(interval).collect()
    }

    fn variance_between(&self, one: EntrantIndex, other: EntrantIndex) -> f64 {
        let of = |one: EntrantIndex, other: EntrantIndex| self.covariance.at(one, other);
        of(one, one) + of(other, other) - 2.0 * of(one, other)
    }

    /// The likelihood that one entrant is better than another, from 0 to 1.
    #[must_use]
    pub fn likelihood_better(&self, one: EntrantIndex, other: EntrantIndex) -> f64 {
        let variance = self.variance_between(one, other);
        let difference = self.parameters.strengths[one] - self.parameters.strengths[other];
        if variance > 0.0 { normal_below(difference / variance.sqrt()) } else { 0.5 }
    }

    /// The chances of a game between two entrants.
    #[must_use]
    pub fn expected(&self, one: EntrantIndex, other: EntrantIndex) -> OutcomeProbabilities {
        self.draws.chances(&self.parameters, one, other)
    }
}

#[cfg(test)]
mod tests {
    use game::SeededRng;

    use super::*;
    use crate::ratings::{PairResult, Ratings};
    use crate::simulation::SimulatedField;

    fn pair(one: EntrantIndex, other: EntrantIndex, wins: f64, losses: f64) -> PairResult {
        PairResult { one, other, wins, draws: 0.0, losses }
    }

    #[test]
    fn of_a_round_robin_they_are_the_ratings() {
        let results = SimulatedField::heavy_draws(8).results(|_, _| 60, 3);
        let plain = Ratings::new(results);
        let balanced = BalancedRatings::new(&plain.worth());
        let intervals = plain.intervals(Confidence::P95).into_iter().zip(balanced.intervals(Confidence::P95));
        for (one, (plain_interval, interval)) in intervals.enumerate() {
            // Draws make games count for more, so that the prior has less influence.
            assert!((plain.elo(one) - balanced.elo(one)).abs() < 0.2);
            // One follows the likelihood, the other is normal.
            assert!((plain_interval.width() / interval.width() - 1.0).abs() < 0.03);
            let likelihoods = [plain.likelihood_better(one, 3), balanced.likelihood_better(one, 3)];
            assert!((likelihoods[0] - likelihoods[1]).abs() < 0.02, "{likelihoods:?}");
        }
    }

    /// In a circle of three, each with one clear win and one clear loss, nobody is better. A hundred times as many
    /// games against one of them change plain ratings, but not these.
    #[test]
    fn it_does_not_matter_how_often_two_met() {
        let circle = |often: f64| {
            Results::new(
                3,
                [pair(0, 1, 8.0 * often, 2.0 * often), pair(1, 2, 8.0, 2.0), pair(2, 0, 8.0, 2.0)],
                [],
            )
        };
        let once = BalancedRatings::new(&circle(1.0));
        let often = BalancedRatings::new(&circle(100.0));
        for one in 0..3 {
            assert!(once.elo(one).abs() < 1e-6 && often.elo(one).abs() < 1e-6);
        }
        assert!(Ratings::new(circle(100.0)).elo(0) > 20.0, "plain ratings see who was met");
        let width = |ratings: &BalancedRatings, one: usize| ratings.intervals(Confidence::P95)[one].width();
        assert!(width(&often, 0) < 0.9 * width(&once, 0), "more games tell more");
        assert!(width(&often, 2) > 0.9 * width(&once, 2), "and only of who played them");
    }

    /// A field of circles, some of whose pairs play ten times as often as others.
    #[test]
    fn intervals_hold_the_rating_of_a_round_robin() {
        let field = SimulatedField::circles(9);
        let truth = field.true_ratings(|_, _| 1);
        let games = |one: EntrantIndex, other: EntrantIndex| {
            if (one * 7 + other * 3).is_multiple_of(5) { 300 } else { 30 }
        };
        let mut held = 0;
        let runs = 300;
        for run in 0..runs {
            let ratings = BalancedRatings::new(&field.results(games, run));
            let intervals = ratings.intervals(Confidence::P95);
            held += intervals.iter().zip(&truth).filter(|(interval, truth)| interval.holds(**truth)).count();
        }
        let share = to_f64(held as u64) / to_f64(runs * 9);
        assert!((0.93..=0.98).contains(&share), "{share}");
    }

    #[test]
    fn nobody_one_and_two_who_never_met_have_ratings() {
        for entrants in 0..3 {
            let ratings = BalancedRatings::new(&Results::new(entrants, [], []));
            assert_eq!(ratings.intervals(Confidence::P95).len(), entrants);
        }
        let mut rng = SeededRng::for_setup(1);
        let strangers = Results::new(4, [SimulatedField::even_gaps(4).play(0, 1, 10, &mut rng)], []);
        let interval = BalancedRatings::new(&strangers).intervals(Confidence::P95)[2];
        assert!(interval.low.is_finite() && interval.high.is_finite());
    }
}

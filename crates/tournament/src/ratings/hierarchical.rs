//! Ratings whose prior has the spread that the field shows.
//!
//! A schedule that pairs by results breaks what holds for a fixed one. A program that was lucky meets stronger opponents, which
//! count for it, so that the most likely ratings lie too far apart, and intervals about them miss the truth. By the theorem of
//! Bayes, the way in which pairings were chosen does not matter: it depends on the results alone, so that the likelihood is that
//! of a fixed schedule (Rubin 1976, "Inference and missing data"). But this needs a prior that describes the field.
//!
//! Here strengths come from a normal distribution about the mean of the field whose standard deviation is itself unknown, every
//! value up to that of the weak prior being as likely as any other (Gelman 2006, "Prior distributions for variance parameters in
//! hierarchical models"). Each of several values is weighted by how likely it makes the results (Laplace's approximation), and
//! the ratings are a mixture of one normal distribution for each of them.
//!
//! The prior draws a program at the edge of the field towards its middle. Over the whole field that makes errors smaller; for
//! that one program it is a bias. So intervals are as wide as the root of the mean square error that includes it. That alone
//! would contain the rating of the best program in some 80 of 100 cases only, where there are few games: it is pulled most. So
//! the end of an interval that is away from the middle lies far enough out for a program at the edge of the field (intervals
//! that know their bias: Armstrong & Kolesár 2018, "Optimal inference in a class of regression models").

use super::centre::Centre;
use super::distributions::{normal_below, normal_quantile};
use super::draws::Draws;
use super::elo::{Confidence, ELO, EloInterval};
use super::fitted::against_mean;
use super::matrix::{Factor, SquareMatrix};
use super::maximum::{Maximum, PRIOR_DEVIATION, Prior};
use super::model::{OutcomeProbabilities, Parameters};
use super::progress_monitor::{Interrupted, ProgressMonitor, unstopped};
use super::results::{Results, to_f64};
use crate::EntrantIndex;

/// The smallest standard deviation of strengths, in Elo points. A table does not show smaller ones.
const LEAST_DEVIATION: f64 = 10.0;

/// Each standard deviation is this many times the one before.
const STEP: f64 = 1.25;

/// One in every this many standard deviations is tried first, and afterwards all those near the best of them.
const COARSE: usize = 4;

/// Standard deviations that are less likely than the best one by more than this, in natural logarithms, are left out.
const UNLIKELY: f64 = 8.0;

/// Halvings that lead to the end of an interval: from thousands of points to a millionth of one.
const HALVINGS: usize = 60;

/// Ratings of a field whose schedule chose pairings by earlier results.
#[derive(Debug, Clone)]
pub struct HierarchicalRatings {
    components: Vec<Component>,
}

/// The ratings if strengths have a certain standard deviation.
#[derive(Debug, Clone)]
struct Component {
    /// How likely that standard deviation is. All of them sum up to 1.
    weight: f64,
    parameters: Parameters,
    draws: Draws,
    /// The covariance of all parameters, strengths taken against their mean.
    covariance: SquareMatrix,
    /// How far the prior pulls each parameter towards the middle.
    biases: Vec<f64>,
    /// The standard deviation of strengths, in natural logarithms.
    deviation: f64,
}

/// A strength or a difference of two, as one component estimates it.
struct Estimate {
    mean: f64,
    /// The variance of the true value about the mean.
    variance: f64,
    /// How far the prior pulls the mean towards the middle, by the estimated strengths.
    bias: f64,
    /// The share of its distance from the middle by which the prior pulls a true value, from 0 to 1.
    pull: f64,
    /// How far from the middle true values are at the edge of the field.
    edge: f64,
}

impl Estimate {
    /// The mean and the error of the normal distribution whose quantile at `share` is the end of an interval.
    fn normal(&self, share: f64, confidence: Confidence) -> (f64, f64) {
        let error = (self.variance + self.bias * self.bias).sqrt();
        let is_outward = (share > 0.5) == (self.mean > 0.0);
        let error = if is_outward { error.max(self.outward_error(confidence)) } else { error };
        (self.mean, error)
    }

    /// The error with which the end of an interval that is away from the middle is beyond the true value of a program at the
    /// edge of the field as often as the confidence says.
    fn outward_error(&self, confidence: Confidence) -> f64 {
        // The mean varies less than its true value is uncertain: it is pulled.
        let deviation_of_mean = (self.variance * (1.0 - self.pull)).sqrt();
        let outside = 1.0 - confidence.share();
        let half_width = self.pull * self.edge + normal_quantile(1.0 - outside / 2.0) * deviation_of_mean;
        half_width / normal_quantile(1.0 - outside / 2.0)
    }
}

/// The most likely parameters by a prior of one standard deviation.
struct Candidate {
    maximum: Maximum,
    factor: Factor,
    /// The logarithm of how likely the results and the standard deviation are.
    evidence: f64,
}

impl HierarchicalRatings {
    /// Computes the ratings of a field.
    #[must_use]
    pub fn new(results: &Results) -> Self {
        unstopped(|monitor| Self::compute(results, monitor))
    }

    /// Like [`HierarchicalRatings::new`], and can be stopped. It takes some ten times as long as
    /// [`Ratings`](super::Ratings).
    ///
    /// # Errors
    /// If `monitor` stops it.
    pub fn compute(results: &Results, monitor: ProgressMonitor) -> Result<Self, Interrupted> {
        let mut candidates = Candidates { results, monitor, tried: Vec::new() };
        let all = deviations().len();
        for at in (0..all).rev().step_by(COARSE) {
            candidates.attempt(at)?;
        }
        let best = candidates.best();
        for at in best.saturating_sub(COARSE)..=(best + COARSE).min(all - 1) {
            candidates.attempt(at)?;
        }
        candidates.mixture()
    }

    /// The rating of an entrant, in Elo points; the mean of the field is 0.
    #[must_use]
    pub fn elo(&self, entrant: EntrantIndex) -> f64 {
        self.mean(|component| component.parameters.strengths[entrant]) * ELO
    }

    /// For each entrant an interval for the rating, each by itself with this confidence.
    #[must_use]
    pub fn intervals(&self, confidence: Confidence) -> Vec<EloInterval> {
        let entrants = self.components[0].parameters.strengths.len();
        (0..entrants).map(|one| self.interval(one, confidence)).collect()
    }

    /// For each entrant an interval for its distance from the `anchor`, each by itself with this confidence.
    #[must_use]
    pub fn intervals_from(&self, anchor: EntrantIndex, confidence: Confidence) -> Vec<EloInterval> {
        let entrants = self.components[0].parameters.strengths.len();
        let interval = |one: EntrantIndex| {
            if one == anchor {
                return EloInterval::AT_0;
            }
            self.interval_of(confidence, |component| component.between(one, anchor))
        };
        (0..entrants).map(interval).collect()
    }

    fn interval(&self, entrant: EntrantIndex, confidence: Confidence) -> EloInterval {
        self.interval_of(confidence, |component| component.strength(entrant))
    }

    /// The interval of what is estimated like this in each component.
    fn interval_of(&self, confidence: Confidence, of: impl Fn(&Component) -> Estimate) -> EloInterval {
        let outside = (1.0 - confidence.share()) / 2.0;
        let quantile = |share: f64| self.quantile(|component| of(component).normal(share, confidence), share);
        EloInterval { low: quantile(outside), high: quantile(1.0 - outside) }
    }

    /// The value that the true one is below with this probability, by a mean and an error in each component.
    fn quantile(&self, of: impl Fn(&Component) -> (f64, f64), share: f64) -> f64 {
        let deviations = normal_quantile(share);
        let normal: Vec<(f64, f64)> = self.components.iter().map(of).collect();
        // The quantile of a mixture lies between those of its components.
        let (mut low, mut high) =
            normal.iter().fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), (mean, error)| {
                let end = mean + deviations * error;
                (low.min(end), high.max(end))
            });
        for _ in 0..HALVINGS {
            let middle = f64::midpoint(low, high);
            let below: f64 = self
                .components
                .iter()
                .zip(&normal)
                .map(|(component, (mean, error))| component.weight * probability_below(middle - mean, *error))
                .sum();
            if below < share {
                low = middle;
            } else {
                high = middle;
            }
        }
        f64::midpoint(low, high) * ELO
    }

    /// The likelihood that one entrant is better than another, from 0 to 1.
    #[must_use]
    pub fn likelihood_better(&self, one: EntrantIndex, other: EntrantIndex) -> f64 {
        self.mean(|component| {
            let difference = component.parameters.strengths[one] - component.parameters.strengths[other];
            probability_below(difference, component.variance_between(one, other).sqrt())
        })
    }

    /// The chances of a game between two entrants.
    #[must_use]
    pub fn expected(&self, one: EntrantIndex, other: EntrantIndex) -> OutcomeProbabilities {
        let of = |part: fn(&OutcomeProbabilities) -> f64| {
            self.mean(|component| part(&component.draws.chances(&component.parameters, one, other)))
        };
        OutcomeProbabilities {
            win: of(|chances| chances.win),
            draw: of(|chances| chances.draw),
            loss: of(|chances| chances.loss),
        }
    }

    fn mean(&self, of: impl Fn(&Component) -> f64) -> f64 {
        self.components.iter().map(|component| component.weight * of(component)).sum()
    }
}

impl Component {
    /// Takes strengths to have this standard deviation, in natural logarithms.
    fn new(
        weight: f64,
        parameters: Parameters,
        draws: Draws,
        covariance: SquareMatrix,
        deviation: f64,
    ) -> Self {
        let mut pulled = parameters.strengths.clone();
        pulled.resize(parameters.count(), 0.0);
        let mut biases = covariance.times(&pulled);
        for bias in &mut biases {
            *bias /= deviation * deviation;
        }
        Self { weight, parameters, draws, covariance, biases, deviation }
    }

    fn strength(&self, one: EntrantIndex) -> Estimate {
        let variance = self.covariance.at(one, one).max(0.0);
        // The share of its distance from the middle by which the prior pulls a program.
        let pull = (variance / (self.deviation * self.deviation)).min(1.0);
        Estimate {
            mean: self.parameters.strengths[one],
            variance,
            bias: self.biases[one],
            pull,
            edge: self.edge(),
        }
    }

    /// How far one is above another.
    fn between(&self, one: EntrantIndex, other: EntrantIndex) -> Estimate {
        let variance = self.variance_between(one, other);
        let pull = (variance / (2.0 * self.deviation * self.deviation)).min(1.0);
        Estimate {
            mean: self.parameters.strengths[one] - self.parameters.strengths[other],
            variance,
            bias: self.biases[one] - self.biases[other],
            pull,
            edge: self.edge() + self.parameters.strengths[other].abs(),
        }
    }

    /// How far from the middle the first and the last of such a field are.
    fn edge(&self) -> f64 {
        let entrants = to_f64(self.parameters.strengths.len() as u64);
        self.deviation * normal_quantile(1.0 - 0.5 / entrants)
    }

    fn variance_between(&self, one: EntrantIndex, other: EntrantIndex) -> f64 {
        let of = |one: EntrantIndex, other: EntrantIndex| self.covariance.at(one, other);
        (of(one, one) + of(other, other) - 2.0 * of(one, other)).max(0.0)
    }
}

/// All standard deviations that are tried, in Elo points, rising.
fn deviations() -> Vec<f64> {
    std::iter::successors(Some(LEAST_DEVIATION), |deviation| Some(deviation * STEP))
        .take_while(|&deviation| deviation <= PRIOR_DEVIATION)
        .collect()
}

/// The standard deviations that were tried, by their positions among all of them.
struct Candidates<'a> {
    results: &'a Results,
    monitor: ProgressMonitor<'a>,
    tried: Vec<(usize, Candidate)>,
}

impl Candidates<'_> {
    fn attempt(&mut self, at: usize) -> Result<(), Interrupted> {
        if self.tried.iter().any(|(tried, _)| *tried == at) {
            return Ok(());
        }
        self.monitor.at("ratings by the spread of the field", self.tried.len(), deviations().len())?;
        let deviation = deviations()[at] / ELO;
        let prior = Prior::with_deviation(deviation);
        let nearest = self.tried.iter().min_by_key(|(tried, _)| tried.abs_diff(at));
        let start = nearest.map_or_else(
            || Parameters::level(self.results),
            |(_, candidate)| candidate.maximum.parameters.clone(),
        );
        let maximum = Maximum::by_prior(&start, self.results, prior, self.monitor)?;
        let factor = Factor::compute(maximum.curve.information.clone(), self.monitor)?;
        let factor = factor.expect("the prior tells all apart");
        // One strength fewer than there are entrants is free, as the mean of the field is given. All standard deviations are
        // equally likely beforehand, and each of these stands for as many as it is large.
        let entrants = to_f64(self.results.entrants() as u64);
        let evidence =
            maximum.curve.value - (entrants - 1.0) * libm::log(deviation) - factor.log_determinant() / 2.0;
        self.tried.push((at, Candidate { maximum, factor, evidence }));
        Ok(())
    }

    fn best(&self) -> usize {
        let best = self.tried.iter().max_by(|(_, one), (_, other)| one.evidence.total_cmp(&other.evidence));
        best.map_or(0, |(at, _)| *at)
    }

    /// The components that were tried, side by side, so that steps between them are equal.
    fn mixture(mut self) -> Result<HierarchicalRatings, Interrupted> {
        let best = self.best();
        let top =
            self.tried.iter().map(|(_, candidate)| candidate.evidence).fold(f64::NEG_INFINITY, f64::max);
        self.tried
            .retain(|(at, candidate)| at.abs_diff(best) <= COARSE && top - candidate.evidence < UNLIKELY);
        self.tried.sort_by_key(|(at, _)| *at);
        let centre = Centre::whole(self.results.entrants());
        let mut components = Vec::with_capacity(self.tried.len());
        for (at, Candidate { maximum, factor, evidence }) in self.tried {
            let covariance = against_mean(factor.inverse(self.monitor)?.covariance(self.monitor)?, &centre);
            let weight = libm::exp(evidence - top);
            let draws = Draws::of(self.results, &maximum.parameters);
            components.push(Component::new(
                weight,
                maximum.parameters,
                draws,
                covariance,
                deviations()[at] / ELO,
            ));
        }
        let all: f64 = components.iter().map(|component| component.weight).sum();
        for component in &mut components {
            component.weight /= all;
        }
        Ok(HierarchicalRatings { components })
    }
}

/// The probability that a normal error of this standard deviation is less than a distance.
fn probability_below(distance: f64, deviation: f64) -> f64 {
    if deviation > 0.0 { normal_below(distance / deviation) } else { 0.5 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ratings::{PairResult, Ratings};
    use crate::simulation::{PairedBy, SimulatedField, normal_strengths, paired_coverage};

    /// With many games the results say everything, and the prior nothing.
    #[test]
    fn many_games_give_the_most_likely_ratings() {
        let results = SimulatedField::even_gaps(8).results(|_, _| 2000, 1);
        let (hierarchical, plain) = (HierarchicalRatings::new(&results), Ratings::new(results));
        let intervals =
            hierarchical.intervals(Confidence::P95).into_iter().zip(plain.intervals(Confidence::P95));
        for (one, (interval, plain_interval)) in intervals.enumerate() {
            assert!((hierarchical.elo(one) - plain.elo(one)).abs() < 1.0);
            assert!((interval.width() / plain_interval.width() - 1.0).abs() < 0.03);
            assert!((hierarchical.likelihood_better(one, 3) - plain.likelihood_better(one, 3)).abs() < 0.02);
        }
    }

    /// Results that equals have by chance do not spread a field.
    #[test]
    fn equals_are_rated_alike() {
        let results = SimulatedField::plain("equals", vec![0.0; 30]).results(|_, _| 2, 1);
        let spread = |elo: &dyn Fn(EntrantIndex) -> f64| (0..30).map(|one| elo(one).powi(2)).sum::<f64>();
        let hierarchical = HierarchicalRatings::new(&results);
        let plain = Ratings::new(results);
        assert!(spread(&|one| hierarchical.elo(one)) < 0.5 * spread(&|one| plain.elo(one)));
    }

    #[test]
    fn intervals_hold_the_truth_where_a_schedule_pairs_by_results() {
        let fields = [
            (vec![0.0; 16], PairedBy::Swiss(5), 10),
            (normal_strengths(16, 200.0), PairedBy::DoubleElimination, 10),
            // Few games: the prior pulls the first and the last program by half of their distance.
            (normal_strengths(16, 100.0), PairedBy::Swiss(5), 2),
        ];
        for (strengths, by, games) in fields {
            let field = SimulatedField::plain("paired", strengths);
            let found = paired_coverage(&field, by, games, Confidence::P95, 200, 1).hierarchical;
            assert!(found.ratings > 0.93 && found.worst > 0.85, "{by:?} {found:?}");
        }
    }

    #[test]
    fn nobody_one_and_strangers_have_ratings() {
        for entrants in 0..4 {
            let ratings = HierarchicalRatings::new(&Results::new(entrants, [], []));
            let intervals = ratings.intervals(Confidence::P95);
            assert!(intervals.iter().all(|interval| interval.low.is_finite() && interval.high.is_finite()));
            assert_eq!(intervals.len(), entrants);
        }
        let one_win = PairResult { one: 0, other: 1, wins: 1.0, draws: 0.0, losses: 0.0 };
        let ratings = HierarchicalRatings::new(&Results::new(2, [one_win], []));
        assert!((0.5..1.0).contains(&ratings.likelihood_better(0, 1)));
    }
}

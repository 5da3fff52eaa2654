//! Intervals of ratings where no game depends on chance: the uncertainty comes from the choice of opponents.
//!
//! Deterministic programs without random setups play the same game over and over, which counts once; and where all setups
//! have been counted, a score is exact. Then nothing is uncertain about how two programs do against each other. But a
//! program may still do well because of the opponents in this field. The bootstrap over opponents measures that: fields
//! are drawn in which some opponents weigh more and others less, as if as many had been drawn from all programs there
//! could be, and all are rated again.
//!
//! Every opponent's weight is drawn from the exponential distribution (the Bayesian bootstrap, Rubin 1981), and a game
//! weighs as the product of its players' weights (the pigeonhole bootstrap, Owen 2007). So each program is rated by
//! weighted opponents, whatever its own weight; nobody drops out of a field, and ratings always exist.
//!
//! Fields drawn from a few opponents differ less than fields of others would. So the results of the bootstrap are
//! stretched according to Student's distribution (Hesterberg 2015, "What teachers should know about the bootstrap", on
//! intervals that are too narrow), with one opponent less than the field has entrants.

use game::SeededRng;

use super::centre::Centre;
use super::distributions::{normal_below, normal_quantile};
use super::elo::{Confidence, ELO, EloInterval};
use super::maximum::Maximum;
use super::progress_monitor::{Interrupted, ProgressMonitor, unstopped};
use super::random::exponential;
use super::ranks::{Deviations, RankInterval, quantile};
use super::refit::nearby;
use super::results::{Results, to_f64};
use crate::EntrantIndex;

/// However large the field, this many fields are drawn.
const LEAST_FIELDS: usize = 99;

/// Beyond that, as many fields as have this many pairs of entrants together.
const MAX_CELLS: usize = 100_000_000;

/// Ratings whose uncertainty comes from the choice of the field.
#[derive(Debug, Clone)]
pub struct ResampledFieldRatings {
    strengths: Vec<f64>,
    /// The strengths in each drawn field.
    drawn: Vec<Vec<f64>>,
}

impl ResampledFieldRatings {
    /// The ratings of a field, and of this many fields with other weights, drawn from `seed`. A thousand are enough for
    /// intervals of 95%. Each is rated, which in a large field takes long; so there the number is bounded, see
    /// [`ResampledFieldRatings::drawn_fields`].
    #[must_use]
    pub fn new(results: &Results, fields: usize, seed: u64) -> Self {
        unstopped(|monitor| Self::compute(results, fields, seed, monitor))
    }

    /// Like [`ResampledFieldRatings::new`], and can be stopped. It takes seconds for a hundred entrants.
    ///
    /// # Errors
    /// If `monitor` stops it.
    pub fn compute(
        results: &Results,
        fields: usize,
        seed: u64,
        monitor: ProgressMonitor,
    ) -> Result<Self, Interrupted> {
        let found = Maximum::with_prior(results, monitor)?.parameters;
        let centre = Centre::of(results);
        let centred = |strengths: Vec<f64>| -> Vec<f64> {
            let level = centre.mean(&strengths);
            strengths.into_iter().map(|strength| strength - level).collect()
        };
        let mut rng = SeededRng::for_setup(seed);
        let cells = results.entrants() * results.entrants();
        let fields = fields.min(MAX_CELLS / cells.max(1)).max(LEAST_FIELDS);
        let mut rate_again = |nth: usize| {
            monitor.at("other fields", nth, fields)?;
            let weights = weights(results.entrants(), &mut rng);
            let weighted = results.weighted(|members| members.map(|one| weights[one]).product());
            Ok(centred(nearby(&found, &weighted, monitor)?.strengths))
        };
        let drawn = (0..fields).map(&mut rate_again).collect::<Result<_, _>>()?;
        Ok(Self { drawn, strengths: centred(found.strengths) })
    }

    /// How many fields were drawn: as many as were asked for, but at least 99, by which 95% can be told, and at most as
    /// many as have 100 million pairs of entrants together; for 1,000 entrants, 100.
    #[must_use]
    pub fn drawn_fields(&self) -> usize {
        self.drawn.len()
    }

    /// The rating of an entrant: that of [`Ratings`](super::Ratings).
    #[must_use]
    pub fn elo(&self, entrant: EntrantIndex) -> f64 {
        self.strengths[entrant] * ELO
    }

    /// For each entrant an interval for the rating: it holds that share of the drawn fields, and as many of the rest
    /// lie on either side; then it is stretched about the rating, because there are few opponents.
    #[must_use]
    pub fn intervals(&self, confidence: Confidence) -> Vec<EloInterval> {
        (0..self.strengths.len()).map(|one| self.interval(one, confidence)).collect()
    }

    /// The interval of one entrant.
    #[must_use]
    pub fn interval(&self, one: EntrantIndex, confidence: Confidence) -> EloInterval {
        self.interval_of(|strengths| strengths[one], confidence)
    }

    /// For each entrant an interval for its distance from the `anchor`, found likewise.
    #[must_use]
    pub fn intervals_from(&self, anchor: EntrantIndex, confidence: Confidence) -> Vec<EloInterval> {
        let interval =
            |one: EntrantIndex| self.interval_of(|strengths| strengths[one] - strengths[anchor], confidence);
        (0..self.strengths.len()).map(interval).collect()
    }

    fn interval_of(&self, value: impl Fn(&[f64]) -> f64, confidence: Confidence) -> EloInterval {
        let tail = (1.0 - confidence.share()) / 2.0;
        let stretch = confidence.stretch(self.opponents());
        let found = value(&self.strengths) * ELO;
        let mut drawn: Vec<f64> = self.drawn.iter().map(|strengths| value(strengths) * ELO).collect();
        drawn.sort_unstable_by(f64::total_cmp);
        let end = |share: f64| found + (within(&drawn, share) - found) * stretch;
        EloInterval { low: end(tail), high: end(1.0 - tail) }
    }

    /// How likely it is that one is rated above another in other fields like this one: the share of drawn fields, where
    /// none or all is not quite and a tie is half, with deviations stretched as those of intervals are.
    #[must_use]
    pub fn likelihood_better(&self, one: EntrantIndex, other: EntrantIndex) -> f64 {
        let count = |is_counted: fn(&f64, &f64) -> bool| {
            to_f64(self.drawn.iter().filter(|drawn| is_counted(&drawn[one], &drawn[other])).count() as u64)
        };
        let above = f64::midpoint(count(f64::gt), count(f64::ge));
        let share = (above + 0.5) / (to_f64(self.drawn.len() as u64) + 1.0);
        normal_below(normal_quantile(share) / Confidence::P95.stretch(self.opponents()))
    }

    /// Each entrant has one opponent fewer than there are entrants.
    fn opponents(&self) -> f64 {
        to_f64(self.strengths.len() as u64) - 1.0
    }

    /// For each entrant the ranks that it may have, all at once with this confidence, as
    /// [`Ratings::ranks`](super::Ratings::ranks) has it.
    #[must_use]
    pub fn ranks(&self, confidence: Confidence) -> Vec<RankInterval> {
        let deviations = Deviations::new(self.strengths.len(), |one, other| {
            let difference = |strengths: &[f64]| strengths[one] - strengths[other];
            let squares =
                self.drawn.iter().map(|drawn| (difference(drawn) - difference(&self.strengths)).powi(2));
            squares.sum::<f64>() / to_f64(self.drawn.len() as u64)
        });
        let error =
            |drawn: &[f64]| -> Vec<f64> { drawn.iter().zip(&self.strengths).map(|(x, y)| x - y).collect() };
        let greatest = self.drawn.iter().map(|drawn| deviations.greatest(&error(drawn)));
        let bound = quantile(greatest.collect(), confidence) * confidence.stretch(self.opponents());
        let is_better = |one: EntrantIndex, other: EntrantIndex| {
            self.strengths[one] - self.strengths[other] > bound * deviations.between(one, other)
        };
        unstopped(|monitor| RankInterval::all(self.strengths.len(), monitor, is_better))
    }
}

/// Weights of mean 1.
fn weights(entrants: usize, rng: &mut SeededRng) -> Vec<f64> {
    let weights: Vec<f64> = (0..entrants).map(|_| exponential(rng)).collect();
    let mean = weights.iter().sum::<f64>() / to_f64(entrants as u64);
    weights.iter().map(|weight| weight / mean).collect()
}

/// The value below which a share of sorted numbers lies, between the two nearest of them.
fn within(sorted: &[f64], share: f64) -> f64 {
    let mut at = share * (to_f64(sorted.len() as u64) + 1.0) - 1.0;
    let mut neighbours = sorted.windows(2);
    while let Some(&[low, high]) = neighbours.next() {
        if at <= 1.0 {
            return low + (high - low) * at.max(0.0);
        }
        at -= 1.0;
    }
    sorted.last().copied().unwrap_or(0.0)
}

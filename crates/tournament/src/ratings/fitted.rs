//! Ratings and their intervals.

use game::SeededRng;

use super::centre::Centre;
use super::dispersion::Dispersion;
use super::draws::Draws;
use super::elo::{Confidence, ELO, EloInterval};
use super::matrix::{LANES, SquareMatrix};
use super::maximum::{Maximum, NoMaximum};
use super::model::{Coordinates, Curve, OutcomeProbabilities, Parameters};
use super::profile::{Profiles, Quantity};
use super::progress_monitor::{Interrupted, ProgressMonitor, unstopped};
use super::random::normal;
use super::results::{Results, to_f64};
use super::robust::{Correction, Spread, Uncertainty};
use crate::EntrantIndex;

/// The most likely ratings of a field by its results, on the Elo scale, the mean of the field being 0. If some beat all
/// others or lost to all of them, the mean of the others is 0: see [`Ratings::outside_centre`].
///
/// There is no fixed level such as 1500: a rating compares a program with this field only.
#[derive(Debug, Clone)]
pub struct Ratings {
    /// The games that were played.
    results: Results,
    /// Wins and losses that say as much about the ratings; the ratings are the most likely ones for them.
    working: Results,
    parameters: Parameters,
    /// The entrants whose mean rating is 0.
    centre: Centre,
    spread: Spread,
    uncertainty: Uncertainty,
}

impl Ratings {
    /// The ratings of a field whose games are independent, with the weak prior of
    /// [`PRIOR_DEVIATION`](super::PRIOR_DEVIATION): they exist whatever the results are.
    ///
    /// # Panics
    /// If there are so many games, far more than 10^13, that the prior is lost in rounding. Intervals and likelihoods lose
    /// their precision earlier, from about 10^12 games per pair on.
    #[must_use]
    pub fn new(results: Results) -> Self {
        unstopped(|monitor| Self::compute(results, monitor))
    }

    /// Like [`Ratings::new`], and can be stopped. It takes a second for a thousand entrants, and longer for more.
    ///
    /// # Errors
    /// If `monitor` stops it.
    ///
    /// # Panics
    /// As [`Ratings::new`].
    pub fn compute(results: Results, monitor: ProgressMonitor) -> Result<Self, Interrupted> {
        monitor.at("ratings", 0, 1)?;
        let maximum = Maximum::with_prior(&results, monitor)?;
        let spread = Spread::of_independent(&results, &maximum.parameters);
        let ratings = Self::at(maximum, results, spread, monitor)?;
        Ok(ratings.expect("the prior tells everything apart"))
    }

    /// The ratings of a field in which the games of a setup depend on each other as `dispersion` says: the same ratings with
    /// other intervals, ranks and likelihoods. It takes twice as long as [`Ratings::compute`].
    ///
    /// # Errors
    /// If `monitor` stops it.
    ///
    /// # Panics
    /// As [`Ratings::new`].
    pub fn of_setups(
        results: &Results,
        dispersion: &Dispersion,
        monitor: ProgressMonitor,
    ) -> Result<Self, Interrupted> {
        let results = results.with_placings_scaled(1.0 / dispersion.ratio_of_groups());
        let mut independent = Self::compute(results, monitor)?;
        let ratios = dispersion.compute_ratios(&independent, monitor)?;
        let is_independent = ratios.iter().all(|ratio| (ratio - 1.0).abs() < 1e-12);
        let Self { results, parameters, .. } = &independent;
        let spread = Spread::of(results, parameters, ratios, dispersion.measured());
        if is_independent {
            independent.spread = spread;
            return Ok(independent);
        }
        let Self { results, parameters, .. } = independent;
        let maximum = Maximum::near(&parameters, &results, monitor)?;
        let ratings = Self::at(maximum, results, spread, monitor)?;
        Ok(ratings.expect("the prior tells everything apart"))
    }

    /// The ratings of independent games without a prior, as other programs compute them.
    ///
    /// # Errors
    /// If the results become ever more likely the further some entrants are apart.
    pub fn without_prior(results: Results) -> Result<Self, NoMaximum> {
        let maximum = Maximum::without_prior(&results)?;
        let spread = Spread::of_independent(&results, &maximum.parameters);
        unstopped(|monitor| Self::at(maximum, results, spread, monitor)).ok_or(NoMaximum::Unbounded)
    }

    fn at(
        maximum: Maximum,
        results: Results,
        spread: Spread,
        monitor: ProgressMonitor,
    ) -> Result<Option<Self>, Interrupted> {
        let Maximum { parameters, curve } = maximum;
        let working = spread.working(&results, &parameters);
        let correction = Correction::of(&results, &parameters, &spread);
        let centre = Centre::of(&results);
        let entrants = results.entrants();
        let of_working = if correction.is_some() {
            // The prior's part is the same in both.
            let all = Coordinates::all(entrants);
            let of = |results: &Results| Curve::of(results.pairs(), [], &parameters, &all).information;
            curve.information.clone().plus(&of(&working), 1.0).plus(&of(&results), -1.0)
        } else {
            curve.information.clone()
        };
        let uncertainty =
            Uncertainty::of(&curve.information, &of_working, correction.as_ref(), &centre, monitor)?;
        Ok(uncertainty.map(|uncertainty| Self { results, working, parameters, centre, spread, uncertainty }))
    }

    /// The results that the ratings come from.
    #[must_use]
    pub fn results(&self) -> &Results {
        &self.results
    }

    /// The results whose likelihood the intervals follow.
    pub(super) fn working(&self) -> &Results {
        &self.working
    }

    /// The results, with the games of each pair counted as the number of wins and losses that say as much about its
    /// score.
    pub(crate) fn worth(&self) -> Results {
        self.spread.worth(&self.results, &self.parameters)
    }

    /// The results with games counted for less where those of a setup depend on each other, and never for more.
    pub(crate) fn discounted(&self) -> Results {
        let mut at = 0..;
        self.results.with_pairs(|pair| pair.times(1.0 / self.spread.ratio(at.next().unwrap_or(0)).max(1.0)))
    }

    /// The rating of an entrant.
    #[must_use]
    pub fn elo(&self, entrant: EntrantIndex) -> f64 {
        self.value(Quantity::Rating(entrant)) * ELO
    }

    /// The entrants whose ratings do not count in the mean that is 0, in rising order: no chain of points leads from them to
    /// most others, or none back, so that they may be any distance away. Empty, if no such group of most others exists.
    #[must_use]
    pub fn outside_centre(&self) -> Vec<EntrantIndex> {
        self.centre.outside()
    }

    /// The entrants whose mean rating is 0.
    pub(super) fn centre(&self) -> &Centre {
        &self.centre
    }

    /// All entrants, the best first; those who are rated the same in the order of the field.
    #[must_use]
    pub fn order(&self) -> Vec<EntrantIndex> {
        let strengths = &self.parameters.strengths;
        let mut order: Vec<EntrantIndex> = (0..strengths.len()).collect();
        order.sort_by(|&one, &other| strengths[other].total_cmp(&strengths[one]));
        order
    }

    /// The standard deviation of a rating where its distribution is about normal.
    #[must_use]
    pub fn standard_error(&self, entrant: EntrantIndex) -> f64 {
        self.variance(Quantity::Rating(entrant)).sqrt() * ELO
    }

    /// For each entrant an interval for the rating: each by itself is right with this confidence, over many
    /// tournaments with other random setups.
    #[must_use]
    pub fn intervals(&self, confidence: Confidence) -> Vec<EloInterval> {
        unstopped(|monitor| self.compute_intervals(confidence, monitor))
    }

    /// Like [`Ratings::intervals`], and can be stopped. It takes long in a large field where many have won or lost nearly
    /// everything.
    ///
    /// # Errors
    /// If `monitor` stops it.
    pub fn compute_intervals(
        &self,
        confidence: Confidence,
        monitor: ProgressMonitor,
    ) -> Result<Vec<EloInterval>, Interrupted> {
        let profiles = Profiles::of(self);
        let entrants = self.results.entrants();
        let interval = |one: EntrantIndex| {
            monitor.at("intervals", one, entrants)?;
            Ok(interval(&profiles, Quantity::Rating(one), confidence))
        };
        (0..entrants).map(interval).collect()
    }

    /// The interval of one entrant.
    #[must_use]
    pub fn interval(&self, entrant: EntrantIndex, confidence: Confidence) -> EloInterval {
        interval(&Profiles::of(self), Quantity::Rating(entrant), confidence)
    }

    /// For each entrant an interval for its distance from the `anchor`, each by itself with this confidence.
    ///
    /// # Errors
    /// If `monitor` stops it.
    pub fn intervals_from(
        &self,
        anchor: EntrantIndex,
        confidence: Confidence,
        monitor: ProgressMonitor,
    ) -> Result<Vec<EloInterval>, Interrupted> {
        let profiles = Profiles::of(self);
        let entrants = self.results.entrants();
        let interval = |one: EntrantIndex| {
            monitor.at("intervals", one, entrants)?;
            let asked = Quantity::Difference(one, anchor);
            Ok(if one == anchor { EloInterval::AT_0 } else { interval(&profiles, asked, confidence) })
        };
        (0..entrants).map(interval).collect()
    }

    /// The chances of a game between two entrants.
    #[must_use]
    pub fn expected(&self, one: EntrantIndex, other: EntrantIndex) -> OutcomeProbabilities {
        self.spread.draws.chances(&self.parameters, one, other)
    }

    /// How ready entrants are to share a place between `size` of them: 0 if none ever did. With prevalence 1, two equal
    /// programs draw a third of their games. In games of three and more it is that of the model; without such games, ties of
    /// two are draws.
    #[must_use]
    pub fn tie_prevalence(&self, size: usize) -> f64 {
        if size == 2 && self.results.placings().is_empty() {
            return self.spread.draws.prevalence();
        }
        let tie = self.parameters.ties.iter().find(|tie| tie.size == size);
        tie.map_or(0.0, |tie| libm::exp(tie.prevalence))
    }

    /// The covariance that all parameters would have if the working results were wins and losses, independent of each other;
    /// strengths are taken against their mean.
    pub(super) fn working_covariance(&self) -> &SquareMatrix {
        self.uncertainty.working()
    }

    pub(super) fn draws(&self) -> Draws {
        self.spread.draws
    }

    pub(super) fn spread(&self) -> &Spread {
        &self.spread
    }

    pub(super) fn parameters(&self) -> &Parameters {
        &self.parameters
    }

    /// What is asked for, in natural logarithms.
    pub(super) fn value(&self, asked: Quantity) -> f64 {
        let strengths = &self.parameters.strengths;
        match asked {
            Quantity::Rating(one) => strengths[one] - self.centre.mean(strengths),
            Quantity::Difference(one, other) => strengths[one] - strengths[other],
        }
    }

    /// The variance of what is asked for, in natural logarithms.
    pub(super) fn variance(&self, asked: Quantity) -> f64 {
        variance(|one, other| self.uncertainty.covariance(one, other), asked)
    }

    /// What the variance of what is asked for would be if the working results were wins and losses, independent of each other.
    pub(super) fn working_variance(&self, asked: Quantity) -> f64 {
        variance(|one, other| self.working_covariance().at(one, other), asked)
    }

    /// How many times greater the standard deviation of what is asked for is than in the likelihood that intervals
    /// follow: its fall is scaled by that (Chandler & Bate 2007, "Inference for clustered data using the independence
    /// loglikelihood").
    pub(super) fn stretch(&self, asked: Quantity) -> f64 {
        if self.uncertainty.is_plain() {
            return 1.0;
        }
        let stretch = (self.variance(asked) / self.working_variance(asked)).sqrt();
        if stretch > 0.0 { stretch } else { 1.0 }
    }

    /// The correlation of what is asked for with a rating, in the likelihood that intervals follow.
    pub(super) fn working_correlation(&self, asked: Quantity, with: EntrantIndex) -> f64 {
        let covariance = self.working_covariance();
        let together = match asked {
            Quantity::Rating(one) => covariance.at(one, with),
            Quantity::Difference(one, other) => covariance.at(one, with) - covariance.at(other, with),
        };
        together / (self.working_variance(asked) * covariance.at(with, with)).sqrt()
    }

    /// The covariance of the strengths of some, against the mean of others, and of all prevalences, in the likelihood that
    /// intervals follow.
    pub(super) fn covariance_against(&self, some: &[EntrantIndex], others: &[EntrantIndex]) -> SquareMatrix {
        let working = self.working_covariance();
        let count = to_f64(others.len() as u64);
        let entrants = self.results.entrants();
        let places: Vec<usize> = some.iter().copied().chain(entrants..working.size()).collect();
        let with_others = |at: usize| others.iter().map(|&other| working.at(at, other)).sum::<f64>() / count;
        let with_rest: Vec<f64> = places.iter().map(|&at| with_others(at)).collect();
        let of_rest = others.iter().map(|&other| with_others(other)).sum::<f64>() / count;
        let mut covariance = SquareMatrix::zero(places.len());
        let is_strength = |at: usize| if at < some.len() { 1.0 } else { 0.0 };
        for (row, &one) in places.iter().enumerate() {
            for (column, &other) in places.iter().enumerate() {
                let (here, there) = (is_strength(row), is_strength(column));
                let common = here * there * of_rest - there * with_rest[row] - here * with_rest[column];
                covariance.add(row, column, working.at(one, other) + common);
            }
        }
        covariance
    }

    /// Errors of all strengths, as chance makes them, one field per lane.
    pub(super) fn errors(&self, rng: &mut SeededRng) -> Vec<[f64; LANES]> {
        let independent: Vec<[f64; LANES]> =
            (0..self.parameters.count()).map(|_| std::array::from_fn(|_| normal(rng))).collect();
        let mut errors = self.uncertainty.root().spread(&independent);
        errors.truncate(self.results.entrants());
        errors
    }
}

fn variance(of: impl Fn(EntrantIndex, EntrantIndex) -> f64, asked: Quantity) -> f64 {
    match asked {
        Quantity::Rating(one) => of(one, one),
        Quantity::Difference(one, other) => of(one, one) + of(other, other) - 2.0 * of(one, other),
    }
}

/// The covariance of strengths against the mean of some of them; prevalences stay as they are.
pub(super) fn against_mean(mut covariance: SquareMatrix, centre: &Centre) -> SquareMatrix {
    let entrants = centre.entrants();
    for at in 0..covariance.size() {
        let row = &mut covariance.row_mut(at)[..entrants];
        let mean = centre.mean(row);
        for cell in row {
            *cell -= mean;
        }
    }
    let mut means = vec![0.0; covariance.size()];
    for &at in centre.members() {
        means.iter_mut().zip(covariance.row(at)).for_each(|(mean, cell)| *mean += cell / centre.count());
    }
    for at in 0..entrants {
        covariance.row_mut(at).iter_mut().zip(&means).for_each(|(cell, mean)| *cell -= mean);
    }
    covariance
}

fn interval(profiles: &Profiles, asked: Quantity, confidence: Confidence) -> EloInterval {
    let end = |deviations: f64| profiles.value_at(asked, deviations) * ELO;
    let deviations = confidence.deviations();
    EloInterval { low: end(-deviations), high: end(deviations) }
}

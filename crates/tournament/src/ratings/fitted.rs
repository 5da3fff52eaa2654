//! Ratings and their intervals.

use game::Draw;

use super::elo::{Confidence, ELO, Interval};
use super::matrix::{Factor, LANES, Root, Square};
use super::maximum::{Maximum, NoMaximum, anchored};
use super::model::{Chances, Parameters};
use super::profile::{Asked, Profiles};
use super::random::normal;
use super::results::{Results, real};
use super::waiting::{Interrupted, Waiting, unstopped};
use crate::Entrant;

/// The most likely ratings of a field by its results, on the Elo scale, the mean of the field being 0.
///
/// There is no fixed level such as 1500: a rating compares a program with this field only.
#[derive(Debug, Clone)]
pub struct Ratings {
    results: Results,
    parameters: Parameters,
    /// The covariance of all parameters, strengths taken against their mean.
    covariance: Square,
    /// A root of the covariance of all parameters.
    root: Root,
}

impl Ratings {
    /// The ratings of a field, with the weak prior of [`PRIOR_DEVIATION`](super::PRIOR_DEVIATION): they exist
    /// whatever the results are.
    ///
    /// # Panics
    /// If there are so many games, far more than 10^13, that the prior is lost in rounding. Intervals and likelihoods lose
    /// their precision earlier, from about 10^12 games per pair on.
    #[must_use]
    pub fn new(results: Results) -> Self {
        unstopped(|waiting| Self::worked_out(results, waiting))
    }

    /// Like [`Ratings::new`], and can be stopped. It takes a second for a thousand entrants, and longer for more.
    ///
    /// # Errors
    /// If `waiting` stops it.
    ///
    /// # Panics
    /// As [`Ratings::new`].
    pub fn worked_out(results: Results, waiting: Waiting) -> Result<Self, Interrupted> {
        waiting.at("ratings", 0, 1)?;
        let maximum = Maximum::with_prior(&results, waiting)?;
        let ratings = Self::at(maximum, results, waiting)?;
        Ok(ratings.expect("the prior tells everything apart"))
    }

    /// The ratings without a prior, as other programs compute them.
    ///
    /// # Errors
    /// If the results are the more likely the further some are apart.
    pub fn without_prior(results: Results) -> Result<Self, NoMaximum> {
        let maximum = Maximum::without_prior(&results)?;
        unstopped(|waiting| Self::at(maximum, results, waiting)).ok_or(NoMaximum::Unbounded)
    }

    fn at(maximum: Maximum, results: Results, waiting: Waiting) -> Result<Option<Self>, Interrupted> {
        let entrants = results.entrants();
        let Maximum { parameters, curve } = maximum;
        let information = anchored(&curve.information, entrants);
        drop(curve);
        let Some(factor) = Factor::worked_out(information, waiting)? else { return Ok(None) };
        let root = factor.inverse(waiting)?;
        drop(factor);
        let covariance = against_mean(root.covariance(waiting)?, entrants);
        Ok(Some(Self { results, parameters, covariance, root }))
    }

    /// The results that the ratings are of.
    #[must_use]
    pub fn results(&self) -> &Results {
        &self.results
    }

    /// The rating of an entrant.
    #[must_use]
    pub fn elo(&self, entrant: Entrant) -> f64 {
        self.parameters.strengths[entrant] * ELO
    }

    /// All entrants, the best first; those who are rated the same in the order of the field.
    #[must_use]
    pub fn order(&self) -> Vec<Entrant> {
        let strengths = &self.parameters.strengths;
        let mut order: Vec<Entrant> = (0..strengths.len()).collect();
        order.sort_by(|&one, &other| strengths[other].total_cmp(&strengths[one]));
        order
    }

    /// The standard deviation of a rating where its distribution is about normal.
    #[must_use]
    pub fn standard_error(&self, entrant: Entrant) -> f64 {
        self.variance(Asked::Rating(entrant)).sqrt() * ELO
    }

    /// For each entrant an interval for the rating: each by itself is right with this confidence, over many
    /// tournaments with other random setups.
    #[must_use]
    pub fn intervals(&self, confidence: Confidence) -> Vec<Interval> {
        unstopped(|waiting| self.intervals_worked_out(confidence, waiting))
    }

    /// Like [`Ratings::intervals`], and can be stopped. It takes long in a large field where many have won or lost nearly
    /// everything.
    ///
    /// # Errors
    /// If `waiting` stops it.
    pub fn intervals_worked_out(
        &self,
        confidence: Confidence,
        waiting: Waiting,
    ) -> Result<Vec<Interval>, Interrupted> {
        let profiles = Profiles::of(self);
        let entrants = self.results.entrants();
        let interval = |one: Entrant| {
            waiting.at("intervals", one, entrants)?;
            Ok(interval(&profiles, one, confidence))
        };
        (0..entrants).map(interval).collect()
    }

    /// That of one entrant.
    #[must_use]
    pub fn interval(&self, entrant: Entrant, confidence: Confidence) -> Interval {
        interval(&Profiles::of(self), entrant, confidence)
    }

    /// The chances of a game between two entrants.
    #[must_use]
    pub fn expected(&self, one: Entrant, other: Entrant) -> Chances {
        self.parameters.chances(one, other)
    }

    /// How ready entrants are to share a place, `size` of them: 0 if none ever did. With prevalence 1, two equal
    /// programs draw a third of their games.
    #[must_use]
    pub fn tie_prevalence(&self, size: usize) -> f64 {
        let tie = self.parameters.ties.iter().find(|tie| tie.size == size);
        tie.map_or(0.0, |tie| libm::exp(tie.prevalence))
    }

    /// The covariance of all parameters, strengths taken against their mean.
    pub(super) fn covariance(&self) -> &Square {
        &self.covariance
    }

    pub(super) fn parameters(&self) -> &Parameters {
        &self.parameters
    }

    /// What is asked for, in natural logarithms.
    pub(super) fn value(&self, asked: Asked) -> f64 {
        let strengths = &self.parameters.strengths;
        match asked {
            Asked::Rating(one) => strengths[one],
            Asked::Difference(one, other) => strengths[one] - strengths[other],
        }
    }

    /// The variance of what is asked for, in natural logarithms.
    pub(super) fn variance(&self, asked: Asked) -> f64 {
        let of = |one: Entrant, other: Entrant| self.covariance.at(one, other);
        match asked {
            Asked::Rating(one) => of(one, one),
            Asked::Difference(one, other) => of(one, one) + of(other, other) - 2.0 * of(one, other),
        }
    }

    /// The correlation of what is asked for with a rating.
    pub(super) fn correlation(&self, asked: Asked, with: Entrant) -> f64 {
        let together = match asked {
            Asked::Rating(one) => self.covariance.at(one, with),
            Asked::Difference(one, other) => self.covariance.at(one, with) - self.covariance.at(other, with),
        };
        together / (self.variance(asked) * self.covariance.at(with, with)).sqrt()
    }

    /// The covariance of the strengths of some, against the mean of all others, and of all prevalences.
    pub(super) fn covariance_against_rest(&self, some: &[Entrant]) -> Square {
        let entrants = self.results.entrants();
        let others = real((entrants - some.len()) as u64);
        let places: Vec<usize> = some.iter().copied().chain(entrants..self.covariance.size()).collect();
        // The strengths of all sum up to 0, so that the sum of the others is that of these with the sign changed.
        let with_rest: Vec<f64> = places
            .iter()
            .map(|&at| -some.iter().map(|&one| self.covariance.at(at, one)).sum::<f64>() / others)
            .collect();
        let of_rest = -with_rest[..some.len()].iter().sum::<f64>() / others;
        let mut covariance = Square::zero(places.len());
        let is_strength = |at: usize| if at < some.len() { 1.0 } else { 0.0 };
        for (row, &one) in places.iter().enumerate() {
            for (column, &other) in places.iter().enumerate() {
                let (here, there) = (is_strength(row), is_strength(column));
                let common = here * there * of_rest - there * with_rest[row] - here * with_rest[column];
                covariance.add(row, column, self.covariance.at(one, other) + common);
            }
        }
        covariance
    }

    /// Errors of all strengths, as chance makes them, one field a lane.
    pub(super) fn errors(&self, draw: &mut Draw) -> Vec<[f64; LANES]> {
        let independent: Vec<[f64; LANES]> =
            (0..self.parameters.count()).map(|_| std::array::from_fn(|_| normal(draw))).collect();
        let mut errors = self.root.spread(&independent);
        errors.truncate(self.results.entrants());
        errors
    }
}

/// The covariance of strengths against their mean, prevalences staying as they are.
pub(super) fn against_mean(mut covariance: Square, entrants: usize) -> Square {
    let count = real(entrants as u64);
    for at in 0..covariance.size() {
        let row = &mut covariance.row_mut(at)[..entrants];
        let mean = row.iter().sum::<f64>() / count;
        for cell in row {
            *cell -= mean;
        }
    }
    let mut means = vec![0.0; covariance.size()];
    for at in 0..entrants {
        means.iter_mut().zip(covariance.row(at)).for_each(|(mean, cell)| *mean += cell / count);
    }
    for at in 0..entrants {
        covariance.row_mut(at).iter_mut().zip(&means).for_each(|(cell, mean)| *cell -= mean);
    }
    covariance
}

fn interval(profiles: &Profiles, entrant: Entrant, confidence: Confidence) -> Interval {
    let end = |deviations: f64| profiles.value_at(Asked::Rating(entrant), deviations) * ELO;
    let deviations = confidence.deviations();
    Interval { low: end(-deviations), high: end(deviations) }
}

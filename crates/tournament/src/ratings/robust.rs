//! How precisely ratings are known, where games are not independent wins and losses.
//!
//! Ratings take each game for this many wins and losses as points: that is right for the mean of scores, and wrong for
//! their spread. Draws make a score more certain. Luck that the games of a setup share makes it more or less certain. So
//! the covariance of ratings is the sandwich of White (1982, "Maximum likelihood estimation of misspecified models") and
//! Liang & Zeger (1986, "Longitudinal data analysis using generalized linear models"): what the likelihood would give,
//! corrected by the variance that the score of each pair has.

use super::centre::Centre;
use super::dispersion::MOST;
use super::draws::Draws;
use super::fitted::against_mean;
use super::matrix::{Factor, Root, SquareMatrix};
use super::maximum::anchored;
use super::model::Parameters;
use super::progress_monitor::{Interrupted, ProgressMonitor};
use super::results::{PairResult, Results};
use crate::EntrantIndex;

/// In larger fields the correction of each program's own games is enough: everybody has so many opponents that theirs
/// hardly matter, and a sandwich takes several times as long as the rest.
const LARGEST_SANDWICH: usize = 300;

/// Corrections by a smaller share are left out.
const NEGLIGIBLE: f64 = 1e-9;

/// How far the setups of a field were seen to be spread.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct MeasuredSpread {
    /// The variance of its setups over that of independent games.
    pub(super) ratio: f64,
    /// The least ratio that is believed.
    pub(super) least: f64,
}

/// How far the scores of pairs are spread.
#[derive(Debug, Clone)]
pub(super) struct Spread {
    pub(super) draws: Draws,
    /// For each pair, the variance of its setups over that of independent games; empty if that is 1 for all.
    ratios: Vec<f64>,
    /// The ratio of the whole field and the degrees of freedom behind it, if it was measured by setups.
    measured: Option<MeasuredSpread>,
}

impl Spread {
    /// The spread if games are independent.
    pub(super) fn of_independent(results: &Results, parameters: &Parameters) -> Self {
        Self::of(results, parameters, Vec::new(), None)
    }

    /// The spread if the setups of pairs, in their order, are spread like this as compared with independent games.
    pub(super) fn of(
        results: &Results,
        parameters: &Parameters,
        ratios: Vec<f64>,
        measured: Option<MeasuredSpread>,
    ) -> Self {
        Self { draws: Draws::of(results, parameters), ratios, measured }
    }

    /// Whether games are independent wins and losses.
    pub(super) fn is_plain(&self) -> bool {
        self.ratios.is_empty() && self.draws.prevalence() <= 0.0
    }

    /// The ratio of a pair, by its position among all.
    pub(super) fn ratio(&self, at: usize) -> f64 {
        self.ratios.get(at).copied().unwrap_or(1.0)
    }

    /// Whether the ratios were measured by setups.
    pub(super) fn is_measured(&self) -> bool {
        self.measured.is_some()
    }

    /// The ratio of a pair if it was measured by setups, and 1 if not.
    pub(super) fn measured_ratio(&self, at: usize) -> f64 {
        if self.measured.is_some() { self.ratio(at) } else { 1.0 }
    }

    /// How many times the ratio of the field is greater in results that were drawn from it, by the squares of their
    /// setups.
    pub(super) fn drawn_ratio(&self, seen: f64, of_independent: f64) -> f64 {
        match self.measured {
            Some(measured) if of_independent > 0.0 => {
                (seen / of_independent).clamp(measured.least, MOST) / measured.ratio
            }
            _ => 1.0,
        }
    }

    /// The variance of the score of a game of a pair.
    fn variance(&self, parameters: &Parameters, at: usize, pair: &PairResult) -> f64 {
        self.draws.chances(parameters, pair.one, pair.other).variance() * self.ratio(at)
    }

    /// How many wins and losses have the variance of the score of a game of this pair.
    fn worth_of(&self, parameters: &Parameters, at: usize, pair: &PairResult) -> f64 {
        let of_scores = self.variance(parameters, at, pair);
        let worth = parameters.scores(pair.one, pair.other).variance() / of_scores;
        if of_scores > 0.0 && worth.is_finite() { worth } else { 1.0 }
    }

    /// The results of each pair, counted as this many wins and losses as have the variance of its score.
    pub(super) fn worth(&self, results: &Results, parameters: &Parameters) -> Results {
        let mut at = 0..;
        results.with_pairs(|pair| pair.times(self.worth_of(parameters, at.next().unwrap_or(0), pair)))
    }

    /// Results of which these parameters are the most likely, with as many wins and losses as those of each pair are worth:
    /// their likelihood is what intervals follow.
    pub(super) fn working(&self, results: &Results, parameters: &Parameters) -> Results {
        if self.is_plain() {
            return results.clone();
        }
        let mut at = 0..;
        results.with_pairs(|pair| {
            let worth = pair.games() * self.worth_of(parameters, at.next().unwrap_or(0), pair);
            let scores = parameters.scores(pair.one, pair.other);
            PairResult { wins: worth * scores.win, draws: 0.0, losses: worth * scores.loss, ..*pair }
        })
    }
}

/// How precisely the parameters are known.
#[derive(Debug, Clone)]
pub(super) struct Uncertainty {
    /// The covariance of all parameters, strengths taken against their mean.
    covariance: SquareMatrix,
    /// A root of the covariance of all parameters.
    root: Root,
    /// What the covariance would be by the working likelihood alone; `None` if it is the same.
    working: Option<SquareMatrix>,
}

impl Uncertainty {
    /// By the likelihoods of the results and of the working ones, prior included. `None` if they do not tell all apart.
    pub(super) fn of(
        information: &SquareMatrix,
        working: &SquareMatrix,
        correction: Option<&Correction>,
        centre: &Centre,
        monitor: ProgressMonitor,
    ) -> Result<Option<Self>, Interrupted> {
        let entrants = centre.entrants();
        let Some(factor) = Factor::compute(anchored(information, entrants), monitor)? else {
            return Ok(None);
        };
        let root = factor.inverse(monitor)?;
        drop(factor);
        let whole = root.covariance(monitor)?;
        let Some(correction) = correction else {
            return Ok(Some(Self { covariance: against_mean(whole, centre), root, working: None }));
        };
        if entrants > LARGEST_SANDWICH {
            let scales = correction.scales(whole.size());
            let covariance = against_mean(whole.scaled(&scales), centre);
            return Ok(Some(Self { covariance, root: root.scaled(&scales), working: None }));
        }
        let meat = correction.square(whole.size());
        let mut sandwich = whole.product(&meat, monitor)?.product(&whole, monitor)?;
        for row in 0..whole.size() {
            sandwich.row_mut(row).iter_mut().zip(whole.row(row)).for_each(|(cell, term)| *cell += term);
        }
        let factors = (
            Factor::compute(sandwich.clone(), monitor)?,
            Factor::compute(anchored(working, entrants), monitor)?,
        );
        let (Some(of_sandwich), Some(of_working)) = factors else { return Ok(None) };
        let Some(inverse) = Factor::compute(of_sandwich.inverse_of_product(), monitor)? else {
            return Ok(None);
        };
        Ok(Some(Self {
            covariance: against_mean(sandwich, centre),
            root: inverse.inverse(monitor)?,
            working: Some(against_mean(of_working.inverse_of_product(), centre)),
        }))
    }

    pub(super) fn is_plain(&self) -> bool {
        self.working.is_none()
    }

    /// The covariance of two strengths.
    pub(super) fn covariance(&self, one: EntrantIndex, other: EntrantIndex) -> f64 {
        self.covariance.at(one, other)
    }

    pub(super) fn root(&self) -> &Root {
        &self.root
    }

    pub(super) fn working(&self) -> &SquareMatrix {
        self.working.as_ref().unwrap_or(&self.covariance)
    }
}

/// By how much the variance of the slope of the likelihood is greater than its information.
pub(super) struct Correction {
    /// For each pair, signed.
    of_pairs: Vec<([EntrantIndex; 2], f64)>,
    /// For each entrant, the information of its pairs, and the variance of their slopes.
    of_entrants: Vec<[f64; 2]>,
}

impl Correction {
    /// `None` if it is negligible everywhere.
    pub(super) fn of(results: &Results, parameters: &Parameters, spread: &Spread) -> Option<Self> {
        let mut of_entrants = vec![[0.0; 2]; results.entrants()];
        let mut is_negligible = true;
        let mut correction = |(at, pair): (usize, &PairResult)| {
            let of_wins = pair.games() * parameters.scores(pair.one, pair.other).variance();
            let of_scores = pair.games() * spread.variance(parameters, at, pair);
            is_negligible &= (of_scores - of_wins).abs() <= NEGLIGIBLE * of_wins;
            for one in [pair.one, pair.other] {
                of_entrants[one][0] += of_wins;
                of_entrants[one][1] += of_scores;
            }
            ([pair.one, pair.other], of_scores - of_wins)
        };
        let of_pairs = results.pairs().iter().enumerate().map(&mut correction).collect();
        (!is_negligible).then_some(Self { of_pairs, of_entrants })
    }

    fn square(&self, size: usize) -> SquareMatrix {
        let mut square = SquareMatrix::zero(size);
        for &([one, other], excess) in &self.of_pairs {
            square.add_difference([Some(one), Some(other)], excess);
        }
        square
    }

    /// For each parameter, how many times greater its standard deviation is by its own games.
    fn scales(&self, size: usize) -> Vec<f64> {
        let scale = |&[of_wins, of_scores]: &[f64; 2]| {
            if of_wins > 0.0 { (of_scores / of_wins).sqrt() } else { 1.0 }
        };
        let mut scales: Vec<f64> = self.of_entrants.iter().map(scale).collect();
        scales.resize(size, 1.0);
        scales
    }
}

//! The most likely parameters.

use super::connected::unbeaten;
use super::elo::ELO;
use super::matrix::SquareMatrix;
use super::model::{Coordinates, Curve, Parameters};
use super::progress_monitor::{Interrupted, ProgressMonitor, unstopped};
use super::results::{Results, to_f64};
use crate::EntrantIndex;

/// The standard deviation of the prior on ratings, in Elo points, about the mean of the field.
///
/// For a program among equals, it counts as much as a thirtieth of one game: a program that won ten games of ten
/// against its equal is rated about a thousand points above it instead of without bound.
pub const PRIOR_DEVIATION: f64 = 2000.0;

/// The standard deviation of the prior on the logarithms of prevalences of ties, about 0: ties are as likely as not,
/// give or take a factor of `e⁵`. It matters only where everything, or nearly everything, is a tie.
const TIE_DEVIATION: f64 = 5.0;

/// The solver has arrived when no step is longer than this, in natural logarithms.
const ARRIVED: f64 = 1e-10;

/// Steps after which the solver gives up. From level strengths, some ten are usual.
const MAX_STEPS: usize = 100;

/// Why there are no most likely ratings.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NoMaximum {
    /// Nobody else ever beat or drew with one of these, though both are in the field: the higher they are rated,
    /// the more likely are the results.
    #[error("no other entrant has a point against those at positions {0:?} of the field")]
    Unbeaten(Vec<EntrantIndex>),
    /// Some ratings, or the prevalence of draws, grow without bound: for instance where no game was decided.
    #[error("the results are the more likely the further some ratings, or draws, are from the rest")]
    Unbounded,
}

/// What is known before any result: how sharply strengths and prevalences are held near their means.
#[derive(Debug, Clone, Copy)]
pub(super) struct Prior {
    strength: f64,
    tie: f64,
}

impl Prior {
    /// The weak prior.
    pub(super) fn weak() -> Self {
        Self::with_deviation(PRIOR_DEVIATION / ELO)
    }

    /// A prior in which strengths have this standard deviation, in natural logarithms.
    pub(super) fn with_deviation(deviation: f64) -> Self {
        Self { strength: 1.0 / (deviation * deviation), tie: 1.0 / (TIE_DEVIATION * TIE_DEVIATION) }
    }

    /// No prior.
    fn none() -> Self {
        Self { strength: 0.0, tie: 0.0 }
    }
}

/// The most likely parameters, and the likelihood near them, prior included.
#[derive(Debug, Clone)]
pub(super) struct Maximum {
    pub(super) parameters: Parameters,
    pub(super) curve: Curve,
}

impl Maximum {
    /// With the weak prior there always is a maximum.
    pub(super) fn with_prior(results: &Results, monitor: ProgressMonitor) -> Result<Self, Interrupted> {
        Self::near(&Parameters::level(results), results, monitor)
    }

    pub(super) fn without_prior(results: &Results) -> Result<Self, NoMaximum> {
        if let Some(unbeaten) = unbeaten(results) {
            return Err(NoMaximum::Unbeaten(unbeaten));
        }
        unstopped(|monitor| Self::from(Parameters::level(results), results, Prior::none(), monitor))
            .map_err(|_| NoMaximum::Unbounded)
    }

    /// Starts from the parameters for similar results.
    pub(super) fn near(
        start: &Parameters,
        results: &Results,
        monitor: ProgressMonitor,
    ) -> Result<Self, Interrupted> {
        Self::by_prior(start, results, Prior::weak(), monitor)
    }

    /// Starts from parameters that may be near, with any prior.
    pub(super) fn by_prior(
        start: &Parameters,
        results: &Results,
        prior: Prior,
        monitor: ProgressMonitor,
    ) -> Result<Self, Interrupted> {
        Ok(Self::from(start.clone(), results, prior, monitor)?
            .unwrap_or_else(|as_near_as_numbers_go| as_near_as_numbers_go))
    }

    /// Newton's method from a start, each step halved until the likelihood does not fall. Without a maximum, the
    /// steps never get short, and the error says how far they led.
    fn from(
        start: Parameters,
        results: &Results,
        prior: Prior,
        monitor: ProgressMonitor,
    ) -> Result<Result<Self, Self>, Interrupted> {
        let all = Coordinates::all(results.entrants());
        let posterior = |parameters: &Parameters| posterior(results, parameters, &all, prior);
        let curve = posterior(&start);
        let mut here = Self { parameters: start, curve };
        for _ in 0..MAX_STEPS {
            monitor.check()?;
            let information = anchored(&here.curve.information, results.entrants());
            let step = information.solve(&here.curve.gradient, 1e-9, monitor)?;
            let length = step.iter().fold(0.0, |longest: f64, each| longest.max(each.abs()));
            let Some(next) = here.climb(&step, posterior) else { return Ok(Err(here)) };
            here = next;
            if length <= ARRIVED {
                return Ok(Ok(here));
            }
        }
        Ok(Err(here))
    }

    /// Follows a step as far as the likelihood does not fall.
    fn climb(&self, step: &[f64], posterior: impl Fn(&Parameters) -> Curve) -> Option<Self> {
        let all = Coordinates::all(self.parameters.strengths.len());
        // Sums of many terms are precise to some digits only; near the top, all values agree in those.
        let lowest = self.curve.value - 1e-12 * (1.0 + self.curve.value.abs());
        let mut share = 1.0;
        while share > 1e-12 {
            let part: Vec<f64> = step.iter().map(|each| each * share).collect();
            let mut parameters = self.parameters.moved(&all, &part);
            centre(&mut parameters.strengths);
            let curve = posterior(&parameters);
            if curve.value >= lowest {
                return Some(Self { parameters, curve });
            }
            share /= 2.0;
        }
        None
    }
}

/// The likelihood of results, times that of the parameters by the prior.
fn posterior(results: &Results, parameters: &Parameters, all: &Coordinates, prior: Prior) -> Curve {
    let mut curve = Curve::of(results.pairs(), results.placings(), parameters, all);
    for (at, (value, sharpness)) in pulls(parameters, prior).enumerate() {
        curve.value -= sharpness * value * value / 2.0;
        curve.gradient[at] -= sharpness * value;
        curve.information.add(at, at, sharpness);
    }
    curve
}

/// All parameters, each with how sharply the prior holds it near 0.
pub(super) fn pulls(parameters: &Parameters, prior: Prior) -> impl Iterator<Item = (f64, f64)> {
    let strengths = parameters.strengths.iter().map(move |&strength| (strength, prior.strength));
    strengths.chain(parameters.ties.iter().map(move |tie| (tie.prevalence, prior.tie)))
}

/// Information that also holds the sum of all strengths, about which results say nothing. Since nothing else affects
/// the sum, everything about differences stays as it is.
pub(super) fn anchored(information: &SquareMatrix, entrants: usize) -> SquareMatrix {
    let mut anchored = information.clone();
    let diagonal: f64 = (0..entrants).map(|at| information.at(at, at)).sum();
    let entrants_squared = to_f64(entrants as u64 * entrants as u64);
    let hold = diagonal.max(f64::MIN_POSITIVE) / entrants_squared;
    for row in 0..entrants {
        anchored.row_mut(row)[..entrants].iter_mut().for_each(|cell| *cell += hold);
    }
    anchored
}

/// Moves strengths so that their mean is 0.
fn centre(strengths: &mut [f64]) {
    let mean = strengths.iter().sum::<f64>() / to_f64(strengths.len() as u64);
    for strength in strengths {
        *strength -= mean;
    }
}

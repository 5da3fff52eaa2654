//! Finds the most likely parameters for results like those of a field, time and again: with other weights, or with
//! other luck. Here the start is near, so that steps may go unchecked until they arrive; if they do not arrive, the
//! careful solver is asked.
//!
//! Steps arrive only where the gradient is 0, and there is only one such place, as the likelihood is concave.

use super::matrix::SquareMatrix;
use super::maximum::{Maximum, Prior, anchored, pulls};
use super::model::{Coordinates, Curve, OutcomeProbabilities, Parameters};
use super::progress_monitor::{Interrupted, ProgressMonitor};
use super::results::{PairResult, Results};
use crate::EntrantIndex;

/// Where no step is longer than this, in natural logarithms, ratings that are only compared with each other many
/// times over have arrived: a hundredth of an Elo point.
const NEARLY_ARRIVED: f64 = 1e-4;

/// The limit of [`NEARLY_ARRIVED`] for Newton's steps, which leave an error of about the square of the last step.
const LAST_STEP: f64 = 1e-2;

/// How exactly such a step is worked out, relatively.
const STEP_TOLERANCE: f64 = 1e-5;

/// Steps with an information that is not worked out anew, after which Newton's are taken.
const MAX_PLAIN_STEPS: usize = 8;

/// Newton's steps, unchecked, after which the careful solver is asked.
const MAX_NEWTON_STEPS: usize = 12;

/// The most likely parameters by results like those that led to `start`, or by the same with other weights, with the
/// weak prior. Ties are of the sizes that are known there.
pub(super) fn nearby(
    start: &Parameters,
    results: &Results,
    monitor: ProgressMonitor,
) -> Result<Parameters, Interrupted> {
    let all = Coordinates::all(results.entrants());
    let mut here = start.clone();
    for _ in 0..MAX_NEWTON_STEPS {
        let curve = slopes(results, &here, &all);
        let information = anchored(&curve.information, results.entrants());
        let step = information.solve(&curve.gradient, STEP_TOLERANCE, monitor)?;
        here = here.moved(&all, &step);
        if is_short(&step, LAST_STEP) {
            return Ok(here);
        }
    }
    Ok(Maximum::near(start, results, monitor)?.parameters)
}

/// Fits the parameters to other results of the same games. `covariance` is that of the parameters at `start`. All steps
/// use it in place of the inverse of the information, which saves nearly all of the work in a large field.
pub(super) fn near(
    start: &Parameters,
    covariance: &SquareMatrix,
    results: &Results,
    monitor: ProgressMonitor,
) -> Result<Parameters, Interrupted> {
    let all = Coordinates::all(results.entrants());
    let mut here = start.clone();
    for _ in 0..MAX_PLAIN_STEPS {
        let mut gradient = Curve::gradient_of(results, &here);
        for (slope, (value, sharpness)) in gradient.iter_mut().zip(pulls(&here, Prior::weak())) {
            *slope -= sharpness * value;
        }
        let step = covariance.times(&gradient);
        here = here.moved(&all, &step);
        if is_short(&step, NEARLY_ARRIVED) {
            return Ok(here);
        }
    }
    nearby(start, results, monitor)
}

fn is_short(step: &[f64], length: f64) -> bool {
    step.iter().all(|each| each.abs() <= length)
}

/// The derivatives of the likelihood's logarithm, weak prior included. Its value is left out, since its logarithms,
/// one a pair, would take most of the time.
fn slopes(results: &Results, parameters: &Parameters, all: &Coordinates) -> Curve {
    let mut curve = Curve::of([], results.placings(), parameters, all);
    let odds = Odds::of(parameters);
    for pair in results.pairs() {
        curve.add_slopes(pair, odds.scores(pair), all);
    }
    for (at, (value, sharpness)) in pulls(parameters, Prior::weak()).enumerate() {
        curve.gradient[at] -= sharpness * value;
        curve.information.add(at, at, sharpness);
    }
    curve
}

/// The exponentials of parameters: one an entrant instead of one a pair. Beyond some 700 they are too large for numbers,
/// and nothing that follows from them is a number; then steps never get short.
struct Odds {
    /// For each entrant the root of its strength, and what that is in units of.
    roots: Vec<f64>,
    inverse_roots: Vec<f64>,
}

impl Odds {
    fn of(parameters: &Parameters) -> Self {
        let roots = |sign: f64| parameters.strengths.iter().map(|s| libm::exp(sign * s / 2.0)).collect();
        Self { roots: roots(1.0), inverse_roots: roots(-1.0) }
    }

    fn scores(&self, pair: &PairResult) -> OutcomeProbabilities {
        let behind = |weak: EntrantIndex, strong: EntrantIndex| {
            OutcomeProbabilities::of_stronger(self.roots[weak] * self.inverse_roots[strong], 0.0)
        };
        if self.roots[pair.one] >= self.roots[pair.other] {
            behind(pair.other, pair.one)
        } else {
            behind(pair.one, pair.other).turned()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ratings::unstopped;

    /// A field in which everybody meets everybody and the stronger one wins more often, with draws.
    fn field(entrants: usize, games: f64) -> Results {
        let pairs = (0..entrants).flat_map(|one| {
            (one + 1..entrants).map(move |other| {
                let spread = f64::from(u32::try_from((one * 7 + other * 3) % 11).unwrap_or(0));
                PairResult { one, other, wins: games * (20.0 + spread), draws: games, losses: games * spread }
            })
        });
        Results::new(entrants, pairs, [])
    }

    /// The quick way and the careful one give the same result, within the hundredth of an Elo point, however the games are
    /// weighted.
    #[test]
    fn steps_lead_to_where_the_careful_solver_arrives() {
        for (entrants, games) in [(2, 1.0), (5, 0.01), (12, 1e6), (30, 1.0)] {
            let results = field(entrants, games);
            let start = unstopped(|monitor| Maximum::with_prior(&results, monitor)).parameters;
            for turn in 0..5 {
                let weighted = results.weighted(|members| {
                    members.map(|one| if (one + turn) % 3 == 0 { 4.0 } else { 0.05 }).product()
                });
                let quick = unstopped(|monitor| nearby(&start, &weighted, monitor));
                let careful = unstopped(|monitor| Maximum::near(&start, &weighted, monitor)).parameters;
                for (one, other) in quick.strengths.iter().zip(&careful.strengths) {
                    assert!((one - other).abs() < NEARLY_ARRIVED, "{entrants}: {one} is not {other}");
                }
            }
        }
    }
}

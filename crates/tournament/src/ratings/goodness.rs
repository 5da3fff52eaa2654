//! Tests whether strengths explain the results, and finds the pairs where they do not.

use game::SeededRng;

use super::fitted::Ratings;
use super::model::OutcomeProbabilities;
use super::progress_monitor::{Interrupted, ProgressMonitor, unstopped};
use super::results::{PairResult, to_f64};
use super::simulated::Simulation;

/// This many results of pairs are drawn at most, in all simulations together: some seconds of work.
const MAX_DRAWN: u64 = 4_000_000;

/// However large the field, this many simulations: the fewest that can show a likelihood of 0.025.
const LEAST_SIMULATIONS: u64 = 39;

/// How well the results of pairs agree with the ratings.
#[derive(Debug, Clone, PartialEq)]
pub struct GoodnessOfFit {
    /// Twice the logarithm of how much likelier the scores would be if each pair had a chance of its own, where a
    /// draw is half a win and half a loss, in units of the variance that draws leave.
    pub deviance: f64,
    /// How likely as great a deviance is if only strength counts. Below 0.05, something else counts too.
    pub likelihood: f64,
    /// How many times results were drawn from the model for comparison. No likelihood is below the inverse of one
    /// more than that.
    pub simulations: u64,
    /// Whether it is known how far luck is shared by the games of a setup. If not, luck that counts double may be what does not
    /// fit.
    pub allows_for_luck: bool,
    /// All pairs that met, those that agree least first.
    pub pairs: Vec<PairFit>,
}

/// How well the results of a pair agree with the ratings.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PairFit {
    /// Their results.
    pub result: PairResult,
    /// The result that was to be expected of a game.
    pub expected: OutcomeProbabilities,
    /// How far apart these are, about in standard deviations: the signed root of the pair's share in the deviance,
    /// above 0 if the first one did better than expected.
    pub residual: f64,
    /// How likely it is that any pair at all is as far off, if only strength counts.
    pub likelihood: f64,
}

impl Ratings {
    /// How well the results of pairs agree with the ratings, by comparison with results that are drawn from the model
    /// and rated, `simulations` times: with few games per pair, no other distribution is reliable. For the same
    /// reason pairs are held against the worst pair of each simulation, which also takes account of how many there
    /// are (Westfall & Young 1993). With 199 simulations, nothing is called less likely than 0.005. Large fields are
    /// simulated less often: at most 4 million results of pairs are drawn, or those of 39 simulations if that is more.
    ///
    /// Estimated strengths lie further apart than the true ones, by what chance adds. So results are drawn from strengths
    /// that lie as far apart as the estimated ones do without this addition; otherwise the field would fit itself better
    /// than any field that is drawn from it. Draws and the luck that setups share are drawn, too, as they are in the
    /// field, and estimated anew from what was drawn.
    ///
    /// The test is about scores, since ratings are about scores: pairs that draw more often than others do not count as a
    /// misfit. Where no pair has two setups, games are taken for independent: a misfit may then also be luck that setups
    /// share. Games of three and more are taken as they are: they bear on the ratings, and are not tested.
    #[must_use]
    pub fn goodness_of_fit(&self, simulations: u64, seed: u64) -> GoodnessOfFit {
        unstopped(|monitor| self.compute_goodness(simulations, seed, monitor))
    }

    /// Like [`Ratings::goodness_of_fit`], and can be stopped. It takes seconds for a hundred entrants.
    ///
    /// # Errors
    /// If `monitor` stops it.
    pub fn compute_goodness(
        &self,
        simulations: u64,
        seed: u64,
        monitor: ProgressMonitor,
    ) -> Result<GoodnessOfFit, Interrupted> {
        let most = (MAX_DRAWN / (self.results().pairs().len().max(1) as u64)).max(LEAST_SIMULATIONS);
        let simulations = simulations.min(most);
        let simulation = Simulation::of(self);
        let found = simulation.residuals_of(self.results(), 1.0, monitor)?;
        let deviance = sum_of_squares(&found);
        let mut rng = SeededRng::for_setup(seed);
        let all = usize::try_from(simulations).unwrap_or(usize::MAX);
        let simulate = |nth: usize| {
            monitor.at("whether ratings fit", nth, all)?;
            if found.is_empty() {
                // Without games of two, nothing is tested: there are no residuals to draw.
                return Ok(Vec::new());
            }
            simulation.simulated_residuals(&mut rng, monitor)
        };
        let simulated: Vec<Vec<f64>> = (0..all).map(simulate).collect::<Result<_, _>>()?;
        let likelihood = |as_far: &dyn Fn(&[f64]) -> bool| {
            let count = simulated.iter().filter(|residuals| as_far(residuals)).count();
            to_f64(count as u64 + 1) / to_f64(simulations + 1)
        };
        let greatest: Vec<f64> = simulated.iter().map(|residuals| greatest(residuals)).collect();
        let as_far_off = |residual: f64| greatest.iter().filter(|&&other| other >= residual.abs()).count();
        let pair_fit = |(result, residual): (&PairResult, f64)| PairFit {
            result: *result,
            expected: self.expected(result.one, result.other),
            residual,
            likelihood: to_f64(as_far_off(residual) as u64 + 1) / to_f64(simulations + 1),
        };
        let mut pairs: Vec<PairFit> = self.results().pairs().iter().zip(found).map(pair_fit).collect();
        pairs.sort_by(|a, b| b.residual.abs().total_cmp(&a.residual.abs()));
        Ok(GoodnessOfFit {
            deviance,
            likelihood: likelihood(&|residuals| sum_of_squares(residuals) >= deviance),
            simulations,
            allows_for_luck: self.spread().is_measured(),
            pairs,
        })
    }
}

fn sum_of_squares(residuals: &[f64]) -> f64 {
    residuals.iter().map(|residual| residual * residual).sum()
}

fn greatest(residuals: &[f64]) -> f64 {
    residuals.iter().fold(0.0, |greatest: f64, residual| greatest.max(residual.abs()))
}

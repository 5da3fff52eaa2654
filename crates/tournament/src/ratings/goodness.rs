//! Tests whether strengths explain the results, and finds the pairs where they do not.

use game::Draw;

use super::fitted::Ratings;
use super::model::Chances;
use super::random::binomial;
use super::refit::near;
use super::results::{PairResult, Results, real};
use super::waiting::{Interrupted, Waiting, unstopped};
use crate::Entrant;

/// So many results of pairs are drawn at most, in all simulations together: some seconds of work.
const MAX_DRAWN: u64 = 4_000_000;

/// However large the field, so many simulations: the fewest by which 0.025 can be told.
const LEAST_SIMULATIONS: u64 = 39;

/// How well the results of pairs agree with the ratings.
#[derive(Debug, Clone, PartialEq)]
pub struct GoodnessOfFit {
    /// Twice the logarithm of how much likelier the scores would be if each pair had a chance of its own, where a
    /// draw is half a win and half a loss, in units of the variance that draws leave.
    pub deviance: f64,
    /// How likely as great a deviance is if strength is all that counts. Below 0.05, something else counts too.
    pub likelihood: f64,
    /// How many times results were drawn from the model for comparison. No likelihood is below the inverse of one
    /// more than that.
    pub simulations: u64,
    /// All pairs that met, those that agree least first.
    pub pairs: Vec<PairFit>,
}

/// How well the results of a pair agree with the ratings.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PairFit {
    /// What they came to.
    pub result: PairResult,
    /// What was to be expected of a game.
    pub expected: Chances,
    /// How far apart these are, about in standard deviations: the signed root of the pair's share in the deviance,
    /// above 0 if the first one did better than expected.
    pub residual: f64,
    /// How likely it is that any pair at all is as far off, if strength is all that counts.
    pub likelihood: f64,
}

impl Ratings {
    /// How well the results of pairs agree with the ratings, by comparison with results that are drawn from the model
    /// and rated, `simulations` times: with few games per pair, no other distribution is reliable. For the same
    /// reason pairs are held against the worst pair of each simulation, which also takes account of how many there
    /// are (Westfall & Young 1993). With 199 simulations, nothing is called less likely than 0.005. Large fields are
    /// simulated less often: at most 4 million results of pairs are drawn, or those of 39 simulations if that is more.
    ///
    /// Scores are what is tested, since ratings are about scores: pairs that draw more often than others do not count
    /// as a misfit. So counts may be scaled by what games are worth where they depend on each other
    /// ([`Dispersion`](super::Dispersion)): as many games as a pair's are worth, rounded, are drawn for it, and counted
    /// with the fraction that is left. Games of three and more are taken as they are: they bear on the ratings,
    /// and are not tested.
    #[must_use]
    pub fn goodness_of_fit(&self, simulations: u64, seed: u64) -> GoodnessOfFit {
        unstopped(|waiting| self.goodness_worked_out(simulations, seed, waiting))
    }

    /// Like [`Ratings::goodness_of_fit`], and can be stopped. It takes seconds for a hundred entrants.
    ///
    /// # Errors
    /// If `waiting` stops it.
    pub fn goodness_worked_out(
        &self,
        simulations: u64,
        seed: u64,
        waiting: Waiting,
    ) -> Result<GoodnessOfFit, Interrupted> {
        let most = (MAX_DRAWN / (self.results().pairs().len().max(1) as u64)).max(LEAST_SIMULATIONS);
        let simulations = simulations.min(most);
        let found = residuals(self.results(), |one, other| self.expected(one, other));
        let deviance = sum_of_squares(&found);
        let mut draw = Draw::for_setup(seed);
        let all = usize::try_from(simulations).unwrap_or(usize::MAX);
        let simulate = |nth: usize| {
            waiting.at("whether ratings fit", nth, all)?;
            if found.is_empty() {
                // Without games of two, nothing is tested: there are no residuals to draw.
                return Ok(Vec::new());
            }
            self.simulated_residuals(&mut draw, waiting)
        };
        let simulated: Vec<Vec<f64>> = (0..all).map(simulate).collect::<Result<_, _>>()?;
        let likelihood = |as_far: &dyn Fn(&[f64]) -> bool| {
            let count = simulated.iter().filter(|residuals| as_far(residuals)).count();
            real(count as u64 + 1) / real(simulations + 1)
        };
        let greatest: Vec<f64> = simulated.iter().map(|residuals| greatest(residuals)).collect();
        let as_far_off = |residual: f64| greatest.iter().filter(|&&other| other >= residual.abs()).count();
        let pair_fit = |(result, residual): (&PairResult, f64)| PairFit {
            result: *result,
            expected: self.expected(result.one, result.other),
            residual,
            likelihood: real(as_far_off(residual) as u64 + 1) / real(simulations + 1),
        };
        let mut pairs: Vec<PairFit> = self.results().pairs().iter().zip(found).map(pair_fit).collect();
        pairs.sort_by(|a, b| b.residual.abs().total_cmp(&a.residual.abs()));
        Ok(GoodnessOfFit {
            deviance,
            likelihood: likelihood(&|residuals| sum_of_squares(residuals) >= deviance),
            simulations,
            pairs,
        })
    }

    /// The residuals of results that are drawn from the model, and rated.
    fn simulated_residuals(&self, draw: &mut Draw, waiting: Waiting) -> Result<Vec<f64>, Interrupted> {
        let results =
            self.results().with_pairs(|pair| drawn(pair, self.expected(pair.one, pair.other), draw));
        let parameters = near(self.parameters(), self.covariance(), &results, waiting)?;
        Ok(residuals(&results, |one, other| parameters.chances(one, other)))
    }
}

/// As many games of a pair as it played, drawn from these chances. A fraction of a game makes the others count for
/// more or less.
fn drawn(pair: &PairResult, chances: Chances, draw: &mut Draw) -> PairResult {
    let games = pair.games().round().max(1.0);
    let wins = binomial(games, chances.win, draw);
    let draws = binomial(games - wins, chances.draw / (chances.draw + chances.loss), draw);
    let worth = pair.games() / games;
    PairResult { wins: wins * worth, draws: draws * worth, losses: (games - wins - draws) * worth, ..*pair }
}

/// The signed root of each pair's deviance: that of a binomial distribution of points, in units of the variance that
/// points have with draws (Wedderburn 1974, on quasi-likelihood).
fn residuals(results: &Results, expected: impl Fn(Entrant, Entrant) -> Chances) -> Vec<f64> {
    let residual = |pair: &PairResult| {
        let chances = expected(pair.one, pair.other);
        let games = pair.games();
        let (points, lost) = (pair.score(), pair.reversed().score());
        let (share, lost_share) = (chances.score(), chances.loss + chances.draw / 2.0);
        let term = |count: f64, share: f64| {
            if count > 0.0 { count * libm::log(count / (games * share)) } else { 0.0 }
        };
        let deviance = 2.0 * (term(points, share) + term(lost, lost_share));
        let without_draws = share * lost_share / chances.variance().max(f64::MIN_POSITIVE);
        (deviance * without_draws).max(0.0).sqrt().copysign(points - games * share)
    };
    results.pairs().iter().map(residual).collect()
}

fn sum_of_squares(residuals: &[f64]) -> f64 {
    residuals.iter().map(|residual| residual * residual).sum()
}

fn greatest(residuals: &[f64]) -> f64 {
    residuals.iter().fold(0.0, |greatest: f64, residual| greatest.max(residual.abs()))
}

//! Whether strengths explain the results, and where they do not.

use game::Draw;

use super::fitted::Ratings;
use super::maximum::Maximum;
use super::model::Chances;
use super::random::uniform;
use super::results::{PairResult, Results, real};
use crate::Entrant;

/// How well the results of pairs agree with the ratings.
#[derive(Debug, Clone, PartialEq)]
pub struct GoodnessOfFit {
    /// Twice the logarithm of how much likelier the results would be if each pair had chances of its own.
    pub deviance: f64,
    /// How likely as great a deviance is if strength is all that counts. Below 0.05, something else counts too.
    pub likelihood: f64,
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
    /// and rated, `simulations` times: with few games a pair, no other distribution can be relied on. For the same
    /// reason pairs are held against the worst pair of each simulation, which also takes account of how many there
    /// are (Westfall & Young 1993). With 199 simulations, nothing is called less likely than 0.005.
    ///
    /// Fractions of games are rounded. Games of three and more are taken as they are: they bear on
    /// the ratings, and are not tested.
    #[must_use]
    pub fn goodness_of_fit(&self, simulations: u64, seed: u64) -> GoodnessOfFit {
        let found = residuals(self.results(), |one, other| self.expected(one, other));
        let deviance = sum_of_squares(&found);
        let mut draw = Draw::for_setup(seed);
        let simulated: Vec<Vec<f64>> =
            (0..simulations).map(|_| self.simulated_residuals(&mut draw)).collect();
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
        GoodnessOfFit {
            deviance,
            likelihood: likelihood(&|residuals| sum_of_squares(residuals) >= deviance),
            pairs,
        }
    }

    /// The residuals of results that are drawn from the model, and rated.
    fn simulated_residuals(&self, draw: &mut Draw) -> Vec<f64> {
        let drawn =
            self.results().pairs().iter().map(|pair| drawn(pair, self.expected(pair.one, pair.other), draw));
        let results = Results::new(
            self.results().entrants(),
            drawn.collect::<Vec<_>>(),
            self.results().placings().to_vec(),
        );
        let parameters = Maximum::with_prior_from(self.parameters().clone(), &results).parameters;
        residuals(&results, |one, other| parameters.chances(one, other))
    }
}

/// As many games of a pair as it played, drawn from these chances.
fn drawn(pair: &PairResult, chances: Chances, draw: &mut Draw) -> PairResult {
    let mut drawn = PairResult { wins: 0.0, draws: 0.0, losses: 0.0, ..*pair };
    let mut left = pair.games().round();
    while left > 0.5 {
        left -= 1.0;
        drawn.add_game(chances, uniform(draw));
    }
    drawn
}

/// The signed root of each pair's deviance.
fn residuals(results: &Results, expected: impl Fn(Entrant, Entrant) -> Chances) -> Vec<f64> {
    let residual = |pair: &PairResult| {
        let chances = expected(pair.one, pair.other);
        let games = pair.games();
        let term = |count: f64, chance: f64| {
            if count > 0.0 { count * libm::log(count / (games * chance)) } else { 0.0 }
        };
        let deviance = 2.0
            * (term(pair.wins, chances.win)
                + term(pair.draws, chances.draw)
                + term(pair.losses, chances.loss));
        deviance.max(0.0).sqrt().copysign(pair.score() - games * chances.score())
    };
    results.pairs().iter().map(residual).collect()
}

fn sum_of_squares(residuals: &[f64]) -> f64 {
    residuals.iter().map(|residual| residual * residual).sum()
}

fn greatest(residuals: &[f64]) -> f64 {
    residuals.iter().fold(0.0, |greatest: f64, residual| greatest.max(residual.abs()))
}

//! Results that are drawn from the model, and rated again: what a test of fit compares with.

use game::SeededRng;

use super::draws::Draws;
use super::fitted::Ratings;
use super::model::{OutcomeProbabilities, Parameters};
use super::progress_monitor::{Interrupted, ProgressMonitor};
use super::random::{binomial, normal, uniform};
use super::refit::near;
use super::results::{PairResult, Results, to_f64};

/// Setups of a pair that are drawn one by one. Of more, the score is drawn at once.
const FEW_SETUPS: u64 = 32;

/// Halvings that lead to the share by which strengths are drawn together, to a thousandth.
const HALVINGS: usize = 10;

/// The model that results are drawn from.
pub(super) struct Simulation<'a> {
    ratings: &'a Ratings,
    /// Strengths as far apart as they are without what chance added.
    strengths: Parameters,
    /// By what games are counted for the steps of fitting, which are of the length that the ratings' errors have.
    scale: f64,
}

/// The squares of setups, as in [`Dispersion`](super::Dispersion): seen, and what they would be if games were independent.
#[derive(Debug, Clone, Copy, Default)]
struct SumsOfSquares {
    seen: f64,
    of_independent: f64,
}

impl<'a> Simulation<'a> {
    pub(super) fn of(ratings: &'a Ratings) -> Self {
        let games = |results: &Results| results.pairs().iter().map(PairResult::games).sum::<f64>();
        let scale = games(ratings.working()) / games(ratings.results());
        let scale = if scale > 0.0 { scale } else { 1.0 };
        Self { ratings, strengths: without_chance(ratings), scale }
    }

    /// The residuals of results that are drawn, and rated.
    pub(super) fn simulated_residuals(
        &self,
        rng: &mut SeededRng,
        monitor: ProgressMonitor,
    ) -> Result<Vec<f64>, Interrupted> {
        let ratings = self.ratings;
        let mut squares = SumsOfSquares::default();
        let mut at = 0..;
        let results = ratings.results().with_pairs(|pair| {
            let chances = ratings.draws().chances(&self.strengths, pair.one, pair.other);
            let luck = SetupCorrelation::of(chances, ratings.spread().measured_ratio(at.next().unwrap_or(0)));
            luck.play(pair, rng, &mut squares)
        });
        let times = ratings.spread().drawn_ratio(squares.seen, squares.of_independent);
        self.residuals_of(&results, times, monitor)
    }

    /// The residuals of results, which are rated. Those of the field are rated in the same way, so that the same results have the
    /// same residuals to the last bit.
    pub(super) fn residuals_of(
        &self,
        results: &Results,
        times: f64,
        monitor: ProgressMonitor,
    ) -> Result<Vec<f64>, Interrupted> {
        let covariance = self.ratings.working_covariance();
        let parameters = near(&self.strengths, covariance, &results.scaled(self.scale), monitor)?;
        let draws = Draws::of(results, &parameters);
        Ok(self.residuals(results, &parameters, draws, times))
    }

    /// The signed root of each pair's deviance: that of a binomial distribution of points, in units of the variance that
    /// points have with draws and setups (Wedderburn 1974, on quasi-likelihood), which is `times` that of the field.
    fn residuals(&self, results: &Results, parameters: &Parameters, draws: Draws, times: f64) -> Vec<f64> {
        let residual = |(at, pair): (usize, &PairResult)| {
            let chances = draws.chances(parameters, pair.one, pair.other);
            let games = pair.games();
            let (points, lost) = (pair.score(), pair.reversed().score());
            let (share, lost_share) = (chances.score(), chances.loss + chances.draw / 2.0);
            let term = |count: f64, share: f64| {
                if count > 0.0 { count * libm::log(count / (games * share)) } else { 0.0 }
            };
            let deviance = 2.0 * (term(points, share) + term(lost, lost_share));
            let variance = chances.variance() * self.ratings.spread().measured_ratio(at) * times;
            let as_wins = share * lost_share / variance.max(f64::MIN_POSITIVE);
            (deviance * as_wins).max(0.0).sqrt().copysign(points - games * share)
        };
        results.pairs().iter().enumerate().map(residual).collect()
    }
}

/// Strengths that lie together by the share that makes expected scores as different as scores are without what
/// chance adds to them.
fn without_chance(ratings: &Ratings) -> Parameters {
    let parameters = ratings.parameters();
    let together = |share: f64| {
        let mut parameters = parameters.clone();
        parameters.strengths.iter_mut().for_each(|strength| *strength *= share);
        parameters
    };
    let entrants = ratings.results().entrants();
    let squares = |parameters: &Parameters| {
        let mut excess = vec![0.0; entrants];
        for pair in ratings.results().pairs() {
            let more = pair.games() * (parameters.scores(pair.one, pair.other).score() - 0.5);
            excess[pair.one] += more;
            excess[pair.other] -= more;
        }
        excess.iter().map(|excess| excess * excess).sum::<f64>()
    };
    let variance = |(at, pair): (usize, &PairResult)| {
        let chances = ratings.draws().chances(parameters, pair.one, pair.other);
        2.0 * pair.games() * chances.variance() * ratings.spread().measured_ratio(at)
    };
    let by_chance: f64 = ratings.results().pairs().iter().enumerate().map(variance).sum();
    let wanted = squares(parameters) - by_chance;
    let (mut low, mut high) = (0.0, 1.0);
    for _ in 0..HALVINGS {
        let middle = f64::midpoint(low, high);
        if squares(&together(middle)) < wanted {
            low = middle;
        } else {
            high = middle;
        }
    }
    together(f64::midpoint(low, high))
}

/// How the two games of a setup come out.
struct SetupCorrelation {
    chances: OutcomeProbabilities,
    /// The variance of a setup over that of independent games.
    ratio: f64,
    /// The share of setups whose second game has the luck of the first, or, below 0, the opposite of it.
    shared: f64,
}

impl SetupCorrelation {
    fn of(chances: OutcomeProbabilities, ratio: f64) -> Self {
        let canceling = super::dispersion::canceling(chances);
        let shared =
            if ratio < 1.0 && canceling > 0.0 { (ratio - 1.0) / canceling } else { (ratio - 1.0).max(0.0) };
        Self { chances, ratio, shared: shared.clamp(-1.0, 1.0) }
    }

    /// Plays as many games of a pair as it played.
    fn play(&self, pair: &PairResult, rng: &mut SeededRng, squares: &mut SumsOfSquares) -> PairResult {
        let games = pair.games().round().max(1.0);
        let mut setups = 0_u64;
        while setups <= FEW_SETUPS && to_f64(2 * setups + 2) <= games {
            setups += 1;
        }
        let drawn = if setups > FEW_SETUPS {
            self.play_many(pair, games, rng, squares)
        } else {
            self.play_setups(pair, setups, games, rng, squares)
        };
        drawn.times(pair.games() / games)
    }

    fn play_setups(
        &self,
        pair: &PairResult,
        setups: u64,
        games: f64,
        rng: &mut SeededRng,
        squares: &mut SumsOfSquares,
    ) -> PairResult {
        let mut drawn = PairResult { wins: 0.0, draws: 0.0, losses: 0.0, ..*pair };
        let (mut sum, mut sum_of_squares) = (0.0, 0.0);
        for _ in 0..setups {
            let before = drawn.score();
            let first = uniform(rng);
            drawn.add_game(self.chances, first);
            let second = if self.shared.abs() > 0.0 && uniform(rng) < self.shared.abs() {
                if self.shared > 0.0 { first } else { 1.0 - first }
            } else {
                uniform(rng)
            };
            drawn.add_game(self.chances, second);
            let points = 2.0 * (drawn.score() - before);
            sum += points;
            sum_of_squares += points * points;
        }
        if setups > 1 {
            let setups = to_f64(setups);
            let seen = sum_of_squares - sum * sum / setups;
            squares.add(&drawn, setups, seen);
        }
        if games > to_f64(2 * setups) {
            drawn.add_game(self.chances, uniform(rng));
        }
        drawn
    }

    /// Plays as many independent games as these are worth, each counting for as much more or less.
    fn play_many(
        &self,
        pair: &PairResult,
        games: f64,
        rng: &mut SeededRng,
        squares: &mut SumsOfSquares,
    ) -> PairResult {
        let worth = (games / self.ratio).round().max(1.0);
        let wins = binomial(worth, self.chances.win, rng);
        let draws = binomial(worth - wins, self.chances.draw / (self.chances.draw + self.chances.loss), rng);
        let played = PairResult { wins, draws, losses: worth - wins - draws, ..*pair }.times(games / worth);
        let setups = games / 2.0;
        let of_a_game = played.of_a_game();
        let by_chance = 1.0 + (2.0 / setups).sqrt() * normal(rng);
        squares.add(&played, setups, 2.0 * setups * of_a_game * self.ratio * by_chance.max(0.0));
        played
    }
}

impl SumsOfSquares {
    /// As a pairing of these games is counted there.
    fn add(&mut self, drawn: &PairResult, setups: f64, seen: f64) {
        let of_a_game = drawn.of_a_game();
        if of_a_game > 0.0 {
            self.seen += seen;
            self.of_independent += 2.0 * (setups - 1.0) * of_a_game + seen / (2.0 * setups);
        }
    }
}

//! The model: what score is expected, how likely each placing is, and what results say about the parameters.
//!
//! Of two programs, the expected score is that of Bradley & Terry (1952): with strengths `a` and `b`, the first one has
//! `a / (a + b)` points per game in the mean, where a draw is half a point. So ratings predict points, whatever the draws
//! are. Each game counts as this many wins and losses as points; that draws make scores surer than wins and losses would is a
//! matter of the variance ([`robust`](super::robust)), not of the strengths (Wedderburn 1974, on quasi-likelihood).
//!
//! Of three and more, places are given out from the first on as Plackett (1975) and Luce (1959) have it, and a place
//! may be shared as Firth, Kosmidis & Turner (2019, "Davidson-Luce model for multi-item choice with ties") have it: see
//! [`choice`](super::choice).
//!
//! All of it is an exponential family, so that the logarithm of the likelihood is concave in the logarithms of
//! strengths and prevalences: there is one maximum, wherever one starts.

use super::matrix::SquareMatrix;
use super::plackett_luce::add_placing;
use super::results::{PairResult, Placing, Results};
use crate::EntrantIndex;

/// The values of everything that is estimated.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Parameters {
    /// The natural logarithm of each entrant's strength.
    pub(super) strengths: Vec<f64>,
    /// Ties of the sizes that came up in games of three and more; a tie of another size has no chance at all.
    pub(super) ties: Vec<Tie>,
}

/// How ready entrants are to share a place.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Tie {
    /// How many share it.
    pub(super) size: usize,
    /// The natural logarithm of the prevalence.
    pub(super) prevalence: f64,
}

impl Parameters {
    /// All entrants are equally strong, and a tie of a given size is as likely as that one of them is alone.
    pub(super) fn level(results: &Results) -> Self {
        let ties = results.tie_sizes().into_iter().map(|size| Tie { size, prevalence: 0.0 }).collect();
        Self { strengths: vec![0.0; results.entrants()], ties }
    }

    /// How many numbers these are: the strengths, then the prevalences.
    pub(super) fn count(&self) -> usize {
        self.strengths.len() + self.ties.len()
    }

    /// These parameters, moved as `coordinates` say.
    pub(super) fn moved(&self, coordinates: &Coordinates, by: &[f64]) -> Self {
        let mut moved = self.clone();
        for (strength, at) in moved.strengths.iter_mut().zip(&coordinates.of_entrants) {
            *strength += at.map_or(0.0, |at| by[at]);
        }
        for (tie, step) in moved.ties.iter_mut().zip(&by[coordinates.first_tie..]) {
            tie.prevalence += step;
        }
        moved
    }

    /// The expected score of a game of two, as the chances of a game that is never drawn.
    pub(super) fn scores(&self, one: EntrantIndex, other: EntrantIndex) -> OutcomeProbabilities {
        self.scores_apart(one, other, 0.0)
    }

    /// The expected score if the first one were stronger by `by` than it is.
    pub(super) fn scores_apart(
        &self,
        one: EntrantIndex,
        other: EntrantIndex,
        by: f64,
    ) -> OutcomeProbabilities {
        OutcomeProbabilities::without_draws(self.strengths[one] - self.strengths[other] + by)
    }
}

/// Which parameters are looked at, as positions in a vector: some of the strengths, then all prevalences.
#[derive(Debug, Clone)]
pub(super) struct Coordinates {
    of_entrants: Vec<Option<usize>>,
    first_tie: usize,
}

impl Coordinates {
    /// The coordinates of these entrants, in this order; the strengths of all others stay.
    pub(super) fn of(moving: &[EntrantIndex], entrants: usize) -> Self {
        let mut of_entrants = vec![None; entrants];
        moving.iter().enumerate().for_each(|(at, &entrant)| of_entrants[entrant] = Some(at));
        Self { of_entrants, first_tie: moving.len() }
    }

    pub(super) fn all(entrants: usize) -> Self {
        Self { of_entrants: (0..entrants).map(Some).collect(), first_tie: entrants }
    }

    pub(super) fn of_entrant(&self, entrant: EntrantIndex) -> Option<usize> {
        self.of_entrants[entrant]
    }

    pub(super) fn of_tie(&self, tie: usize) -> usize {
        self.first_tie + tie
    }
}

/// The logarithm of a likelihood near some parameters.
#[derive(Debug, Clone)]
pub(super) struct Curve {
    /// Its value.
    pub(super) value: f64,
    /// Its first derivatives.
    pub(super) gradient: Vec<f64>,
    /// Its second derivatives with the sign changed; for this family, also Fisher's information.
    pub(super) information: SquareMatrix,
}

impl Curve {
    /// The logarithm of the likelihood of these results, seen from `coordinates`.
    pub(super) fn of<'a>(
        pairs: impl IntoIterator<Item = &'a PairResult>,
        placings: impl IntoIterator<Item = &'a Placing>,
        parameters: &Parameters,
        coordinates: &Coordinates,
    ) -> Self {
        let size = coordinates.first_tie + parameters.ties.len();
        let mut curve = Self { value: 0.0, gradient: vec![0.0; size], information: SquareMatrix::zero(size) };
        for pair in pairs {
            curve.add_pair(pair, parameters, coordinates);
        }
        for placing in placings {
            add_placing(&mut curve, placing, parameters, coordinates);
        }
        curve
    }

    /// The first derivatives alone, by all parameters: a fraction of the work where there are many pairs.
    pub(super) fn gradient_of(results: &Results, parameters: &Parameters) -> Vec<f64> {
        let all = Coordinates::all(results.entrants());
        let mut gradient = Self::of([], results.placings(), parameters, &all).gradient;
        for pair in results.pairs() {
            let slope = parameters.scores(pair.one, pair.other).surprise(pair);
            gradient[pair.one] += slope;
            gradient[pair.other] -= slope;
        }
        gradient
    }

    fn add_pair(&mut self, pair: &PairResult, parameters: &Parameters, at: &Coordinates) {
        let difference = parameters.strengths[pair.one] - parameters.strengths[pair.other];
        let scores = OutcomeProbabilities::without_draws(difference);
        // Relative to a win of the stronger one, a draw costs half of what lies between them, and a loss all of it.
        let (weak, apart) =
            if difference >= 0.0 { (pair.losses, difference) } else { (pair.wins, -difference) };
        self.value += pair.games() * scores.log_of_likelier() - weak * apart - pair.draws * apart / 2.0;
        self.add_slopes(pair, scores, at);
    }

    /// Adds what a pair says about the derivatives alone.
    pub(super) fn add_slopes(&mut self, pair: &PairResult, scores: OutcomeProbabilities, at: &Coordinates) {
        let slope = scores.surprise(pair);
        let [one, other] = [at.of_entrant(pair.one), at.of_entrant(pair.other)];
        if let Some(one) = one {
            self.gradient[one] += slope;
        }
        if let Some(other) = other {
            self.gradient[other] -= slope;
        }
        self.information.add_difference([one, other], pair.games() * scores.variance());
    }
}

/// The chances of each outcome of a game of two, from 0 to 1.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct OutcomeProbabilities {
    /// The chance that the first one wins.
    pub win: f64,
    /// The chance of a draw.
    pub draw: f64,
    /// The chance that the second one wins.
    pub loss: f64,
}

impl OutcomeProbabilities {
    /// By the difference of the logarithms of strengths, as Davidson (1970) has it, and the logarithm of the prevalence of
    /// draws if there are any: with strengths `a` and `b` and prevalence `n`, win, draw and loss are as `a`, `n·√(ab)` and `b`.
    pub(crate) fn of(difference: f64, draws: Option<f64>) -> Self {
        let prevalence = draws.map_or(0.0, libm::exp);
        let chances = Self::of_stronger(libm::exp(-difference.abs() / 2.0), prevalence);
        if difference >= 0.0 { chances } else { chances.turned() }
    }

    /// By the difference of the logarithms of strengths, where no game is drawn.
    pub(super) fn without_draws(difference: f64) -> Self {
        Self::of(difference, None)
    }

    /// Those of the stronger one, by the root of how strong the other is in units of its strength (so that nothing
    /// overflows and small chances keep their digits), and the prevalence of draws.
    pub(super) fn of_stronger(root: f64, prevalence: f64) -> Self {
        let draw = prevalence * root;
        let weak = root * root;
        let all = 1.0 + draw + weak;
        Self { win: 1.0 / all, draw: draw / all, loss: weak / all }
    }

    /// The chances from the other one's point of view.
    pub(super) fn turned(self) -> Self {
        Self { win: self.loss, draw: self.draw, loss: self.win }
    }

    /// The expected points; a draw is half a point.
    #[must_use]
    pub fn score(&self) -> f64 {
        self.win + self.draw / 2.0
    }

    /// The logarithm of the greater one of the chances to win and to lose. Where that is nearly 1, what it lacks has more
    /// digits than it has itself: by it, games that are won a billion to one have a most likely rating.
    fn log_of_likelier(&self) -> f64 {
        let (more, less) = (self.win.max(self.loss), self.win.min(self.loss));
        if more > 0.5 { libm::log1p(-(self.draw + less)) } else { libm::log(more) }
    }

    /// The variance of the points of a game, without the difference of nearly equal numbers that its definition is.
    pub(super) fn variance(&self) -> f64 {
        self.win * self.loss + self.draw * (self.win + self.loss) / 4.0
    }

    /// The points beyond those expected.
    pub(super) fn surprise(&self, pair: &PairResult) -> f64 {
        let behind = self.loss + self.draw / 2.0;
        pair.wins * behind + pair.draws * (self.loss - self.win) / 2.0 - pair.losses * self.score()
    }
}

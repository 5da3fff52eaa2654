//! How often two entrants with a given expected score draw, and how far their scores are spread.
//!
//! Ratings are about scores, so that draws do not influence them. But the more games are drawn, the more certain a
//! score is. The model of Davidson (1970) describes how often two draw: where scores are even, most games are drawn;
//! the clearer the score, the fewer. One number for the field, the prevalence, says how many: with it, as many draws
//! are expected as there were.

use super::model::{OutcomeProbabilities, Parameters};
use super::results::{PairResult, Results};
use crate::EntrantIndex;

/// However few decisive games there were, the field could have had this many: where all games were drawn, the next
/// may be decided.
const DECISIVE: f64 = 2.0;

/// Prevalences between which the right one is looked for, as natural logarithms.
const RANGE: (f64, f64) = (-20.0, 12.0);

/// Halvings of that range, to a millionth of a logarithm.
const HALVINGS: usize = 25;

/// How readily two draw in this field; 0 if nobody ever did.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Draws {
    prevalence: f64,
}

impl Draws {
    /// The prevalence by which these results have as many draws as were to be expected.
    pub(super) fn of(results: &Results, parameters: &Parameters) -> Self {
        let seen: f64 = results.pairs().iter().map(|pair| pair.draws).sum();
        let games: f64 = results.pairs().iter().map(PairResult::games).sum();
        if seen <= 0.0 {
            return Self { prevalence: 0.0 };
        }
        let wanted = seen * games / (games + DECISIVE);
        let odds: Vec<(f64, f64)> = results
            .pairs()
            .iter()
            .map(|pair| {
                let apart = parameters.strengths[pair.one] - parameters.strengths[pair.other];
                (libm::exp(-apart.abs()), pair.games())
            })
            .collect();
        let (mut low, mut high) = RANGE;
        for _ in 0..HALVINGS {
            let middle = f64::midpoint(low, high);
            let draws = Self { prevalence: libm::exp(middle) };
            let expected: f64 = odds.iter().map(|&(odds, games)| games * draws.of_weaker(odds).draw).sum();
            if expected < wanted {
                low = middle;
            } else {
                high = middle;
            }
        }
        Self { prevalence: libm::exp(f64::midpoint(low, high)) }
    }

    /// The prevalence. With 1, equals draw a third of their games.
    pub(super) fn prevalence(self) -> f64 {
        self.prevalence
    }

    /// The chances of a game of two.
    pub(super) fn chances(
        self,
        parameters: &Parameters,
        one: EntrantIndex,
        other: EntrantIndex,
    ) -> OutcomeProbabilities {
        self.chances_of(parameters.strengths[one] - parameters.strengths[other])
    }

    /// The chances by the difference of the logarithms of strengths: the expected score depends on it alone.
    pub(super) fn chances_of(self, difference: f64) -> OutcomeProbabilities {
        let weaker = self.of_weaker(libm::exp(-difference.abs()));
        if difference > 0.0 { weaker.turned() } else { weaker }
    }

    /// The chances of the weaker one, by the odds of its expected score, from 0 to 1.
    fn of_weaker(self, odds: f64) -> OutcomeProbabilities {
        // By Davidson, win, draw and loss are as r², n·r and 1, where r² is how strong one is in units of the other. The
        // score is to have these odds: r² + n/2·(1 - odds)·r = odds.
        let by = self.prevalence / 2.0 * (1.0 - odds);
        let root = if odds > 0.0 { 2.0 * odds / (by + (by * by + 4.0 * odds).sqrt()) } else { 0.0 };
        OutcomeProbabilities::of_stronger(root, self.prevalence).turned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_score_is_that_of_the_strengths_whatever_the_draws() {
        for prevalence in [0.0, 0.3, 1.0, 6.0, 1e3] {
            for apart in [-9.0, -1.0, -0.01, 0.0, 0.5, 3.0, 30.0, 800.0] {
                let chances = Draws { prevalence }.chances_of(apart);
                let score = 1.0 / (1.0 + (-apart).exp());
                assert!((chances.score() - score).abs() < 1e-12, "{prevalence} {apart} {chances:?}");
                assert!((chances.win + chances.draw + chances.loss - 1.0).abs() < 1e-12);
                assert!(chances.win >= 0.0 && chances.draw >= 0.0 && chances.loss >= 0.0);
            }
        }
        let equals = Draws { prevalence: 6.0 }.chances_of(0.0);
        assert!((equals.draw - 0.75).abs() < 1e-12);
    }

    #[test]
    fn as_many_draws_are_expected_as_there_were() {
        let pair = |one, other, counts: [f64; 3]| PairResult {
            one,
            other,
            wins: counts[0],
            draws: counts[1],
            losses: counts[2],
        };
        let pairs =
            [pair(0, 1, [30.0, 20.0, 10.0]), pair(1, 2, [5.0, 50.0, 5.0]), pair(0, 2, [0.0, 9.0, 1.0])];
        let results = Results::new(3, pairs, []);
        let parameters = Parameters { strengths: vec![0.5, -0.2, -0.3], ties: Vec::new() };
        let draws = Draws::of(&results, &parameters);
        let expected: f64 = pairs
            .iter()
            .map(|pair| pair.games() * draws.chances(&parameters, pair.one, pair.other).draw)
            .sum();
        assert!((expected - 79.0 * 130.0 / 132.0).abs() < 1e-3, "{expected}");
        let none = Results::new(3, [pair(0, 1, [3.0, 0.0, 1.0])], []);
        assert!(Draws::of(&none, &parameters).prevalence() < 1e-300);
    }

    /// Nothing but draws leaves some chance of a win.
    #[test]
    fn where_all_is_drawn_something_is_left_to_chance() {
        let all = PairResult { one: 0, other: 1, wins: 0.0, draws: 10.0, losses: 0.0 };
        let level = Parameters { strengths: vec![0.0; 2], ties: Vec::new() };
        let chances = Draws::of(&Results::new(2, [all], []), &level).chances(&level, 0, 1);
        assert!((chances.draw - 10.0 / 12.0).abs() < 1e-5);
    }
}

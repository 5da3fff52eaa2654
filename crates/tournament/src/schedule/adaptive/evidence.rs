//! Compares the scores of entrants against the whole field, without a model of strength.

use crate::EntrantIndex;
use crate::ratings::{PairResult, Ratings, Results};

/// The results of each entrant against each other one.
#[derive(Debug, Clone)]
pub(crate) struct Evidence {
    entrants: usize,
    cells: Vec<Cell>,
    /// For each entrant the expected points per game, if everybody is met equally often.
    scores: Vec<f64>,
}

/// The result of one entrant against another.
#[derive(Debug, Clone, Copy, Default)]
struct Cell {
    games: f64,
    /// The mean of the points of a game.
    mean: f64,
    /// The mean of their squares.
    square: f64,
}

impl Cell {
    fn of(result: &PairResult) -> Self {
        let games = result.games();
        let square = (result.wins + result.draws / 4.0) / games;
        Self { games, mean: result.score() / games, square }
    }

    /// The variance of the points of a game, by these games alone.
    fn spread(&self) -> f64 {
        (self.square - self.mean * self.mean).max(0.0)
    }

    /// The common variance of two entrants whose games are all from one distribution, each game with equal weight.
    fn common_spread(&self, other: &Self) -> f64 {
        let mean = f64::midpoint(self.mean, other.mean);
        let about_mean = (f64::midpoint(self.square, other.square) - mean * mean).max(0.0);
        // The mean is itself of few games: the spread about it is less than that about the true one.
        about_mean / (1.0 - (1.0 / self.games + 1.0 / other.games) / 4.0)
    }
}

impl Evidence {
    pub(crate) fn of(results: &Results) -> Self {
        let entrants = results.entrants();
        let mut cells = vec![Cell::default(); entrants * entrants];
        for pair in results.pairs() {
            cells[pair.one * entrants + pair.other] = Cell::of(pair);
            cells[pair.other * entrants + pair.one] = Cell::of(&pair.reversed());
        }
        let mut evidence = Self { entrants, cells, scores: Vec::new() };
        evidence.scores = evidence.scores(results);
        evidence
    }

    /// Those who never met are taken to have the result that their ratings predict.
    fn scores(&self, results: &Results) -> Vec<f64> {
        let pairs = self.entrants * self.entrants.saturating_sub(1) / 2;
        let ratings = (results.pairs().len() < pairs).then(|| Ratings::new(results.clone()));
        let expected = |one: EntrantIndex, other: EntrantIndex| {
            let cell = self.cell(one, other);
            let by_rating = || ratings.as_ref().map_or(0.5, |ratings| ratings.expected(one, other).score());
            if cell.games > 0.0 { cell.mean } else { by_rating() }
        };
        let opponents = crate::ratings::to_f64(self.entrants.saturating_sub(1).max(1) as u64);
        let score = |one: EntrantIndex| {
            let others = (0..self.entrants).filter(|&other| other != one);
            others.map(|other| expected(one, other)).sum::<f64>() / opponents
        };
        (0..self.entrants).map(score).collect()
    }

    fn cell(&self, one: EntrantIndex, other: EntrantIndex) -> &Cell {
        &self.cells[one * self.entrants + other]
    }

    /// For each entrant the expected points per game, if everybody is met equally often. Sums of fractions depend on
    /// their order, so scores that should be equal are made equal.
    pub(crate) fn rounded_scores(&self) -> Vec<f64> {
        self.scores.iter().map(|score| (score * 1e9).round() / 1e9).collect()
    }

    /// Everybody, the best first; those who score the same in the order of the field.
    pub(crate) fn order(&self) -> Vec<EntrantIndex> {
        let mut order: Vec<EntrantIndex> = (0..self.entrants).collect();
        order.sort_by(|&one, &other| self.scores[other].total_cmp(&self.scores[one]));
        order
    }

    /// By how many points one scores more than another against the whole field, and how certain that is. `None` if one of
    /// them has not met somebody.
    ///
    /// If the two are alike, what both came to against a common opponent is from one distribution, whose variance is
    /// estimated from both, and against each other they are level: so it cannot vanish because somebody won all of a
    /// few games. Two that are not alike can score the same, each by other opponents. The variance of their games taken
    /// together is then greater than theirs on average; where one of them alone has more, that counts.
    pub(crate) fn lead(&self, one: EntrantIndex, other: EntrantIndex) -> Option<Lead> {
        if one > other {
            // The result is the same to the last bit in either order.
            return self.lead(other, one).map(Lead::reversed);
        }
        let direct = self.cell(one, other);
        if direct.games < 1.0 {
            return None;
        }
        let mut points = 2.0 * direct.mean - 1.0;
        // Between equals, all variance is in the games that were not drawn.
        let decided = 1.0 - 4.0 * (direct.mean - direct.square);
        let mut variance = decided.max(0.0) / direct.games;
        let mut fewest = direct.games;
        for opponent in (0..self.entrants).filter(|&opponent| opponent != one && opponent != other) {
            let (mine, theirs) = (self.cell(one, opponent), self.cell(other, opponent));
            if mine.games < 1.0 || theirs.games < 1.0 {
                return None;
            }
            points += mine.mean - theirs.mean;
            let common = mine.common_spread(theirs);
            variance += common.max(mine.spread()) / mine.games + common.max(theirs.spread()) / theirs.games;
            fewest = fewest.min(mine.games).min(theirs.games);
        }
        Some(Lead { points, variance, fewest })
    }
}

/// By how many points one scores more than another, where each meets everybody once.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Lead {
    pub(super) points: f64,
    variance: f64,
    /// The least number of games of any pair that the lead comes from.
    fewest: f64,
}

impl Lead {
    fn reversed(self) -> Self {
        Self { points: -self.points, ..self }
    }

    /// The lead in standard deviations, if there is nothing between the two.
    pub(super) fn deviations(&self) -> f64 {
        if self.variance > 1e-12 { self.points / self.variance.sqrt() } else { 0.0 }
    }

    /// How far the true lead may be from this one, where this many standard deviations are no chance.
    ///
    /// The variance that was seen is too small where what matters is rare: after `n` games that were all drawn it is 0.
    /// A result that has not been seen in `n` games has a probability of less than `bound² / 2n`, with the same chance
    /// of error, and is worth a point at the most. This much is added, as a standard deviation.
    pub(super) fn margin(&self, bound: f64) -> f64 {
        let unseen = bound / 2.0 / self.fewest;
        bound * (self.variance + unseen * unseen).sqrt()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn evidence(entrants: usize, pairs: &[(EntrantIndex, EntrantIndex, [f64; 3])]) -> Evidence {
        let result = |&(one, other, [wins, draws, losses]): &(EntrantIndex, EntrantIndex, [f64; 3])| {
            PairResult { one, other, wins, draws, losses }
        };
        Evidence::of(&Results::new(entrants, pairs.iter().map(result), []))
    }

    fn deviations(evidence: &Evidence, one: EntrantIndex, other: EntrantIndex) -> f64 {
        evidence.lead(one, other).map_or(0.0, |lead| lead.deviations())
    }

    fn assert_near(found: f64, wanted: f64) {
        assert!((found - wanted).abs() < 1e-12, "{found} is not {wanted}");
    }

    #[test]
    fn two_alone_are_compared_as_by_the_sign_test() {
        assert_near(deviations(&evidence(2, &[(0, 1, [60.0, 0.0, 40.0])]), 0, 1), 2.0);
        // Drawn games say nothing about who is better.
        assert_near(deviations(&evidence(2, &[(0, 1, [60.0, 900.0, 40.0])]), 0, 1), 2.0);
        assert_near(deviations(&evidence(2, &[(0, 1, [0.0, 0.0, 9.0])]), 0, 1), -3.0);
        assert_near(deviations(&evidence(2, &[(0, 1, [0.0, 50.0, 0.0])]), 0, 1), 0.0);
        assert_near(deviations(&evidence(2, &[]), 0, 1), 0.0);
    }

    /// Against a third, 80 of 100 and 60 of 100: in common 70 of 100, so a variance of 0.21 about a mean of 200 games,
    /// 0.21 · 200/199 about the true one, for each of the two.
    #[test]
    fn common_opponents_are_compared_as_two_proportions() {
        let pairs = [(0, 1, [50.0, 0.0, 50.0]), (0, 2, [80.0, 0.0, 20.0]), (1, 2, [60.0, 0.0, 40.0])];
        let own = 0.24_f64.max(0.21 * 200.0 / 199.0);
        let variance = 1.0 / 100.0 + own / 100.0 + 0.21 * 200.0 / 199.0 / 100.0;
        let found = evidence(3, &pairs);
        assert_near(deviations(&found, 0, 1), 0.2 / variance.sqrt());
        assert_near(deviations(&found, 1, 0), -0.2 / variance.sqrt());
        let scores = found.rounded_scores();
        assert_eq!(scores, [0.65, 0.55, 0.3]);
    }

    #[test]
    fn nothing_is_clear_of_those_who_have_not_met_everybody() {
        let found = evidence(3, &[(0, 1, [500.0, 0.0, 0.0]), (0, 2, [500.0, 0.0, 0.0])]);
        assert_near(deviations(&found, 0, 1), 0.0);
        assert_eq!(found.order()[0], 0, "ratings say what it would come to");
    }

    /// A few games that all ended alike give no certainty: they count as if nine of ten had been won by chance.
    #[test]
    fn a_clean_sweep_of_few_games_is_not_clear() {
        let [won, level] = [[2.0, 0.0, 0.0], [1.0, 0.0, 1.0]];
        let found = evidence(
            4,
            &[(0, 1, won), (0, 2, won), (0, 3, won), (1, 2, level), (1, 3, level), (2, 3, level)],
        );
        // A lead of 1 + 2·0.5, with variances of 0.5 and of 0.1875 / (3/4) · 1 against each of two.
        assert_near(deviations(&found, 0, 1), 2.0 / (0.5_f64 + 2.0 * 0.25).sqrt());
    }

    /// After 40 games that were all drawn, one in ten could still be won without any having been: at 4 deviations,
    /// `4² / 2 / 40` of a point.
    #[test]
    fn what_was_never_seen_may_still_happen() {
        let lead = evidence(2, &[(0, 1, [0.0, 40.0, 0.0])]).lead(0, 1).expect("they have met");
        assert_near(lead.margin(4.0), 0.2);
        let decided = evidence(2, &[(0, 1, [200.0, 0.0, 200.0])]).lead(0, 1).expect("they have met");
        assert_near(decided.margin(2.0), 2.0 * (1.0_f64 / 400.0 + 1.0 / 160_000.0).sqrt());
    }
}

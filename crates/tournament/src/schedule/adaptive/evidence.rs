//! What results say about who scores more against the whole field, whatever model is true of it.

use crate::Entrant;
use crate::ratings::{PairResult, RankInterval, Ratings, Results};

/// What each one came to against each other.
#[derive(Debug, Clone)]
pub(crate) struct Evidence {
    entrants: usize,
    cells: Vec<Cell>,
    /// For each entrant the points to be expected of a game, if everybody is met equally often.
    scores: Vec<f64>,
}

/// What one came to against another.
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

    /// The same of two whose games are all from one distribution, each counting the same.
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

    /// Those who never met are taken to come to what their ratings say.
    fn scores(&self, results: &Results) -> Vec<f64> {
        let pairs = self.entrants * self.entrants.saturating_sub(1) / 2;
        let ratings = (results.pairs().len() < pairs).then(|| Ratings::new(results.clone()));
        let expected = |one: Entrant, other: Entrant| {
            let cell = self.cell(one, other);
            let by_rating = || ratings.as_ref().map_or(0.5, |ratings| ratings.expected(one, other).score());
            if cell.games > 0.0 { cell.mean } else { by_rating() }
        };
        let opponents = crate::ratings::real(self.entrants.saturating_sub(1).max(1) as u64);
        let score = |one: Entrant| {
            let others = (0..self.entrants).filter(|&other| other != one);
            others.map(|other| expected(one, other)).sum::<f64>() / opponents
        };
        (0..self.entrants).map(score).collect()
    }

    fn cell(&self, one: Entrant, other: Entrant) -> &Cell {
        &self.cells[one * self.entrants + other]
    }

    /// For each entrant the points to be expected of a game, if everybody is met equally often. Sums of fractions
    /// depend on their order: what should be equal is made so.
    pub(crate) fn rounded_scores(&self) -> Vec<f64> {
        self.scores.iter().map(|score| (score * 1e9).round() / 1e9).collect()
    }

    /// Everybody, the best first; those who score the same in the order of the field.
    pub(crate) fn order(&self) -> Vec<Entrant> {
        let mut order: Vec<Entrant> = (0..self.entrants).collect();
        order.sort_by(|&one, &other| self.scores[other].total_cmp(&self.scores[one]));
        order
    }

    /// By how many standard deviations one scores more than another against the whole field, if there is nothing
    /// between the two. 0 if one of them has not met somebody.
    ///
    /// If the two are alike, what both came to against a common opponent is from one distribution, whose variance is
    /// estimated from both, and against each other they are level: so it cannot vanish because somebody won all of a
    /// few games. Two that are not alike can score the same, each by other opponents. The variance of their games taken
    /// together is then greater than theirs on average; where one of them alone has more, that counts.
    pub(crate) fn deviations(&self, one: Entrant, other: Entrant) -> f64 {
        let direct = self.cell(one, other);
        if direct.games < 1.0 {
            return 0.0;
        }
        let mut lead = 2.0 * direct.mean - 1.0;
        // Between equals all variance is in the games that were not drawn.
        let decided = 1.0 - 4.0 * (direct.mean - direct.square);
        let mut variance = decided.max(0.0) / direct.games;
        for opponent in (0..self.entrants).filter(|&opponent| opponent != one && opponent != other) {
            let (mine, theirs) = (self.cell(one, opponent), self.cell(other, opponent));
            if mine.games < 1.0 || theirs.games < 1.0 {
                return 0.0;
            }
            lead += mine.mean - theirs.mean;
            let common = mine.common_spread(theirs);
            variance += common.max(mine.spread()) / mine.games + common.max(theirs.spread()) / theirs.games;
        }
        if variance > 1e-12 { lead / variance.sqrt() } else { 0.0 }
    }

    /// Of the best `top` by score, the best first, the ranks that each may have where a lead counts that is greater than
    /// so many standard deviations. Ranks below `top` are not told apart.
    pub(crate) fn ranks(&self, top: usize, bound: f64) -> Vec<(Entrant, RankInterval)> {
        let order = self.order();
        let ranks = order.iter().take(top).map(|&one| {
            let leads = order.iter().filter(|&&other| other != one).map(|&other| self.deviations(one, other));
            let (mut behind, mut ahead) = (0, 0);
            for lead in leads {
                ahead += usize::from(lead > bound);
                behind += usize::from(lead < -bound);
            }
            let worst = self.entrants - ahead;
            (one, RankInterval { best: behind + 1, worst: if worst > top { self.entrants } else { worst } })
        });
        ranks.collect()
    }

    /// The comparisons that the first `top` ranks hang on, and that are not yet clear: of each of those with everybody
    /// who scores less.
    pub(super) fn open(&self, top: usize, bound: f64) -> Vec<[Entrant; 2]> {
        let order = self.order();
        let needed = (0..order.len().min(top))
            .flat_map(|rank| order[rank + 1..].iter().map(|&lower| [order[rank], lower]).collect::<Vec<_>>());
        needed.filter(|&[upper, lower]| self.deviations(upper, lower) <= bound).collect()
    }
}

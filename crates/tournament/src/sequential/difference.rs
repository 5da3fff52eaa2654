//! What is observed: by how much one program did better than another against the same opponent.

/// The most half points that two games can give.
const MOST: u8 = 4;

/// What A scored in a pair of games against an opponent, less what B scored in the same pair of games: the
/// same opponent, the same seed, both orders of seats. A step is half a point, so there are nine values.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct PairDifference(i8);

impl PairDifference {
    /// From half points: a win counts 2, a draw 1, so a program has 0 to 4 of them after its two games.
    /// `None` if either has more.
    ///
    /// A pair with a void game does not count: play the opponent's next pair in its place.
    #[must_use]
    pub fn new(a: u8, b: u8) -> Option<Self> {
        let within = |half_points: u8| i8::try_from(half_points).ok().filter(|_| half_points <= MOST);
        Some(Self(within(a)? - within(b)?))
    }

    /// In half points, from -4 to 4.
    #[must_use]
    pub fn half_points(self) -> i8 {
        self.0
    }

    /// As a score per game, from -1 to 1.
    #[must_use]
    pub fn score(self) -> f64 {
        f64::from(self.0) / f64::from(MOST)
    }
}

/// The distance on the Elo scale that this difference of scores per game proves, if scores follow the logistic
/// model; infinite for -1 and 1.
///
/// Against an opponent halfway between them, two programs that are `e` apart score `d = tanh(e·ln 10 / 1600)`
/// apart; against any other opponent, and so on average over a field, less. So programs whose scores differ
/// by `d` are at least this far apart, and about so far if the field is of their strength.
#[must_use]
pub fn elo_apart(score: f64) -> f64 {
    800.0 * libm::log10((1.0 + score) / (1.0 - score))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_difference_is_of_two_games() {
        assert_eq!(PairDifference::new(4, 0).map(PairDifference::score), Some(1.0));
        assert_eq!(PairDifference::new(1, 3).map(PairDifference::score), Some(-0.5));
        assert_eq!(PairDifference::new(5, 0), None);
        assert_eq!(PairDifference::new(0, 255), None);
    }

    #[test]
    fn elo_is_that_of_programs_around_their_opponent() {
        // 100 above and 100 below an opponent: scores of 1 / (1 + 10^∓0.25).
        let score = |elo: f64| 1.0 / (1.0 + 10_f64.powf(-elo / 400.0));
        assert!((elo_apart(score(100.0) - score(-100.0)) - 200.0).abs() < 1e-9);
        assert!(elo_apart(score(300.0) - score(100.0)) < 200.0);
        assert!(elo_apart(0.0).abs() < 1e-12);
        assert!(elo_apart(1.0).is_infinite() && elo_apart(-1.0).is_infinite());
    }
}

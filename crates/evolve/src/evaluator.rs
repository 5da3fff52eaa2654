//! The interface to the code that plays the games of a search.

use std::ops::Range;

use serde::{Deserialize, Serialize};

/// Games of one program against every opponent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Request<'a> {
    /// The program, as canonical text.
    pub program: &'a str,
    /// The seed of the setups: the same seed and pair give the same setup.
    pub setups: u64,
    /// The pairs of games against each opponent. The two games of a pair use the same drawn setup: the program is the first
    /// player in one and the second in the other.
    pub pairs: Range<u64>,
}

/// The results of games, from the point of view of the program in question.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WinDrawLoss {
    /// Games that it won.
    pub wins: u64,
    /// Games that nobody won.
    pub draws: u64,
    /// Games that it lost.
    pub losses: u64,
}

impl WinDrawLoss {
    /// The number of games.
    #[must_use]
    pub fn games(self) -> u64 {
        self.wins.saturating_add(self.draws).saturating_add(self.losses)
    }

    /// The mean points per game, from 0 to 1: a win is 1, a draw ½. It is 0 without games.
    #[must_use]
    pub fn score(self) -> f64 {
        match self.games() {
            0 => 0.0,
            games => (float(self.wins) + float(self.draws) / 2.0) / float(games),
        }
    }

    /// The variance of the mean points per game, estimated from these games. One win and one loss are added, so that games
    /// with equal results do not look like certainty.
    #[must_use]
    pub fn variance_of_score(self) -> f64 {
        let wins = float(self.wins) + 1.0;
        let games = float(self.games()) + 2.0;
        let mean = (wins + float(self.draws) / 2.0) / games;
        let squares = (wins + float(self.draws) / 4.0) / games;
        (squares - mean * mean) / games
    }
}

impl std::ops::AddAssign for WinDrawLoss {
    fn add_assign(&mut self, other: Self) {
        self.wins += other.wins;
        self.draws += other.draws;
        self.losses += other.losses;
    }
}

impl std::iter::Sum for WinDrawLoss {
    fn sum<I: Iterator<Item = Self>>(tallies: I) -> Self {
        tallies.fold(Self::default(), |mut sum, tally| {
            sum += tally;
            sum
        })
    }
}

/// A count as a floating-point number; counts above 2^53 do not occur.
#[expect(clippy::cast_precision_loss, reason = "nobody plays 2^53 games")]
pub(crate) fn float(count: u64) -> f64 {
    count as f64
}

/// Plays games.
pub trait Evaluator {
    /// The number of opponents that every program meets; at least one.
    fn opponents(&self) -> usize;

    /// Plays the games of each request. Returns one tally per opponent, in the order of the requests, or `None` if the
    /// evaluator was stopped. Equal requests give equal tallies.
    fn play(&self, requests: &[Request]) -> Option<Vec<Vec<WinDrawLoss>>>;

    /// Returns the results of all possible games against each opponent: one from every setup in either order. The entry of an
    /// opponent is `None` if its games cannot be counted, or not in a short time. Returns `None` if the evaluator was stopped.
    fn count(&self, program: &str) -> Option<Vec<Option<WinDrawLoss>>>;
}

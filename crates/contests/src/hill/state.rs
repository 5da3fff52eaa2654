//! The stored state of a hill: the programs' ages and all challenges.

use serde::{Deserialize, Serialize};
use serde_json::Number;

/// The table after the last change, stored in `results/standings.json`.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct State {
    /// The number of challenges so far.
    pub challenges: u64,
    /// The programs on the hill, best first.
    pub programs: Vec<HillRank>,
}

/// A program's place on the hill.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HillRank {
    /// The rank, from 1.
    pub rank: usize,
    /// The file's name in `programs/`.
    pub file: String,
    /// The program's identity, which keeps its age even if the file is renamed.
    pub id: String,
    /// The number of challenges that it has survived.
    pub age: u64,
    /// The points.
    pub points: String,
    /// Games; fractions if scores are exact.
    pub wins: Number,
    /// The games drawn.
    pub draws: Number,
    /// The games lost.
    pub losses: Number,
}

/// A challenge, as a line of `results/history.jsonl`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Challenge {
    /// Its number, from 1.
    #[serde(rename = "challenge")]
    pub number: u64,
    /// The kind of change: `add` or `remove`.
    pub change: String,
    /// The file's name.
    pub program: String,
    /// The program's identity.
    pub id: String,
    /// The rank of the challenger; one more than the last rank if it was not good enough.
    pub rank: Option<usize>,
    /// The programs that left.
    pub pushed_off: Vec<String>,
    /// The ratings of all programs that stayed, best first. Missing in challenges from before ratings existed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub ratings: Vec<PastRating>,
    /// The identity of the older version that it replaced under the same file name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub replaces: Option<String>,
    /// The submission through a site that it comes from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub submission: Option<String>,
}

/// The rating of a program after a challenge.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct PastRating {
    /// The file's name in `programs/` at that time.
    pub file: String,
    /// The program's identity.
    pub id: String,
    /// Elo points, the mean of the hill being 0.
    pub elo: f64,
    /// The ends of its 95% interval.
    pub elo_low: f64,
    /// The upper end of the interval.
    pub elo_high: f64,
    /// The possible ranks.
    pub best_rank: usize,
    /// The worst possible rank.
    pub worst_rank: usize,
}

impl Challenge {
    /// Returns true if the program was on the hill afterwards. Without ratings, which old histories lack, a challenger
    /// counts as good enough.
    #[must_use]
    pub fn has_entered(&self) -> bool {
        let is_rated = self.ratings.is_empty() || self.ratings.iter().any(|rating| rating.id == self.id);
        self.change == "add" && is_rated
    }
}

impl State {
    /// Returns the age of the program with this identity, or 0 if it is new.
    #[must_use]
    pub fn age(&self, id: &str) -> u64 {
        self.programs.iter().find(|place| place.id == id).map_or(0, |place| place.age)
    }
}

//! The stored state of a hill: the programs' ages and all challenges.

use serde::{Deserialize, Serialize};
use serde_json::Number;

/// The table after the last change, stored in `results/standings.json`.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct State {
    /// The number of challenges so far.
    pub(crate) challenges: u64,
    /// The programs on the hill, best first.
    pub(crate) programs: Vec<Place>,
}

/// A program's place on the hill.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Place {
    pub(crate) rank: usize,
    /// The file's name in `programs/`.
    pub(crate) file: String,
    /// The program's identity, which keeps its age even if the file is renamed.
    pub(crate) id: String,
    /// The number of challenges that it has survived.
    pub(crate) age: u64,
    pub(crate) points: String,
    /// Games; fractions if scores are exact.
    pub(crate) wins: Number,
    pub(crate) draws: Number,
    pub(crate) losses: Number,
}

/// A challenge, as a line of `results/history.jsonl`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct Challenge {
    /// Its number, from 1.
    #[serde(rename = "challenge")]
    pub(crate) number: u64,
    /// The kind of change: `add` or `remove`.
    pub(crate) change: String,
    /// The file's name.
    pub(crate) program: String,
    pub(crate) id: String,
    /// The rank of the challenger; one more than the last rank if it was not good enough.
    pub(crate) rank: Option<usize>,
    /// The programs that left.
    pub(crate) pushed_off: Vec<String>,
    /// The ratings of all programs that stayed, best first. Missing in challenges from before ratings existed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) ratings: Vec<RatingThen>,
}

/// The rating of a program after a challenge.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct RatingThen {
    /// The file's name in `programs/` at that time.
    pub(crate) file: String,
    /// The program's identity.
    pub(crate) id: String,
    /// Elo points, the mean of the hill being 0.
    pub(crate) elo: f64,
    /// The ends of its 95% interval.
    pub(crate) elo_low: f64,
    pub(crate) elo_high: f64,
    /// The possible ranks.
    pub(crate) best_rank: usize,
    pub(crate) worst_rank: usize,
}

impl State {
    /// Returns the age of the program with this identity, or 0 if it is new.
    pub(crate) fn age(&self, id: &str) -> u64 {
        self.programs.iter().find(|place| place.id == id).map_or(0, |place| place.age)
    }
}

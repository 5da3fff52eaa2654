//! What a hill remembers: everybody's age, and every challenge.

use serde::{Deserialize, Serialize};
use serde_json::Number;

/// The table after the last change, as it is kept in `results/standings.json`.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct State {
    /// How many challenges there have been.
    pub(crate) challenges: u64,
    /// Who is on the hill, the best first.
    pub(crate) programs: Vec<Place>,
}

/// A program's place on the hill.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Place {
    pub(crate) rank: usize,
    /// The file's name in `programs/`.
    pub(crate) file: String,
    /// The program's identity, by which its age is known even if the file is renamed.
    pub(crate) id: String,
    /// How many challenges it has survived.
    pub(crate) age: u64,
    pub(crate) points: String,
    /// Games; fractions where scores are exact.
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
    /// What was done: `add` or `remove`.
    pub(crate) change: String,
    /// The file's name.
    pub(crate) program: String,
    pub(crate) id: String,
    /// The rank that the challenger reached, that of the last one plus one if it was not good enough.
    pub(crate) rank: Option<usize>,
    /// Who went.
    pub(crate) pushed_off: Vec<String>,
    /// How everybody who stayed was rated then, the best first. Hills that were begun before there were ratings
    /// have challenges without.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) ratings: Vec<RatingThen>,
}

/// The rating of a program after a challenge.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct RatingThen {
    /// The file's name in `programs/` then.
    pub(crate) file: String,
    /// The program's identity.
    pub(crate) id: String,
    /// Elo points, the mean of the hill being 0.
    pub(crate) elo: f64,
    /// The ends of its interval of 95%.
    pub(crate) elo_low: f64,
    pub(crate) elo_high: f64,
    /// The ranks that were possible.
    pub(crate) best_rank: usize,
    pub(crate) worst_rank: usize,
}

impl State {
    /// The age of the program with this identity; 0 for one that is new here.
    pub(crate) fn age(&self, id: &str) -> u64 {
        self.programs.iter().find(|place| place.id == id).map_or(0, |place| place.age)
    }
}

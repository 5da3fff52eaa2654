//! The stored state of a hill: the programs' ages and all challenges.

use serde::{Deserialize, Serialize};
use serde_json::Number;

use crate::Failure;
use crate::confined_folder::ConfinedFolder;
use crate::contest::Environment;
use crate::file_name::FileName;

/// The table after the last change, stored in `results/standings.json`.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct State {
    /// The number of challenges so far.
    pub challenges: u64,
    /// The programs on the hill, best first.
    pub programs: Vec<HillRank>,
    /// The environments in which the pairs have played, the oldest first. Each pair has played in one of them. Empty in
    /// tables of older versions of bout.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub environments: Vec<Environment>,
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

/// The name of the change for a program that can no longer play.
pub(super) const RETIRE: &str = "retire";
/// The name of the change for a hill whose programs have all played again in another environment.
pub(super) const RENEW: &str = "renew";

/// A challenge, as a line of `results/history.jsonl`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Challenge {
    /// Its number, from 1.
    #[serde(rename = "challenge")]
    pub number: u64,
    /// The kind of change: `add`, `remove`, `retire` or `renew`.
    pub change: String,
    /// The file's name; empty if the whole hill was renewed.
    pub program: String,
    /// The program's identity; empty if the whole hill was renewed.
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
    /// The submission through a site that led to this change.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub submission: Option<String>,
    /// Why it was retired: the errors of the compiler, the interpreter or the game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
    /// The environment that the hill was renewed for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub environment: Option<Environment>,
}

/// The rating of a program after a challenge.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct PastRating {
    /// The file's name in `programs/` at that time.
    pub file: String,
    /// The program's identity.
    pub id: String,
    /// The Elo points, relative to the mean of the hill, which is 0.
    pub elo: f64,
    /// The lower end of its 95% interval.
    pub elo_low: f64,
    /// The upper end of the interval.
    pub elo_high: f64,
    /// The best possible rank.
    pub best_rank: usize,
    /// The worst possible rank.
    pub worst_rank: usize,
}

impl Challenge {
    /// Returns this line with a program.
    pub(super) fn of_program(self, file: &str, id: &str) -> Self {
        Self { program: file.to_owned(), id: id.to_owned(), ..self }
    }

    /// Returns true if the program was retired because it can no longer play.
    #[must_use]
    pub fn is_retirement(&self) -> bool {
        self.change == RETIRE
    }

    /// Returns true if all programs have played again in another environment.
    #[must_use]
    pub fn is_renewal(&self) -> bool {
        self.change == RENEW
    }

    /// Returns true if the program was on the hill afterwards. Without ratings, which old histories lack, a challenger
    /// counts as good enough.
    #[must_use]
    pub fn has_entered(&self) -> bool {
        let is_rated = self.ratings.is_empty() || self.ratings.iter().any(|rating| rating.id == self.id);
        self.change == "add" && is_rated
    }
}

impl State {
    /// Writes the table to a file in `results/`.
    pub(super) fn write(&self, results: &ConfinedFolder, file: &FileName) -> Result<(), Failure> {
        let text = serde_json::to_string_pretty(self).expect("a state is plain data");
        results.write_durably(file, format!("{text}\n").as_bytes())
    }

    /// Returns the age of the program with this identity, or 0 if it is new.
    #[must_use]
    pub fn age(&self, id: &str) -> u64 {
        self.programs.iter().find(|place| place.id == id).map_or(0, |place| place.age)
    }
}

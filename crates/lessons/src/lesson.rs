//! The parts of a lesson, as plain data.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// One step of a course: a goal, and how it is checked.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Lesson {
    /// The game that the lesson is about.
    pub game: &'static str,
    /// Its place in the course, from 1.
    pub number: u32,
    /// The name of its file after the number, such as `stay-alive`.
    pub name: String,
    /// Its heading.
    pub title: String,
    /// What the learner is to do, in Markdown.
    pub goal: String,
    /// Hints, in Markdown, to be shown one after the other.
    pub hints: Vec<String>,
    /// The program that the learner starts with.
    pub start: String,
    /// The checks, in order.
    pub checks: Vec<Check>,
    /// A program that passes.
    pub solution: String,
    /// What the learner has learnt and what comes next, in Markdown.
    pub afterword: String,
    /// Programs that must not pass.
    pub wrong: Vec<WrongAnswer>,
}

/// A program that must not pass: a mistake that learners make.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct WrongAnswer {
    /// The program.
    pub source: String,
    /// The number of the check that refuses it, from 1; 0 if it is not a legal program.
    pub check: usize,
    /// Some of the words that the learner gets to read.
    pub says: String,
}

/// One thing that is checked.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Check {
    /// What is checked.
    #[serde(flatten)]
    pub kind: CheckKind,
    /// What to tell learners whose program does not pass, in Markdown.
    pub advice: Option<String>,
}

/// What a check examines.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum CheckKind {
    /// The text of the program.
    Program(Static),
    /// One match.
    Match(SingleMatch),
    /// Many matches from drawn setups.
    Score(Pairing),
    /// Every setup.
    Exact(Exact),
}

/// Requirements for the text of a program.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Static {
    /// Whether there may be no warnings.
    pub no_warnings: bool,
    /// The greatest length, in the unit of the game.
    pub max_length: Option<usize>,
    /// Texts that the canonical text of the program must contain.
    pub contains: Vec<String>,
    /// Texts that it must not contain.
    pub lacks: Vec<String>,
}

/// An opponent with its source.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct OpponentProgram {
    /// The name of the file without its ending.
    pub name: String,
    /// Its text.
    pub source: String,
}

/// Who plays, and with which parameters.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct MatchUp {
    /// The opponents in the order of their seats.
    pub against: Vec<OpponentProgram>,
    /// The seat of the learner's program.
    pub seat: usize,
    /// Parameters of the game that differ from its defaults.
    pub rules: BTreeMap<String, u64>,
}

/// One match, and the requirements for it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct SingleMatch {
    /// Who plays.
    #[serde(flatten)]
    pub players: MatchUp,
    /// The seed that the setup is drawn from.
    pub seed: u64,
    /// Lists of the setup that replace the drawn ones.
    pub setup: BTreeMap<String, Vec<u64>>,
    /// The turn after which the match is judged; `None` means at its end.
    pub until: Option<u64>,
    /// The requirements at that turn.
    pub expected: Expected,
}

/// Requirements for a match at its end, or after one of its turns.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Expected {
    /// The result for the learner.
    pub result: Option<WantedResult>,
    /// The game's words for the reason why the match ended.
    pub reason: Option<String>,
    /// The least number of turns played.
    pub min_turns: Option<u64>,
    /// The greatest number of turns played.
    pub max_turns: Option<u64>,
    /// The texts that cells must hold.
    pub cells: BTreeMap<usize, String>,
    /// The least number of cells that must hold a text.
    pub min_cells: BTreeMap<String, usize>,
    /// The least values of registers of the learner's seat.
    pub min_registers: BTreeMap<String, u64>,
    /// The greatest values of registers of the learner's seat.
    pub max_registers: BTreeMap<String, u64>,
}

/// A result from the learner's point of view.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum WantedResult {
    /// The learner's program wins.
    Win,
    /// Nobody wins, or the match continues.
    Draw,
    /// The learner's program wins, ties, or is still playing.
    NoLoss,
}

/// Many matches from setups that are drawn as `bout play --seed` does it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Pairing {
    /// Who plays.
    #[serde(flatten)]
    pub players: MatchUp,
    /// The seed of the first match; the others follow from it.
    pub seed: u64,
    /// The number of matches.
    pub games: u64,
    /// What the learner's program must achieve.
    pub limits: Limits,
}

/// The matches from all setups.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Exact {
    /// Who plays.
    #[serde(flatten)]
    pub players: MatchUp,
    /// What the learner's program must achieve.
    pub limits: Limits,
}

/// What the learner's program must achieve in many matches, in percent of them.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct Limits {
    /// The least share of wins.
    pub min_wins_percent: Option<u64>,
    /// The least share of points: a win is one point, and a draw is divided between those who tie.
    pub min_points_percent: Option<u64>,
    /// The greatest share of losses.
    pub max_losses_percent: Option<u64>,
}

//! The practice orders for a worker, and its answers.

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// A program as it is sent to the worker.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct SentProgram {
    /// The name of its file.
    pub(crate) file: String,
    /// Its source, in base64.
    pub(crate) source: String,
}

/// An order to check a program and play games of it against another one.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct PracticeGames {
    /// The name of the game.
    pub(crate) game: String,
    /// The member's program.
    pub(crate) program: SentProgram,
    /// The opponent. Without one, the program is only checked.
    pub(crate) opponent: Option<SentProgram>,
    /// The seat of the program: 0 or 1.
    pub(crate) seat: usize,
    /// The seed, like `--seed` of `bout play`.
    pub(crate) seed: u64,
    /// The number of the first game, from 0.
    pub(crate) from: u64,
    /// The number of games to play.
    pub(crate) games: u64,
    /// Which data of the games to return.
    pub(crate) keep: Keep,
}

/// Which data of the games to return.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Keep {
    /// The results only.
    Results,
    /// The results, and the record of the last game.
    Record,
}

/// An order to check a program against a lesson.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct PracticeLesson {
    /// The path of the lesson, such as `snakes/01-move.toml`.
    pub(crate) lesson: String,
    /// The source, in base64.
    pub(crate) source: String,
}

/// The results of practice games.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub(crate) struct PracticeResult {
    /// The diagnostics that `bout check` reports for the program.
    pub(crate) diagnostics: Value,
    /// The diagnostics for the opponent.
    pub(crate) opponent_diagnostics: Value,
    /// The member's program; `None` if it is not legal.
    pub(crate) program: Option<PracticeProgramResult>,
    /// The games that were played, in order.
    pub(crate) games: Vec<PracticeGameResult>,
    /// Why fewer games were played than requested.
    pub(crate) cut_short: Option<String>,
    /// The record of the last game, in base64.
    pub(crate) record: Option<String>,
}

/// A legal program.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct PracticeProgramResult {
    /// Its name in tables.
    pub(crate) name: String,
    /// Its length, as the game measures it.
    pub(crate) length: usize,
    /// Its identity.
    pub(crate) id: String,
}

/// The result of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct PracticeGameResult {
    /// Its number, from 0.
    pub(crate) game: u64,
    /// The result for the member's program.
    pub(crate) result: GameResult,
    /// The number of turns.
    pub(crate) turns: u64,
}

/// The result of a game for the member's program.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum GameResult {
    Won,
    Drawn,
    Lost,
}

/// The result of checking a program against a lesson.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct LessonChecked {
    /// Whether the program passes.
    pub(crate) passed: bool,
    /// The findings, one per check, up to the first that fails.
    pub(crate) findings: Vec<LessonFinding>,
    /// The record of the match behind the last finding, in base64, if the program fails.
    pub(crate) record: Option<String>,
}

/// The result of one check.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct LessonFinding {
    /// Whether the program passes the check.
    pub(crate) passed: bool,
    /// What the check required and what happened, in Markdown.
    pub(crate) sentence: String,
    /// What to do about it, in Markdown.
    pub(crate) advice: Option<String>,
    /// The turn to look at in the match that shows it.
    pub(crate) turn: Option<u64>,
}

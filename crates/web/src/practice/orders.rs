//! What a worker is asked when somebody practises, and what it answers.

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// A program, as it goes over to the worker.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct SentProgram {
    /// The name of its file.
    pub(crate) file: String,
    /// Its source, in base64.
    pub(crate) source: String,
}

/// Check a program, and play games of it against another one.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct PracticeGames {
    /// The name of the game.
    pub(crate) game: String,
    /// The program that is practised with.
    pub(crate) program: SentProgram,
    /// The other one; without it, the program is only checked.
    pub(crate) opponent: Option<SentProgram>,
    /// The seat of the program: 0 or 1.
    pub(crate) seat: usize,
    /// The seed that `bout play` has in `--seed`.
    pub(crate) seed: u64,
    /// The number of the first game, from 0.
    pub(crate) from: u64,
    /// How many games there are to play.
    pub(crate) games: u64,
    /// What is kept of the games.
    pub(crate) keep: Keep,
}

/// What is kept of games.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Keep {
    /// Who won.
    Results,
    /// The record of the last one, too.
    Record,
}

/// Check a program by a lesson.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct PracticeLesson {
    /// The path of the lesson, such as `snakes/01-move.toml`.
    pub(crate) lesson: String,
    /// The source, in base64.
    pub(crate) source: String,
}

/// What games came to.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub(crate) struct PracticeResult {
    /// What `bout check` says of the program.
    pub(crate) diagnostics: Value,
    /// What it says of the opponent.
    pub(crate) opponent_diagnostics: Value,
    /// The program; `None` if it may not play.
    pub(crate) program: Option<PracticeProgramResult>,
    /// The games that were played, in their order.
    pub(crate) games: Vec<PracticeGameResult>,
    /// Why fewer games were played than were wanted.
    pub(crate) cut_short: Option<String>,
    /// The record of the last game, in base64.
    pub(crate) record: Option<String>,
}

/// A program that may play.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct PracticeProgramResult {
    /// Its name in tables.
    pub(crate) name: String,
    /// Its length, as the game measures it.
    pub(crate) length: usize,
    /// Its identity.
    pub(crate) id: String,
}

/// A game that was played.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct PracticeGameResult {
    /// Its number, from 0.
    pub(crate) game: u64,
    /// What it was for the program.
    pub(crate) result: GameResult,
    /// Its turns.
    pub(crate) turns: u64,
}

/// What a game was for the program that is practised with.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum GameResult {
    Won,
    Drawn,
    Lost,
}

/// What the check by a lesson came to.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct LessonChecked {
    /// Whether the program passes.
    pub(crate) passed: bool,
    /// What was found, check by check. The first that fails is the last.
    pub(crate) findings: Vec<LessonFinding>,
    /// The record of the match that the last finding is about, if the program does not pass, in base64.
    pub(crate) record: Option<String>,
}

/// What came of one check.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct LessonFinding {
    /// Whether the program passes it.
    pub(crate) passed: bool,
    /// What was asked and what happened, in Markdown.
    pub(crate) sentence: String,
    /// What to do about it, in Markdown.
    pub(crate) advice: Option<String>,
    /// The turn to look at, of the match that shows it.
    pub(crate) turn: Option<u64>,
}

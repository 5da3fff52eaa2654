//! A match that a finding is about, so that others can play it again.

use serde::Serialize;

/// Everything that determines a match.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Fight {
    /// The game.
    pub game: &'static str,
    /// The programs in the order of their seats.
    pub programs: Vec<FightProgram>,
    /// The seat of the learner's program.
    pub seat: usize,
    /// Parameters that differ from the game's defaults.
    pub rules: Vec<(String, u64)>,
    /// The setup, by the names of its lists.
    pub setup: Vec<(String, Vec<u64>)>,
    /// The seed of this match.
    pub seed: u64,
    /// The number of the match, from 0, as in `bout play`.
    pub game_number: u64,
    /// The turn to look at: the last one if the match was played to its end.
    pub turn: u64,
}

/// A program of a match.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct FightProgram {
    /// The name of its file.
    pub file: String,
    /// Its text.
    pub source: String,
}

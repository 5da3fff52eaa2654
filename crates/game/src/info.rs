//! The facts about a game that are known before any program is read.

use std::ops::RangeInclusive;

use crate::Parameter;

/// How many programs can play a game.
pub type Seats = RangeInclusive<usize>;

/// The constants of a game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GameInfo {
    /// The game's name, as in `--game NAME`.
    pub name: &'static str,
    /// The game's name as a heading.
    pub title: &'static str,
    /// A description of the game, in one line.
    pub summary: &'static str,
    /// The ending of its program files, without the dot.
    pub extension: &'static str,
    /// Further endings of its program files, for other kinds of programs.
    pub also_extensions: &'static [&'static str],
    /// Whether comments are part of a program's code. If so, its canonical text includes them, and nothing may be added
    /// to it. In other games, a comment starts with `;`.
    pub comments_are_code: bool,
    /// Whether a setup affects only the answers of foreign code, as the seeds of its `rand` do. If so, two matches of
    /// the same programs in the same seats are the same match if they have the same answers.
    pub answers_tell_all: bool,
    /// The version of the rules. It goes up whenever any outcome could change.
    pub rules_version: u32,
    /// How many programs play.
    pub seats: Seats,
    /// The parameters.
    pub parameters: &'static [Parameter],
    /// The names of the lists of a setup.
    pub setup_lists: &'static [&'static str],
    /// The words for why a match ended, apart from `fault`.
    pub reasons: &'static [&'static str],
}

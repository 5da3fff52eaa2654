//! The list of all games in this build.

use game::{AnyGame, AnyPlayers, Breeding, Frame, Rules, Void};
use serde_json::{Map, Value};

use crate::conformance::CaseError;

/// All games, in the order in which they are shown. A new game needs its folder and a line here.
pub static REGISTRY: &[&dyn RegisteredGame] =
    &[&crate::esowar::Esowar, &crate::crash::Crash, &crate::snakes::Snakes, &crate::perlwar::PerlWar];

/// Makes the players that answer the questions of a conformance case with these parameters.
pub type CasePlayers<'a> = dyn Fn(&Rules) -> Result<Box<dyn AnyPlayers + 'a>, Void> + 'a;

/// What a game needs in addition to its rules to be in the registry.
pub trait RegisteredGame: AnyGame {
    /// Plays a conformance case and returns everything that its `expect` may name. Where the case holds foreign code,
    /// the players that `guests` makes are asked for its results.
    ///
    /// # Errors
    /// If the case is not a valid case of this game, its questions cannot be answered, or `stop` returned true.
    fn play_case(
        &self,
        case: &Value,
        players: &CasePlayers<'_>,
        stop: &dyn Fn() -> bool,
    ) -> Result<Map<String, Value>, CaseError>;

    /// The game's manual page, in Markdown.
    fn manual(&self) -> &'static str;

    /// The warnings of its parser, of the compiler of its programs, and about their first move.
    fn warnings(&self) -> &'static [Warning];

    /// The words of its programs, for editors that explain and complete them; none for a game in a foreign language.
    fn words(&self) -> &'static [Word] {
        &[]
    }

    /// How the game's text log is written; nothing for a game that has no such log.
    fn text_log(&self) -> Option<TextLog> {
        None
    }

    /// The moves that a spectator can make in place of its programs; nothing for a game that has no such moves.
    fn manual_moves(&self) -> Option<ManualMoves> {
        None
    }

    /// How its programs are bred; nothing for a game that does not define this.
    fn breeding(&self) -> Option<&'static dyn Breeding> {
        None
    }
}

impl std::fmt::Debug for dyn RegisteredGame {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.write_str(self.info().name)
    }
}

/// The board as a game's text log prints it, each line with its end.
pub type TextLog = fn(&Frame) -> String;

/// How a viewer moves programs by hand, in a game that asks all seats once per turn, in their order.
#[derive(Debug, Clone, Copy)]
pub struct ManualMoves {
    /// The moves, by their letters.
    pub letters: &'static [char],
    /// The answer that makes a move, in its canonical bytes; without a letter, the answer of a program that stays.
    pub answer: fn(Option<char>) -> Vec<u8>,
}

/// A warning about a program, which a user can silence by its code.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Warning {
    /// Its code, as in `--allow CODE` and in a comment `;allow CODE`.
    pub code: &'static str,
    /// What it is about, in a line.
    pub about: &'static str,
}

/// A word or a symbol of a game's programs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Word {
    /// How it is written.
    pub text: &'static str,
    /// What it does, in Markdown.
    pub about: &'static str,
    /// The numbers of the rulings that decide about it (`E3`).
    pub rulings: &'static [&'static str],
}

/// The ruling with this number (`E3`) in a game's manual page, in Markdown, without its reason.
#[must_use]
pub fn ruling(game: &dyn RegisteredGame, number: &str) -> Option<&'static str> {
    let page = game.manual();
    let start = page.find(&format!("\n**{number}. "))? + 1;
    let end = page[start..].find("\n*Why:*").or_else(|| page[start..].find("\n\n"))?;
    Some(&page[start..start + end])
}

/// The game called `name`.
#[must_use]
pub fn by_name(name: &str) -> Option<&'static dyn RegisteredGame> {
    REGISTRY.iter().copied().find(|game| game.info().name == name)
}

/// The game whose program files end in `.extension`.
#[must_use]
pub fn by_extension(extension: &str) -> Option<&'static dyn RegisteredGame> {
    REGISTRY.iter().copied().find(|game| extensions(*game).any(|one| one == extension))
}

/// All endings of a game's program files, the usual one first.
pub fn extensions(game: &dyn RegisteredGame) -> impl Iterator<Item = &'static str> + use<> {
    std::iter::once(game.info().extension).chain(game.info().also_extensions.iter().copied())
}

/// The names of all games.
#[must_use]
pub fn names() -> Vec<&'static str> {
    REGISTRY.iter().map(|game| game.info().name).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_ruling_that_a_word_names_is_in_the_manual() {
        for game in REGISTRY {
            for number in game.words().iter().flat_map(|word| word.rulings) {
                let text = ruling(*game, number).unwrap_or_else(|| panic!("{game:?} has no ruling {number}"));
                assert!(text.starts_with(&format!("**{number}. ")) && !text.contains("*Why:*"), "{text}");
            }
        }
        assert_eq!(ruling(&crate::esowar::Esowar, "E99"), None);
    }
}

//! Every game that this build has: one plain list.

use game::AnyGame;
use serde_json::{Map, Value};

use crate::conformance::CaseError;

/// All games, in the order in which they are shown. A new game is its folder and a line here.
pub static REGISTRY: &[&dyn RegisteredGame] = &[&crate::esowar::Esowar, &crate::crash::Crash];

/// What a game needs beyond its rules to stand in the registry.
pub trait RegisteredGame: AnyGame {
    /// Plays a conformance case and returns everything that its `expect` may name.
    ///
    /// # Errors
    /// If the case is no case of this game.
    fn play_case(&self, case: &Value) -> Result<Map<String, Value>, CaseError>;

    /// The game's manual page, in Markdown.
    fn manual(&self) -> &'static str;
}

/// The game called `name`.
#[must_use]
pub fn by_name(name: &str) -> Option<&'static dyn RegisteredGame> {
    REGISTRY.iter().copied().find(|game| game.name() == name)
}

/// The game whose program files end in `.extension`.
#[must_use]
pub fn by_extension(extension: &str) -> Option<&'static dyn RegisteredGame> {
    REGISTRY.iter().copied().find(|game| game.extension() == extension)
}

/// The names of all games.
#[must_use]
pub fn names() -> Vec<&'static str> {
    REGISTRY.iter().map(|game| game.name()).collect()
}

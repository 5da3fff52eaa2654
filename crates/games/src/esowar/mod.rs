//! Esowar: commanders and robots on a ring of squares that is program and battlefield in one.
//!
//! The manual page `crates/games/src/esowar/manual.md` has the rules and the rulings E1 to E10 that the code
//! cites.

mod blocks;
mod brackets;
mod breeding;
mod engine;
mod history;
mod known;
mod leap;
mod pass;
mod program;
pub mod reference;
mod registered;
mod ring;
mod scene;
mod setup;
mod story;
pub mod symbol;
mod track;
mod turn;
mod walks;
mod wide;
mod words;

use game::{Game, GameInfo, NamedLists, Reading, Rules, RulesError, SeededRng, SetupError};

pub use engine::{Death, Engine, NO_MATCH, READ_D, TURN_LIMIT};
pub use program::{Base, MAX_SYMBOLS, format, read};
pub use setup::{
    MAX_SQUARES, MAX_TURNS, PARAMETERS, Parameters, SETUP_LISTS, SQUARES_PER_PLAYER, Setup, TURNS_PER_PLAYER,
};

/// The game of Esowar.
#[derive(Debug, Clone, Copy)]
pub struct Esowar;

impl Game for Esowar {
    const INFO: GameInfo = GameInfo {
        name: "esowar",
        title: "Esowar",
        summary: "commanders and robots on a ring that is program and battlefield in one",
        extension: "esowar",
        also_extensions: &[],
        comments_are_code: false,
        answers_tell_all: false,
        rules_version: 1,
        // E10.
        seats: 2..=64,
        parameters: PARAMETERS,
        setup_lists: SETUP_LISTS,
        reasons: &[READ_D, NO_MATCH, TURN_LIMIT],
    };

    type Program = Base;
    type Parameters = Parameters;
    type Setup = Setup;
    type Engine = Engine;

    fn read(source: &[u8]) -> Reading<Base> {
        read(source)
    }

    fn format(source: &[u8]) -> Option<Vec<u8>> {
        format(source)
    }

    fn parameters(rules: &Rules, bases: &[&Base]) -> Result<Parameters, RulesError> {
        Parameters::check(rules, bases)
    }

    fn parameter_values(parameters: &Parameters) -> Vec<(&'static str, u64)> {
        parameters.values()
    }

    fn draw_setup(parameters: &Parameters, bases: &[&Base], rng: &mut SeededRng) -> Setup {
        Setup::draw(*parameters, bases, rng)
    }

    fn check_setup(
        parameters: &Parameters,
        bases: &[&Base],
        wished: &NamedLists,
    ) -> Result<Setup, SetupError> {
        Setup::check(*parameters, bases, wished)
    }

    fn setup_lists(setup: &Setup) -> NamedLists {
        setup.lists()
    }

    fn engine(parameters: &Parameters, bases: &[&Base]) -> Engine {
        Engine::new(*parameters, bases)
    }

    fn engine_bytes(parameters: &Parameters) -> usize {
        Engine::bytes(*parameters)
    }

    fn begin(engine: &mut Engine, setup: &Setup) {
        engine.begin(setup);
    }

    fn scene(parameters: &Parameters, bases: &[&Base], setup: &Setup) -> Box<dyn game::Scene> {
        Box::new(scene::Scene::new(*parameters, bases, setup))
    }

    fn reason_in_words(reason: &str) -> Option<&'static str> {
        Some(match reason {
            READ_D => "the last other commander read `d`",
            NO_MATCH => "the last other commander found no matching bracket",
            TURN_LIMIT => "at the turn limit, more than one commander was left",
            _ => return None,
        })
    }
}

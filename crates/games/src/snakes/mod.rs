//! Snakes: two bots on a board of 32 by 16 squares claim the squares that they visit or enclose.
//!
//! The manual page `crates/games/src/snakes/manual.md` has the rules and the rulings S1 to S14 that the code
//! cites. A program is a C source or a WebAssembly module, and nothing here compiles or runs it: the
//! engine asks its [`game::Players`] for every move.

mod adviser;
mod board;
mod enclosure;
mod engine;
mod explainer;
pub mod lexer;
mod lookahead;
mod metadata;
mod program;
mod question;
pub mod reference;
mod registered;
mod scene;
mod setup;
mod squares;
mod story;

use game::{Game, GameInfo, NamedLists, Reading, Rules, RulesError, Seat, SeededRng, SetupError};

pub use enclosure::{Enclosure, enclosure};
pub use engine::{ENCLOSED, Engine, TERRITORY};
pub use program::{MAX_SOURCE_BYTES, Source, format, is_wasm, read, source_bytes};
pub use question::{Answer, Question};
pub use setup::{DEFAULT_TURNS, MAX_TURNS, PARAMETERS, Parameters, SETUP_LISTS, Setup, rand_seed};
pub use squares::{CELLS, COLUMNS, ROWS, Squares};

/// The seat of player X, the first program named (S2).
pub const X: Seat = 0;
/// The seat of player O.
pub const O: Seat = 1;

/// The game of Snakes.
#[derive(Debug, Clone, Copy)]
pub struct Snakes;

impl Game for Snakes {
    const INFO: GameInfo = GameInfo {
        name: "snakes",
        title: "Snakes",
        summary: "two bots in C paint a board of 32 by 16 squares, and what they enclose",
        extension: "c",
        also_extensions: &["wasm"],
        comments_are_code: true,
        // A setup is the key from which seeds of `rand` are made (S11), and the board always starts the same.
        answers_tell_all: true,
        rules_version: 1,
        // S2.
        seats: 2..=2,
        parameters: PARAMETERS,
        setup_lists: SETUP_LISTS,
        reasons: &[ENCLOSED, TERRITORY],
    };

    type Program = Source;
    type Parameters = Parameters;
    type Setup = Setup;
    type Engine = Engine;

    fn read(source: &[u8]) -> Reading<Source> {
        read(source)
    }

    fn format(source: &[u8]) -> Option<Vec<u8>> {
        format(source)
    }

    fn parameters(rules: &Rules, _: &[&Source]) -> Result<Parameters, RulesError> {
        Parameters::check(rules)
    }

    fn parameter_values(parameters: &Parameters) -> Vec<(&'static str, u64)> {
        parameters.values()
    }

    fn draw_setup(_: &Parameters, _: &[&Source], rng: &mut SeededRng) -> Setup {
        Setup::draw(rng)
    }

    fn check_setup(_: &Parameters, _: &[&Source], wished: &NamedLists) -> Result<Setup, SetupError> {
        Setup::check(wished)
    }

    fn setup_lists(setup: &Setup) -> NamedLists {
        setup.lists()
    }

    fn engine(parameters: &Parameters, _: &[&Source]) -> Engine {
        Engine::new(*parameters)
    }

    fn engine_bytes(_: &Parameters) -> usize {
        size_of::<Engine>()
    }

    fn begin(engine: &mut Engine, setup: &Setup) {
        engine.begin(*setup);
    }

    fn scene(_: &Parameters, _: &[&Source], _: &Setup) -> Box<dyn game::Scene> {
        Box::new(scene::Scene)
    }

    fn reason_in_words(reason: &str) -> Option<&'static str> {
        Some(match reason {
            ENCLOSED => "the other bot was enclosed",
            TERRITORY => "the last turn was played, and territory decides",
            _ => return None,
        })
    }
}

//! Crash: two programs in 4096 cells, each trying to make the other execute `crash`.
//!
//! The manual page `crates/games/src/crash/manual.md` has the rules and the rulings C1 to C9 that the code
//! cites.

mod breeding;
mod census;
mod endless;
mod engine;
mod expression;
mod instruction;
mod linear_rounds;
mod lints;
mod operation;
mod paths;
mod program;
pub mod reference;
mod registered;
mod rounds;
mod scene;
mod setup;
mod state;
mod story;
mod stride_rounds;
mod values;
mod words;

use game::{Census, Game, GameInfo, NamedLists, Reading, Rules, RulesError, SeededRng, SetupError};

pub use engine::{BOTH_CRASH, CRASH, Engine, SAME_ADDRESS, TURN_LIMIT};
pub use instruction::{CELLS, Expression, Instruction, Linear, Operand, Register, Term, Writable};
pub use program::{Code, MAX_INSTRUCTIONS, format, read};
pub use setup::{DEFAULT_MAX_TURNS, MAX_TURNS, PARAMETERS, Parameters, SETUP_LISTS, Setup};

/// Counts the matches of a pair in which the programs begin at these addresses, for all addresses at which both fit
/// in the memory without overlap (C7).
#[must_use]
pub fn census_of_starts(
    parameters: &Parameters,
    programs: &[&Code],
    starts: [&[usize]; 2],
) -> Box<dyn Census> {
    Box::new(census::Placements::of_starts(*parameters, programs, starts))
}

/// The game of Crash.
#[derive(Debug, Clone, Copy)]
pub struct Crash;

impl Game for Crash {
    const INFO: GameInfo = GameInfo {
        name: "crash",
        title: "Crash",
        summary: "two programs in 4096 cells, each trying to make the other execute `crash`",
        extension: "crash",
        also_extensions: &[],
        comments_are_code: false,
        answers_tell_all: false,
        rules_version: 1,
        // C9.
        seats: 2..=2,
        parameters: PARAMETERS,
        setup_lists: SETUP_LISTS,
        reasons: &[CRASH, BOTH_CRASH, SAME_ADDRESS, TURN_LIMIT],
    };

    type Program = Code;
    type Parameters = Parameters;
    type Setup = Setup;
    type Engine = Engine;

    fn read(source: &[u8]) -> Reading<Code> {
        read(source)
    }

    fn format(source: &[u8]) -> Option<Vec<u8>> {
        format(source)
    }

    fn parameters(rules: &Rules, _: &[&Code]) -> Result<Parameters, RulesError> {
        Parameters::check(rules)
    }

    fn parameter_values(parameters: &Parameters) -> Vec<(&'static str, u64)> {
        vec![("max_turns", parameters.max_turns)]
    }

    fn draw_setup(_: &Parameters, programs: &[&Code], rng: &mut SeededRng) -> Setup {
        Setup::draw(programs, rng)
    }

    fn check_setup(_: &Parameters, programs: &[&Code], wished: &NamedLists) -> Result<Setup, SetupError> {
        Setup::check(programs, wished)
    }

    fn setup_lists(setup: &Setup) -> NamedLists {
        setup.lists()
    }

    fn engine(parameters: &Parameters, programs: &[&Code]) -> Engine {
        Engine::new(*parameters, programs)
    }

    fn engine_bytes(_: &Parameters) -> usize {
        // Nearly all of it is paths: at most as many as are remembered.
        2 << 20
    }

    fn begin(engine: &mut Engine, setup: &Setup) {
        engine.begin(setup);
    }

    fn scene(_: &Parameters, programs: &[&Code], setup: &Setup) -> Box<dyn game::Scene> {
        Box::new(scene::Scene::new(programs, setup))
    }

    fn census(parameters: &Parameters, programs: &[&Code]) -> Option<Box<dyn Census>> {
        Some(Box::new(census::Placements::new(*parameters, programs)))
    }

    fn reason_in_words(reason: &str) -> Option<&'static str> {
        Some(match reason {
            CRASH => "the other program executed `crash`",
            BOTH_CRASH => "both programs executed `crash` in the same turn",
            SAME_ADDRESS => "both programs came to the same cell",
            TURN_LIMIT => "at the turn limit, nobody had executed `crash`",
            _ => return None,
        })
    }
}

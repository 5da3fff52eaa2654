//! `PerlWar`: snippets of Perl in a ring of cells, each trying to fill it with its owner's snippets.
//!
//! The manual page `crates/games/src/perlwar/manual.md` has the rules and the rulings P1 to P17 that the code cites.
//! Nothing here runs Perl: the engine asks its [`game::Players`] for the result of each run.

mod board;
mod code;
mod effect;
mod engine;
mod explainer;
mod instruction;
mod outcome;
mod program;
mod question;
mod reconstruction;
pub mod reference;
mod registered;
mod round;
mod scene;
mod sections;
mod setup;
mod story;

use game::{Game, GameInfo, NamedLists, Reading, Rules, RulesError, SeededRng, SetupError};

pub use code::{Code, Codes};
pub use engine::Engine;
pub use instruction::Instruction;
pub use outcome::{ELIMINATED, MOST_SNIPPETS, NOBODY_LEFT};
pub use program::{Snippets, format, names_rounds, places, read};
pub use question::{Answer, MAX_RETURNED_BYTES, Question, Run};
pub use round::{Entry, RunReport, RunResult, Segfault};
pub use setup::{
    DEFAULT_MAX_LEN, MAX_ROUNDS, MAX_SIZE, MAX_STORED, PARAMETERS, Parameters, SETUP_LISTS, Setup,
    entering_draw, rand_seed,
};

/// The game of `PerlWar`.
#[derive(Debug, Clone, Copy)]
pub struct PerlWar;

impl Game for PerlWar {
    const INFO: GameInfo = GameInfo {
        name: "perlwar",
        title: "PerlWar",
        summary: "snippets of Perl in a ring of cells, each trying to fill it with its own",
        extension: "pl",
        also_extensions: &[],
        comments_are_code: true,
        answers_tell_all: false,
        rules_version: 1,
        seats: 2..=16,
        parameters: PARAMETERS,
        setup_lists: SETUP_LISTS,
        reasons: &[ELIMINATED, MOST_SNIPPETS, NOBODY_LEFT],
    };

    type Program = Snippets;
    type Parameters = Parameters;
    type Setup = Setup;
    type Engine = Engine;

    fn read(source: &[u8]) -> Reading<Snippets> {
        read(source)
    }

    fn format(source: &[u8]) -> Option<Vec<u8>> {
        format(source)
    }

    fn parameters(rules: &Rules, _: &[&Snippets]) -> Result<Parameters, RulesError> {
        Parameters::check(rules)
    }

    fn parameter_values(parameters: &Parameters) -> Vec<(&'static str, u64)> {
        parameters.values()
    }

    fn draw_setup(_: &Parameters, _: &[&Snippets], rng: &mut SeededRng) -> Setup {
        Setup::draw(rng)
    }

    fn check_setup(_: &Parameters, _: &[&Snippets], wished: &NamedLists) -> Result<Setup, SetupError> {
        Setup::check(wished)
    }

    fn setup_lists(setup: &Setup) -> NamedLists {
        setup.lists()
    }

    fn engine(parameters: &Parameters, programs: &[&Snippets]) -> Engine {
        Engine::new(*parameters, programs)
    }

    /// Assumes that snippets are no longer than those that run: a longer one dies at its next turn.
    fn engine_bytes(parameters: &Parameters) -> usize {
        parameters.size
            * (size_of::<Option<Code>>() + 2 * size_of::<Option<usize>>() + 2 * parameters.max_len)
    }

    fn begin(engine: &mut Engine, setup: &Setup) {
        engine.begin(*setup);
    }

    fn scene(parameters: &Parameters, programs: &[&Snippets], setup: &Setup) -> Box<dyn game::Scene> {
        Box::new(scene::Scene::new(*parameters, programs.len(), *setup))
    }

    fn reason_in_words(reason: &str) -> Option<&'static str> {
        Some(match reason {
            ELIMINATED => "nobody else has a snippet left",
            MOST_SNIPPETS => "the last round was played, and the most snippets win",
            NOBODY_LEFT => "nobody has a snippet left",
            _ => return None,
        })
    }
}

//! Options that several commands have.

use std::path::PathBuf;

use clap::builder::PossibleValuesParser;
use clap::{Args, ValueEnum};
use contests::{Failure, Isolation};
use game::Rules;
use games::{RegisteredGame, registry};

use super::whole_number::whole_number;
use crate::limits;
use crate::output::OutputFormat;

/// A game by its name.
#[derive(Debug, Args)]
pub(crate) struct GameOption {
    /// The game, if the file names do not identify it
    #[arg(long = "game", value_name = "NAME", value_parser = game_parser())]
    name: Option<String>,
}

pub(super) fn game_parser() -> PossibleValuesParser {
    PossibleValuesParser::new(registry::names())
}

impl GameOption {
    pub(crate) fn get(&self) -> Option<&'static dyn RegisteredGame> {
        registry::by_name(self.name.as_deref()?)
    }
}

/// The output format of results.
#[derive(Debug, Args)]
pub(crate) struct OutputOption {
    /// The format of results on standard output
    #[arg(long = "output", value_name = "FORM", value_enum, default_value_t = OutputFormat::Text)]
    pub(crate) form: OutputFormat,

    /// Print tables with all columns, even if the window is too narrow for them
    #[arg(long)]
    pub(crate) wide: bool,
}

/// Options of every command that plays matches.
#[derive(Debug, Args)]
pub(crate) struct PlayingOptions {
    /// The seed for drawing setups: 0 to 18446744073709551615
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole_number::<u64>(0..=u64::MAX), allow_hyphen_values = true)]
    pub(crate) seed: u64,

    #[command(flatten)]
    threads: ThreadsOption,

    /// Set a parameter of the game, such as `max_turns=5000`; `bout games` lists them
    #[arg(long, value_name = "KEY=VALUE", allow_hyphen_values = true)]
    rules: Vec<String>,

    /// Write one record per match into this folder
    #[arg(long, value_name = "DIR")]
    pub(crate) record: Option<PathBuf>,

    /// How calls of a program's foreign code are isolated; Esowar and Crash run no foreign code
    #[arg(long, value_enum, default_value_t = IsolationArg::Reset)]
    isolation: IsolationArg,

    /// Add elapsed times to the output
    #[arg(long)]
    pub(crate) timings: bool,

    #[command(flatten)]
    pub(crate) output: OutputOption,
}

impl PlayingOptions {
    /// Returns the parameters given by the user.
    pub(crate) fn rules(&self) -> Result<Rules, Failure> {
        parsed_rules(&self.rules)
    }

    pub(crate) fn threads(&self) -> usize {
        self.threads.count()
    }

    pub(crate) fn isolation(&self) -> Isolation {
        self.isolation.into()
    }
}

pub(super) fn parsed_rules(rules: &[String]) -> Result<Rules, Failure> {
    Rules::parse(rules).map_err(|error| Failure::Usage(format!("--rules: {error}")))
}

/// The number of threads to play on.
#[derive(Debug, Args)]
pub(crate) struct ThreadsOption {
    /// Number of threads; results do not depend on it [default: all cores]
    #[arg(long, value_name = "N", value_parser = whole_number::<u16>(1..=1024), allow_hyphen_values = true)]
    threads: Option<u16>,
}

impl ThreadsOption {
    /// Returns the requested number of threads, or the number of cores, limited by the available address space.
    pub(crate) fn count(&self) -> usize {
        let all_cores = || std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        limits::threads(self.threads.map_or_else(all_cores, usize::from))
    }
}

/// How calls of foreign code are isolated from each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum IsolationArg {
    /// One process per match; its memory and registers are reset before every question
    Reset,
    /// A new process for every question
    Fork,
    /// One process per match that keeps its state between questions: for practice only, never for rankings
    Fast,
}

impl From<IsolationArg> for Isolation {
    fn from(argument: IsolationArg) -> Self {
        match argument {
            IsolationArg::Reset => Self::Reset,
            IsolationArg::Fork => Self::Fork,
            IsolationArg::Fast => Self::Fast,
        }
    }
}

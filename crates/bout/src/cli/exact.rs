//! The arguments of `bout exact`, and the kinds of scores that contests offer.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use contests::{Failure, ScoreKind};
use game::Rules;

use super::{GameOption, OptionalQueue, OutputOption, ThreadsOption, parsed_rules};

/// How the score of a pair is determined.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum ScoreArg {
    /// Exact if playing every setup of a pair should take less than a second in each order, otherwise sampled
    Auto,
    /// From every setup, in both orders, however long it takes
    Exact,
    /// From randomly drawn setups, as many as --games asks for
    Sampled,
}

impl From<ScoreArg> for ScoreKind {
    fn from(argument: ScoreArg) -> Self {
        match argument {
            ScoreArg::Auto => Self::Auto,
            ScoreArg::Exact => Self::Exact,
            ScoreArg::Sampled => Self::Sampled,
        }
    }
}

#[derive(Debug, Args)]
pub(crate) struct ExactArgs {
    /// Two programs in the order of their seats: files, folders, or `-`
    #[arg(required = true, value_name = "PROGRAM")]
    pub(crate) programs: Vec<PathBuf>,

    /// Read the counts from the contest.db in this folder, or store them there if they are missing
    #[arg(long, value_name = "DIR")]
    pub(crate) results: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) game: GameOption,

    #[command(flatten)]
    threads: ThreadsOption,

    #[command(flatten)]
    pub(crate) queue: OptionalQueue,

    /// Set a parameter of the game, such as `max_turns=5000`; `bout games` lists them
    #[arg(long, value_name = "KEY=VALUE", allow_hyphen_values = true)]
    rules: Vec<String>,

    /// Add the elapsed time to the output
    #[arg(long)]
    pub(crate) timings: bool,

    #[command(flatten)]
    pub(crate) output: OutputOption,
}

impl ExactArgs {
    /// Returns the parameters given by the user.
    pub(crate) fn rules(&self) -> Result<Rules, Failure> {
        parsed_rules(&self.rules)
    }

    pub(crate) fn threads(&self) -> usize {
        self.threads.count()
    }
}

//! The arguments of `bout exact`, and the kinds of scores that contests offer.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use game::Rules;
use serde::{Deserialize, Serialize};

use super::{GameOption, OutputOption, ThreadsOption, parsed_rules};
use crate::failure::Failure;

/// How the score of a pair is determined.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum ScoreKind {
    /// Exact if playing every setup of a pair should take less than a second in each order, otherwise sampled
    Auto,
    /// From every setup, in both orders, however long it takes
    Exact,
    /// From randomly drawn setups, as many as --games asks for
    Sampled,
}

impl ScoreKind {
    /// Returns the name used on the command line.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::Exact => "exact",
            Self::Sampled => "sampled",
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

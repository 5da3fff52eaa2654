//! `bout exact` as users type it, and the choice of scores that contests have.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use game::Rules;
use serde::{Deserialize, Serialize};

use super::{GameOption, OutputOption, ThreadsOption, parsed_rules};
use crate::failure::Failure;

/// How the score of a pair is found.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum ScoreKind {
    /// Exactly where counting every setup of a pair is estimated to take less than a second in each order of the two,
    /// else from drawn setups
    Auto,
    /// From every setup, in both orders, however long it takes
    Exact,
    /// From as many drawn setups as there are games
    Sampled,
}

impl ScoreKind {
    /// The name as on the command line.
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

    /// Take the counts from the contest.db in this folder if they are there, and else keep them in it
    #[arg(long, value_name = "DIR")]
    pub(crate) results: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) game: GameOption,

    #[command(flatten)]
    threads: ThreadsOption,

    /// A parameter of the game, such as `max_turns=5000`; see `bout games`
    #[arg(long, value_name = "KEY=VALUE", allow_hyphen_values = true)]
    rules: Vec<String>,

    /// Add how long it took to the output
    #[arg(long)]
    pub(crate) timings: bool,

    #[command(flatten)]
    pub(crate) output: OutputOption,
}

impl ExactArgs {
    /// The parameters that were given.
    pub(crate) fn rules(&self) -> Result<Rules, Failure> {
        parsed_rules(&self.rules)
    }

    pub(crate) fn threads(&self) -> usize {
        self.threads.count()
    }
}

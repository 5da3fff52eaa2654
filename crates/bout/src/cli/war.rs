//! The arguments of `bout war`.

use std::path::PathBuf;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, Subcommand};
use contests::{Failure, Isolation};
use game::Rules;

use super::OutputOption;
use super::whole_number::whole_number;

#[derive(Debug, Args)]
pub(crate) struct WarArgs {
    #[command(subcommand)]
    pub(crate) command: WarCommand,
}

#[derive(Debug, Subcommand)]
pub(crate) enum WarCommand {
    /// Create the folder of a war
    New {
        /// The folder to create; it must be empty if it exists
        #[arg(value_name = "DIR")]
        folder: PathBuf,
        #[command(flatten)]
        options: NewWarOptions,
    },
    /// Submit a snippet, which enters in the next round, or a plan with `=round` lines
    Submit {
        /// The war's folder
        #[arg(value_name = "DIR")]
        folder: PathBuf,
        /// The snippet's file, or `-`
        #[arg(value_name = "PROGRAM")]
        program: PathBuf,
        /// The player who submits it [default: the file name without its extension]
        #[arg(long, value_name = "NAME", allow_hyphen_values = true)]
        player: Option<String>,
        #[command(flatten)]
        output: OutputOption,
    },
    /// Play the next round
    Round {
        /// The war's folder
        #[arg(value_name = "DIR")]
        folder: PathBuf,
        #[command(flatten)]
        options: RoundOptions,
    },
    /// Print the Array, the number of snippets of each player, and the history
    Show {
        /// The war's folder
        #[arg(value_name = "DIR")]
        folder: PathBuf,
        /// Show the war as it was after this round; 0 is before the first [default: the last round played]
        #[arg(long, value_name = "N", value_parser = whole_number::<u64>(0..=u64::MAX), allow_hyphen_values = true)]
        round: Option<u64>,
        #[command(flatten)]
        output: OutputOption,
    },
}

#[derive(Debug, Args)]
pub(crate) struct NewWarOptions {
    /// The seed for drawing where snippets enter: 0 to 18446744073709551615
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole_number::<u64>(0..=u64::MAX), allow_hyphen_values = true)]
    pub(crate) seed: u64,

    /// Set a parameter of the game, such as `rounds=50`; `bout games` lists them
    #[arg(long, value_name = "KEY=VALUE", allow_hyphen_values = true)]
    rules: Vec<String>,
}

impl NewWarOptions {
    /// Returns the parameters given by the user.
    pub(crate) fn rules(&self) -> Result<Rules, Failure> {
        Rules::parse(&self.rules).map_err(|error| Failure::Usage(format!("--rules: {error}")))
    }
}

#[derive(Debug, Args)]
pub(crate) struct RoundOptions {
    /// Number of rounds to play; fewer if the war ends first
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole_number::<u64>(1..=1_000_000), allow_hyphen_values = true)]
    pub(crate) rounds: u64,

    /// How runs of snippets are isolated: one perl that is reset before every run, or a new process for each
    #[arg(long, value_name = "HOW", value_parser = lasting_isolation(), default_value = "reset")]
    pub(crate) isolation: Isolation,

    #[command(flatten)]
    pub(crate) output: OutputOption,
}

/// Parses the isolation of a war. Lasting results must not depend on what earlier runs left behind, so `fast` is not
/// offered.
fn lasting_isolation() -> impl TypedValueParser<Value = Isolation> {
    PossibleValuesParser::new(["reset", "fork"]).map(|word| match word.as_str() {
        "fork" => Isolation::Fork,
        _ => Isolation::Reset,
    })
}

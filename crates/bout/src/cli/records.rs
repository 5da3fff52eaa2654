//! The arguments of commands that read records of matches.

use std::path::PathBuf;

use clap::Args;

use super::OutputOption;
use super::whole_number::whole_number;

#[derive(Debug, Args)]
pub(crate) struct AskArgs {
    /// The bot's source file
    #[arg(value_name = "BOT.c")]
    pub(crate) program: PathBuf,

    /// The record of a match (.bout)
    #[arg(value_name = "RECORD")]
    pub(crate) record: PathBuf,

    /// The turn to ask about; the first is 1
    #[arg(long, value_name = "N", value_parser = whole_number::<u64>(0..=u64::MAX), allow_hyphen_values = true)]
    pub(crate) turn: u64,

    /// The seat to ask for: 0 is the first program of the record [default: this program's seat if it played, else 0]
    #[arg(long, value_name = "SEAT", value_parser = whole_number::<usize>(0..=u64::MAX), allow_hyphen_values = true)]
    pub(crate) seat: Option<usize>,

    #[command(flatten)]
    pub(crate) output: OutputOption,
}

#[derive(Debug, Args)]
pub(crate) struct ExplainArgs {
    /// A record file (.bout)
    #[arg(value_name = "RECORD")]
    pub(crate) record: PathBuf,

    /// Whose loss to explain, counted from 0; by default that of the program that was beaten last
    #[arg(long, value_name = "N", value_parser = whole_number::<usize>(0..=u64::MAX))]
    pub(crate) seat: Option<usize>,

    #[command(flatten)]
    pub(crate) output: OutputOption,
}

#[derive(Debug, Args)]
pub(crate) struct ReplayArgs {
    /// Record files (.bout), or folders of them
    #[arg(required = true, value_name = "RECORD")]
    pub(crate) records: Vec<PathBuf>,

    /// Also compare the final state, both without and with the viewer
    #[arg(long)]
    pub(crate) deep: bool,

    #[command(flatten)]
    pub(crate) output: OutputOption,
}

//! The arguments of commands that show information about bout, its games and this machine.

use std::path::PathBuf;

use clap::Args;

use super::OutputOption;

#[derive(Debug, Args)]
pub(crate) struct GamesArgs {
    #[command(flatten)]
    pub(crate) output: OutputOption,
}

#[derive(Debug, Args)]
pub(crate) struct LicensesArgs {
    #[command(flatten)]
    pub(crate) output: OutputOption,
}

#[derive(Debug, Args)]
pub(crate) struct DoctorArgs {
    /// Test the isolation: attempt forbidden actions without isolation, with each feature alone, and with all of them
    #[arg(long)]
    pub(crate) prove: bool,

    #[command(flatten)]
    pub(crate) output: OutputOption,
}

#[derive(Debug, Args)]
pub(crate) struct ManArgs {
    /// A command, a game, or another page of the manual [default: bout itself]
    #[arg(value_name = "TOPIC")]
    pub(crate) topic: Option<String>,

    /// Print the page of a command in the format of `man`
    #[arg(long, conflicts_with = "markdown")]
    pub(crate) roff: bool,

    /// Print a page of the manual in Markdown, as it is written
    #[arg(long)]
    pub(crate) markdown: bool,

    /// Write the manual pages of bout and all its commands, in the format of `man`, into this folder instead
    #[arg(long, value_name = "DIR", conflicts_with = "topic")]
    pub(crate) dir: Option<PathBuf>,
}

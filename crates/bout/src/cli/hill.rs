//! The arguments of `bout hill`.

use std::path::PathBuf;

use clap::{Args, Subcommand};

use super::{OptionalQueue, OutputOption, PagesOption, RemoteHillOptions, ThreadsOption};
use crate::anchor::{self, Anchor};

#[derive(Debug, Args)]
pub(crate) struct HillArgs {
    #[command(subcommand)]
    pub(crate) command: HillCommand,
}

#[derive(Debug, Subcommand)]
pub(crate) enum HillCommand {
    /// Challenge the hill: a program that is good enough enters, and the worst one leaves
    Add {
        /// The hill's folder, or with --at its name
        #[arg(value_name = "DIR")]
        folder: PathBuf,
        /// The challengers, which enter one after the other: files, folders, or `-`
        #[arg(required = true, value_name = "PROGRAM")]
        programs: Vec<PathBuf>,
        #[command(flatten)]
        remote: RemoteHillOptions,
        #[command(flatten)]
        options: HillOptions,
    },
    /// Report how a challenger would do, without changing the hill
    Test {
        /// The hill's folder, or with --at its name
        #[arg(value_name = "DIR")]
        folder: PathBuf,
        /// The challengers, each tested on its own: files, folders, or `-`
        #[arg(required = true, value_name = "PROGRAM")]
        programs: Vec<PathBuf>,
        #[command(flatten)]
        remote: RemoteHillOptions,
        #[command(flatten)]
        options: HillOptions,
    },
    /// Remove a program from the hill
    Remove {
        /// The hill's folder
        #[arg(value_name = "DIR")]
        folder: PathBuf,
        /// The file name or the name of the program
        #[arg(value_name = "NAME")]
        name: String,
        #[command(flatten)]
        options: HillOptions,
    },
    /// Play all games again with the present compilers, interpreters and rules; the old table counts until all are played
    Renew {
        /// The hill's folder
        #[arg(value_name = "DIR")]
        folder: PathBuf,
        #[command(flatten)]
        options: HillOptions,
    },
    /// Print the table of a hill and the history of its ratings
    Show {
        /// The hill's folder, or with --at its name
        #[arg(value_name = "DIR")]
        folder: PathBuf,
        /// Also write a report with the history of ratings: one HTML page, and next to it a folder of matches to watch
        #[arg(short = 'o', value_name = "FILE.html", conflicts_with = "at")]
        page: Option<PathBuf>,
        /// Fix the rating of one program, by its file or its name; intervals are then those of distances from it
        #[arg(long, value_name = "NAME=ELO", value_parser = anchor::parse, conflicts_with = "at")]
        anchor: Option<Anchor>,
        #[command(flatten)]
        pages: PagesOption,
        #[command(flatten)]
        remote: RemoteHillOptions,
        #[command(flatten)]
        options: HillOptions,
    },
}

#[derive(Debug, Args)]
pub(crate) struct HillOptions {
    #[command(flatten)]
    threads: ThreadsOption,

    #[command(flatten)]
    pub(crate) queue: OptionalQueue,

    #[command(flatten)]
    pub(crate) output: OutputOption,
}

impl HillOptions {
    pub(crate) fn threads(&self) -> usize {
        self.threads.count()
    }
}

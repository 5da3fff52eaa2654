//! `bout hill` as users type it.

use std::path::PathBuf;

use clap::{Args, Subcommand};

use super::{OutputOption, PagesOption, ThreadsOption};

#[derive(Debug, Args)]
pub(crate) struct HillArgs {
    #[command(subcommand)]
    pub(crate) command: HillCommand,
}

#[derive(Debug, Subcommand)]
pub(crate) enum HillCommand {
    /// Challenge the hill: who is good enough stays, who is worst is pushed off
    Add {
        /// The hill's folder
        #[arg(value_name = "DIR")]
        folder: PathBuf,
        /// The challengers, one after the other: files, folders, or `-`
        #[arg(required = true, value_name = "PROGRAM")]
        programs: Vec<PathBuf>,
        #[command(flatten)]
        options: HillOptions,
    },
    /// Say what would become of a challenger, and change nothing
    Test {
        /// The hill's folder
        #[arg(value_name = "DIR")]
        folder: PathBuf,
        /// The challengers, each by itself: files, folders, or `-`
        #[arg(required = true, value_name = "PROGRAM")]
        programs: Vec<PathBuf>,
        #[command(flatten)]
        options: HillOptions,
    },
    /// Take a program off the hill
    Remove {
        /// The hill's folder
        #[arg(value_name = "DIR")]
        folder: PathBuf,
        /// The program's file name or name
        #[arg(value_name = "NAME")]
        name: String,
        #[command(flatten)]
        options: HillOptions,
    },
    /// Print the table of a hill, and how ratings went
    Show {
        /// The hill's folder
        #[arg(value_name = "DIR")]
        folder: PathBuf,
        /// Also write a report with the history of ratings: one HTML page, and a folder beside it with matches to watch
        #[arg(short = 'o', value_name = "FILE.html")]
        page: Option<PathBuf>,
        #[command(flatten)]
        pages: PagesOption,
        #[command(flatten)]
        options: HillOptions,
    },
}

#[derive(Debug, Args)]
pub(crate) struct HillOptions {
    #[command(flatten)]
    threads: ThreadsOption,

    #[command(flatten)]
    pub(crate) output: OutputOption,
}

impl HillOptions {
    pub(crate) fn threads(&self) -> usize {
        self.threads.count()
    }
}

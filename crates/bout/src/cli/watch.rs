//! The arguments of `bout watch`.

use std::path::PathBuf;

use clap::Args;

use super::{IsolationArg, OutputOption, RemoteHillOptions, ThreadsOption};

#[derive(Debug, Args)]
pub(crate) struct WatchArgs {
    /// The file of the program that you are working on
    #[arg(value_name = "PROGRAM")]
    pub(crate) program: PathBuf,

    /// The folder of the hill to rate against, or with --at its name; the hill is not changed
    #[arg(long, value_name = "DIR")]
    pub(crate) hill: PathBuf,

    #[command(flatten)]
    pub(crate) remote: RemoteHillOptions,

    #[command(flatten)]
    pub(crate) queue: super::OptionalQueue,

    /// Rate the program once instead of waiting for saves
    #[arg(long)]
    pub(crate) once: bool,

    #[command(flatten)]
    threads: ThreadsOption,

    /// Write records of lost games into this folder [default: .bout/records in the hill's folder]
    #[arg(long, value_name = "DIR", conflicts_with = "at")]
    pub(crate) record: Option<PathBuf>,

    /// How calls of a program's foreign code are isolated; Esowar and Crash run no foreign code
    #[arg(long, value_enum, default_value_t = IsolationArg::Reset, conflicts_with = "at")]
    isolation: IsolationArg,

    /// Add the time from the save to each result
    #[arg(long, conflicts_with = "at")]
    pub(crate) timings: bool,

    #[command(flatten)]
    pub(crate) output: OutputOption,
}

impl WatchArgs {
    pub(crate) fn isolation(&self) -> contests::Isolation {
        self.isolation.into()
    }

    pub(crate) fn threads(&self) -> usize {
        self.threads.count()
    }
}

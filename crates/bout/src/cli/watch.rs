//! `bout watch` as users type it.

use std::path::PathBuf;

use clap::Args;

use super::{Isolation, OutputOption, ThreadsOption};

#[derive(Debug, Args)]
pub(crate) struct WatchArgs {
    /// The program's file, which you work on
    #[arg(value_name = "PROGRAM")]
    pub(crate) program: PathBuf,

    /// The folder of the hill that it is rated against; nothing about the hill is changed
    #[arg(long, value_name = "DIR")]
    pub(crate) hill: PathBuf,

    /// Rate it once, do not wait for a save
    #[arg(long)]
    pub(crate) once: bool,

    #[command(flatten)]
    threads: ThreadsOption,

    /// Write records of lost games into this folder [default: .bout/records in the hill's folder]
    #[arg(long, value_name = "DIR")]
    pub(crate) record: Option<PathBuf>,

    /// How programs that are foreign code are kept apart; Esowar and Crash run none
    #[arg(long, value_enum, default_value_t = Isolation::Reset)]
    pub(crate) isolation: Isolation,

    /// Add how long after the save the figures came
    #[arg(long)]
    pub(crate) timings: bool,

    #[command(flatten)]
    pub(crate) output: OutputOption,
}

impl WatchArgs {
    pub(crate) fn threads(&self) -> usize {
        self.threads.count()
    }
}

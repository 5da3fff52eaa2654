//! `bout watch` as users type it.

use std::path::PathBuf;

use clap::Args;

use super::{Isolation, OutputOption, threads};

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

    /// Threads to play on; results do not depend on it [default: all cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024), allow_hyphen_values = true)]
    threads: Option<u16>,

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
        threads(self.threads)
    }
}

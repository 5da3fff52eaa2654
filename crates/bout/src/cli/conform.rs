//! The arguments of `bout conform`.

use std::path::PathBuf;

use clap::Args;
use contests::Isolation;

use super::{IsolationArg, OutputOption};

#[derive(Debug, Args)]
pub(crate) struct ConformArgs {
    /// Files with conformance cases
    #[arg(required = true, value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,

    /// How runs of foreign code are isolated, in cases that contain any
    #[arg(long, value_enum, default_value_t = IsolationArg::Reset)]
    isolation: IsolationArg,

    #[command(flatten)]
    pub(crate) output: OutputOption,
}

impl ConformArgs {
    pub(crate) fn isolation(&self) -> Isolation {
        self.isolation.into()
    }
}

//! Folders that were changed at random, each with one command, which may not end otherwise than documented, hang, or reach
//! outside.

use std::process::ExitCode;

use crate::mutated_folders::Templates;
use crate::seeds::Options;

pub(super) fn run(options: &Options) -> ExitCode {
    let templates = Templates::new(&options.bout);
    options.run(|seed| templates.run(seed))
}

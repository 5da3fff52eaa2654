//! Runs a command on each of many randomly changed folders. The command must end as documented, and must not
//! hang or touch anything outside the folder.

use std::process::ExitCode;

use crate::mutated_folders::Templates;
use crate::seeds::Options;

pub(super) fn run(options: &Options) -> ExitCode {
    let templates = Templates::new(&options.bout);
    options.run(|seed| templates.run(seed))
}

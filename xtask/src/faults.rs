//! Commands that write, killed at system calls or with calls that fail: each run has one fault, and the repeat.

use std::process::ExitCode;

use crate::faulty_runs::Faults;
use crate::seeds::Options;

/// Does the runs, and tells what was wrong.
pub(crate) fn run(options: &Options) -> ExitCode {
    let faults = Faults::new(&options.bout);
    println!("{} different faults", faults.all());
    options.run(|seed| faults.run(seed))
}

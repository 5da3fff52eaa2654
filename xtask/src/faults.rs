//! Commands that write, killed at system calls, with calls that fail, or without power: each run has one fault, and the
//! repeat.

use std::process::ExitCode;

use crate::faulty_runs::Faults;
use crate::seeds::Options;

/// Does the runs, and tells what was wrong.
pub(crate) fn run(options: &Options) -> ExitCode {
    let faults = Faults::new(&options.bout);
    println!("{} calls that can go wrong, {} moments to lose the power at", faults.calls(), faults.cuts());
    options.run(|seed| faults.run(seed))
}

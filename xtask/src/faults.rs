//! Injects a fault into commands that write: a kill at a system call, a call that fails, or a loss of power.
//! Each run has one fault, after which the command is repeated.

use std::process::ExitCode;

use crate::faulty_runs::Faults;
use crate::seeds::Options;

/// Performs the runs, and prints what went wrong.
pub(crate) fn run(options: &Options) -> ExitCode {
    let faults = Faults::new(&options.bout);
    println!("{} calls that can go wrong, {} moments to lose the power at", faults.calls(), faults.cuts());
    options.run(|seed| faults.run(seed))
}

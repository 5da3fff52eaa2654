//! Commands that write, killed at system calls or with calls that fail.

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;

use crate::faulty_runs::Faults;

/// How many runs, and of what.
#[derive(clap::Args)]
pub(crate) struct Options {
    /// Runs, each with one fault, and the repeat.
    #[arg(long, default_value_t = 1000)]
    runs: u64,
    /// The first seed; the others follow it.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The binary that is tried.
    #[arg(long, default_value = "target/debug/bout")]
    bout: PathBuf,
}

/// Does the runs, and tells what was wrong.
pub(crate) fn run(options: &Options) -> ExitCode {
    let start = Instant::now();
    let faults = Faults::new(&options.bout);
    println!("{} different faults", faults.all());
    let mut found = 0;
    for seed in (options.seed..).take(usize::try_from(options.runs).unwrap_or(usize::MAX)) {
        if let Err(what) = faults.run(seed) {
            found += 1;
            println!("{what}");
        }
    }
    println!("{} runs in {:.0} s: {found} findings", options.runs, start.elapsed().as_secs_f64());
    if found == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

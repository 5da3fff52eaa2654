//! Performs runs with a built `bout`, one per seed, and reports what they found.

use std::fmt::Display;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;

/// How many runs, and of what.
#[derive(clap::Args)]
pub(crate) struct Options {
    /// How many runs.
    #[arg(long, default_value_t = 1000)]
    runs: u64,
    /// The first seed; the others follow it.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The binary that is tried.
    #[arg(long, default_value = "target/debug/bout")]
    pub(crate) bout: PathBuf,
}

impl Options {
    /// Performs a run for each seed, and prints what went wrong.
    pub(crate) fn run<E: Display>(&self, run: impl Fn(u64) -> Result<(), E>) -> ExitCode {
        let start = Instant::now();
        let mut found = 0;
        for seed in (self.seed..).take(usize::try_from(self.runs).unwrap_or(usize::MAX)) {
            if let Err(what) = run(seed) {
                found += 1;
                println!("{what}");
            }
        }
        println!("{} runs in {:.0} s: {found} findings", self.runs, start.elapsed().as_secs_f64());
        if found == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
    }
}

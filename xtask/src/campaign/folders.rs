//! Folders that were changed at random: no command may end otherwise than documented, hang, or reach outside.

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;

use crate::mutated_folders::Templates;

/// How many runs, and of what.
#[derive(clap::Args)]
pub(crate) struct Options {
    /// Changed folders, each with one command.
    #[arg(long, default_value_t = 1000)]
    runs: u64,
    /// The first seed; the others follow it.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The binary that is attacked.
    #[arg(long, default_value = "target/debug/bout")]
    bout: PathBuf,
}

pub(super) fn run(options: &Options) -> ExitCode {
    let start = Instant::now();
    let templates = Templates::new(&options.bout);
    let mut found = 0;
    for seed in (options.seed..).take(usize::try_from(options.runs).unwrap_or(usize::MAX)) {
        if let Err(what) = templates.run(seed) {
            found += 1;
            println!("{what}");
        }
    }
    println!("{} runs in {:.0} s: {found} findings", options.runs, start.elapsed().as_secs_f64());
    if found == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

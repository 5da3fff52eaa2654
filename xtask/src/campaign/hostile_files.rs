//! Feeds hostile object files and C sources to the checks of bots, for any number of runs: the long form
//! of the tests in `crates/guests/tests/campaign.rs`.

use std::process::ExitCode;
use std::time::Instant;

use crate::campaigns::{Counts, Objects, Sources};

/// How many inputs, and of what.
#[derive(clap::Args)]
pub(crate) struct Options {
    /// How many inputs.
    #[arg(long, default_value_t = 100_000)]
    runs: u64,
    /// What they are drawn from.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// Runs between two lines of progress.
const REPORT: u64 = 100_000;

/// Checks and links object files that no compiler makes. Stops at the first one that shows a bug of bout.
pub(super) fn objects(options: &Options) -> ExitCode {
    told(Objects::new().and_then(|objects| tried(options, |seed, runs| objects.run(seed, runs))))
}

/// Compiles and plays C sources that a grammar generates. Stops at the first one that shows a bug of bout.
pub(super) fn sources(options: &Options) -> ExitCode {
    told(Sources::new().and_then(|sources| tried(options, |seed, runs| sources.run(seed, runs))))
}

fn told(tried: Result<(), String>) -> ExitCode {
    match tried {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            println!("failed: {why}");
            ExitCode::FAILURE
        }
    }
}

fn tried(options: &Options, run: impl Fn(u64, u64) -> Result<Counts, String>) -> Result<(), String> {
    let &Options { runs, seed } = options;
    let start = Instant::now();
    let mut sum = Counts::default();
    let mut done = 0;
    while done < runs {
        let now = REPORT.min(runs - done);
        let counts = run(game::match_seed(seed, done), now)?;
        done += now;
        sum.accepted += counts.accepted;
        sum.refused += counts.refused;
        sum.played += counts.played;
        println!(
            "{done} of seed {seed} in {} s: {} let in, {} of them started, {} refused, no failure of ours",
            start.elapsed().as_secs(),
            sum.accepted,
            sum.played,
            sum.refused
        );
    }
    Ok(())
}

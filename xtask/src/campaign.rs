//! Hostile input against the doors that strangers' programs come through, for as many runs as somebody wants: the long form
//! of the tests in `crates/guests/tests/campaign.rs`.

use std::process::ExitCode;
use std::time::Instant;

use clap::ValueEnum;

use crate::campaigns::{Counts, Objects, Sources};

/// What is tried.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Campaign {
    /// Object files that no compiler makes, looked over and linked.
    Objects,
    /// Sources in C by a grammar, compiled and played.
    CSources,
}

/// Runs between two lines of progress.
const REPORT: u64 = 100_000;

/// Tries `runs` inputs drawn from this seed, and stops at the first that is a failure of ours.
pub(crate) fn run(campaign: Campaign, runs: u64, seed: u64) -> ExitCode {
    let start = Instant::now();
    match tried(campaign, runs, seed, start) {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            println!("failed after {} s: {why}", start.elapsed().as_secs());
            ExitCode::FAILURE
        }
    }
}

fn tried(campaign: Campaign, runs: u64, seed: u64, start: Instant) -> Result<(), String> {
    let run: Box<dyn Fn(u64, u64) -> Result<Counts, String>> = match campaign {
        Campaign::Objects => {
            let objects = Objects::new()?;
            Box::new(move |seed, runs| objects.run(seed, runs))
        }
        Campaign::CSources => {
            let sources = Sources::new()?;
            Box::new(move |seed, runs| sources.run(seed, runs))
        }
    };
    let mut sum = Counts::default();
    let mut done = 0;
    while done < runs {
        let now = REPORT.min(runs - done);
        let counts = run(game::match_seed(seed, done), now)?;
        done += now;
        sum.let_in += counts.let_in;
        sum.refused += counts.refused;
        sum.played += counts.played;
        println!(
            "{done} of seed {seed} in {} s: {} let in, {} of them started, {} refused, no failure of ours",
            start.elapsed().as_secs(),
            sum.let_in,
            sum.played,
            sum.refused
        );
    }
    Ok(())
}

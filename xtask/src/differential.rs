//! Compares the unwatched engines of Esowar and Crash with the reference interpreters, on random matches and
//! for any length of time: the long form of the tests `esowar_closed_form`, `crash_endless` and
//! `crash_paths`.
//!
//! The programs consist of loops or, in Crash, may branch on data.

use std::fmt::Debug;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use clap::ValueEnum;

use crate::choices::{Choices, SplitMix};
use crate::shrinking::{Comparable, differs, shrunk};
use crate::{crash, crash_data, crash_loops, loops};

/// A game whose engine has fast ways of its own while nobody watches.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Compared {
    /// Esowar.
    Esowar,
    /// Crash.
    Crash,
}

/// How often it reports its progress.
const REPORT: Duration = Duration::from_mins(1);

/// One match of Esowar in this many is on a board of the size that the game's document gives.
const LARGE: u64 = 500;

/// Plays matches, starting with this seed, until `seconds` have passed. It stops at the first match that
/// differs, shrinks it and prints it.
pub(crate) fn run(game: Compared, seconds: u64, seed: u64) -> ExitCode {
    let difference = match game {
        Compared::Esowar => difference_of_esowar,
        Compared::Crash => difference_of_crash,
    };
    let (start, mut reported) = (Instant::now(), Instant::now());
    let mut played = 0_u64;
    while start.elapsed() < Duration::from_secs(seconds) {
        let match_seed = game::match_seed(seed, played);
        if let Some(difference) = difference(played, match_seed) {
            println!("match {} of seed {seed} differs: {difference}", played + 1);
            println!("its choices come from SplitMix({match_seed})");
            return ExitCode::FAILURE;
        }
        played += 1;
        if reported.elapsed() > REPORT {
            reported = Instant::now();
            println!("{played} matches of seed {seed} in {} s", start.elapsed().as_secs());
        }
    }
    println!("{played} matches of seed {seed}, none differs");
    ExitCode::SUCCESS
}

/// Plays the match of Esowar with this number. Returns its description if engine and reference differ.
fn difference_of_esowar(number: u64, seed: u64) -> Option<String> {
    let mut choices = SplitMix(seed);
    let game = if number % LARGE == LARGE - 1 {
        loops::large_match(&mut choices)
    } else {
        loops::any_match(&mut choices)
    };
    difference_of(&game, seed)
}

/// Plays the match of Crash with this number. Returns its description if engine and reference differ. Every
/// second one is a series of matches on one engine.
fn difference_of_crash(number: u64, seed: u64) -> Option<String> {
    let mut choices = SplitMix(seed);
    if number.is_multiple_of(2) {
        difference_of(&crash_loops::any_match(&mut choices), seed)
    } else {
        difference_of(&OneAfterTheOther(crash_data::any_matches(&mut choices)), seed)
    }
}

/// A series of matches of two programs on one engine, which may reuse in later matches what it learnt in
/// earlier ones.
#[derive(Debug, Clone)]
struct OneAfterTheOther(Vec<crash::Match>);

impl Comparable for OneAfterTheOther {
    fn compare_unwatched(&self, choices: &mut impl Choices) {
        crash_data::compare_all(&self.0, choices);
    }

    /// The series without one of its matches.
    fn smaller_ones(&self) -> impl Iterator<Item = Self> {
        (0..self.0.len()).map(|left_out| {
            let mut fewer = self.0.clone();
            fewer.remove(left_out);
            Self(fewer)
        })
    }
}

/// If engine and reference differ, returns the match and the smallest match found that still differs.
fn difference_of<M: Comparable + Debug>(game: &M, seed: u64) -> Option<String> {
    let differs = |game: &M| differs(game, seed);
    differs(game).then(|| format!("{game:?}\nmade smaller: {:?}", shrunk(game, differs)))
}

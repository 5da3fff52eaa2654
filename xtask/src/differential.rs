//! The unwatched engines of Esowar and Crash against the reference interpreters, on random matches between programs
//! that are loops or, in Crash, whose way follows data, for as long as somebody wants: the long form of the tests
//! `esowar_closed_form`, `crash_endless` and `crash_paths`.

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

/// How often it says how far it has come.
const REPORT: Duration = Duration::from_mins(1);

/// One match of Esowar in this many is on a board as large as the document's.
const LARGE: u64 = 500;

/// Plays matches from this seed on until `seconds` have gone by, and stops at the first that differs, which it prints
/// as small as it can be made.
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

/// The match with this number, if it differs.
fn difference_of_esowar(number: u64, seed: u64) -> Option<String> {
    let mut choices = SplitMix(seed);
    let game = if number % LARGE == LARGE - 1 {
        loops::large_match(&mut choices)
    } else {
        loops::any_match(&mut choices)
    };
    difference_of(&game, seed)
}

/// The match of Crash with this number, if it differs; every second one is some matches, one after the other on one engine.
fn difference_of_crash(number: u64, seed: u64) -> Option<String> {
    let mut choices = SplitMix(seed);
    if number.is_multiple_of(2) {
        difference_of(&crash_loops::any_match(&mut choices), seed)
    } else {
        difference_of(&OneAfterTheOther(crash_data::any_matches(&mut choices)), seed)
    }
}

/// Matches of two programs on one engine, which may use in one what it learnt in another.
#[derive(Debug, Clone)]
struct OneAfterTheOther(Vec<crash::Match>);

impl Comparable for OneAfterTheOther {
    fn compare_unwatched(&self, choices: &mut impl Choices) {
        crash_data::compare_all(&self.0, choices);
    }

    /// Fewer matches.
    fn smaller_ones(&self) -> impl Iterator<Item = Self> {
        (0..self.0.len()).map(|left_out| {
            let mut fewer = self.0.clone();
            fewer.remove(left_out);
            Self(fewer)
        })
    }
}

/// The match, and what is left of it when it is made smaller, if it differs.
fn difference_of<M: Comparable + Debug>(game: &M, seed: u64) -> Option<String> {
    let differs = |game: &M| differs(game, seed);
    differs(game).then(|| format!("{game:?}\nmade smaller: {:?}", shrunk(game, differs)))
}

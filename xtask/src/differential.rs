//! Esowar's unwatched engine against the reference interpreter, on random matches between bases of loops, for as long
//! as somebody wants: the long form of the test `esowar_closed_form`.

use std::process::ExitCode;
use std::time::{Duration, Instant};

use crate::choices::SplitMix;
use crate::loops::{any_match, differs, large_match, shrunk};

/// How often it says how far it has come.
const REPORT: Duration = Duration::from_mins(1);

/// One match in so many is on a board as large as the document's.
const LARGE: u64 = 500;

/// Plays matches from this seed on until `seconds` have gone by, and stops at the first that differs, which it prints
/// as small as it can be made.
pub(crate) fn run(seconds: u64, seed: u64) -> ExitCode {
    let (start, mut reported) = (Instant::now(), Instant::now());
    let mut played = 0_u64;
    while start.elapsed() < Duration::from_secs(seconds) {
        let match_seed = game::match_seed(seed, played);
        let mut choices = SplitMix(match_seed);
        let game =
            if played % LARGE == LARGE - 1 { large_match(&mut choices) } else { any_match(&mut choices) };
        played += 1;
        if differs(&game, match_seed) {
            println!("match {played} of seed {seed} differs: {game:?}");
            println!("made smaller: {:?}", shrunk(&game, |game| differs(game, match_seed)));
            println!("its choices come from SplitMix({match_seed})");
            return ExitCode::FAILURE;
        }
        if reported.elapsed() > REPORT {
            reported = Instant::now();
            println!("{played} matches of seed {seed} in {} s", start.elapsed().as_secs());
        }
    }
    println!("{played} matches of seed {seed}, none differs");
    ExitCode::SUCCESS
}

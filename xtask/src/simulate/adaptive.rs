//! Measures how many games the adaptive schedule saves, and how often it is wrong.

use tournament::ratings::Confidence;
use tournament::schedule::{Goal, Target};
use tournament::simulation::{Trial, adaptive_rows, claim_rows};

/// The number of programs in a field.
const ENTRANTS: usize = 50;

/// How many of the best programs the schedule has to find.
const TOP: usize = 5;

/// The maximum number of games per pair.
const GAMES: u64 = 1000;

/// The indifference gap, in points per game.
const GAP: f64 = 0.02;

/// Divides the number of runs, since a tournament of fifty programs takes thousands of times as long as a
/// comparison.
const RUNS_PER_TOURNAMENT: u32 = 100;

/// Divides the number of runs by less, since tournaments of eight programs are shorter.
const RUNS_PER_CLAIM: u32 = 10;

/// Compares the adaptive schedule, for every goal and field, with a round robin that stops as soon as it
/// knows as much.
pub(crate) fn fields(runs: u32, seed: u64) {
    let ranks = Target::ranks(TOP, Confidence::P95);
    let set = Target { goal: Goal::Set, ..ranks };
    let questions = [
        ("the first five of fifty in their order", ranks),
        ("the same, with a gap of 0.02 points", Target { gap: GAP, ..ranks }),
        ("the set of the first five of fifty", set),
        ("the same set, with a gap of 0.02 points", Target { gap: GAP, ..set }),
    ];
    let runs = runs.div_ceil(RUNS_PER_TOURNAMENT);
    for (asked, target) in questions {
        println!("the adaptive schedule: {asked}, at 95%, {runs} tournaments of each kind");
        table(target, runs, seed);
    }
}

/// Counts false claims in hard fields. One tournament in five may be wrong: with a rate that high, an excess
/// shows.
pub(crate) fn claims(runs: u32, seed: u64) {
    let confidence = Confidence::new(0.8).expect("it is a share");
    let runs = runs.div_ceil(RUNS_PER_CLAIM);
    println!("false claims of the adaptive schedule at 80%, {runs} tournaments of each kind");
    println!("{:<38} {:<12} {:>8} {:>8} {:>6}", "field", "asked", "games", "settled", "wrong");
    for row in claim_rows(confidence, runs.into(), seed) {
        println!(
            "{:<38} {:<12} {:>8.0} {:>8.2} {:>6.3}",
            row.field, row.asked, row.games, row.settled, row.wrong
        );
    }
}

fn table(target: Target, runs: u32, seed: u64) {
    println!(
        "{:<28} {:>10} {:>12} {:>6} {:>8} {:>15} {:>6}",
        "field", "games", "round robin", "share", "settled", "by round robin", "wrong"
    );
    for row in adaptive_rows(ENTRANTS, Trial { target, games: GAMES }, runs.into(), seed) {
        println!(
            "{:<28} {:>10.0} {:>12.0} {:>6.3} {:>8.2} {:>15.2} {:>6.3}",
            row.field,
            row.adaptive_games,
            row.round_robin_games,
            row.share(),
            row.settled,
            row.round_robin_settled,
            row.wrong
        );
    }
}

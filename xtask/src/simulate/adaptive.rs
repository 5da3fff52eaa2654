//! How many games the adaptive schedule saves, and how often it is wrong.

use tournament::ratings::Confidence;
use tournament::simulation::{Question, adaptive_rows};

/// The fields.
const ENTRANTS: usize = 50;

/// The question, and the most games per pair.
const QUESTION: Question = Question { top: 5, confidence: Confidence::P95, games: 1000 };

/// A tournament of fifty is some thousand times as long as a comparison.
const RUNS_A_TOURNAMENT: u32 = 100;

/// All fields, each against a round robin that ends as soon as it knows as much.
pub(crate) fn fields(runs: u32, seed: u64) {
    let runs = runs.div_ceil(RUNS_A_TOURNAMENT);
    println!("the adaptive schedule: the first five of fifty at 95%, {runs} tournaments of each kind");
    println!(
        "{:<28} {:>10} {:>12} {:>6} {:>8} {:>15} {:>6}",
        "field", "games", "round robin", "share", "settled", "by round robin", "wrong"
    );
    for row in adaptive_rows(ENTRANTS, QUESTION, runs.into(), seed) {
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

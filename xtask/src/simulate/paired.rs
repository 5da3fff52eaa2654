//! Measures the coverage of intervals when the schedule pairs programs by their earlier results.

use tournament::ratings::Confidence;
use tournament::simulation::{IntervalCoverage, PairedBy, SimulatedField, normal_strengths, paired_coverage};

/// Prints the table: every field with the ratings that bout prints, and with ratings as if pairings were
/// fixed.
pub(crate) fn fields(runs: u32, seed: u64) {
    let outlier = |entrants: usize| {
        let mut strengths = vec![0.0; entrants];
        strengths[0] = 500.0;
        strengths
    };
    let fields = [
        ("equals", vec![0.0; 16], PairedBy::Swiss(5), 10),
        ("equals", vec![0.0; 32], PairedBy::Swiss(6), 10),
        ("standard deviation 200", normal_strengths(64, 200.0), PairedBy::Swiss(7), 2),
        ("standard deviation 200", normal_strengths(16, 200.0), PairedBy::Swiss(5), 10),
        ("standard deviation 100", normal_strengths(16, 100.0), PairedBy::Swiss(5), 2),
        ("standard deviation 50", normal_strengths(32, 50.0), PairedBy::Swiss(6), 4),
        ("one far above", outlier(16), PairedBy::Swiss(5), 10),
        ("equals", vec![0.0; 16], PairedBy::DoubleElimination, 10),
        ("standard deviation 200", normal_strengths(16, 200.0), PairedBy::DoubleElimination, 10),
    ];
    println!(
        "intervals of 95% where earlier results decide who meets whom: the share that held the truth, in percent"
    );
    println!(
        "{:<28} {:<20} {:>5} {:>7} {:>7} {:>7} {:>7} {:>24}",
        "field", "schedule", "size", "games", "ratings", "worst", "width", "as if pairings were fixed"
    );
    for (name, strengths, by, games) in fields {
        let field = SimulatedField::plain(name, strengths);
        let found = paired_coverage(&field, by, games, Confidence::P95, runs.into(), seed);
        println!(
            "{name:<28} {:<20} {:>5} {games:>7} {} {}",
            schedule(by),
            field.entrants(),
            numbers(found.hierarchical),
            numbers(found.as_if_fixed)
        );
    }
}

fn schedule(by: PairedBy) -> String {
    match by {
        PairedBy::Swiss(rounds) => format!("{rounds} Swiss rounds"),
        PairedBy::DoubleElimination => "double elimination".to_owned(),
    }
}

fn numbers(held: IntervalCoverage) -> String {
    format!("{:>7.2} {:>7.2} {:>7.0}", 100.0 * held.ratings, 100.0 * held.worst, held.width)
}

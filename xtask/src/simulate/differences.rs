//! Measures how often statements about the difference of two programs are true.

use tournament::ratings::{Confidence, ProgressMonitor, Ratings};
use tournament::simulation::SimulatedField;

/// A probability above this counts as a claim that one program is better.
const CLAIM: f64 = 0.95;

/// The number of entrants, and of games per pair.
const SIZES: [(usize, u64); 5] = [(5, 2), (5, 10), (12, 2), (12, 10), (60, 2)];

/// The largest field is simulated this many times less often.
const FEWER_WHEN_LARGE: u32 = 10;

/// How many statements were checked, and how many were right or wrong.
#[derive(Debug, Clone, Copy, Default)]
struct Counts {
    distances: u32,
    held: u32,
    /// Pairs whose first program is in truth worse than the second or equal, so that a claim is wrong.
    pairs: u32,
    claims: u32,
}

/// Prints the table, with every kind of field.
pub(crate) fn fields(runs: u32, seed: u64) {
    println!(
        "distances from an anchor, the first of the field: the share of 95% intervals that held the truth, in percent;"
    );
    println!(
        "and of all neighbours, how often the worse or equal one is called better with a probability above 0.95"
    );
    println!("{:<28} {:>5} {:>7} {:>9} {:>7}", "field", "size", "games", "distances", "wrong");
    for (entrants, games) in SIZES {
        let others = [
            SimulatedField::plain("equals", vec![0.0; entrants]),
            SimulatedField::even_gaps(entrants).with_draws(0.8).named("even gaps, draws"),
        ];
        let runs = if entrants > 20 { runs.div_ceil(FEWER_WHEN_LARGE) } else { runs };
        for field in SimulatedField::all(entrants).into_iter().chain(others) {
            let found = counts(&field, games, runs.into(), seed);
            let percent = |count: u32, all: u32| 100.0 * f64::from(count) / f64::from(all.max(1));
            println!(
                "{:<28} {entrants:>5} {games:>7} {:>9.2} {:>7.2}",
                field.name,
                percent(found.held, found.distances),
                percent(found.claims, found.pairs)
            );
        }
    }
}

fn counts(field: &SimulatedField, games: u64, runs: u64, seed: u64) -> Counts {
    let truth = field.true_ratings(|_, _| games);
    let mut order: Vec<usize> = (0..field.entrants()).collect();
    order.sort_by(|&one, &other| truth[one].total_cmp(&truth[other]));
    let mut counts = Counts::default();
    for run in seed..seed + runs {
        let ratings = Ratings::new(field.results(|_, _| games, run));
        let intervals =
            ratings.intervals_from(0, Confidence::P95, ProgressMonitor::none()).expect("nothing stops it");
        for (one, interval) in intervals.iter().enumerate().skip(1) {
            counts.distances += 1;
            counts.held += u32::from(interval.holds(truth[one] - truth[0]));
        }
        // In true order from worst to best, so no program is better than the next one.
        let likelihoods = ratings.likelihoods_in_order(&order);
        counts.pairs += u32::try_from(likelihoods.len()).unwrap_or(u32::MAX);
        counts.claims += likelihoods.iter().map(|&better| u32::from(better > CLAIM)).sum::<u32>();
    }
    counts
}

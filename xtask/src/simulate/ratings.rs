//! Measures the coverage of the intervals of ratings and ranks.

use tournament::ratings::{Confidence, Dispersion, ProgressMonitor, Ratings, Results};
use tournament::simulation::{Coverage, SharedLuck, SimulatedField, coverage, coverage_of};

/// The number of entrants, and of games per pair.
const SIZES: [(usize, u64); 6] = [(5, 2), (5, 10), (5, 100), (12, 2), (12, 10), (30, 4)];

/// Large fields take long, so they are simulated this many times less often.
const FEWER_WHEN_LARGE: u32 = 4;

/// Prints the table for independent games, with every kind of field.
pub(crate) fn fields(runs: u32, seed: u64) {
    println!("intervals of 95%, independent games: the share that held the truth, in percent");
    head("");
    for (entrants, games) in SIZES {
        let others = [
            SimulatedField::plain("equals", vec![0.0; entrants]),
            SimulatedField::even_gaps(entrants).with_draws(0.8),
        ];
        let runs = runs_of(entrants, runs);
        let mut sum = 0.0;
        let mut count = 0.0;
        for field in SimulatedField::all(entrants).into_iter().chain(others) {
            let found = coverage(&field, |_, _| games, Confidence::P95, runs, seed);
            row(&field, "", games, &found);
            sum += found.ratings;
            count += 1.0;
        }
        println!("{:<58} {:>7.2}", "    mean", 100.0 * sum / count);
    }
}

/// Prints the table for games that share the luck of their setup: with plain counts of games, and with counts
/// weighted by how much the games of a setup tell.
pub(crate) fn setups(runs: u32, seed: u64) {
    println!(
        "the same where the games of a setup depend on each other, by counts as they are and by their worth"
    );
    head("luck");
    for (entrants, games) in [(12, 2), (12, 4), (5, 20), (12, 10), (20, 10)] {
        let kinds = [
            SimulatedField::even_gaps(entrants),
            SimulatedField::clusters(entrants).with_draws(0.8),
            SimulatedField::one_outlier(entrants),
        ];
        let luck = [
            ("none shared", SharedLuck::Independent),
            ("cancels in 40%", SharedLuck::Cancels(0.4)),
            ("cancels in 90%", SharedLuck::Cancels(0.9)),
            ("doubles in 40%", SharedLuck::Doubles(0.4)),
            ("doubles in 90%", SharedLuck::Doubles(0.9)),
            ("doubles for one", SharedLuck::DoublesForOne(0.9)),
        ];
        for (field, (name, luck)) in kinds.iter().flat_map(|field| luck.map(|luck| (field, luck))) {
            let field = field.clone().with_luck(luck);
            let truth = field.true_ratings(|_, _| games);
            let played = |run| field.played(|_, _| games, run);
            let counted = |run| Ratings::new(Results::of(entrants, &played(run)));
            let worth = |run| {
                let played = played(run);
                let results = Results::of(entrants, &played);
                let dispersion = Dispersion::of(&played);
                Ratings::of_setups(&results, &dispersion, ProgressMonitor::none()).expect("nothing stops it")
            };
            let runs = runs_of(entrants, runs);
            row(&field, name, games, &coverage_of(&truth, counted, Confidence::P95, runs, seed));
            row(&field, "    as printed", games, &coverage_of(&truth, worth, Confidence::P95, runs, seed));
        }
    }
}

/// The number of games that two entrants play.
type Games = dyn Fn(usize, usize) -> u64;

/// Prints the table for fields in which few pairs met, and in which one program beats all others.
pub(crate) fn sparse(runs: u32, seed: u64) {
    println!("the same where few of all pairs met, and where one program beats all others");
    head("pairings");
    let far_above = |entrants: usize| {
        let mut strengths = vec![0.0; entrants];
        strengths[0] = 1500.0;
        SimulatedField::plain("one unbeatable", strengths)
    };
    let ring = |one: usize, other: usize| {
        let apart = one.abs_diff(other);
        if apart.min(20 - apart) <= 3 { 10 } else { 0 }
    };
    let gauntlet = |one: usize, other: usize| if one.min(other) == 0 { 10 } else { 0 };
    let all = |_: usize, _: usize| 10;
    let pairings: [(&str, &Games); 3] = [("a ring of six", &ring), ("a gauntlet", &gauntlet), ("all", &all)];
    for (name, games) in pairings {
        for field in [
            SimulatedField::plain("equals", vec![0.0; 20]),
            SimulatedField::even_gaps(20),
            SimulatedField::even_gaps(20).with_draws(0.8).named("even gaps, draws"),
            SimulatedField::circles(20),
            far_above(20),
        ] {
            if field.name == "one unbeatable" && name == "a gauntlet" {
                // Nobody else would have a point, and the ratings would only show the prior.
                continue;
            }
            row(&field, name, 10, &coverage(&field, games, Confidence::P95, runs_of(20, runs), seed));
        }
    }
    row(&far_above(5), "all", 10, &coverage(&far_above(5), all, Confidence::P95, runs.into(), seed));
}

fn runs_of(entrants: usize, runs: u32) -> u64 {
    u64::from(if entrants > 10 { runs.div_ceil(FEWER_WHEN_LARGE) } else { runs })
}

fn head(luck: &str) {
    println!(
        "{:<28} {luck:<15} {:>5} {:>7} {:>7} {:>7} {:>7} {:>7}",
        "field", "size", "games", "ratings", "worst", "ranks", "width"
    );
}

fn row(field: &SimulatedField, luck: &str, games: u64, found: &Coverage) {
    let [ratings, worst, ranks] = [found.ratings, found.worst, found.ranks].map(|share| 100.0 * share);
    println!(
        "{:<28} {luck:<15} {:>5} {games:>7} {ratings:>7.2} {worst:>7.2} {ranks:>7.2} {:>7.0}",
        field.name,
        field.entrants(),
        found.width
    );
}

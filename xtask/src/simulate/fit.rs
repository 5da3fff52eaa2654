//! Measures how often the goodness-of-fit test rejects true models.

use tournament::EncounterResult;
use tournament::ratings::{Dispersion, ProgressMonitor, Ratings, Results};
use tournament::simulation::{SharedLuck, SimulatedField};

/// The significance level.
const LEVEL: f64 = 0.05;

/// How many results are simulated for each test. With the real ones they are forty, and 5% of that is a whole
/// number.
const SIMULATIONS: u64 = 39;

/// The number of entrants, and of games per pair.
const SIZES: [(usize, u64); 6] = [(6, 2), (6, 4), (6, 10), (12, 2), (12, 4), (12, 10)];

/// Prints the table: every field with and without draws, and with and without luck that the games of a setup
/// share.
pub(crate) fn fields(runs: u32, seed: u64) {
    println!(
        "the share of true models that the test of fit rejects at 5%, and of those whose worst pair it rejects"
    );
    println!("{:<28} {:<15} {:>5} {:>7} {:>7} {:>7}", "field", "luck", "size", "games", "fit", "pairs");
    for (entrants, games) in SIZES {
        let lucks = [
            ("none shared", SharedLuck::Independent),
            ("cancels in 70%", SharedLuck::Cancels(0.7)),
            ("doubles in 80%", SharedLuck::Doubles(0.8)),
        ];
        // With one setup per pair, shared luck cannot be seen in the results.
        let lucks = if games > 2 { &lucks[..] } else { &lucks[..1] };
        for field in fields_of(entrants) {
            for &(name, luck) in lucks {
                let field = field.clone().with_luck(luck);
                let rejected = rejected(&field, games, runs.into(), seed);
                let [fit, pairs] = rejected.map(|count| 100.0 * f64::from(count) / f64::from(runs));
                println!("{:<28} {name:<15} {entrants:>5} {games:>7} {fit:>7.2} {pairs:>7.2}", field.name);
            }
        }
    }
}

fn fields_of(entrants: usize) -> [SimulatedField; 5] {
    [
        SimulatedField::plain("equals", vec![0.0; entrants]),
        SimulatedField::even_gaps(entrants),
        SimulatedField::even_gaps(entrants).with_draws(1.0).named("even gaps, draws"),
        SimulatedField::one_outlier(entrants),
        SimulatedField::heavy_draws(entrants),
    ]
}

/// How many of these tournaments the test rejects, as a whole and by their worst pair.
fn rejected(field: &SimulatedField, games: u64, runs: u64, seed: u64) -> [u32; 2] {
    let mut counts = [0, 0];
    for run in seed..seed + runs {
        let played: Vec<EncounterResult> = field.played(|_, _| games, run);
        let results = Results::of(field.entrants(), &played);
        let ratings = Ratings::of_setups(&results, &Dispersion::of(&played), ProgressMonitor::none())
            .expect("nothing stops it");
        let fit = ratings.goodness_of_fit(SIMULATIONS, run);
        counts[0] += u32::from(fit.likelihood <= LEVEL);
        counts[1] += u32::from(fit.pairs.first().is_some_and(|pair| pair.likelihood <= LEVEL));
    }
    counts
}

//! The error rates and the length of the test whether one program is better than another.

use tournament::sequential::Hypotheses;
use tournament::sequential::simulation::scenarios as all;

/// What is told apart, as the library's tests have it.
const HYPOTHESES: Hypotheses = Hypotheses { not_better: 0.0, better: 0.05, alpha: 0.05, beta: 0.05 };

/// The same as a gain in ten thousandths, which is what scenarios are made by.
const GAIN: u32 = 500;

/// After so many rounds a test is left open.
const MOST_ROUNDS: usize = 100_000;

/// Every scenario.
pub(crate) fn scenarios(runs: u32, seed: u64) {
    println!("the sequential test, errors of 5%, 0.05 between the hypotheses: verdicts in percent");
    println!(
        "{:<28} {:>9} {:>7} {:>10} {:>7} {:>8} {:>12}",
        "scenario", "truth", "better", "not better", "wrong", "outside", "observations"
    );
    for scenario in all(GAIN) {
        let truth = scenario.difference();
        let counts = scenario.test(&HYPOTHESES, runs, MOST_ROUNDS, seed).expect("the hypotheses are legal");
        let percent = |count: u32| 100.0 * f64::from(count) / f64::from(counts.runs.max(1));
        // Between the hypotheses both verdicts are true.
        let wrong = if truth <= HYPOTHESES.not_better {
            counts.better
        } else if truth >= HYPOTHESES.better {
            counts.not_better
        } else {
            0
        };
        println!(
            "{:<28} {truth:>9.4} {:>7.2} {:>10.2} {:>7.2} {:>8.2} {:>12}",
            scenario.name,
            percent(counts.better),
            percent(counts.not_better),
            percent(wrong),
            percent(counts.outside),
            counts.observations / u64::from(counts.runs.max(1))
        );
    }
}

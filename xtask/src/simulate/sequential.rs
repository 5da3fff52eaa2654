//! Measures the error rates and the length of the sequential test whether one program is better than another.

use tournament::sequential::Hypotheses;
use tournament::sequential::simulation::scenarios as all;

/// The hypotheses, which are the defaults of `bout compare`.
const HYPOTHESES: Hypotheses = Hypotheses { not_better: 0.0, better: 0.05, alpha: 0.025, beta: 0.025 };

/// The difference between the hypotheses, in ten thousandths: the unit of scenarios.
const GAIN: u32 = 500;

/// After this many games of each version, a test ends without a verdict.
const MOST_GAMES: usize = 20_000;

/// Prints the table of all scenarios.
pub(crate) fn scenarios(runs: u32, seed: u64) {
    println!("`bout compare` with its defaults: verdicts in percent");
    println!(
        "{:<28} {:>9} {:>7} {:>10} {:>9} {:>7} {:>8} {:>6}",
        "scenario", "truth", "better", "not better", "undecided", "wrong", "outside", "games"
    );
    for scenario in all(GAIN) {
        let truth = scenario.difference();
        let rounds = MOST_GAMES.div_ceil(2 * scenario.opponents.len());
        let counts = scenario.test(&HYPOTHESES, runs, rounds, seed).expect("the hypotheses are legal");
        let percent = |count: u32| 100.0 * f64::from(count) / f64::from(counts.runs.max(1));
        // Between the hypotheses, neither verdict is wrong.
        let wrong = if truth <= HYPOTHESES.not_better {
            counts.better
        } else if truth >= HYPOTHESES.better {
            counts.not_better
        } else {
            0
        };
        println!(
            "{:<28} {truth:>9.4} {:>7.2} {:>10.2} {:>9.2} {:>7.2} {:>8.2} {:>6}",
            scenario.name,
            percent(counts.better),
            percent(counts.not_better),
            percent(counts.runs - counts.better - counts.not_better),
            percent(wrong),
            percent(counts.outside),
            // An observation is two games of each version: the games against one opponent in a round.
            2 * counts.observations / u64::from(counts.runs.max(1))
        );
    }
}

//! What is expected of the next round, from the rounds before it.

/// The variance that is assumed before anything is known, with the weight of one observation. Two games that
/// have nothing to do with each other, without draws, between equals, come to as much twice over.
const FIRST_VARIANCE: f64 = 0.125;

/// Sums over the rounds so far, by opponent.
#[derive(Debug, Clone)]
pub(super) struct RoundSums {
    rounds: u32,
    sums: Vec<f64>,
    squares: Vec<f64>,
}

/// What is expected of a round.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Forecast {
    /// By how much each opponent's difference is expected to be above that of all. They sum to 0.
    pub(super) leanings: Vec<f64>,
    /// The variance of a difference around its expectation; never 0.
    pub(super) variance: f64,
    /// How many differences there will be, this round's included.
    pub(super) observations: f64,
}

impl RoundSums {
    pub(super) fn new(opponents: usize) -> Self {
        Self { rounds: 0, sums: vec![0.0; opponents], squares: vec![0.0; opponents] }
    }

    pub(super) fn add(&mut self, differences: impl Iterator<Item = f64>) {
        self.rounds += 1;
        for (at, difference) in differences.enumerate() {
            self.sums[at] += difference;
            self.squares[at] += difference * difference;
        }
    }

    /// The mean of all; 0 if there is nothing.
    pub(super) fn mean(&self) -> f64 {
        self.sums.iter().sum::<f64>() / (f64::from(self.rounds) * self.opponents()).max(1.0)
    }

    fn opponents(&self) -> f64 {
        self.sums.iter().map(|_| 1.0).sum()
    }

    pub(super) fn outlook(&self) -> Forecast {
        let rounds = f64::from(self.rounds);
        let opponents = self.opponents();
        let past = rounds * opponents;
        let mean = self.mean();
        let leanings = self.leanings(rounds, opponents, mean);
        let around_leanings: f64 = leanings
            .iter()
            .zip(self.sums.iter().zip(&self.squares))
            .map(|(leaning, (sum, square))| square - 2.0 * leaning * sum + rounds * leaning * leaning)
            .sum();
        let deviations = (around_leanings - past * mean * mean).max(0.0);
        Forecast {
            leanings,
            variance: (FIRST_VARIANCE + deviations) / (1.0 + past),
            observations: past + opponents,
        }
    }

    /// Opponents' means, drawn towards the mean of all as far as chance explains their spread: the
    /// positive part of the estimator of B. Efron and C. Morris, "Stein's estimation rule and its
    /// competitors", Journal of the American Statistical Association 68 (1973).
    fn leanings(&self, rounds: f64, opponents: f64, mean: f64) -> Vec<f64> {
        if self.rounds < 2 || self.sums.len() < 2 {
            return vec![0.0; self.sums.len()];
        }
        let between =
            self.sums.iter().map(|sum| (sum / rounds - mean).powi(2)).sum::<f64>() / (opponents - 1.0);
        let within =
            self.sums.iter().zip(&self.squares).map(|(sum, square)| square - sum * sum / rounds).sum::<f64>()
                / (opponents * (rounds - 1.0));
        let trusted = if between > 0.0 { (1.0 - within / rounds / between).clamp(0.0, 1.0) } else { 0.0 };
        self.sums.iter().map(|sum| trusted * (sum / rounds - mean)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn past(rounds: &[[f64; 2]]) -> RoundSums {
        let mut past = RoundSums::new(2);
        for round in rounds {
            past.add(round.iter().copied());
        }
        past
    }

    #[test]
    fn before_anything_is_known() {
        let outlook = Forecast { leanings: vec![0.0; 2], variance: 0.125, observations: 2.0 };
        assert_eq!(past(&[]).outlook(), outlook);
    }

    #[test]
    fn opponents_that_always_differ_are_told_apart() {
        let one = Forecast { leanings: vec![0.0; 2], variance: 0.625 / 3.0, observations: 4.0 };
        assert_eq!(past(&[[0.5, -0.5]]).outlook(), one, "one round says nothing about chance");
        let two = Forecast { leanings: vec![0.5, -0.5], variance: 0.125 / 5.0, observations: 6.0 };
        assert_eq!(past(&[[0.5, -0.5]; 2]).outlook(), two);
    }

    #[test]
    fn a_spread_is_believed_as_far_as_chance_does_not_explain_it() {
        // Means 0.5 and 0, between them 1/8; within them 1/16, so that a mean of two rounds has 1/32: three
        // quarters are believed. Around 0.4375 and 0.0625 the squares come to 9/64.
        let some = past(&[[0.75, 0.0], [0.25, 0.0]]).outlook();
        let variance = (0.125 + 9.0 / 64.0) / 5.0;
        assert_eq!(some, Forecast { leanings: vec![0.1875, -0.1875], variance, observations: 6.0 });
        let noise = past(&[[1.0, -1.0], [-1.0, 1.0]]).outlook();
        assert_eq!(noise, Forecast { leanings: vec![0.0; 2], variance: 4.125 / 5.0, observations: 6.0 });
    }
}

//! Chooses the best program of a search on separate setups, and confirms it, either exactly or on setups that had no part in
//! the choice.

use crate::seeds::{Purpose, seed};
use crate::{Evaluator, Member, Request, Search, WinDrawLoss};

/// For each round of the choice, the number of contenders for first place and the approximate number of games that each plays,
/// against all opponents together: first many contenders play a few games, then the best of them play more.
const ROUNDS: [(usize, u64); 2] = [(12, 160), (4, 640)];

/// 95 of 100 draws from the normal distribution lie within this many standard deviations of the mean.
const TWO_SIDED_95: f64 = 1.959_963_984_540_054;

/// A mean score, from 0 to 1, with its 95 % confidence interval.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ScoreInterval {
    /// The lower end, from 0.
    pub low: f64,
    /// The mean, in which every opponent has the same weight.
    pub mean: f64,
    /// The upper end, to 1.
    pub high: f64,
}

/// The results of a program against one opponent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Against {
    /// Its games.
    pub tally: WinDrawLoss,
    /// Whether the program played all possible games, so that its score is exact.
    pub is_exact: bool,
}

impl Against {
    fn variance_of_score(self) -> f64 {
        if self.is_exact { 0.0 } else { self.tally.variance_of_score() }
    }
}

/// The results of a program, on all setups or on setups that had no part in choosing it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Confirmed {
    /// Its games against each opponent.
    pub against: Vec<Against>,
}

impl Confirmed {
    /// The mean of the scores against all opponents, with its interval. The interval assumes a normal distribution and that
    /// the games against each opponent are drawn independently. Exact scores have no variance.
    #[must_use]
    pub fn interval(&self) -> ScoreInterval {
        let opponents = crate::evaluator::float(self.against.len().max(1) as u64);
        let mean = self.against.iter().map(|against| against.tally.score()).sum::<f64>() / opponents;
        let variance = self.against.iter().map(|against| against.variance_of_score()).sum::<f64>();
        let margin = TWO_SIDED_95 * variance.sqrt() / opponents;
        ScoreInterval { low: (mean - margin).max(0.0), mean, high: (mean + margin).min(1.0) }
    }

    /// The number of opponents against which it scored more than half.
    #[must_use]
    pub fn beaten(&self) -> usize {
        self.against.iter().filter(|against| against.tally.score() > 0.5).count()
    }
}

impl Search {
    /// Returns the best of the most promising programs, by games that `evaluator` plays. `None` if no program has a score
    /// yet or the evaluator was stopped.
    #[must_use]
    pub fn choose(&self, evaluator: &dyn Evaluator) -> Option<&Member> {
        let setups = seed(self.settings().seed, Purpose::Choosing, self.generation());
        let mut contenders: Vec<(&Member, WinDrawLoss)> =
            self.best().into_iter().map(|member| (member, WinDrawLoss::default())).collect();
        let mut from = 0;
        for (stay, games) in ROUNDS {
            contenders.truncate(stay);
            let to = from + (games / 2 / evaluator.opponents() as u64).max(1);
            let requests: Vec<Request> = contenders
                .iter()
                .map(|(member, _)| Request { program: &member.program, setups, pairs: from..to })
                .collect();
            let played = evaluator.play(&requests)?;
            for ((_, tally), more) in contenders.iter_mut().zip(played) {
                *tally += more.into_iter().sum();
            }
            // Among equals, the first stays first: the search itself ranks it higher.
            contenders.sort_by(|(_, one), (_, other)| other.score().total_cmp(&one.score()));
            from = to;
        }
        contenders.first().map(|(best, _)| *best)
    }

    /// Whether the best program scores more than `target`, judged by the lower end of its interval over `games` games against
    /// each opponent. False if the evaluator was stopped.
    #[must_use]
    pub fn has_reached(&self, target: f64, games: u64, evaluator: &dyn Evaluator) -> bool {
        let is_hopeful = self.best().first().is_some_and(|best| best.proven() > target);
        let chosen = if is_hopeful { self.choose(evaluator) } else { None };
        let tallies = chosen.and_then(|chosen| self.sampled(chosen, games, Purpose::Deciding, evaluator));
        tallies.is_some_and(|tallies| {
            let against = tallies.into_iter().map(|tally| Against { tally, is_exact: false }).collect();
            Confirmed { against }.interval().low > target
        })
    }

    /// The results of a program: exact against opponents where all games can be counted, otherwise from `games` games,
    /// rounded up to an even number. `None` if the evaluator was stopped.
    #[must_use]
    pub fn confirm(&self, chosen: &Member, games: u64, evaluator: &dyn Evaluator) -> Option<Confirmed> {
        let counted = evaluator.count(&chosen.program)?;
        if let Some(tallies) = counted.iter().copied().collect::<Option<Vec<WinDrawLoss>>>() {
            let against = tallies.into_iter().map(|tally| Against { tally, is_exact: true }).collect();
            return Some(Confirmed { against });
        }
        let sampled = self.sampled(chosen, games, Purpose::Confirming, evaluator)?;
        let against = counted
            .into_iter()
            .zip(sampled)
            .map(|(counted, sampled)| Against {
                tally: counted.unwrap_or(sampled),
                is_exact: counted.is_some(),
            })
            .collect();
        Some(Confirmed { against })
    }

    /// The results of `games` games against each opponent, from setups that only this purpose uses.
    fn sampled(
        &self,
        chosen: &Member,
        games: u64,
        purpose: Purpose,
        evaluator: &dyn Evaluator,
    ) -> Option<Vec<WinDrawLoss>> {
        let setups = seed(self.settings().seed, purpose, self.generation());
        let request = Request { program: &chosen.program, setups, pairs: 0..games.div_ceil(2) };
        evaluator.play(&[request])?.pop()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sampled(tallies: &[WinDrawLoss]) -> Confirmed {
        Confirmed { against: tallies.iter().map(|&tally| Against { tally, is_exact: false }).collect() }
    }

    /// 250 wins in 500 games without draws: the score is a half, and the interval reaches 1.96 standard deviations of √(¼ /
    /// 500) to either side.
    #[test]
    fn an_interval_is_that_of_a_coin() {
        let confirmed = sampled(&[WinDrawLoss { wins: 250, draws: 0, losses: 250 }]);
        let ScoreInterval { low, mean, high } = confirmed.interval();
        assert!((mean - 0.5).abs() < 1e-12);
        assert!((low - 0.4562).abs() < 5e-4 && (high - 0.5438).abs() < 5e-4, "{low} to {high}");
        assert_eq!(confirmed.beaten(), 0, "half is not beaten");
    }

    /// Two opponents with equally many games: the variances are added, and a quarter of the sum is the variance of the mean.
    #[test]
    fn every_opponent_counts_the_same() {
        let even = WinDrawLoss { wins: 50, draws: 0, losses: 50 };
        let drawn = WinDrawLoss { wins: 0, draws: 1000, losses: 0 };
        let lost = WinDrawLoss { wins: 0, draws: 0, losses: 100 };
        let ScoreInterval { low, mean, .. } = sampled(&[even, even]).interval();
        assert!((mean - low - 1.96 * (0.25_f64 / 200.0).sqrt()).abs() < 1e-3);
        let uneven = sampled(&[drawn, lost]);
        assert!((uneven.interval().mean - 0.25).abs() < 1e-12);
    }

    /// If one score is exact, only the games against the other opponent leave any doubt.
    #[test]
    fn an_exact_score_has_no_interval() {
        let even = WinDrawLoss { wins: 50, draws: 0, losses: 50 };
        let exact = Against { tally: even, is_exact: true };
        let ScoreInterval { low, mean, high } = Confirmed { against: vec![exact; 3] }.interval();
        assert!([low, mean, high].iter().all(|end| (end - 0.5).abs() < 1e-12), "{low} to {high}");
        let mixed = Confirmed { against: vec![exact, Against { is_exact: false, ..exact }] };
        let one = sampled(&[even]).interval();
        assert!((mixed.interval().high - 0.5 - (one.high - 0.5) / 2.0).abs() < 1e-12);
    }
}

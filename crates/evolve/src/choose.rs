//! The best program of a search: chosen on setups of its own, and confirmed on setups that nothing was chosen by.

use std::sync::Arc;

use crate::seeds::{Purpose, seed};
use crate::{Arena, Member, Request, Search, Tally};

/// How many contenders for the first place play, and about how many games each, against all opponents together: first many of
/// them a few, then the best of these more.
const ROUNDS: [(usize, u64); 2] = [(12, 160), (4, 640)];

/// What 95 of 100 draws from the normal distribution lie within, in standard deviations.
const TWO_SIDED_95: f64 = 1.959_963_984_540_054;

/// A mean score and where it lies with 95 % confidence.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Interval {
    /// The lower end, from 0.
    pub low: f64,
    /// The mean: every opponent counts the same.
    pub mean: f64,
    /// The upper end, to 1.
    pub high: f64,
}

/// What a program came to on setups that nothing was chosen by.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Confirmed {
    /// Its games against each opponent.
    pub tallies: Vec<Tally>,
}

impl Confirmed {
    /// The mean of the scores against all opponents, with its interval: normal, the games of each opponent being drawn
    /// independently.
    #[must_use]
    pub fn interval(&self) -> Interval {
        let opponents = crate::arena::float(self.tallies.len().max(1) as u64);
        let mean = self.tallies.iter().map(|tally| tally.score()).sum::<f64>() / opponents;
        let variance = self.tallies.iter().map(|tally| tally.variance_of_score()).sum::<f64>();
        let margin = TWO_SIDED_95 * variance.sqrt() / opponents;
        Interval { low: (mean - margin).max(0.0), mean, high: (mean + margin).min(1.0) }
    }

    /// How many opponents it scored more than half against.
    #[must_use]
    pub fn beaten(&self) -> usize {
        self.tallies.iter().filter(|tally| tally.score() > 0.5).count()
    }
}

impl Search {
    /// The best of the most promising programs by games in `arena`. Nothing if no program has scored yet, or the arena was
    /// stopped.
    #[must_use]
    pub fn choose(&self, arena: &dyn Arena) -> Option<&Member> {
        let setups = seed(self.settings().seed, Purpose::Choosing, self.generation());
        let mut contenders: Vec<(&Member, Tally)> =
            self.best().into_iter().map(|member| (member, Tally::default())).collect();
        let mut from = 0;
        for (stay, games) in ROUNDS {
            contenders.truncate(stay);
            let to = from + (games / 2 / arena.opponents() as u64).max(1);
            let request = |(member, _): &(&Member, Tally)| Request {
                program: Arc::clone(&member.program),
                setups,
                pairs: from..to,
            };
            let played = arena.play(&contenders.iter().map(request).collect::<Vec<_>>())?;
            for ((_, tally), more) in contenders.iter_mut().zip(played) {
                *tally += more.into_iter().sum();
            }
            // Of equals the first stays first, which the search itself holds for the better.
            contenders.sort_by(|(_, one), (_, other)| other.score().total_cmp(&one.score()));
            from = to;
        }
        contenders.first().map(|(best, _)| *best)
    }

    /// What a program comes to in `games` games against each opponent, rounded up to even. Nothing if the arena was stopped.
    #[must_use]
    pub fn confirm(&self, chosen: &Member, games: u64, arena: &dyn Arena) -> Option<Confirmed> {
        let setups = seed(self.settings().seed, Purpose::Confirming, self.generation());
        let request = Request { program: Arc::clone(&chosen.program), setups, pairs: 0..games.div_ceil(2) };
        Some(Confirmed { tallies: arena.play(&[request])?.pop()? })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 250 of 500 games without draws: half, and 1.96 standard deviations of √(¼ / 500) on either side.
    #[test]
    fn an_interval_is_that_of_a_coin() {
        let confirmed = Confirmed { tallies: vec![Tally { wins: 250, draws: 0, losses: 250 }] };
        let Interval { low, mean, high } = confirmed.interval();
        assert!((mean - 0.5).abs() < 1e-12);
        assert!((low - 0.4562).abs() < 5e-4 && (high - 0.5438).abs() < 5e-4, "{low} to {high}");
        assert_eq!(confirmed.beaten(), 0, "half is not beaten");
    }

    /// Two opponents with equally many games: the variances add up, a quarter of the sum counts.
    #[test]
    fn every_opponent_counts_the_same() {
        let even = Tally { wins: 50, draws: 0, losses: 50 };
        let drawn = Tally { wins: 0, draws: 1000, losses: 0 };
        let lost = Tally { wins: 0, draws: 0, losses: 100 };
        let Interval { low, mean, .. } = Confirmed { tallies: vec![even, even] }.interval();
        assert!((mean - low - 1.96 * (0.25_f64 / 200.0).sqrt()).abs() < 1e-3);
        let uneven = Confirmed { tallies: vec![drawn, lost] };
        assert!((uneven.interval().mean - 0.25).abs() < 1e-12);
    }
}

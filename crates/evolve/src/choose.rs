//! The best program of a search: chosen on setups of its own, and confirmed on setups that nothing was chosen by.

use std::sync::Arc;

use crate::seeds::{Purpose, seed};
use crate::{Arena, Member, Request, Search, Tally};

/// How many contenders there are for the first place.
const CONTENDERS: usize = 12;

/// About how many games each of them plays to be compared, against all opponents together.
const GAMES_TO_CHOOSE: u64 = 800;

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

/// The program that the search holds for the best.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Chosen {
    /// The program.
    pub member: Member,
    /// Games that were played to choose it.
    pub games: u64,
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
    pub fn choose(&self, arena: &dyn Arena) -> Option<Chosen> {
        let contenders: Vec<&Member> = self.best().into_iter().take(CONTENDERS).collect();
        let setups = seed(self.settings().seed, Purpose::Choosing, self.generation());
        let pairs = (GAMES_TO_CHOOSE / 2 / arena.opponents() as u64).max(1);
        let request =
            |member: &&Member| Request { program: Arc::clone(&member.program), setups, pairs: 0..pairs };
        let played = arena.play(&contenders.iter().map(request).collect::<Vec<_>>())?;
        let tallies: Vec<Tally> = played.into_iter().map(|each| each.into_iter().sum()).collect();
        let games = tallies.iter().map(|tally| tally.games()).sum();
        // Of equals the first, which the search itself holds for the better.
        let best = contenders
            .into_iter()
            .zip(&tallies)
            .reduce(|best, next| if next.1.score() > best.1.score() { next } else { best })?;
        Some(Chosen { member: best.0.clone(), games })
    }

    /// What a program comes to in `games` games against each opponent, rounded up to even. Nothing if the arena was stopped.
    #[must_use]
    pub fn confirm(&self, chosen: &Member, games: u64, arena: &dyn Arena) -> Option<Confirmed> {
        let setups = seed(self.settings().seed, Purpose::Confirming, self.generation());
        let request = Request { program: Arc::clone(&chosen.program), setups, pairs: 0..games.div_ceil(2) };
        Some(Confirmed { tallies: arena.play(&[request])?.pop()? })
    }
}

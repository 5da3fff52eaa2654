//! What came of the matches of a check so far.

use game::{Census, Counts, Outcome};

use crate::Fight;
use crate::player::Player;

/// Matches that are played, as far as they are.
pub(crate) struct Matches {
    pub(crate) check: usize,
    pub(crate) player: Box<Player>,
    pub(crate) games: u64,
    pub(crate) score: Score,
    /// A match that shows what goes wrong.
    pub(crate) lost: Option<Fight>,
}

/// What a match came to for one seat.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum SeatResult {
    Win,
    Draw,
    Loss,
}

/// What an outcome is for this seat.
pub(crate) fn seat_result(outcome: &Outcome, seat: usize) -> SeatResult {
    if outcome.winner() == Some(seat) {
        SeatResult::Win
    } else if outcome.tied().contains(&seat) {
        SeatResult::Draw
    } else {
        SeatResult::Loss
    }
}

/// The count of all setups, as far as it is.
pub(crate) struct Count {
    pub(crate) check: usize,
    pub(crate) census: Box<dyn Census>,
    /// The part that is next.
    pub(crate) part: u64,
    pub(crate) counts: Counts,
}

impl Count {
    /// Counts so many more parts.
    pub(crate) fn go_on(&mut self, parts: u64) {
        let end = self.part.saturating_add(parts).min(self.census.parts());
        for part in self.part..end {
            if let Some(counts) = self.census.count(part, &|| false) {
                self.counts += counts;
            }
        }
        self.part = end;
    }

    /// What it is for the program at a seat.
    pub(crate) fn score(&self, seat: usize) -> Score {
        let [first, second] = self.counts.wins;
        let (wins, losses) = if seat == 0 { (first, second) } else { (second, first) };
        Score { wins, draws: self.counts.draws, losses }
    }
}

/// The results of many matches, for the learner.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Score {
    pub(crate) wins: u64,
    pub(crate) draws: u64,
    pub(crate) losses: u64,
}

impl Score {
    pub(crate) fn add(&mut self, result: SeatResult) {
        match result {
            SeatResult::Win => self.wins += 1,
            SeatResult::Draw => self.draws += 1,
            SeatResult::Loss => self.losses += 1,
        }
    }

    pub(crate) fn games(self) -> u64 {
        self.wins + self.draws + self.losses
    }
}

//! The results so far of the matches of a check.

use game::{Census, Counts, Outcome};

use crate::Fight;
use crate::player::Player;

/// The matches of a check, and their results so far.
pub(crate) struct Matches {
    pub(crate) check: usize,
    pub(crate) player: Box<Player>,
    pub(crate) games: u64,
    pub(crate) score: Score,
    /// A match that shows what the program does wrong.
    pub(crate) lost: Option<Fight>,
}

/// The result of a match for one seat.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum SeatResult {
    Win,
    Draw,
    Loss,
}

/// The result that an outcome means for this seat.
pub(crate) fn seat_result(outcome: &Outcome, seat: usize) -> SeatResult {
    if outcome.winner() == Some(seat) {
        SeatResult::Win
    } else if outcome.tied().contains(&seat) {
        SeatResult::Draw
    } else {
        SeatResult::Loss
    }
}

/// The count of all setups, and its results so far.
pub(crate) struct Count {
    pub(crate) check: usize,
    pub(crate) census: Box<dyn Census>,
    /// The next part to count.
    pub(crate) part: u64,
    pub(crate) counts: Counts,
}

impl Count {
    /// Counts `parts` more parts.
    pub(crate) fn go_on(&mut self, parts: u64) {
        let end = self.part.saturating_add(parts).min(self.census.parts());
        for part in self.part..end {
            if let Some(counts) = self.census.count(part, &|| false) {
                self.counts += counts;
            }
        }
        self.part = end;
    }

    /// The result of the count for the program at a seat.
    pub(crate) fn score(&self, seat: usize) -> Score {
        let [first, second] = self.counts.wins;
        let (wins, losses) = if seat == 0 { (first, second) } else { (second, first) };
        Score { wins, draws: self.counts.draws, losses }
    }
}

/// The results of many matches, for the learner's program.
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

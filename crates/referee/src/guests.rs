//! Where the programs of games that run foreign code are asked.

use std::time::Duration;

use crate::{Lineup, MAX_ATTEMPTS};
use game::{FaultKind, Guests, Nobody, Reply, Seat, Void};

/// Makes guests for matches: a confined process a program, or whatever a game's programs need.
pub trait GuestHouse: Sync {
    /// Guests for one match of this lineup with this seed.
    ///
    /// # Errors
    /// If our own machinery failed: the match is void.
    fn guests(&self, lineup: &Lineup, seed: u64) -> Result<Box<dyn Guests>, Void>;

    /// The same guests, asked in the way that needs least of the machine, however slow it is: what they answer is the same.
    ///
    /// # Errors
    /// If our own machinery failed: the match is void.
    fn plain_guests(&self, lineup: &Lineup, seed: u64) -> Result<Box<dyn Guests>, Void> {
        self.guests(lineup, seed)
    }

    /// Guests for an attempt at a match, counted from 1: a match that our machinery has failed in again and again is
    /// tried in the plainest way before it is void.
    ///
    /// # Errors
    /// If our own machinery failed: the match is void.
    fn guests_for(&self, lineup: &Lineup, seed: u64, attempt: u32) -> Result<Box<dyn Guests>, Void> {
        if attempt < MAX_ATTEMPTS { self.guests(lineup, seed) } else { self.plain_guests(lineup, seed) }
    }
}

/// For games that ask nobody.
#[derive(Debug, Clone, Copy, Default)]
pub struct NobodyHome;

impl GuestHouse for NobodyHome {
    fn guests(&self, _: &Lineup, _: u64) -> Result<Box<dyn Guests>, Void> {
        Ok(Box::new(Nobody))
    }
}

/// Guests of whom each may use so much processor time in a whole match. The answer with which a program goes beyond
/// it counts no more: it fails with [`FaultKind::Time`], so that one slow program cannot hold a tournament.
pub struct Budgeted {
    guests: Box<dyn Guests>,
    budget: Duration,
}

impl Budgeted {
    /// These guests with a budget of processor time each.
    #[must_use]
    pub fn new(guests: Box<dyn Guests>, budget: Duration) -> Self {
        Self { guests, budget }
    }
}

impl Guests for Budgeted {
    fn ask(&mut self, seat: Seat, question: &[u8]) -> Result<Reply<Vec<u8>>, Void> {
        let reply = self.guests.ask(seat, question)?;
        // What it failed of itself says more.
        if matches!(reply, Reply::Fault(..)) || self.guests.processor_time(seat) <= self.budget {
            return Ok(reply);
        }
        let detail = format!("more than {} s of processor time in the match", self.budget.as_secs_f64());
        Ok(Reply::Fault(FaultKind::Time, detail))
    }

    fn processor_time(&self, seat: Seat) -> Duration {
        self.guests.processor_time(seat)
    }
}

//! Makes the players of games that run foreign code.

use std::time::Duration;

use crate::{Lineup, MAX_ATTEMPTS};
use game::{AnyPlayers, FaultKind, NoPlayers, Reply, Seat, Void};

/// Makes players for matches: a confined process per program, or anything else that a game's programs need.
pub trait PlayerFactory: Send + Sync {
    /// Players for one match of this lineup with this seed.
    ///
    /// # Errors
    /// If our own machinery failed: the match is void.
    fn players(&self, lineup: &Lineup, seed: u64) -> Result<Box<dyn AnyPlayers>, Void>;

    /// Players like those of [`PlayerFactory::players`], but asked in the way that needs the fewest features of the
    /// machine, even if that way is slow. Their answers are the same.
    ///
    /// # Errors
    /// If our own machinery failed: the match is void.
    fn plain_players(&self, lineup: &Lineup, seed: u64) -> Result<Box<dyn AnyPlayers>, Void> {
        self.players(lineup, seed)
    }

    /// Players for an attempt at a match. Attempts are counted from 1. The last attempt uses
    /// [`PlayerFactory::plain_players`], before the match stays void.
    ///
    /// # Errors
    /// If our own machinery failed: the match is void.
    fn players_for_attempt(
        &self,
        lineup: &Lineup,
        seed: u64,
        attempt: u32,
    ) -> Result<Box<dyn AnyPlayers>, Void> {
        if attempt < MAX_ATTEMPTS { self.players(lineup, seed) } else { self.plain_players(lineup, seed) }
    }
}

impl PlayerFactory for NoPlayers {
    fn players(&self, _: &Lineup, _: u64) -> Result<Box<dyn AnyPlayers>, Void> {
        Ok(Box::new(NoPlayers))
    }
}

/// Players with a limit of processor time per match. The answer with which a program exceeds the limit does not count:
/// the program fails with [`FaultKind::Time`], so that one slow program cannot hold up a tournament.
pub struct Budgeted {
    players: Box<dyn AnyPlayers>,
    budget: Duration,
}

impl Budgeted {
    /// Limits each of these players to `budget` of processor time per match.
    #[must_use]
    pub fn new(players: Box<dyn AnyPlayers>, budget: Duration) -> Self {
        Self { players, budget }
    }
}

impl AnyPlayers for Budgeted {
    fn ask(&mut self, seat: Seat, question: &[u8]) -> Result<Reply<Vec<u8>>, Void> {
        let reply = self.players.ask(seat, question)?;
        // If the program failed on its own, that failure says more.
        if matches!(reply, Reply::Fault(..)) || self.players.processor_time(seat) <= self.budget {
            return Ok(reply);
        }
        let detail = format!("more than {} s of processor time in the match", self.budget.as_secs_f64());
        Ok(Reply::Fault(FaultKind::Time, detail))
    }

    fn processor_time(&self, seat: Seat) -> Duration {
        self.players.processor_time(seat)
    }
}

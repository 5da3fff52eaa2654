//! Plays the matches of a check one after the other, in steps.

use std::collections::BTreeMap;

use game::{AnyMatch, AnyPlayers, NamedLists, SetupError, Void, match_seed};
use referee::{Lineup, MAX_ATTEMPTS, PlayerFactory};

/// Plays matches of one lineup, one after the other in the same memory.
pub(crate) struct Player {
    pub(crate) lineup: Lineup<'static>,
    pub(crate) table: Box<dyn AnyMatch>,
    seed: u64,
    /// Lists that replace the drawn ones.
    given: BTreeMap<String, Vec<u64>>,
    running: Option<Running>,
}

/// The match that is being played.
pub(crate) struct Running {
    /// Its number, from 0.
    pub(crate) number: u64,
    /// Its own seed.
    pub(crate) seed: u64,
    pub(crate) setup: NamedLists,
    players: Box<dyn AnyPlayers>,
    /// Counted from 1.
    attempt: u32,
}

impl Player {
    pub(crate) fn new(lineup: Lineup<'static>, seed: u64, given: BTreeMap<String, Vec<u64>>) -> Self {
        let table = lineup.new_match();
        Self { lineup, table, seed, given, running: None }
    }

    /// The current match, or else the last one.
    pub(crate) fn running(&self) -> Option<&Running> {
        self.running.as_ref()
    }

    /// Begins the match with this number. Its seed and setup are those that `bout play` gives it.
    ///
    /// # Errors
    /// The outer error if our own machinery failed, the inner error if the setup is not legal.
    pub(crate) fn begin(
        &mut self,
        number: u64,
        factory: &dyn PlayerFactory,
    ) -> Result<Result<(), SetupError>, Void> {
        let seed = match_seed(self.seed, number);
        let mut setup = self.lineup.draw_setup(seed);
        for (name, numbers) in &self.given {
            setup.set(name, numbers.clone());
        }
        if let Err(error) = self.table.begin(&setup) {
            return Ok(Err(error));
        }
        let players = factory.players_for_attempt(&self.lineup, seed, 1)?;
        self.running = Some(Running { number, seed, setup, players, attempt: 1 });
        Ok(Ok(()))
    }

    /// Plays at most `turns` turns of the current match, and not past `until`. Returns whether the match is over or `until` is
    /// reached.
    ///
    /// # Errors
    /// If our own machinery failed in every attempt.
    pub(crate) fn play(
        &mut self,
        turns: &mut u64,
        until: Option<u64>,
        factory: &dyn PlayerFactory,
    ) -> Result<bool, Void> {
        let until = until.unwrap_or(u64::MAX);
        let Some(running) = &mut self.running else { return Ok(true) };
        while self.table.outcome().is_none() && self.table.turn() < until {
            if *turns == 0 {
                return Ok(false);
            }
            let before = self.table.turn();
            let slice = (*turns).min(self.table.turns_per_slice());
            match self.table.advance(before.saturating_add(slice).min(until), running.players.as_mut()) {
                Ok(()) => *turns = turns.saturating_sub((self.table.turn() - before).max(1)),
                Err(void) if running.attempt == MAX_ATTEMPTS => return Err(void),
                Err(_) => {
                    running.attempt += 1;
                    running.players =
                        factory.players_for_attempt(&self.lineup, running.seed, running.attempt)?;
                    // This setup was legal in an earlier attempt.
                    self.table.begin(&running.setup).map_err(|error| Void { cause: error.to_string() })?;
                }
            }
        }
        Ok(true)
    }
}

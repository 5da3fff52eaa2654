//! Plays a match, and tries again if bout or the machine fails.

use std::time::Duration;

use game::{NamedLists, Void};

use crate::{Budgeted, Finished, MatchError, MatchRunner, PlayerFactory};

/// The most attempts at a match before it stays void.
pub const MAX_ATTEMPTS: u32 = 3;

/// How much of a finished match is kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Detail {
    /// Outcome, answers and digest.
    Result,
    /// Also the state hash at the end: all that a record holds.
    Record,
}

/// How matches are played: with which players, within which limits, and what is kept.
#[derive(Clone, Copy)]
pub struct Conditions<'a> {
    /// Makes the players of each match.
    pub factory: &'a dyn PlayerFactory,
    /// The processor time that the foreign code of a program may use in a match.
    pub match_budget: Option<Duration>,
    /// How much of each match is kept.
    pub detail: Detail,
    /// Returns true when the match should stop.
    pub stop: &'a (dyn Fn() -> bool + Sync),
}

/// The result of work that is tried again as long as it is void.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Attempted<T> {
    /// How many attempts were void.
    pub void_attempts: u32,
    /// The result of the last attempt, or why it stayed void.
    pub result: Result<T, Void>,
}

/// Plays the match with this setup on `runner`. `seed` is the match's own.
///
/// # Errors
/// If the setup is not legal, or if `conditions.stop` returned true. A match that stays void is not an error: its
/// result says why.
pub fn play_match(
    runner: &mut MatchRunner,
    setup: &NamedLists,
    seed: u64,
    conditions: &Conditions,
) -> Result<Attempted<Finished>, MatchError> {
    attempt_until_valid(conditions.stop, |attempt| {
        let mut players = conditions.factory.players_for_attempt(runner.lineup(), seed, attempt)?;
        if let Some(budget) = conditions.match_budget {
            players = Box::new(Budgeted::new(players, budget));
        }
        let mut finished = runner.play(setup, players.as_mut(), conditions.stop)?;
        if conditions.detail == Detail::Record {
            finished.state_hash = runner.state_hash();
        }
        Ok(finished)
    })
}

/// Calls `attempt` with 1, 2, … until it is not void, at most [`MAX_ATTEMPTS`] times.
///
/// # Errors
/// If an attempt fails in any other way, or if `stop` returned true.
pub fn attempt_until_valid<T>(
    stop: &dyn Fn() -> bool,
    mut attempt: impl FnMut(u32) -> Result<T, MatchError>,
) -> Result<Attempted<T>, MatchError> {
    let mut void_attempts = 0;
    loop {
        if stop() {
            return Err(MatchError::Stopped);
        }
        match attempt(void_attempts + 1) {
            Ok(finished) => return Ok(Attempted { void_attempts, result: Ok(finished) }),
            Err(MatchError::Void(void)) => {
                void_attempts += 1;
                if void_attempts == MAX_ATTEMPTS {
                    return Ok(Attempted { void_attempts, result: Err(void) });
                }
            }
            Err(error) => return Err(error),
        }
    }
}

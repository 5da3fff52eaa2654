//! Programs that play alike, although they are written differently.
//!
//! Every program plays the same fixed list of [`SETUPS`] setups. Its actions in a setup are what others can see of it: what it
//! writes and how far from its previous write, or what it answers. The time of an action does not count, nor do the program's
//! names and its own text. So other names, or code that does nothing, change no action. Rows of [`ROW`] actions are compared as
//! Broder compares rows of tokens ([`similarity`](crate::similarity)). A person must judge the results.

mod arrays;
mod boards;
mod memory;
mod pairs;
mod ring;

use std::collections::BTreeSet;

use game::{Digest, NamedLists, Participant, Rules};
use games::RegisteredGame;
use referee::Lineup;
use serde::{Deserialize, Serialize};

use crate::program_file::ProgramFile;
use crate::{Client, Failure};

pub use pairs::{Candidate, MIN_BUSY, MIN_VARIETY, NAMED_FROM, SimilarPlay, similar_play};

/// The number of setups that every program plays.
pub const SETUPS: usize = 24;

/// The number of actions in a row. A row is compared as a whole.
pub const ROW: usize = 3;

/// The number of actions that count in a setup: the first ones.
const MAX_ACTIONS: usize = 48;

/// Two programs do the same in a setup if the resemblance of their actions is at least this.
const SAME_FROM: f64 = 0.8;

/// Raised when the format of stored actions changes.
const FORM: u32 = 1;

/// The seed of the setups.
const SEED: u64 = 0x0062_6f75_7400;

/// What a program does in each setup of the list.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Behaviour {
    /// The hashes of the rows of actions in each setup; empty if the program does nothing there, or nothing that can be compared.
    setups: Vec<BTreeSet<u32>>,
}

/// What two programs do alike.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Agreement {
    /// The setups in which both do the same.
    pub same: usize,
    /// The setups in which at least one of the two does something.
    pub of: usize,
}

impl Behaviour {
    /// Returns the behaviour with these actions in the setups.
    fn of_actions(setups: impl IntoIterator<Item = Vec<Vec<u8>>>) -> Self {
        Self { setups: setups.into_iter().map(|actions| rows(&actions)).collect() }
    }

    /// Returns true if it covers all setups of the list.
    #[must_use]
    pub fn is_whole(&self) -> bool {
        self.setups.len() == SETUPS
    }

    /// Returns the number of setups in which the program does something.
    #[must_use]
    pub fn busy(&self) -> usize {
        self.setups.iter().filter(|rows| !rows.is_empty()).count()
    }

    /// Returns the number of different rows of actions, over all setups.
    #[must_use]
    pub fn variety(&self) -> usize {
        self.setups.iter().flatten().collect::<BTreeSet<_>>().len()
    }

    /// Compares two programs.
    #[must_use]
    pub fn agreement(&self, other: &Self) -> Agreement {
        let pairs = || self.setups.iter().zip(&other.setups);
        Agreement {
            same: pairs().filter(|(one, two)| resemblance(one, two) >= SAME_FROM).count(),
            of: pairs().filter(|(one, two)| !one.is_empty() || !two.is_empty()).count(),
        }
    }
}

impl Agreement {
    /// Returns the share of the setups in which both do the same, from 0 to 1.
    #[must_use]
    #[expect(clippy::cast_precision_loss, reason = "there are few setups")]
    pub fn share(self) -> f64 {
        if self.of == 0 { 0.0 } else { self.same as f64 / self.of as f64 }
    }
}

/// Returns the digest of a game's list of setups and of the format of stored actions. A behaviour is valid for one list only.
#[must_use]
pub fn list(game: &dyn RegisteredGame) -> Digest {
    let setups = match game.info().name {
        "crash" => memory::description(),
        "esowar" => ring::description(),
        "snakes" => boards::description(game),
        "perlwar" => arrays::description(),
        other => other.to_owned(),
    };
    let rules = game.info().rules_version;
    Digest::of(format!("{FORM} {ROW} {MAX_ACTIONS} {rules} {setups}").as_bytes())
}

/// Lets a program play the list of setups of its game. This runs foreign code, so it is for workers.
///
/// A program of a game without a list, or with errors, does nothing.
pub fn of(file: &ProgramFile, client: &Client) -> Result<Behaviour, Failure> {
    let nothing = || Behaviour::of_actions(vec![Vec::new(); SETUPS]);
    let Some(program) = file.game.read(&file.bytes).program else { return Ok(nothing()) };
    match file.game.info().name {
        "crash" => memory::play(file.game, &program, client),
        "esowar" => ring::play(file.game, &program, client),
        "snakes" => boards::play(file, &program, client),
        "perlwar" => arrays::play(file, &program, client),
        _ => Ok(nothing()),
    }
}

/// Returns the hashes of the rows of actions; none if there are not enough actions for a row.
fn rows(actions: &[Vec<u8>]) -> BTreeSet<u32> {
    actions.windows(ROW).map(hash).collect()
}

fn hash(row: &[Vec<u8>]) -> u32 {
    let mut bytes = Vec::new();
    for action in row {
        bytes.extend(u32::try_from(action.len()).unwrap_or(u32::MAX).to_le_bytes());
        bytes.extend(action);
    }
    let [a, b, c, d, ..] = *Digest::of(&bytes).as_bytes();
    u32::from_le_bytes([a, b, c, d])
}

#[expect(clippy::cast_precision_loss, reason = "a setup has few rows")]
fn resemblance(one: &BTreeSet<u32>, two: &BTreeSet<u32>) -> f64 {
    let shared = one.intersection(two).count();
    let all = one.len() + two.len() - shared;
    if all == 0 { 0.0 } else { shared as f64 / all as f64 }
}

/// Returns a lineup of a program and another one beside it, which disturbs nobody.
fn lineup<'g>(
    game: &'g dyn RegisteredGame,
    program: &Participant,
    beside: Participant,
) -> Result<Lineup<'g>, Failure> {
    let failed = |error: &dyn std::fmt::Display| Failure::Machine(error.to_string());
    Lineup::new(game, vec![program.clone(), beside], &Rules::new()).map_err(|error| failed(&error))
}

/// Returns the program with this text.
fn fixed_program(game: &dyn RegisteredGame, text: &str) -> Participant {
    game.read(text.as_bytes()).program.expect("the fixed programs are legal, as a test shows")
}

/// Returns a setup in which programs start here.
fn starts(start: [u64; 2]) -> NamedLists {
    NamedLists::default().with("start", start.to_vec())
}

fn stopped() -> Failure {
    Failure::Interrupted("while a program played the setups for fair play".into())
}

#[cfg(test)]
mod tests;

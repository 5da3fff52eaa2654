//! The one interface below contests: games are ordered, and their results come.

use std::sync::Arc;

use jobs::{PieceError, Plan, PlayContext, PlayedPiece};
use tournament::Encounter;

use crate::{Terms, Work};

/// How a program reaches other machines.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Travel {
    /// Once, for all games: the machines remember it.
    Once,
    /// With every batch of its games: there are few games, and nobody remembers it.
    WithGames,
}

/// The sources of programs.
pub trait Sources: Sync {
    /// The source of the entrant with this number.
    fn source(&self, entrant: usize) -> &[u8];

    /// Returns how the program of this entrant reaches other machines.
    fn travel(&self, _entrant: usize) -> Travel {
        Travel::Once
    }
}

/// What the answers of foreign code depend on: compilers and interpreters by name.
pub type Tools = Vec<(String, String)>;

/// The part of an order that is played in one environment.
#[derive(Debug, Clone)]
pub struct Part {
    /// What every result depends on besides programs and games.
    pub terms: Arc<Terms>,
    /// Whether this machine has the environment.
    pub is_of_here: bool,
}

/// Games of a round that are still to be played.
pub struct Order<'a, E> {
    /// What is to do with the numbers of the games.
    pub work: Work,
    /// The parts, which differ in their environments. Few orders have more than one.
    pub parts: &'a [Part],
    /// The number of the part that an encounter of the round belongs to.
    pub part_of: &'a (dyn Fn(usize) -> usize + Sync),
    /// Game, programs and conditions.
    pub context: &'a PlayContext<'a, E>,
    /// The sources of the programs.
    pub sources: &'a dyn Sources,
    /// The encounters of the round.
    pub round: &'a [Encounter],
    /// The games.
    pub plan: &'a Plan,
    /// On how many threads this machine plays.
    pub threads: usize,
}

/// Takes results.
pub trait Ledger<E> {
    /// Takes the results of some games, and keeps them soon. `worker` names the machine that played them, if it was
    /// not this one.
    ///
    /// # Errors
    /// If they cannot be kept; this ends the order.
    fn take(&mut self, played: PlayedPiece, worker: Option<&str>) -> Result<(), E>;

    /// Returns when everything that was taken is kept.
    ///
    /// # Errors
    /// If it cannot be kept.
    fn save(&mut self) -> Result<(), E>;

    /// A sentence for people.
    fn note(&self, line: &str);
}

/// How an order ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Ended {
    /// All pieces of the plan were taken. Games of pieces that took long may be left, as in [`jobs::Worker::play`].
    Complete,
    /// Somebody wanted to stop.
    Stopped,
    /// A worker gave a false result. Everything that was taken from it must be played again.
    Distrusted {
        /// The name of the worker, as in [`Ledger::take`].
        worker: String,
    },
}

/// Why an order was not carried out. What was taken before is kept.
#[derive(Debug)]
pub enum DispatchError<E> {
    /// A piece of work failed.
    Piece(PieceError<E>),
    /// The ledger failed.
    Ledger(E),
    /// The machines elsewhere cannot be reached, which may pass: a sentence that says why.
    Unreachable(String),
    /// The machines elsewhere cannot play: a sentence that says what to do.
    Elsewhere(String),
}

/// Plays the games of orders.
pub trait Dispatcher<E>: Sync {
    /// Whether other machines play, so that a better use of the threads here is of no use.
    fn is_elsewhere(&self) -> bool {
        false
    }

    /// Returns the environments that other machines have for a game. It waits until these are enough, or until all machines
    /// had time to say what they have.
    fn environments(&self, _game: &str, _are_enough: &dyn Fn(&[Tools]) -> bool) -> Vec<Tools> {
        Vec::new()
    }

    /// Plays the games of an order, and passes every result to `ledger` once. No result depends on who plays, and no
    /// ledger may depend on the order in which results come.
    ///
    /// # Errors
    /// If a piece fails, the ledger does, or nobody can play.
    fn play(&self, order: &Order<'_, E>, ledger: &mut dyn Ledger<E>) -> Result<Ended, DispatchError<E>>;
}

//! The only interface below contests: a contest orders games, and receives their results.

use std::sync::Arc;

use jobs::{PieceError, Plan, PlayContext, PlayedPiece};
use tournament::Encounter;

use crate::{Terms, Work};

/// How a program reaches other machines.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Travel {
    /// Once, for all games: the machines remember it.
    Once,
    /// With every batch of its games: there are few games, and the machines do not remember it.
    WithGames,
}

/// The sources of programs.
pub trait Sources: Sync {
    /// Returns the source of the entrant with this number.
    fn source(&self, entrant: usize) -> &[u8];

    /// Returns how the program of this entrant travels to other machines.
    fn travel(&self, _entrant: usize) -> Travel {
        Travel::Once
    }
}

/// The compilers and interpreters by name. The answers of foreign code depend on them.
pub type Tools = Vec<(String, String)>;

/// The part of an order that is played in one environment.
#[derive(Debug, Clone)]
pub struct Part {
    /// Everything that all results depend on besides programs and games.
    pub terms: Arc<Terms>,
    /// Whether this machine has the environment.
    pub is_of_here: bool,
}

/// The games of a round that are still to be played.
pub struct Order<'a, E> {
    /// The kind of work that the numbers of the games mean.
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
    /// The number of threads on which this machine plays.
    pub threads: usize,
}

/// Takes results.
pub trait Ledger<E> {
    /// Takes the results of some games, and soon stores them. `worker` names the machine that played them, unless it was
    /// this one.
    ///
    /// # Errors
    /// If they cannot be stored; this ends the order.
    fn take(&mut self, played: PlayedPiece, worker: Option<&str>) -> Result<(), E>;

    /// Returns once everything that was taken is stored.
    ///
    /// # Errors
    /// If it cannot be stored.
    fn save(&mut self) -> Result<(), E>;

    /// Passes on a sentence for people.
    fn note(&self, line: &str);
}

/// How an order ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Ended {
    /// All pieces of the plan were taken. Some games of slow pieces may be left, as in [`jobs::Worker::play`].
    Complete,
    /// Somebody stopped it.
    Stopped,
    /// A worker gave a false result. All games whose results were taken from it must be played again.
    Distrusted {
        /// The name of the worker, as in [`Ledger::take`].
        worker: String,
    },
}

/// The reason why an order was not carried out. Results that were taken before are kept.
#[derive(Debug)]
pub enum DispatchError<E> {
    /// A piece of work failed.
    Piece(PieceError<E>),
    /// The ledger failed.
    Ledger(E),
    /// The machines elsewhere cannot be reached, perhaps only for a while: a sentence that says why.
    Unreachable(String),
    /// The machines elsewhere cannot play: a sentence that says what to do.
    Elsewhere(String),
}

/// Plays the games of orders.
pub trait Dispatcher<E>: Sync {
    /// Returns whether other machines play. If so, a better use of the threads here is useless.
    fn is_elsewhere(&self) -> bool {
        false
    }

    /// Returns the environments that other machines have for a game. It waits until these are enough, or until all machines
    /// have had time to report theirs.
    fn environments(&self, _game: &str, _are_enough: &dyn Fn(&[Tools]) -> bool) -> Vec<Tools> {
        Vec::new()
    }

    /// Plays the games of an order, and passes every result to `ledger` once. No result depends on the machine that plays, and
    /// no ledger may depend on the order in which results arrive.
    ///
    /// # Errors
    /// If a piece or the ledger fails, or no machine can play.
    fn play(&self, order: &Order<'_, E>, ledger: &mut dyn Ledger<E>) -> Result<Ended, DispatchError<E>>;
}

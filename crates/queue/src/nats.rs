//! Plays on machines elsewhere: the coordinator of a contest.

use std::collections::{HashMap, HashSet};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use dispatch::{DispatchError, Dispatcher, Ended, Ledger, Order, Tools, Work};
use game::Digest;

use crate::audit::AuditPlan;
use crate::batches::Pace;
use crate::connection::Connection;
use crate::coordinator::Coordinator;
use crate::environments::{environments_of, wait_for_environments};
use crate::relay::{Ask, Relayed};
use crate::seen::Seen;
use crate::subjects::short;
use crate::transport::Transport;
use crate::{Address, QueueError};

/// How a contest is played over a queue.
#[derive(Debug, Clone)]
pub struct NatsOptions {
    /// The address of the queue.
    pub address: Address,
    /// The identity of the contest and its database: equal for every command that continues the contest, and different for every
    /// other contest.
    pub contest: Digest,
    /// How batches are made and checked.
    pub style: BatchStyle,
}

/// How batches are made, and how their reports are checked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BatchStyle {
    /// How many games of a report are played again here.
    pub audited_games: u32,
    /// How long a batch should take on one thread.
    pub time: Duration,
}

impl Default for BatchStyle {
    fn default() -> Self {
        Self { audited_games: 1, time: Duration::from_secs(2) }
    }
}

/// Machines that pull batches from a queue.
pub struct Nats {
    pub(crate) transport: Box<dyn Transport>,
    pub(crate) style: BatchStyle,
    session: Mutex<Session>,
}

/// The state that lasts from one order to the next.
#[derive(Default)]
pub(crate) struct Session {
    /// The times of games, and of parts of a census.
    pub(crate) games_pace: Pace,
    pub(crate) setups_pace: Pace,
    pub(crate) seen: Seen,
    pub(crate) audit: AuditPlan,
    /// The programs that are in the bucket.
    pub(crate) programs: HashSet<Digest>,
    /// Workers that gave a false result, and why it is false.
    pub(crate) dismissed: HashMap<String, String>,
    /// Whether the queue knows that this is the only coordinator.
    has_line: bool,
    /// Whether reports of an earlier coordinator were taken.
    pub(crate) has_begun: bool,
    /// The messages about workers that people have already seen.
    pub(crate) said: HashSet<String>,
}

impl Session {
    pub(crate) const fn pace(&mut self, work: Work) -> &mut Pace {
        match work {
            Work::Games => &mut self.games_pace,
            Work::Setups => &mut self.setups_pace,
        }
    }
}

impl Nats {
    /// Connects to the queue.
    ///
    /// # Errors
    /// If the server does not answer, refuses, or another coordinator plays this contest.
    pub fn connect(options: &NatsOptions) -> Result<Self, QueueError> {
        let connection = Connection::open(&options.address, &short(options.contest))?;
        Ok(Self::over(Box::new(connection), options.style))
    }

    /// Uses the connection of another process, which has a [`Relay`](crate::Relay) for the contest. It sends no request
    /// until there are games to play.
    #[must_use]
    pub fn relayed(ask: Ask, style: BatchStyle) -> Self {
        Self::over(Box::new(Relayed(ask)), style)
    }

    fn over(transport: Box<dyn Transport>, style: BatchStyle) -> Self {
        Self { transport, style, session: Mutex::default() }
    }

    /// Removes everything that the contest has left in the queue, once it is over.
    pub fn finish(&self) {
        let session = self.session.lock().unwrap_or_else(PoisonError::into_inner);
        if session.has_line {
            // Objects that stay are removed when they are old enough.
            let _ = self.transport.finish();
        }
    }
}

impl<E: Send> Dispatcher<E> for Nats {
    fn is_elsewhere(&self) -> bool {
        true
    }

    fn environments(&self, game: &str, are_enough: &dyn Fn(&[Tools]) -> bool) -> Vec<Tools> {
        wait_for_environments(are_enough, || {
            // A queue that does not answer becomes an error once there are games to play.
            environments_of(&self.transport.workers().unwrap_or_default(), game)
        })
    }

    fn play(&self, order: &Order<'_, E>, ledger: &mut dyn Ledger<E>) -> Result<Ended, DispatchError<E>> {
        let mut session = self.session.lock().unwrap_or_else(PoisonError::into_inner);
        if !session.has_line {
            self.transport.begin().map_err(DispatchError::Unreachable)?;
            session.has_line = true;
        }
        Coordinator::new(self, order, ledger, &mut session).play()
    }
}

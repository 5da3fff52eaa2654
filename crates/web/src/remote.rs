//! Lets other machines play the games of hills and finals, through a queue.
//!
//! Only the server is connected to the queue. An isolated worker sends requests to the server over
//! its standard output, and gets the answers over its standard input. So the worker needs neither a
//! network nor the secrets of the queue, and the server parses neither programs nor results.

use std::io;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use contests::Failure;
use dispatch::{Dispatcher, environment_name};

use crate::config::QueueSettings;
use crate::orders::Order;
use crate::statistics::{Machines, RemoteContest, RemoteWorker};
use crate::worker_questions::{Recipient, ask};

/// The interval for checking whether the site is to stop.
const LOOK_INTERVAL: Duration = Duration::from_millis(100);

/// The pause between two queries of the status.
const BETWEEN_LOOKS: Duration = Duration::from_secs(5);

/// The queue of a site.
pub(crate) struct SiteQueue {
    address: queue::Address,
    audited_games: u32,
    /// The latest known status.
    machines: Mutex<Machines>,
}

impl SiteQueue {
    /// Creates the queue from the settings of the site in this folder.
    pub(crate) fn new(settings: &QueueSettings, folder: &Path) -> Self {
        let path = |file: &Option<std::path::PathBuf>| file.as_ref().map(|file| folder.join(file));
        Self {
            address: queue::Address {
                url: settings.address.clone(),
                token: path(&settings.token_file),
                nkey: path(&settings.nkey_file),
                authority: path(&settings.ca_file),
                certificate: path(&settings.certificate_file).zip(path(&settings.key_file)),
            },
            audited_games: settings.audit,
            machines: Mutex::default(),
        }
    }

    /// Returns the latest known status.
    pub(crate) fn machines(&self) -> Machines {
        self.machines.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Queries the status regularly until `stop` returns true.
    pub(crate) fn watch(&self, stop: fn() -> bool) {
        while !stop() {
            let found = queue::status(&self.address);
            let machines = found.map_or_else(
                |error| Machines { trouble: Some(error.to_string()), ..Machines::default() },
                machines,
            );
            *self.machines.lock().unwrap_or_else(PoisonError::into_inner) = machines;
            let start = Instant::now();
            while !stop() && start.elapsed() < BETWEEN_LOOKS {
                std::thread::sleep(LOOK_INTERVAL);
            }
        }
    }

    /// Returns how many games of each report are audited; `None` for orders that other machines do
    /// not play.
    pub(crate) const fn audited_games(&self, order: &Order) -> Option<u32> {
        match order {
            Order::Play { .. } | Order::Renew { .. } | Order::Challenge { .. } | Order::Final { .. } => {
                Some(self.audited_games)
            }
            _ => None,
        }
    }
}

fn machines(queue::QueueStatus { contests, workers }: queue::QueueStatus) -> Machines {
    let contest = |one: queue::ContestStatus| RemoteContest {
        contest: one.contest,
        game: one.game,
        environment: (!one.environment.is_empty()).then(|| environment_name(&one.environment)),
        batches: one.batches,
        able_workers: one.able_workers,
    };
    let worker = |one: queue::Presence| RemoteWorker {
        matches_per_second: one.matches / one.seconds.max(1),
        name: one.worker,
        version: one.version,
        threads: one.threads,
        playing: one.playing,
        batches: one.batches,
        matches: one.matches,
    };
    Machines {
        trouble: None,
        contests: contests.into_iter().map(contest).collect(),
        workers: workers.into_iter().map(worker).collect(),
    }
}

/// The server's side of the connection to the queue for one order.
pub(crate) struct RequestConnection {
    queue: Option<Arc<SiteQueue>>,
    folder: std::path::PathBuf,
    relay: Option<queue::Relay>,
}

impl RequestConnection {
    /// Prepares the connection for an order. It is opened when the worker first asks.
    pub(crate) fn new(queue: Option<&Arc<SiteQueue>>, order: &Order) -> Self {
        let folder = order.folders().next().unwrap_or(Path::new("")).to_owned();
        Self { queue: queue.cloned(), folder, relay: None }
    }

    /// Answers a request of the worker.
    pub(crate) fn answer(&mut self, request: &[u8]) -> io::Result<Vec<u8>> {
        let queue = self.queue.as_ref().ok_or_else(|| io::Error::other("the site has no queue"))?;
        let relay = match self.relay.take() {
            Some(relay) => relay,
            None => queue::Relay::new(queue.address.clone(), queue::contest_in(&self.folder, "hill")?),
        };
        Ok(self.relay.insert(relay).answer(request))
    }
}

/// Returns the dispatcher with which a worker plays the games of an order. Once `stop` returns
/// true, it no longer waits for the server.
pub(crate) fn dispatcher(
    audited_games: Option<u32>,
    stop: impl Fn() -> bool + Send + Sync + 'static,
) -> Arc<dyn Dispatcher<Failure> + Send> {
    match audited_games {
        None => Arc::new(dispatch::Local),
        Some(audited_games) => {
            let style = queue::BatchStyle { audited_games, ..queue::BatchStyle::default() };
            Arc::new(queue::Nats::relayed(
                Box::new(move |request| ask(Recipient::Queue, &request, &stop)),
                style,
            ))
        }
    }
}

//! Machines elsewhere play the games of hills and finals: over a queue.
//!
//! The server has the connection. A worker that is isolated asks it, through its standard output, and the server answers
//! through its standard input. So the worker needs no network and no secret of the queue, and the server reads neither
//! programs nor results.

use std::io;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use contests::Failure;
use dispatch::{Dispatcher, environment_name};

use crate::asking::{Whom, ask};
use crate::config::QueueSettings;
use crate::orders::Order;
use crate::statistics::{DistantContest, DistantWorker, Machines};

/// The interval for checking whether the site is to stop.
const LOOK_INTERVAL: Duration = Duration::from_millis(100);

/// The pause between two looks at who is there.
const BETWEEN_LOOKS: Duration = Duration::from_secs(5);

/// The queue of a site.
pub(crate) struct SiteQueue {
    address: queue::Address,
    audited_games: u32,
    /// What was there a short time ago.
    machines: Mutex<Machines>,
}

impl SiteQueue {
    /// The queue in the settings of the site in this folder.
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

    /// What was there a short time ago.
    pub(crate) fn machines(&self) -> Machines {
        self.machines.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Looks who is there, until `stop` returns true.
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

    /// How many games of a report are audited; `None` for orders whose games are not played elsewhere.
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
    let contest = |one: queue::ContestStatus| DistantContest {
        contest: one.contest,
        game: one.game,
        environment: (!one.environment.is_empty()).then(|| environment_name(&one.environment)),
        batches: one.batches,
        able_workers: one.able_workers,
    };
    let worker = |one: queue::Presence| DistantWorker {
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

/// The server's end of a connection for one order.
pub(crate) struct OrderLine {
    queue: Option<Arc<SiteQueue>>,
    folder: std::path::PathBuf,
    relay: Option<queue::Relay>,
}

impl OrderLine {
    /// The connection for an order; it is made when the worker asks for the first time.
    pub(crate) fn new(queue: Option<&Arc<SiteQueue>>, order: &Order) -> Self {
        let folder = order.folders().next().unwrap_or(Path::new("")).to_owned();
        Self { queue: queue.cloned(), folder, relay: None }
    }

    /// Answers a worker.
    pub(crate) fn answer(&mut self, request: &[u8]) -> io::Result<Vec<u8>> {
        let queue = self.queue.as_ref().ok_or_else(|| io::Error::other("the site has no queue"))?;
        let relay = match self.relay.take() {
            Some(relay) => relay,
            None => queue::Relay::new(queue.address.clone(), queue::contest_in(&self.folder, "hill")?),
        };
        Ok(self.relay.insert(relay).answer(request))
    }
}

/// Returns who plays the games of an order, in a worker. `stop` ends waiting for the server.
pub(crate) fn dispatcher(
    audited_games: Option<u32>,
    stop: impl Fn() -> bool + Send + Sync + 'static,
) -> Arc<dyn Dispatcher<Failure> + Send> {
    match audited_games {
        None => Arc::new(dispatch::Local),
        Some(audited_games) => {
            let style = queue::BatchStyle { audited_games, ..queue::BatchStyle::default() };
            Arc::new(queue::Nats::relayed(Box::new(move |request| ask(Whom::Queue, &request, &stop)), style))
        }
    }
}

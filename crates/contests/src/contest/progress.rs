//! Tells the client about the progress of a contest.

use std::cell::Cell;
use std::time::{Duration, Instant};

use crate::{Client, ContestEvent};

/// The interval between updates of values that take time to compute.
const INTERVAL: Duration = Duration::from_millis(500);

/// The progress of one task.
pub(super) struct Progress<'a> {
    client: &'a Client,
    total: u64,
    done: Cell<u64>,
    last_leader: Cell<Instant>,
    last_time_left: Cell<Instant>,
}

impl<'a> Progress<'a> {
    /// Tells the client that a task of at least `total` matches begins.
    pub(super) fn start(client: &'a Client, task: &str, total: u64) -> Self {
        client.tell(ContestEvent::Started { task, unit: "matches", total });
        let now = Instant::now();
        Self {
            client,
            total,
            done: Cell::new(0),
            last_leader: Cell::new(now),
            last_time_left: Cell::new(now),
        }
    }

    /// Adds matches to those that are done.
    pub(super) fn advance(&self, matches: u64) {
        self.done.set(self.done.get() + matches);
        self.client.tell(ContestEvent::Advanced(matches));
    }

    /// Adds matches that were played to those that are done.
    pub(super) fn played(&self, matches: u64) {
        self.client.tell(ContestEvent::Played(matches));
        self.advance(matches);
    }

    /// Tells the client the leader. `leader` is called only occasionally.
    pub(super) fn leader(&self, leader: impl FnOnce() -> String) {
        if self.last_leader.get().elapsed() >= INTERVAL {
            self.client.tell(ContestEvent::Leader(&leader()));
            self.last_leader.set(Instant::now());
        }
    }

    /// Tells the client a better estimate of the remaining time than the number of matches gives. `left` is called only
    /// occasionally, with the number of matches left.
    pub(super) fn time_left(&self, left: impl FnOnce(u64) -> Option<Duration>) {
        if self.last_time_left.get().elapsed() >= INTERVAL {
            let not_done = self.total.saturating_sub(self.done.get());
            self.client.tell(ContestEvent::TimeLeft(left(not_done)));
            self.last_time_left.set(Instant::now());
        }
    }

    /// Tells the client that the task is over, or was stopped.
    pub(super) fn finish(&self) {
        self.client.tell(ContestEvent::Finished);
    }
}

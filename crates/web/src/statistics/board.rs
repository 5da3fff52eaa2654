//! What each worker does, and how many were lost.

use std::collections::{BTreeMap, VecDeque};
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::Disk;
use crate::launcher::WorkerFeature;

/// The seconds of an hour.
const HOUR_S: u64 = 3600;

/// The lost workers of one role that are remembered. More are more than any bound.
const MAX_LOST: usize = 65_536;

/// What hosts see of workers, and of what the site measures from time to time.
#[derive(Default)]
pub(crate) struct WorkerBoard(Mutex<Board>);

#[derive(Default)]
struct Board {
    isolation: Vec<WorkerFeature>,
    disk: Disk,
    webhook_failures: u64,
    last_webhook_failure: Option<(u64, String)>,
    workers: BTreeMap<&'static str, Entry>,
}

#[derive(Default)]
struct Entry {
    is_running: bool,
    /// What it does, and since when.
    doing: Option<(String, u64)>,
    started: u64,
    /// When workers were lost, within the last hour.
    lost_s: VecDeque<u64>,
    lost: u64,
    last_loss: Option<(u64, String)>,
}

/// A worker, or the place of one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct WorkerLine {
    /// What it is for.
    pub(crate) role: &'static str,
    /// True if its process runs.
    pub(crate) is_running: bool,
    /// What it does, and since when, in seconds since 1970.
    pub(crate) doing: Option<(String, u64)>,
    /// How many processes were started since the site started.
    pub(crate) started: u64,
    /// How many of them were lost: they ended, gave no sign, or could not be started.
    pub(crate) lost: u64,
    /// When the last one was lost, and why.
    pub(crate) last_loss: Option<(u64, String)>,
}

impl WorkerBoard {
    fn board(&self) -> MutexGuard<'_, Board> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Keeps which isolation features workers have.
    pub(crate) fn note_isolation(&self, isolation: Vec<WorkerFeature>) {
        self.board().isolation = isolation;
    }

    /// Keeps how much room the site takes.
    pub(crate) fn note_disk(&self, disk: Disk) {
        self.board().disk = disk;
    }

    /// Returns how much room the site took a short time ago.
    pub(crate) fn disk(&self) -> Disk {
        self.board().disk
    }

    /// A receiver of webhooks was not reached.
    pub(crate) fn webhook_failed(&self, why: &str, now_s: u64) {
        let mut board = self.board();
        board.webhook_failures += 1;
        board.last_webhook_failure = Some((now_s, why.to_owned()));
    }

    /// Returns how often receivers of webhooks were not reached, and the last time.
    pub(crate) fn webhook_failures(&self) -> (u64, Option<(u64, String)>) {
        let board = self.board();
        (board.webhook_failures, board.last_webhook_failure.clone())
    }

    /// A worker was started.
    pub(crate) fn started(&self, role: &'static str) {
        let mut board = self.board();
        let entry = board.workers.entry(role).or_default();
        entry.is_running = true;
        entry.started += 1;
    }

    /// A worker begins an order.
    pub(crate) fn begins(&self, role: &'static str, what: String, now_s: u64) {
        self.board().workers.entry(role).or_default().doing = Some((what, now_s));
    }

    /// A worker has carried out its order.
    pub(crate) fn ends(&self, role: &'static str) {
        self.board().workers.entry(role).or_default().doing = None;
    }

    /// A worker was lost.
    pub(crate) fn lost(&self, role: &'static str, why: &str, now_s: u64) {
        let mut board = self.board();
        let entry = board.workers.entry(role).or_default();
        (entry.is_running, entry.doing) = (false, None);
        entry.lost += 1;
        entry.last_loss = Some((now_s, why.to_owned()));
        entry.lost_s.push_back(now_s);
        while entry.lost_s.len() > MAX_LOST || entry.lost_s.front().is_some_and(|at| at + HOUR_S < now_s) {
            entry.lost_s.pop_front();
        }
    }

    /// Returns how many workers were lost within the last hour.
    pub(crate) fn lost_within_an_hour(&self, now_s: u64) -> u64 {
        let board = self.board();
        let all = board.workers.values().flat_map(|entry| &entry.lost_s);
        all.filter(|at| **at + HOUR_S >= now_s).count() as u64
    }

    /// Returns all workers, by role.
    pub(crate) fn workers(&self) -> Vec<WorkerLine> {
        let board = self.board();
        let line = |(role, entry): (&&'static str, &Entry)| WorkerLine {
            role,
            is_running: entry.is_running,
            doing: entry.doing.clone(),
            started: entry.started,
            lost: entry.lost,
            last_loss: entry.last_loss.clone(),
        };
        board.workers.iter().map(line).collect()
    }

    /// Returns the isolation features of workers.
    pub(crate) fn isolation(&self) -> Vec<WorkerFeature> {
        self.board().isolation.clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn losses_count_for_an_hour() {
        let board = WorkerBoard::default();
        board.started("hills");
        board.begins("hills", "plays".into(), 10);
        assert_eq!(board.workers()[0].doing, Some(("plays".into(), 10)));
        board.lost("hills", "it has ended", 20);
        board.lost("wars", "it has ended", 3000);
        assert_eq!(board.lost_within_an_hour(3000), 2);
        assert_eq!(board.lost_within_an_hour(20 + HOUR_S), 2);
        assert_eq!(board.lost_within_an_hour(21 + HOUR_S), 1);
        board.lost("hills", "again", 9000);
        assert_eq!(board.lost_within_an_hour(9000), 1);
        let line = &board.workers()[0];
        assert_eq!((line.started, line.lost, line.is_running, &line.doing), (1, 2, false, &None));
        assert_eq!(line.last_loss, Some((9000, "again".into())));
    }
}

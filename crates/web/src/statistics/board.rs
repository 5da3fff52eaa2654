//! The current work of each worker, and how many workers were lost.

use std::collections::{BTreeMap, VecDeque};
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::Disk;
use crate::launcher::WorkerFeature;

/// The number of seconds per hour.
const HOUR_S: u64 = 3600;

/// The most losses per role that are kept. Every useful alert limit is far lower.
const MAX_LOST: usize = 65_536;

/// The state of workers that hosts see, and the latest measurements of the site.
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
    /// The current work and its start time.
    doing: Option<(String, u64)>,
    started: u64,
    /// The times of losses within the last hour.
    lost_s: VecDeque<u64>,
    lost: u64,
    last_loss: Option<(u64, String)>,
}

/// The state of the worker of a role, whether it is running or not.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct WorkerLine {
    /// The role of the worker.
    pub(crate) role: &'static str,
    /// True if its process is running.
    pub(crate) is_running: bool,
    /// The current work, and its start time in seconds since 1970.
    pub(crate) doing: Option<(String, u64)>,
    /// The number of processes started since the site started.
    pub(crate) started: u64,
    /// The number of processes that were lost: they ended, sent no sign of life, or could not be started.
    pub(crate) lost: u64,
    /// The time and reason of the last loss.
    pub(crate) last_loss: Option<(u64, String)>,
}

impl WorkerBoard {
    fn board(&self) -> MutexGuard<'_, Board> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Stores the isolation features of workers.
    pub(crate) fn note_isolation(&self, isolation: Vec<WorkerFeature>) {
        self.board().isolation = isolation;
    }

    /// Stores the disk usage of the site.
    pub(crate) fn note_disk(&self, disk: Disk) {
        self.board().disk = disk;
    }

    /// Returns the last measured disk usage of the site.
    pub(crate) fn disk(&self) -> Disk {
        self.board().disk
    }

    /// Records that a webhook could not be delivered.
    pub(crate) fn webhook_failed(&self, why: &str, now_s: u64) {
        let mut board = self.board();
        board.webhook_failures += 1;
        board.last_webhook_failure = Some((now_s, why.to_owned()));
    }

    /// Returns the number of failed webhook deliveries, and the time and reason of the last one.
    pub(crate) fn webhook_failures(&self) -> (u64, Option<(u64, String)>) {
        let board = self.board();
        (board.webhook_failures, board.last_webhook_failure.clone())
    }

    /// Records that a worker was started.
    pub(crate) fn started(&self, role: &'static str) {
        let mut board = self.board();
        let entry = board.workers.entry(role).or_default();
        entry.is_running = true;
        entry.started += 1;
    }

    /// Records that a worker begins an order.
    pub(crate) fn begins(&self, role: &'static str, what: String, now_s: u64) {
        self.board().workers.entry(role).or_default().doing = Some((what, now_s));
    }

    /// Records that a worker has finished its order.
    pub(crate) fn ends(&self, role: &'static str) {
        self.board().workers.entry(role).or_default().doing = None;
    }

    /// Records that a worker was lost.
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

    /// Returns the number of workers lost within the last hour.
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

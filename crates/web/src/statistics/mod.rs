//! Statistics of a running site for its hosts: queues, workers, failures, costs and disk usage; and alerts
//! about problems.
//!
//! The statistics hold no personal data: visitors are counted but not identified.

mod alerts;
mod board;
mod disk;
mod figures;
mod machines;
mod visits;

use std::sync::Arc;
use std::time::{Duration, Instant};

pub(crate) use alerts::{AlertEvent, Alerts};
pub(crate) use board::{WorkerBoard, WorkerLine};
pub(crate) use disk::{Disk, accounts_bytes};
pub(crate) use figures::{Figures, in_bytes};
pub(crate) use machines::Machines;
#[cfg(feature = "queue")]
pub(crate) use machines::{RemoteContest, RemoteWorker};
pub(crate) use visits::Visits;

use crate::site::Site;
use crate::supervisor::TICK;
use crate::times::now;

/// The pause between two checks for alerts.
const BETWEEN_LOOKS: Duration = Duration::from_secs(2);

/// The pause between two measurements of the disk; visits are stored at the same interval.
const BETWEEN_MEASUREMENTS: Duration = Duration::from_mins(1);

/// Measures the site and checks for alerts, until `stop` returns true.
pub(crate) fn watch(site: &Arc<Site>, stop: fn() -> bool) {
    let (mut looked, mut measured): (Option<Instant>, Option<Instant>) = (None, None);
    let is_due = |last: Option<Instant>, pause| last.is_none_or(|last| last.elapsed() >= pause);
    while !stop() {
        if is_due(measured, BETWEEN_MEASUREMENTS) {
            measured = Some(Instant::now());
            site.board.note_disk(Disk::of(site));
            keep_visits(site);
        }
        if is_due(looked, BETWEEN_LOOKS) {
            looked = Some(Instant::now());
            // Only the replica that plays checks for alerts, so that hosts get each alert once.
            if site.replicas.plays() {
                alerts::look(site, now());
            }
        }
        std::thread::sleep(TICK);
    }
    keep_visits(site);
}

/// Stores the visits since the last call.
fn keep_visits(site: &Site) {
    let (visitors, requests) = site.visits.take(now());
    if requests > 0 {
        // Ignore errors: the site works without these counts.
        let _ = site.accounts.count_visits(visitors, requests, now());
    }
}

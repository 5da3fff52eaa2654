//! What hosts see of a site that runs: queues, workers, failures, costs and the disk; and alerts, when something is wrong.
//!
//! Nothing here is about a person: visitors are counted, and not known.

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

/// The pause between two looks for what is wrong.
const BETWEEN_LOOKS: Duration = Duration::from_secs(2);

/// The pause between two measurements of the disk, and between two times that visits are written down.
const BETWEEN_MEASUREMENTS: Duration = Duration::from_mins(1);

/// Measures, and looks for what is wrong, until `stop` returns true.
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
            // Hosts hear of it once.
            if site.replicas.plays() {
                alerts::look(site, now());
            }
        }
        std::thread::sleep(TICK);
    }
    keep_visits(site);
}

/// Writes down who came since the last time.
fn keep_visits(site: &Site) {
    let (visitors, requests) = site.visits.take(now());
    if requests > 0 {
        // Counts that cannot be kept are lost; the site works without.
        let _ = site.accounts.count_visits(visitors, requests, now());
    }
}

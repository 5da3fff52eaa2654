//! Supervisors send orders to worker processes and store the results.

mod hills;
mod records;
mod workers;

use std::time::{Duration, Instant};

pub(crate) use hills::play;
pub(crate) use records::make_records;
pub(crate) use workers::{OrderFailed, WorkerCommand, WorkerSlot, playable};

/// The pause after failed work, and between checks of hills' files.
pub(crate) const PAUSE: Duration = Duration::from_secs(1);

/// The interval for checking whether the site is to stop.
pub(crate) const TICK: Duration = Duration::from_millis(100);

/// The log target of supervisors' events. It is fixed, because hosts may search for it.
const LOG_TARGET: &str = "web::supervisor";

/// Waits before the next check of files; returns early if `stop` returns true.
pub(crate) fn pause(stop: fn() -> bool) {
    let start = Instant::now();
    while start.elapsed() < PAUSE && !stop() {
        std::thread::sleep(TICK);
    }
}

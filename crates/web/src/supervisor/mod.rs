//! Supervisors give worker processes orders, and take over what these have done.

mod hills;
mod records;
mod workers;

use std::time::{Duration, Instant};

pub(crate) use hills::play;
pub(crate) use records::make_records;
pub(crate) use workers::{OrderFailed, WorkerCommand, WorkerSlot, playable};

/// The pause after work that failed, and between looks at the files of hills.
pub(crate) const PAUSE: Duration = Duration::from_secs(1);

/// The interval for checking whether the site is to stop.
pub(crate) const TICK: Duration = Duration::from_millis(100);

/// Where the log says that the events of supervisors come from. Hosts may search for it.
const LOG_TARGET: &str = "web::supervisor";

/// Waits before the next look at files, until `stop` returns true.
pub(crate) fn pause(stop: fn() -> bool) {
    let start = Instant::now();
    while start.elapsed() < PAUSE && !stop() {
        std::thread::sleep(TICK);
    }
}

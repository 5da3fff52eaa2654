//! Regularly deletes old data from a running site.

use std::sync::Arc;
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use accounts::DAY_S;

use crate::site::Site;
use crate::supervisor::TICK;
use crate::times;

/// The pause between two deletions.
const PAUSE: Duration = Duration::from_hours(1);

/// Starts a thread that regularly deletes old data from the database of accounts until `stop`
/// returns true.
pub(crate) fn start(site: &Arc<Site>, stop: fn() -> bool) -> JoinHandle<()> {
    let site = Arc::clone(site);
    std::thread::spawn(move || {
        while !stop() {
            let keep_s = site.config.retention.source_days.get().saturating_mul(DAY_S);
            // A failure is ignored: the next round tries again.
            let looked = times::now();
            let _ = site.accounts.forget_old(keep_s, looked);
            let start = Instant::now();
            // Compares the time of day as well: the monotonic clock may miss that the machine was
            // suspended or that its clock was set.
            while start.elapsed() < PAUSE && times::now().abs_diff(looked) < PAUSE.as_secs() && !stop() {
                std::thread::sleep(TICK);
            }
        }
    })
}

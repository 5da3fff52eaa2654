//! What a running site forgets with time.

use std::sync::Arc;
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use accounts::DAY_S;

use crate::foreman::TICK;
use crate::site::Site;
use crate::times;

/// The pause between two looks at what is old.
const PAUSE: Duration = Duration::from_hours(1);

/// Starts a thread that forgets what is old, until `stop` returns true.
pub(crate) fn start(site: &Arc<Site>, stop: fn() -> bool) -> JoinHandle<()> {
    let site = Arc::clone(site);
    std::thread::spawn(move || {
        while !stop() {
            let keep_s = site.config.retention.source_days.get().saturating_mul(DAY_S);
            // What cannot be forgotten now is forgotten later.
            let looked = times::now();
            let _ = site.accounts.forget_old(keep_s, looked);
            let start = Instant::now();
            // A machine that sleeps, or whose clock is set, has another time of day without having waited for it.
            while start.elapsed() < PAUSE && times::now().abs_diff(looked) < PAUSE.as_secs() && !stop() {
                std::thread::sleep(TICK);
            }
        }
    })
}

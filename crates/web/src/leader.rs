//! Elects the leader: of several processes that serve a site, one plays, and another one takes over
//! when it ends.
//!
//! The leader holds a lock in `PostgreSQL`, which is released when its connection ends.
//! Then the process stops playing. One of its workers may still be running; the lock of each hill
//! prevents it from playing at the same time as the next process.

use std::sync::Arc;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;
use std::time::Duration;

use database::postgres::{ExclusiveLock, Pool};

use crate::metrics::FailureKind;
use crate::site::Site;
use crate::supervisor::{TICK, pause};

/// The pause between two checks that this process still holds the lock.
const BETWEEN_LOOKS: Duration = Duration::from_millis(500);

/// The name of the lock, which only one process at a time holds.
const PLAYING: &str = "playing";

/// Returns true if the process should stop.
static STOP: OnceLock<fn() -> bool> = OnceLock::new();

/// Whether this process is the leader.
static IS_LEADER: AtomicBool = AtomicBool::new(false);

/// Returns true if the players here should stop: the process ends, or it is no longer the leader.
fn is_over() -> bool {
    !IS_LEADER.load(Ordering::SeqCst) || STOP.get().is_some_and(|stop| stop())
}

/// Starts a thread that calls `play` whenever this process is the leader, until `stop` returns true.
pub(crate) fn start(
    site: &Arc<Site>,
    pool: Arc<Pool>,
    stop: fn() -> bool,
    play: impl Fn(fn() -> bool) -> Vec<JoinHandle<()>> + Send + 'static,
) -> JoinHandle<()> {
    STOP.get_or_init(|| stop);
    let site = Arc::clone(site);
    std::thread::spawn(move || {
        while !stop() {
            let held = site.note(FailureKind::Database, "which process plays", pool.hold(PLAYING));
            match held {
                Ok(Some(held)) => lead(&site, &held, stop, &play),
                Ok(None) | Err(_) => pause(stop),
            }
        }
    })
}

fn lead(
    site: &Site,
    held: &ExclusiveLock,
    stop: fn() -> bool,
    play: &impl Fn(fn() -> bool) -> Vec<JoinHandle<()>>,
) {
    // Queues the submissions again that were being played when an earlier process was killed.
    if site.note(FailureKind::Database, "which process plays", site.accounts.put_all_back()).is_err() {
        return;
    }
    tracing::info!("this process plays now");
    site.replicas.set_plays(true);
    IS_LEADER.store(true, Ordering::SeqCst);
    let players = play(is_over);
    while !stop() && held.is_held() {
        let mut waited = Duration::ZERO;
        while waited < BETWEEN_LOOKS && !stop() {
            std::thread::sleep(TICK);
            waited += TICK;
        }
    }
    IS_LEADER.store(false, Ordering::SeqCst);
    for player in players {
        // Ignores threads that panicked: the panic is in the log.
        let _ = player.join();
    }
    site.replicas.set_plays(false);
    tracing::info!("this process does not play any more");
}

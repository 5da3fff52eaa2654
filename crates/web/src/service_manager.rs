//! Communication with systemd: notifications of the site's status, and the socket that systemd may
//! have opened for the site.

use std::net::TcpListener;
use std::sync::Arc;
use std::time::Duration;

use contests::Failure;

use crate::site::Site;

/// The interval between two notifications of the status. A watchdog may require a shorter one.
const STATUS_EVERY: Duration = Duration::from_secs(10);

/// Returns the socket on which a service manager listens for the site; `None` without one.
#[cfg(target_os = "linux")]
pub(crate) fn socket() -> Result<Option<TcpListener>, Failure> {
    let mut passed = listenfd::ListenFd::from_env();
    match passed.len() {
        0 => return Ok(None),
        1 => {}
        many => return Err(Failure::Machine(format!("systemd passed {many} sockets, but bout serves one"))),
    }
    passed.take_tcp_listener(0).map_err(|error| {
        Failure::Machine(format!(
            "the socket of systemd cannot be used: {error}; `ListenStream` must be an address with a port"
        ))
    })
}

#[cfg(not(target_os = "linux"))]
pub(crate) fn socket() -> Result<Option<TcpListener>, Failure> {
    Ok(None)
}

/// Tells the service manager that the site is ready, and then regularly its status and that it
/// still answers. Never returns.
pub(crate) async fn keep_informed(site: Arc<Site>) {
    tell::ready(&status(&site));
    let watchdog = tell::watchdog();
    // Half of the time that the watchdog allows, as systemd's manual advises.
    let every = watchdog.map_or(STATUS_EVERY, |most| (most / 2).min(STATUS_EVERY));
    loop {
        if crate::health::is_alive(&site, every).await {
            tell::alive(&status(&site));
        } else {
            tracing::error!("the site does not answer itself; the watchdog hears nothing");
        }
        tokio::time::sleep(every).await;
    }
}

/// Tells the service manager that the site is stopping.
pub(crate) fn stopping() {
    tell::stopping();
}

/// Describes the status of the site in one line.
fn status(site: &Site) -> String {
    let hills = site.all_hills();
    let playing = hills.iter().filter(|hill| hill.progress.is_some()).count();
    let waiting: u64 = hills.iter().map(|hill| hill.waiting).sum();
    format!("{} hills, {playing} being played; {waiting} submissions unfinished", hills.len())
}

#[cfg(target_os = "linux")]
mod tell {
    use std::time::Duration;

    use sd_notify::{NotifyState, notify, watchdog_enabled};

    pub(super) fn ready(status: &str) {
        say(&[NotifyState::Ready, NotifyState::Status(status)]);
    }

    pub(super) fn alive(status: &str) {
        say(&[NotifyState::Watchdog, NotifyState::Status(status)]);
    }

    pub(super) fn stopping() {
        say(&[NotifyState::Stopping]);
    }

    pub(super) fn watchdog() -> Option<Duration> {
        watchdog_enabled()
    }

    /// Sends a notification. Does nothing without a service manager.
    fn say(states: &[NotifyState<'_>]) {
        if let Err(error) = notify(states) {
            tracing::warn!(why = error.to_string(), "systemd cannot be told how the site is");
        }
    }
}

#[cfg(not(target_os = "linux"))]
mod tell {
    use std::time::Duration;

    pub(super) const fn ready(_: &str) {}

    pub(super) const fn alive(_: &str) {}

    pub(super) const fn stopping() {}

    pub(super) const fn watchdog() -> Option<Duration> {
        None
    }
}

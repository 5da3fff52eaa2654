//! Checks whether the site is alive, and whether it can do its work.

use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use axum::extract::State;
use axum::http::StatusCode;
use axum::http::header::{CACHE_CONTROL, HeaderValue};
use axum::response::Response;
use serde_json::json;

use crate::headers::answer;
use crate::orders::Order;
use crate::site::Site;
use crate::supervisor::{WorkerCommand, WorkerSlot};

/// How long the result of a check is reused, so that requests to `/readyz` cannot make the site
/// start one process after the other.
const KEPT: Duration = Duration::from_secs(1);

/// The time limit for a check.
const MAX_CHECK: Duration = Duration::from_secs(10);

const JSON: &str = "application/json";

/// The state of the readiness check.
#[derive(Default)]
pub(crate) struct Health {
    worker: OnceLock<WorkerCommand>,
    last: Mutex<Option<(Instant, Checks)>>,
    /// Held during a check, so that one check answers all waiting requests.
    checking: tokio::sync::Mutex<()>,
}

/// What must work for the site to be ready.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Checks {
    database: bool,
    folder: bool,
    workers: bool,
}

impl Checks {
    const NOTHING: Self = Self { database: false, folder: false, workers: false };

    const fn all(self) -> [(&'static str, bool, &'static str); 3] {
        [
            ("database", self.database, "the database of accounts does not answer"),
            ("folder", self.folder, "the folder of the site cannot be written"),
            ("workers", self.workers, "no worker can be started"),
        ]
    }
}

impl Health {
    /// Sets the command that starts workers. Until then, the check of workers fails.
    pub(crate) fn set_worker(&self, worker: WorkerCommand) {
        // Later calls change nothing.
        let _ = self.worker.set(worker);
    }

    fn last(&self) -> Option<Checks> {
        let last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        last.filter(|(at, _)| at.elapsed() < KEPT).map(|(_, checks)| checks)
    }
}

/// Answers as long as the site answers at all.
pub(crate) async fn alive() -> Response {
    told(StatusCode::OK, "{\"status\":\"alive\"}\n".to_owned())
}

/// Answers with 200 if the site is ready. Otherwise, answers with 503 and what is not ready.
pub(crate) async fn ready(State(site): State<Arc<Site>>) -> Response {
    let checks = checked(&site).await;
    let missing: Vec<&str> = checks.all().iter().filter(|one| !one.1).map(|one| one.2).collect();
    let is_stopping = site.stopping.has_begun();
    let (status, word) = match (is_stopping, missing.is_empty()) {
        (true, _) => (StatusCode::SERVICE_UNAVAILABLE, "stopping"),
        (false, true) => (StatusCode::OK, "ready"),
        (false, false) => (StatusCode::SERVICE_UNAVAILABLE, "not ready"),
    };
    let each: serde_json::Map<_, _> =
        checks.all().iter().map(|(name, works, _)| ((*name).to_owned(), (*works).into())).collect();
    let body = json!({ "status": word, "checks": each, "missing": missing });
    told(status, format!("{body}\n"))
}

fn told(status: StatusCode, body: String) -> Response {
    let mut response = answer(status, JSON, body);
    response.headers_mut().insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}

async fn checked(site: &Arc<Site>) -> Checks {
    let _one_at_a_time = site.health.checking.lock().await;
    if let Some(known) = site.health.last() {
        return known;
    }
    let at = Arc::clone(site);
    let check = tokio::task::spawn_blocking(move || check(&at));
    // If the check does not end in time, nothing counts as working.
    let checks = match tokio::time::timeout(MAX_CHECK, check).await {
        Ok(Ok(checks)) => checks,
        _ => Checks::NOTHING,
    };
    *site.health.last.lock().unwrap_or_else(PoisonError::into_inner) = Some((Instant::now(), checks));
    for (check, works, what) in checks.all() {
        if !works {
            tracing::warn!(check, "not ready: {what}");
        }
    }
    checks
}

fn check(site: &Site) -> Checks {
    Checks {
        database: site.accounts.has_no_host().is_ok(),
        folder: can_be_written(site),
        workers: site.health.worker.get().is_some_and(can_start),
    }
}

fn can_be_written(site: &Site) -> bool {
    let file = site.folder.join(".bout").join("ready-check");
    let written = std::fs::write(&file, b"bout writes this file to see whether it can\n");
    written.and_then(|()| std::fs::remove_file(&file)).is_ok()
}

fn can_start(command: &WorkerCommand) -> bool {
    let mut slot = WorkerSlot::new(command.clone());
    slot.carry_out(&Order::Greet, || false, |_| {}).is_ok()
}

/// Returns true if the site responds in time: its locks are free, and the database is not stuck.
pub(crate) async fn is_alive(site: &Arc<Site>, most: Duration) -> bool {
    let at = Arc::clone(site);
    let look = tokio::task::spawn_blocking(move || {
        let hills = at.all_hills().len();
        // A database that reports an error is not stuck.
        let _ = at.accounts.has_no_host();
        hills
    });
    matches!(tokio::time::timeout(most, look).await, Ok(Ok(_)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::Config;

    #[test]
    fn a_site_that_hangs_is_not_alive() {
        let folder = tempfile::tempdir().unwrap();
        let site = Site::new(folder.path(), Config::default(), |_| Vec::new()).unwrap();
        let site = Arc::new(site);
        let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap();
        assert!(runtime.block_on(is_alive(&site, Duration::from_mins(1))));
        let locked = site.lock_hills();
        assert!(!runtime.block_on(is_alive(&site, Duration::from_millis(50))));
        drop(locked);
    }
}

//! The metrics of the site, for Prometheus.

mod access;
mod gauges;

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use prometheus::core::Collector;
use prometheus::{
    Histogram, HistogramOpts, HistogramVec, IntCounter, IntCounterVec, Opts, Registry, TextEncoder,
};

use crate::headers::answer;
use crate::members::off_thread;
use crate::pages;
use crate::site::Site;

pub(crate) use access::MetricsReader;
pub(crate) use access::Readers;

/// The content type, which tells Prometheus the syntax.
const TEXT_FORMAT: &str = "text/plain; version=0.0.4; charset=utf-8";

/// The histogram buckets for the durations of answers, in seconds.
const ANSWER_S: [f64; 10] = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0, 5.0, 10.0];

/// The histogram buckets for the durations of work, in seconds.
const WORK_S: [f64; 8] = [0.1, 0.5, 1.0, 5.0, 30.0, 120.0, 600.0, 3600.0];

/// Counters of what happened since the site started.
pub(crate) struct Metrics {
    registry: Registry,
    requests: IntCounterVec,
    answer_seconds: HistogramVec,
    /// Connections that were refused because there were too many.
    pub(crate) refused_connections: IntCounter,
    connections: Arc<AtomicU64>,
    orders: IntCounterVec,
    order_seconds: HistogramVec,
    challenges: IntCounterVec,
    /// Games that workers played.
    pub(crate) matches: IntCounter,
    /// Worker processes that were started.
    pub(crate) worker_starts: IntCounter,
    worker_failures: IntCounterVec,
    webhooks: IntCounterVec,
    mail: IntCounterVec,
    sign_ins: IntCounterVec,
    submissions: IntCounter,
    failures: IntCounterVec,
}

/// An open connection. It stops counting when dropped.
pub(crate) struct OpenConnection(Arc<AtomicU64>);

impl Drop for OpenConnection {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

impl Default for Metrics {
    fn default() -> Self {
        let registry = Registry::new();
        let counters =
            |name, help, labels| kept(&registry, IntCounterVec::new(Opts::new(name, help), labels));
        let counter = |name, help| kept(&registry, IntCounter::new(name, help));
        let durations = |name, help, bounds: &[f64], labels| {
            let options = HistogramOpts::new(name, help).buckets(bounds.to_vec());
            kept(&registry, HistogramVec::new(options, labels))
        };
        Self {
            requests: counters(
                "bout_http_requests_total",
                "Requests that were answered, by the template of their address",
                &["method", "route", "status"],
            ),
            answer_seconds: durations(
                "bout_http_answer_seconds",
                "Seconds until an answer began",
                &ANSWER_S,
                &["route"],
            ),
            refused_connections: counter(
                "bout_http_connections_refused_total",
                "Connections that were refused because there were too many",
            ),
            connections: Arc::default(),
            orders: counters(
                "bout_worker_orders_total",
                "Orders to workers that ended, by kind and result",
                &["kind", "result"],
            ),
            order_seconds: durations(
                "bout_worker_order_seconds",
                "Seconds that workers needed for an order",
                &WORK_S,
                &["kind"],
            ),
            challenges: counters(
                "bout_challenges_total",
                "Submissions that were played, by what became of them",
                &["state"],
            ),
            matches: counter("bout_matches_total", "Matches that workers played"),
            worker_starts: counter("bout_worker_starts_total", "Worker processes that were started"),
            worker_failures: counters(
                "bout_worker_failures_total",
                "Workers that could not be started or had to be replaced, by kind",
                &["kind"],
            ),
            webhooks: counters("bout_webhooks_total", "Messages to webhooks, by result", &["result"]),
            mail: counters("bout_mail_total", "Messages by mail, by result", &["result"]),
            sign_ins: counters("bout_sign_ins_total", "Attempts to sign in, by result", &["result"]),
            submissions: counter("bout_submissions_total", "Programs that were accepted for a queue"),
            failures: counters(
                "bout_failures_total",
                "Failures of the site itself, by what failed",
                &["kind"],
            ),
            registry,
        }
        .prepared()
    }
}

/// Registers a metric. Names are constants, so a wrong one fails every test of this module.
fn kept<C: Collector + Clone + 'static>(registry: &Registry, made: prometheus::Result<C>) -> C {
    let metric = made.expect("the names of metrics are valid");
    registry.register(Box::new(metric.clone())).expect("every metric has a name of its own");
    metric
}

impl Metrics {
    /// Creates the counters that alerts watch, with the value 0. If a counter first appeared with a
    /// failure, Prometheus would not see an increase.
    fn prepared(self) -> Self {
        for kind in ["start", "ended", "silent"] {
            self.worker_failures.with_label_values(&[kind]);
        }
        for result in ["sent", "failed"] {
            self.webhooks.with_label_values(&[result]);
            self.mail.with_label_values(&[result]);
        }
        self.mail.with_label_values(&["given-up"]);
        for result in ["done", "wrong", "too-many"] {
            self.sign_ins.with_label_values(&[result]);
        }
        for kind in FailureKind::ALL {
            self.failures.with_label_values(&[kind.as_str()]);
        }
        self
    }

    /// Counts an answer that begins.
    pub(crate) fn answered(&self, method: &str, route: &str, status: StatusCode, took: Duration) {
        self.requests.with_label_values(&[method, route, status.as_str()]).inc();
        self.answer_seconds.with_label_values(&[route]).observe(took.as_secs_f64());
    }

    /// Counts a connection until the returned value is dropped.
    pub(crate) fn connected(&self) -> OpenConnection {
        self.connections.fetch_add(1, Ordering::Relaxed);
        OpenConnection(Arc::clone(&self.connections))
    }

    /// Counts a finished order to a worker.
    pub(crate) fn ordered(&self, kind: &str, result: &str, took: Duration) {
        self.orders.with_label_values(&[kind, result]).inc();
        self.time_of_orders(kind).observe(took.as_secs_f64());
    }

    fn time_of_orders(&self, kind: &str) -> Histogram {
        self.order_seconds.with_label_values(&[kind])
    }

    /// Counts a submission that was played, by its final state.
    pub(crate) fn challenged(&self, state: &str) {
        self.challenges.with_label_values(&[state]).inc();
    }

    /// Counts a worker that failed: `start`, `ended` or `silent`.
    pub(crate) fn worker_failed(&self, kind: &str) {
        self.worker_failures.with_label_values(&[kind]).inc();
    }

    /// Counts a message to a webhook: `sent` or `failed`.
    pub(crate) fn told(&self, result: &str) {
        self.webhooks.with_label_values(&[result]).inc();
    }

    /// Counts a message by mail: `sent`, `failed` or `given-up`.
    pub(crate) fn mailed(&self, result: &str) {
        self.mail.with_label_values(&[result]).inc();
    }

    /// Counts an attempt to sign in: `done`, `wrong` or `too-many`.
    pub(crate) fn signed_in(&self, result: &str) {
        self.sign_ins.with_label_values(&[result]).inc();
    }

    /// Counts a program that was accepted.
    pub(crate) fn submitted(&self) {
        self.submissions.inc();
    }

    /// Counts a failure of the site itself.
    pub(crate) fn failed(&self, kind: FailureKind) {
        self.failures.with_label_values(&[kind.as_str()]).inc();
    }
}

/// The part of the site that failed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum FailureKind {
    /// The database of accounts.
    Database,
    /// A folder or a file of the site.
    Folder,
    /// Work on a hill, a war or a contest.
    Work,
    /// A message to a webhook.
    Webhook,
    /// A message by mail.
    Mail,
}

impl FailureKind {
    const ALL: [Self; 5] = [Self::Database, Self::Folder, Self::Work, Self::Webhook, Self::Mail];

    /// Returns the name of the kind in metrics and in the log.
    pub(crate) const fn as_str(self) -> &'static str {
        match self {
            Self::Database => "database",
            Self::Folder => "folder",
            Self::Work => "work",
            Self::Webhook => "webhook",
            Self::Mail => "mail",
        }
    }
}

/// Answers with all metrics, if the visitor may read them.
pub(crate) async fn metrics(State(site): State<Arc<Site>>, reader: MetricsReader) -> Response {
    if reader == MetricsReader::Stranger {
        return pages::problem(&site, StatusCode::NOT_FOUND, "There is nothing at this address.");
    }
    match off_thread(&site, |site| Ok(text(site))).await {
        Ok(text) => answer(StatusCode::OK, TEXT_FORMAT, text),
        Err(_) => pages::problem(&site, StatusCode::INTERNAL_SERVER_ERROR, "The metrics cannot be read."),
    }
}

fn text(site: &Site) -> String {
    let mut families = site.metrics.registry.gather();
    families.extend(gauges::of(site));
    TextEncoder::new().encode_to_string(&families).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_alerts_look_at_begins_at_zero() {
        let text = TextEncoder::new().encode_to_string(&Metrics::default().registry.gather()).unwrap();
        for line in [
            "bout_worker_failures_total{kind=\"silent\"} 0",
            "bout_mail_total{result=\"given-up\"} 0",
            "bout_failures_total{kind=\"folder\"} 0",
        ] {
            assert!(text.lines().any(|one| one == line), "{text}");
        }
    }

    #[test]
    fn a_connection_counts_while_it_is_open() {
        let metrics = Metrics::default();
        let one = metrics.connected();
        assert_eq!(metrics.connections.load(Ordering::Relaxed), 1);
        drop(one);
        assert_eq!(metrics.connections.load(Ordering::Relaxed), 0);
    }
}

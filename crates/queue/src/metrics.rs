//! A worker's counters for Prometheus, and whether it can work: over HTTP.

use std::convert::Infallible;
use std::net::SocketAddr;
use std::sync::Arc;

use hyper::body::Incoming;
use hyper::header::CONTENT_TYPE;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper::{Method, Request, Response, StatusCode};
use hyper_util::rt::{TokioIo, TokioTimer};
use prometheus::{IntCounter, IntGauge, Opts, Registry, TextEncoder};
use tokio::net::TcpListener;
use tokio::sync::Semaphore;

use crate::QueueError;

/// The content type of the answer, which tells Prometheus the syntax.
const TEXT_FORMAT: &str = "text/plain; version=0.0.4; charset=utf-8";

/// The largest number of connections at a time; others wait.
const MOST_CONNECTIONS: usize = 16;

/// The counters of a worker.
pub(crate) struct Metrics {
    registry: Registry,
    /// The number of batches that it has played.
    pub(crate) batches: IntCounter,
    /// The number of batches that it could not play.
    pub(crate) failures: IntCounter,
    /// The number of matches that it has played.
    pub(crate) matches: IntCounter,
    /// The number of batches that it is playing now.
    pub(crate) playing: IntGauge,
    threads: IntGauge,
    /// 1 if the queue answers.
    pub(crate) queue_up: IntGauge,
}

impl Metrics {
    /// Creates the counters for a worker with this many threads, all at zero.
    pub(crate) fn new(threads: usize, version: &str) -> Self {
        let registry = Registry::new();
        let counter = |name, help| kept(&registry, IntCounter::new(name, help));
        let gauge = |name, help| kept(&registry, IntGauge::new(name, help));
        let build =
            Opts::new("bout_build_info", "The version of bout, as a label").const_label("version", version);
        kept(&registry, IntGauge::with_opts(build)).set(1);
        let metrics = Self {
            batches: counter("bout_worker_batches_total", "Batches that were played"),
            failures: counter("bout_worker_failures_total", "Batches that could not be played"),
            matches: counter("bout_worker_matches_total", "Matches that were played"),
            playing: gauge("bout_worker_playing_batches", "Batches that are being played"),
            threads: gauge("bout_worker_threads", "Batches that can be played at once"),
            queue_up: gauge("bout_worker_queue_up", "1 if the queue answers, 0 if not"),
            registry,
        };
        metrics.threads.set(i64::try_from(threads).unwrap_or(i64::MAX));
        metrics.queue_up.set(1);
        metrics
    }

    fn text(&self) -> String {
        TextEncoder::new().encode_to_string(&self.registry.gather()).unwrap_or_default()
    }

    fn answer(&self, request: &Request<Incoming>) -> Response<String> {
        let (status, kind, body) = match (request.method(), request.uri().path()) {
            (&Method::GET, "/metrics") => (StatusCode::OK, TEXT_FORMAT, self.text()),
            (&Method::GET, "/healthz") if self.queue_up.get() == 1 => {
                (StatusCode::OK, "text/plain", "ok\n".into())
            }
            (&Method::GET, "/healthz") => {
                (StatusCode::SERVICE_UNAVAILABLE, "text/plain", "the queue does not answer\n".into())
            }
            _ => (StatusCode::NOT_FOUND, "text/plain", "there are /metrics and /healthz\n".into()),
        };
        let answer = Response::builder().status(status).header(CONTENT_TYPE, kind).body(body);
        answer.expect("the header is right")
    }
}

/// Registers a metric.
fn kept<M: prometheus::core::Collector + Clone + 'static>(
    registry: &Registry,
    metric: prometheus::Result<M>,
) -> M {
    let metric = metric.expect("its name is right");
    registry.register(Box::new(metric.clone())).expect("its name is its own");
    metric
}

/// Listens on an address.
pub(crate) async fn listen(address: SocketAddr) -> Result<TcpListener, QueueError> {
    let listening = TcpListener::bind(address).await;
    listening.map_err(|error| QueueError::Machine(format!("--metrics {address}: cannot listen: {error}")))
}

/// Answers requests.
pub(crate) async fn serve(listener: TcpListener, metrics: Arc<Metrics>) {
    let room = Arc::new(Semaphore::new(MOST_CONNECTIONS));
    loop {
        let Ok(place) = Arc::clone(&room).acquire_owned().await else { return };
        let Ok((stream, _)) = listener.accept().await else { continue };
        let metrics = Arc::clone(&metrics);
        tokio::spawn(async move {
            let service = service_fn(|request: Request<Incoming>| {
                let answer = metrics.answer(&request);
                async move { Ok::<_, Infallible>(answer) }
            });
            // A client that sends no request within half a minute is gone.
            let mut connection = http1::Builder::new();
            connection.timer(TokioTimer::new()).keep_alive(false);
            let _ = connection.serve_connection(TokioIo::new(stream), service).await;
            drop(place);
        });
    }
}

//! Accepts connections while there is room, and serves them.

use std::convert::Infallible;
use std::net::{SocketAddr, TcpListener};
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::http::{Request, StatusCode};
use axum::response::{IntoResponse, Response};
use hyper::body::Incoming;
use hyper::server::conn::http1::Builder;
use hyper::service::{Service as _, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use tokio::net::TcpStream;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::api::{self, Problem};
use crate::error_chain::with_causes;
use crate::headers::answer;
use crate::origin::Peer;
use crate::server::routes;
use crate::service_manager;
use crate::site::Site;

/// The interval for checking whether the server is to stop.
const TICK: Duration = Duration::from_millis(50);

/// The time limit for reading and refusing a request when there is no room.
const MAX_REFUSAL: Duration = Duration::from_secs(2);

/// The maximum number of requests that are refused at the same time. Further connections are
/// dropped without being read.
const MAX_REFUSALS: usize = 64;

/// The maximum size of the head of a request that the library reads, in bytes.
const MAX_HEAD: usize = 64 << 10;

/// The maximum number of headers that the library reads. [`guard`](crate::guard) allows fewer, and
/// answers with an error that says so.
const MAX_HEADERS_READ: usize = 512;

/// The answer to clients when there is no room.
const FULL: &str = "Too many are connected to this site; please try again in 5 seconds.";

/// Accepts connections until `stop` returns true, and then waits for the answers in progress.
pub(crate) async fn accept(
    site: &Arc<Site>,
    listener: TcpListener,
    stop: fn() -> bool,
) -> std::io::Result<()> {
    let listener = tokio::net::TcpListener::from_std(listener)?;
    let entrance = Entrance::new(site);
    tokio::spawn(service_manager::keep_informed(Arc::clone(site)));
    while !stop() {
        let Ok(accepted) = tokio::time::timeout(TICK, listener.accept()).await else { continue };
        let Ok((stream, peer)) = accepted else {
            // For example, too many files are open. Some may be closed soon.
            tracing::warn!("a connection cannot be accepted");
            tokio::time::sleep(TICK).await;
            continue;
        };
        entrance.let_in(stream, peer);
    }
    service_manager::stopping();
    tracing::info!("the site stops");
    // Clients that have already connected get an answer, too.
    while let Ok(Ok((stream, peer))) = tokio::time::timeout(Duration::ZERO, listener.accept()).await {
        entrance.let_in(stream, peer);
    }
    drop(listener);
    site.stopping.begin();
    entrance.close(Duration::from_secs(site.config.stop.answers_s.get())).await;
    Ok(())
}

/// Serves or refuses incoming connections, and keeps track of the open ones.
struct Entrance {
    site: Arc<Site>,
    routes: Router,
    room: Arc<Semaphore>,
    refusals: Arc<Semaphore>,
    header_timeout: Duration,
    open: GracefulShutdown,
}

impl Entrance {
    fn new(site: &Arc<Site>) -> Self {
        let limits = &site.config.limits;
        Self {
            site: Arc::clone(site),
            routes: routes(Arc::clone(site)),
            room: Arc::new(Semaphore::new(limits.connections.size())),
            refusals: Arc::new(Semaphore::new(MAX_REFUSALS)),
            header_timeout: Duration::from_secs(limits.header_timeout_s.get()),
            open: GracefulShutdown::new(),
        }
    }

    /// Serves a connection, or refuses it if there is no room.
    fn let_in(&self, stream: TcpStream, peer: SocketAddr) {
        if let Ok(place) = Arc::clone(&self.room).try_acquire_owned() {
            let service = TowerToHyperService::new(self.routes.clone());
            let service = service_fn(move |mut request: Request<Incoming>| {
                request.extensions_mut().insert(Peer(peer.ip()));
                service.call(request)
            });
            let served = builder(self.header_timeout).serve_connection(TokioIo::new(stream), service);
            let served = self.open.watch(served);
            let connection = self.site.metrics.connected();
            tokio::spawn(async move {
                // This is for debugging only. Hosts can do nothing about clients that disconnect or
                // do not speak HTTP.
                if let Err(error) = served.await {
                    tracing::debug!(
                        peer = peer.ip().to_string(),
                        why = with_causes(&error),
                        "connection lost"
                    );
                }
                drop((place, connection));
            });
            return;
        }
        self.site.metrics.refused_connections.inc();
        tracing::debug!("a connection is refused, because there are too many");
        if let Ok(place) = Arc::clone(&self.refusals).try_acquire_owned() {
            tokio::spawn(refuse(stream, place));
        }
    }

    /// Waits at most this long for answers in progress, and closes connections that wait for
    /// further requests.
    async fn close(self, most: Duration) {
        if tokio::time::timeout(most, self.open.shutdown()).await.is_err() {
            tracing::warn!("answers that did not end in time are cut off");
        }
    }
}

fn builder(header_timeout: Duration) -> Builder {
    let mut builder = Builder::new();
    builder.timer(TokioTimer::new()).header_read_timeout(header_timeout);
    builder.max_buf_size(MAX_HEAD).max_headers(MAX_HEADERS_READ);
    builder
}

/// Reads a request and answers that there is no room. If the request were not read, the client
/// might not see the answer.
async fn refuse(stream: TcpStream, _place: OwnedSemaphorePermit) {
    let service =
        service_fn(|request: Request<Incoming>| async move { Ok::<Response, Infallible>(full(&request)) });
    let served = builder(MAX_REFUSAL).keep_alive(false).serve_connection(TokioIo::new(stream), service);
    let _ = tokio::time::timeout(MAX_REFUSAL, served).await;
}

fn full(request: &Request<Incoming>) -> Response {
    let problem = Problem::for_now(FULL, 5).into_response();
    if api::is_below(request.uri().path()) {
        return api::finished(problem);
    }
    let mut response =
        answer(StatusCode::SERVICE_UNAVAILABLE, "text/plain; charset=utf-8", format!("{FULL}\n"));
    if let Some(after) = problem.headers().get("retry-after") {
        response.headers_mut().insert("retry-after", after.clone());
    }
    response
}

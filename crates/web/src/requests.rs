//! Logs each request, and counts it in the metrics.

use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::{Duration, Instant};

use axum::body::{Body, Bytes, HttpBody};
use axum::extract::{MatchedPath, Request, State};
use axum::http::header::{HeaderName, HeaderValue};
use axum::http::{Extensions, HeaderMap, Method, StatusCode};
use axum::middleware::Next;
use axum::response::Response;
use hyper::body::{Frame, SizeHint};
use tracing::Instrument as _;

use crate::config::Config;
use crate::ids::new_id;
use crate::origin::{is_from_proxy, visitor};
use crate::site::Site;

/// The header with the id of a request.
const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

/// The maximum length of a request id that is accepted from a proxy, in bytes.
const MAX_ID_BYTES: usize = 64;

/// The name for requests that match no route. Their addresses are not logged, because they may
/// contain anything, even a mistyped secret.
const NO_ROUTE: &str = "none";

/// Routes that programs request every few seconds. They are only logged at the debug level unless
/// they fail.
const PROBES: [&str; 3] = ["/healthz", "/readyz", "/metrics"];

/// Counts a request when its answer begins, and logs it when the answer has ended.
pub(crate) async fn observe(State(site): State<Arc<Site>>, request: Request, next: Next) -> Response {
    let start = Instant::now();
    let id = id_of(&site.config, request.headers(), request.extensions());
    let route = request.extensions().get::<MatchedPath>().cloned();
    let mut line = Line {
        id: id.clone(),
        method: method_word(request.method()),
        route,
        visitor: visitor(&site.config, request.headers(), request.extensions())
            .map_or_else(String::new, |address| address.to_canonical().to_string()),
        status: StatusCode::OK,
        start,
        bytes: 0,
        is_complete: false,
    };
    // A span of the error level exists at every log level, so that all events of a request have its
    // id.
    let span = tracing::error_span!("request", request = id);
    let mut response = next.run(request).instrument(span).await;
    if let Ok(id) = HeaderValue::from_str(&id) {
        response.headers_mut().insert(REQUEST_ID, id);
    }
    line.status = response.status();
    site.metrics.answered(line.method, line.route(), line.status, start.elapsed());
    response.map(|body| {
        line.is_complete = body.is_end_stream();
        Body::new(LoggedBody { body, line })
    })
}

/// Returns the id that a trusted proxy gave a request, if it is a plain word, or a new one.
fn id_of(config: &Config, headers: &HeaderMap, extensions: &Extensions) -> String {
    let given = headers.get(REQUEST_ID).and_then(|id| id.to_str().ok());
    let is_plain = |id: &&str| {
        let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte);
        (1..=MAX_ID_BYTES).contains(&id.len()) && id.bytes().all(is_plain)
    };
    let given = given.filter(|_| is_from_proxy(config, extensions)).filter(is_plain);
    given.map_or_else(new_id, ToOwned::to_owned)
}

/// Returns the name of a method. Clients can invent methods, so all others have one name.
const fn method_word(method: &Method) -> &'static str {
    match *method {
        Method::GET => "GET",
        Method::HEAD => "HEAD",
        Method::POST => "POST",
        Method::PUT => "PUT",
        Method::DELETE => "DELETE",
        Method::PATCH => "PATCH",
        Method::OPTIONS => "OPTIONS",
        _ => "other",
    }
}

/// The log line of a request. It is written when it is dropped, at the end of the answer.
struct Line {
    id: String,
    method: &'static str,
    route: Option<MatchedPath>,
    visitor: String,
    status: StatusCode,
    start: Instant,
    bytes: u64,
    is_complete: bool,
}

impl Line {
    fn route(&self) -> &str {
        self.route.as_ref().map_or(NO_ROUTE, MatchedPath::as_str)
    }
}

impl Drop for Line {
    fn drop(&mut self) {
        let (request, method, route) = (&self.id, self.method, self.route());
        let (status, bytes, visitor) = (self.status.as_u16(), self.bytes, &self.visitor);
        let duration_ms = milliseconds(self.start.elapsed());
        // Answers to HEAD and answers with status 304 have no body that could be cut.
        let is_cut = !self.is_complete && method != "HEAD" && self.status != StatusCode::NOT_MODIFIED;
        macro_rules! log {
            ($level:ident) => {
                tracing::$level!(
                    request,
                    method,
                    route,
                    status,
                    duration_ms,
                    bytes,
                    is_cut,
                    visitor,
                    "request"
                )
            };
        }
        if self.status.is_server_error() {
            log!(warn);
        } else if PROBES.contains(&route) {
            log!(debug);
        } else {
            log!(info);
        }
    }
}

pub(crate) fn milliseconds(duration: Duration) -> u64 {
    u64::try_from(duration.as_millis()).unwrap_or(u64::MAX)
}

/// The body of an answer, which is logged when it is dropped.
struct LoggedBody {
    body: Body,
    line: Line,
}

impl HttpBody for LoggedBody {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        let polled = Pin::new(&mut self.body).poll_frame(context);
        match &polled {
            Poll::Ready(Some(Ok(frame))) => {
                let bytes = frame.data_ref().map_or(0, Bytes::len);
                self.line.bytes += u64::try_from(bytes).unwrap_or(u64::MAX);
                self.line.is_complete = self.body.is_end_stream();
            }
            Poll::Ready(None) => self.line.is_complete = true,
            Poll::Ready(Some(Err(_))) | Poll::Pending => {}
        }
        polled
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::origin::Peer;

    #[test]
    fn only_a_plain_id_of_a_trusted_proxy_is_taken_over() {
        let config: Config = toml::from_str("trusted_proxies = [\"10.0.0.1\"]").unwrap();
        let id = |peer: &str, given: &str| {
            let mut extensions = Extensions::new();
            extensions.insert(Peer(peer.parse().unwrap()));
            let headers = HeaderMap::from_iter([(REQUEST_ID, HeaderValue::from_str(given).unwrap())]);
            id_of(&config, &headers, &extensions)
        };
        assert_eq!(id("10.0.0.1", "a-B_9.x"), "a-B_9.x");
        for (peer, given) in [
            ("10.0.0.2", "a"),
            ("10.0.0.1", ""),
            ("10.0.0.1", "a b"),
            ("10.0.0.1", "a\"b"),
            ("10.0.0.1", &"a".repeat(65)),
        ] {
            let made = id(peer, given);
            assert_eq!(made.len(), 16, "{given}");
            assert!(made.bytes().all(|byte| byte.is_ascii_hexdigit()), "{given}");
        }
        assert_ne!(id("10.0.0.2", "a"), id("10.0.0.2", "a"));
    }
}

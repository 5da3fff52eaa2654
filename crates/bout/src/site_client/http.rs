//! HTTP requests: bounded in size and time, retried after temporary failures, and stopped by
//! Ctrl-C.

use std::io;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use game::text::{one_line, shortened};
use serde_json::Value;
use ureq::http::header::{ACCEPT, AUTHORIZATION, CONTENT_TYPE, LOCATION, RETRY_AFTER};
use ureq::http::{self, HeaderMap, Method, StatusCode, Uri};
use ureq::tls::TlsConfig;
use ureq::{Agent, Body};

use super::event_stream;
use super::roots::roots;
use super::{SiteAddress, SiteError};
use crate::interrupt;
use crate::output::note;

/// The largest answer that is read. Genuine ones are much smaller.
const MAX_ANSWER: u64 = 16 << 20;

/// How often a request is tried.
const ATTEMPTS: u32 = 5;

/// The pause before a request is tried again. It doubles each time.
const FIRST_PAUSE: Duration = Duration::from_millis(250);

/// The longest wait that a site may ask for. If it asks for more, the request fails, and the user
/// decides.
const MAX_WAIT: Duration = Duration::from_mins(2);

/// The most redirects per request.
const MAX_REDIRECTS: u32 = 5;

/// The interval for checking for Ctrl-C while waiting.
const TICK: Duration = Duration::from_millis(50);

/// How long one stream of events is read before a new one is opened.
const MAX_STREAM: Duration = Duration::from_mins(10);

/// The number of events that are buffered. Further ones stay in the connection.
const MAX_EVENTS: usize = 16;

/// A request to the site. Every request can be repeated safely: a POST has an idempotency key.
#[derive(Debug, Clone)]
pub(super) struct Request {
    method: Method,
    path: String,
    body: String,
    idempotency_key: Option<String>,
}

impl Request {
    pub(super) fn get(path: String) -> Self {
        Self { method: Method::GET, path, body: String::new(), idempotency_key: None }
    }

    pub(super) fn delete(path: String) -> Self {
        Self { method: Method::DELETE, ..Self::get(path) }
    }

    /// Posts JSON.
    pub(super) fn post(path: String, body: String, idempotency_key: String) -> Self {
        Self { method: Method::POST, path, body, idempotency_key: Some(idempotency_key) }
    }
}

/// A complete answer.
struct Answer {
    status: StatusCode,
    headers: HeaderMap,
    body: Vec<u8>,
}

/// Makes requests to one site.
pub(super) struct Http {
    site: SiteAddress,
    token: Option<String>,
    timeout: Duration,
    agent: Agent,
}

impl Http {
    pub(super) fn new(
        site: SiteAddress,
        token: Option<String>,
        timeout: Duration,
    ) -> Result<Self, SiteError> {
        let mut config = Agent::config_builder()
            .http_status_as_error(false)
            // `attempt` follows redirects itself, because they determine who gets the token.
            .max_redirects(0)
            .max_redirects_will_error(false)
            .timeout_connect(Some(timeout))
            .timeout_send_request(Some(timeout))
            .timeout_recv_response(Some(timeout))
            .user_agent(concat!("bout/", env!("CARGO_PKG_VERSION")));
        if site.is_encrypted() {
            let tls = TlsConfig::builder().root_certs(roots()?);
            config = config.tls_config(tls.build());
        }
        if site.is_this_machine() {
            // Requests to this machine must not go through a proxy.
            config = config.proxy(None);
        }
        let agent = Agent::new_with_config(config.build());
        Ok(Self { site, token, timeout, agent })
    }

    pub(super) fn site(&self) -> &SiteAddress {
        &self.site
    }

    /// Makes a request, with retries, and returns the body of a successful answer.
    pub(super) fn answer(&self, request: &Request) -> Result<Vec<u8>, SiteError> {
        let mut pause = FIRST_PAUSE;
        for _ in 1..ATTEMPTS {
            let error = match self.attempt(request) {
                Ok(body) => return Ok(body),
                Err(error) => error,
            };
            let wait = match &error {
                SiteError::Busy { wait, .. } => wait.unwrap_or(pause),
                SiteError::Unreachable { .. } | SiteError::Fails { status: 502 | 504, .. } => pause,
                _ => return Err(error),
            };
            if wait > MAX_WAIT {
                return Err(error);
            }
            note(&format!("{}; trying again in {} s", in_short(&error), wait.as_secs_f32()));
            if !self::pause(wait, &interrupt::was_requested) {
                return Err(SiteError::Stopped);
            }
            pause *= 2;
        }
        self.attempt(request)
    }

    /// Makes a request once, and follows redirects of GET requests.
    fn attempt(&self, request: &Request) -> Result<Vec<u8>, SiteError> {
        let mut place = self.place(&request.path)?;
        for _ in 0..=MAX_REDIRECTS {
            let made = self.made(request, &place)?;
            let (agent, timeout) = (self.agent.clone(), self.timeout);
            let answer = in_background(move || send(&agent, made, timeout))?;
            let answer = answer.map_err(|error| self.failed(&error))?;
            if !answer.status.is_redirection() {
                return self.judged(answer);
            }
            place = self.target(&answer, &place)?;
            if request.method != Method::GET {
                // Does not send the request elsewhere: it may contain a secret program.
                return Err(SiteError::Moved { site: self.name(), to: printable(&place.to_string()) });
            }
        }
        Err(self.garbage("it sends a request from one address to the next"))
    }

    fn place(&self, path: &str) -> Result<Uri, SiteError> {
        format!("{}{path}", self.site).parse().map_err(|error: http::uri::InvalidUri| {
            SiteError::Address(format!("its path cannot be written: {error}"))
        })
    }

    /// Builds the request to this place. It contains the token only if the place is on the token's
    /// site.
    fn made(&self, request: &Request, place: &Uri) -> Result<http::Request<String>, SiteError> {
        let mut made = http::Request::builder().method(&request.method).uri(place);
        made = made.header(ACCEPT, "application/json, text/event-stream");
        let is_ours = SiteAddress::of(place).is_ok_and(|site| site == self.site);
        if let Some(token) = self.token.as_ref().filter(|_| is_ours) {
            made = made.header(AUTHORIZATION, format!("Bearer {token}"));
        }
        if let Some(key) = &request.idempotency_key {
            made = made.header("idempotency-key", key).header(CONTENT_TYPE, "application/json");
        }
        made.body(request.body.clone()).map_err(|error| SiteError::Address(error.to_string()))
    }

    /// Returns the target of a redirect. Refuses a redirect from an encrypted place to an
    /// unencrypted one.
    fn target(&self, answer: &Answer, from: &Uri) -> Result<Uri, SiteError> {
        let wrong = || self.garbage("it sends the request to an address that cannot be read");
        let location = answer.headers.get(LOCATION).and_then(|to| to.to_str().ok()).ok_or_else(wrong)?;
        let is_path = location.starts_with('/') && !location.starts_with("//");
        let here = SiteAddress::of(from).map_err(|_| wrong())?;
        let absolute = if is_path { format!("{here}{location}") } else { location.to_owned() };
        let place: Uri = absolute.parse().map_err(|_| wrong())?;
        let there = SiteAddress::of(&place).map_err(|_| wrong())?;
        if here.is_encrypted() && !there.is_encrypted() {
            return Err(SiteError::Moved { site: self.name(), to: printable(&absolute) });
        }
        Ok(place)
    }

    /// Returns the body of a successful answer, or the error that the answer describes.
    fn judged(&self, answer: Answer) -> Result<Vec<u8>, SiteError> {
        if answer.status.is_success() {
            return Ok(answer.body);
        }
        let problem: Value = serde_json::from_slice(&answer.body).unwrap_or_default();
        let word = answer.status.canonical_reason().unwrap_or("an unknown status");
        let detail = problem["detail"].as_str().map_or_else(|| format!("{word}."), printable);
        let (site, status) = (self.name(), answer.status.as_u16());
        Err(match status {
            401 => SiteError::Unauthorised { site, detail },
            403 => SiteError::Forbidden { site, detail },
            404 | 410 => SiteError::NotFound { site, detail },
            422 => {
                let diagnostics = problem["diagnostics"].as_array().cloned().unwrap_or_default();
                SiteError::Invalid { site, detail, diagnostics }
            }
            429 | 503 => SiteError::Busy { site, detail, wait: retry_after(&answer.headers) },
            400..500 => SiteError::Refused { site, detail },
            _ => SiteError::Fails { site, status, detail },
        })
    }

    /// Opens a stream of events, and returns a channel with the data of the events named `name`.
    /// The channel closes when the stream ends.
    pub(super) fn events(&self, path: &str, name: &'static str) -> Result<Receiver<String>, SiteError> {
        let made = self.made(&Request::get(path.to_owned()), &self.place(path)?)?;
        let (agent, silence) = (self.agent.clone(), self.timeout * 2);
        let (sender, receiver) = mpsc::sync_channel(MAX_EVENTS);
        start(move || {
            let made = agent
                .configure_request(made)
                .timeout_per_read(Some(silence))
                .timeout_recv_body(Some(MAX_STREAM))
                .build();
            let Ok(response) = agent.run(made) else { return };
            if !is_event_stream(&response) {
                return;
            }
            let mut events = event_stream::EventReader::new(response.into_body().into_reader());
            // A broken stream is treated like one that ended: the caller then polls the state.
            while let Ok(Some(event)) = events.next() {
                if event.name == name && sender.send(event.data).is_err() {
                    return;
                }
            }
        })
        .map_err(|error| self.failed(&ureq::Error::Io(error)))?;
        Ok(receiver)
    }

    /// Creates the error for a malformed answer.
    pub(super) fn garbage(&self, why: &str) -> SiteError {
        SiteError::Garbage { site: self.name(), why: printable(why) }
    }

    fn failed(&self, error: &ureq::Error) -> SiteError {
        let site = self.name();
        let why = match error {
            ureq::Error::BodyExceedsLimit(limit) => return SiteError::TooLarge { site, limit: *limit },
            ureq::Error::Protocol(_) | ureq::Error::LargeResponseHeader(..) => {
                return self.garbage(&error.to_string());
            }
            ureq::Error::Timeout(_) => {
                format!("no answer within {} s; --timeout allows more", self.timeout.as_secs())
            }
            ureq::Error::Io(error) => printable(&error.to_string()),
            ureq::Error::HostNotFound => "the name of the host is not known".into(),
            other => printable(&other.to_string()),
        };
        SiteError::Unreachable { site, why }
    }

    fn name(&self) -> String {
        self.site.to_string()
    }
}

/// Describes a temporary error, without advice for the user.
fn in_short(error: &SiteError) -> String {
    match error {
        SiteError::Unreachable { site, why } => format!("cannot reach {site}: {why}"),
        SiteError::Busy { site, detail, .. } | SiteError::Fails { site, detail, .. } => {
            format!("{site} is busy: {detail}")
        }
        other => other.to_string(),
    }
}

/// Sends a request, and reads the whole answer.
fn send(agent: &Agent, made: http::Request<String>, timeout: Duration) -> Result<Answer, ureq::Error> {
    let made = agent.configure_request(made).timeout_global(Some(timeout)).build();
    let (head, body) = agent.run(made)?.into_parts();
    let body = body.into_with_config().limit(MAX_ANSWER).read_to_vec()?;
    Ok(Answer { status: head.status, headers: head.headers, body })
}

fn is_event_stream(response: &http::Response<Body>) -> bool {
    let kind = response.body().mime_type().is_some_and(|kind| kind == "text/event-stream");
    response.status() == StatusCode::OK && kind
}

/// Parses the requested wait. Dates are not supported: the usual pause applies instead.
fn retry_after(headers: &HeaderMap) -> Option<Duration> {
    let seconds = headers.get(RETRY_AFTER)?.to_str().ok()?.trim().parse().ok()?;
    Some(Duration::from_secs(seconds))
}

/// Returns text from the site as one line of bounded length.
fn printable(text: &str) -> String {
    const MAX_CHARS: usize = 500;
    let text = one_line(&shortened(text));
    match text.char_indices().nth(MAX_CHARS) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}

/// Does work that may block on another thread, so that Ctrl-C can stop waiting for it.
fn in_background<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Result<T, SiteError> {
    let (sender, receiver) = mpsc::sync_channel(1);
    let lacks = || SiteError::File("cannot start a thread for a request".into());
    start(move || {
        // After Ctrl-C, there is no receiver any more.
        let _ = sender.send(work());
    })
    .map_err(|_| lacks())?;
    loop {
        match receiver.recv_timeout(TICK) {
            Ok(done) => return Ok(done),
            Err(RecvTimeoutError::Timeout) if interrupt::was_requested() => return Err(SiteError::Stopped),
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => return Err(lacks()),
        }
    }
}

fn start(work: impl FnOnce() + Send + 'static) -> io::Result<()> {
    thread::Builder::new().name("site".into()).spawn(work).map(drop)
}

/// Waits. Returns false if `stop` ended the wait early.
pub(super) fn pause(time: Duration, stop: &dyn Fn() -> bool) -> bool {
    let end = Instant::now() + time;
    while !stop() {
        let left = end.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return true;
        }
        thread::sleep(left.min(TICK));
    }
    false
}

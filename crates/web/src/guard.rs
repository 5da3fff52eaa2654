//! Middleware that every request passes through: it enforces limits and formats errors.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::{Request, State};
use axum::http::header::{
    ALLOW, AUTHORIZATION, CACHE_CONTROL, CONNECTION, CONTENT_ENCODING, CONTENT_LENGTH,
    CONTENT_SECURITY_POLICY, CONTENT_TYPE, HeaderValue, RETRY_AFTER,
};
use axum::http::{HeaderMap, StatusCode};
use axum::middleware::Next;
use axum::response::Response;

use crate::origin::visitor;
use crate::site::Site;
use crate::slow_body::timed;
use crate::times::now;
use crate::{api, members, pages};

/// The maximum length of an address, in bytes.
const MAX_ADDRESS: usize = 8192;

/// The maximum number of headers of a request, and of bytes in them. The library refuses much
/// larger heads itself.
const MAX_HEADERS: usize = 100;
const MAX_HEADER_BYTES: usize = 16_384;

/// Refuses requests that are too large or too many, passes the others to the routes, and turns
/// errors of the API into problem documents.
pub(crate) async fn guard(State(site): State<Arc<Site>>, request: Request, next: Next) -> Response {
    let is_api = api::is_below(request.uri().path());
    let is_personal = has_identity(request.headers());
    let response = guarded(&site, request, next).await;
    let mut response = if is_api { api::finished(response) } else { with_page(&site, response) };
    if is_personal && !is_file(response.headers()) {
        // A signed-in visitor may see what others may not, so no cache may keep the answer.
        response.headers_mut().insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    }
    response
}

/// Returns true if an answer is a style or a script, which are the same for all visitors.
pub(crate) fn is_file(answer: &HeaderMap) -> bool {
    let kind = answer.get(CONTENT_TYPE).map_or(&b""[..], HeaderValue::as_bytes);
    [&b"text/css"[..], b"text/javascript"].iter().any(|file| kind.starts_with(file))
}

/// Returns true if a request has credentials: a token, a session or links to private hills.
pub(crate) fn has_identity(headers: &HeaderMap) -> bool {
    headers.contains_key(AUTHORIZATION) || members::has_session(headers) || members::has_links(headers)
}

/// Turns an error from a library, such as the router, into an error page of the site.
fn with_page(site: &Site, response: Response) -> Response {
    let status = response.status();
    let is_error = status.is_client_error() || status.is_server_error();
    if !is_error || response.headers().contains_key(CONTENT_SECURITY_POLICY) {
        return response;
    }
    let what = match status {
        StatusCode::METHOD_NOT_ALLOWED => "This page cannot be used in this way.",
        _ => "The site cannot read this request.",
    };
    let mut page = pages::problem(site, status, what);
    for name in [ALLOW, CONNECTION] {
        if let Some(value) = response.headers().get(&name) {
            page.headers_mut().insert(name, value.clone());
        }
    }
    page
}

async fn guarded(site: &Site, request: Request, next: Next) -> Response {
    if let Some(status) = excess(&request, site.config.limits.body_bytes.get()) {
        let mut response = pages::problem(site, status, "The request is too large.");
        // The rest of the request would follow on this connection, and nothing would read it.
        response.headers_mut().insert(CONNECTION, HeaderValue::from_static("close"));
        return response;
    }
    if is_encoded(request.headers()) {
        let why = "The site takes no bodies that are compressed; send it without Content-Encoding.";
        let mut response = pages::problem(site, StatusCode::UNSUPPORTED_MEDIA_TYPE, why);
        response.headers_mut().insert(CONNECTION, HeaderValue::from_static("close"));
        return response;
    }
    let most = Duration::from_secs(site.config.limits.body_timeout_s.get());
    let (request, lateness) = timed(request, most);
    let response = counted(site, request, next).await;
    if !lateness.is_too_late() {
        return response;
    }
    let mut response =
        pages::problem(site, StatusCode::REQUEST_TIMEOUT, "The request did not arrive in time.");
    response.headers_mut().insert(CONNECTION, HeaderValue::from_static("close"));
    response
}

/// Lets the routes answer, unless too many requests of the visitor are already being answered.
async fn counted(site: &Site, request: Request, next: Next) -> Response {
    let Some(visitor) = visitor(&site.config, request.headers(), request.extensions()) else {
        return next.run(request).await;
    };
    site.visits.note(&visitor.to_string(), now());
    let Some(visit) = site.visitors.enter(visitor) else {
        let why =
            "Too many requests of yours are being answered. Close some pages, or try again in 5 seconds.";
        let mut response = pages::problem(site, StatusCode::TOO_MANY_REQUESTS, why);
        response.headers_mut().insert(RETRY_AFTER, HeaderValue::from_static("5"));
        return response;
    };
    next.run(request).await.map(|body| visit.until_sent(body))
}

/// Returns true if the body of a request is compressed. The site never decompresses bodies, because
/// a small one could become a large one.
fn is_encoded(headers: &HeaderMap) -> bool {
    headers.get_all(CONTENT_ENCODING).iter().any(|encoding| encoding != "identity")
}

/// Returns the status for a request that exceeds a limit.
fn excess(request: &Request, max_body: u64) -> Option<StatusCode> {
    let address = request.uri().path_and_query().map_or(0, |all| all.as_str().len());
    let headers = request.headers();
    let header_bytes: usize = headers.iter().map(|(name, value)| name.as_str().len() + value.len()).sum();
    let body = headers.get(CONTENT_LENGTH).and_then(|length| length.to_str().ok()?.parse::<u64>().ok());
    if address > MAX_ADDRESS {
        Some(StatusCode::URI_TOO_LONG)
    } else if headers.len() > MAX_HEADERS || header_bytes > MAX_HEADER_BYTES {
        Some(StatusCode::REQUEST_HEADER_FIELDS_TOO_LARGE)
    } else if body.is_some_and(|body| body > max_body) {
        Some(StatusCode::PAYLOAD_TOO_LARGE)
    } else {
        None
    }
}

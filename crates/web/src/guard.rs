//! What every request passes through: bounds, and the form of errors.

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

/// The longest address, in bytes.
const MAX_ADDRESS: usize = 8192;

/// The most headers of a request, and of their bytes. The library refuses what is much larger.
const MAX_HEADERS: usize = 100;
const MAX_HEADER_BYTES: usize = 16_384;

/// Refuses what is too large or too much, lets the routes answer, and makes errors of the interface problem documents.
pub(crate) async fn guard(State(site): State<Arc<Site>>, request: Request, next: Next) -> Response {
    let is_api = api::is_below(request.uri().path());
    let is_personal = has_identity(request.headers());
    let response = guarded(&site, request, next).await;
    let mut response = if is_api { api::finished(response) } else { with_page(&site, response) };
    let is_file = |kind: &HeaderValue| {
        [&b"text/css"[..], b"text/javascript"].iter().any(|file| kind.as_bytes().starts_with(file))
    };
    if is_personal && !response.headers().get(CONTENT_TYPE).is_some_and(is_file) {
        // Who is signed in may see what others may not.
        response.headers_mut().insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    }
    response
}

/// Returns true if a request says who makes it.
fn has_identity(headers: &HeaderMap) -> bool {
    headers.contains_key(AUTHORIZATION) || members::has_session(headers) || members::has_links(headers)
}

/// Gives an error that is not ours, such as the router's, the form and the headers of a page.
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
        // What follows on this connection is the rest of what nobody wants to read.
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

/// Lets the routes answer, unless too many requests of the visitor are being answered.
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

/// Returns true if the body of a request is compressed. Nobody unpacks it: a small body could become a large one.
fn is_encoded(headers: &HeaderMap) -> bool {
    headers.get_all(CONTENT_ENCODING).iter().any(|encoding| encoding != "identity")
}

/// Returns what of a request is too large.
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

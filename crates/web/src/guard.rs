//! What every request passes through: bounds, and the form of errors.

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::StatusCode;
use axum::http::header::{CONNECTION, CONTENT_LENGTH, HeaderValue, RETRY_AFTER};
use axum::middleware::Next;
use axum::response::Response;

use crate::origin::visitor;
use crate::site::Site;
use crate::{api, pages};

/// The longest address, in bytes.
const MAX_ADDRESS: usize = 8192;

/// The most headers of a request, and of their bytes. The library refuses what is much larger.
const MAX_HEADERS: usize = 100;
const MAX_HEADER_BYTES: usize = 16_384;

/// Refuses what is too large or too much, lets the routes answer, and makes errors of the interface problem documents.
pub(crate) async fn guard(State(site): State<Arc<Site>>, request: Request, next: Next) -> Response {
    let is_api = api::is_below(request.uri().path());
    let response = guarded(&site, request, next).await;
    if is_api { api::finished(response) } else { response }
}

async fn guarded(site: &Site, request: Request, next: Next) -> Response {
    if let Some(status) = excess(&request, site.config.limits.body_bytes.get()) {
        let mut response = pages::problem(site, status, "The request is too large.");
        // What follows on this connection is the rest of what nobody wants to read.
        response.headers_mut().insert(CONNECTION, HeaderValue::from_static("close"));
        return response;
    }
    let Some(visitor) = visitor(&site.config, request.headers(), request.extensions()) else {
        return next.run(request).await;
    };
    let Some(visit) = site.visitors.enter(visitor) else {
        let why =
            "Too many requests of yours are being answered. Close some pages, or try again in 5 seconds.";
        let mut response = pages::problem(site, StatusCode::TOO_MANY_REQUESTS, why);
        response.headers_mut().insert(RETRY_AFTER, HeaderValue::from_static("5"));
        return response;
    };
    next.run(request).await.map(|body| visit.until_sent(body))
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

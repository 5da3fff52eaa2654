//! The headers of every answer.

use axum::http::header::{
    CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, ETAG, HeaderName, HeaderValue, IF_NONE_MATCH,
    REFERRER_POLICY, X_CONTENT_TYPE_OPTIONS,
};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use game::Digest;

/// The content security policy: pages load only files of this site, and images in `data:`
/// addresses. Scripts and styles in the page itself are forbidden.
const POLICY: &str = "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self' data:; connect-src 'self'; \
                      frame-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

/// Returns an answer of a media type, with the headers of all answers.
pub(crate) fn answer(status: StatusCode, kind: &'static str, body: impl Into<axum::body::Body>) -> Response {
    let mut response = (status, body.into()).into_response();
    let headers = response.headers_mut();
    for (name, value) in [
        (CONTENT_TYPE, kind),
        (CONTENT_SECURITY_POLICY, POLICY),
        (X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (REFERRER_POLICY, "same-origin"),
        (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
        (CACHE_CONTROL, "no-cache"),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    response
}

/// Returns a page.
pub(crate) fn page(status: StatusCode, html: String) -> Response {
    answer(status, "text/html; charset=utf-8", html)
}

/// Returns a page for one visitor only, which no cache may keep.
pub(crate) fn private_page(status: StatusCode, html: String) -> Response {
    let mut response = page(status, html);
    response.headers_mut().insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}

/// Returns an answer with an `ETag`; an empty one if the client already has this content.
pub(crate) fn tagged(
    request: &HeaderMap,
    kind: &'static str,
    body: impl AsRef<[u8]> + Into<axum::body::Body>,
) -> Response {
    let tag = format!("\"{}\"", &Digest::of(body.as_ref()).to_string()[..32]);
    let known = request.get(IF_NONE_MATCH).and_then(|known| known.to_str().ok()).unwrap_or_default();
    let has_it =
        known.split(',').any(|known| [tag.as_str(), "*"].contains(&known.trim().trim_start_matches("W/")));
    let mut response =
        if has_it { answer(StatusCode::NOT_MODIFIED, kind, "") } else { answer(StatusCode::OK, kind, body) };
    response.headers_mut().insert(ETAG, HeaderValue::from_str(&tag).expect("a hash is plain text"));
    response
}

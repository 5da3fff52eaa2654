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
    let tag = tag_of(body.as_ref());
    let known = known_tag(request, &tag);
    let mut response = match known {
        Some(_) => answer(StatusCode::NOT_MODIFIED, kind, ""),
        None => answer(StatusCode::OK, kind, body),
    };
    response.headers_mut().insert(ETAG, tag_header(&known.unwrap_or(tag)));
    response
}

/// Returns the tag of content: its hash in quotation marks.
pub(crate) fn tag_of(content: &[u8]) -> String {
    format!("\"{}\"", &Digest::of(content).to_string()[..32])
}

/// Returns the tag of the same content as gzip. It is another one, because a strong tag stands for
/// bytes as they are sent.
pub(crate) fn gzip_tag(tag: &str) -> String {
    format!("{}-gzip\"", tag.trim_end_matches('"'))
}

/// Returns the tag that the client has content under, plain or as gzip; `None` if it does not have
/// the content of this tag.
pub(crate) fn known_tag(request: &HeaderMap, tag: &str) -> Option<String> {
    let known = request.get(IF_NONE_MATCH)?.to_str().ok()?;
    let gzip = gzip_tag(tag);
    known.split(',').map(|known| known.trim().trim_start_matches("W/")).find_map(|known| match known {
        "*" => Some(tag.to_owned()),
        known if known == tag || known == gzip => Some(known.to_owned()),
        _ => None,
    })
}

/// Returns a tag as the value of a header.
pub(crate) fn tag_header(tag: &str) -> HeaderValue {
    HeaderValue::from_str(tag).expect("a hash is plain text")
}

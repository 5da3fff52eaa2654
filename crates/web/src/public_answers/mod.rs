//! What answers to everybody have in common: a tag, by which a client that comes again need not load
//! them again, and gzip for clients that take it.
//!
//! Answers to one visitor have neither. Where an answer holds a secret, such as the token of a form, beside text
//! that others can choose, its compressed size tells a listener whether the two are alike, and so the
//! secret character by character (an attack known as BREACH). So an answer is compressed only if the request has
//! no credentials, or if the answer is a script or a style, which are constant.

mod accept_encoding;
mod gzip_cache;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use axum::body::{Body, HttpBody as _, to_bytes};
use axum::extract::{Request, State};
use axum::http::header::{
    ACCEPT_ENCODING, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_LENGTH, CONTENT_TYPE, ETAG, HeaderMap,
    HeaderValue, SET_COOKIE, VARY,
};
use axum::http::{Method, StatusCode};
use axum::middleware::Next;
use axum::response::Response;

use crate::guard::{has_identity, is_file};
use crate::headers::{gzip_tag, known_tag, tag_header, tag_of};

pub(crate) use gzip_cache::GzipCache;

/// The size from which an answer is compressed, in bytes. Smaller ones fit into a packet anyway.
const MIN_BYTES: usize = 1024;

/// The media types that become smaller. Records are not among them: their format is compressed.
const COMPRESSIBLE: [&str; 7] = [
    "text/html",
    "text/css",
    "text/javascript",
    "text/plain",
    "application/json",
    "application/atom+xml",
    "application/jsonl",
];

/// Gives public pages a tag, and compresses public answers for clients that take gzip.
pub(crate) async fn finish(State(cache): State<Arc<GzipCache>>, request: Request, next: Next) -> Response {
    let asked = request.headers().clone();
    let only_reads = [Method::GET, Method::HEAD].contains(request.method());
    let response = next.run(request).await;
    let answer = response.headers();
    if !only_reads || !is_public(&asked, answer) || !is_compressible(answer) {
        return response;
    }
    let mut response = match response.status() {
        StatusCode::OK => with_content(&cache, &asked, response).await,
        StatusCode::NOT_MODIFIED => response,
        _ => return response,
    };
    // A cache on the way must not give what it keeps to a client that takes another encoding.
    response.headers_mut().append(VARY, HeaderValue::from(ACCEPT_ENCODING));
    response
}

/// Returns true if everybody gets this answer to the request.
fn is_public(request: &HeaderMap, answer: &HeaderMap) -> bool {
    let for_one = answer
        .get(CACHE_CONTROL)
        .and_then(|control| control.to_str().ok())
        .is_some_and(|control| control.split(',').any(|word| ["no-store", "private"].contains(&word.trim())));
    (!has_identity(request) || is_file(answer)) && !for_one && !answer.contains_key(SET_COOKIE)
}

/// Returns true if gzip makes content of this type smaller.
fn is_compressible(answer: &HeaderMap) -> bool {
    let kind = answer.get(CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    let kind = kind.split(';').next().unwrap_or_default().trim();
    COMPRESSIBLE.contains(&kind) && !answer.contains_key(CONTENT_ENCODING)
}

/// Returns a tagged response, as gzip if the client takes it, or an empty one if the client has the
/// content already.
async fn with_content(cache: &GzipCache, request: &HeaderMap, response: Response) -> Response {
    // Without a known size, it is a stream, which may never end.
    let Some(size) = response.body().size_hint().exact().and_then(|size| usize::try_from(size).ok()) else {
        return response;
    };
    let (mut parts, body) = response.into_parts();
    let Ok(content) = to_bytes(body, size).await else {
        parts.status = StatusCode::INTERNAL_SERVER_ERROR;
        return Response::from_parts(parts, Body::empty());
    };
    let given = parts.headers.get(ETAG).and_then(|tag| tag.to_str().ok()).map(str::to_owned);
    let tag = given.unwrap_or_else(|| tag_of(&content));
    if let Some(known) = known_tag(request, &tag) {
        parts.status = StatusCode::NOT_MODIFIED;
        parts.headers.remove(CONTENT_LENGTH);
        parts.headers.insert(ETAG, tag_header(&known));
        return Response::from_parts(parts, Body::empty());
    }
    parts.headers.insert(ETAG, tag_header(&tag));
    if size < MIN_BYTES || !accept_encoding::prefers_gzip(request) {
        return Response::from_parts(parts, Body::from(content));
    }
    let Some(gzip) = cache.gzip(&tag, content.clone()).await else {
        return Response::from_parts(parts, Body::from(content));
    };
    parts.headers.insert(ETAG, tag_header(&gzip_tag(&tag)));
    parts.headers.insert(CONTENT_ENCODING, HeaderValue::from_static("gzip"));
    parts.headers.remove(CONTENT_LENGTH);
    Response::from_parts(parts, Body::from(gzip))
}

//! Checks tags and gzip at the routes of a site.

use std::io::Read as _;
use std::path::Path;
use std::sync::Arc;

use axum::Router;
use axum::body::Body;
use axum::routing::{get, post};
use flate2::read::GzDecoder;
use hyper::service::Service as _;
use hyper_util::service::TowerToHyperService;

use super::*;
use crate::config::Config;
use crate::headers::{answer, page, private_page};
use crate::server;
use crate::site::Site;

/// A response with its whole body.
struct Answered {
    status: StatusCode,
    headers: HeaderMap,
    body: Vec<u8>,
}

impl Answered {
    fn header(&self, name: &str) -> &str {
        self.headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default()
    }

    fn unpacked(&self) -> Vec<u8> {
        assert_eq!(self.header("content-encoding"), "gzip");
        let mut plain = Vec::new();
        GzDecoder::new(self.body.as_slice()).read_to_end(&mut plain).expect("it is gzip");
        plain
    }
}

fn ask(routes: Router, method: Method, path: &str, headers: &[(&str, &str)]) -> Answered {
    let mut request = Request::builder().method(method).uri(path);
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    let service = TowerToHyperService::new(routes);
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let answered = service.call(request.body(Body::empty()).unwrap()).await.unwrap();
        let (parts, body) = answered.into_parts();
        let body = to_bytes(body, 1 << 24).await.unwrap().to_vec();
        Answered { status: parts.status, headers: parts.headers, body }
    })
}

fn site(folder: &Path) -> Router {
    let site = Arc::new(Site::new(folder, Config::default(), |_| Vec::new()).unwrap());
    site.refresh(|_| true).unwrap();
    server::routes(site)
}

const GZIP: (&str, &str) = ("accept-encoding", "gzip, br");

#[test]
fn public_answers_of_each_kind_are_the_same_content_as_gzip() {
    let folder = tempfile::tempdir().unwrap();
    let site = site(folder.path());
    for path in ["/site.css", "/playground", "/manual/serve", "/api/openapi.json", "/"] {
        let plain = ask(site.clone(), Method::GET, path, &[]);
        assert_eq!((plain.status, plain.header("content-encoding")), (StatusCode::OK, ""), "{path}");
        assert!(plain.body.len() >= MIN_BYTES, "{path}: {}", plain.body.len());
        let packed = ask(site.clone(), Method::GET, path, &[GZIP]);
        assert!(packed.unpacked() == plain.body, "{path}");
        assert!(packed.body.len() < plain.body.len(), "{path}");
        for answered in [&plain, &packed] {
            assert_eq!(answered.header("vary"), "accept-encoding", "{path}");
            assert_eq!(answered.header("content-length"), answered.body.len().to_string(), "{path}");
        }
        assert_ne!(plain.header("etag"), packed.header("etag"), "{path}");
        for name in ["content-type", "content-security-policy", "cache-control"] {
            assert_eq!(plain.header(name), packed.header(name), "{path}");
        }
    }
}

#[test]
fn a_client_that_has_the_content_gets_none_with_the_tag_that_it_has() {
    let folder = tempfile::tempdir().unwrap();
    let site = site(folder.path());
    for path in ["/site.css", "/playground", "/manual/serve", "/", "/api/openapi.json"] {
        for encoding in ["gzip", "identity"] {
            let encoding = ("accept-encoding", encoding);
            let first = ask(site.clone(), Method::GET, path, &[encoding]);
            let tag = first.header("etag");
            for known in [tag.to_owned(), format!("W/{tag}"), format!("\"other\", {tag}")] {
                let again = ask(site.clone(), Method::GET, path, &[encoding, ("if-none-match", &known)]);
                assert_eq!(again.status, StatusCode::NOT_MODIFIED, "{path}");
                assert_eq!((again.body.len(), again.header("etag")), (0, tag), "{path}");
                assert_eq!(again.header("vary"), "accept-encoding", "{path}");
                assert_eq!(again.header("content-encoding"), "", "{path}");
            }
            let other = ask(site.clone(), Method::GET, path, &[encoding, ("if-none-match", "\"other\"")]);
            assert_eq!((other.status, other.header("etag")), (StatusCode::OK, tag), "{path}");
        }
    }
}

#[test]
fn head_has_the_headers_of_get_and_no_body() {
    let folder = tempfile::tempdir().unwrap();
    let site = site(folder.path());
    for path in ["/site.css", "/manual/serve"] {
        for headers in [&[][..], &[GZIP]] {
            let get = ask(site.clone(), Method::GET, path, headers);
            let head = ask(site.clone(), Method::HEAD, path, headers);
            assert!(head.body.is_empty() && !get.body.is_empty(), "{path}");
            assert_eq!(head.status, get.status, "{path}");
            // Every request has an id of its own.
            let [head, get] = [head, get].map(|mut answered| {
                answered.headers.remove("x-request-id");
                answered.headers
            });
            assert_eq!(head, get, "{path}");
        }
    }
}

#[test]
fn pages_of_visitors_with_credentials_have_no_tag_and_are_not_compressed() {
    let folder = tempfile::tempdir().unwrap();
    let site = site(folder.path());
    let token = ("authorization", "Bearer none");
    let answered = ask(site.clone(), Method::GET, "/manual/serve", &[GZIP, token]);
    assert_eq!((answered.status, answered.header("cache-control")), (StatusCode::OK, "no-store"));
    assert_eq!((answered.header("etag"), answered.header("content-encoding")), ("", ""));
    let style = ask(site, Method::GET, "/site.css", &[GZIP, token]);
    assert_eq!((style.header("content-encoding"), style.header("cache-control")), ("gzip", "no-cache"));
}

#[test]
fn only_large_public_answers_without_secrets_are_compressed() {
    let large = || "<p>".repeat(MIN_BYTES);
    let with = move |name, value: &'static str| {
        let mut response = page(StatusCode::OK, large());
        response.headers_mut().insert(name, HeaderValue::from_static(value));
        response
    };
    let routes = Router::new()
        .route("/large", get(move || async move { page(StatusCode::OK, large()) }))
        .route("/just-small", get(|| async { page(StatusCode::OK, "x".repeat(MIN_BYTES - 1)) }))
        .route("/form", get(move || async move { private_page(StatusCode::OK, large()) }))
        .route("/private", get(move || async move { with(CACHE_CONTROL, "private, no-cache") }))
        .route("/cookie", get(move || async move { with(SET_COOKIE, "a=b") }))
        .route("/encoded", get(move || async move { with(CONTENT_ENCODING, "br") }))
        .route(
            "/record",
            get(move || async move { answer(StatusCode::OK, "application/octet-stream", large()) }),
        )
        .route("/missing", get(move || async move { page(StatusCode::NOT_FOUND, large()) }))
        .route("/posted", post(move || async move { page(StatusCode::OK, large()) }))
        .layer(axum::middleware::from_fn_with_state(Arc::new(GzipCache::new()), finish));
    assert_eq!(ask(routes.clone(), Method::GET, "/large", &[GZIP]).header("content-encoding"), "gzip");
    let small = ask(routes.clone(), Method::GET, "/just-small", &[GZIP]);
    assert_eq!((small.header("content-encoding"), small.header("etag").is_empty()), ("", false));
    for path in ["/form", "/private", "/cookie", "/encoded", "/record", "/missing"] {
        let answered = ask(routes.clone(), Method::GET, path, &[GZIP]);
        assert_ne!(answered.header("content-encoding"), "gzip", "{path}");
        assert_eq!((answered.header("etag"), answered.header("vary")), ("", ""), "{path}");
    }
    let posted = ask(routes, Method::POST, "/posted", &[GZIP]);
    assert_eq!((posted.header("content-encoding"), posted.header("etag")), ("", ""));
}

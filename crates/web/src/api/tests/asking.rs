//! Sends requests to a site without a network connection.

use std::sync::Arc;

use axum::body::Body;
use axum::http::{HeaderMap, Method, Request};
use hyper::service::Service as _;
use hyper_util::service::TowerToHyperService;
use serde_json::Value;

use crate::server;
use crate::site::Site;

/// A response with its whole body.
pub(super) struct Answered {
    pub(super) status: u16,
    pub(super) headers: HeaderMap,
    pub(super) body: Vec<u8>,
}

impl Answered {
    pub(super) fn header(&self, name: &str) -> &str {
        self.headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default()
    }

    pub(super) fn json(&self) -> Value {
        serde_json::from_slice(&self.body).expect("it is JSON")
    }
}

pub(super) fn ask(site: &Arc<Site>, method: Method, path: &str, headers: &[(&str, &str)]) -> Answered {
    send(site, method, path, headers, "")
}

pub(super) fn send(
    site: &Arc<Site>,
    method: Method,
    path: &str,
    headers: &[(&str, &str)],
    body: impl Into<Body>,
) -> Answered {
    let mut request = Request::builder().method(method).uri(path);
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    let service = TowerToHyperService::new(server::routes(Arc::clone(site)));
    let request = request.body(body.into()).unwrap();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let (parts, body) = service.call(request).await.unwrap().into_parts();
        let body = axum::body::to_bytes(body, 1 << 24).await.unwrap();
        Answered { status: parts.status.as_u16(), headers: parts.headers, body: body.to_vec() }
    })
}

pub(super) fn get_of(site: &Arc<Site>, path: &str) -> Answered {
    ask(site, Method::GET, path, &[])
}

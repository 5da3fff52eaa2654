//! The playground: a page that plays games in the browser, and asks the site for what a browser cannot do.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::http::header::{CONTENT_SECURITY_POLICY, HeaderValue};
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use games::registry;
use report::{PlaygroundHost, playground_page};

use super::fight::policy_of;
use super::problem;
use crate::headers::tagged;
use crate::site::Site;

/// Returns the playground without a given game: it opens with the one that was played last.
pub(crate) async fn playground(request: HeaderMap) -> Response {
    filled(&request, None)
}

/// Returns the playground for a game.
pub(crate) async fn playground_of(
    State(site): State<Arc<Site>>,
    Path(game): Path<String>,
    request: HeaderMap,
) -> Response {
    match registry::by_name(&game) {
        Some(game) => filled(&request, Some(game.info().name)),
        None => problem(&site, StatusCode::NOT_FOUND, "There is no such game."),
    }
}

/// Returns the page with its own policy, which allows its scripts and styles by their hashes.
fn filled(request: &HeaderMap, game: Option<&str>) -> Response {
    let html = playground_page(game, PlaygroundHost::Site);
    let policy = policy_of(&html).map(|policy| format!("{policy}; frame-ancestors 'none'"));
    let mut response = tagged(request, "text/html; charset=utf-8", html);
    if let Some(policy) = policy.and_then(|policy| HeaderValue::from_str(&policy).ok()) {
        response.headers_mut().insert(CONTENT_SECURITY_POLICY, policy);
    }
    response
}

//! The API: the data of every page as JSON, and errors as problem documents (RFC 9457).

mod author_news;
mod dated;
mod description;
mod events;
mod fair_play;
mod games;
mod hills;
mod hosts;
mod moderation;
mod paging;
mod practice;
mod problem;
mod submissions;
mod wars;

use std::sync::Arc;

use axum::Router;
use axum::handler::Handler;
use axum::http::header::{
    ACCESS_CONTROL_ALLOW_HEADERS, ACCESS_CONTROL_ALLOW_METHODS, ACCESS_CONTROL_ALLOW_ORIGIN,
    ACCESS_CONTROL_EXPOSE_HEADERS, ACCESS_CONTROL_MAX_AGE, ALLOW, CONNECTION, CONTENT_TYPE, HeaderValue,
    RETRY_AFTER,
};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::routing::{MethodRouter, delete, get, post};
use serde_json::Value;

use crate::headers::{answer, tagged};
use crate::site::Site;

pub(crate) use description::page;
pub(crate) use practice::problem_of as problem_of_practice;
pub(crate) use problem::{DISK_IS_FULL, PROBLEM, Problem, sentence};
pub(crate) use submissions::told;

/// The methods of a read-only resource.
const METHODS: &str = "GET, HEAD, OPTIONS";

/// Returns the routes of the API.
pub(crate) fn routes() -> Router<Arc<Site>> {
    table().into_iter().fold(Router::new(), |routes, (path, methods)| routes.route(path, methods))
}

/// Returns all paths of the API with their handlers. A test compares them with the description.
fn table() -> Vec<(&'static str, MethodRouter<Arc<Site>>)> {
    vec![
        ("/api/openapi.json", reading(description::openapi)),
        ("/api/v1", reading(hills::site)),
        ("/api/v1/hills", reading(hills::hills)),
        ("/api/v1/hills/{hill}", reading(hills::hill)),
        ("/api/v1/hills/{hill}/standings", reading(hills::standings)),
        ("/api/v1/hills/{hill}/history", reading(hills::history)),
        ("/api/v1/hills/{hill}/events", reading(hills::hill_events)),
        ("/api/v1/hills/{hill}/programs", reading(hills::programs)),
        ("/api/v1/hills/{hill}/programs/{program}", reading(hills::program)),
        ("/api/v1/hills/{hill}/programs/{program}/opponents", reading(hills::opponents)),
        ("/api/v1/hills/{hill}/matches", reading(hills::matches)),
        ("/api/v1/hills/{hill}/matches/{one}/{two}", reading(hills::pair)),
        ("/api/v1/hills/{hill}/matches/{one}/{two}/record", reading(hills::record)),
        ("/api/v1/wars", reading(wars::wars)),
        ("/api/v1/wars/{war}", reading(wars::war)),
        (
            "/api/v1/wars/{war}/rounds",
            get(wars::rounds).post(wars::ask_for_round).options(methods_of("GET, HEAD, OPTIONS, POST")),
        ),
        ("/api/v1/wars/{war}/rounds/{round}", reading(wars::round)),
        ("/api/v1/wars/{war}/rounds/{round}/record", reading(wars::record)),
        ("/api/v1/contests", reading(dated::contests)),
        ("/api/v1/contests/{contest}", reading(dated::contest)),
        ("/api/v1/contests/{contest}/lock", reading(dated::lock)),
        ("/api/v1/contests/{contest}/results", reading(dated::results)),
        ("/api/v1/contests/{contest}/reveal", reading(dated::reveal)),
        ("/api/v1/contests/{contest}/entrants/{entrant}", reading(dated::entrant)),
        ("/api/v1/events", reading(events::events)),
        ("/api/v1/games", reading(games::games)),
        ("/api/v1/games/{game}", reading(games::game)),
        ("/api/v1/games/{game}/check", post(submissions::checked).options(methods_of("OPTIONS, POST"))),
        ("/api/v1/playground/games", post(practice::games).options(methods_of("OPTIONS, POST"))),
        ("/api/v1/playground/lessons", post(practice::lesson).options(methods_of("OPTIONS, POST"))),
        ("/api/v1/account", reading(submissions::account)),
        ("/api/v1/hills/{hill}/submissions", post(submissions::submit).options(methods_of("OPTIONS, POST"))),
        ("/api/v1/submissions", reading(submissions::submissions)),
        (
            "/api/v1/hills/{hill}/moderation",
            get(moderation::state).post(moderation::change).options(methods_of("GET, HEAD, OPTIONS, POST")),
        ),
        (
            "/api/v1/hills/{hill}/programs/{program}/reports",
            post(moderation::report).options(methods_of("OPTIONS, POST")),
        ),
        ("/api/v1/hosts/moderation", reading(moderation::all)),
        ("/api/v1/hosts/accounts", reading(hosts::accounts)),
        ("/api/v1/hosts/fair-play", reading(fair_play::fair_play)),
        ("/api/v1/hosts/statistics", reading(hosts::statistics)),
        ("/api/v1/hosts/accounts/{name}", post(hosts::change).options(methods_of("OPTIONS, POST"))),
        ("/api/v1/hosts/invitations", post(hosts::invite).options(methods_of("OPTIONS, POST"))),
        ("/api/v1/wars/{war}/snippets", post(wars::submit).options(methods_of("OPTIONS, POST"))),
        (
            "/api/v1/contests/{contest}/entry",
            get(dated::entry).put(dated::enter).options(methods_of("GET, HEAD, OPTIONS, PUT")),
        ),
        ("/api/v1/account/news", reading(author_news::news)),
        (
            "/api/v1/account/feed",
            post(author_news::make_feed)
                .delete(author_news::end_feed)
                .options(methods_of("DELETE, OPTIONS, POST")),
        ),
        (
            "/api/v1/account/webhooks",
            get(author_news::webhooks)
                .post(author_news::add_webhook)
                .options(methods_of("GET, HEAD, OPTIONS, POST")),
        ),
        (
            "/api/v1/account/webhooks/{webhook}",
            post(author_news::resume_webhook)
                .delete(author_news::delete_webhook)
                .options(methods_of("DELETE, OPTIONS, POST")),
        ),
        ("/api/v1/account/token", delete(submissions::end_token).options(methods_of("DELETE, OPTIONS"))),
        (
            "/api/v1/submissions/{submission}",
            get(submissions::submission)
                .delete(submissions::withdraw)
                .options(methods_of("DELETE, GET, HEAD, OPTIONS")),
        ),
        ("/api/v1/submissions/{submission}/events", reading(submissions::events)),
    ]
}

/// Returns the method router of a read-only resource.
fn reading<T: 'static, H: Handler<T, Arc<Site>>>(handler: H) -> MethodRouter<Arc<Site>> {
    get(handler).options(methods_of(METHODS))
}

/// Lists the allowed methods in response to `OPTIONS`, including a browser's CORS preflight.
fn methods_of(methods: &'static str) -> impl Fn() -> std::future::Ready<Response> + Clone + Send + Sync {
    move || std::future::ready(said_methods(methods))
}

fn said_methods(methods: &'static str) -> Response {
    let mut response = answer(StatusCode::NO_CONTENT, "text/plain", "");
    let headers = response.headers_mut();
    headers.remove(CONTENT_TYPE);
    for (name, value) in [
        (ALLOW, methods),
        (ACCESS_CONTROL_ALLOW_METHODS, methods),
        (
            ACCESS_CONTROL_ALLOW_HEADERS,
            "Authorization, Bout-Hill-Link, Content-Type, Idempotency-Key, If-None-Match",
        ),
        (ACCESS_CONTROL_MAX_AGE, "86400"),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    response
}

/// Returns true if a path belongs to the API.
pub(crate) fn is_below(path: &str) -> bool {
    path.starts_with("/api/")
}

/// Completes a response of the API. Scripts of other sites may read it, because the data is public. An error
/// that is not yet a problem document becomes one.
pub(crate) fn finished(response: Response) -> Response {
    let status = response.status();
    let is_problem = response.headers().get(CONTENT_TYPE).is_some_and(|kind| kind == PROBLEM);
    let mut finished = if (status.is_client_error() || status.is_server_error()) && !is_problem {
        let mut problem = Problem::of_status(status).into_response();
        for name in [ALLOW, CONNECTION, RETRY_AFTER] {
            if let Some(value) = response.headers().get(&name) {
                problem.headers_mut().insert(name, value.clone());
            }
        }
        problem
    } else {
        response
    };
    let headers = finished.headers_mut();
    headers.insert(ACCESS_CONTROL_ALLOW_ORIGIN, HeaderValue::from_static("*"));
    headers.insert(
        ACCESS_CONTROL_EXPOSE_HEADERS,
        HeaderValue::from_static("ETag, Link, Location, RateLimit, RateLimit-Policy, Retry-After"),
    );
    finished
}

fn json_answer(request: &HeaderMap, value: &Value) -> Response {
    tagged(request, "application/json", format!("{value}\n"))
}

fn json_of_status(status: StatusCode, value: &Value) -> Response {
    answer(status, "application/json", format!("{value}\n"))
}

#[cfg(test)]
mod tests;

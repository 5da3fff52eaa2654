//! News about the programs of an account, and the feeds and webhooks that deliver it.

use std::sync::Arc;

use accounts::{AuthorWebhook, Scope, WebhookForm};
use axum::Json;
use axum::extract::rejection::JsonRejection;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use serde::Deserialize;
use serde_json::{Value, json};

use super::{Problem, json_answer, json_of_status};
use crate::author_news::{AuthorEvent, WantedWebhook, masked};
use crate::headers::answer;
use crate::members::{Bearer, off_thread};
use crate::origin::Base;
use crate::site::Site;
use crate::times;

/// The most news items in one response.
const MAX_NEWS: usize = 100;

type Answer = Result<Response, Problem>;

/// A webhook in the body of a request.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct WebhookBody {
    url: String,
    #[serde(default = "json_form")]
    format: WebhookForm,
    #[serde(default = "all_events")]
    events: Vec<AuthorEvent>,
}

fn json_form() -> WebhookForm {
    WebhookForm::Json
}

fn all_events() -> Vec<AuthorEvent> {
    AuthorEvent::ALL.to_vec()
}

/// Returns the latest news of the account.
pub(super) async fn news(State(site): State<Arc<Site>>, bearer: Bearer, request: HeaderMap) -> Answer {
    bearer.require(Scope::Read)?;
    let found = off_thread(&site, move |site| site.accounts.news(bearer.account.id, MAX_NEWS)).await;
    let found = found.map_err(|error| Problem::of_accounts(&error))?;
    let all = found.iter().filter_map(|one| serde_json::from_str::<Value>(&one.message).ok());
    Ok(json_answer(&request, &json!({ "news": all.collect::<Vec<_>>() })))
}

/// Creates a new address for the private feed; the old one stops working.
pub(super) async fn make_feed(State(site): State<Arc<Site>>, bearer: Bearer, Base(base): Base) -> Answer {
    bearer.require(Scope::Submit)?;
    let made = off_thread(&site, move |site| site.accounts.make_feed(bearer.account.id)).await;
    let secret = made.map_err(|error| Problem::of_accounts(&error))?;
    Ok(json_of_status(StatusCode::CREATED, &json!({ "link": format!("{base}/feeds/{}", secret.text()) })))
}

/// Deletes the private feed.
pub(super) async fn end_feed(State(site): State<Arc<Site>>, bearer: Bearer) -> Answer {
    bearer.require(Scope::Submit)?;
    let ended = off_thread(&site, move |site| site.accounts.end_feed(bearer.account.id)).await;
    ended.map_err(|error| Problem::of_accounts(&error))?;
    Ok(nothing())
}

/// Returns the webhooks of the account.
pub(super) async fn webhooks(State(site): State<Arc<Site>>, bearer: Bearer, request: HeaderMap) -> Answer {
    bearer.require(Scope::Read)?;
    let found = off_thread(&site, move |site| site.accounts.webhooks(bearer.account.id)).await;
    let found = found.map_err(|error| Problem::of_accounts(&error))?;
    Ok(json_answer(&request, &json!({ "webhooks": found.iter().map(told).collect::<Vec<_>>() })))
}

/// Adds a webhook.
pub(super) async fn add_webhook(
    State(site): State<Arc<Site>>,
    bearer: Bearer,
    wanted: Result<Json<WebhookBody>, JsonRejection>,
) -> Answer {
    bearer.require(Scope::Submit)?;
    let Json(WebhookBody { url, format, events }) =
        wanted.map_err(|rejection| Problem::unreadable(&rejection))?;
    let wanted = WantedWebhook { url, form: format, events };
    wanted.check(&site).map_err(|why| Problem::new(StatusCode::UNPROCESSABLE_ENTITY, why))?;
    let added = off_thread(&site, move |site| wanted.add(site, bearer.account.id)).await;
    let added = added.map_err(|error| Problem::of_accounts(&error))?;
    let mut all = told(&added);
    if added.form == WebhookForm::Json {
        all["secret"] = json!(added.secret);
    }
    Ok(json_of_status(StatusCode::CREATED, &all))
}

/// Deletes a webhook.
pub(super) async fn delete_webhook(
    State(site): State<Arc<Site>>,
    bearer: Bearer,
    Path(id): Path<String>,
) -> Answer {
    bearer.require(Scope::Submit)?;
    let id = number(&id)?;
    let deleted = off_thread(&site, move |site| site.accounts.delete_webhook(bearer.account.id, id)).await;
    done(deleted.map_err(|error| Problem::of_accounts(&error))?)
}

/// Switches a webhook on again.
pub(super) async fn resume_webhook(
    State(site): State<Arc<Site>>,
    bearer: Bearer,
    Path(id): Path<String>,
) -> Answer {
    bearer.require(Scope::Submit)?;
    let id = number(&id)?;
    let resumed = off_thread(&site, move |site| site.accounts.resume_webhook(bearer.account.id, id)).await;
    done(resumed.map_err(|error| Problem::of_accounts(&error))?)
}

fn told(webhook: &AuthorWebhook) -> Value {
    json!({
        "id": webhook.id.to_string(),
        "url": masked(&webhook.url),
        "format": webhook.form,
        "events": webhook.events,
        "failures": webhook.failures,
        "switched_off": webhook.off_s.map(times::in_words),
        "trouble": webhook.trouble,
    })
}

fn number(id: &str) -> Result<i64, Problem> {
    id.parse().map_err(|_| no_such())
}

fn done(was_there: bool) -> Answer {
    if was_there { Ok(nothing()) } else { Err(no_such()) }
}

fn no_such() -> Problem {
    Problem::no_such("webhook", "/api/v1/account/webhooks")
}

fn nothing() -> Response {
    answer(StatusCode::NO_CONTENT, "application/json", "")
}

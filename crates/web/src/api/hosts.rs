//! Actions of the hosts of the site: accounts, invitations and statistics.

use std::sync::Arc;

use accounts::{Account, Scope};
use axum::Json;
use axum::extract::rejection::JsonRejection;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use serde_json::{Map, Value, json};

use super::paging::Paging;
use super::{Problem, json_answer, json_of_status, sentence};
use crate::members::{Bearer, off_thread};
use crate::moderation::{AccountAction, AccountActionRefused};
use crate::origin::Base;
use crate::site::Site;
use crate::statistics::Figures;
use crate::times;

type Answer = Result<Response, Problem>;

/// Returns all accounts, in pages.
pub(super) async fn accounts(
    State(site): State<Arc<Site>>,
    bearer: Bearer,
    paging: Paging,
    request: HeaderMap,
) -> Answer {
    bearer.require(Scope::Manage)?;
    let all = off_thread(&site, |site| site.accounts.accounts()).await;
    let all = all.map_err(|error| Problem::of_accounts(&error))?;
    let key = |one: &Value| one["name"].as_str().unwrap_or_default().to_owned();
    let rows: Vec<Value> = all.iter().map(about).collect();
    Ok(paging.answer(&request, Map::new(), "accounts", &rows, key))
}

fn about(account: &Account) -> Value {
    json!({
        "name": account.name,
        "role": account.role,
        "since": times::in_words(account.created_s),
        "closed": account.banned,
    })
}

/// Carries out an action of a host of the site on an account.
pub(super) async fn change(
    State(site): State<Arc<Site>>,
    bearer: Bearer,
    Base(base): Base,
    Path(name): Path<String>,
    action: Result<Json<AccountAction>, JsonRejection>,
) -> Answer {
    bearer.require(Scope::Manage)?;
    let Json(action) = action.map_err(|rejection| Problem::unreadable(&rejection))?;
    let of = name.clone();
    let done = off_thread(&site, move |site| Ok(site.change_account(&bearer.account, &of, &action))).await;
    let link = done.unwrap_or_else(|error| Err(error.into())).map_err(|refused| problem_of(&refused))?;
    let found = off_thread(&site, move |site| site.accounts.account(&name)).await;
    let account = found.map_err(|error| Problem::of_accounts(&error))?;
    let link = link.map(|secret| format!("{base}/links/{}", secret.text()));
    Ok(json_of_status(StatusCode::OK, &json!({ "account": account.as_ref().map(about), "link": link })))
}

/// Returns the statistics of the site.
pub(super) async fn statistics(State(site): State<Arc<Site>>, bearer: Bearer, request: HeaderMap) -> Answer {
    bearer.require(Scope::Manage)?;
    let figures = off_thread(&site, Figures::of).await.map_err(|error| Problem::of_accounts(&error))?;
    let mut all = json!(figures);
    if let Some(queue) = &site.queue {
        all["elsewhere"] = json!(queue.machines());
    }
    Ok(json_answer(&request, &all))
}

/// Creates an invitation link with which somebody can create an account.
pub(super) async fn invite(State(site): State<Arc<Site>>, bearer: Bearer, Base(base): Base) -> Answer {
    bearer.require(Scope::Manage)?;
    let made = off_thread(&site, move |site| Ok(site.invite(&bearer.account))).await;
    let link = made.unwrap_or_else(|error| Err(error.into())).map_err(|refused| problem_of(&refused))?;
    Ok(json_of_status(StatusCode::CREATED, &json!({ "link": format!("{base}/links/{}", link.text()) })))
}

fn problem_of(refused: &AccountActionRefused) -> Problem {
    match refused {
        AccountActionRefused::NoAccount => Problem::no_such("account", "/api/v1/hosts/accounts"),
        AccountActionRefused::Closed => Problem::new(StatusCode::FORBIDDEN, sentence(refused)),
        AccountActionRefused::Accounts(error) => Problem::of_accounts(error),
    }
}

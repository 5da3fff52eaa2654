//! Wars and their rounds.

use std::sync::Arc;

use accounts::Scope;
use axum::Json;
use axum::extract::rejection::JsonRejection;
use axum::extract::{Path, State};
use axum::http::header::{CONTENT_DISPOSITION, HeaderValue, RETRY_AFTER};
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use report::url_segment;
use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::paging::Paging;
use super::{Problem, json_answer, json_of_status, sentence};
use crate::headers::tagged;
use crate::members::Bearer;
use crate::records::Wanted;
use crate::site::Site;
use crate::times;
use crate::wars::{RequestError, RoundView, SubmitError, WarFiles, WarRound, WarView, submit_snippet};

/// The response to a request for a war.
type Answer = Result<Response, Problem>;

/// A snippet in the body of a request.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SnippetBody {
    source: String,
}

/// Stores a snippet of the account for the next rounds of a war.
pub(super) async fn submit(
    State(site): State<Arc<Site>>,
    bearer: Bearer,
    Path(name): Path<String>,
    snippet: Result<Json<SnippetBody>, JsonRejection>,
) -> Answer {
    bearer.require(Scope::Submit)?;
    let war = find(&site, &name)?;
    let Json(SnippetBody { source }) = snippet.map_err(|rejection| Problem::unreadable(&rejection))?;
    let bytes = source.into_bytes();
    match submit_snippet(&site, &bearer.account, &name, bytes.clone()).await {
        Ok(rounds) => {
            let all = json!({ "war": war.name, "player": bearer.account.name, "enters_in": rounds });
            Ok(json_of_status(StatusCode::CREATED, &all))
        }
        Err(error) => Err(match &error {
            SubmitError::Program { .. } => {
                Problem::new(error.status(), sentence(&error)).with("diagnostics", error.diagnostics(&bytes))
            }
            SubmitError::TooFast(wait) => {
                let retry_after_s = u16::try_from(wait.as_secs() + 1).unwrap_or(u16::MAX);
                Problem::too_many(sentence(&error), retry_after_s)
            }
            SubmitError::Busy | SubmitError::Failure(_) => Problem::for_now(sentence(&error), 10),
            _ => Problem::new(error.status(), sentence(&error)),
        }),
    }
}

/// Requests the next round of a war.
pub(super) async fn ask_for_round(
    State(site): State<Arc<Site>>,
    bearer: Bearer,
    Path(name): Path<String>,
) -> Answer {
    bearer.require(Scope::Manage)?;
    let war = find(&site, &name)?;
    match crate::wars::ask_for_round(&site, &name).await {
        Ok(round) => Ok(json_of_status(StatusCode::ACCEPTED, &json!({ "war": war.name, "round": round }))),
        Err(error @ RequestError::Failure(_)) => Err(Problem::for_now(sentence(&error), 10)),
        Err(error) => Err(Problem::new(error.status(), sentence(&error))),
    }
}

pub(super) async fn wars(State(site): State<Arc<Site>>, paging: Paging, request: HeaderMap) -> Response {
    let wars: Vec<Value> = site.wars.all().iter().map(|war| summary(&site, war)).collect();
    paging.answer(&request, Map::new(), "wars", &wars, |war| war["war"].to_string())
}

pub(super) async fn war(
    State(site): State<Arc<Site>>,
    Path(name): Path<String>,
    request: HeaderMap,
) -> Answer {
    let war = find(&site, &name)?;
    let mut all = summary(&site, &war);
    if let Ok(files) = &war.files {
        all["rules"] =
            Value::Object(files.rules.iter().map(|(key, value)| ((*key).into(), json!(value))).collect());
        all["standing"] = standing(files);
        all["array"] = files.rounds.last().map_or_else(|| json!([]), |round| array(files, round));
        all["ended"] = json!(files.ended);
    }
    Ok(json_answer(&request, &all))
}

pub(super) async fn rounds(
    State(site): State<Arc<Site>>,
    Path(name): Path<String>,
    paging: Paging,
    request: HeaderMap,
) -> Answer {
    let war = find(&site, &name)?;
    let head = Map::from_iter([("war".to_owned(), json!(war.name))]);
    let files = war.files.as_ref().ok();
    let rounds: Vec<Value> = files
        .into_iter()
        .flat_map(|files| files.rounds.iter().map(|round| about(&war, files, round)))
        .collect();
    Ok(paging.answer(&request, head, "rounds", &rounds, |round| round["round"].to_string()))
}

pub(super) async fn round(
    State(site): State<Arc<Site>>,
    Path((name, number)): Path<(String, String)>,
    request: HeaderMap,
) -> Answer {
    let war = find(&site, &name)?;
    let (files, round) = find_round(&war, &number)?;
    let mut all = about(&war, files, round);
    all["war"] = json!(war.name);
    all["story"] = json!(round.story);
    all["runs"] = round
        .runs
        .iter()
        .enumerate()
        .flat_map(|(seat, runs)| {
            runs.iter().map(move |(result, number)| json!({ "player": files.player(seat), "result": result, "number": number }))
        })
        .collect();
    all["array"] = array(files, round);
    Ok(json_answer(&request, &all))
}

/// Returns the record of the war up to a round. The first request starts its creation.
pub(super) async fn record(
    State(site): State<Arc<Site>>,
    Path((name, number)): Path<(String, String)>,
    request: HeaderMap,
) -> Answer {
    let war = find(&site, &name)?;
    let (_, round) = find_round(&war, &number)?;
    let wanted = WarRound { war: war.name.clone(), round: round.number, state: round.state.clone() };
    match site.wars.records.want(&wanted) {
        Wanted::There(_, record) => {
            let mut response = tagged(&request, "application/octet-stream", record.to_vec());
            let attachment = HeaderValue::from_static("attachment; filename=\"round.bout\"");
            response.headers_mut().insert(CONTENT_DISPOSITION, attachment);
            Ok(response)
        }
        Wanted::Soon => {
            let words = json!({ "state": "being made", "retry_after_s": 1 });
            let mut response = json_of_status(StatusCode::ACCEPTED, &words);
            response.headers_mut().insert(RETRY_AFTER, HeaderValue::from_static("1"));
            Ok(response)
        }
        Wanted::Busy => {
            Err(Problem::for_now("Many records are being made; please try again in 5 seconds.", 5))
        }
        Wanted::Never(_) => {
            Err(Problem::new(StatusCode::NOT_FOUND, "The record of this round cannot be made."))
        }
    }
}

fn find(site: &Site, name: &str) -> Result<Arc<WarView>, Problem> {
    site.wars.get(name).ok_or_else(|| Problem::no_such("war", "/api/v1/wars"))
}

fn find_round<'w>(war: &'w WarView, number: &str) -> Result<(&'w WarFiles, &'w RoundView), Problem> {
    let list = format!("{}/rounds", address(war));
    war.round(number).ok_or_else(|| Problem::no_such("round of this war", &list))
}

fn address(war: &WarView) -> String {
    format!("/api/v1/wars/{}", url_segment(&war.name))
}

/// Returns the entry of a war in a list.
fn summary(site: &Site, war: &WarView) -> Value {
    let mut all = json!({
        "war": war.name,
        "url": address(war),
        "rounds": format!("{}/rounds", address(war)),
        "round": war.rounds(),
        "round_every_s": war.every_s,
        "next_round_at": war.next_due(times::now()).map(times::in_words),
        "requested_round": war.requested,
        "playing": war.is_playing,
        "has_perl": !site.wars.lack_perl(),
        "handed_in": war.handed_in,
    });
    match &war.files {
        Ok(files) => {
            all["last_round"] = json!(files.last_round);
            all["over"] = json!(files.ended.is_some());
            all["players"] = json!(files.players.iter().map(|player| &player.name).collect::<Vec<_>>());
        }
        Err(_) => all["error"] = json!("the folder of this war cannot be read"),
    }
    all
}

fn standing(files: &WarFiles) -> Value {
    let cells = files.cells();
    let place = |(seat, player): (usize, &crate::wars::PlayerView)| json!({ "player": player.name, "cells": cells[seat], "out": player.out, "waiting": player.waiting });
    files.players.iter().enumerate().map(place).collect()
}

/// Returns the entry of a round in a list.
fn about(war: &WarView, files: &WarFiles, round: &RoundView) -> Value {
    let here = format!("{}/rounds/{}", address(war), round.number);
    let entered =
        round.entered.iter().map(|(seat, cell)| json!({ "player": files.player(*seat), "cell": cell }));
    let cells = round.cells.iter().enumerate();
    json!({
        "round": round.number,
        "url": here,
        "record": format!("{here}/record"),
        "seen": times::in_words(war.seen_at(round.number)),
        "entered": entered.collect::<Vec<_>>(),
        "standing": cells.map(|(seat, cells)| json!({ "player": files.player(seat), "cells": cells })).collect::<Vec<_>>(),
        "out": round.out.iter().map(|seat| files.player(*seat)).collect::<Vec<_>>(),
    })
}

/// Returns the cells with an owner. Adjacent cells of one owner are one item.
fn array(files: &WarFiles, round: &RoundView) -> Value {
    let mut first = 0;
    let mut all = Vec::new();
    for &(cells, owner) in &round.owners {
        if let Some(seat) = owner {
            all.push(json!({ "first": first, "last": first + cells - 1, "player": files.player(seat) }));
        }
        first += cells;
    }
    Value::Array(all)
}

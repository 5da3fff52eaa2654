//! Contests with a date, their entrants, and what is published after a final.

use std::sync::Arc;

use accounts::Scope;
use axum::extract::{Path, State};
use axum::http::header::{CONTENT_DISPOSITION, HeaderValue};
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use contests::dated::{Entered, EntryRefused};
use report::url_segment;
use serde_json::{Map, Value, json};

use super::paging::Paging;
use super::{Problem, json_answer, json_of_status, sentence};
use crate::config::EntrantsFrom;
use crate::dated::{ContestView, register};
use crate::failures::for_visitors;
use crate::headers::tagged;
use crate::members::{Bearer, Viewer};
use crate::site::Site;
use crate::times;

/// The response to a request for a contest.
type Answer = Result<Response, Problem>;

pub(super) async fn contests(
    State(site): State<Arc<Site>>,
    viewer: Viewer,
    paging: Paging,
    request: HeaderMap,
) -> Response {
    let now = times::now();
    let contests: Vec<Value> =
        site.visible_contests(&viewer).iter().map(|contest| summary(contest, now)).collect();
    let key = |contest: &Value| contest["contest"].as_str().unwrap_or_default().to_owned();
    paging.answer(&request, Map::new(), "contests", &contests, key)
}

pub(super) async fn contest(
    State(site): State<Arc<Site>>,
    viewer: Viewer,
    Path(name): Path<String>,
    request: HeaderMap,
) -> Answer {
    let contest = find(&site, &viewer, &name)?;
    let mut all = summary(&contest, times::now());
    let (about, terms) = (&contest.about, &contest.about.terms);
    all["schedule"] = json!(terms.schedule.name());
    all["games"] = json!(terms.games);
    all["rounds"] = json!(terms.rounds);
    all["rules"] = json!(terms.rules);
    all["terms"] = json!(terms.text());
    all["submissions_per_author"] = json!(about.submissions_per_author);
    all["hidden_sources"] = json!(about.hidden_sources);
    let entrant = |entered: &Entered| {
        let url = format!("{}/entrants/{}", address(&contest), url_segment(entered.file.as_str()));
        json!({ "program": entered.file, "url": url, "name": entered.name, "author": entered.author, "id": entered.id })
    };
    let entrants = |frozen: &contests::dated::Frozen| frozen.entrants.iter().map(entrant).collect::<Vec<_>>();
    all["entrants"] = json!(contest.frozen.as_ref().map(entrants));
    all["progress"] = json!(contest.progress.map(|(done, all)| json!({ "done": done, "games": all })));
    all["seed"] = json!(contest.reveal.as_ref().map(|reveal| &reveal.seed));
    all["played_again"] = json!(contest.was_played_again);
    all["secret"] = json!(contest.reveal.as_ref().map(|reveal| reveal.secret.to_string()));
    if let Some(standings) = &contest.standings {
        all["table"] = json!(standings.table);
        all["cross"] = json!(standings.cross);
        all["ratings"] = standings.ratings.clone();
    }
    Ok(json_answer(&request, &all))
}

pub(super) async fn lock(
    State(site): State<Arc<Site>>,
    viewer: Viewer,
    Path(name): Path<String>,
    request: HeaderMap,
) -> Answer {
    let contest = find(&site, &viewer, &name)?;
    file(&request, "application/toml", "attachment; filename=\"contest.lock\"", contest.lock())
}

pub(super) async fn results(
    State(site): State<Arc<Site>>,
    viewer: Viewer,
    Path(name): Path<String>,
    request: HeaderMap,
) -> Answer {
    let contest = find(&site, &viewer, &name)?;
    file(&request, "application/jsonl", "attachment; filename=\"results.jsonl\"", contest.results())
}

pub(super) async fn reveal(
    State(site): State<Arc<Site>>,
    viewer: Viewer,
    Path(name): Path<String>,
    request: HeaderMap,
) -> Answer {
    let contest = find(&site, &viewer, &name)?;
    file(&request, "application/json", "attachment; filename=\"reveal.json\"", contest.revealed())
}

/// Returns the program of an entrant, byte for byte.
pub(super) async fn entrant(
    State(site): State<Arc<Site>>,
    viewer: Viewer,
    Path((name, program)): Path<(String, String)>,
    request: HeaderMap,
) -> Answer {
    let contest = find(&site, &viewer, &name)?;
    file(&request, "application/octet-stream", "attachment", contest.source(&program))
}

/// Returns whether the account is registered for a contest.
pub(super) async fn entry(
    State(site): State<Arc<Site>>,
    bearer: Bearer,
    Path(name): Path<String>,
    request: HeaderMap,
) -> Answer {
    let contest = find(&site, &Viewer::of(&bearer.account), &name)?;
    Ok(json_answer(&request, &entry_of(&contest, &bearer)))
}

/// Registers the account for a contest.
pub(super) async fn enter(State(site): State<Arc<Site>>, bearer: Bearer, Path(name): Path<String>) -> Answer {
    bearer.require(Scope::Submit)?;
    find(&site, &Viewer::of(&bearer.account), &name)?;
    let (at, of, author) = (Arc::clone(&site), name.clone(), bearer.account.name.clone());
    let done = tokio::task::spawn_blocking(move || register(&at, &of, &author)).await;
    match done {
        Ok(Ok(())) => {}
        Ok(Err(EntryRefused::Failed(failure))) => {
            return Err(Problem::for_now(sentence(&for_visitors(&failure)), 10));
        }
        Ok(Err(refused)) => return Err(Problem::new(StatusCode::CONFLICT, sentence(&refused))),
        Err(_) => return Err(Problem::for_now("The site could not register you.", 10)),
    }
    let contest = find(&site, &Viewer::of(&bearer.account), &name)?;
    Ok(json_of_status(StatusCode::OK, &entry_of(&contest, &bearer)))
}

fn entry_of(contest: &ContestView, bearer: &Bearer) -> Value {
    let author = &bearer.account.name;
    json!({
        "contest": contest.about.name,
        "author": author,
        "registered": contest.authors.contains(author),
        "entrants": match contest.about.entrants {
            EntrantsFrom::Hill => "hill",
            EntrantsFrom::Authors => "authors",
        },
    })
}

/// Returns a file, or a problem that says when it will be available.
fn file(
    request: &HeaderMap,
    kind: &'static str,
    disposition: &'static str,
    bytes: Option<Vec<u8>>,
) -> Answer {
    let missing = "This is not there: programs can be read from the close on, and what a final was played with after it.";
    let bytes = bytes.ok_or_else(|| Problem::new(StatusCode::NOT_FOUND, missing))?;
    let mut response = tagged(request, kind, bytes);
    response.headers_mut().insert(CONTENT_DISPOSITION, HeaderValue::from_static(disposition));
    Ok(response)
}

fn find(site: &Site, viewer: &Viewer, name: &str) -> Result<Arc<ContestView>, Problem> {
    site.visible_contest(name, viewer).ok_or_else(|| Problem::no_such("contest", "/api/v1/contests"))
}

fn address(contest: &ContestView) -> String {
    format!("/api/v1/contests/{}", url_segment(contest.about.name.as_str()))
}

/// Returns the entry of a contest in a list.
fn summary(contest: &ContestView, now: u64) -> Value {
    let about = &contest.about;
    json!({
        "contest": about.name,
        "url": address(contest),
        "title": about.title,
        "hill": about.hill,
        "game": about.terms.game,
        "phase": contest.phase(now).name(),
        "registration_opens": times::in_words(about.times.registration_opens),
        "opens": times::in_words(about.times.opens),
        "closes": times::in_words(about.times.closes),
        "finished": contest.finished_at.map(times::in_words),
        "commitment": contest.commitment,
    })
}

//! Hills, their programs and their matches.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::http::header::{CONTENT_DISPOSITION, HeaderValue, RETRY_AFTER};
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use contests::Failure;
use report::url_segment;
use serde_json::{Map, Value, json};

use super::paging::{BAD_CURSOR, Paging};
use super::{Problem, json_answer, json_of_status};
use crate::config::Submissions;
use crate::dated::hidden_words;
use crate::events;
use crate::headers::tagged;
use crate::hill_view::{HillView, ProgramView};
use crate::members::Viewer;
use crate::records::{Fight, Wanted};
use crate::site::Site;
use crate::standings::Pair;

/// The response to a request for a hill.
type Answer = Result<Response, Problem>;

pub(super) async fn hills(
    State(site): State<Arc<Site>>,
    viewer: Viewer,
    paging: Paging,
    request: HeaderMap,
) -> Response {
    let hills: Vec<Value> = site.hills(&viewer).iter().map(|hill| summary(hill)).collect();
    paging.answer(&request, Map::new(), "hills", &hills, |hill| text(&hill["hill"]))
}

pub(super) async fn hill(
    State(site): State<Arc<Site>>,
    viewer: Viewer,
    Path(name): Path<String>,
    request: HeaderMap,
) -> Answer {
    let hill = find(&site, &viewer, &name)?;
    let mut all = summary(&hill);
    if let Some(standings) = &hill.standings {
        all["table"] = json!(standings.table);
        all["cross"] = json!(standings.cross);
        all["ratings"] = standings.ratings.clone();
        all["environments"] = json!(standings.environments);
        // Errors reveal parts of the source, so only the author may see them.
        let unable = standings.unable.iter().map(|one| json!({ "program": one.program }));
        all["unable"] = unable.collect();
        all["renewal"] = json!(standings.renewal);
    }
    Ok(json_answer(&request, &all))
}

pub(super) async fn standings(
    State(site): State<Arc<Site>>,
    viewer: Viewer,
    Path(name): Path<String>,
    paging: Paging,
    request: HeaderMap,
) -> Answer {
    let hill = find(&site, &viewer, &name)?;
    let mut head = of_hill(&hill);
    head.insert("complete".into(), json!(is_complete(&hill)));
    Ok(paging.answer(&request, head, "table", hill.table(), |place| place.program.clone()))
}

pub(super) async fn history(
    State(site): State<Arc<Site>>,
    viewer: Viewer,
    Path(name): Path<String>,
    paging: Paging,
    request: HeaderMap,
) -> Answer {
    let hill = find(&site, &viewer, &name)?;
    let all = hill.changes();
    let begin = position(&paging)?.unwrap_or(0).min(all);
    let end = all.min(begin + paging.limit());
    let shown = Arc::clone(&hill);
    let mut challenges = reading(move || shown.challenges(begin..end)).await?;
    // Errors reveal parts of the source, so only the author may see them.
    for one in &mut challenges {
        one.why = None;
    }
    let next = (end < all).then(|| end.to_string());
    Ok(paging.answer_part(&request, of_hill(&hill), "history", &challenges, next))
}

pub(super) async fn hill_events(
    State(site): State<Arc<Site>>,
    viewer: Viewer,
    Path(name): Path<String>,
    paging: Paging,
    request: HeaderMap,
) -> Answer {
    let hill = find(&site, &viewer, &name)?;
    let all = hill.changes();
    let end = position(&paging)?.unwrap_or(all).min(all);
    let begin = end.saturating_sub(paging.limit());
    let (shown, base) = (Arc::clone(&hill), site.config.own_base().to_owned());
    let events = reading(move || events::of_hill(&shown, begin..end, &base)).await?;
    let next = (begin > 0).then(|| begin.to_string());
    Ok(paging.answer_part(&request, of_hill(&hill), "events", &events, next))
}

/// Returns the position in a history at which a page begins.
fn position(paging: &Paging) -> Result<Option<usize>, Problem> {
    let position = paging.after().map(str::parse).transpose();
    position.map_err(|_| Problem::new(StatusCode::BAD_REQUEST, BAD_CURSOR))
}

/// Reads a file of a hill on a thread that may block.
pub(super) async fn reading<T: Send + 'static>(
    read: impl FnOnce() -> Result<T, Failure> + Send + 'static,
) -> Result<T, Problem> {
    let read = tokio::task::spawn_blocking(read).await;
    let read = read.unwrap_or_else(|error| Err(Failure::File(error.to_string())));
    read.map_err(|failure| Problem::for_now(failure.to_string(), 10))
}

pub(super) async fn programs(
    State(site): State<Arc<Site>>,
    viewer: Viewer,
    Path(name): Path<String>,
    paging: Paging,
    request: HeaderMap,
) -> Answer {
    let hill = find(&site, &viewer, &name)?;
    let programs = hill.files.as_ref().map_or(&[][..], |files| &files.programs);
    let rows: Vec<Value> = programs.iter().map(|program| about(&hill, program)).collect();
    Ok(paging.answer(&request, of_hill(&hill), "programs", &rows, |row| text(&row["program"])))
}

pub(super) async fn program(
    State(site): State<Arc<Site>>,
    viewer: Viewer,
    Path((name, file)): Path<(String, String)>,
    request: HeaderMap,
) -> Answer {
    let hill = find(&site, &viewer, &name)?;
    let program = find_program(&hill, &file)?;
    let mut all = json!({ "hill": hill.name });
    let about = about(&hill, program);
    for (key, value) in about.as_object().into_iter().flatten() {
        all[key] = value.clone();
    }
    all["source"] = json!(site.shown_source(&hill, program, &viewer).map(String::from_utf8_lossy));
    all["standing"] = json!(hill.table().iter().find(|place| place.program == file));
    all["against"] = json!(against(&hill, &file));
    Ok(json_answer(&request, &all))
}

pub(super) async fn opponents(
    State(site): State<Arc<Site>>,
    viewer: Viewer,
    Path((name, file)): Path<(String, String)>,
    paging: Paging,
    request: HeaderMap,
) -> Answer {
    let hill = find(&site, &viewer, &name)?;
    find_program(&hill, &file)?;
    let mut head = of_hill(&hill);
    head.insert("program".into(), json!(file));
    Ok(paging.answer(&request, head, "opponents", &against(&hill, &file), |pair| pair.opponent.clone()))
}

pub(super) async fn matches(
    State(site): State<Arc<Site>>,
    viewer: Viewer,
    Path(name): Path<String>,
    paging: Paging,
    request: HeaderMap,
) -> Answer {
    let hill = find(&site, &viewer, &name)?;
    let pairs = hill.standings.iter().flat_map(|standings| &standings.cross);
    // The cross table has both directions; list each pair once.
    let rows: Vec<Value> =
        pairs.filter(|pair| pair.program < pair.opponent).map(|pair| of_pair(&hill, pair)).collect();
    let key = |row: &Value| format!("{} {}", row["program"], row["opponent"]);
    Ok(paging.answer(&request, of_hill(&hill), "matches", &rows, key))
}

pub(super) async fn pair(
    State(site): State<Arc<Site>>,
    viewer: Viewer,
    Path((name, one, two)): Path<(String, String, String)>,
    request: HeaderMap,
) -> Answer {
    let hill = find(&site, &viewer, &name)?;
    find_two(&hill, &one, &two)?;
    let pair = hill.pair(&one, &two).ok_or_else(|| {
        Problem::new(StatusCode::NOT_FOUND, "The two have no results yet: their games are being played.")
    })?;
    let mut all = of_pair(&hill, pair);
    all["hill"] = json!(hill.name);
    Ok(json_answer(&request, &all))
}

/// Returns the record of a game that the first program won, or of any other game of the two. A worker makes
/// it.
pub(super) async fn record(
    State(site): State<Arc<Site>>,
    viewer: Viewer,
    Path((name, one, two)): Path<(String, String, String)>,
    request: HeaderMap,
) -> Answer {
    let hill = find(&site, &viewer, &name)?;
    find_two(&hill, &one, &two)?;
    if let Some(contest) = site.hidden_by(&name) {
        return Err(Problem::new(StatusCode::NOT_FOUND, hidden_words(&contest)));
    }
    if !hill.may_be_watched([&one, &two], &viewer) {
        let detail = "The source of one of the two programs is secret, and the record shows it.";
        return Err(Problem::new(StatusCode::FORBIDDEN, detail));
    }
    let fingerprint = hill.files.as_ref().map(|files| files.fingerprint.clone()).unwrap_or_default();
    let fight = Fight { hill: name, one, two, game: None, fingerprint };
    match site.records.want(&fight) {
        Wanted::There(_, record) => {
            let mut response = tagged(&request, "application/octet-stream", record.to_vec());
            let attachment = HeaderValue::from_static("attachment; filename=\"match.bout\"");
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
        Wanted::Never(_) => Err(Problem::new(
            StatusCode::NOT_FOUND,
            "No game of the two is stored yet, so there is no record.",
        )),
    }
}

fn find(site: &Site, viewer: &Viewer, name: &str) -> Result<Arc<HillView>, Problem> {
    site.hill(name, viewer).ok_or_else(|| Problem::no_such("hill", "/api/v1/hills"))
}

fn find_program<'a>(hill: &'a HillView, file: &str) -> Result<&'a ProgramView, Problem> {
    let list = format!("{}/programs", address(hill));
    hill.program(file).ok_or_else(|| Problem::no_such("program on this hill", &list))
}

fn find_two(hill: &HillView, one: &str, two: &str) -> Result<(), Problem> {
    find_program(hill, one)?;
    find_program(hill, two)?;
    if one == two {
        let why = "A program does not play against itself; name two programs.";
        return Err(Problem::new(StatusCode::NOT_FOUND, why));
    }
    Ok(())
}

fn address(hill: &HillView) -> String {
    format!("/api/v1/hills/{}", url_segment(&hill.name))
}

fn of_hill(hill: &HillView) -> Map<String, Value> {
    Map::from_iter([("hill".to_owned(), json!(hill.name))])
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

/// Returns true if all games are played and no submission is waiting.
fn is_complete(hill: &HillView) -> bool {
    hill.is_rated() && hill.waiting == 0
}

/// Returns the entry of a program in a list.
fn about(hill: &HillView, program: &ProgramView) -> Value {
    json!({
        "program": program.file,
        "url": format!("{}/programs/{}", address(hill), url_segment(&program.file)),
        "name": program.name,
        "author": program.author,
        "bytes": program.source.len(),
    })
}

fn against(hill: &HillView, file: &str) -> Vec<Pair> {
    let pairs = hill.standings.iter().flat_map(|standings| &standings.cross);
    pairs.filter(|pair| pair.program == file).cloned().collect()
}

fn of_pair(hill: &HillView, pair: &Pair) -> Value {
    let mut row = json!(pair);
    let here =
        format!("{}/matches/{}/{}", address(hill), url_segment(&pair.program), url_segment(&pair.opponent));
    row["record"] = json!(format!("{here}/record"));
    row["url"] = json!(here);
    row
}

/// Returns the entry of a hill in a list.
fn summary(hill: &HillView) -> Value {
    let mut all = json!({
        "hill": hill.name,
        "url": address(hill),
        "waiting": hill.waiting,
        "complete": is_complete(hill),
        "progress": hill.progress.map(|(done, all)| json!({ "done": done, "games": all })),
    });
    match &hill.files {
        Ok(files) => {
            all["game"] = json!(files.game.info().name);
            all["size"] = json!(files.size);
            all["games"] = json!(files.games);
            all["challenges"] = json!(files.history.len());
            all["programs"] = json!(files.programs.iter().map(|program| &program.file).collect::<Vec<_>>());
        }
        Err(_) => all["error"] = json!("the folder of this hill cannot be read"),
    }
    all
}

/// Returns the root of the API: the site and where its lists are.
pub(super) async fn site(State(site): State<Arc<Site>>, request: HeaderMap) -> Response {
    let about = json!({
        "title": site.config.title,
        "version": env!("CARGO_PKG_VERSION"),
        "hills": "/api/v1/hills",
        "wars": "/api/v1/wars",
        "contests": "/api/v1/contests",
        "games": "/api/v1/games",
        "events": "/api/v1/events",
        "feed": "/feed.atom",
        "openapi": "/api/openapi.json",
        "submissions": match site.config.submissions {
            Submissions::Closed => "closed",
            Submissions::Hosts => "hosts",
            Submissions::Members => "members",
        },
    });
    json_answer(&request, &about)
}

//! The interface for programs: every page's data as JSON, errors as problem documents (RFC 9457).

use std::sync::Arc;

use axum::Router;
use axum::extract::{Path, State};
use axum::http::header::{ACCESS_CONTROL_ALLOW_ORIGIN, HeaderValue};
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use axum::routing::get;
use games::REGISTRY;
use report::url_segment;
use serde_json::{Value, json};

use crate::headers::{answer, tagged};
use crate::hill_view::HillView;
use crate::site::Site;

/// The routes below `/api/v1`.
pub(crate) fn routes() -> Router<Arc<Site>> {
    Router::new()
        .route("/api/v1/hills", get(hills))
        .route("/api/v1/hills/{hill}", get(hill))
        .route("/api/v1/hills/{hill}/history", get(history))
        .route("/api/v1/hills/{hill}/programs/{program}", get(program))
        .route("/api/v1/games", get(all_games))
        .route("/api/{*rest}", get(nothing))
}

async fn hills(State(site): State<Arc<Site>>, request: HeaderMap) -> Response {
    let hills: Vec<Value> = site.hills().iter().map(|hill| summary(hill)).collect();
    json_answer(&request, &json!({ "hills": hills }))
}

async fn hill(State(site): State<Arc<Site>>, Path(name): Path<String>, request: HeaderMap) -> Response {
    let Some(hill) = site.hill(&name) else { return no_such("hill") };
    let mut all = summary(&hill);
    if let Some(standings) = &hill.standings {
        all["table"] = json!(standings.table);
        all["cross"] = json!(standings.cross);
        all["ratings"] = standings.ratings.clone();
    }
    json_answer(&request, &all)
}

async fn history(State(site): State<Arc<Site>>, Path(name): Path<String>, request: HeaderMap) -> Response {
    let Some(hill) = site.hill(&name) else { return no_such("hill") };
    let challenges = hill.files.as_ref().map(|files| files.challenges.clone()).unwrap_or_default();
    json_answer(&request, &json!({ "hill": name, "history": challenges }))
}

async fn program(
    State(site): State<Arc<Site>>,
    Path((name, file)): Path<(String, String)>,
    request: HeaderMap,
) -> Response {
    let Some(hill) = site.hill(&name) else { return no_such("hill") };
    let Some(program) = hill.program(&file) else { return no_such("program") };
    let against: Vec<_> =
        hill.standings.iter().flat_map(|all| &all.cross).filter(|pair| pair.program == file).collect();
    json_answer(
        &request,
        &json!({
            "hill": name,
            "program": file,
            "name": program.name,
            "author": program.author,
            "source": String::from_utf8_lossy(&program.source),
            "against": against,
        }),
    )
}

async fn all_games(request: HeaderMap) -> Response {
    let games: Vec<Value> = REGISTRY
        .iter()
        .map(|game| json!({ "game": game.info().name, "title": game.info().title, "summary": game.info().summary }))
        .collect();
    json_answer(&request, &json!({ "games": games }))
}

async fn nothing() -> Response {
    no_such("resource")
}

/// Returns what a list of hills says about one.
fn summary(hill: &HillView) -> Value {
    let mut all = json!({
        "hill": hill.name,
        "url": format!("/api/v1/hills/{}", url_segment(&hill.name)),
        "waiting": hill.waiting,
        "complete": hill.is_rated() && hill.waiting == 0,
    });
    match &hill.files {
        Ok(files) => {
            all["game"] = json!(files.game.info().name);
            all["size"] = json!(files.size);
            all["games"] = json!(files.games);
            all["challenges"] = json!(files.challenges.len());
            all["programs"] = json!(files.programs.iter().map(|program| &program.file).collect::<Vec<_>>());
        }
        Err(_) => all["error"] = json!("the folder of this hill cannot be read"),
    }
    all
}

fn json_answer(request: &HeaderMap, value: &Value) -> Response {
    for_all_origins(tagged(request, "application/json", format!("{value}\n")))
}

/// The data is public, so scripts of other sites may read it.
fn for_all_origins(mut response: Response) -> Response {
    response.headers_mut().insert(ACCESS_CONTROL_ALLOW_ORIGIN, HeaderValue::from_static("*"));
    response
}

fn no_such(what: &str) -> Response {
    let status = StatusCode::NOT_FOUND;
    let detail = format!("There is no such {what}; /api/v1/hills lists the hills.");
    let problem = json!({ "title": "Not Found", "status": status.as_u16(), "detail": detail });
    for_all_origins(answer(status, "application/problem+json", format!("{problem}\n")))
}

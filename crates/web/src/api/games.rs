//! The games of this site.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::http::HeaderMap;
use axum::response::Response;
use games::{REGISTRY, RegisteredGame, registry};
use report::url_segment;
use serde_json::{Map, Value, json};

use super::paging::Paging;
use super::{Problem, json_answer};
use crate::members::Viewer;
use crate::site::Site;

pub(super) async fn games(paging: Paging, request: HeaderMap) -> Response {
    let games: Vec<Value> = REGISTRY.iter().map(|game| about(*game)).collect();
    let key = |game: &Value| game["game"].to_string();
    paging.answer(&request, Map::new(), "games", &games, key)
}

pub(super) async fn game(
    State(site): State<Arc<Site>>,
    viewer: Viewer,
    Path(name): Path<String>,
    request: HeaderMap,
) -> Result<Response, Problem> {
    let game = registry::by_name(&name).ok_or_else(|| Problem::no_such("game", "/api/v1/games"))?;
    let info = game.info();
    let mut all = about(game);
    let parameter = |one: &game::Parameter| json!({ "key": one.key, "help": one.help, "default": one.default, "range": one.range });
    all["parameters"] = info.parameters.iter().map(parameter).collect();
    let hills = site.hills(&viewer);
    let is_of_it = |hill: &&Arc<crate::hill_view::HillView>| {
        hill.files.as_ref().is_ok_and(|files| files.game.info().name == info.name)
    };
    all["hills"] = hills.iter().filter(is_of_it).map(|hill| hill.name.clone()).collect();
    all["rules"] = json!(game.manual());
    Ok(json_answer(&request, &all))
}

fn about(game: &dyn RegisteredGame) -> Value {
    let info = game.info();
    json!({
        "game": info.name,
        "url": format!("/api/v1/games/{}", url_segment(info.name)),
        "title": info.title,
        "summary": info.summary,
        "extension": info.extension,
    })
}

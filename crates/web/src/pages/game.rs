//! A game: what it is, and its hills.

use std::sync::Arc;

use askama::Template;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::Response;
use games::registry;
use report::url_segment;

use super::{filled, problem};
use crate::headers::page;
use crate::members::Viewer;
use crate::site::Site;

#[derive(Template)]
#[template(path = "game.html")]
struct GamePage<'a> {
    site: &'a str,
    title: &'a str,
    summary: &'a str,
    name: &'a str,
    hills: Vec<(String, String)>,
    manual: Vec<(String, &'static str)>,
}

pub(crate) async fn game(
    State(site): State<Arc<Site>>,
    viewer: Viewer,
    Path(name): Path<String>,
) -> Response {
    let Some(game) = registry::by_name(&name) else {
        return problem(&site, StatusCode::NOT_FOUND, "There is no such game.");
    };
    let is_of_it = |hill: &&Arc<crate::hill_view::HillView>| {
        hill.files.as_ref().is_ok_and(|files| files.game.info().name == game.info().name)
    };
    let hills = site.hills(&viewer);
    let hills = hills
        .iter()
        .filter(is_of_it)
        .map(|hill| (format!("/hills/{}", url_segment(&hill.name)), hill.name.clone()));
    let shown = GamePage {
        site: &site.config.title,
        title: game.info().title,
        summary: game.info().summary,
        name: game.info().name,
        hills: hills.collect(),
        manual: manual_pages(game.info().name),
    };
    page(StatusCode::OK, filled(&shown))
}

/// Returns the pages of the manual about a game, its rules first.
fn manual_pages(game: &str) -> Vec<(String, &'static str)> {
    let names = [game.to_owned(), format!("tutorial-{game}"), format!("strategy-{game}")];
    let page = |name: String| Some((format!("/manual/{name}"), manual::page(&name)?.title.as_str()));
    names.into_iter().filter_map(page).collect()
}

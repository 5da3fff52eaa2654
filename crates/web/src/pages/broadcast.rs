//! The broadcast of a hill: its page, and the match that it shows now.

use std::sync::Arc;
use std::time::Instant;

use askama::Template;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use report::url_segment;
use serde_json::{Value, json};

use super::{filled, problem};
use crate::broadcast::OnAir;
use crate::dated::hidden_words;
use crate::headers::{answer, page, tagged};
use crate::hill_view::HillView;
use crate::members::Viewer;
use crate::records::Fight;
use crate::site::Site;

#[derive(Template)]
#[template(path = "broadcast.html")]
struct BroadcastPage<'a> {
    site: &'a str,
    hill: &'a str,
    address: String,
    hill_address: String,
}

/// Returns the page that shows matches of a hill one after the other. All viewers see the same match.
pub(crate) async fn broadcast(
    State(site): State<Arc<Site>>,
    viewer: Viewer,
    Path(name): Path<String>,
) -> Response {
    if site.hill(&name, &viewer).is_none() {
        return problem(&site, StatusCode::NOT_FOUND, "There is no such hill.");
    }
    if let Some(contest) = site.hidden_by(&name) {
        return problem(&site, StatusCode::NOT_FOUND, &hidden_words(&contest));
    }
    let segment = url_segment(&name);
    let shown = BroadcastPage {
        site: &site.config.title,
        hill: &name,
        address: format!("/live/{segment}"),
        hill_address: format!("/hills/{segment}"),
    };
    page(StatusCode::OK, filled(&shown))
}

/// Returns what the broadcast of a hill shows now, as JSON: the match, the seconds since it began, the
/// seconds until the next one is announced, and who plays then. It does not reveal any result.
pub(crate) async fn now(State(site): State<Arc<Site>>, viewer: Viewer, Path(name): Path<String>) -> Response {
    let Some(hill) = site.hill(&name, &viewer) else {
        return answer(StatusCode::NOT_FOUND, "application/json", "{}\n");
    };
    let is_hidden = site.hidden_by(&name).is_some();
    let on_air = if is_hidden { None } else { site.broadcasts.at(&hill, &site.records, Instant::now()) };
    let told = on_air.map_or_else(|| json!({ "match": null }), |on_air| on_air_in_json(&hill, &on_air));
    answer(StatusCode::OK, "application/json", format!("{told}\n"))
}

pub(crate) async fn broadcast_script(request: HeaderMap) -> Response {
    let script = include_str!("../../static/broadcast.js").to_owned();
    tagged(&request, "text/javascript; charset=utf-8", script)
}

fn on_air_in_json(hill: &HillView, on_air: &OnAir) -> Value {
    let Fight { hill: name, one, two, game, fingerprint } = &on_air.fight;
    let game = game.unwrap_or(0);
    let address = format!("/hills/{}/matches/{}/{}", url_segment(name), url_segment(one), url_segment(two));
    let names = |fight: &Fight| [&fight.one, &fight.two].map(|file| hill.name_of(file).to_owned());
    json!({
        "match": {
            // The number alone is not unique: the server may use it again after a restart.
            "id": format!("{}-{}-{one}-{two}-{game}", on_air.number, &fingerprint.get(..8).unwrap_or_default()),
            "names": names(&on_air.fight),
            "viewer": format!("{address}/viewer?game={}", game + 1),
        },
        "elapsed": thousandths(on_air.elapsed),
        "left": thousandths(on_air.left),
        "next": on_air.next.as_ref().map(names),
    })
}

fn thousandths(seconds: f64) -> f64 {
    (seconds * 1000.0).round() / 1000.0
}

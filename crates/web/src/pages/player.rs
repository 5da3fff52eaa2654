//! The page of a player: all programs of an author, on all hills.

use std::sync::Arc;

use askama::Template;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::Response;
use report::url_segment;

use super::hill::program_address;
use super::{filled, problem};
use crate::headers::page;
use crate::hill_view::{HillView, ProgramView};
use crate::members::Viewer;
use crate::site::Site;
use crate::standings::number;

#[derive(Template)]
#[template(path = "player.html")]
struct PlayerPage<'a> {
    site: &'a str,
    title: &'a str,
    facts: Vec<(&'static str, String)>,
    programs: Vec<Own>,
}

/// A program of the player.
struct Own {
    name: String,
    address: String,
    hill: (String, String),
    game: &'static str,
    rank: Option<usize>,
    of: usize,
    elo: String,
    age: String,
}

pub(crate) async fn player(
    State(site): State<Arc<Site>>,
    viewer: Viewer,
    Path(author): Path<String>,
) -> Response {
    let hills = site.hills(&viewer);
    let programs: Vec<Own> = hills.iter().flat_map(|hill| own(hill, &author)).collect();
    if programs.is_empty() {
        return problem(&site, StatusCode::NOT_FOUND, "No program on a hill here names this author.");
    }
    let mut hill_names: Vec<&String> = programs.iter().map(|program| &program.hill.0).collect();
    hill_names.dedup();
    let mut facts = vec![("programs", programs.len().to_string()), ("hills", hill_names.len().to_string())];
    if let Some(best) = programs.iter().filter_map(|program| program.rank).min() {
        facts.push(("best rank", best.to_string()));
    }
    let shown = PlayerPage { site: &site.config.title, title: &author, facts, programs };
    page(StatusCode::OK, filled(&shown))
}

/// Returns the address of a player.
pub(super) fn player_address(author: &str) -> String {
    format!("/players/{}", url_segment(author))
}

/// Returns the programs of an author on a hill, the best first.
fn own(hill: &Arc<HillView>, author: &str) -> Vec<Own> {
    let Ok(files) = &hill.files else { return Vec::new() };
    let address = format!("/hills/{}", url_segment(&hill.name));
    let table = hill.table();
    let own = |program: &ProgramView| {
        let place = table.iter().find(|place| place.program == program.file);
        Own {
            name: program.name.clone(),
            address: program_address(&address, &program.file),
            hill: (hill.name.clone(), address.clone()),
            game: files.game.info().title,
            rank: place.map(|place| place.rank),
            of: table.len(),
            elo: place.map_or_else(String::new, |place| format!("{:+.0}", number(&place.elo))),
            age: place.and_then(|place| place.age).map_or_else(String::new, |age| age.to_string()),
        }
    };
    let mut programs: Vec<Own> =
        files.programs.iter().filter(|program| program.author == author).map(own).collect();
    programs.sort_by_key(|program| program.rank.unwrap_or(usize::MAX));
    programs
}

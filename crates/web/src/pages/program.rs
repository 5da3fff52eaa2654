//! A program: its source, and its record against each opponent.

use std::sync::Arc;

use askama::Template;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::Response;
use report::url_segment;

use super::charts::heat;
use super::hill::plain;
use super::{filled, problem};
use crate::headers::page;
use crate::hill_view::HillView;
use crate::site::Site;
use crate::standings::number;

/// The longest source on a page, in bytes; the rest is in the file.
const MAX_SOURCE: usize = 40_000;

#[derive(Template)]
#[template(path = "program.html")]
struct ProgramPage<'a> {
    site: &'a str,
    title: &'a str,
    hill: (String, &'a str),
    facts: Vec<(&'static str, String)>,
    opponents: Vec<Opponent>,
    source: String,
    is_cut: bool,
}

struct Opponent {
    name: String,
    address: String,
    fight: String,
    class: String,
    score: String,
    wins: String,
    draws: String,
    losses: String,
}

pub(crate) async fn program(
    State(site): State<Arc<Site>>,
    Path((name, file)): Path<(String, String)>,
) -> Response {
    let Some(hill) = site.hill(&name) else {
        return problem(&site, StatusCode::NOT_FOUND, "There is no such hill.");
    };
    let Some(program) = hill.program(&file) else {
        return problem(&site, StatusCode::NOT_FOUND, "There is no such program on this hill.");
    };
    let mut facts = vec![("file", file.clone())];
    if !program.author.is_empty() {
        facts.push(("author", program.author.clone()));
    }
    if let Some(place) = hill.table().iter().find(|place| place.program == file) {
        facts.push(("rank", format!("{} of {}", place.rank, hill.table().len())));
        facts.push(("rating", format!("{:+.0}", number(&place.elo))));
        facts.push(("challenges survived", place.age.unwrap_or(0).to_string()));
    }
    let source = game::text::several_lines(&String::from_utf8_lossy(&program.source));
    let end = (0..=MAX_SOURCE.min(source.len())).rev().find(|&at| source.is_char_boundary(at)).unwrap_or(0);
    let shown = ProgramPage {
        site: &site.config.title,
        title: &program.name,
        hill: (format!("/hills/{}", url_segment(&name)), &hill.name),
        facts,
        opponents: opponents(&hill, &file),
        is_cut: end < source.len(),
        source: source[..end].to_owned(),
    };
    page(StatusCode::OK, filled(&shown))
}

/// Returns the record against each opponent, the worst first.
fn opponents(hill: &HillView, file: &str) -> Vec<Opponent> {
    let address = format!("/hills/{}", url_segment(&hill.name));
    let all = hill.standings.iter().flat_map(|standings| &standings.cross);
    let mut pairs: Vec<_> = all.filter(|pair| pair.program == file).collect();
    pairs.sort_by(|one, two| {
        let share = |pair: &crate::standings::Pair| pair.share().unwrap_or(0.5);
        share(one).total_cmp(&share(two)).then_with(|| one.opponent.cmp(&two.opponent))
    });
    let opponent = |pair: &crate::standings::Pair| {
        let (class, score) = heat(Some(pair))?;
        Some(Opponent {
            name: hill.name_of(&pair.opponent).to_owned(),
            address: format!("{address}/programs/{}", url_segment(&pair.opponent)),
            fight: format!("{address}/matches/{}/{}", url_segment(file), url_segment(&pair.opponent)),
            class,
            score,
            wins: plain(number(&pair.wins)),
            draws: plain(number(&pair.draws)),
            losses: plain(number(&pair.losses)),
        })
    };
    pairs.into_iter().filter_map(opponent).collect()
}

//! A round of a war: what happened in words, and in the viewer.

use std::sync::Arc;

use askama::Template;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::http::header::{HeaderValue, RETRY_AFTER};
use axum::response::Response;

use super::super::fight::{Soon, framed, packed};
use super::super::{filled, problem};
use super::picture::Picture;
use super::{PlayerRow, address, no_such_war, players};
use crate::headers::page;
use crate::records::Wanted;
use crate::site::Site;
use crate::times;
use crate::wars::{RoundView, WarFiles, WarRound, WarView};

#[derive(Template)]
#[template(path = "war-round.html")]
struct RoundPage<'a> {
    site: &'a str,
    title: String,
    war: (String, &'a str),
    number: u64,
    seen: String,
    /// True if the war is over after this round.
    is_end: bool,
    entered: Vec<String>,
    story: Vec<String>,
    runs: Vec<String>,
    picture: Picture,
    players: Vec<PlayerRow>,
    viewer: String,
    record: String,
    links: Vec<(&'static str, String)>,
}

pub(crate) async fn round(
    State(site): State<Arc<Site>>,
    Path((name, number)): Path<(String, String)>,
) -> Response {
    let Some(war) = site.wars.get(&name) else { return no_such_war(&site) };
    let Some((files, round)) = war.round(&number) else { return no_such_round(&site) };
    let here = address(&war.name);
    let link = |number: u64| format!("{here}/rounds/{number}");
    let mut links = Vec::new();
    if round.number > 1 {
        links.push(("the round before", link(round.number - 1)));
    }
    if round.number < war.rounds() {
        links.push(("the next round", link(round.number + 1)));
    }
    let shown = RoundPage {
        site: &site.config.title,
        title: format!("Round {} of {}", round.number, war.name),
        number: round.number,
        is_end: files.ended.is_some() && round.number == war.rounds(),
        seen: times::for_people(war.seen_at(round.number)),
        entered: round.entered.iter().map(|entry| entry_in_words(files, *entry)).collect(),
        story: round.story.clone(),
        runs: runs_in_words(files, round),
        picture: Picture::of(files, round),
        players: players(files, usize::try_from(round.number).unwrap_or(usize::MAX)),
        viewer: format!("{}/viewer#turn={}", link(round.number), round.number),
        record: format!("/api/v1{}/record", link(round.number)),
        links,
        war: (here, &war.name),
    };
    page(StatusCode::OK, filled(&shown))
}

/// Returns the packed page of the war up to a round, or a waiting page that tries again until it is ready.
pub(crate) async fn viewer(
    State(site): State<Arc<Site>>,
    Path((name, number)): Path<(String, String)>,
) -> Response {
    let Some(war) = site.wars.get(&name) else { return no_such_war(&site) };
    let Some((_, round)) = war.round(&number) else { return no_such_round(&site) };
    let soon = |status, words: &str| {
        let mut response = framed(page(status, filled(&Soon { words })));
        response.headers_mut().insert(RETRY_AFTER, HeaderValue::from_static("1"));
        response
    };
    match site.wars.records.want(&wanted(&war, round)) {
        Wanted::There(_, record) => packed(&record, &format!("{}, round {}", war.name, round.number)),
        Wanted::Soon => soon(StatusCode::OK, "This round is being prepared. It is here in a moment."),
        Wanted::Busy => {
            soon(StatusCode::SERVICE_UNAVAILABLE, "Many rounds are being prepared. This one is tried again.")
        }
        Wanted::Never(_) => framed(problem(&site, StatusCode::NOT_FOUND, "This round cannot be shown.")),
    }
}

fn wanted(war: &WarView, round: &RoundView) -> WarRound {
    WarRound { war: war.name.clone(), round: round.number, state: round.state.clone() }
}

fn no_such_round(site: &Site) -> Response {
    problem(site, StatusCode::NOT_FOUND, "This round of the war was not played.")
}

fn entry_in_words(files: &WarFiles, (seat, cell): (usize, Option<usize>)) -> String {
    let name = files.player(seat);
    match cell {
        Some(cell) => format!("A snippet of {name} entered in cell {cell}"),
        None => format!("A snippet of {name} found no free cell and is lost"),
    }
}

/// Returns the results of each player's runs: `alice: copied 3, segfault 2`.
fn runs_in_words(files: &WarFiles, round: &RoundView) -> Vec<String> {
    let of_player = |(seat, runs): (usize, &std::collections::BTreeMap<&'static str, u64>)| {
        let counts: Vec<String> = runs.iter().map(|(result, count)| format!("{result} {count}")).collect();
        (!counts.is_empty()).then(|| format!("{}: {}", files.player(seat), counts.join(", ")))
    };
    round.runs.iter().enumerate().filter_map(of_player).collect()
}

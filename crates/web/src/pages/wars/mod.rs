//! The pages of wars: the list, a war with the part that changes, and a round.

mod chart;
mod picture;
mod round;
mod submit;

use std::sync::Arc;

use askama::Template;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::Response;
use report::url_segment;

use self::chart::CountLine;
use self::picture::Picture;
use super::{filled, problem};
use crate::headers::page;
use crate::site::Site;
use crate::times;
use crate::wars::{RoundView, WarFiles, WarView};

pub(crate) use round::{round, viewer};
pub(crate) use submit::{round_requested, submit as war_submit, submitted as war_submitted};

/// The number of rounds that the page lists.
const MAX_ROUNDS: usize = 30;

#[derive(Template)]
#[template(path = "wars.html")]
struct WarsPage<'a> {
    site: &'a str,
    title: &'a str,
    wars: Vec<WarCard>,
}

/// A war in a list.
pub(super) struct WarCard {
    pub(super) name: String,
    pub(super) address: String,
    pub(super) about: String,
    pub(super) state: String,
}

#[derive(Template)]
#[template(path = "war.html")]
struct WarPage<'a> {
    site: &'a str,
    title: &'a str,
    facts: Vec<(&'static str, String)>,
    parts: Parts,
}

#[derive(Template)]
#[template(path = "war-parts.html")]
struct Parts {
    address: String,
    state: Vec<String>,
    picture: Option<Picture>,
    players: Vec<PlayerRow>,
    handed_in: Vec<String>,
    refused: Vec<(String, String)>,
    lines: Vec<CountLine>,
    rounds: Vec<RoundLine>,
    earlier: Option<String>,
}

/// A player of a war, as a row of a table.
struct PlayerRow {
    seat: usize,
    name: String,
    cells: u64,
    change: String,
    state: String,
}

/// A round in a list.
struct RoundLine {
    number: u64,
    address: String,
    what: String,
    seen: String,
}

pub(crate) async fn wars(State(site): State<Arc<Site>>) -> Response {
    let shown = WarsPage { site: &site.config.title, title: "Wars", wars: cards(&site) };
    page(StatusCode::OK, filled(&shown))
}

/// Returns all wars of the site for a list.
pub(super) fn cards(site: &Site) -> Vec<WarCard> {
    let card = |war: &Arc<WarView>| WarCard {
        name: war.name.clone(),
        address: address(&war.name),
        about: war.files.as_ref().map_or_else(|_| String::new(), |files| leaders(files)),
        state: state(site, war).join(" "),
    };
    site.wars.all().iter().map(card).collect()
}

pub(crate) async fn war(State(site): State<Arc<Site>>, Path(name): Path<String>) -> Response {
    let Some(war) = site.wars.get(&name) else { return no_such_war(&site) };
    let Ok(files) = &war.files else {
        return problem(&site, StatusCode::INTERNAL_SERVER_ERROR, "The folder of this war cannot be read.");
    };
    let shown = WarPage {
        site: &site.config.title,
        title: &war.name,
        facts: vec![
            ("rounds", format!("{} of {}", files.rounds.len(), files.last_round)),
            ("cells", files.size.to_string()),
            ("players", files.players.len().to_string()),
            ("longest snippet", format!("{} characters", files.max_len)),
            ("rounds are played", war.every_s.map_or_else(|| "when a host says so".into(), every_in_words)),
        ],
        parts: parts(&site, &war, files),
    };
    page(StatusCode::OK, filled(&shown))
}

/// Returns the part of a war's page that changes while the war goes on.
pub(crate) async fn war_standings(State(site): State<Arc<Site>>, Path(name): Path<String>) -> Response {
    let war = site.wars.get(&name);
    let known = war.as_ref().and_then(|war| Some((war, war.files.as_ref().ok()?)));
    match known {
        Some((war, files)) => page(StatusCode::OK, filled(&parts(&site, war, files))),
        None => no_such_war(&site),
    }
}

fn no_such_war(site: &Site) -> Response {
    problem(site, StatusCode::NOT_FOUND, "There is no such war.")
}

/// Returns the address of a war.
pub(super) fn address(name: &str) -> String {
    format!("/wars/{}", url_segment(name))
}

/// Returns a sentence that says how many cells the leading players have.
fn leaders(files: &WarFiles) -> String {
    if files.players.is_empty() {
        return "No player has submitted anything yet.".into();
    }
    let cells = files.cells();
    let mut seats: Vec<usize> = (0..cells.len()).collect();
    seats.sort_by_key(|&seat| std::cmp::Reverse(cells[seat]));
    let of = |&seat: &usize| format!("{} {}", files.player(seat), cells[seat]);
    let all: Vec<String> = seats.iter().take(4).map(of).collect();
    let more = if seats.len() > 4 { " …" } else { "" };
    format!("Cells: {}{more}.", all.join(", "))
}

/// Describes in sentences what is happening in a war.
fn state(site: &Site, war: &WarView) -> Vec<String> {
    let Ok(files) = &war.files else { return vec!["The folder of this war cannot be read.".into()] };
    if let Some(how) = &files.ended {
        return vec![format!("The war is over: {how}.")];
    }
    let mut all = Vec::new();
    let next = files.rounds.len() + 1;
    if !files.can_go_on() {
        all.push("The war begins when two players have submitted snippets.".to_owned());
    } else if war.is_playing {
        all.push(format!("Round {next} is being played."));
    } else if war.requested.is_some() {
        all.push(format!("Round {next} is played as soon as it can be."));
    } else if let Some(due) = war.next_due(times::now()) {
        all.push(format!("Round {next} is played at {}.", times::for_people(due)));
    } else {
        all.push(format!("Round {next} is played when a host says so."));
    }
    if site.wars.lack_perl() {
        all.push("This machine cannot run Perl now, so no rounds are played. Snippets are kept.".into());
    } else if war.trouble.is_some() {
        all.push("The last attempt to play a round failed; it is repeated.".into());
    }
    all
}

fn parts(site: &Site, war: &WarView, files: &WarFiles) -> Parts {
    let here = address(&war.name);
    let line = |round: &RoundView| RoundLine {
        number: round.number,
        address: format!("{here}/rounds/{}", round.number),
        what: in_short(round),
        seen: times::for_people(war.seen_at(round.number)),
    };
    let first_listed = files.rounds.len().saturating_sub(MAX_ROUNDS);
    Parts {
        state: state(site, war),
        picture: files.rounds.last().map(|round| Picture::of(files, round)),
        players: players(files, files.rounds.len()),
        handed_in: war.handed_in.clone(),
        refused: war.refused.clone(),
        lines: chart::lines(files),
        rounds: files.rounds[first_listed..].iter().rev().map(line).collect(),
        earlier: (first_listed > 0).then(|| format!("{here}/rounds/{first_listed}")),
        address: here,
    }
}

/// Returns a summary of a round: its first two events.
fn in_short(round: &RoundView) -> String {
    match round.story.as_slice() {
        [] => "No player attacked another.".into(),
        [one] => format!("{one}."),
        [one, two] => format!("{one}. {two}."),
        [one, two, ..] => format!("{one}. {two} …"),
    }
}

/// Returns the table of players after a number of rounds.
fn players(files: &WarFiles, rounds: usize) -> Vec<PlayerRow> {
    let cells_after = |round: usize, seat: usize| {
        round.checked_sub(1).and_then(|at| files.rounds.get(at)).map_or(0, |round| round.cells[seat])
    };
    let is_now = rounds == files.rounds.len();
    let mut rows: Vec<PlayerRow> = files
        .players
        .iter()
        .enumerate()
        .map(|(seat, player)| {
            let (cells, before) = (cells_after(rounds, seat), cells_after(rounds.saturating_sub(1), seat));
            let waiting: Vec<String> =
                player.waiting.iter().take(5).map(|round| format!("round {round}")).collect();
            let state = match player.out.filter(|out| usize::try_from(*out).is_ok_and(|out| out <= rounds)) {
                Some(out) => format!("out since round {out}"),
                None if is_now && !waiting.is_empty() => {
                    format!("a snippet waits for {}", waiting.join(", "))
                }
                None => String::new(),
            };
            let change = i128::from(cells) - i128::from(before);
            PlayerRow {
                seat,
                name: player.name.clone(),
                cells,
                change: if change == 0 { "0".into() } else { format!("{change:+}") },
                state,
            }
        })
        .collect();
    rows.sort_by(|one, two| two.cells.cmp(&one.cells).then(one.seat.cmp(&two.seat)));
    rows
}

fn every_in_words(seconds: u64) -> String {
    let units = [(86_400, "day"), (3_600, "hour"), (60, "minute")];
    let (size, unit) =
        units.into_iter().find(|(size, _)| seconds.is_multiple_of(*size)).unwrap_or((1, "second"));
    match seconds / size {
        1 => format!("every {unit}"),
        number => format!("every {number} {unit}s"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_time_between_rounds_is_said_in_its_largest_unit() {
        let words = [1, 90, 120, 3_600, 86_400, 172_800].map(every_in_words);
        let expected = ["second", "90 seconds", "2 minutes", "hour", "day", "2 days"];
        assert_eq!(words, expected.map(|words| format!("every {words}")));
    }
}

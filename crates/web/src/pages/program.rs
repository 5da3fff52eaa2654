//! The page of a program: its versions, its record against each opponent, and its source.

use std::sync::Arc;

use accounts::Account;
use askama::Template;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::Response;
use contests::hill::Challenge;
use report::url_segment;

use super::charts::{Line, heat, lines_of};
use super::hill::{plain, program_address};
use super::player::player_address;
use super::versions::{Version, versions};
use super::{filled, problem};
use crate::dated::hidden_words;
use crate::headers::page;
use crate::hill_view::{HillView, ProgramView};
use crate::members::Viewer;
use crate::site::Site;
use crate::standings::{Pair, number};

/// The most bytes of a source that the page shows.
const MAX_SOURCE: usize = 40_000;

#[derive(Template)]
#[template(path = "program.html")]
struct ProgramPage<'a> {
    site: &'a str,
    title: &'a str,
    hill: (String, &'a str),
    author: Option<(&'a str, String)>,
    facts: Vec<(&'static str, String)>,
    is_here: bool,
    extremes: Vec<Extreme<'a>>,
    opponents: &'a [Opponent],
    lines: Vec<Line>,
    versions: Vec<Version>,
    /// How many older ones are not shown.
    older_versions: usize,
    source: Option<Source>,
    /// Why a host has hidden it, if one has; empty if the visitor may not know the reason.
    hidden: Option<&'a str>,
    /// Why a contest hides the sources of the hill at present, if one does.
    hidden_by_contest: Option<String>,
    /// The address of the form that reports it to the hosts.
    report: String,
    /// The address of the form for a new version, if the program is the visitor's own.
    new_version: Option<String>,
}

/// An opponent, and the record against it.
struct Opponent {
    name: String,
    address: String,
    fight: String,
    /// The address of a game that the opponent won, with an explanation; `None` if it won none.
    why: Option<String>,
    class: String,
    score: String,
    wins: String,
    draws: String,
    losses: String,
}

/// The opponent with the best or the worst score.
struct Extreme<'a> {
    words: &'static str,
    opponent: &'a Opponent,
}

/// A source that may be shown.
struct Source {
    text: String,
    is_cut: bool,
}

pub(crate) async fn program(
    State(site): State<Arc<Site>>,
    Path((name, file)): Path<(String, String)>,
    viewer: Viewer,
) -> Response {
    let account = viewer.account.as_ref();
    let Some(hill) = site.hill(&name, &viewer) else {
        return problem(&site, StatusCode::NOT_FOUND, "There is no such hill.");
    };
    let program = hill.program(&file);
    let address = format!("/hills/{}", url_segment(&name));
    let (told, of, at) = (Arc::clone(&hill), file.clone(), address.clone());
    let Ok(versions) = tokio::task::spawn_blocking(move || versions(&*told, &of, &at)).await else {
        return problem(&site, StatusCode::INTERNAL_SERVER_ERROR, "The history cannot be read.");
    };
    if program.is_none() && versions.newest.is_empty() {
        return problem(&site, StatusCode::NOT_FOUND, "There never was such a program on this hill.");
    }
    let opponents = opponents(&hill, &file);
    let author = program.map(|program| program.author.as_str()).filter(|author| !author.is_empty());
    let shown = ProgramPage {
        site: &site.config.title,
        title: hill.name_of(&file),
        hill: (address.clone(), &hill.name),
        author: author.map(|author| (author, player_address(author))),
        facts: facts(&hill, &file, program),
        is_here: program.is_some(),
        hidden: program.and_then(|program| hidden(&hill, program, &viewer)),
        hidden_by_contest: site.hidden_by(&hill.name).map(|contest| hidden_words(&contest)),
        report: format!("{}/report", program_address(&address, &file)),
        extremes: extremes(&opponents),
        lines: versions.id.as_deref().map_or_else(Vec::new, |id| own_line(&hill.recent(), id)),
        versions: versions.newest,
        older_versions: versions.older,
        source: program.and_then(|program| source(&site, &hill, program, &viewer)),
        new_version: account.and_then(|account| new_version(&hill, program?, account)),
        opponents: &opponents,
    };
    page(StatusCode::OK, filled(&shown))
}

/// Returns why a program is hidden, if it is. The text is empty for all but its author and the hosts.
fn hidden<'p>(hill: &HillView, program: &'p ProgramView, viewer: &Viewer) -> Option<&'p str> {
    let why = program.hidden.as_deref()?;
    Some(if program.is_of(viewer) || hill.is_host(viewer) { why } else { "" })
}

fn facts(hill: &HillView, file: &str, program: Option<&ProgramView>) -> Vec<(&'static str, String)> {
    let mut facts = vec![("file", file.to_owned())];
    if let Some(place) = hill.table().iter().find(|place| place.program == file) {
        facts.push(("rank", format!("{} of {}", place.rank, hill.table().len())));
        facts.push(("rating", format!("{:+.0}", number(&place.elo))));
        facts.push(("challenges survived", place.age.unwrap_or(0).to_string()));
    }
    if let Some(licence) = program.and_then(|program| program.licence.clone()) {
        facts.push(("licence", licence));
    }
    facts
}

/// Returns the rating of a program after every challenge that it was rated in.
fn own_line(challenges: &[&Challenge], id: &str) -> Vec<Line> {
    let own =
        challenges.iter().rev().find_map(|challenge| challenge.ratings.iter().find(|rating| rating.id == id));
    own.map_or_else(Vec::new, |own| lines_of(challenges, std::slice::from_ref(own)))
}

/// Returns the address of the form for a new version, if the program is the account's own.
fn new_version(hill: &HillView, program: &ProgramView, account: &Account) -> Option<String> {
    let owner = program.owner.as_ref().filter(|owner| owner.account == account.id)?;
    let query = serde_urlencoded::to_string([("file", &owner.given)]).unwrap_or_default();
    Some(format!("/hills/{}/submit?{query}", url_segment(&hill.name)))
}

/// Returns the source of a program if the account may read it.
fn source(site: &Site, hill: &HillView, program: &ProgramView, viewer: &Viewer) -> Option<Source> {
    let source = site.shown_source(hill, program, viewer)?;
    let text = game::text::several_lines(&String::from_utf8_lossy(source));
    let end = (0..=MAX_SOURCE.min(text.len())).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0);
    Some(Source { is_cut: end < text.len(), text: text[..end].to_owned() })
}

/// Returns the best and the worst fight of a program, if it has at least two opponents.
fn extremes(opponents: &[Opponent]) -> Vec<Extreme<'_>> {
    let [worst, .., best] = opponents else { return Vec::new() };
    vec![
        Extreme { words: "Best against", opponent: best },
        Extreme { words: "Worst against", opponent: worst },
    ]
}

/// Returns the record against each opponent, the worst first.
fn opponents(hill: &HillView, file: &str) -> Vec<Opponent> {
    let address = format!("/hills/{}", url_segment(&hill.name));
    let all = hill.standings.iter().flat_map(|standings| &standings.cross);
    let mut pairs: Vec<&Pair> = all.filter(|pair| pair.program == file).collect();
    pairs.sort_by(|one, two| {
        let share = |pair: &Pair| pair.share().unwrap_or(0.5);
        share(one).total_cmp(&share(two)).then_with(|| one.opponent.cmp(&two.opponent))
    });
    let opponent = |pair: &Pair| {
        let (class, score) = heat(Some(pair))?;
        let (this, other) = (url_segment(file), url_segment(&pair.opponent));
        let has_lost = number(&pair.losses) > 0.0;
        Some(Opponent {
            name: hill.name_of(&pair.opponent).to_owned(),
            address: program_address(&address, &pair.opponent),
            fight: format!("{address}/matches/{this}/{other}"),
            why: has_lost.then(|| format!("{address}/matches/{other}/{this}?why")),
            class,
            score,
            wins: plain(number(&pair.wins)),
            draws: plain(number(&pair.draws)),
            losses: plain(number(&pair.losses)),
        })
    };
    pairs.into_iter().filter_map(opponent).collect()
}

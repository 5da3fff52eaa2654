//! A hill: standings, cross table and history.

use std::sync::Arc;

use accounts::Visibility;
use askama::Template;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::Response;
use contests::rows::EnvironmentRow;
use report::url_segment;

use super::charts::{IntervalBar, Line, heat, intervals, lines};
use super::contest_list::{ContestCard, coming};
use super::events::{HillNews, news};
use super::player::player_address;
use super::{filled, problem};
use crate::headers::page;
use crate::hill_view::HillView;
use crate::members::Viewer;
use crate::site::Site;
use crate::standings::{Place, RenewalStandings, number};
use crate::times;

/// The number of challenges that the page lists.
const MAX_EVENTS: usize = 20;

/// The most programs in the cross table, to keep the page small.
const MAX_CROSS: usize = 24;

#[derive(Template)]
#[template(path = "hill.html")]
struct HillPage<'a> {
    site: &'a str,
    title: &'a str,
    facts: Vec<(&'static str, String)>,
    game: (String, String),
    /// The address of its broadcast, if it has one.
    broadcast: Option<String>,
    contests: Vec<ContestCard>,
    is_private: bool,
    /// True if the visitor is a host of the hill.
    is_host: bool,
    parts: Parts,
}

#[derive(Template)]
#[template(path = "standings.html")]
struct Parts {
    address: String,
    state: String,
    rows: Vec<Row>,
    columns: Vec<(String, String)>,
    cross: Vec<CrossLine>,
    lines: Vec<Line>,
    /// Sentences that say which results are from an earlier environment.
    environments: Vec<String>,
    /// The files of programs that cannot play any more.
    unable: Vec<String>,
    renewal: Option<RenewalPart>,
    news: Vec<HillNews>,
}

/// The standings of a renewal so far.
struct RenewalPart {
    words: String,
    rows: Vec<RenewalLine>,
}

struct RenewalLine {
    rank: usize,
    address: String,
    name: String,
    points: String,
    games: u64,
    elo: String,
}

struct Row {
    rank: usize,
    address: String,
    name: String,
    author: Option<(String, String)>,
    points: String,
    wins: String,
    draws: String,
    losses: String,
    elo: String,
    interval: Option<IntervalBar>,
    words: String,
    age: String,
}

struct CrossLine {
    name: String,
    address: String,
    cells: Vec<Option<CrossCell>>,
}

struct CrossCell {
    class: String,
    text: String,
    address: String,
    label: String,
}

pub(crate) async fn hill(
    State(site): State<Arc<Site>>,
    viewer: Viewer,
    Path(name): Path<String>,
) -> Response {
    let Some(hill) = site.hill(&name, &viewer) else {
        return problem(&site, StatusCode::NOT_FOUND, "There is no such hill.");
    };
    let Ok(files) = &hill.files else {
        return problem(&site, StatusCode::INTERNAL_SERVER_ERROR, "The folder of this hill cannot be read.");
    };
    let info = files.game.info();
    let shown = HillPage {
        site: &site.config.title,
        title: &hill.name,
        game: (format!("/games/{}", info.name), info.title.to_owned()),
        facts: vec![
            ("places", format!("{} of {} taken", files.programs.len(), files.size)),
            ("challenges", files.history.len().to_string()),
            ("games per pairing", files.games.to_string()),
        ],
        broadcast: site.hidden_by(&name).is_none().then(|| format!("/live/{}", url_segment(&name))),
        contests: coming(&site, &viewer, times::now())
            .into_iter()
            .filter(|contest| contest.hill.0 == name)
            .collect(),
        is_private: hill.moderation.access.visibility != Visibility::Everybody,
        is_host: hill.is_host(&viewer),
        parts: parts(&hill),
    };
    page(StatusCode::OK, filled(&shown))
}

/// Returns the part of a hill's page that changes while matches run.
pub(crate) async fn standings(
    State(site): State<Arc<Site>>,
    viewer: Viewer,
    Path(name): Path<String>,
) -> Response {
    match site.hill(&name, &viewer) {
        Some(hill) => page(StatusCode::OK, filled(&parts(&hill))),
        None => problem(&site, StatusCode::NOT_FOUND, "There is no such hill."),
    }
}

/// Describes in a sentence what is happening on a hill.
pub(super) fn state(hill: &HillView) -> String {
    let progress =
        hill.progress.map_or_else(String::new, |(done, total)| format!(" ({done} of {total} games)"));
    match (&hill.files, hill.waiting, hill.is_rated(), &hill.trouble) {
        (Err(_), ..) => "The folder of this hill cannot be read.".into(),
        (.., Some(_)) => "The last attempt to play failed; it is repeated.".into(),
        (_, 0, true, _) => "All games are played.".into(),
        (_, 0, false, _) => format!("Games are being played{progress}."),
        (_, 1, ..) => format!("1 program is waiting to challenge the hill{progress}."),
        (_, waiting, ..) => format!("{waiting} programs are waiting to challenge the hill{progress}."),
    }
}

fn parts(hill: &HillView) -> Parts {
    let address = format!("/hills/{}", url_segment(&hill.name));
    let table = hill.table();
    let crossed = &table[..table.len().min(MAX_CROSS)];
    let name = |place: &Place| hill.name_of(&place.program).to_owned();
    Parts {
        state: state(hill),
        rows: table
            .iter()
            .zip(intervals(table))
            .map(|(place, interval)| row(hill, &address, place, interval))
            .collect(),
        columns: crossed.iter().map(|place| (place.rank.to_string(), name(place))).collect(),
        cross: crossed
            .iter()
            .map(|one| CrossLine {
                name: name(one),
                address: program_address(&address, &one.program),
                cells: crossed.iter().map(|two| cross_cell(hill, &address, one, two)).collect(),
            })
            .collect(),
        lines: lines(&hill.recent()),
        environments: hill
            .standings
            .as_ref()
            .map_or_else(Vec::new, |standings| EnvironmentRow::sentences(&standings.environments)),
        unable: hill
            .standings
            .iter()
            .flat_map(|standings| &standings.unable)
            .map(|one| one.program.clone())
            .collect(),
        renewal: renewal(hill, &address),
        news: news(hill, MAX_EVENTS),
        address,
    }
}

fn renewal(hill: &HillView, address: &str) -> Option<RenewalPart> {
    let RenewalStandings { pairs, pairs_done, words, table } = hill.standings.as_ref()?.renewal.as_ref()?;
    let row = |place: &Place| RenewalLine {
        rank: place.rank,
        address: program_address(address, &place.program),
        name: hill.name_of(&place.program).to_owned(),
        points: plain(number(&place.points)),
        games: place.games,
        elo: format!("{:+.0}", number(&place.elo)),
    };
    let rows = if *pairs_done > 0 { table.iter().map(row).collect() } else { Vec::new() };
    let words = format!(
        "All programs play again, under {words}: {pairs_done} of {pairs} pairs have played. The table above counts until \
         all have."
    );
    Some(RenewalPart { words, rows })
}

/// Returns the address of a program; `hill` is the address of its hill.
pub(super) fn program_address(hill: &str, file: &str) -> String {
    format!("{hill}/programs/{}", url_segment(file))
}

fn row(hill: &HillView, address: &str, place: &Place, interval: Option<IntervalBar>) -> Row {
    let [elo, low, high] = [&place.elo, &place.elo_low, &place.elo_high].map(number);
    Row {
        rank: place.rank,
        address: program_address(address, &place.program),
        name: hill.name_of(&place.program).to_owned(),
        author: (!place.author.is_empty()).then(|| (place.author.clone(), player_address(&place.author))),
        points: plain(number(&place.points)),
        wins: plain(number(&place.wins)),
        draws: plain(number(&place.draws)),
        losses: plain(number(&place.losses)),
        elo: format!("{elo:+.0}"),
        words: format!("from {low:.0} to {high:.0}, rank {} to {}", place.best_rank, place.worst_rank),
        interval,
        age: place.age.map_or_else(String::new, |age| age.to_string()),
    }
}

/// Formats a number with one decimal place, or as a whole number if it is one.
pub(super) fn plain(number: f64) -> String {
    let text = format!("{number:.1}");
    text.strip_suffix(".0").unwrap_or(&text).to_owned()
}

fn cross_cell(hill: &HillView, address: &str, one: &Place, two: &Place) -> Option<CrossCell> {
    let (class, text) = heat(hill.pair(&one.program, &two.program))?;
    let (this, other) = (hill.name_of(&one.program), hill.name_of(&two.program));
    Some(CrossCell {
        label: format!("{this} scored {text}% against {other}: watch a fight"),
        address: format!("{address}/matches/{}/{}", url_segment(&one.program), url_segment(&two.program)),
        class,
        text,
    })
}

//! The page of a contest with a date: its phase, commitment and entrants, and the results of its final.

use std::sync::Arc;

use askama::Template;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::Response;
use contests::dated::{Entered, Phase};
use report::url_segment;

use super::charts::{IntervalBar, heat, intervals};
use super::contest_list::{state, when};
use super::hill::plain;
use super::{filled, problem};
use crate::config::EntrantsFrom;
use crate::dated::ContestView;
use crate::headers::page;
use crate::members::Viewer;
use crate::origin::Base;
use crate::site::Site;
use crate::standings::{Place, number};
use crate::times;

/// The most programs in the cross table, to keep the page small.
const MAX_CROSS: usize = 24;

/// The most entrants for which the page lists a download command. The API lists all entrants.
const MAX_COMMANDS: usize = 64;

#[derive(Template)]
#[template(path = "contest.html")]
struct ContestPage<'a> {
    site: &'a str,
    title: &'a str,
    hill: (String, &'a str),
    state: String,
    facts: Vec<(&'static str, String)>,
    moments: Vec<Moment>,
    /// How to enter, while entering is possible.
    entering: Option<&'static str>,
    /// The address of the page on which members enter.
    entry: String,
    commitment: &'a str,
    terms: String,
    entrants: Vec<Entrant>,
    /// The heading of the list of entrants.
    entrants_are: &'static str,
    left_out: Vec<(String, String)>,
    rows: Vec<Row>,
    columns: Vec<(String, String)>,
    cross: Vec<CrossLine>,
    revealed: Option<Revealed>,
}

/// A moment in the life of a contest.
struct Moment {
    what: &'static str,
    at: String,
    when: String,
}

struct Entrant {
    name: String,
    author: String,
    file: String,
    /// The address of its source, once it may be read.
    source: Option<String>,
}

struct Row {
    rank: usize,
    name: String,
    author: String,
    source: String,
    points: String,
    wins: String,
    draws: String,
    losses: String,
    elo: String,
    interval: Option<IntervalBar>,
    words: String,
}

struct CrossLine {
    name: String,
    cells: Vec<Option<(String, String)>>,
}

/// What the site reveals after the final, and how to check the results with it.
struct Revealed {
    secret: String,
    seed: String,
    /// The downloads: file names and addresses. If the final had no games, there is only one.
    files: Vec<(&'static str, String)>,
    commands: Option<String>,
}

pub(crate) async fn contest(
    State(site): State<Arc<Site>>,
    viewer: Viewer,
    Path(name): Path<String>,
    Base(base): Base,
) -> Response {
    let Some(contest) = site.visible_contest(&name, &viewer) else {
        return problem(&site, StatusCode::NOT_FOUND, "There is no such contest.");
    };
    let now = times::now();
    let about = &contest.about;
    let api = format!("/api/v1/contests/{}", url_segment(&name));
    let (entrants, entrants_are) = entrants(&site, &contest, &api);
    let crossed = crossed(&contest);
    let shown = ContestPage {
        site: &site.config.title,
        title: &about.title,
        hill: (format!("/hills/{}", url_segment(&about.hill)), &about.hill),
        state: state(&contest, now),
        facts: facts(&contest),
        moments: moments(&contest, now),
        entering: (contest.phase(now) < Phase::Closed).then(|| entering(about.entrants)),
        entry: format!("/contests/{}/entry", url_segment(&name)),
        commitment: &contest.commitment,
        terms: about.terms.text(),
        entrants,
        entrants_are,
        left_out: contest
            .frozen
            .iter()
            .flat_map(|frozen| &frozen.left_out)
            .map(|one| (one.file.clone(), one.why.clone()))
            .collect(),
        rows: rows(&contest, &api),
        columns: crossed.iter().map(|place| (place.rank.to_string(), place.name.clone())).collect(),
        cross: cross(&contest, crossed),
        revealed: revealed(&contest, &api, &base),
    };
    page(StatusCode::OK, filled(&shown))
}

fn facts(contest: &ContestView) -> Vec<(&'static str, String)> {
    let (about, terms) = (&contest.about, &contest.about.terms);
    let mut facts = vec![
        ("game", terms.game.clone()),
        ("final", terms.schedule.name().replace('-', " ")),
        ("games per pairing", terms.games.to_string()),
    ];
    if let Some(rounds) = terms.rounds {
        facts.push(("rounds", rounds.to_string()));
    }
    if let Some(limit) = about.submissions_per_author {
        facts.push(("submissions", format!("at most {limit} an author")));
    }
    facts.push((
        "sources",
        if about.hidden_sources { "hidden until the close" } else { "as each author allows until the close" }
            .into(),
    ));
    if contest.was_played_again {
        let why = "played again, all of them: a compiler, an interpreter or the rules had changed in the middle of it";
        facts.push(("games of the final", why.into()));
    }
    facts
}

fn moments(contest: &ContestView, now: u64) -> Vec<Moment> {
    let times = &contest.about.times;
    let moment = |what, at| Moment { what, at: in_utc(at), when: when(at, now) };
    let registration = (times.registration_opens < times.opens)
        .then(|| moment("registration opens", times.registration_opens));
    let played = contest.finished_at.map(|at| moment("the final was played", at));
    let own = [moment("opens", times.opens), moment("closes", times.closes)];
    registration.into_iter().chain(own).chain(played).collect()
}

fn in_utc(at: u64) -> String {
    times::in_words(at).replace('T', " ").replace('Z', " UTC")
}

fn entering(from: EntrantsFrom) -> &'static str {
    match from {
        EntrantsFrom::Hill => {
            "Programs practise on the hill. Those that are on it at the close play the final."
        }
        EntrantsFrom::Authors => {
            "Programs practise on the hill. The last program that each author enters plays the final."
        }
    }
}

/// Returns the entrants, or the candidates as long as the entrants are not fixed, and the list's heading.
fn entrants(site: &Site, contest: &ContestView, api: &str) -> (Vec<Entrant>, &'static str) {
    if let Some(frozen) = &contest.frozen {
        let entrant = |entered: &Entered| Entrant {
            name: entered.name.clone(),
            author: entered.author.clone(),
            file: entered.file.to_string(),
            source: Some(entrant_address(api, entered.file.as_str())),
        };
        return (frozen.entrants.iter().map(entrant).collect(), "Entrants");
    }
    if contest.about.entrants == EntrantsFrom::Authors {
        let author = |author: &String| Entrant {
            name: author.clone(),
            author: String::new(),
            file: String::new(),
            source: None,
        };
        return (contest.authors.iter().map(author).collect(), "Registered authors");
    }
    let hill = site.any_hill(&contest.about.hill);
    let files = hill.as_ref().and_then(|hill| hill.files.as_ref().ok());
    let programs = files.map_or(&[][..], |files| &files.programs);
    let candidate = |program: &crate::hill_view::ProgramView| Entrant {
        name: program.name.clone(),
        author: program.author.clone(),
        file: program.file.clone(),
        source: None,
    };
    (programs.iter().map(candidate).collect(), "On the hill now")
}

fn entrant_address(api: &str, file: &str) -> String {
    format!("{api}/entrants/{}", url_segment(file))
}

fn rows(contest: &ContestView, api: &str) -> Vec<Row> {
    let table = contest.standings.as_ref().map_or(&[][..], |standings| &standings.table);
    let row = |(place, interval): (&Place, Option<IntervalBar>)| {
        let [elo, low, high] = [&place.elo, &place.elo_low, &place.elo_high].map(number);
        Row {
            rank: place.rank,
            name: place.name.clone(),
            author: author(contest, place),
            source: entrant_address(api, &place.program),
            points: plain(number(&place.points)),
            wins: plain(number(&place.wins)),
            draws: plain(number(&place.draws)),
            losses: plain(number(&place.losses)),
            elo: format!("{elo:+.0}"),
            words: format!("from {low:.0} to {high:.0}, rank {} to {}", place.best_rank, place.worst_rank),
            interval,
        }
    };
    table.iter().zip(intervals(table)).map(row).collect()
}

/// Returns the author of an entrant. The author in the list of entrants overrides the one in the program.
fn author(contest: &ContestView, place: &Place) -> String {
    let entered = contest.frozen.iter().flat_map(|frozen| &frozen.entrants);
    let entered = entered.into_iter().find(|entered| entered.file.as_str() == place.program);
    entered.map_or_else(|| place.author.clone(), |entered| entered.author.clone())
}

fn crossed(contest: &ContestView) -> &[Place] {
    let table = contest.standings.as_ref().map_or(&[][..], |standings| &standings.table);
    &table[..table.len().min(MAX_CROSS)]
}

fn cross(contest: &ContestView, crossed: &[Place]) -> Vec<CrossLine> {
    let line = |one: &Place| CrossLine {
        name: one.name.clone(),
        cells: crossed.iter().map(|two| heat(contest.pair(&one.program, &two.program))).collect(),
    };
    crossed.iter().map(line).collect()
}

fn revealed(contest: &ContestView, api: &str, base: &str) -> Option<Revealed> {
    let reveal = contest.reveal.as_ref()?;
    let mut files = vec![("reveal.json", format!("{api}/reveal"))];
    let had_games = contest.standings.is_some();
    if had_games {
        files.push(("contest.lock", format!("{api}/lock")));
        files.push(("results.jsonl", format!("{api}/results")));
    }
    Some(Revealed {
        secret: reveal.secret.to_string(),
        seed: reveal.seed.clone(),
        commands: had_games.then(|| commands(contest, &files, api, base)),
        files,
    })
}

/// Returns the shell commands that download everything and rejudge the contest.
fn commands(contest: &ContestView, files: &[(&str, String)], api: &str, base: &str) -> String {
    let name = shell_word(contest.about.name.as_str());
    let mut lines = vec![format!("mkdir {name} && cd {name}")];
    lines.extend(files.iter().map(|(file, path)| format!("curl -fsS -o {file} '{base}{path}'")));
    let entrants = contest.frozen.as_ref().map_or(&[][..], |frozen| &frozen.entrants);
    lines.extend(entrants.iter().take(MAX_COMMANDS).map(|entered| {
        let file = entered.file.as_str();
        let path = entrant_address(api, file);
        format!("curl -fsS --create-dirs -o {} '{base}{path}'", shell_word(&format!("entrants/{file}")))
    }));
    lines.push(format!("bout rejudge . --commitment {}", contest.commitment));
    lines.join("\n")
}

/// Quotes a word for a shell if it needs quotes.
fn shell_word(word: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "._-/".contains(c);
    if word.chars().all(is_plain) { word.to_owned() } else { format!("'{}'", word.replace('\'', r"'\''")) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_words_for_a_shell() {
        assert_eq!(shell_word("entrants/a-b.crash"), "entrants/a-b.crash");
        assert_eq!(shell_word("it's $HOME"), r"'it'\''s $HOME'");
    }

    #[test]
    fn a_moment_is_told_in_utc() {
        assert_eq!(in_utc(951_868_800), "2000-03-01 00:00:00 UTC");
    }
}

//! The search: programs, authors, hills, contests, wars, and headings of the manual.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use askama::Template;
use axum::extract::{Query, State};
use axum::http::StatusCode;
use axum::response::Response;
use report::url_segment;

use super::contest_list::contest_address;
use super::filled;
use super::hill::program_address;
use super::player::player_address;
use crate::dated::ContestView;
use crate::headers::page;
use crate::hill_view::HillView;
use crate::members::Viewer;
use crate::site::Site;
use crate::wars::WarView;

/// The most results per kind.
const MAX_RESULTS: usize = 20;

/// The longest search text, in characters.
const MAX_WANTED: usize = 100;

#[derive(Template)]
#[template(path = "search.html")]
struct SearchPage<'a> {
    site: &'a str,
    title: &'a str,
    wanted: &'a str,
    kinds: Vec<Kind>,
}

/// The results of one kind.
struct Kind {
    title: &'static str,
    found: Vec<Found>,
    more: usize,
}

/// A search result.
struct Found {
    name: String,
    address: String,
    /// The game, hill or manual page that it belongs to; empty if there is none.
    place: String,
}

pub(crate) async fn search(
    State(site): State<Arc<Site>>,
    viewer: Viewer,
    Query(query): Query<BTreeMap<String, String>>,
) -> Response {
    let wanted = query.get("q").map(|wanted| wanted.trim()).unwrap_or_default();
    let wanted: String = wanted.chars().take(MAX_WANTED).collect();
    let words: Vec<String> = wanted.to_lowercase().split_whitespace().map(String::from).collect();
    let hills = site.hills(&viewer);
    let contests = site.visible_contests(&viewer);
    let wars = site.wars.all();
    let kinds = if words.is_empty() { Vec::new() } else { results(&hills, &contests, &wars, &words) };
    let shown = SearchPage { site: &site.config.title, title: "Search", wanted: &wanted, kinds };
    page(StatusCode::OK, filled(&shown))
}

fn results(
    hills: &[Arc<HillView>],
    contests: &[Arc<ContestView>],
    wars: &[Arc<WarView>],
    words: &[String],
) -> Vec<Kind> {
    let kinds = [
        ("Hills", hills.iter().filter_map(|hill| found_hill(hill, words)).collect()),
        ("Programs", hills.iter().flat_map(|hill| found_programs(hill, words)).collect()),
        ("Players", found_players(hills, words)),
        ("Contests", contests.iter().filter_map(|contest| found_contest(contest, words)).collect()),
        ("Wars", wars.iter().filter_map(|war| found_war(war, words)).collect()),
        ("Manual", found_headings(words)),
    ];
    let kind = |(title, mut found): (&'static str, Vec<Found>)| {
        let more = found.len().saturating_sub(MAX_RESULTS);
        found.truncate(MAX_RESULTS);
        Kind { title, found, more }
    };
    kinds.into_iter().map(kind).filter(|kind| !kind.found.is_empty()).collect()
}

/// Returns true if every word occurs in at least one of the texts.
fn has_all(words: &[String], texts: &[&str]) -> bool {
    let text = texts.join("\n").to_lowercase();
    words.iter().all(|word| text.contains(word))
}

fn found_hill(hill: &HillView, words: &[String]) -> Option<Found> {
    let game = hill.files.as_ref().map_or("", |files| files.game.info().title);
    has_all(words, &[&hill.name, game]).then(|| Found {
        name: hill.name.clone(),
        address: format!("/hills/{}", url_segment(&hill.name)),
        place: game.to_owned(),
    })
}

fn found_contest(contest: &ContestView, words: &[String]) -> Option<Found> {
    let about = &contest.about;
    has_all(words, &[&about.title, about.name.as_str()]).then(|| Found {
        name: about.title.clone(),
        address: contest_address(about.name.as_str()),
        place: about.hill.clone(),
    })
}

fn found_war(war: &WarView, words: &[String]) -> Option<Found> {
    let players = war.files.as_ref().map_or(&[][..], |files| &files.players);
    let names: Vec<&str> = players.iter().map(|player| player.name.as_str()).collect();
    has_all(words, &[&war.name, &names.join("\n")]).then(|| Found {
        name: war.name.clone(),
        address: format!("/wars/{}", url_segment(&war.name)),
        place: String::new(),
    })
}

fn found_programs(hill: &Arc<HillView>, words: &[String]) -> Vec<Found> {
    let address = format!("/hills/{}", url_segment(&hill.name));
    let programs = hill.files.iter().flat_map(|files| &files.programs);
    let is_wanted =
        programs.filter(|program| has_all(words, &[&program.name, &program.file, &program.author]));
    let found = is_wanted.map(|program| Found {
        name: program.name.clone(),
        address: program_address(&address, &program.file),
        place: hill.name.clone(),
    });
    found.collect()
}

fn found_players(hills: &[Arc<HillView>], words: &[String]) -> Vec<Found> {
    let programs = hills.iter().flat_map(|hill| &hill.files).flat_map(|files| &files.programs);
    let authors: BTreeSet<&String> = programs.map(|program| &program.author).collect();
    let is_wanted = authors.into_iter().filter(|author| !author.is_empty() && has_all(words, &[author]));
    is_wanted
        .map(|author| Found { name: author.clone(), address: player_address(author), place: String::new() })
        .collect()
}

/// Returns the headings of the manual that contain these words, titles of pages first.
fn found_headings(words: &[String]) -> Vec<Found> {
    let mut found: Vec<(bool, Found)> = Vec::new();
    for page in manual::pages() {
        for (at, heading) in
            page.headings.iter().enumerate().filter(|(_, heading)| has_all(words, &[&heading.title]))
        {
            let is_title = at == 0;
            let anchor = if is_title { String::new() } else { format!("#{}", heading.anchor) };
            let address = format!("/manual/{}{anchor}", page.name);
            let place = if is_title { String::new() } else { page.title.clone() };
            found.push((!is_title, Found { name: heading.title.clone(), address, place }));
        }
    }
    found.sort_by_key(|(is_section, _)| *is_section);
    found.into_iter().map(|(_, found)| found).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(wanted: &str) -> Vec<(String, String)> {
        let words: Vec<String> = wanted.split_whitespace().map(String::from).collect();
        found_headings(&words).into_iter().map(|one| (one.name, one.address)).collect()
    }

    #[test]
    fn titles_of_the_manual_come_before_sections() {
        let hills = found("hills");
        assert_eq!(hills[0], ("Hills".into(), "/manual/hills".into()));
        let untrusted = ("Untrusted hills".to_owned(), "/manual/hills#untrusted-hills".to_owned());
        assert!(hills.contains(&untrusted), "{hills:?}");
        assert!(found("hills untrusted").contains(&untrusted));
        assert_eq!(found("nosuchword"), []);
    }
}

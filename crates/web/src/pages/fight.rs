//! A fight of two programs, in the viewer.

use std::sync::Arc;

use askama::Template;
use axum::extract::{Path, Query, State};
use axum::http::header::{CONTENT_SECURITY_POLICY, HeaderValue, RETRY_AFTER};
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use report::url_segment;

use super::hill::plain;
use super::{filled, problem, which_game};
use crate::dated::hidden_words;
use crate::headers::{page, tagged};
use crate::hill_view::HillView;
use crate::members::Viewer;
use crate::origin::Base;
use crate::records::Wanted;
use crate::site::Site;
use crate::standings::number;

/// The message in place of a fight that the visitor may not watch.
const SECRET: &str =
    "The source of one of the two programs is secret, and the fight would show it. Its author can watch.";

#[derive(Template)]
#[template(path = "fight.html")]
struct FightPage<'a> {
    site: &'a str,
    title: String,
    hill: (String, &'a str),
    programs: [(String, String); 2],
    facts: Vec<(&'static str, String)>,
    games: Vec<(&'static str, String)>,
    reverse: String,
    viewer: String,
    /// Why the page has no viewer, if it has none.
    hidden: Option<String>,
    /// The fragment of the viewer's address: `#mode=why` shows how the fight came to its end.
    mode: &'static str,
    /// The address of this page, to share with others.
    address: String,
    /// A line of HTML that shows the fight in another page.
    embed: String,
}

/// The line of HTML that shows a fight in another page.
#[derive(Template)]
#[template(path = "embed.html")]
struct Embed<'a> {
    viewer: &'a str,
    title: &'a str,
}

#[derive(Template)]
#[template(path = "soon.html")]
pub(super) struct Soon<'a> {
    pub(super) words: &'a str,
}

pub(crate) async fn fight(
    State(site): State<Arc<Site>>,
    Path((name, one, two)): Path<(String, String, String)>,
    Query(query): Query<which_game::Query>,
    viewer: Viewer,
    Base(base): Base,
) -> Response {
    let Some(hill) = site.hill(&name, &viewer) else {
        return problem(&site, StatusCode::NOT_FOUND, "There is no such hill.");
    };
    if !are_on(&hill, &one, &two) {
        return problem(&site, StatusCode::NOT_FOUND, "There are no such two programs on this hill.");
    }
    let address = format!("/hills/{}", url_segment(&name));
    let mut facts = Vec::new();
    if let Some(pair) = hill.pair(&one, &two) {
        for (key, value) in [("won", &pair.wins), ("drawn", &pair.draws), ("lost", &pair.losses)] {
            facts.push((key, plain(number(value))));
        }
        facts.push(("expected by the ratings", format!("{:.0}%", pair.expected * 100.0)));
        if pair.exact {
            facts.push(("score", "exact: every setup was counted".into()));
        }
    }
    let program =
        |file: &str| (format!("{address}/programs/{}", url_segment(file)), hill.name_of(file).to_owned());
    let here = format!("{address}/matches/{}/{}", url_segment(&one), url_segment(&two));
    let game = which_game::fight(&hill, &one, &two, &query);
    let mut games = Vec::new();
    let contest = site.hidden_by(&name).map(|contest| hidden_words(&contest));
    let is_open = hill.may_be_watched([&one, &two], &viewer);
    let hidden = contest.or_else(|| (!is_open).then(|| SECRET.to_owned()));
    if hidden.is_none()
        && let Some(record) = which_game::record(&site, &game).await
    {
        facts.extend(which_game::facts(&record, &hill));
        games = which_game::neighbours(&record, &hill, &here);
    }
    let title = format!("{} against {}", hill.name_of(&one), hill.name_of(&two));
    let which = which_game::query_of(&game);
    let viewer = format!("{here}/viewer{which}");
    let shown = FightPage {
        site: &site.config.title,
        embed: filled(&Embed { viewer: &format!("{base}{viewer}"), title: &title }),
        title,
        address: format!("{base}{here}{which}"),
        hill: (address.clone(), &hill.name),
        programs: [program(&one), program(&two)],
        facts,
        reverse: format!("{address}/matches/{}/{}", url_segment(&two), url_segment(&one)),
        viewer,
        hidden,
        mode: if query.contains_key("why") { "#mode=why" } else { "" },
        games,
    };
    page(StatusCode::OK, filled(&shown))
}

/// Returns the packed page of a match, or a waiting page that tries again while the match is played.
pub(crate) async fn viewer(
    State(site): State<Arc<Site>>,
    Path((name, one, two)): Path<(String, String, String)>,
    Query(query): Query<which_game::Query>,
    viewer: Viewer,
) -> Response {
    let Some(hill) = site.hill(&name, &viewer).filter(|hill| are_on(hill, &one, &two)) else {
        return problem(&site, StatusCode::NOT_FOUND, "There are no such two programs on this hill.");
    };
    if let Some(contest) = site.hidden_by(&name) {
        return framed(problem(&site, StatusCode::NOT_FOUND, &hidden_words(&contest)));
    }
    if !hill.may_be_watched([&one, &two], &viewer) {
        return problem(&site, StatusCode::FORBIDDEN, SECRET);
    }
    let title = format!("{} against {}", hill.name_of(&one), hill.name_of(&two));
    let soon = |status, words: &str| {
        let mut response = framed(page(status, filled(&Soon { words })));
        response.headers_mut().insert(RETRY_AFTER, HeaderValue::from_static("1"));
        response
    };
    match site.records.want(&which_game::fight(&hill, &one, &two, &query)) {
        Wanted::There(_, record) => packed(&record, &title),
        Wanted::Soon => soon(StatusCode::OK, "This fight is being played. It is here in a moment."),
        Wanted::Busy => {
            soon(StatusCode::SERVICE_UNAVAILABLE, "Many fights are being played. This one is tried again.")
        }
        Wanted::Never(_) => {
            framed(problem(&site, StatusCode::NOT_FOUND, "No game of the two is stored yet."))
        }
    }
}

/// Returns the script of the waiting page.
pub(crate) async fn soon_script(request: HeaderMap) -> Response {
    tagged(&request, "text/javascript; charset=utf-8", include_str!("../../static/soon.js").to_owned())
}

fn are_on(hill: &HillView, one: &str, two: &str) -> bool {
    one != two && hill.program(one).is_some() && hill.program(two).is_some()
}

/// Lets any site show the response in a frame. This is safe: the page has no controls that clickjacking
/// could use.
pub(super) fn framed(mut response: Response) -> Response {
    let policy = "default-src 'none'; style-src 'self'; script-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors *";
    response.headers_mut().insert(CONTENT_SECURITY_POLICY, HeaderValue::from_static(policy));
    response
}

/// Returns the packed page with its own policy, which allows its scripts and styles by their hashes.
pub(super) fn packed(record: &[u8], title: &str) -> Response {
    let html = report::match_page(record, title);
    let policy = policy_of(&html).map(|policy| format!("{policy}; frame-ancestors *"));
    let mut response = framed(page(StatusCode::OK, html));
    if let Some(policy) = policy.and_then(|policy| HeaderValue::from_str(&policy).ok()) {
        response.headers_mut().insert(CONTENT_SECURITY_POLICY, policy);
    }
    response
}

/// Extracts the Content-Security-Policy from a packed page.
pub(super) fn policy_of(html: &str) -> Option<String> {
    let (_, rest) = html.split_once("http-equiv=\"Content-Security-Policy\" content=\"")?;
    Some(rest.split_once('"')?.0.trim().trim_end_matches(';').to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_header_of_a_packed_page_is_its_own_policy() {
        let policy = policy_of(&report::match_page(b"", "<a>")).expect("it has one");
        assert!(policy.contains("default-src 'none'") && policy.contains("sha256-"), "{policy}");
        assert!(!policy.contains("'unsafe-inline'"), "{policy}");
    }
}

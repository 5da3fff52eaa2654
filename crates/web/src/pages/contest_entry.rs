//! The page on which a member enters a contest with a date.

use std::sync::Arc;

use askama::Template;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::Response;
use contests::dated::{EntryRefused, Phase};
use report::url_segment;
use serde::Deserialize;

use super::contest_list::state;
use super::{filled, problem};
use crate::api::sentence;
use crate::config::EntrantsFrom;
use crate::dated::register;
use crate::failures::for_visitors;
use crate::headers::private_page;
use crate::members::{Form, SignedIn, Viewer, redirect};
use crate::site::Site;
use crate::times;

#[derive(Template)]
#[template(path = "contest-entry.html")]
struct EntryPage<'a> {
    site: &'a str,
    title: String,
    contest: (String, &'a str),
    hill: String,
    state: String,
    proof: String,
    is_registered: bool,
    can_register: bool,
    takes_authors: bool,
}

pub(crate) async fn contest_entry(
    State(site): State<Arc<Site>>,
    SignedIn(member): SignedIn,
    Path(name): Path<String>,
) -> Response {
    let Some(contest) = site.visible_contest(&name, &Viewer::of(&member.account)) else {
        return problem(&site, StatusCode::NOT_FOUND, "There is no such contest.");
    };
    let now = times::now();
    let about = &contest.about;
    let shown = EntryPage {
        site: &site.config.title,
        title: format!("Enter {}", about.title),
        contest: (format!("/contests/{}", url_segment(&name)), &about.title),
        hill: format!("/hills/{}", url_segment(&about.hill)),
        state: state(&contest, now),
        proof: member.proof(),
        is_registered: contest.authors.contains(&member.account.name),
        can_register: [Phase::Registration, Phase::Open].contains(&contest.phase(now)),
        takes_authors: about.entrants == EntrantsFrom::Authors,
    };
    private_page(StatusCode::OK, filled(&shown))
}

#[derive(Deserialize)]
pub(crate) struct Nothing {}

pub(crate) async fn contest_entered(
    State(site): State<Arc<Site>>,
    SignedIn(member): SignedIn,
    Path(name): Path<String>,
    Form(Nothing {}): Form<Nothing>,
) -> Response {
    if site.visible_contest(&name, &Viewer::of(&member.account)).is_none() {
        return problem(&site, StatusCode::NOT_FOUND, "There is no such contest.");
    }
    let (at, contest) = (Arc::clone(&site), name.clone());
    let done = tokio::task::spawn_blocking(move || register(&at, &contest, &member.account.name)).await;
    match done {
        Ok(Ok(())) => redirect(&format!("/contests/{}/entry", url_segment(&name))),
        Ok(Err(refused)) => {
            let (status, why) = match &refused {
                EntryRefused::Failed(failure) => (StatusCode::SERVICE_UNAVAILABLE, for_visitors(failure)),
                _ => (StatusCode::CONFLICT, refused.to_string()),
            };
            problem(&site, status, &sentence(&why))
        }
        Err(_) => problem(&site, StatusCode::INTERNAL_SERVER_ERROR, "The site could not register you."),
    }
}

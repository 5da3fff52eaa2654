//! The form with which a member hands in a snippet for the next round of a war, and the host's button for a round.

use std::sync::Arc;

use accounts::AccountsError;
use askama::Template;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::Response;
use contests::program_file::ProgramFile;
use contests::rows::FileRow;
use games::registry;
use report::url_segment;
use serde::Deserialize;

use super::super::submit::lines;
use super::super::{filled, problem};
use crate::api::sentence;
use crate::config::Submissions;
use crate::headers::private_page;
use crate::members::{Form, Host, Member, SignedIn, Upload, redirect};
use crate::site::Site;
use crate::throttle::{Action, Who};
use crate::wars::{HandInError, RequestError, hand_in, request_round};

#[derive(Template)]
#[template(path = "war-submit.html")]
struct SnippetPage<'a> {
    site: &'a str,
    title: String,
    war: (String, &'a str),
    me: &'a str,
    proof: String,
    is_host: bool,
    source: String,
    /// The rounds that the snippet enters that was just handed in.
    entering: Vec<String>,
    wrong: Option<String>,
    diagnostics: Vec<String>,
}

/// What the form shows besides itself.
#[derive(Default)]
struct Shown {
    source: String,
    entering: Vec<u64>,
    wrong: Option<String>,
    diagnostics: Vec<String>,
}

/// Shows the form.
pub(crate) async fn submit(
    State(site): State<Arc<Site>>,
    SignedIn(member): SignedIn,
    Path(war): Path<String>,
) -> Response {
    form(&site, &member, &war, StatusCode::OK, Shown::default())
}

fn form(site: &Site, member: &Member, war: &str, status: StatusCode, shown: Shown) -> Response {
    if site.wars.get(war).is_none() {
        return problem(site, StatusCode::NOT_FOUND, "There is no such war.");
    }
    let page = SnippetPage {
        site: &site.config.title,
        title: format!("Hand in a snippet for {war}"),
        war: (format!("/wars/{}", url_segment(war)), war),
        me: &member.account.name,
        proof: member.proof(),
        is_host: member.account.is_host(),
        source: shown.source,
        entering: shown.entering.iter().map(u64::to_string).collect(),
        wrong: shown.wrong,
        diagnostics: shown.diagnostics,
    };
    private_page(status, filled(&page))
}

/// Keeps a snippet for the next round.
pub(crate) async fn submitted(
    State(site): State<Arc<Site>>,
    SignedIn(member): SignedIn,
    Path(war): Path<String>,
    upload: Upload,
) -> Response {
    if !may_submit(&site, &member) {
        return problem(&site, StatusCode::FORBIDDEN, "This site accepts no snippets of yours.");
    }
    if site.throttle.count(Action::Submit, Who::Name(&member.account.name)).is_err() {
        return problem(&site, StatusCode::TOO_MANY_REQUESTS, "Too many snippets. Please wait for a minute.");
    }
    let bytes = match &upload.file {
        Some(file) => file.bytes.clone(),
        None => upload.text("source").replace("\r\n", "\n").into_bytes(),
    };
    let (owner, name, source) = (member.account.name.clone(), war.clone(), bytes.clone());
    let at = Arc::clone(&site);
    let handed =
        tokio::task::spawn_blocking(move || hand_in(&at, &name, &owner, &format!("{owner}.pl"), &source));
    let shown = Shown { source: String::from_utf8_lossy(&bytes).into_owned(), ..Shown::default() };
    match handed.await {
        Ok(Ok(entering)) => {
            form(&site, &member, &war, StatusCode::CREATED, Shown { entering, ..Shown::default() })
        }
        Ok(Err(error)) => {
            let diagnostics = diagnostics_of(&error, &bytes);
            let wrong = Some(sentence(&error));
            form(&site, &member, &war, status_of(&error), Shown { wrong, diagnostics, ..shown })
        }
        Err(_) => problem(&site, StatusCode::INTERNAL_SERVER_ERROR, "The snippet could not be kept."),
    }
}

fn may_submit(site: &Site, member: &Member) -> bool {
    match site.config.submissions {
        Submissions::Closed => false,
        Submissions::Hosts => member.account.is_host(),
        Submissions::Members => true,
    }
}

fn status_of(error: &HandInError) -> StatusCode {
    match error {
        HandInError::NoWar => StatusCode::NOT_FOUND,
        HandInError::File(_) | HandInError::Program { .. } => StatusCode::UNPROCESSABLE_ENTITY,
        HandInError::TooLarge(_) => StatusCode::PAYLOAD_TOO_LARGE,
        HandInError::Busy | HandInError::Failure(_) => StatusCode::SERVICE_UNAVAILABLE,
        HandInError::NotAllowed(_) => StatusCode::CONFLICT,
    }
}

/// Returns what is wrong with a snippet, a line each.
fn diagnostics_of(error: &HandInError, bytes: &[u8]) -> Vec<String> {
    let (HandInError::Program { diagnostics, .. }, Some(game)) = (error, registry::by_name("perlwar")) else {
        return Vec::new();
    };
    let file = ProgramFile { path: "snippet.pl".into(), bytes: bytes.to_vec(), game };
    let rows = serde_json::to_value(FileRow::new(&file, diagnostics).diagnostics);
    rows.map_or_else(|_| Vec::new(), |rows| lines(&rows))
}

#[derive(Deserialize)]
pub(crate) struct Nothing {}

/// Asks for the next round now.
pub(crate) async fn round_requested(
    State(site): State<Arc<Site>>,
    Host(_): Host,
    Path(war): Path<String>,
    Form(Nothing {}): Form<Nothing>,
) -> Response {
    let (at, name) = (Arc::clone(&site), war.clone());
    let asked = tokio::task::spawn_blocking(move || request_round(&at, &name)).await;
    match asked {
        Ok(Ok(_)) => redirect(&format!("/wars/{}", url_segment(&war))),
        Ok(Err(error)) => {
            let status = match &error {
                RequestError::NoWar => StatusCode::NOT_FOUND,
                RequestError::NotAllowed(_) => StatusCode::CONFLICT,
                RequestError::Failure(_) => StatusCode::SERVICE_UNAVAILABLE,
            };
            problem(&site, status, &sentence(&error))
        }
        Err(error) => {
            let error = AccountsError::Hash(error.to_string());
            super::super::sign_in::database_problem(&site, &error)
        }
    }
}

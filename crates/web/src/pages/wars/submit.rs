//! The form with which a member submits a snippet for the next round of a war, and the host's button that
//! starts a round.

use std::sync::Arc;

use askama::Template;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::Response;
use report::url_segment;
use serde::Deserialize;

use super::super::submit::lines;
use super::super::{filled, problem};
use crate::api::sentence;
use crate::headers::private_page;
use crate::members::{Form, Host, Member, SignedIn, Upload, redirect};
use crate::site::Site;
use crate::wars::{ask_for_round, submit_snippet};

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
    /// The rounds that the snippet just submitted will enter.
    entering: Vec<String>,
    wrong: Option<String>,
    diagnostics: Vec<String>,
}

/// The contents of the form: the source, and what became of the last attempt.
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

/// Stores a snippet for the next round.
pub(crate) async fn submitted(
    State(site): State<Arc<Site>>,
    SignedIn(member): SignedIn,
    Path(war): Path<String>,
    upload: Upload,
) -> Response {
    let bytes = match &upload.file {
        Some(file) => file.bytes.clone(),
        None => upload.text("source").replace("\r\n", "\n").into_bytes(),
    };
    let shown = Shown { source: String::from_utf8_lossy(&bytes).into_owned(), ..Shown::default() };
    match submit_snippet(&site, &member.account, &war, bytes.clone()).await {
        Ok(entering) => {
            form(&site, &member, &war, StatusCode::CREATED, Shown { entering, ..Shown::default() })
        }
        Err(error) => {
            let diagnostics = lines(&error.diagnostics(&bytes));
            let wrong = Some(sentence(&error));
            form(&site, &member, &war, error.status(), Shown { wrong, diagnostics, ..shown })
        }
    }
}

#[derive(Deserialize)]
pub(crate) struct Nothing {}

/// Requests that the next round be played now.
pub(crate) async fn round_requested(
    State(site): State<Arc<Site>>,
    Host(_): Host,
    Path(war): Path<String>,
    Form(Nothing {}): Form<Nothing>,
) -> Response {
    match ask_for_round(&site, &war).await {
        Ok(_) => redirect(&format!("/wars/{}", url_segment(&war))),
        Err(error) => problem(&site, error.status(), &sentence(&error)),
    }
}

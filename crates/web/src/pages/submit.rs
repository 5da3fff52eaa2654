//! The form with which a member submits a program.

use std::sync::Arc;

use accounts::{Mode, SubmitOutcome};
use askama::Template;
use axum::extract::{Path, Query, State};
use axum::http::StatusCode;
use axum::response::Response;
use game::text::one_line;
use report::url_segment;
use serde::Deserialize;
use serde_json::Value;

use super::{filled, problem};
use crate::api::sentence;
use crate::config::Submissions;
use crate::headers::{private_page, tagged};
use crate::members::{Member, SignedIn, Upload, Viewer, redirect};
use crate::site::Site;
use crate::submissions::{AcceptedSubmission, Refusal, submit_program};

#[derive(Template)]
#[template(path = "submit.html")]
struct SubmitPage<'a> {
    site: &'a str,
    title: String,
    hill: (String, &'a str),
    /// The name and the title of the game.
    game: (&'a str, &'a str),
    extension: &'a str,
    proof: String,
    /// The author's programs on this hill, by the names under which they were submitted.
    own: Vec<String>,
    file: String,
    source: String,
    is_secret: bool,
    wrong: Option<String>,
    diagnostics: Vec<String>,
}

/// The initial values of the form, from the query of its address.
#[derive(Deserialize)]
pub(crate) struct SubmitQuery {
    #[serde(default)]
    file: String,
}

pub(crate) async fn submit(
    State(site): State<Arc<Site>>,
    SignedIn(member): SignedIn,
    Path(hill): Path<String>,
    Query(SubmitQuery { file }): Query<SubmitQuery>,
) -> Response {
    let begun = Typed { file: one_line(&file), ..Typed::default() };
    form(&site, &member, &hill, StatusCode::OK, &begun, None)
}

/// What somebody has typed into the form.
#[derive(Default)]
struct Typed {
    file: String,
    source: Vec<u8>,
    is_secret: bool,
}

fn form(
    site: &Site,
    member: &Member,
    name: &str,
    status: StatusCode,
    typed: &Typed,
    refusal: Option<&Refusal>,
) -> Response {
    let Some(hill) = site.hill(name, &Viewer::of(&member.account)) else {
        return problem(site, StatusCode::NOT_FOUND, "There is no such hill.");
    };
    let Ok(files) = &hill.files else {
        return problem(site, StatusCode::INTERNAL_SERVER_ERROR, "The folder of this hill cannot be read.");
    };
    if site.config.submissions == Submissions::Closed {
        return problem(site, StatusCode::FORBIDDEN, "This site accepts no programs.");
    }
    let owned = files.programs.iter().filter_map(|program| program.owner.as_ref());
    let own = owned.filter(|owner| owner.account == member.account.id).map(|owner| owner.given.clone());
    let info = files.game.info();
    let diagnostics = match refusal {
        Some(Refusal::Invalid(diagnostics)) => lines(diagnostics),
        _ => Vec::new(),
    };
    let shown = SubmitPage {
        site: &site.config.title,
        title: format!("Hand in a program for {name}"),
        hill: (format!("/hills/{}", url_segment(name)), name),
        game: (info.name, info.title),
        extension: info.extension,
        proof: member.proof(),
        own: own.collect(),
        file: one_line(&typed.file),
        source: String::from_utf8_lossy(&typed.source).into_owned(),
        is_secret: typed.is_secret,
        wrong: refusal.map(sentence),
        diagnostics,
    };
    private_page(status, filled(&shown))
}

/// Returns diagnostics as lines of text.
pub(super) fn lines(diagnostics: &Value) -> Vec<String> {
    let line = |one: &Value| {
        let text = |key: &str| one[key].as_str().unwrap_or_default().to_owned();
        let place = one["line"].as_u64().map_or_else(String::new, |line| {
            format!("line {line}, column {}: ", one["column"].as_u64().unwrap_or(1))
        });
        let help = text("help");
        let help = if help.is_empty() { help } else { format!(" ({help})") };
        format!("{place}{}{help}", text("message"))
    };
    diagnostics.as_array().map_or_else(Vec::new, |all| all.iter().map(line).collect())
}

pub(crate) async fn submitted(
    State(site): State<Arc<Site>>,
    SignedIn(member): SignedIn,
    Path(hill): Path<String>,
    upload: Upload,
) -> Response {
    let pasted = upload.text("source").to_owned();
    let file_field = upload.text("file").trim().to_owned();
    let (mode, is_secret) = (upload.text("mode").to_owned(), upload.is_ticked("secret"));
    // A chosen file takes precedence over the text, which may be left over from an earlier attempt.
    let (name, source) = match upload.file {
        Some(file) => {
            let last = file.name.rsplit(['/', '\\']).next().unwrap_or_default().to_owned();
            (if file_field.is_empty() { last } else { file_field }, file.bytes)
        }
        // Browsers end the lines of a text area with CR LF.
        None => (file_field, pasted.replace("\r\n", "\n").into_bytes()),
    };
    let typed = Typed { file: name, source, is_secret };
    let new = AcceptedSubmission {
        hill: hill.clone(),
        file: typed.file.clone(),
        source: typed.source.clone(),
        mode: if mode == "test" { Mode::Test } else { Mode::Enter },
        is_secret,
        idempotency_key: None,
    };
    match submit_program(&site, member.account.clone(), new).await {
        Ok(SubmitOutcome::New(submission) | SubmitOutcome::Known(submission)) => {
            redirect(&format!("/submissions/{}", submission.public))
        }
        Err(refusal) => {
            let status = match &refusal {
                Refusal::NoHill => StatusCode::NOT_FOUND,
                Refusal::NotAllowed(_) => StatusCode::FORBIDDEN,
                Refusal::Contest(_) => StatusCode::CONFLICT,
                Refusal::TooFast(_) => StatusCode::TOO_MANY_REQUESTS,
                Refusal::FileName(_) | Refusal::Invalid(_) => StatusCode::UNPROCESSABLE_ENTITY,
                Refusal::Accounts(error) => crate::api::Problem::of_accounts(error).status(),
            };
            form(&site, &member, &hill, status, &typed, Some(&refusal))
        }
    }
}

/// Returns the script that checks a program while it is typed.
pub(crate) async fn submit_script(request: axum::http::HeaderMap) -> Response {
    tagged(&request, "text/javascript; charset=utf-8", include_str!("../../static/submit.js").to_owned())
}

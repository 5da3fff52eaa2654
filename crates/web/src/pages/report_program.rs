//! The form with which a member reports a program to the hosts.

use std::sync::Arc;

use accounts::AccountsError;
use askama::Template;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::Response;
use report::url_segment;
use serde::Deserialize;

use super::hill::program_address;
use super::sign_in::database_problem;
use super::{filled, problem};
use crate::api::sentence;
use crate::headers::private_page;
use crate::members::{Form, Member, SignedIn, Viewer};
use crate::moderation::ReportRefused;
use crate::site::Site;

#[derive(Template)]
#[template(path = "report-program.html")]
struct ReportPage<'a> {
    site: &'a str,
    title: &'a str,
    program: (String, String),
    proof: String,
    /// The confirmation for a report that was accepted.
    done: Option<&'a str>,
    wrong: Option<String>,
}

pub(crate) async fn report_program(
    State(site): State<Arc<Site>>,
    SignedIn(member): SignedIn,
    Path((hill, file)): Path<(String, String)>,
) -> Response {
    form(&site, &member, (&hill, &file), StatusCode::OK, None, None)
}

#[derive(Deserialize)]
pub(crate) struct Reason {
    why: String,
}

pub(crate) async fn reported(
    State(site): State<Arc<Site>>,
    SignedIn(member): SignedIn,
    Path((hill, file)): Path<(String, String)>,
    Form(Reason { why }): Form<Reason>,
) -> Response {
    let place = (hill.as_str(), file.as_str());
    let thanks = "Thank you. The hosts of the hill see your report, and your name with it.";
    match site.report(&member.account, &hill, &file, &why).await {
        Ok(()) => form(&site, &member, place, StatusCode::CREATED, Some(thanks), None),
        Err(ReportRefused::NoProgram) => {
            problem(&site, StatusCode::NOT_FOUND, "There is no such program on this hill.")
        }
        Err(ReportRefused::Accounts(error @ AccountsError::Database { .. })) => {
            database_problem(&site, &error)
        }
        Err(refused) => form(&site, &member, place, refused.status(), None, Some(sentence(&refused))),
    }
}

fn form(
    site: &Site,
    member: &Member,
    (hill, file): (&str, &str),
    status: StatusCode,
    done: Option<&str>,
    wrong: Option<String>,
) -> Response {
    let Some(view) =
        site.hill(hill, &Viewer::of(&member.account)).filter(|view| view.program(file).is_some())
    else {
        return problem(site, StatusCode::NOT_FOUND, "There is no such program on this hill.");
    };
    let address = program_address(&format!("/hills/{}", url_segment(hill)), file);
    let shown = ReportPage {
        site: &site.config.title,
        title: "Report a program",
        program: (address, view.name_of(file).to_owned()),
        proof: member.proof(),
        done,
        wrong,
    };
    private_page(status, filled(&shown))
}

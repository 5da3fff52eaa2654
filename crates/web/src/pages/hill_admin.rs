//! The page on which hosts administer a hill: who sees it, its group, reports and hidden programs.

use std::sync::Arc;

use accounts::{HillMember, Report, Visibility};
use askama::Template;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::Response;
use contests::rows::EnvironmentRow;
use report::url_segment;

use super::hill::program_address;
use super::sign_in::database_problem;
use super::{filled, problem};
use crate::api::sentence;
use crate::headers::private_page;
use crate::hill_view::HillView;
use crate::members::{Form, Member, SignedIn, Viewer, off_thread, redirect};
use crate::moderation::{HillAction, HillActionRefused};
use crate::origin::Base;
use crate::site::Site;
use crate::times;

#[derive(Template)]
#[template(path = "look-after.html")]
struct LookAfterPage<'a> {
    site: &'a str,
    title: String,
    hill: (String, &'a str),
    proof: String,
    visibilities: [(&'static str, &'static str, bool); 3],
    members: Vec<(String, &'static str)>,
    reports: Vec<ReportLine>,
    hidden: Vec<HiddenLine>,
    /// The environments of the results, in sentences.
    environments: Vec<String>,
    is_being_renewed: bool,
    /// A link that was just created.
    link: Option<String>,
    wrong: Option<String>,
}

/// A report on a program.
pub(super) struct ReportLine {
    pub(super) hill: (String, String),
    pub(super) file: String,
    pub(super) address: String,
    pub(super) reporter: String,
    pub(super) why: String,
    pub(super) filed: String,
}

struct HiddenLine {
    file: String,
    address: String,
    why: String,
}

pub(crate) async fn hill_admin(
    State(site): State<Arc<Site>>,
    SignedIn(member): SignedIn,
    Path(name): Path<String>,
) -> Response {
    match hosted(&site, &member, &name) {
        Ok(hill) => shown(&site, &member, &hill, StatusCode::OK, None, None).await,
        Err((status, why)) => problem(&site, status, why),
    }
}

/// Returns a hill if the member is one of its hosts. On failure, returns the status and the error message.
fn hosted(site: &Site, member: &Member, name: &str) -> Result<Arc<HillView>, (StatusCode, &'static str)> {
    let viewer = Viewer::of(&member.account);
    let hill = site.hill(name, &viewer).ok_or((StatusCode::NOT_FOUND, "There is no such hill."))?;
    if hill.is_host(&viewer) {
        Ok(hill)
    } else {
        Err((StatusCode::FORBIDDEN, "This page is for the hosts of the hill."))
    }
}

async fn shown(
    site: &Arc<Site>,
    member: &Member,
    hill: &HillView,
    status: StatusCode,
    link: Option<String>,
    wrong: Option<String>,
) -> Response {
    let name = hill.name.clone();
    let read =
        off_thread(site, move |site| Ok((site.accounts.hill_members(&name)?, site.accounts.open_reports()?)));
    let (members, reports) = match read.await {
        Ok(read) => read,
        Err(error) => return database_problem(site, &error),
    };
    let address = format!("/hills/{}", url_segment(&hill.name));
    let hidden = |(file, why): (&String, &String)| HiddenLine {
        address: program_address(&address, file),
        file: file.clone(),
        why: why.clone(),
    };
    let now = hill.moderation.access.visibility;
    let visibility = |one: Visibility| (one.as_str(), in_words(one), one == now);
    let shown = LookAfterPage {
        site: &site.config.title,
        title: format!("Look after {}", hill.name),
        proof: member.proof(),
        visibilities: Visibility::ALL.map(visibility),
        members: members.into_iter().map(|HillMember { name, role }| (name, role.as_str())).collect(),
        reports: reports.into_iter().filter(|one| one.hill == hill.name).map(report_line).collect(),
        hidden: hill.moderation.hidden.iter().map(hidden).collect(),
        environments: environments_in_words(hill),
        is_being_renewed: hill.files.as_ref().is_ok_and(|files| files.is_being_renewed),
        hill: (address.clone(), &hill.name),
        link,
        wrong,
    };
    private_page(status, filled(&shown))
}

/// Says under which compilers, interpreters and rules the results of a hill were played.
fn environments_in_words(hill: &HillView) -> Vec<String> {
    let Some(standings) = &hill.standings else { return vec!["No game has been played yet.".into()] };
    let sentences = EnvironmentRow::sentences(&standings.environments);
    match standings.environments.last() {
        Some(present) if sentences.is_empty() => {
            vec![format!("All games are played under {}.", present.words)]
        }
        _ => sentences,
    }
}

fn in_words(visibility: Visibility) -> &'static str {
    match visibility {
        Visibility::Everybody => "everybody",
        Visibility::Link => "its group, and who has a link to it",
        Visibility::Group => "its group only",
    }
}

/// Formats a report for a list.
pub(super) fn report_line(report: Report) -> ReportLine {
    let hill = format!("/hills/{}", url_segment(&report.hill));
    ReportLine {
        address: program_address(&hill, &report.file),
        hill: (hill, report.hill),
        file: report.file,
        reporter: report.reporter,
        why: report.why,
        filed: times::in_words(report.filed_s),
    }
}

/// Carries out an action of a host of the hill.
pub(crate) async fn save_hill_admin(
    State(site): State<Arc<Site>>,
    SignedIn(member): SignedIn,
    Path(name): Path<String>,
    Base(base): Base,
    Form(action): Form<HillAction>,
) -> Response {
    let hill = match hosted(&site, &member, &name) {
        Ok(hill) => hill,
        Err((status, why)) => return problem(&site, status, why),
    };
    let (account, of) = (member.account.clone(), name.clone());
    let done = off_thread(&site, move |site| Ok(site.carry_out(&account, &of, &action))).await;
    match done.unwrap_or_else(|error| Err(HillActionRefused::Accounts(error))) {
        Ok(Some(link)) => {
            let link = format!("{base}/hill-links/{}", link.text());
            shown(&site, &member, &hill, StatusCode::CREATED, Some(link), None).await
        }
        Ok(None) => redirect(&format!("/hills/{}/look-after", url_segment(&name))),
        Err(HillActionRefused::Accounts(error)) => database_problem(&site, &error),
        Err(refused) => {
            let wrong = Some(sentence(&refused));
            shown(&site, &member, &hill, StatusCode::UNPROCESSABLE_ENTITY, None, wrong).await
        }
    }
}

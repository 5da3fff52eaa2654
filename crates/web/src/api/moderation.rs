//! Moderation: actions of hosts of hills, and programs that members report.

use std::sync::Arc;

use accounts::{HillMember, LogEntry, Report, Scope};
use axum::Json;
use axum::extract::rejection::JsonRejection;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use report::url_segment;
use serde::Deserialize;
use serde_json::{Value, json};

use super::{Problem, json_answer, json_of_status, sentence};
use crate::hill_view::HillView;
use crate::members::{Bearer, Viewer, off_thread};
use crate::moderation::{HillAction, HillActionRefused, ReportRefused};
use crate::origin::Base;
use crate::site::Site;
use crate::times;

type Answer = Result<Response, Problem>;

/// Returns who can see a hill, the members of its group, what is hidden, and what is waiting for a decision.
pub(super) async fn state(
    State(site): State<Arc<Site>>,
    bearer: Bearer,
    Path(hill): Path<String>,
    request: HeaderMap,
) -> Answer {
    let hill = hosted(&site, &bearer, &hill)?;
    Ok(json_answer(&request, &described(&site, &hill.name).await?))
}

/// Carries out an action of a host of a hill.
pub(super) async fn change(
    State(site): State<Arc<Site>>,
    bearer: Bearer,
    Base(base): Base,
    Path(hill): Path<String>,
    action: Result<Json<HillAction>, JsonRejection>,
) -> Answer {
    let hill = hosted(&site, &bearer, &hill)?;
    let Json(action) = action.map_err(|rejection| Problem::unreadable(&rejection))?;
    let (account, of) = (bearer.account, hill.name.clone());
    let done = off_thread(&site, move |site| Ok(site.carry_out(&account, &of, &action))).await;
    let link = match done.unwrap_or_else(|error| Err(HillActionRefused::Accounts(error))) {
        Ok(link) => link,
        Err(HillActionRefused::Accounts(error)) => return Err(Problem::of_accounts(&error)),
        Err(refused) => return Err(Problem::new(StatusCode::UNPROCESSABLE_ENTITY, sentence(&refused))),
    };
    let mut state = described(&site, &hill.name).await?;
    state["link"] = json!(link.map(|link| format!("{base}/hill-links/{}", link.text())));
    Ok(json_of_status(StatusCode::OK, &state))
}

/// Returns a hill if the account is a host of it and the token allows managing it.
fn hosted(site: &Site, bearer: &Bearer, name: &str) -> Result<Arc<HillView>, Problem> {
    bearer.allows(Scope::Manage)?;
    let viewer = Viewer::of(&bearer.account);
    let hill = site.hill(name, &viewer).ok_or_else(|| Problem::no_such("hill", "/api/v1/hills"))?;
    if hill.is_host(&viewer) {
        Ok(hill)
    } else {
        Err(Problem::new(StatusCode::FORBIDDEN, "This is for the hosts of the hill."))
    }
}

async fn described(site: &Arc<Site>, hill: &str) -> Result<Value, Problem> {
    let name = hill.to_owned();
    let read =
        off_thread(site, move |site| Ok((site.accounts.hill_members(&name)?, site.accounts.open_reports()?)));
    let (members, reports) = read.await.map_err(|error| Problem::of_accounts(&error))?;
    let moderation = site.any_hill(hill).map(|hill| Arc::clone(&hill.moderation)).unwrap_or_default();
    let member = |one: &HillMember| json!({ "name": one.name, "role": one.role });
    let hidden = |(file, why): (&String, &String)| json!({ "program": file, "why": why });
    let reports = reports.iter().filter(|one| one.hill == hill);
    Ok(json!({
        "hill": hill,
        "visible_to": moderation.access.visibility,
        "members": members.iter().map(member).collect::<Vec<_>>(),
        "hidden": moderation.hidden.iter().map(hidden).collect::<Vec<_>>(),
        "reports": reports.map(of_report).collect::<Vec<_>>(),
        "link": null,
    }))
}

fn of_report(report: &Report) -> Value {
    json!({
        "hill": report.hill,
        "program": report.file,
        "url": format!("/api/v1/hills/{}/programs/{}", url_segment(&report.hill), url_segment(&report.file)),
        "reporter": report.reporter,
        "why": report.why,
        "filed": times::in_words(report.filed_s),
    })
}

/// The reason for a report, in the body of a request.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Reason {
    why: String,
}

/// Reports a program to the hosts.
pub(super) async fn report(
    State(site): State<Arc<Site>>,
    bearer: Bearer,
    Path((hill, program)): Path<(String, String)>,
    reason: Result<Json<Reason>, JsonRejection>,
) -> Answer {
    bearer.require(Scope::Submit)?;
    let Json(Reason { why }) = reason.map_err(|rejection| Problem::unreadable(&rejection))?;
    match site.report(&bearer.account, &hill, &program, &why).await {
        Ok(()) => {
            Ok(json_of_status(StatusCode::CREATED, &json!({ "hill": hill, "program": program, "why": why })))
        }
        Err(ReportRefused::NoProgram) => {
            Err(Problem::no_such("program", &format!("/api/v1/hills/{}/programs", url_segment(&hill))))
        }
        Err(ReportRefused::TooFast(wait)) => {
            let retry_after_s = u16::try_from(wait.as_secs() + 1).unwrap_or(u16::MAX);
            Err(Problem::too_many(sentence(&ReportRefused::TooFast(wait)), retry_after_s))
        }
        Err(ReportRefused::Accounts(error)) => Err(Problem::of_accounts(&error)),
        Err(refused) => Err(Problem::new(refused.status(), sentence(&refused))),
    }
}

/// Returns all reports that are waiting for a decision, and the log of hosts' actions, for the hosts of the
/// site.
pub(super) async fn all(State(site): State<Arc<Site>>, bearer: Bearer, request: HeaderMap) -> Answer {
    bearer.require(Scope::Manage)?;
    let read = off_thread(&site, |site| Ok((site.accounts.open_reports()?, site.accounts.moderation_log()?)));
    let (reports, log) = read.await.map_err(|error| Problem::of_accounts(&error))?;
    let entry = |one: &LogEntry| {
        json!({
            "at": times::in_words(one.at_s),
            "host": one.host,
            "what": one.what,
            "hill": one.hill,
            "program": one.file,
            "account": one.account,
            "why": one.why,
        })
    };
    let all = json!({
        "reports": reports.iter().map(of_report).collect::<Vec<_>>(),
        "log": log.iter().map(entry).collect::<Vec<_>>(),
    });
    Ok(json_answer(&request, &all))
}

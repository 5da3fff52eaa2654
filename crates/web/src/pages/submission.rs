//! The page of a submission: its progress and its result.

use std::sync::Arc;

use accounts::{Mode, Submission, SubmissionState};
use askama::Template;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use report::url_segment;
use serde_json::Value;

use super::hill::program_address;
use super::sign_in::{Nothing, database_problem};
use super::{filled, problem};
use crate::api::told;
use crate::headers::{private_page, tagged};
use crate::hill_view::HillView;
use crate::members::{Form, Member, SignedIn, off_thread, redirect};
use crate::site::Site;
use crate::submissions::{described, withdraw};

#[derive(Template)]
#[template(path = "submission.html")]
struct SubmissionPage<'a> {
    site: &'a str,
    title: &'a str,
    proof: String,
    address: String,
    hill: (String, &'a str),
    state: String,
    /// What it waits for, or how many of its games are played.
    detail: String,
    why: Vec<String>,
    is_waiting: bool,
    is_final: bool,
    facts: Vec<(&'static str, String)>,
    program: Option<String>,
    again: String,
    worst: Vec<Worst>,
}

/// An opponent that a submission did badly against.
struct Worst {
    name: String,
    address: String,
    score: String,
    /// The address of the fight, with an explanation why it was lost, if both programs are on the hill.
    why: Option<String>,
}

pub(crate) async fn submission(
    State(site): State<Arc<Site>>,
    SignedIn(member): SignedIn,
    Path(public): Path<String>,
) -> Response {
    let found = match find(&site, &member, public).await {
        Ok(found) => found,
        Err(response) => return response,
    };
    let asked = found.clone();
    let all = match off_thread(&site, move |site| described(site, &asked)).await {
        Ok(all) => all,
        Err(error) => return database_problem(&site, &error),
    };
    let hill = site.any_hill(&found.hill);
    let hill_address = format!("/hills/{}", url_segment(&found.hill));
    let entered = found.state == SubmissionState::Entered;
    let retirement = hill.as_ref().and_then(|hill| hill.retirement(&found.public));
    let why = found.why.as_deref().or(retirement);
    let shown = SubmissionPage {
        site: &site.config.title,
        title: &found.given,
        proof: member.proof(),
        address: format!("/submissions/{}", found.public),
        hill: (hill_address.clone(), &found.hill),
        state: in_words(&found, hill.as_deref()),
        detail: detail(&all),
        why: why.map_or_else(Vec::new, |why| why.lines().map(str::to_owned).collect()),
        is_waiting: found.state == SubmissionState::Queued,
        is_final: found.state.is_final(),
        facts: facts(&found, &all),
        program: entered.then(|| program_address(&hill_address, &found.file)),
        again: format!("{hill_address}/submit?{}", query(&found.given)),
        worst: hill.as_ref().map_or_else(Vec::new, |hill| worst(hill, &found)),
    };
    private_page(StatusCode::OK, filled(&shown))
}

fn query(file: &str) -> String {
    serde_urlencoded::to_string([("file", file)]).unwrap_or_default()
}

/// Describes the state of a submission in a few words.
pub(crate) fn in_words(submission: &Submission, hill: Option<&HillView>) -> String {
    if hill.is_some_and(|hill| hill.retirement(&submission.public).is_some()) {
        return "It was retired: it cannot play any more.".into();
    }
    let place = submission.outcome.as_ref().map(|outcome| (outcome.rank, outcome.of, outcome.is_in));
    match (submission.state, place) {
        (SubmissionState::Queued, _) => "It waits.".into(),
        (SubmissionState::Playing, _) => "Its games are being played.".into(),
        (SubmissionState::Entered, Some((rank, of, _))) => {
            format!("It entered the hill at rank {rank} of {of}.")
        }
        (SubmissionState::Entered, None) => "It entered the hill.".into(),
        (SubmissionState::NotGoodEnough, _) => "It was not good enough for the hill.".into(),
        (SubmissionState::Tested, Some((rank, of, true))) => {
            format!("Tested: it would enter the hill at rank {rank} of {of}.")
        }
        (SubmissionState::Tested, _) => "Tested: it would not be good enough for the hill.".into(),
        (SubmissionState::Known, _) => "It is on the hill already.".into(),
        (SubmissionState::Refused, _) => "It cannot play here.".into(),
        (SubmissionState::Failed, _) => "The site could not play it; nothing is held against it.".into(),
        (SubmissionState::Withdrawn, _) => "It was withdrawn.".into(),
    }
}

/// Returns what a submission waits for, or how many of its games are played.
fn detail(all: &Value) -> String {
    let number = |key: &str| all[key].as_u64();
    match (number("place"), all["waits_for"].as_str(), number("games_done"), number("games_total")) {
        (Some(place), Some(why), ..) => format!("Place {place} in the queue: {why}."),
        (.., Some(done), Some(total)) => format!("{done} of {total} games are played."),
        _ => String::new(),
    }
}

fn facts(submission: &Submission, all: &Value) -> Vec<(&'static str, String)> {
    let mode = match submission.mode {
        Mode::Enter => "to enter the hill",
        Mode::Test => "a test, which changes nothing",
    };
    let source = if submission.is_secret { "secret" } else { "open to all" };
    let mut facts = vec![("purpose", mode.to_owned()), ("source", source.to_owned())];
    for (key, field) in [("handed in", "submitted"), ("done", "finished")] {
        if let Some(time) = all[field].as_str() {
            facts.push((key, time.to_owned()));
        }
    }
    let gone = submission.outcome.as_ref().map_or(&[][..], |outcome| &outcome.pushed_off);
    if !gone.is_empty() {
        facts.push(("pushed off", gone.join(", ")));
    }
    facts
}

fn worst(hill: &HillView, submission: &Submission) -> Vec<Worst> {
    let address = format!("/hills/{}", url_segment(&hill.name));
    let all = submission.outcome.as_ref().map_or(&[][..], |outcome| &outcome.worst);
    let entered = submission.state == SubmissionState::Entered;
    let is_there = |one: &str| hill.program(one).is_some();
    let worst = |one: &accounts::WorstOpponent| Worst {
        name: hill.name_of(&one.opponent).to_owned(),
        address: program_address(&address, &one.opponent),
        score: format!("{:.0}", f64::from(one.score_thousandths) / 10.0),
        why: (entered && is_there(&one.opponent) && is_there(&submission.file)).then(|| {
            format!("{address}/matches/{}/{}?why", url_segment(&one.opponent), url_segment(&submission.file))
        }),
    };
    all.iter().map(worst).collect()
}

/// Streams every change of a submission as server-sent events.
pub(crate) async fn submission_live(
    State(site): State<Arc<Site>>,
    SignedIn(member): SignedIn,
    Path(public): Path<String>,
) -> Response {
    match find(&site, &member, public).await {
        Ok(found) => told(site, found).into_response(),
        Err(response) => response,
    }
}

pub(crate) async fn withdrawn(
    State(site): State<Arc<Site>>,
    SignedIn(member): SignedIn,
    Path(public): Path<String>,
    Form(Nothing {}): Form<Nothing>,
) -> Response {
    let found = match find(&site, &member, public).await {
        Ok(found) => found,
        Err(response) => return response,
    };
    let back = format!("/submissions/{}", found.public);
    match withdraw(&site, found).await {
        Ok(()) => redirect(&back),
        Err(error) => database_problem(&site, &error),
    }
}

/// Finds a submission. Members see only their own; hosts see all.
async fn find(site: &Arc<Site>, member: &Member, public: String) -> Result<Submission, Response> {
    let found = match off_thread(site, move |site| site.accounts.submission(&public)).await {
        Ok(found) => found,
        Err(error) => return Err(database_problem(site, &error)),
    };
    let may_see = |one: &Submission| one.account == Some(member.account.id) || member.account.is_host();
    found.filter(may_see).ok_or_else(|| problem(site, StatusCode::NOT_FOUND, "You have no such submission."))
}

/// Returns the script that keeps the page of a submission up to date.
pub(crate) async fn submission_script(request: HeaderMap) -> Response {
    tagged(&request, "text/javascript; charset=utf-8", include_str!("../../static/submission.js").to_owned())
}

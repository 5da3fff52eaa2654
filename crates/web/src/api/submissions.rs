//! Submissions of members, and their results.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use accounts::{AccountId, Mode, Scope, Submission, SubmissionId, SubmitOutcome};
use axum::Json;
use axum::extract::rejection::{JsonRejection, QueryRejection};
use axum::extract::{Path, Query, State};
use axum::http::header::{HeaderValue, LOCATION};
use axum::http::{HeaderMap, StatusCode};
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use futures_util::stream::{Stream, unfold};
use games::registry;
use serde::{Deserialize, Deserializer};
use serde_json::{Value, json};
use tokio::sync::broadcast::error::RecvError;

use super::{Problem, json_answer, json_of_status, sentence};
use crate::headers::answer;
use crate::members::{Bearer, off_thread};
use crate::origin::Remote;
use crate::site::{HillEvent, Site};
use crate::submissions::{AcceptedSubmission, ProcessorTime, Refusal, check, described, submit_program};
use crate::throttle::{Action, Who};

/// The most submissions in a list; also the number if the client sets no `limit`.
const MAX_LISTED: usize = 100;

/// The longest idempotency key, in bytes.
const MAX_KEY: usize = 200;

type Answer = Result<Response, Problem>;

/// A program in the body of a request.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ProgramBody {
    file: String,
    #[serde(default, deserialize_with = "present")]
    source: Option<String>,
    #[serde(default, deserialize_with = "present")]
    source_base64: Option<String>,
    #[serde(default, deserialize_with = "present")]
    mode: Option<Mode>,
    #[serde(default)]
    secret: bool,
}

/// Deserialises a field that may be missing but not null.
fn present<'de, D: Deserializer<'de>, T: Deserialize<'de>>(value: D) -> Result<Option<T>, D::Error> {
    T::deserialize(value).map(Some)
}

impl ProgramBody {
    fn source(&self) -> Result<Vec<u8>, Problem> {
        let wrong = |detail: &str| Problem::new(StatusCode::UNPROCESSABLE_ENTITY, detail);
        match (&self.source, &self.source_base64) {
            (Some(text), None) => Ok(text.clone().into_bytes()),
            (None, Some(text)) => BASE64_STANDARD
                .decode(text)
                .map_err(|error| wrong(&format!("`source_base64` is not base64: {error}."))),
            _ => Err(wrong("Either `source` or `source_base64` is needed.")),
        }
    }
}

/// A JSON body, or the reason why it cannot be read.
type Body<T> = Result<Json<T>, JsonRejection>;

fn body<T>(body: Body<T>) -> Result<T, Problem> {
    body.map(|Json(body)| body).map_err(|rejection| Problem::unreadable(&rejection))
}

/// Revokes the token that the request was sent with.
pub(super) async fn end_token(State(site): State<Arc<Site>>, bearer: Bearer) -> Answer {
    let ended = off_thread(&site, move |site| site.accounts.delete_token(bearer.account.id, bearer.token.id));
    ended.await.map_err(|error| Problem::of_accounts(&error))?;
    Ok(answer(StatusCode::NO_CONTENT, "application/json", ""))
}

/// Puts a program into the queue of a hill.
pub(super) async fn submit(
    State(site): State<Arc<Site>>,
    bearer: Bearer,
    Path(hill): Path<String>,
    headers: HeaderMap,
    program: Body<ProgramBody>,
) -> Answer {
    bearer.require(Scope::Submit)?;
    let program = body(program)?;
    let new = AcceptedSubmission {
        hill,
        source: program.source()?,
        file: program.file,
        mode: program.mode.unwrap_or(Mode::Enter),
        is_secret: program.secret,
        idempotency_key: key(&headers)?,
    };
    let author = bearer.account.id;
    let (status, submission) = match submit_program(&site, bearer.account, new).await.map_err(problem_of)? {
        SubmitOutcome::New(submission) => (StatusCode::CREATED, submission),
        SubmitOutcome::Known(submission) => (StatusCode::OK, submission),
    };
    let address = format!("/api/v1/submissions/{}", submission.public);
    let mut response = json_of_status(status, &describe(&site, submission).await?);
    add_processor_time(&mut response, processor_time(&site, author).await?);
    if let Ok(address) = HeaderValue::from_str(&address) {
        response.headers_mut().insert(LOCATION, address);
    }
    Ok(response)
}

/// Reads the idempotency key, by which the site recognises a repeated request.
fn key(headers: &HeaderMap) -> Result<Option<String>, Problem> {
    let Some(key) = headers.get("idempotency-key") else { return Ok(None) };
    let is_good =
        |key: &&str| (1..=MAX_KEY).contains(&key.len()) && key.bytes().all(|one| one.is_ascii_graphic());
    let wrong = || {
        let detail = "An idempotency key has 1 to 200 visible ASCII characters.";
        Problem::new(StatusCode::BAD_REQUEST, detail)
    };
    key.to_str().ok().filter(is_good).map(|key| Some(key.to_owned())).ok_or_else(wrong)
}

fn problem_of(refusal: Refusal) -> Problem {
    let detail = sentence(&refusal);
    match refusal {
        Refusal::NoHill => Problem::no_such("hill", "/api/v1/hills"),
        Refusal::NotAllowed(_) => Problem::new(StatusCode::FORBIDDEN, detail),
        Refusal::Contest(_) => Problem::new(StatusCode::CONFLICT, detail),
        Refusal::FileName(_) => Problem::new(StatusCode::UNPROCESSABLE_ENTITY, detail),
        Refusal::Invalid(diagnostics) => {
            Problem::new(StatusCode::UNPROCESSABLE_ENTITY, detail).with("diagnostics", diagnostics)
        }
        Refusal::TooFast(wait) => Problem::too_many(detail, seconds(wait)),
        Refusal::Accounts(error) => Problem::of_accounts(&error),
    }
}

fn seconds(wait: Duration) -> u16 {
    u16::try_from(wait.as_secs() + 1).unwrap_or(u16::MAX)
}

/// Returns a submission of the account.
pub(super) async fn submission(
    State(site): State<Arc<Site>>,
    bearer: Bearer,
    Path(public): Path<String>,
    request: HeaderMap,
) -> Answer {
    let submission = find(&site, &bearer, public).await?;
    Ok(json_answer(&request, &describe(&site, submission).await?))
}

/// Withdraws a waiting submission.
pub(super) async fn withdraw(
    State(site): State<Arc<Site>>,
    bearer: Bearer,
    Path(public): Path<String>,
) -> Answer {
    bearer.require(Scope::Submit)?;
    let found = find(&site, &bearer, public.clone()).await?;
    let withdrawn = crate::submissions::withdraw(&site, found).await;
    withdrawn.map_err(|error| Problem::of_accounts(&error))?;
    let submission = find(&site, &bearer, public).await?;
    Ok(json_of_status(StatusCode::OK, &describe(&site, submission).await?))
}

/// The query parameters of a list of submissions.
#[derive(Deserialize)]
pub(super) struct Wanted {
    hill: Option<String>,
    limit: Option<String>,
    cursor: Option<String>,
}

/// Lists the submissions of the account, newest first.
pub(super) async fn submissions(
    State(site): State<Arc<Site>>,
    bearer: Bearer,
    wanted: Result<Query<Wanted>, QueryRejection>,
    request: HeaderMap,
) -> Answer {
    let Query(wanted) =
        wanted.map_err(|error| Problem::new(StatusCode::BAD_REQUEST, sentence(&error.body_text())))?;
    let wrong = |detail: &str| Problem::new(StatusCode::BAD_REQUEST, detail);
    let limit = match wanted.limit.as_deref().map(whole_number) {
        None => MAX_LISTED,
        Some(Some(limit)) if (1..=MAX_LISTED).contains(&limit) => limit,
        Some(_) => return Err(wrong("`limit` is a whole number from 1 to 100.")),
    };
    // An empty cursor, such as from a form that was not filled in, counts as missing.
    let cursor = wanted.cursor.as_deref().filter(|text| !text.is_empty());
    let before = match cursor.map(SubmissionId::from_text) {
        None => None,
        Some(Some(before)) => Some(before),
        Some(None) => return Err(wrong("This cursor is not one that the site gave; begin without one.")),
    };
    let account = bearer.account.id;
    let listed = off_thread(&site, move |site| {
        let hill = wanted.hill.as_deref();
        let found = site.accounts.submissions_of(account, hill, before, limit + 1)?;
        let next = (found.len() > limit).then(|| found[limit - 1].id.to_text());
        let found =
            found.iter().take(limit).map(|one| described(site, one)).collect::<Result<Vec<_>, _>>()?;
        Ok(json!({ "submissions": found, "next": next }))
    })
    .await;
    Ok(json_answer(&request, &listed.map_err(|error| Problem::of_accounts(&error))?))
}

/// Parses a number that consists of digits only: `parse` alone would accept a `+` sign.
fn whole_number(text: &str) -> Option<usize> {
    text.parse().ok().filter(|_| text.bytes().all(|one| one.is_ascii_digit()))
}

/// Streams every change of a submission until its state is final.
pub(super) async fn events(
    State(site): State<Arc<Site>>,
    bearer: Bearer,
    Path(public): Path<String>,
) -> Answer {
    let submission = find(&site, &bearer, public).await?;
    Ok(told(site, submission).into_response())
}

/// Returns a stream of a submission's states, starting with the current one.
pub(crate) fn told(
    site: Arc<Site>,
    submission: Submission,
) -> Sse<impl Stream<Item = Result<Event, Infallible>>> {
    let events = site.events.subscribe();
    let state = (site, events, submission, None::<Value>);
    let stream = unfold(Some(state), |state| async move {
        let (site, mut events, submission, last) = state?;
        loop {
            if last.is_some() {
                match events.recv().await {
                    Ok(HillEvent { hill, .. }) if hill != submission.hill => continue,
                    Ok(_) | Err(RecvError::Lagged(_)) => {}
                    Err(RecvError::Closed) => return None,
                }
            }
            let public = submission.public.clone();
            let found = off_thread(&site, move |site| {
                let Some(now) = site.accounts.submission(&public)? else { return Ok(None) };
                let described = described(site, &now)?;
                Ok(Some((now.state.is_final(), described)))
            })
            .await;
            let Ok(Some((is_final, now))) = found else { return None };
            if last.as_ref() == Some(&now) {
                continue;
            }
            let event = Event::default().event("submission").data(now.to_string());
            let next = (!is_final).then_some((site, events, submission, Some(now)));
            return Some((Ok(event), next));
        }
    });
    Sse::new(stream).keep_alive(KeepAlive::default())
}

/// Checks a program without submitting it.
pub(super) async fn checked(
    State(site): State<Arc<Site>>,
    Remote(remote): Remote,
    Path(game): Path<String>,
    program: Body<ProgramBody>,
) -> Answer {
    let game = registry::by_name(&game).ok_or_else(|| Problem::no_such("game", "/api/v1/games"))?;
    let wait = |wait| Problem::too_many("Too many programs are being checked for you.", seconds(wait));
    site.throttle.count(Action::Check, Who::Address(&remote)).map_err(wait)?;
    let program = body(program)?;
    let source = program.source()?;
    let done = tokio::task::spawn_blocking(move || check(game, &program.file, source)).await;
    let value = done.map_err(|_| Problem::for_now("The program could not be checked.", 1))?;
    Ok(json_of_status(StatusCode::OK, &value))
}

/// Returns the account of a token and what the token may do.
pub(super) async fn account(State(site): State<Arc<Site>>, bearer: Bearer, request: HeaderMap) -> Answer {
    let Bearer { account, token } = bearer;
    let processor = processor_time(&site, account.id).await?;
    let all = json!({
        "name": account.name,
        "role": account.role,
        "scopes": token.scopes,
        "expires": token.expires_s.map(crate::times::in_words),
        "processor": processor.json(),
    });
    let mut response = json_answer(&request, &all);
    add_processor_time(&mut response, processor);
    Ok(response)
}

async fn processor_time(site: &Arc<Site>, author: AccountId) -> Result<ProcessorTime, Problem> {
    let asked = off_thread(site, move |site| ProcessorTime::of(site, author)).await;
    asked.map_err(|error| Problem::of_accounts(&error))
}

/// Adds the author's remaining processor time to the headers of a response.
fn add_processor_time(response: &mut Response, processor: ProcessorTime) {
    for (name, value) in processor.headers() {
        if let Ok(value) = HeaderValue::from_str(&value) {
            response.headers_mut().insert(name, value);
        }
    }
}

/// Returns a submission if the account may see it. Members see their own; hosts of the site see all.
async fn find(site: &Arc<Site>, bearer: &Bearer, public: String) -> Result<Submission, Problem> {
    bearer.require(Scope::Read)?;
    let found = off_thread(site, move |site| site.accounts.submission(&public)).await;
    let found = found.map_err(|error| Problem::of_accounts(&error))?;
    let sees_all = bearer.account.is_host() && bearer.token.scopes.has(Scope::Manage);
    let may_see = |one: &Submission| one.account == Some(bearer.account.id) || sees_all;
    found.filter(may_see).ok_or_else(|| Problem::no_such("submission", "/api/v1/submissions"))
}

async fn describe(site: &Arc<Site>, submission: Submission) -> Result<Value, Problem> {
    let described = off_thread(site, move |site| described(site, &submission)).await;
    described.map_err(|error| Problem::of_accounts(&error))
}

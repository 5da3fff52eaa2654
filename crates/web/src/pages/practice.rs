//! Requests of the playground: the examples and lessons of a game, and games that a browser cannot play.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use games::registry;
use playground::{course, html};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use crate::api::{Problem, problem_of_practice};
use crate::headers::answer;
use crate::members::{Form, Member, Visitor};
use crate::practice::{LessonChecked, check_lesson, games_answer, play_games};
use crate::site::Site;

/// The message for visitors without an account. They can still write programs and read lessons.
const SIGN_IN: &str = "The site plays this game for its members: sign in first.";

/// A request of the page: JSON in a form. Forms carry a CSRF token, so other sites cannot send one in a
/// member's name.
#[derive(Deserialize)]
pub(crate) struct PracticeForm {
    order: String,
}

/// Returns the examples and lessons of a game, and who is signed in.
pub(crate) async fn practice_course(Visitor(visitor): Visitor, Path(game): Path<String>) -> Response {
    let no_game = || Problem::new(StatusCode::NOT_FOUND, "There is no such game.").into_response();
    let Some(game) = registry::by_name(&game) else { return no_game() };
    match course(game) {
        Ok(mut all) => {
            all["member"] = json!(visitor.map(|member| json!({
                "name": member.account.name,
                "proof": member.proof(),
            })));
            said(&all)
        }
        Err(error) => Problem::new(StatusCode::INTERNAL_SERVER_ERROR, error.to_string()).into_response(),
    }
}

/// Plays games of a member's program.
pub(crate) async fn practice_games(
    State(site): State<Arc<Site>>,
    Visitor(visitor): Visitor,
    Form(form): Form<PracticeForm>,
) -> Response {
    let done = async {
        let (Member { account, .. }, wanted) = (signed_in(visitor)?, read(&form)?);
        let practised = play_games(&site, &account, wanted).await;
        practised.map_err(|refused| problem_of_practice(&refused))
    };
    done.await.map_or_else(IntoResponse::into_response, |practised| said(&games_answer(&practised)))
}

/// Checks whether a member's program passes a lesson.
pub(crate) async fn practice_lesson(
    State(site): State<Arc<Site>>,
    Visitor(visitor): Visitor,
    Form(form): Form<PracticeForm>,
) -> Response {
    let done = async {
        let (Member { account, .. }, wanted) = (signed_in(visitor)?, read(&form)?);
        let checked = check_lesson(&site, &account, wanted).await;
        checked.map_err(|refused| problem_of_practice(&refused))
    };
    done.await.map_or_else(IntoResponse::into_response, |checked| said(&verdict(&checked)))
}

fn signed_in(visitor: Option<Member>) -> Result<Member, Problem> {
    visitor.ok_or_else(|| Problem::new(StatusCode::UNAUTHORIZED, SIGN_IN))
}

fn read<T: DeserializeOwned>(form: &PracticeForm) -> Result<T, Problem> {
    serde_json::from_str(&form.order)
        .map_err(|error| Problem::new(StatusCode::UNPROCESSABLE_ENTITY, format!("{error}.")))
}

/// Returns the result of a check for the page, with Markdown converted to HTML.
fn verdict(checked: &LessonChecked) -> Value {
    let findings = checked.findings.iter().map(|one| {
        json!({
            "passed": one.passed,
            "sentence": html(&one.sentence),
            "advice": one.advice.as_deref().map(html),
            "turn": one.turn,
        })
    });
    json!({
        "passed": checked.passed,
        "findings": findings.collect::<Vec<_>>(),
        "record_base64": checked.record,
    })
}

fn said(all: &Value) -> Response {
    answer(StatusCode::OK, "application/json", format!("{all}\n"))
}

//! Practice: plays games of a program, or checks a program against a lesson.

use std::sync::Arc;

use accounts::Scope;
use axum::Json;
use axum::extract::State;
use axum::extract::rejection::JsonRejection;
use axum::http::StatusCode;
use axum::response::Response;
use serde_json::json;

use super::{Problem, json_of_status, sentence};
use crate::members::Bearer;
use crate::practice::{
    GamesBody, LessonBody, PracticeQueueRefusal, PracticeRefusal, check_lesson, games_answer, play_games,
};
use crate::site::Site;
use crate::times;

type Answer = Result<Response, Problem>;

/// Seconds until a client whose previous order is still being played may retry.
const SOON_S: u16 = 1;

/// Seconds until a client may retry when the site is busy or has failed.
const BUSY_S: u16 = 10;

fn body<T>(body: Result<Json<T>, JsonRejection>) -> Result<T, Problem> {
    body.map(|Json(body)| body).map_err(|rejection| Problem::unreadable(&rejection))
}

/// Plays practice games of a program that the account sends.
pub(super) async fn games(
    State(site): State<Arc<Site>>,
    bearer: Bearer,
    wanted: Result<Json<GamesBody>, JsonRejection>,
) -> Answer {
    bearer.require(Scope::Submit)?;
    let practised = play_games(&site, &bearer.account, body(wanted)?).await;
    Ok(json_of_status(StatusCode::OK, &games_answer(&practised.map_err(|refused| problem_of(&refused))?)))
}

/// Checks a program that the account sends against a lesson.
pub(super) async fn lesson(
    State(site): State<Arc<Site>>,
    bearer: Bearer,
    wanted: Result<Json<LessonBody>, JsonRejection>,
) -> Answer {
    bearer.require(Scope::Submit)?;
    let checked = check_lesson(&site, &bearer.account, body(wanted)?).await;
    let checked = checked.map_err(|refused| problem_of(&refused))?;
    let all =
        json!({ "passed": checked.passed, "findings": checked.findings, "record_base64": checked.record });
    Ok(json_of_status(StatusCode::OK, &all))
}

/// Converts a refusal into a problem document.
pub(crate) fn problem_of(refused: &PracticeRefusal) -> Problem {
    let detail = sentence(refused);
    match refused {
        PracticeRefusal::NotAllowed(_) => Problem::new(StatusCode::FORBIDDEN, detail),
        PracticeRefusal::Unfitting(_) => Problem::new(StatusCode::UNPROCESSABLE_ENTITY, detail),
        PracticeRefusal::TooFast(wait) => {
            Problem::too_many(detail, u16::try_from(wait.as_secs() + 1).unwrap_or(u16::MAX))
        }
        PracticeRefusal::UsedUp(used) => {
            let wait = used.until_s.saturating_sub(times::now());
            Problem::too_many(detail, u16::try_from(wait).unwrap_or(u16::MAX))
        }
        PracticeRefusal::PracticeQueue(PracticeQueueRefusal::OneAtATime) => Problem::too_many(detail, SOON_S),
        PracticeRefusal::PracticeQueue(PracticeQueueRefusal::Full) | PracticeRefusal::Failed(_) => {
            Problem::for_now(detail, BUSY_S)
        }
        PracticeRefusal::Accounts(error) => Problem::of_accounts(error),
    }
}

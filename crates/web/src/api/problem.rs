//! Errors of the API, as problem documents (RFC 9457).

use accounts::AccountsError;
use axum::extract::rejection::JsonRejection;
use axum::http::StatusCode;
use axum::http::header::{HeaderValue, RETRY_AFTER, WWW_AUTHENTICATE};
use axum::response::{IntoResponse, Response};
use serde_json::{Value, json};

use crate::headers::answer;
use crate::serde_words;

/// The media type of a problem document.
pub(crate) const PROBLEM: &str = "application/problem+json";

/// The error message when the disk has no space for a submission.
pub(crate) const DISK_IS_FULL: &str =
    "The disk of the site is full, so nothing was kept. Please try again when its owner has made room.";

/// An error response.
#[derive(Debug)]
pub(crate) struct Problem {
    status: StatusCode,
    detail: String,
    retry_after_s: Option<u16>,
    /// True if the client has to authenticate.
    challenge: bool,
    /// An additional member of the document.
    more: Option<(&'static str, Value)>,
}

impl Problem {
    /// Creates a problem that says what is wrong and what to do.
    pub(crate) fn new(status: StatusCode, detail: impl Into<String>) -> Self {
        Self { status, detail: detail.into(), retry_after_s: None, challenge: false, more: None }
    }

    /// Creates the problem that something does not exist. `list` is the address that lists what does.
    pub(crate) fn no_such(what: &str, list: &str) -> Self {
        Self::new(StatusCode::NOT_FOUND, format!("There is no such {what}; {list} lists what there is."))
    }

    /// Creates the problem that the request is not authenticated.
    pub(crate) fn unauthorised(detail: &'static str) -> Self {
        Self { challenge: true, ..Self::new(StatusCode::UNAUTHORIZED, detail) }
    }

    /// Creates the problem of a body that cannot be read.
    pub(crate) fn unreadable(rejection: &JsonRejection) -> Self {
        let text = rejection.body_text();
        let detail = match text.split_once("into the target type: ") {
            Some((_, why)) => {
                format!("The body is not as described: {}.", serde_words::in_words(why, "an object"))
            }
            None => sentence(&text),
        };
        Self::new(rejection.status(), detail)
    }

    /// Creates the problem for a failed call of the account database.
    pub(crate) fn of_accounts(error: &AccountsError) -> Self {
        let status = match error {
            AccountsError::NameTaken(_)
            | AccountsError::FileTaken(_)
            | AccountsError::KeyReused
            | AccountsError::NotWaiting
            | AccountsError::ReportedAlready
            | AccountsError::LastHost
            | AccountsError::IdentityTaken
            | AccountsError::LastWayIn => StatusCode::CONFLICT,
            AccountsError::TooManyPrograms { .. }
            | AccountsError::TooManyTokens(_)
            | AccountsError::TooManyWebhooks(_)
            | AccountsError::TooManyReports(_) => StatusCode::FORBIDDEN,
            AccountsError::NoAccount => StatusCode::NOT_FOUND,
            AccountsError::TooManyWaiting(_) => return Self::too_many(sentence(error), 60),
            error if error.is_full() => return Self::for_now(DISK_IS_FULL, 60),
            _ => {
                tracing::error!(why = error.to_string(), "the database of accounts does not answer");
                return Self::for_now("The site cannot use its database of accounts at present.", 10);
            }
        };
        Self::new(status, sentence(error))
    }

    /// Creates the problem of a client that exceeds a rate limit.
    pub(crate) fn too_many(detail: impl Into<String>, retry_after_s: u16) -> Self {
        Self { retry_after_s: Some(retry_after_s), ..Self::new(StatusCode::TOO_MANY_REQUESTS, detail) }
    }

    /// Returns its status.
    pub(crate) fn status(&self) -> StatusCode {
        self.status
    }

    /// Adds a member to the document.
    pub(crate) fn with(self, key: &'static str, value: Value) -> Self {
        Self { more: Some((key, value)), ..self }
    }

    /// Creates the problem of a temporary failure.
    pub(crate) fn for_now(detail: impl Into<String>, retry_after_s: u16) -> Self {
        Self { retry_after_s: Some(retry_after_s), ..Self::new(StatusCode::SERVICE_UNAVAILABLE, detail) }
    }

    /// Creates the problem for an error response that the API did not create itself, such as the router's.
    pub(crate) fn of_status(status: StatusCode) -> Self {
        let detail = match status {
            StatusCode::BAD_REQUEST => {
                "The address cannot be read: after % come two digits of a byte of UTF-8."
            }
            StatusCode::NOT_FOUND => {
                "There is nothing at this address; /api/openapi.json lists what there is."
            }
            StatusCode::METHOD_NOT_ALLOWED => {
                "This resource does not have this method; Allow lists those that it has."
            }
            StatusCode::REQUEST_TIMEOUT => "The body of the request did not arrive in time.",
            StatusCode::PAYLOAD_TOO_LARGE => "The body of the request is too large.",
            StatusCode::URI_TOO_LONG => "The address is longer than 8192 bytes.",
            StatusCode::REQUEST_HEADER_FIELDS_TOO_LARGE => {
                "The request has more than 100 headers, or more than 16384 bytes of them."
            }
            StatusCode::TOO_MANY_REQUESTS => {
                "Too many requests of yours are being answered; please try again after the seconds in Retry-After."
            }
            _ => "The site cannot answer this request.",
        };
        Self::new(status, detail)
    }
}

/// Formats an error as a sentence: with a capital letter and a full stop.
pub(crate) fn sentence(error: &impl std::fmt::Display) -> String {
    let text = error.to_string();
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| format!("{}{}.", first.to_uppercase(), letters.as_str()))
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let mut problem = json!({
            "type": "about:blank",
            "title": self.status.canonical_reason().unwrap_or("Error"),
            "status": self.status.as_u16(),
            "detail": self.detail,
        });
        if let Some((key, value)) = self.more {
            problem[key] = value;
        }
        let mut response = answer(self.status, PROBLEM, format!("{problem}\n"));
        if let Some(seconds) = self.retry_after_s {
            response.headers_mut().insert(RETRY_AFTER, HeaderValue::from(seconds));
        }
        if self.challenge {
            response.headers_mut().insert(WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
        }
        response
    }
}

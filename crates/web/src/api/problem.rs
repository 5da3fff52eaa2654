//! Errors of the interface, as problem documents (RFC 9457).

use axum::http::StatusCode;
use axum::http::header::{HeaderValue, RETRY_AFTER};
use axum::response::{IntoResponse, Response};
use serde_json::json;

use crate::headers::answer;

/// The media type of a problem document.
pub(crate) const PROBLEM: &str = "application/problem+json";

/// Why there is no answer.
#[derive(Debug)]
pub(crate) struct Problem {
    status: StatusCode,
    detail: String,
    retry_after_s: Option<u16>,
}

impl Problem {
    /// Creates a problem that says what is wrong and what to do.
    pub(crate) fn new(status: StatusCode, detail: impl Into<String>) -> Self {
        Self { status, detail: detail.into(), retry_after_s: None }
    }

    /// Creates the problem that something does not exist, with where to look for what does.
    pub(crate) fn no_such(what: &str, list: &str) -> Self {
        Self::new(StatusCode::NOT_FOUND, format!("There is no such {what}; {list} lists what there is."))
    }

    /// Creates a problem that is over soon.
    pub(crate) fn for_now(detail: impl Into<String>, retry_after_s: u16) -> Self {
        Self { retry_after_s: Some(retry_after_s), ..Self::new(StatusCode::SERVICE_UNAVAILABLE, detail) }
    }

    /// Creates the problem of an answer that is not ours, such as the router's.
    pub(crate) fn of_status(status: StatusCode) -> Self {
        let detail = match status {
            StatusCode::BAD_REQUEST => {
                "The address cannot be read: after % come two digits of a byte of UTF-8."
            }
            StatusCode::NOT_FOUND => {
                "There is nothing at this address; /api/openapi.json lists what there is."
            }
            StatusCode::METHOD_NOT_ALLOWED => {
                "The interface is for reading: GET, HEAD and OPTIONS are allowed."
            }
            StatusCode::PAYLOAD_TOO_LARGE => {
                "The body of the request is too large; requests for reading need none."
            }
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

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let problem = json!({
            "type": "about:blank",
            "title": self.status.canonical_reason().unwrap_or("Error"),
            "status": self.status.as_u16(),
            "detail": self.detail,
        });
        let mut response = answer(self.status, PROBLEM, format!("{problem}\n"));
        if let Some(seconds) = self.retry_after_s {
            response.headers_mut().insert(RETRY_AFTER, HeaderValue::from(seconds));
        }
        response
    }
}

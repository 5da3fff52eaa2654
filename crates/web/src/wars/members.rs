//! Actions of members and hosts in wars. The page and the API share these rules.

use std::sync::Arc;

use accounts::Account;
use axum::http::StatusCode;
use contests::Failure;
use contests::program_file::ProgramFile;
use contests::rows::FileRow;
use games::registry;
use serde_json::{Value, json};

use super::{RequestError, SubmitError, request_round, save_snippet};
use crate::config::Submissions;
use crate::site::Site;
use crate::throttle::{Action, Who};

/// Stores a member's snippet for the next rounds of a war, and returns the rounds in which it is to enter.
pub(crate) async fn submit_snippet(
    site: &Arc<Site>,
    account: &Account,
    war: &str,
    bytes: Vec<u8>,
) -> Result<Vec<u64>, SubmitError> {
    let may_submit = match site.config.submissions {
        Submissions::Closed => false,
        Submissions::Hosts => account.is_host(),
        Submissions::Members => true,
    };
    if !may_submit {
        return Err(SubmitError::Closed);
    }
    site.throttle.count(Action::Submit, Who::Name(&account.name)).map_err(SubmitError::TooFast)?;
    let (at, name, owner) = (Arc::clone(site), war.to_owned(), account.name.clone());
    let handed =
        tokio::task::spawn_blocking(move || save_snippet(&at, &name, &owner, &format!("{owner}.pl"), &bytes));
    let handed = handed.await;
    let handed =
        handed.unwrap_or_else(|error| Err(SubmitError::Failure(Failure::Machine(error.to_string()))));
    match &handed {
        Ok(_) => tracing::info!(war, "snippet accepted"),
        Err(SubmitError::Failure(failure)) => {
            tracing::error!(war, why = failure.to_string(), "a snippet cannot be kept");
        }
        Err(_) => {}
    }
    handed
}

/// Requests the next round of a war, and returns its number.
pub(crate) async fn ask_for_round(site: &Arc<Site>, war: &str) -> Result<u64, RequestError> {
    let (at, war) = (Arc::clone(site), war.to_owned());
    let asked = tokio::task::spawn_blocking(move || request_round(&at, &war)).await;
    asked.unwrap_or_else(|error| Err(RequestError::Failure(Failure::Machine(error.to_string()))))
}

impl SubmitError {
    /// Returns the HTTP status for this error.
    pub(crate) fn status(&self) -> StatusCode {
        match self {
            Self::NoWar => StatusCode::NOT_FOUND,
            Self::Closed => StatusCode::FORBIDDEN,
            Self::File(_) | Self::Program { .. } => StatusCode::UNPROCESSABLE_ENTITY,
            Self::TooLarge(_) => StatusCode::PAYLOAD_TOO_LARGE,
            Self::TooFast(_) => StatusCode::TOO_MANY_REQUESTS,
            Self::Busy | Self::Failure(_) => StatusCode::SERVICE_UNAVAILABLE,
            Self::NotAllowed(_) => StatusCode::CONFLICT,
        }
    }

    /// Returns the errors of the snippet in the format of `bout check`; empty if the problem is another one.
    pub(crate) fn diagnostics(&self, bytes: &[u8]) -> Value {
        let (Self::Program { diagnostics, .. }, Some(game)) = (self, registry::by_name("perlwar")) else {
            return json!([]);
        };
        let file = ProgramFile { path: "snippet.pl".into(), bytes: bytes.to_vec(), game };
        serde_json::to_value(FileRow::new(&file, diagnostics).diagnostics).unwrap_or_default()
    }
}

impl RequestError {
    /// Returns the HTTP status for this error.
    pub(crate) fn status(&self) -> StatusCode {
        match self {
            Self::NoWar => StatusCode::NOT_FOUND,
            Self::NotAllowed(_) => StatusCode::CONFLICT,
            Self::Failure(_) => StatusCode::SERVICE_UNAVAILABLE,
        }
    }
}

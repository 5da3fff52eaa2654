//! Programs that members report to the hosts.

use std::sync::Arc;
use std::time::Duration;

use accounts::{Account, AccountsError};
use axum::http::StatusCode;

use crate::members::{Viewer, off_thread};
use crate::site::Site;
use crate::throttle::{Action, Who};
use crate::times;

/// Why a report is refused.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ReportRefused {
    /// No such program is on a hill that the account may see.
    #[error("there is no such program on this hill")]
    NoProgram,
    /// There is no reason.
    #[error("please say what is wrong with the program")]
    NoReason,
    /// The account reports too often.
    #[error("you report too fast; please wait for {} s", .0.as_secs() + 1)]
    TooFast(Duration),
    /// A limit of the account is reached, or the database fails.
    #[error("{}", crate::failures::of_accounts(.0))]
    Accounts(#[from] AccountsError),
}

impl ReportRefused {
    /// Returns the HTTP status for this error.
    pub(crate) fn status(&self) -> StatusCode {
        match self {
            Self::NoProgram => StatusCode::NOT_FOUND,
            Self::NoReason => StatusCode::UNPROCESSABLE_ENTITY,
            Self::TooFast(_) => StatusCode::TOO_MANY_REQUESTS,
            Self::Accounts(error) => crate::api::Problem::of_accounts(error).status(),
        }
    }
}

impl Site {
    /// Stores a report about a program for the hosts.
    pub(crate) async fn report(
        self: &Arc<Self>,
        account: &Account,
        hill: &str,
        file: &str,
        why: &str,
    ) -> Result<(), ReportRefused> {
        let view = self.hill(hill, &Viewer::of(account));
        if view.is_none_or(|view| view.program(file).is_none()) {
            return Err(ReportRefused::NoProgram);
        }
        if why.trim().is_empty() {
            return Err(ReportRefused::NoReason);
        }
        self.throttle.count(Action::Report, Who::Name(&account.name)).map_err(ReportRefused::TooFast)?;
        let (account, hill, file, why) = (account.id, hill.to_owned(), file.to_owned(), why.to_owned());
        off_thread(self, move |site| site.accounts.report(account, &hill, &file, &why, times::now())).await?;
        Ok(())
    }
}

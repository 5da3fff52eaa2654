//! Tokens, with which programs act for an account.

use std::sync::Arc;

use accounts::{Account, Scope, Token};
use axum::extract::{FromRequestParts, OptionalFromRequestParts};
use axum::http::StatusCode;
use axum::http::header::AUTHORIZATION;
use axum::http::request::Parts;

use super::off_thread;
use crate::api::Problem;
use crate::site::Site;
use crate::times;

/// The account for which a program makes a request, identified by `Authorization: Bearer bout_…`.
pub(crate) struct Bearer {
    /// The account.
    pub(crate) account: Account,
    /// The token.
    pub(crate) token: Token,
}

impl Bearer {
    /// Checks that the token has a scope.
    pub(crate) fn allows(&self, scope: Scope) -> Result<(), Problem> {
        if self.token.scopes.has(scope) {
            return Ok(());
        }
        let scope = scope.as_str();
        let detail = format!("This token does not have the scope `{scope}`; make another one at /account.");
        Err(Problem::new(StatusCode::FORBIDDEN, detail))
    }

    /// Checks that the token has a scope, and that only hosts of the site use [`Scope::Manage`].
    pub(crate) fn require(&self, scope: Scope) -> Result<(), Problem> {
        self.allows(scope)?;
        if scope == Scope::Manage && !self.account.is_host() {
            return Err(Problem::new(StatusCode::FORBIDDEN, "This is for the hosts of the site."));
        }
        Ok(())
    }
}

/// For requests where a token is optional: with one, the account may see more.
impl OptionalFromRequestParts<Arc<Site>> for Bearer {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, site: &Arc<Site>) -> Result<Option<Self>, Problem> {
        if parts.headers.contains_key(AUTHORIZATION) {
            <Self as FromRequestParts<Arc<Site>>>::from_request_parts(parts, site).await.map(Some)
        } else {
            Ok(None)
        }
    }
}

impl FromRequestParts<Arc<Site>> for Bearer {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, site: &Arc<Site>) -> Result<Self, Problem> {
        let header = parts.headers.get(AUTHORIZATION).and_then(|value| value.to_str().ok());
        let Some(header) = header else {
            let detail = "This needs a token: make one at /account, and send `Authorization: Bearer bout_…`.";
            return Err(Problem::unauthorised(detail));
        };
        let text = header.split_once(' ').filter(|(kind, _)| kind.eq_ignore_ascii_case("bearer"));
        let text = text.map_or("", |(_, text)| text.trim()).to_owned();
        let found = off_thread(site, move |site| site.accounts.token(&text, times::now())).await;
        match found {
            Ok(Some((account, token))) => Ok(Self { account, token }),
            Ok(None) => {
                tracing::warn!("a token is not valid");
                let detail = "This token is not valid, or has ended. Make another one at /account.";
                Err(Problem::unauthorised(detail))
            }
            Err(error) => Err(Problem::of_accounts(&error)),
        }
    }
}

//! Sign-in with OpenID Connect: a provider identifies a user, and an account is connected to that
//! identity.
//!
//! Uses the authorisation code flow with PKCE (RFC 7636). Sign-ins in progress are kept in memory
//! and bound to a cookie of the browser, so that nobody is signed in by a link from another
//! browser's sign-in. A restart ends them.

mod attempts;
mod provider;

use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};

use accounts::Identity;
use contests::Failure;

use crate::config::Config;
use crate::times;

pub(crate) use attempts::{Attempt, Attempts, Pending};
pub(crate) use provider::{Provider, ProviderFailed};

/// The providers of a site.
pub(crate) struct Providers {
    all: Vec<Provider>,
    attempts: Mutex<Attempts>,
    /// When a sign-in last failed through no fault of the visitor, in seconds since 1970, and why.
    failure: Mutex<Option<(u64, String)>>,
}

impl Providers {
    /// Returns the providers in the settings of a site.
    pub(crate) fn new(config: &Config, folder: &Path) -> Result<Self, Failure> {
        let provider = |(name, settings): (&crate::config::HillName, &toml::Spanned<_>)| {
            Provider::new(&name.file_name().to_string(), settings.get_ref(), config.own_base(), folder)
        };
        Ok(Self {
            all: config.sign_in.iter().map(provider).collect::<Result<_, _>>()?,
            attempts: Mutex::default(),
            failure: Mutex::default(),
        })
    }

    /// Returns all providers, sorted by name.
    pub(crate) fn all(&self) -> &[Provider] {
        &self.all
    }

    /// Returns the provider with this name.
    pub(crate) fn find(&self, name: &str) -> Option<&Provider> {
        self.all.iter().find(|provider| provider.name == name)
    }

    /// Returns the provider with this issuer address, if it is in the settings.
    pub(crate) fn of_issuer(&self, issuer: &str) -> Option<&Provider> {
        self.all.iter().find(|provider| provider.issuer() == issuer)
    }

    /// Returns the title of an issuer, or its address if it is no longer in the settings.
    pub(crate) fn title_of<'a>(&'a self, issuer: &'a str) -> &'a str {
        self.of_issuer(issuer).map_or(issuer, |provider| &provider.title)
    }

    /// Returns the sign-ins in progress.
    pub(crate) fn attempts(&self) -> MutexGuard<'_, Attempts> {
        self.attempts.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Records a failure for the hosts, and logs it.
    pub(crate) fn note(&self, provider: &Provider, error: &ProviderFailed) {
        // Does not log the provider's own text, which may contain a code or a name. Hosts see it on
        // their page.
        let what = match error {
            ProviderFailed::Description(_) => "its description cannot be read",
            ProviderFailed::Code(_) => "it does not take its code",
            ProviderFailed::NotBelieved(_) => "what it says cannot be believed",
        };
        tracing::warn!(provider = provider.name, what, "a provider of sign-ins fails");
        let why = format!("{}: {error}", provider.title);
        *self.failure.lock().unwrap_or_else(PoisonError::into_inner) = Some((times::now(), why));
    }

    /// Returns when a sign-in last failed through no fault of the visitor, in seconds since 1970,
    /// and why.
    pub(crate) fn last_failure(&self) -> Option<(u64, String)> {
        self.failure.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

/// A person identified by a provider.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Known {
    /// The identity at the provider.
    pub(crate) identity: Identity,
    /// The user name that the provider suggests; empty if it suggests no valid one.
    pub(crate) suggested: String,
}

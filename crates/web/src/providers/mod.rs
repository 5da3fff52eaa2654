//! Sign-ins with OpenID Connect: a provider says who somebody is, and an account is connected to that identity.
//!
//! The flow is that of a code with PKCE (RFC 7636). What a browser began is kept in memory, bound to a cookie of that
//! browser, so that nobody is signed in by a link that somebody else began. A restart ends what was begun.

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
    /// When a sign-in last failed that was not the visitor's fault, in seconds since 1970, and why.
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

    /// Returns all, in the order of their names.
    pub(crate) fn all(&self) -> &[Provider] {
        &self.all
    }

    /// Returns the provider of this name.
    pub(crate) fn find(&self, name: &str) -> Option<&Provider> {
        self.all.iter().find(|provider| provider.name == name)
    }

    /// Returns the provider of this address, if it is in the settings.
    pub(crate) fn of_issuer(&self, issuer: &str) -> Option<&Provider> {
        self.all.iter().find(|provider| provider.issuer() == issuer)
    }

    /// Returns what people call an issuer: the title of a provider, or its address if it is not in the settings any more.
    pub(crate) fn title_of<'a>(&'a self, issuer: &'a str) -> &'a str {
        self.of_issuer(issuer).map_or(issuer, |provider| &provider.title)
    }

    /// Returns what browsers have begun.
    pub(crate) fn attempts(&self) -> MutexGuard<'_, Attempts> {
        self.attempts.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Notes what hosts are to see.
    pub(crate) fn note(&self, provider: &Provider, error: &ProviderFailed) {
        // What a provider said may have a code or a name in it; hosts see it on their page.
        let what = match error {
            ProviderFailed::Description(_) => "its description cannot be read",
            ProviderFailed::Code(_) => "it does not take its code",
            ProviderFailed::NotBelieved(_) => "what it says cannot be believed",
        };
        tracing::warn!(provider = provider.name, what, "a provider of sign-ins fails");
        let why = format!("{}: {error}", provider.title);
        *self.failure.lock().unwrap_or_else(PoisonError::into_inner) = Some((times::now(), why));
    }

    /// Returns when a sign-in last failed that was not the visitor's fault, in seconds since 1970, and why.
    pub(crate) fn last_failure(&self) -> Option<(u64, String)> {
        self.failure.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

/// Somebody whom a provider knows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Known {
    /// Who.
    pub(crate) identity: Identity,
    /// The name that the provider suggests; empty if it suggests none.
    pub(crate) suggested: String,
}

//! News for members about their own programs: recorded as it happens, shown in private feeds, and
//! sent to their webhooks.

mod addresses;
mod delivery;
mod note;

use accounts::{AccountId, AccountsError, AuthorWebhook, NewWebhook, News, WebhookForm};
use axum::http::Uri;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::feed::Entry;
use crate::site::Site;

pub(crate) use delivery::deliver;
pub(crate) use note::note;

/// A kind of news for authors.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum AuthorEvent {
    /// A submission has a result.
    SubmissionDone,
    /// A program was pushed off its hill by another one.
    PushedOff,
    /// A program left its hill because it cannot play any more, or because a host removed it.
    Retired,
    /// A program has become the best of its hill.
    NewKing,
    /// The final of a contest is over.
    ContestResult,
}

impl AuthorEvent {
    pub(crate) const ALL: [Self; 5] =
        [Self::SubmissionDone, Self::PushedOff, Self::Retired, Self::NewKing, Self::ContestResult];

    /// Returns its name.
    pub(crate) fn as_str(self) -> &'static str {
        match self {
            Self::SubmissionDone => "submission-done",
            Self::PushedOff => "pushed-off",
            Self::Retired => "retired",
            Self::NewKing => "new-king",
            Self::ContestResult => "contest-result",
        }
    }

    /// Returns a description for people.
    pub(crate) fn in_words(self) -> &'static str {
        match self {
            Self::SubmissionDone => "a submission has a result",
            Self::PushedOff => "a program is pushed off",
            Self::Retired => "a program cannot play any more, or a host removes it",
            Self::NewKing => "a program becomes the best",
            Self::ContestResult => "a contest has a result",
        }
    }
}

/// Converts news to an entry of a feed.
pub(crate) fn entry(news: &News) -> Entry {
    let message: Value = serde_json::from_str(&news.message).unwrap_or_default();
    let text = |key: &str| message[key].as_str().unwrap_or_default().to_owned();
    let place = ["hill", "contest"].into_iter().find_map(|key| message[key].as_str()).unwrap_or_default();
    Entry {
        id: news.uid.clone(),
        title: format!("{place}: {}", text("what")),
        content: format!("{}.", text("what")),
        page: text("page"),
        at: news.at_s,
    }
}

/// The longest address of a webhook, in bytes.
const MAX_URL_BYTES: usize = 500;

/// A webhook that a member wants to add.
pub(crate) struct WantedWebhook {
    pub(crate) url: String,
    pub(crate) form: WebhookForm,
    pub(crate) events: Vec<AuthorEvent>,
}

impl WantedWebhook {
    /// Checks the syntax of the address, and that the member has chosen events. Whether the host is
    /// public is checked each time a message is sent.
    pub(crate) fn check(&self, site: &Site) -> Result<(), &'static str> {
        let uri = self.url.parse::<Uri>().ok().filter(|_| self.url.len() <= MAX_URL_BYTES);
        let host = uri.as_ref().and_then(Uri::authority).filter(|host| !host.as_str().contains('@'));
        if host.is_none_or(|host| host.host().is_empty()) {
            return Err(
                "This is not an address of at most 500 characters, such as https://example.org/hook.",
            );
        }
        match uri.as_ref().and_then(Uri::scheme_str) {
            Some("https") => {}
            Some("http") if site.config.author_webhooks.private_addresses => {}
            _ => return Err("The address of a webhook begins with https://."),
        }
        if self.events.is_empty() {
            return Err("Choose what the webhook is to hear.");
        }
        Ok(())
    }

    /// Adds it to an account.
    pub(crate) fn add(&self, site: &Site, account: AccountId) -> Result<AuthorWebhook, AccountsError> {
        let events: Vec<String> = self.events.iter().map(|event| event.as_str().to_owned()).collect();
        site.accounts.add_webhook(
            account,
            &NewWebhook {
                url: &self.url,
                form: self.form,
                events: &events,
                max_webhooks: site.config.author_webhooks.per_author.get(),
            },
        )
    }
}

/// Returns the address of a webhook without its path, which may be a secret: anyone who knows the
/// address of a Discord webhook can post there.
pub(crate) fn masked(url: &str) -> String {
    let uri = url.parse::<Uri>().unwrap_or_default();
    let (scheme, host) =
        (uri.scheme_str().unwrap_or("https"), uri.authority().map_or("", |host| host.as_str()));
    if uri.path() == "/" && uri.query().is_none() {
        format!("{scheme}://{host}/")
    } else {
        format!("{scheme}://{host}/…")
    }
}

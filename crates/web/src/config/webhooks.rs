//! `[[webhooks]]`: receivers of events.

use axum::http::Uri;
use serde::{Deserialize, Serialize};

/// A receiver of events.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Webhook {
    /// Its address.
    pub(crate) url: ReceiverUrl,
    /// The format of messages.
    #[serde(default)]
    pub(crate) format: WebhookFormat,
    /// The events that it receives.
    #[serde(default = "all_events")]
    pub(crate) events: Vec<WebhookEvent>,
    /// The hills whose events it receives; empty for all, unless `wars` names some.
    #[serde(default)]
    pub(crate) hills: Vec<String>,
    /// The wars whose events it receives; empty for all, unless `hills` names some.
    #[serde(default)]
    pub(crate) wars: Vec<String>,
    /// The key that signs messages.
    pub(crate) secret: Option<String>,
}

/// The format of messages.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum WebhookFormat {
    /// All details, as JSON.
    #[default]
    Json,
    /// A sentence, in the format of Discord.
    Discord,
}

/// A kind of event.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum WebhookEvent {
    /// A program entered a hill.
    Entered,
    /// A program was pushed off a hill.
    PushedOff,
    /// A program was retired, because it cannot play any more.
    Retired,
    /// All programs of a hill have played again.
    Renewed,
    /// A hill has a new best program.
    NewKing,
    /// A round of a war was played.
    RoundPlayed,
    /// Something is wrong with the site, or right again. Only receivers that name this event get
    /// it.
    Alert,
}

impl WebhookEvent {
    /// Returns its name.
    pub(crate) fn as_str(self) -> &'static str {
        match self {
            Self::Entered => "entered",
            Self::PushedOff => "pushed-off",
            Self::Retired => "retired",
            Self::Renewed => "renewed",
            Self::NewKing => "new-king",
            Self::RoundPlayed => "round-played",
            Self::Alert => "alert",
        }
    }
}

fn all_events() -> Vec<WebhookEvent> {
    vec![
        WebhookEvent::Entered,
        WebhookEvent::PushedOff,
        WebhookEvent::Retired,
        WebhookEvent::Renewed,
        WebhookEvent::NewKing,
        WebhookEvent::RoundPlayed,
    ]
}

/// The address of a receiver.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub(crate) struct ReceiverUrl(String);

impl ReceiverUrl {
    /// Returns the address as text.
    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }
}

impl TryFrom<String> for ReceiverUrl {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        let is_good = |uri: &Uri| {
            matches!(uri.scheme_str(), Some("http" | "https"))
                && uri.authority().is_some_and(|authority| !authority.as_str().contains('@'))
        };
        match text.parse::<Uri>().ok().filter(is_good) {
            Some(_) => Ok(Self(text)),
            None => Err(format!(
                "`{}` is not an address such as \"https://example.org/hook\"",
                text.escape_debug()
            )),
        }
    }
}

//! `[[webhooks]]`: receivers of events.

use std::path::Path;

use axum::http::Uri;
use contests::Failure;
use serde::{Deserialize, Serialize};

use super::Config;
use super::dated::is_to_come;
use crate::site::hill_folders;
use crate::wars::war_folders;

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

impl Config {
    /// Returns what is wrong with receivers of events of hills or wars that do not exist: nobody would notice that
    /// they get nothing. A site starts all the same, because hills are removed at any time. Hills that a new site has
    /// still to create count as existing.
    pub(crate) fn webhooks_in_vain(&self, folder: &Path) -> Result<Vec<String>, Failure> {
        let names = |folders: Vec<(String, _)>| folders.into_iter().map(|(name, _)| name).collect();
        let hills: Vec<String> = names(hill_folders(folder)?);
        let wars: Vec<String> = names(war_folders(folder)?);
        let mut mistakes = Vec::new();
        for hook in &self.webhooks {
            let place = self.place(hook.span().start);
            let hook = hook.get_ref();
            let no_hill = hook.hills.iter().find(|hill| !hills.contains(hill) && !is_to_come(folder, hill));
            let no_war = hook.wars.iter().find(|war| !wars.contains(war));
            let missing = [("hill", no_hill, &hills), ("war", no_war, &wars)];
            for (kind, name, known) in missing {
                let Some(name) = name else { continue };
                let known = if known.is_empty() {
                    format!("the site has no {kind}s")
                } else {
                    format!("the {kind}s are: {}", known.join(", "))
                };
                mistakes.push(format!(
                    "bout.toml, {place}: [[webhooks]]: `{kind}s` names {name:?}, but there is no such {kind}; {known}"
                ));
            }
        }
        Ok(mistakes)
    }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_receiver_names_hills_and_wars_that_exist() {
        let site = tempfile::tempdir().unwrap();
        std::fs::create_dir(site.path().join("small")).unwrap();
        std::fs::write(site.path().join("small").join("hill.toml"), "game = \"crash\"\n").unwrap();
        let check = |rest: &str| {
            let config =
                Config::parse(&format!("[[webhooks]]\nurl = \"https://a.example/\"\n{rest}")).unwrap();
            config.webhooks_in_vain(site.path()).unwrap().join("\n")
        };
        assert_eq!(check(""), "");
        assert_eq!(check("hills = [\"small\"]"), "");
        let error = check("hills = [\"small\", \"large\"]");
        for words in ["bout.toml", "line 1", "`hills`", "\"large\"", "the hills are: small"] {
            assert!(error.contains(words), "{words}: {error}");
        }
        let error = check("wars = [\"ring\"]");
        assert!(error.contains("`wars`") && error.contains("the site has no wars"), "{error}");
    }
}

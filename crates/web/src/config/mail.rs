//! `[mail]`: how the site sends messages.

use std::path::PathBuf;

use lettre::message::Mailbox;
use serde::Deserialize;

use super::{Config, Count};

/// How the site sends messages.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct MailSettings {
    /// The mail server.
    pub(crate) server: String,
    /// The sender of the messages.
    pub(crate) from: Sender,
    /// How the connection is encrypted.
    #[serde(default)]
    pub(crate) security: Security,
    /// The port of the server; `None` for the usual one.
    pub(crate) port: Option<Count<65_535>>,
    /// The name with which the site signs in there; `None` if it does not sign in.
    pub(crate) user: Option<String>,
    /// The file with the password.
    pub(crate) password_file: Option<PathBuf>,
}

/// How a connection to the mail server is encrypted.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Security {
    /// TLS from the beginning.
    #[default]
    Tls,
    /// TLS after the command STARTTLS. If the server does not support it, nothing is sent.
    Starttls,
    /// Without encryption.
    None,
}

/// The address that messages are from.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub(crate) struct Sender(pub(crate) Mailbox);

impl TryFrom<String> for Sender {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        text.parse().map(Self).map_err(|_| {
            format!(
                "`{}` is not a sender, such as \"bout@example.org\" or \"bout <bout@example.org>\"",
                text.escape_debug()
            )
        })
    }
}

impl MailSettings {
    /// Checks what depends on other settings. Returns what is wrong.
    pub(super) fn check(&self, config: &Config) -> Result<(), &'static str> {
        if config.base_url.is_none() {
            // The sender of a request chooses its `Host`. Without `base_url`, an attacker could
            // choose where a link for a new password leads.
            return Err("[mail] needs `base_url`, the address of the site that links in messages begin with");
        }
        match (&self.user, &self.password_file, self.security) {
            (Some(_), None, _) => Err("[mail] has a `user`, but no `password_file`"),
            (None, Some(_), _) => Err("[mail] has a `password_file`, but no `user`"),
            (Some(_), Some(_), Security::None) => {
                Err("[mail] would send a password without TLS; `security` must be \"tls\" or \"starttls\"")
            }
            _ => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_password_is_sent_in_the_open() {
        let config = |rest: &str| {
            let text = format!(
                "base_url = \"https://bout.example\"\n[mail]\nserver = \"a\"\nfrom = \"a@b.example\"\n{rest}"
            );
            Config::parse(&text)
        };
        assert!(config("").is_ok() && config("security = \"none\"").is_ok());
        assert!(config("user = \"a\"\npassword_file = \"p\"").is_ok());
        for (rest, word) in [
            ("user = \"a\"", "password_file"),
            ("password_file = \"p\"", "user"),
            ("user = \"a\"\npassword_file = \"p\"\nsecurity = \"none\"", "without TLS"),
            ("security = \"ssl\"", "starttls"),
            ("port = 0", "from 1 to 65535"),
        ] {
            let error = config(rest).unwrap_err();
            assert!(error.contains(word), "{error}");
        }
    }
}

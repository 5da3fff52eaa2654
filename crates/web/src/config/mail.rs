//! `[mail]`: how the site sends messages.

use std::net::IpAddr;
use std::path::PathBuf;

use lettre::message::Mailbox;
use serde::Deserialize;

use super::{Config, Count};

/// How the site sends messages.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct MailSettings {
    /// The mail server.
    pub(crate) server: MailServer,
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

/// The name of a mail server, or its address.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub(crate) struct MailServer(String);

impl MailServer {
    /// Returns the name as text.
    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }
}

impl TryFrom<String> for MailServer {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        let is_part = |part: &str| {
            !part.is_empty() && part.chars().all(|one| one.is_ascii_alphanumeric() || "-_".contains(one))
        };
        let is_name = text.trim_end_matches('.').split('.').all(is_part);
        if is_name || text.parse::<IpAddr>().is_ok() {
            return Ok(Self(text));
        }
        Err(format!(
            "`{}` is not the name of a mail server, such as \"mail.example.org\"; the port goes into `port`",
            text.escape_debug()
        ))
    }
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
    fn a_server_is_a_name_or_an_address() {
        for good in ["localhost", "mail.example.org", "mail.example.org.", "my_mail", "127.0.0.1", "::1"] {
            assert!(MailServer::try_from(good.to_owned()).is_ok(), "{good}");
        }
        for wrong in ["", " ", ".", "a..b", "smtp://a", "mail.example.org:25", "a b", "anna@example.org"] {
            assert!(MailServer::try_from(wrong.to_owned()).is_err(), "{wrong}");
        }
    }

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

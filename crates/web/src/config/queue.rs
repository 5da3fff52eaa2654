//! `[queue]`: the machines that play for the site.

use std::path::PathBuf;

use serde::Deserialize;

/// The address of the queue, and the credentials of the site. Relative paths start at the folder
/// with `bout.toml`.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct QueueSettings {
    /// The address of the server.
    pub(crate) address: String,
    /// The file with the token.
    pub(crate) token_file: Option<PathBuf>,
    /// The file with the seed of an `NKey`.
    pub(crate) nkey_file: Option<PathBuf>,
    /// The file with the certificates of the authority that signed the server's certificate, as
    /// PEM.
    pub(crate) ca_file: Option<PathBuf>,
    /// The file with the site's certificate, as PEM.
    pub(crate) certificate_file: Option<PathBuf>,
    /// The file with the key of the certificate, as PEM.
    pub(crate) key_file: Option<PathBuf>,
    /// How many games of each report the site plays again to check them.
    #[serde(default = "one")]
    pub(crate) audit: u32,
}

const fn one() -> u32 {
    1
}

impl QueueSettings {
    /// Checks that the settings are complete and that this bout supports queues.
    pub(super) fn check(&self) -> Result<(), String> {
        if self.certificate_file.is_some() != self.key_file.is_some() {
            return Err("certificate_file and key_file belong together".into());
        }
        if !is_address(&self.address) {
            let why = "address is not that of a queue; write it like nats://HOST:4222, or tls://HOST:4222 for an \
                       encrypted connection";
            return Err(why.into());
        }
        if cfg!(not(feature = "queue")) {
            return Err("this bout was built without queues".into());
        }
        Ok(())
    }
}

/// Whether a text has the form of an address of a queue. Only connecting shows whether there is one.
fn is_address(text: &str) -> bool {
    let (scheme, host) = text.split_once("://").unwrap_or(("nats", text));
    matches!(scheme, "nats" | "tls" | "ws" | "wss") && !host.is_empty() && !host.contains(char::is_whitespace)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_have_a_host_and_a_known_scheme() {
        for right in
            ["nats://queue.example:4222", "tls://queue.example", "queue.example:4222", "ws://[::1]:80"]
        {
            assert!(is_address(right), "{right}");
        }
        for wrong in ["", "http://queue.example", "nats://", "a queue"] {
            assert!(!is_address(wrong), "{wrong}");
        }
    }
}

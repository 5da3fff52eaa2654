//! `[queue]`: the machines that play for the site.

use std::path::PathBuf;

use serde::Deserialize;

/// Where the queue is, and with which secrets the site enters. Relative paths begin at the folder with `bout.toml`.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct QueueSettings {
    /// The address of the server.
    pub(crate) address: String,
    /// The file with the token.
    pub(crate) token_file: Option<PathBuf>,
    /// The file with the seed of an `NKey`.
    pub(crate) nkey_file: Option<PathBuf>,
    /// The file with the certificates of the authority that signed the server's, as PEM.
    pub(crate) ca_file: Option<PathBuf>,
    /// The file with the site's certificate, as PEM.
    pub(crate) certificate_file: Option<PathBuf>,
    /// The file with the key of the certificate, as PEM.
    pub(crate) key_file: Option<PathBuf>,
    /// How many games of a report are played again here.
    #[serde(default = "one")]
    pub(crate) audit: u32,
}

const fn one() -> u32 {
    1
}

impl QueueSettings {
    /// Checks what belongs together.
    pub(super) fn check(&self) -> Result<(), String> {
        if self.certificate_file.is_some() != self.key_file.is_some() {
            return Err("certificate_file and key_file belong together".into());
        }
        if cfg!(not(feature = "queue")) {
            return Err("this bout was built without queues".into());
        }
        Ok(())
    }
}

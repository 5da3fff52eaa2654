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
        if cfg!(not(feature = "queue")) {
            return Err("this bout was built without queues".into());
        }
        Ok(())
    }
}

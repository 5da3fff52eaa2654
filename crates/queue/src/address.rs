//! The address of the queue, and the credentials for it.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use async_nats::{Client, ConnectOptions, ServerAddr};

use crate::QueueError;

/// How long connecting may take.
const CONNECT_TIME: Duration = Duration::from_secs(5);

/// How often the connection is checked: a cut cable does not close it.
const PING_INTERVAL: Duration = Duration::from_secs(5);

/// The address of the queue, and the credentials for it.
#[derive(Debug, Clone, Default)]
pub struct Address {
    /// The address of the server: `nats://HOST`, or `tls://HOST` for an encrypted connection.
    pub url: String,
    /// The file with the token.
    pub token: Option<PathBuf>,
    /// The file with the seed of an `NKey`.
    pub nkey: Option<PathBuf>,
    /// The file with the certificates of the authority that signed the server's certificate, as PEM.
    pub authority: Option<PathBuf>,
    /// The files with the client's certificate and its key, as PEM.
    pub certificate: Option<(PathBuf, PathBuf)>,
}

impl Address {
    /// Connects. If the connection breaks, it is restored automatically.
    pub(crate) async fn connect(&self, name: &str) -> Result<Client, QueueError> {
        let server: ServerAddr = self
            .url
            .parse()
            .map_err(|error| QueueError::Address { url: self.shown(), why: format!("{error}") })?;
        let mut options = ConnectOptions::new()
            .name(name)
            .connection_timeout(CONNECT_TIME)
            .request_timeout(Some(CONNECT_TIME))
            .ping_interval(PING_INTERVAL)
            .max_reconnects(None);
        if let Some(file) = &self.token {
            options = options.token(secret(file)?);
        }
        if let Some(file) = &self.nkey {
            options = options.nkey(secret(file)?);
        }
        if let Some(file) = &self.authority {
            must_be_readable(file)?;
            options = options.add_root_certificates(file.clone()).require_tls(true);
        }
        if let Some((certificate, key)) = &self.certificate {
            must_be_readable(certificate)?;
            must_be_readable(key)?;
            options = options.add_client_certificate(certificate.clone(), key.clone()).require_tls(true);
        }
        options.connect(server).await.map_err(|error| self.unreachable(&in_words(&error)))
    }

    /// Returns the error for a queue that cannot be used.
    pub(crate) fn unreachable(&self, why: &str) -> QueueError {
        QueueError::Unreachable { url: self.shown(), why: why.into() }
    }

    /// Returns the address without its secrets.
    fn shown(&self) -> String {
        match (self.url.split_once("://"), self.url.rsplit_once('@')) {
            (Some((scheme, _)), Some((_, host))) => format!("{scheme}://{host}"),
            _ => self.url.clone(),
        }
    }
}

/// Returns the text of an error with its causes.
pub(crate) fn in_words(error: &dyn std::error::Error) -> String {
    let mut words = error.to_string();
    let mut source = error.source();
    while let Some(cause) = source {
        let cause_in_words = cause.to_string();
        if !words.contains(&cause_in_words) {
            words = format!("{words}: {cause_in_words}");
        }
        source = cause.source();
    }
    words
}

/// Returns the secret in a file: its first line that is not a comment.
fn secret(file: &Path) -> Result<String, QueueError> {
    let text = fs::read_to_string(file).map_err(|error| of_file(file, error))?;
    let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
    Ok(lines.next().unwrap_or_default().to_owned())
}

fn must_be_readable(file: &Path) -> Result<(), QueueError> {
    fs::File::open(file).map(drop).map_err(|error| of_file(file, error))
}

fn of_file(file: &Path, error: std::io::Error) -> QueueError {
    QueueError::File { path: file.display().to_string(), error }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn secrets_in_an_address_are_not_shown() {
        let shown = |url: &str| Address { url: url.into(), ..Address::default() }.shown();
        assert_eq!(shown("nats://secret@host:4222"), "nats://host:4222");
        assert_eq!(shown("nats://user:p@ss@host"), "nats://host");
        assert_eq!(shown("nats://host"), "nats://host");
    }

    #[test]
    fn a_secret_is_the_first_line_that_is_no_comment() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("token");
        fs::write(&file, "# for the workers\n\n  s3cret \nmore\n").unwrap();
        assert_eq!(secret(&file).unwrap(), "s3cret");
        assert!(secret(&folder.path().join("none")).is_err());
    }
}

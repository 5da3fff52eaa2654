//! The root certificates for connections to sites.

use std::path::Path;

use ureq::tls::{PemItem, RootCerts, parse_pem};

use super::SiteError;
use crate::input;

/// The environment variable with a file of certificates. Other programs use it, too.
const VARIABLE: &str = "SSL_CERT_FILE";

/// Returns the root certificates from the file in `SSL_CERT_FILE`, or those built into the library.
pub(super) fn roots() -> Result<RootCerts, SiteError> {
    match std::env::var_os(VARIABLE).filter(|file| !file.is_empty()) {
        Some(file) => of_file(Path::new(&file)),
        None => Ok(RootCerts::WebPki),
    }
}

fn of_file(file: &Path) -> Result<RootCerts, SiteError> {
    let bytes = input::read(file).map_err(|failure| SiteError::File(format!("{VARIABLE}: {failure}")))?;
    // Skips damaged certificates and other items.
    let found: Vec<_> = parse_pem(&bytes)
        .filter_map(|item| match item {
            Ok(PemItem::Certificate(certificate)) => Some(certificate),
            _ => None,
        })
        .collect();
    if found.is_empty() {
        let file = file.display();
        return Err(SiteError::File(format!("{VARIABLE}: {file} has no certificates in the form PEM")));
    }
    Ok(found.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_without_certificates_vouches_for_nobody() {
        let file = tempfile::NamedTempFile::new().unwrap();
        for text in ["", "text", "-----BEGIN CERTIFICATE-----\nnot base64\n-----END CERTIFICATE-----\n"] {
            std::fs::write(file.path(), text).unwrap();
            assert!(of_file(file.path()).is_err(), "{text:?}");
        }
        assert!(of_file(&file.path().join("missing")).is_err());
    }
}

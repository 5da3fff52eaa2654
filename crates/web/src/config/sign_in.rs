//! `[sign_in.NAME]`: providers of OpenID Connect.

use std::path::PathBuf;

use axum::http::Uri;
use openidconnect::IssuerUrl;
use serde::Deserialize;

use super::SignUp;

/// Why providers need the address of the site.
pub(super) const NEEDS_BASE_URL: &str =
    "[sign_in] needs `base_url`, the address of the site to which providers send people back";

/// A provider.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ProviderSettings {
    /// What people call it; `None` means: its name.
    pub(crate) title: Option<String>,
    /// Its address, below which its description is found.
    pub(crate) issuer: Issuer,
    /// The name that it gave this site.
    pub(crate) client_id: String,
    /// The file with the secret that it gave this site.
    pub(crate) client_secret_file: Option<PathBuf>,
    /// Who of those whom it knows may create an account; `None` means: as on the site.
    pub(crate) sign_up: Option<SignUp>,
}

/// The address of a provider.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub(crate) struct Issuer(pub(crate) IssuerUrl);

impl TryFrom<String> for Issuer {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        let refused = || {
            format!(
                "`{}` is not the address of a provider, such as \"https://id.example.org\"",
                text.escape_debug()
            )
        };
        let uri: Uri = text.parse().map_err(|_| refused())?;
        let host = uri.host().unwrap_or_default();
        // On the same machine, nobody listens between the two.
        let is_local = ["localhost", "127.0.0.1", "[::1]"].contains(&host);
        let is_safe = uri.scheme_str() == Some("https") || (uri.scheme_str() == Some("http") && is_local);
        if host.is_empty() || !is_safe || uri.query().is_some() {
            return Err(refused());
        }
        IssuerUrl::new(text.clone()).map(Self).map_err(|_| refused())
    }
}

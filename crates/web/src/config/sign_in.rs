//! `[sign_in.NAME]`: OpenID Connect providers.

use std::path::PathBuf;

use axum::http::Uri;
use openidconnect::IssuerUrl;
use serde::Deserialize;

use super::SignUp;

/// The error for providers without the address of the site.
pub(super) const NEEDS_BASE_URL: &str =
    "[sign_in] needs `base_url`, the address of the site to which providers send people back";

/// An OpenID Connect provider.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ProviderSettings {
    /// The title on pages; `None` for its name.
    pub(crate) title: Option<String>,
    /// Its issuer URL, below which its metadata is found.
    pub(crate) issuer: Issuer,
    /// The client id that it gave this site.
    pub(crate) client_id: String,
    /// The file with the client secret that it gave this site.
    pub(crate) client_secret_file: Option<PathBuf>,
    /// Who may create an account by signing in with it; `None` for the setting of the site.
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
        // Plain HTTP is safe on the same machine: nobody can listen in between.
        let is_local = ["localhost", "127.0.0.1", "[::1]"].contains(&host);
        let is_safe = uri.scheme_str() == Some("https") || (uri.scheme_str() == Some("http") && is_local);
        if host.is_empty() || !is_safe || uri.query().is_some() {
            return Err(refused());
        }
        IssuerUrl::new(text.clone()).map(Self).map_err(|_| refused())
    }
}

//! The cookie that identifies a browser while somebody signs in at a provider.

use std::convert::Infallible;
use std::sync::Arc;

use accounts::Secret;
use axum::extract::FromRequestParts;
use axum::http::header::{HeaderValue, SET_COOKIE};
use axum::http::request::Parts;
use axum::response::Response;

use super::cookie;
use crate::site::Site;

/// The names of the cookie: over HTTP, and over HTTPS.
const NAMES: [&str; 2] = ["bout-sign-in", "__Host-bout-sign-in"];

/// The lifetime of the cookie, in seconds.
const COOKIE_S: u64 = 3600;

/// The secret of a browser in which somebody is signing in.
pub(crate) struct Browser(pub(crate) Option<Secret>);

impl FromRequestParts<Arc<Site>> for Browser {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &Arc<Site>) -> Result<Self, Infallible> {
        // Prefers the name for HTTPS: no other site of the same domain can set that cookie.
        let secret = NAMES.iter().rev().find_map(|name| cookie(&parts.headers, name));
        Ok(Self(secret.and_then(Secret::read)))
    }
}

/// Adds the cookie with the browser's secret to a response. `base` is the address of the site.
pub(crate) fn with_browser(mut response: Response, base: &str, secret: &Secret) -> Response {
    let [plain, secure] = NAMES;
    let (name, flag) = if base.starts_with("https://") { (secure, "; Secure") } else { (plain, "") };
    let value = secret.text();
    // With `Strict`, browsers would not send the cookie when the provider redirects them back.
    let cookie = format!("{name}={value}; Path=/; Max-Age={COOKIE_S}; HttpOnly; SameSite=Lax{flag}");
    let cookie = HeaderValue::from_str(&cookie).expect("a secret is plain text");
    response.headers_mut().append(SET_COOKIE, cookie);
    response
}

//! Identifies who looks at the site, which decides what they see. Private hills are visible to
//! their groups, and to people with a link.

use std::sync::Arc;

use accounts::{Account, Secret};
use axum::extract::FromRequestParts;
use axum::http::header::{AUTHORIZATION, HeaderValue, SET_COOKIE};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderName};
use axum::response::{IntoResponse, Response};

use super::{Bearer, cookie, member};
use crate::api;
use crate::site::Site;

/// The names of the cookie with the secrets of links to hills: over HTTP, and over HTTPS.
const NAMES: [&str; 2] = ["bout-hills", "__Host-bout-hills"];

/// The header with the secret of a link to a hill, for programs that have no account.
const HEADER: HeaderName = HeaderName::from_static("bout-hill-link");

/// The maximum number of secrets in the cookie. A further one replaces the oldest.
const MAX_LINKS: usize = 8;

/// The lifetime of the cookie, in seconds: a year, because links may outlive sessions.
const COOKIE_S: u64 = 365 * 24 * 3600;

/// Somebody who looks at the site.
#[derive(Debug, Clone, Default)]
pub(crate) struct Viewer {
    /// The account, identified by a session or a token.
    pub(crate) account: Option<Account>,
    /// The secrets of links to hills.
    pub(crate) links: Vec<Secret>,
}

impl FromRequestParts<Arc<Site>> for Viewer {
    type Rejection = Response;

    async fn from_request_parts(parts: &mut Parts, site: &Arc<Site>) -> Result<Self, Response> {
        // The API ignores cookies.
        let is_api = api::is_below(parts.uri.path());
        let links = links(&parts.headers, !is_api);
        let account = if parts.headers.contains_key(AUTHORIZATION) {
            let bearer = <Bearer as FromRequestParts<Arc<Site>>>::from_request_parts(parts, site).await;
            Some(bearer.map_err(IntoResponse::into_response)?.account)
        } else if is_api {
            None
        } else {
            member(site, parts).await?.map(|member| member.account)
        };
        Ok(Self { account, links })
    }
}

impl Viewer {
    /// Returns a viewer with this account and without links.
    pub(crate) fn of(account: &Account) -> Self {
        Self { account: Some(account.clone()), links: Vec::new() }
    }
}

/// Returns the secrets of links in a request: from its header and, if `with_cookie`, from its
/// cookie.
fn links(headers: &HeaderMap, with_cookie: bool) -> Vec<Secret> {
    let shown = headers.get(HEADER).and_then(|value| value.to_str().ok());
    let kept = NAMES.iter().filter(|_| with_cookie).find_map(|name| cookie(headers, name));
    let kept = kept.unwrap_or_default().split('.');
    shown.into_iter().chain(kept).filter_map(Secret::read).take(MAX_LINKS).collect()
}

/// Returns true if a request has the header or the cookie for secrets of links.
pub(crate) fn has_links(headers: &HeaderMap) -> bool {
    headers.contains_key(HEADER) || NAMES.iter().any(|name| cookie(headers, name).is_some())
}

/// Adds the secret of a link to the browser's cookie. `base` is the address of the site.
pub(crate) fn with_link(mut response: Response, base: &str, viewer: &Viewer, link: &Secret) -> Response {
    let others = viewer.links.iter().filter(|other| *other != link);
    let all: Vec<&str> = std::iter::once(link).chain(others).take(MAX_LINKS).map(Secret::text).collect();
    let [plain, secure] = NAMES;
    let (name, flag) = if base.starts_with("https://") { (secure, "; Secure") } else { (plain, "") };
    let value = all.join(".");
    let cookie = format!("{name}={value}; Path=/; Max-Age={COOKIE_S}; HttpOnly; SameSite=Lax{flag}");
    let cookie = HeaderValue::from_str(&cookie).expect("secrets are plain text");
    response.headers_mut().append(SET_COOKIE, cookie);
    response
}

#[cfg(test)]
mod tests {
    use axum::http::header::COOKIE;

    use super::*;
    use crate::members::redirect;

    #[test]
    fn a_browser_keeps_the_newest_links() {
        let secrets: Vec<Secret> = (0..=MAX_LINKS).map(|_| Secret::draw().unwrap()).collect();
        let mut viewer = Viewer::default();
        for secret in &secrets {
            let response = with_link(redirect("/"), "https://bout.example", &viewer, secret);
            let set = response.headers()[SET_COOKIE].to_str().unwrap();
            let (pair, flags) = set.split_once(';').unwrap();
            assert!(flags.contains("HttpOnly; SameSite=Lax; Secure"), "{flags}");
            let headers = HeaderMap::from_iter([(COOKIE, HeaderValue::from_str(pair).unwrap())]);
            assert!(has_links(&headers));
            viewer.links = links(&headers, true);
        }
        let newest: Vec<Secret> = secrets.into_iter().rev().take(MAX_LINKS).collect();
        assert_eq!(viewer.links, newest);
    }

    #[test]
    fn what_is_no_secret_is_no_link() {
        let forged = HeaderValue::from_static("bout-hills=x.y..z; bout=a");
        assert!(links(&HeaderMap::from_iter([(COOKIE, forged)]), true).is_empty());
    }
}

//! Who makes a request: sessions of browsers, tokens of programs, and forms that only their own site can send.

mod browser;
mod form;
#[cfg(test)]
mod tests_of_sessions;
mod token;
mod viewer;

use std::sync::{Arc, LazyLock};
use std::time::Duration;

use accounts::{Account, AccountsError, Secret};
use axum::extract::FromRequestParts;
use axum::http::header::{COOKIE, HeaderValue, LOCATION, SET_COOKIE};
use axum::http::request::Parts;
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use tokio::runtime::Runtime;

use crate::headers::answer;
use crate::origin;
use crate::pages;
use crate::site::Site;
use crate::times;

pub(crate) use browser::{Browser, with_browser};
pub(crate) use form::{Form, Upload};
pub(crate) use token::Bearer;
pub(crate) use viewer::{Viewer, has_links, with_link};

/// The seconds that a browser keeps the cookie of a session.
const COOKIE_S: u64 = accounts::SESSION_IDLE_S;

/// The names of the cookie: over HTTP, and over HTTPS.
const NAMES: [&str; 2] = ["bout", "__Host-bout"];

/// The most passwords that are hashed at a time: each takes 19 MiB of memory.
const HASHERS: usize = 2;

/// The threads that hash passwords. They are always the same ones: what a thread has given back, the allocator keeps for this
/// thread, and many threads would keep much. `None` where the system allows no runtime.
static HASHING: LazyLock<Option<Runtime>> = LazyLock::new(|| {
    let mut runtime = tokio::runtime::Builder::new_current_thread();
    runtime.max_blocking_threads(HASHERS).thread_keep_alive(Duration::MAX).build().ok()
});

/// Somebody who is signed in.
#[derive(Debug, Clone)]
pub(crate) struct Member {
    /// The account.
    pub(crate) account: Account,
    /// The secret of the session.
    pub(crate) session: Secret,
}

impl Member {
    /// Returns the hidden value that every form of this member carries.
    pub(crate) fn proof(&self) -> String {
        self.session.proof(form::PURPOSE)
    }
}

/// The visitor who makes a request: a member, or anybody.
pub(crate) struct Visitor(pub(crate) Option<Member>);

impl FromRequestParts<Arc<Site>> for Visitor {
    type Rejection = Response;

    async fn from_request_parts(parts: &mut Parts, site: &Arc<Site>) -> Result<Self, Response> {
        Ok(Self(member(site, parts).await?))
    }
}

/// A member; others are asked to sign in.
pub(crate) struct SignedIn(pub(crate) Member);

impl FromRequestParts<Arc<Site>> for SignedIn {
    type Rejection = Response;

    async fn from_request_parts(parts: &mut Parts, site: &Arc<Site>) -> Result<Self, Response> {
        let here = parts.uri.path_and_query().map_or("/", |all| all.as_str());
        let next = if parts.method == axum::http::Method::GET { here } else { "/account" };
        let asked = || {
            let query = serde_urlencoded::to_string([("next", next)]).unwrap_or_default();
            redirect(&format!("/sign-in?{query}"))
        };
        member(site, parts).await?.map(Self).ok_or_else(asked)
    }
}

/// A member who looks after the site; others are refused.
pub(crate) struct Host(pub(crate) Member);

impl FromRequestParts<Arc<Site>> for Host {
    type Rejection = Response;

    async fn from_request_parts(parts: &mut Parts, site: &Arc<Site>) -> Result<Self, Response> {
        let SignedIn(member) = SignedIn::from_request_parts(parts, site).await?;
        if member.account.is_host() {
            Ok(Self(member))
        } else {
            Err(pages::problem(site, StatusCode::FORBIDDEN, "This page is for the hosts of the site."))
        }
    }
}

/// Returns who is signed in; the page for a database that does not answer if that cannot be known.
async fn member(site: &Arc<Site>, parts: &Parts) -> Result<Option<Member>, Response> {
    let session = cookie(&parts.headers, &cookie_name(site, parts)).and_then(Secret::read);
    let Some(session) = session else { return Ok(None) };
    let secret = session.clone();
    let found = off_thread(site, move |site| site.accounts.session(&secret, times::now())).await;
    let found = found.map_err(|error| pages::database_problem(site, &error))?;
    Ok(found.map(|account| Member { account, session }))
}

/// Returns the value of a cookie. Of several with its name, the first counts, as browsers send the most specific one first.
fn cookie<'h>(headers: &'h HeaderMap, name: &str) -> Option<&'h str> {
    let all = headers.get_all(COOKIE).into_iter().filter_map(|value| value.to_str().ok());
    let mut pairs = all.flat_map(|value| value.split(';')).filter_map(|pair| pair.trim().split_once('='));
    pairs.find(|(key, _)| *key == name).map(|(_, value)| value)
}

/// Returns true if a request comes with a session, which may have ended.
pub(crate) fn has_session(headers: &HeaderMap) -> bool {
    NAMES.iter().any(|name| cookie(headers, name).is_some())
}

/// Returns the name of the session's cookie. With `__Host-`, no other site of the same domain can set it; browsers allow
/// that over HTTPS only.
fn cookie_name(site: &Site, parts: &Parts) -> String {
    let base = origin::base(&site.config, &parts.headers, &parts.extensions);
    name_at(&base).to_owned()
}

fn name_at(base: &str) -> &'static str {
    let [plain, secure] = NAMES;
    if base.starts_with("https://") { secure } else { plain }
}

/// Adds the cookie of a session to an answer. `base` is the address of the site.
pub(crate) fn with_session(mut response: Response, base: &str, session: &Secret) -> Response {
    set_cookie(&mut response, base, session.text(), COOKIE_S);
    response
}

/// Removes the cookie of a session from the browser.
pub(crate) fn without_session(mut response: Response, base: &str) -> Response {
    set_cookie(&mut response, base, "", 0);
    response
}

fn set_cookie(response: &mut Response, base: &str, value: &str, seconds: u64) {
    let secure = if base.starts_with("https://") { "; Secure" } else { "" };
    let name = name_at(base);
    let cookie = format!("{name}={value}; Path=/; Max-Age={seconds}; HttpOnly; SameSite=Lax{secure}");
    let cookie = HeaderValue::from_str(&cookie).expect("a secret is plain text");
    response.headers_mut().append(SET_COOKIE, cookie);
}

/// Returns an answer that sends the browser to another page of this site.
pub(crate) fn redirect(to: &str) -> Response {
    let mut response = answer(StatusCode::SEE_OTHER, "text/plain; charset=utf-8", "");
    let to = HeaderValue::from_str(to).unwrap_or(HeaderValue::from_static("/"));
    response.headers_mut().insert(LOCATION, to);
    response
}

/// Returns the page of this site to go to after signing in; never another site.
pub(crate) fn next_page(wanted: &str) -> &str {
    let is_here = wanted.starts_with('/')
        && !wanted.starts_with("//")
        && !wanted.contains(|one: char| one == '\\' || one.is_control());
    if is_here { wanted } else { "/account" }
}

/// Does what reads or writes the database beside the threads that answer requests.
pub(crate) async fn off_thread<T: Send + 'static>(
    site: &Arc<Site>,
    work: impl FnOnce(&Site) -> Result<T, AccountsError> + Send + 'static,
) -> Result<T, AccountsError> {
    let site = Arc::clone(site);
    let done = tokio::task::spawn_blocking(move || work(&site)).await;
    done.unwrap_or_else(|error| Err(AccountsError::Hash(error.to_string())))
}

/// Does what hashes a password, of which at most [`HASHERS`] run at a time.
pub(crate) async fn hashing<T: Send + 'static>(
    site: &Arc<Site>,
    work: impl FnOnce(&Site) -> Result<T, AccountsError> + Send + 'static,
) -> Result<T, AccountsError> {
    let Some(threads) = &*HASHING else { return off_thread(site, work).await };
    let site = Arc::clone(site);
    let done = threads.spawn_blocking(move || work(&site)).await;
    done.unwrap_or_else(|error| Err(AccountsError::Hash(error.to_string())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nobody_is_sent_to_another_site() {
        assert_eq!(next_page("/hills/a?b=c"), "/hills/a?b=c");
        for evil in ["https://evil.example", "//evil.example", "/\\evil.example", "evil", "", "/\n/evil"] {
            assert_eq!(next_page(evil), "/account");
        }
    }

    #[test]
    fn cookies_are_for_this_site_and_not_for_scripts() {
        let secret = Secret::draw().unwrap();
        let set = |base: &str| {
            let response = with_session(redirect("/"), base, &secret);
            response.headers()[SET_COOKIE].to_str().unwrap().to_owned()
        };
        let plain = set("http://127.0.0.1:8080");
        assert!(
            plain.starts_with("bout=")
                && plain.contains("HttpOnly; SameSite=Lax")
                && !plain.contains("Secure")
        );
        let secure = set("https://bout.example");
        assert!(
            secure.starts_with("__Host-bout=") && secure.ends_with("; Secure") && secure.contains("Path=/;")
        );
    }

    #[test]
    fn a_cookie_is_found_among_others() {
        let headers = HeaderMap::from_iter([(COOKIE, HeaderValue::from_static("a=1; bout=x; bout=y;b"))]);
        assert_eq!(cookie(&headers, "bout"), Some("x"));
        assert_eq!(cookie(&headers, "c"), None);
    }
}

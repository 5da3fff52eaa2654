//! Identifies who makes a request, by the sessions of browsers and the tokens of programs, and
//! checks that forms come from this site.

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

/// The lifetime of the session cookie, in seconds.
const COOKIE_S: u64 = accounts::SESSION_IDLE_S;

/// The names of the cookie: over HTTP, and over HTTPS.
const NAMES: [&str; 2] = ["bout", "__Host-bout"];

/// The maximum number of passwords hashed at the same time: each takes 19 MiB of memory.
const HASHERS: usize = 2;

/// The threads that hash passwords. They are never replaced: the allocator keeps the memory that a
/// thread has freed for that thread, so many threads would hold much memory. `None` where the
/// system allows no runtime.
static HASHING: LazyLock<Option<Runtime>> = LazyLock::new(|| {
    let mut runtime = tokio::runtime::Builder::new_current_thread();
    runtime.max_blocking_threads(HASHERS).thread_keep_alive(Duration::MAX).build().ok()
});

/// A signed-in user.
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

/// The visitor who makes a request: a member, or `None` for anybody else.
pub(crate) struct Visitor(pub(crate) Option<Member>);

impl FromRequestParts<Arc<Site>> for Visitor {
    type Rejection = Response;

    async fn from_request_parts(parts: &mut Parts, site: &Arc<Site>) -> Result<Self, Response> {
        Ok(Self(member(site, parts).await?))
    }
}

/// A member; other visitors are redirected to the sign-in page.
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

/// A host of the site; other members are refused.
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

/// Returns the signed-in member. Fails with an error page if the database cannot be read.
async fn member(site: &Arc<Site>, parts: &Parts) -> Result<Option<Member>, Response> {
    let session = cookie(&parts.headers, &cookie_name(site, parts)).and_then(Secret::read);
    let Some(session) = session else { return Ok(None) };
    let secret = session.clone();
    let found = off_thread(site, move |site| site.accounts.session(&secret, times::now())).await;
    let found = found.map_err(|error| pages::database_problem(site, &error))?;
    Ok(found.map(|account| Member { account, session }))
}

/// Returns the value of a cookie. If several have this name, the first one counts, because browsers
/// send the most specific one first.
fn cookie<'h>(headers: &'h HeaderMap, name: &str) -> Option<&'h str> {
    let all = headers.get_all(COOKIE).into_iter().filter_map(|value| value.to_str().ok());
    let mut pairs = all.flat_map(|value| value.split(';')).filter_map(|pair| pair.trim().split_once('='));
    pairs.find(|(key, _)| *key == name).map(|(_, value)| value)
}

/// Returns true if a request has a session cookie. The session may have expired.
pub(crate) fn has_session(headers: &HeaderMap) -> bool {
    NAMES.iter().any(|name| cookie(headers, name).is_some())
}

/// Returns the name of the session cookie. With `__Host-`, no other site of the same domain can set
/// it, but browsers only allow that over HTTPS.
fn cookie_name(site: &Site, parts: &Parts) -> String {
    let base = origin::base(&site.config, &parts.headers, &parts.extensions);
    name_at(&base).to_owned()
}

fn name_at(base: &str) -> &'static str {
    let [plain, secure] = NAMES;
    if base.starts_with("https://") { secure } else { plain }
}

/// Adds the session cookie to a response. `base` is the address of the site.
pub(crate) fn with_session(mut response: Response, base: &str, session: &Secret) -> Response {
    set_cookie(&mut response, base, session.text(), COOKIE_S);
    response
}

/// Removes the session cookie from the browser.
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

/// Returns a redirect to another page of this site.
pub(crate) fn redirect(to: &str) -> Response {
    let mut response = answer(StatusCode::SEE_OTHER, "text/plain; charset=utf-8", "");
    let to = HeaderValue::from_str(to).unwrap_or(HeaderValue::from_static("/"));
    response.headers_mut().insert(LOCATION, to);
    response
}

/// Returns the page to open after signing in: the wanted one if it is on this site, or else the
/// account page.
pub(crate) fn next_page(wanted: &str) -> &str {
    let is_here = wanted.starts_with('/')
        && !wanted.starts_with("//")
        && !wanted.contains(|one: char| one == '\\' || one.is_control());
    if is_here { wanted } else { "/account" }
}

/// Runs work that uses the database on another thread, so that it does not block requests.
pub(crate) async fn off_thread<T: Send + 'static>(
    site: &Arc<Site>,
    work: impl FnOnce(&Site) -> Result<T, AccountsError> + Send + 'static,
) -> Result<T, AccountsError> {
    let site = Arc::clone(site);
    let done = tokio::task::spawn_blocking(move || work(&site)).await;
    done.unwrap_or_else(|error| Err(AccountsError::Hash(error.to_string())))
}

/// Runs work that hashes a password. At most [`HASHERS`] such tasks run at the same time.
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

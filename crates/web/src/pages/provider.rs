//! Signing in with a provider: the redirect, the callback, and the choice of an account.

use std::sync::Arc;

use accounts::{Account, AccountName, AccountsError, Secret};
use askama::Template;
use axum::extract::{Path, Query, State};
use axum::http::StatusCode;
use axum::response::Response;
use serde::Deserialize;
use tokio::sync::Semaphore;

use super::mail::one_too_many;
use super::sign_in::{begin, database_problem, gone};
use super::{filled, problem};
use crate::api::sentence;
use crate::config::SignUp;
use crate::headers::private_page;
use crate::members::{
    Browser, Form, Member, SignedIn, Visitor, next_page, off_thread, redirect, with_browser,
};
use crate::origin::{Base, Remote};
use crate::providers::{Attempt, Pending, Provider, ProviderFailed};
use crate::site::Site;
use crate::throttle::{Action, Who};
use crate::times;

/// The most requests to providers at a time: each blocks a thread.
static ASKING: Semaphore = Semaphore::const_new(8);

/// The longest address of the page to open afterwards. The server stores one per sign-in in progress.
const MAX_NEXT_BYTES: usize = 1024;

/// The most characters of a provider's error code that a page shows.
const MAX_WORD_CHARS: usize = 100;

#[derive(Template)]
#[template(path = "provider.html")]
struct FinishPage<'a> {
    site: &'a str,
    title: &'a str,
    provider: &'a str,
    proof: String,
    /// The name of the account that is signed in.
    account: Option<&'a str>,
    can_create: bool,
    pending: &'a str,
    name: &'a str,
    wrong: Option<String>,
}

#[derive(Deserialize)]
pub(crate) struct SignInStart {
    #[serde(default)]
    next: String,
    /// The secret of a link for a new account.
    link: Option<String>,
}

/// Redirects the browser to a provider.
pub(crate) async fn provider(
    State(site): State<Arc<Site>>,
    Path(name): Path<String>,
    Remote(remote): Remote,
    Base(base): Base,
    Browser(browser): Browser,
    Query(SignInStart { next, link }): Query<SignInStart>,
) -> Response {
    if let Some(response) = one_too_many(&site, &remote) {
        return response;
    }
    let welcome = match asked(&site, &name, Provider::welcome).await {
        Ok(welcome) => welcome,
        Err(response) => return response,
    };
    let drawn = browser.map_or_else(Secret::draw, Ok);
    let browser = match drawn {
        Ok(browser) => browser,
        Err(error) => return database_problem(&site, &error),
    };
    let attempt = Attempt {
        provider: name,
        browser: browser.clone(),
        nonce: welcome.nonce,
        verifier: welcome.verifier,
        link: link.and_then(|link| Secret::read(&link)),
        next: if next.len() <= MAX_NEXT_BYTES { next } else { String::new() },
    };
    site.providers.attempts().begin(&welcome.state, attempt);
    with_browser(redirect(&welcome.address), &base, &browser)
}

#[derive(Deserialize)]
pub(crate) struct Answer {
    #[serde(default)]
    state: String,
    #[serde(default)]
    code: String,
    #[serde(default)]
    error: String,
    /// The issuer. Some providers repeat it here (RFC 9207).
    iss: Option<String>,
}

/// Handles the callback from a provider: signs the visitor in, or asks which account the identity is for.
pub(crate) async fn answered(
    State(site): State<Arc<Site>>,
    Path(name): Path<String>,
    Remote(remote): Remote,
    Base(base): Base,
    Visitor(visitor): Visitor,
    Browser(browser): Browser,
    Query(answer): Query<Answer>,
) -> Response {
    if let Some(response) = one_too_many(&site, &remote) {
        return response;
    }
    let attempt =
        browser.and_then(|browser| site.providers.attempts().answered(&answer.state, &name, &browser));
    let Some(attempt) = attempt else { return not_begun(&site) };
    if !answer.error.is_empty() || answer.code.is_empty() {
        let word: String = answer.error.chars().take(MAX_WORD_CHARS).collect();
        let why = format!("The sign-in was cancelled, or the provider refused it ({word}).");
        return problem(&site, StatusCode::FORBIDDEN, &why);
    }
    let Attempt { browser, nonce, verifier, link, next, .. } = attempt;
    let code = answer.code;
    let found = asked(&site, &name, move |provider| {
        if answer.iss.is_some_and(|iss| iss != provider.issuer()) {
            return Err(ProviderFailed::NotBelieved("another provider answered".into()));
        }
        provider.known(code, &nonce, verifier)
    });
    let known = match found.await {
        Ok(known) => known,
        Err(response) => return response,
    };
    let identity = known.identity.clone();
    match off_thread(&site, move |site| site.accounts.account_of_identity(&identity)).await {
        Ok(Some(account)) => enter(&site, account, &base, &next).await,
        Ok(None) => ask_which(&site, visitor.as_ref(), Pending { browser, known, link, next }),
        Err(error) => database_problem(&site, &error),
    }
}

async fn enter(site: &Arc<Site>, account: Account, base: &str, next: &str) -> Response {
    match &account.banned {
        Some(why) => problem(site, StatusCode::FORBIDDEN, &format!("A host has closed this account: {why}")),
        None => begin(site, account, base, next_page(next)).await,
    }
}

/// Asks which account to use for an identity that is not connected to one.
fn ask_which(site: &Site, visitor: Option<&Member>, pending: Pending) -> Response {
    let secret = match Secret::draw() {
        Ok(secret) => secret,
        Err(error) => return database_problem(site, &error),
    };
    let page = finish_page(site, visitor, &pending, secret.text(), StatusCode::OK, None, None);
    site.providers.attempts().wait(&secret, pending);
    page
}

fn finish_page(
    site: &Site,
    visitor: Option<&Member>,
    pending: &Pending,
    secret: &str,
    status: StatusCode,
    name: Option<&str>,
    wrong: Option<String>,
) -> Response {
    let title = if visitor.is_some() { "Connect the account" } else { "Create an account" };
    let shown = FinishPage {
        site: &site.config.title,
        title,
        provider: site.providers.title_of(&pending.known.identity.issuer),
        proof: visitor.map(Member::proof).unwrap_or_default(),
        account: visitor.map(|member| member.account.name.as_str()),
        can_create: pending.link.is_some() || may_join(site, pending),
        pending: secret,
        name: name.unwrap_or(&pending.known.suggested),
        wrong,
    };
    private_page(status, filled(&shown))
}

/// Returns true if users of this provider may create an account without an invitation.
fn may_join(site: &Site, pending: &Pending) -> bool {
    let provider = site.providers.of_issuer(&pending.known.identity.issuer);
    provider.and_then(Provider::sign_up).unwrap_or(site.sign_up()) == SignUp::Open
}

#[derive(Deserialize)]
pub(crate) struct Decision {
    pending: String,
    #[serde(default)]
    name: String,
}

/// Connects an identity to the account that is signed in, or creates an account for it.
pub(crate) async fn finished(
    State(site): State<Arc<Site>>,
    Remote(remote): Remote,
    Base(base): Base,
    Visitor(visitor): Visitor,
    Browser(browser): Browser,
    Form(Decision { pending: secret, name }): Form<Decision>,
) -> Response {
    let found = browser.and_then(|browser| site.providers.attempts().pending(&secret, &browser));
    let Some(pending) = found else { return not_begun(&site) };
    if let Some(member) = &visitor {
        let (id, identity) = (member.account.id, pending.known.identity.clone());
        return match off_thread(&site, move |site| site.accounts.connect_identity(id, &identity)).await {
            Ok(()) => {
                site.providers.attempts().finish(&secret);
                redirect("/account")
            }
            Err(error) => database_problem(&site, &error),
        };
    }
    if pending.link.is_none() && !may_join(&site, &pending) {
        let why = "New accounts of this site need an invitation, or are not created at present.";
        return problem(&site, StatusCode::FORBIDDEN, why);
    }
    let wrong =
        |status, why: String| finish_page(&site, None, &pending, &secret, status, Some(&name), Some(why));
    let chosen = match AccountName::new(&name) {
        Ok(chosen) => chosen,
        Err(why) => return wrong(StatusCode::UNPROCESSABLE_ENTITY, sentence(&why)),
    };
    if let Err(wait) = site.throttle.count(Action::SignUp, Who::Address(&remote)) {
        let why = format!("Too many new accounts from here. Please wait for {} s.", wait.as_secs() + 1);
        return wrong(StatusCode::TOO_MANY_REQUESTS, why);
    }
    let (link, identity) = (pending.link.clone(), pending.known.identity.clone());
    let created = off_thread(&site, move |site| match link {
        Some(link) => site.accounts.join_by_identity(&link, &identity, &chosen, times::now()),
        None => site.accounts.create_by_identity(&identity, &chosen, times::now()).map(Some),
    });
    match created.await {
        Ok(Some(account)) => {
            site.providers.attempts().finish(&secret);
            begin(&site, account, &base, next_page(&pending.next)).await
        }
        Ok(None) => gone(&site),
        Err(error @ AccountsError::NameTaken(_)) => wrong(StatusCode::CONFLICT, sentence(&error)),
        Err(error) => database_problem(&site, &error),
    }
}

#[derive(Deserialize)]
pub(crate) struct Issuer {
    issuer: String,
}

/// Ends the connection of an account to a provider.
pub(crate) async fn disconnected(
    State(site): State<Arc<Site>>,
    SignedIn(member): SignedIn,
    Form(Issuer { issuer }): Form<Issuer>,
) -> Response {
    let id = member.account.id;
    match off_thread(&site, move |site| site.accounts.disconnect_identity(id, &issuer)).await {
        Ok(()) => redirect("/account"),
        Err(error) => database_problem(&site, &error),
    }
}

/// Sends a request to a provider on a blocking thread. On failure, returns an error page.
async fn asked<T: Send + 'static>(
    site: &Arc<Site>,
    name: &str,
    ask: impl FnOnce(&Provider) -> Result<T, ProviderFailed> + Send + 'static,
) -> Result<T, Response> {
    if site.providers.find(name).is_none() {
        return Err(problem(site, StatusCode::NOT_FOUND, "This site does not know the provider."));
    }
    let _permit = ASKING.acquire().await;
    let (asking, name) = (Arc::clone(site), name.to_owned());
    let done = tokio::task::spawn_blocking(move || {
        let provider = asking.providers.find(&name)?;
        ask(provider).map_err(|error| asking.providers.note(provider, &error)).ok()
    });
    let why = "The provider does not answer as it should. Please try again soon; the hosts of the site see what is wrong.";
    done.await.ok().flatten().ok_or_else(|| problem(site, StatusCode::BAD_GATEWAY, why))
}

fn not_begun(site: &Site) -> Response {
    let why = "This sign-in was not begun in this browser, or has ended. Please begin again.";
    problem(site, StatusCode::GONE, why)
}

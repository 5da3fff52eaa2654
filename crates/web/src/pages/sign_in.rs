//! Signing in and out, and creating an account.

use std::sync::Arc;

use accounts::{Account, AccountName, AccountsError, Link, LinkPurpose, Password, Role, Secret};
use askama::Template;
use axum::extract::{Path, Query, State};
use axum::http::StatusCode;
use axum::response::Response;
use report::url_segment;
use serde::Deserialize;

use super::{filled, problem};
use crate::api::{DISK_IS_FULL, sentence};
use crate::config::SignUp;
use crate::headers::private_page;
use crate::members::{
    Form, Member, SignedIn, Visitor, hashing, next_page, off_thread, redirect, with_session, without_session,
};
use crate::metrics::FailureKind;
use crate::origin::{Base, Remote};
use crate::site::Site;
use crate::throttle::{Action, Who};
use crate::times;

#[derive(Template)]
#[template(path = "sign-in.html")]
struct SignInPage<'a> {
    site: &'a str,
    title: &'a str,
    next: &'a str,
    name: &'a str,
    wrong: Option<String>,
    can_join: bool,
    sends_mail: bool,
    /// Addresses and titles of the providers with which people can sign in.
    providers: Vec<(String, &'a str)>,
}

#[derive(Template)]
#[template(path = "join.html")]
struct JoinPage<'a> {
    site: &'a str,
    title: &'a str,
    /// A sentence on what the account is for.
    lead: &'a str,
    address: String,
    name: &'a str,
    wrong: Option<String>,
    /// Addresses and titles of the providers with which people can sign in.
    providers: Vec<(String, &'a str)>,
}

#[derive(Template)]
#[template(path = "reset.html")]
struct ResetPage<'a> {
    site: &'a str,
    title: &'a str,
    /// The CSRF token of forms; empty for a visitor who is not signed in.
    proof: String,
    address: String,
    name: &'a str,
    wrong: Option<String>,
}

#[derive(Deserialize)]
pub(crate) struct Next {
    #[serde(default)]
    next: String,
}

pub(crate) async fn sign_in(
    State(site): State<Arc<Site>>,
    Visitor(visitor): Visitor,
    Query(Next { next }): Query<Next>,
) -> Response {
    if visitor.is_some() {
        redirect(next_page(&next))
    } else {
        sign_in_page(&site, StatusCode::OK, &next, "", None)
    }
}

fn sign_in_page(site: &Site, status: StatusCode, next: &str, name: &str, wrong: Option<String>) -> Response {
    let shown = SignInPage {
        site: &site.config.title,
        title: "Sign in",
        next,
        name,
        wrong,
        can_join: site.sign_up() == SignUp::Open,
        sends_mail: site.mail.is_some(),
        providers: provider_links(site, ("next", next)),
    };
    private_page(status, filled(&shown))
}

/// Returns addresses and titles of the providers. `query` is added to each address.
fn provider_links<'s>(site: &'s Site, query: (&str, &str)) -> Vec<(String, &'s str)> {
    let query = serde_urlencoded::to_string([query]).unwrap_or_default();
    let address = |name: &str| format!("/sign-in/with/{}?{query}", url_segment(name));
    site.providers.all().iter().map(|one| (address(&one.name), one.title.as_str())).collect()
}

#[derive(Deserialize)]
pub(crate) struct Credentials {
    name: String,
    password: String,
    #[serde(default)]
    next: String,
}

/// The message for a wrong name or a wrong password. It does not reveal which of the two is wrong.
const NOT_KNOWN: &str = "There is no account with this name and this password.";

pub(crate) async fn signed_in(
    State(site): State<Arc<Site>>,
    Base(base): Base,
    Remote(remote): Remote,
    Form(Credentials { name, password, next }): Form<Credentials>,
) -> Response {
    let typed = name.trim().to_owned();
    let wrong = |status, why: &str| sign_in_page(&site, status, &next, &typed, Some(why.to_owned()));
    for who in [Who::Address(&remote), Who::Name(&typed)] {
        if let Err(wait) = site.throttle.count(Action::SignIn, who) {
            site.metrics.signed_in("too-many");
            tracing::warn!(visitor = remote, "too many attempts to sign in");
            let why = format!("Too many attempts to sign in. Please wait for {} s.", wait.as_secs() + 1);
            return wrong(StatusCode::TOO_MANY_REQUESTS, &why);
        }
    }
    let (name, password) = (typed.clone(), Password::typed(&password));
    match hashing(&site, move |site| site.accounts.sign_in(&name, &password)).await {
        Ok(Some(account)) => match &account.banned {
            Some(why) => wrong(StatusCode::FORBIDDEN, &format!("A host has closed this account: {why}")),
            None => begin(&site, account, &base, next_page(&next)).await,
        },
        Ok(None) => {
            // The name is not logged: some people type their password into its field.
            site.metrics.signed_in("wrong");
            tracing::warn!(visitor = remote, "an attempt to sign in failed");
            wrong(StatusCode::UNPROCESSABLE_ENTITY, NOT_KNOWN)
        }
        Err(error) => database_problem(&site, &error),
    }
}

/// Begins a session and redirects the browser to `next`.
pub(super) async fn begin(site: &Arc<Site>, account: Account, base: &str, next: &str) -> Response {
    match off_thread(site, move |site| site.accounts.begin_session(account.id, times::now())).await {
        Ok(session) => {
            site.metrics.signed_in("done");
            with_session(redirect(next), base, &session)
        }
        Err(error) => database_problem(site, &error),
    }
}

#[derive(Deserialize)]
pub(crate) struct Nothing {}

pub(crate) async fn signed_out(
    State(site): State<Arc<Site>>,
    Base(base): Base,
    SignedIn(member): SignedIn,
    Form(Nothing {}): Form<Nothing>,
) -> Response {
    match off_thread(&site, move |site| site.accounts.end_session(&member.session)).await {
        Ok(()) => without_session(redirect("/"), &base),
        Err(error) => database_problem(&site, &error),
    }
}

/// Shows the form for a new account, if the site is open to all.
pub(crate) async fn join(State(site): State<Arc<Site>>) -> Response {
    match site.sign_up() {
        SignUp::Open => join_page(&site, StatusCode::OK, None, "", None),
        SignUp::Invitation => {
            let why = "New accounts of this site need an invitation: a host gives you a link.";
            problem(&site, StatusCode::FORBIDDEN, why)
        }
        SignUp::Closed => {
            problem(&site, StatusCode::FORBIDDEN, "This site creates no new accounts at present.")
        }
    }
}

#[derive(Deserialize)]
pub(crate) struct NewAccount {
    pub(super) name: String,
    pub(super) password: String,
}

pub(crate) async fn joined(
    State(site): State<Arc<Site>>,
    Base(base): Base,
    Remote(remote): Remote,
    Form(new): Form<NewAccount>,
) -> Response {
    if site.sign_up() != SignUp::Open {
        return join(State(site)).await;
    }
    create(&site, &base, &remote, None, new).await
}

/// Shows the form of a link: for a new account or a new password.
pub(crate) async fn link(
    State(site): State<Arc<Site>>,
    Remote(remote): Remote,
    Visitor(visitor): Visitor,
    Path(secret): Path<String>,
) -> Response {
    let (secret, link) = match valid_link(&site, &remote, &secret).await {
        Ok(found) => found,
        Err(response) => return response,
    };
    match link.purpose {
        LinkPurpose::Reset => {
            let owner = link.account.as_deref().unwrap_or_default();
            reset_page(&site, StatusCode::OK, visitor.as_ref(), &secret, owner, None)
        }
        LinkPurpose::FirstHost | LinkPurpose::Invitation => {
            join_page(&site, StatusCode::OK, Some((&secret, &link)), "", None)
        }
    }
}

#[derive(Deserialize)]
pub(crate) struct LinkForm {
    #[serde(default)]
    name: String,
    password: String,
}

/// Handles the form of a link: creates the account or changes the password.
pub(crate) async fn link_used(
    State(site): State<Arc<Site>>,
    Base(base): Base,
    Remote(remote): Remote,
    Visitor(visitor): Visitor,
    Path(secret): Path<String>,
    Form(LinkForm { name, password }): Form<LinkForm>,
) -> Response {
    let (secret, link) = match valid_link(&site, &remote, &secret).await {
        Ok(found) => found,
        Err(response) => return response,
    };
    if link.purpose != LinkPurpose::Reset {
        return create(&site, &base, &remote, Some((&secret, &link)), NewAccount { name, password }).await;
    }
    let owner = link.account.unwrap_or_default();
    let password = match Password::choose(&password, &owner) {
        Ok(password) => password,
        Err(why) => {
            let wrong = Some(sentence(&why));
            let status = StatusCode::UNPROCESSABLE_ENTITY;
            return reset_page(&site, status, visitor.as_ref(), &secret, &owner, wrong);
        }
    };
    match hashing(&site, move |site| site.accounts.reset_password(&secret, &password, times::now())).await {
        Ok(true) => redirect("/sign-in"),
        Ok(false) => gone(&site),
        Err(error) => database_problem(&site, &error),
    }
}

async fn valid_link(site: &Arc<Site>, remote: &str, text: &str) -> Result<(Secret, Link), Response> {
    if site.throttle.count(Action::SignIn, Who::Address(remote)).is_err() {
        let why = "Too many attempts. Please wait for a minute.";
        return Err(problem(site, StatusCode::TOO_MANY_REQUESTS, why));
    }
    let Some(secret) = Secret::read(text) else { return Err(gone(site)) };
    let asked = secret.clone();
    match off_thread(site, move |site| site.accounts.link(&asked, times::now())).await {
        Ok(Some(link)) => Ok((secret, link)),
        Ok(None) => Err(gone(site)),
        Err(error) => Err(database_problem(site, &error)),
    }
}

pub(super) fn gone(site: &Site) -> Response {
    problem(site, StatusCode::GONE, "This link was used already, or has ended. Please ask for a new one.")
}

/// Creates an account, with a link or without, and signs it in.
async fn create(
    site: &Arc<Site>,
    base: &str,
    remote: &str,
    link: Option<(&Secret, &Link)>,
    new: NewAccount,
) -> Response {
    let wrong = |status, why: String| join_page(site, status, link, &new.name, Some(why));
    let (name, password) = match checked(site, remote, &new) {
        Ok(checked) => checked,
        Err((status, why)) => return wrong(status, why),
    };
    let secret = link.map(|(secret, _)| secret.clone());
    let created = hashing(site, move |site| match secret {
        Some(secret) => site.accounts.join(&secret, &name, &password, times::now()),
        None => site.accounts.create(&name, &password, Role::Player, times::now()).map(Some),
    });
    match created.await {
        Ok(Some(account)) => begin(site, account, base, "/account").await,
        Ok(None) => gone(site),
        Err(error @ AccountsError::NameTaken(_)) => wrong(StatusCode::CONFLICT, sentence(&error)),
        Err(error) => database_problem(site, &error),
    }
}

/// Checks the name and the password of a new account, and counts it against the limit per visitor. On
/// failure, returns a message for the visitor.
pub(super) fn checked(
    site: &Site,
    remote: &str,
    new: &NewAccount,
) -> Result<(AccountName, Password), (StatusCode, String)> {
    let unfit = |why: String| (StatusCode::UNPROCESSABLE_ENTITY, why);
    let name = AccountName::new(&new.name).map_err(|why| unfit(sentence(&why)))?;
    let password = Password::choose(&new.password, name.as_str()).map_err(|why| unfit(sentence(&why)))?;
    site.throttle.count(Action::SignUp, Who::Address(remote)).map_err(|wait| {
        let why = format!("Too many new accounts from here. Please wait for {} s.", wait.as_secs() + 1);
        (StatusCode::TOO_MANY_REQUESTS, why)
    })?;
    Ok((name, password))
}

fn join_page(
    site: &Site,
    status: StatusCode,
    link: Option<(&Secret, &Link)>,
    name: &str,
    wrong: Option<String>,
) -> Response {
    let is_host = link.is_some_and(|(_, link)| link.purpose == LinkPurpose::FirstHost);
    let lead = if is_host {
        "This account will be the first host of the site: it looks after hills and accounts."
    } else {
        "With an account, you can hand in programs."
    };
    let address = link.map_or_else(|| "/join".into(), |(secret, _)| format!("/links/{}", secret.text()));
    let title = "Create an account";
    let query = link.map_or(("next", ""), |(secret, _)| ("link", secret.text()));
    let providers = provider_links(site, query);
    let shown = JoinPage { site: &site.config.title, title, lead, address, name, wrong, providers };
    private_page(status, filled(&shown))
}

fn reset_page(
    site: &Site,
    status: StatusCode,
    visitor: Option<&Member>,
    secret: &Secret,
    name: &str,
    wrong: Option<String>,
) -> Response {
    let address = format!("/links/{}", secret.text());
    let title = "Choose a new password";
    let proof = visitor.map(Member::proof).unwrap_or_default();
    private_page(status, filled(&ResetPage { site: &site.config.title, title, proof, address, name, wrong }))
}

/// Returns the error page for a database that fails or refuses a change.
pub(crate) fn database_problem(site: &Site, error: &AccountsError) -> Response {
    let status = match error {
        AccountsError::NoAccount => StatusCode::NOT_FOUND,
        AccountsError::NameTaken(_)
        | AccountsError::FileTaken(_)
        | AccountsError::KeyReused
        | AccountsError::NotWaiting
        | AccountsError::LastHost
        | AccountsError::IdentityTaken
        | AccountsError::LastWayIn
        | AccountsError::TooManyPrograms { .. }
        | AccountsError::TooManyTokens(_)
        | AccountsError::TooManyWebhooks(_)
        | AccountsError::ReportedAlready
        | AccountsError::TooManyReports(_)
        | AccountsError::TooManyWaiting(_) => StatusCode::CONFLICT,
        error if error.is_full() => return problem(site, StatusCode::SERVICE_UNAVAILABLE, DISK_IS_FULL),
        _ => {
            site.metrics.failed(FailureKind::Database);
            tracing::error!(why = error.to_string(), "the database of accounts does not answer");
            let why = "The site cannot use its database of accounts at present. Please try again soon.";
            return problem(site, StatusCode::SERVICE_UNAVAILABLE, why);
        }
    };
    problem(site, status, &sentence(error))
}

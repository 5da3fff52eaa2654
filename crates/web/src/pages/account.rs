//! The page of a member: submissions, tokens, password, and the end of the account.

use std::sync::Arc;

use accounts::{DAY_S, MailAddresses, NewToken, Password, Scope, Scopes, Submission, Token};
use askama::Template;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::Response;
use report::url_segment;
use serde::Deserialize;

use super::sign_in::{Nothing, database_problem};
use super::submission::in_words;
use super::{filled, problem};
use crate::api::sentence;
use crate::headers::private_page;
use crate::members::{Form, Member, SignedIn, hashing, off_thread, redirect, with_session, without_session};
use crate::origin::Base;
use crate::site::Site;
use crate::submissions::ProcessorTime;
use crate::throttle::{Action, Who};
use crate::times;

/// The number of submissions on the page.
const MAX_LISTED: usize = 50;

/// How many seconds after signing in an account without a password may do what otherwise takes the password.
const FRESH_S: u64 = 600;

#[derive(Template)]
#[template(path = "account.html")]
struct AccountPage<'a> {
    site: &'a str,
    title: &'a str,
    proof: String,
    is_host: bool,
    submissions: Vec<SubmissionLine>,
    /// Processor time used today and allowed in a day, in seconds.
    processor: (u64, u64),
    /// When processor time becomes available again, if it is used up.
    waits_until: Option<String>,
    tokens: Vec<TokenLine>,
    sessions: usize,
    /// False if the account signs in with providers only.
    has_password: bool,
    /// The providers with which the account signs in.
    identities: Vec<IdentityLine>,
    /// Addresses and titles of further providers.
    providers: Vec<(String, &'a str)>,
    /// The addresses of the account; `None` if the site sends no mail.
    mail: Option<MailAddresses>,
    /// The text of a token that was just made.
    new_token: Option<&'a str>,
    wrong: Option<String>,
    base: &'a str,
    /// The number of webhooks that were switched off because they failed.
    webhooks_off: usize,
}

struct SubmissionLine {
    address: String,
    file: String,
    hill: String,
    state: String,
    submitted: String,
}

struct IdentityLine {
    issuer: String,
    title: String,
}

struct TokenLine {
    id: i64,
    label: String,
    scopes: String,
    expires: String,
    seen: String,
}

pub(crate) async fn account(
    State(site): State<Arc<Site>>,
    SignedIn(member): SignedIn,
    Base(base): Base,
) -> Response {
    shown(&site, &member, &base, StatusCode::OK, None, None).await
}

async fn shown(
    site: &Arc<Site>,
    member: &Member,
    base: &str,
    status: StatusCode,
    new_token: Option<&str>,
    wrong: Option<String>,
) -> Response {
    let id = member.account.id;
    let read = off_thread(site, move |site| {
        let submissions = site.accounts.submissions_of(id, None, None, MAX_LISTED)?;
        let mail = site.accounts.mail_addresses(id, times::now())?;
        let processor = ProcessorTime::of(site, id)?;
        let ways = (site.accounts.has_password(id)?, site.accounts.issuers(id)?);
        let webhooks = site.accounts.webhooks(id)?;
        let webhooks_off = webhooks.iter().filter(|webhook| webhook.off_s.is_some()).count();
        let mail = (mail, webhooks_off);
        Ok((submissions, site.accounts.tokens(id)?, site.accounts.sessions(id)?, mail, ways, processor))
    });
    let (submissions, tokens, sessions, (mail, webhooks_off), (has_password, issuers), processor) =
        match read.await {
            Ok(read) => read,
            Err(error) => return database_problem(site, &error),
        };
    let further =
        site.providers.all().iter().filter(|one| !issuers.iter().any(|issuer| issuer == one.issuer()));
    let address = |name: &str| format!("/sign-in/with/{}", url_segment(name));
    let shown = AccountPage {
        site: &site.config.title,
        title: &member.account.name,
        proof: member.proof(),
        is_host: member.account.is_host(),
        submissions: submissions.iter().map(|submission| line(site, submission)).collect(),
        processor: (processor.used_ms / 1000, processor.most_ms / 1000),
        waits_until: processor.is_used_up().then(|| times::for_people(processor.until_s)),
        tokens: tokens.iter().map(token_line).collect(),
        sessions: sessions.len(),
        has_password,
        providers: further.map(|one| (address(&one.name), one.title.as_str())).collect(),
        identities: issuers.into_iter().map(|issuer| identity_line(site, issuer)).collect(),
        mail: site.mail.is_some().then_some(mail),
        new_token,
        wrong,
        base,
        webhooks_off,
    };
    private_page(status, filled(&shown))
}

fn line(site: &Site, submission: &Submission) -> SubmissionLine {
    SubmissionLine {
        address: format!("/submissions/{}", submission.public),
        file: submission.given.clone(),
        hill: submission.hill.clone(),
        state: in_words(submission, site.any_hill(&submission.hill).as_deref()),
        submitted: times::in_words(submission.submitted_s),
    }
}

fn identity_line(site: &Site, issuer: String) -> IdentityLine {
    IdentityLine { title: site.providers.title_of(&issuer).to_owned(), issuer }
}

fn token_line(token: &Token) -> TokenLine {
    let never = || "never".to_owned();
    TokenLine {
        id: token.id,
        label: token.label.clone(),
        scopes: token.scopes.in_words(),
        expires: token.expires_s.map_or_else(never, times::in_words),
        seen: token.seen_s.map_or_else(never, times::in_words),
    }
}

#[derive(Deserialize)]
pub(crate) struct TokenForm {
    #[serde(default)]
    label: String,
    #[serde(default)]
    submit: Option<String>,
    #[serde(default)]
    manage: Option<String>,
    days: String,
}

pub(crate) async fn token_made(
    State(site): State<Arc<Site>>,
    SignedIn(member): SignedIn,
    Base(base): Base,
    Form(form): Form<TokenForm>,
) -> Response {
    let days = match form.days.as_str() {
        "never" => None,
        text => match text.parse::<u64>() {
            Ok(days @ 1..=3650) => Some(days),
            _ => return problem(&site, StatusCode::BAD_REQUEST, "A token lasts from 1 to 3650 days."),
        },
    };
    let now = times::now();
    let scopes = [form.submit.map(|_| Scope::Submit), form.manage.map(|_| Scope::Manage)];
    let scopes = Scopes::new(&scopes.into_iter().flatten().collect::<Vec<_>>());
    let id = member.account.id;
    let made = off_thread(&site, move |site| {
        let new = NewToken { label: &form.label, scopes, expires_s: days.map(|days| now + days * DAY_S) };
        site.accounts.make_token(id, &new, now)
    });
    match made.await {
        Ok(token) => shown(&site, &member, &base, StatusCode::CREATED, Some(&token), None).await,
        Err(error) => database_problem(&site, &error),
    }
}

pub(crate) async fn token_deleted(
    State(site): State<Arc<Site>>,
    SignedIn(member): SignedIn,
    Path(id): Path<i64>,
    Form(Nothing {}): Form<Nothing>,
) -> Response {
    match off_thread(&site, move |site| site.accounts.delete_token(member.account.id, id)).await {
        Ok(()) => redirect("/account"),
        Err(error) => database_problem(&site, &error),
    }
}

#[derive(Deserialize)]
pub(crate) struct PasswordForm {
    #[serde(default)]
    old: String,
    new: String,
}

pub(crate) async fn password_changed(
    State(site): State<Arc<Site>>,
    SignedIn(member): SignedIn,
    Base(base): Base,
    Form(PasswordForm { old, new }): Form<PasswordForm>,
) -> Response {
    let new = match Password::choose(&new, &member.account.name) {
        Ok(new) => new,
        Err(why) => {
            let why = Some(sentence(&why));
            return shown(&site, &member, &base, StatusCode::UNPROCESSABLE_ENTITY, None, why).await;
        }
    };
    if let Err(refused) = confirmed(&site, &member, &base, old).await {
        return refused;
    }
    let id = member.account.id;
    let changed = hashing(&site, move |site| {
        site.accounts.set_password(id, &new)?;
        // All other sessions have ended; this one continues under a new secret.
        site.accounts.begin_session(id, times::now())
    });
    match changed.await {
        Ok(session) => with_session(redirect("/account"), &base, &session),
        Err(error) => database_problem(&site, &error),
    }
}

pub(crate) async fn sessions_ended(
    State(site): State<Arc<Site>>,
    SignedIn(member): SignedIn,
    Form(Nothing {}): Form<Nothing>,
) -> Response {
    let ended =
        off_thread(&site, move |site| site.accounts.end_other_sessions(member.account.id, &member.session));
    match ended.await {
        Ok(()) => redirect("/account"),
        Err(error) => database_problem(&site, &error),
    }
}

#[derive(Deserialize)]
pub(crate) struct PasswordOnly {
    #[serde(default)]
    password: String,
}

pub(crate) async fn deleted(
    State(site): State<Arc<Site>>,
    SignedIn(member): SignedIn,
    Base(base): Base,
    Form(PasswordOnly { password }): Form<PasswordOnly>,
) -> Response {
    if let Err(refused) = confirmed(&site, &member, &base, password).await {
        return refused;
    }
    let id = member.account.id;
    let deleted = off_thread(&site, move |site| site.accounts.delete(id, times::now()));
    match deleted.await {
        Ok(()) => without_session(redirect("/"), &base),
        Err(error) => database_problem(&site, &error),
    }
}

/// Shows the account page with an error message.
pub(super) async fn refused(
    site: &Arc<Site>,
    member: &Member,
    base: &str,
    status: StatusCode,
    why: String,
) -> Response {
    shown(site, member, base, status, None, Some(why)).await
}

/// Checks the password again before a sensitive change, because somebody else may be using the browser.
/// An account without a password must have signed in a short time ago instead.
pub(super) async fn confirmed(
    site: &Arc<Site>,
    member: &Member,
    base: &str,
    password: String,
) -> Result<(), Response> {
    let name = member.account.name.clone();
    if site.throttle.count(Action::SignIn, Who::Name(&name)).is_err() {
        let why = "Too many attempts. Please wait for a minute.";
        return Err(problem(site, StatusCode::TOO_MANY_REQUESTS, why));
    }
    let password = Password::typed(&password);
    let (id, session) = (member.account.id, member.session.clone());
    let checked = hashing(site, move |site| {
        if site.accounts.has_password(id)? {
            let is_right = site.accounts.sign_in(&name, &password)?.is_some();
            return Ok((!is_right).then_some("This is not your password."));
        }
        let since = times::now().saturating_sub(FRESH_S);
        let is_fresh = site.accounts.session_began(&session)?.is_some_and(|began| began >= since);
        Ok((!is_fresh).then_some("Please sign out, sign in again, and do this within 10 minutes."))
    });
    match checked.await {
        Ok(None) => Ok(()),
        Ok(Some(why)) => {
            let why = Some(why.to_owned());
            Err(shown(site, member, base, StatusCode::UNPROCESSABLE_ENTITY, None, why).await)
        }
        Err(error) => Err(database_problem(site, &error)),
    }
}

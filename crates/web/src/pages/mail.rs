//! Mail: forgotten passwords, and the address of an account.

use std::sync::Arc;

use accounts::{ConfirmedAddress, Secret};
use askama::Template;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::Response;
use serde::Deserialize;

use super::account::{confirmed, refused};
use super::sign_in::{Nothing, database_problem, gone};
use super::{filled, problem};
use crate::api::sentence;
use crate::headers::private_page;
use crate::mail::{CONFIRM_S, NotSent};
use crate::members::{Form, Member, SignedIn, Visitor, off_thread, redirect};
use crate::origin::{Base, Remote};
use crate::site::Site;
use crate::throttle::{Action, Who};
use crate::times;

#[derive(Template)]
#[template(path = "forgot.html")]
struct ForgotPage<'a> {
    site: &'a str,
    title: &'a str,
    /// The CSRF token of forms; empty for a visitor who is not signed in.
    proof: String,
    is_sent: bool,
}

#[derive(Template)]
#[template(path = "mail.html")]
struct MailPage<'a> {
    site: &'a str,
    title: &'a str,
    /// The CSRF token of forms; empty for a visitor who is not signed in.
    proof: String,
    account: &'a str,
    address: &'a str,
    /// The address to which the form is sent; `None` once the mail address is confirmed.
    form: Option<String>,
}

pub(crate) async fn forgot(State(site): State<Arc<Site>>, Visitor(visitor): Visitor) -> Response {
    if site.mail.is_some() { forgot_page(&site, visitor.as_ref(), false) } else { no_mail(&site) }
}

#[derive(Deserialize)]
pub(crate) struct ForgotPasswordForm {
    who: String,
}

/// Queues a mail with a link for a new password. The response does not reveal whether the account exists.
pub(crate) async fn forgotten(
    State(site): State<Arc<Site>>,
    Remote(remote): Remote,
    Form(ForgotPasswordForm { who }): Form<ForgotPasswordForm>,
) -> Response {
    let Some(mail) = &site.mail else { return no_mail(&site) };
    if let Some(response) = one_too_many(&site, &remote) {
        return response;
    }
    match mail.order_reset(&who) {
        Ok(()) => forgot_page(&site, None, true),
        Err(error) => problem(&site, StatusCode::SERVICE_UNAVAILABLE, &sentence(&error)),
    }
}

#[derive(Deserialize)]
pub(crate) struct AddressForm {
    #[serde(default)]
    address: String,
    #[serde(default)]
    password: String,
}

/// Sends a link to the new address of an account, or deletes its addresses if the field is empty.
pub(crate) async fn address_changed(
    State(site): State<Arc<Site>>,
    SignedIn(member): SignedIn,
    Base(base): Base,
    Form(AddressForm { address, password }): Form<AddressForm>,
) -> Response {
    let Some(mail) = &site.mail else { return no_mail(&site) };
    // Mail to the address can reset the password, so changing the address requires the password.
    if let Err(response) = confirmed(&site, &member, &base, password).await {
        return response;
    }
    let id = member.account.id;
    if address.trim().is_empty() {
        return match off_thread(&site, move |site| site.accounts.forget_addresses(id)).await {
            Ok(()) => redirect("/account"),
            Err(error) => database_problem(&site, &error),
        };
    }
    let to = match mail.count_recipient(&address) {
        Ok(to) => to,
        Err(error) => return refused(&site, &member, &base, status(error), sentence(&error)).await,
    };
    let typed = to.to_string();
    let asked =
        off_thread(&site, move |site| site.accounts.ask_for_address(id, &typed, times::now() + CONFIRM_S));
    let secret = match asked.await {
        Ok(secret) => secret,
        Err(error) => return database_problem(&site, &error),
    };
    match mail.order_confirmation(&site, &member.account.name, to, secret.text()) {
        Ok(()) => redirect("/account"),
        Err(error) => refused(&site, &member, &base, status(error), sentence(&error)).await,
    }
}

/// Shows which address a link confirms. Opening the link confirms nothing, because mail scanners open links.
pub(crate) async fn address(
    State(site): State<Arc<Site>>,
    Remote(remote): Remote,
    Visitor(visitor): Visitor,
    Path(secret): Path<String>,
) -> Response {
    if let Some(response) = one_too_many(&site, &remote) {
        return response;
    }
    let Some(secret) = Secret::read(&secret) else { return gone(&site) };
    let form = Some(format!("/mail/{}", secret.text()));
    let visitor = visitor.as_ref();
    match off_thread(&site, move |site| site.accounts.address_to_confirm(&secret, times::now())).await {
        Ok(Some(found)) => mail_page(&site, visitor, &found, form),
        Ok(None) => gone(&site),
        Err(error) => database_problem(&site, &error),
    }
}

pub(crate) async fn address_confirmed(
    State(site): State<Arc<Site>>,
    Remote(remote): Remote,
    Path(secret): Path<String>,
    Form(Nothing {}): Form<Nothing>,
) -> Response {
    if let Some(response) = one_too_many(&site, &remote) {
        return response;
    }
    let Some(secret) = Secret::read(&secret) else { return gone(&site) };
    let done = off_thread(&site, move |site| site.accounts.confirm_address(&secret, times::now())).await;
    match done {
        Ok(Some(done)) => {
            if let (Some(mail), Some(old)) = (&site.mail, &done.replaced) {
                // The new address is valid even if the message to the old one cannot be sent.
                let _ = mail.order_farewell(&site, &done.account, old);
            }
            mail_page(&site, None, &done, None)
        }
        Ok(None) => gone(&site),
        Err(error) => database_problem(&site, &error),
    }
}

fn no_mail(site: &Site) -> Response {
    let why = "This site sends no mail. A host can give you a link to choose a new password.";
    problem(site, StatusCode::NOT_FOUND, why)
}

/// Counts an attempt of a visitor. Returns an error page if there were too many.
pub(super) fn one_too_many(site: &Site, remote: &str) -> Option<Response> {
    let wait = site.throttle.count(Action::SignIn, Who::Address(remote)).err()?;
    let why = format!("Too many attempts. Please wait for {} s.", wait.as_secs() + 1);
    Some(problem(site, StatusCode::TOO_MANY_REQUESTS, &why))
}

fn status(error: NotSent) -> StatusCode {
    match error {
        NotSent::NotAnAddress => StatusCode::UNPROCESSABLE_ENTITY,
        NotSent::TooMany => StatusCode::TOO_MANY_REQUESTS,
        NotSent::Full => StatusCode::SERVICE_UNAVAILABLE,
    }
}

fn forgot_page(site: &Site, visitor: Option<&Member>, is_sent: bool) -> Response {
    let proof = visitor.map(Member::proof).unwrap_or_default();
    let shown = ForgotPage { site: &site.config.title, title: "Forgotten password", proof, is_sent };
    private_page(StatusCode::OK, filled(&shown))
}

fn mail_page(
    site: &Site,
    visitor: Option<&Member>,
    found: &ConfirmedAddress,
    form: Option<String>,
) -> Response {
    let shown = MailPage {
        site: &site.config.title,
        title: if form.is_some() { "Confirm your address" } else { "The address is confirmed" },
        proof: visitor.map(Member::proof).unwrap_or_default(),
        account: &found.account,
        address: &found.address,
        form,
    };
    private_page(StatusCode::OK, filled(&shown))
}

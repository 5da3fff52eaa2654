//! The page for hosts: accounts, invitations and links for forgotten passwords.

use std::sync::Arc;

use accounts::{Account, Role};
use askama::Template;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::Response;

use super::sign_in::{Nothing, database_problem};
use super::{filled, problem};
use crate::api::sentence;
use crate::config::SignUp;
use crate::headers::private_page;
use crate::mail::Mail;
use crate::members::{Form, Host, Member, off_thread, redirect};
use crate::moderation::{AccountAction, AccountActionRefused};
use crate::origin::Base;
use crate::site::Site;
use crate::times;

#[derive(Template)]
#[template(path = "hosts.html")]
struct HostsPage<'a> {
    site: &'a str,
    title: &'a str,
    proof: String,
    me: &'a str,
    can_invite: bool,
    /// When sending a message last failed, and why.
    mail_failure: Option<(String, String)>,
    /// When signing in with a provider last failed, and why.
    provider_failure: Option<(String, String)>,
    accounts: Vec<AccountLine>,
    /// What a link that was just created is for, and the link.
    link: Option<(String, String)>,
}

struct AccountLine {
    name: String,
    is_host: bool,
    since: String,
    banned: Option<String>,
}

pub(crate) async fn hosts(State(site): State<Arc<Site>>, Host(member): Host) -> Response {
    shown(&site, &member, StatusCode::OK, None).await
}

async fn shown(
    site: &Arc<Site>,
    member: &Member,
    status: StatusCode,
    link: Option<(String, String)>,
) -> Response {
    let accounts = match off_thread(site, |site| site.accounts.accounts()).await {
        Ok(accounts) => accounts,
        Err(error) => return database_problem(site, &error),
    };
    let account_line = |one: Account| AccountLine {
        is_host: one.role == Role::Host,
        since: times::in_words(one.created_s),
        name: one.name,
        banned: one.banned,
    };
    let failure_line = |(at_s, why): (u64, String)| (times::for_people(at_s), why);
    let shown = HostsPage {
        site: &site.config.title,
        title: "Accounts",
        proof: member.proof(),
        me: &member.account.name,
        can_invite: site.sign_up() != SignUp::Closed,
        mail_failure: site.mail.as_ref().and_then(Mail::last_failure).map(failure_line),
        provider_failure: site.providers.last_failure().map(failure_line),
        accounts: accounts.into_iter().map(account_line).collect(),
        link,
    };
    private_page(status, filled(&shown))
}

pub(crate) async fn invited(
    State(site): State<Arc<Site>>,
    Host(member): Host,
    Base(base): Base,
    Form(Nothing {}): Form<Nothing>,
) -> Response {
    let host = member.account.clone();
    let made = off_thread(&site, move |site| Ok(site.invite(&host))).await;
    match made.unwrap_or_else(|error| Err(error.into())) {
        Ok(secret) => {
            let words = "An invitation, for one person, within a week".to_owned();
            let link = (words, format!("{base}/links/{}", secret.text()));
            shown(&site, &member, StatusCode::CREATED, Some(link)).await
        }
        Err(refused) => refusal(&site, &refused),
    }
}

pub(crate) async fn account_changed(
    State(site): State<Arc<Site>>,
    Host(member): Host,
    Base(base): Base,
    Path(name): Path<String>,
    Form(action): Form<AccountAction>,
) -> Response {
    let (host, of) = (member.account.clone(), name.clone());
    let done = off_thread(&site, move |site| Ok(site.change_account(&host, &of, &action))).await;
    match done.unwrap_or_else(|error| Err(error.into())) {
        Ok(Some(secret)) => {
            let words = format!("A link with which {name} can choose a new password, within a day");
            let link = (words, format!("{base}/links/{}", secret.text()));
            shown(&site, &member, StatusCode::CREATED, Some(link)).await
        }
        Ok(None) => redirect("/hosts"),
        Err(refused) => refusal(&site, &refused),
    }
}

fn refusal(site: &Site, refused: &AccountActionRefused) -> Response {
    match refused {
        AccountActionRefused::NoAccount => problem(site, StatusCode::NOT_FOUND, &sentence(refused)),
        AccountActionRefused::Closed => problem(site, StatusCode::FORBIDDEN, &sentence(refused)),
        AccountActionRefused::Accounts(error) => database_problem(site, error),
    }
}

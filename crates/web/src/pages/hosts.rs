//! The page of the hosts: accounts, invitations and links for forgotten passwords.

use std::sync::Arc;

use accounts::{Account, AccountsError, Deed, LinkPurpose, Role};
use askama::Template;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::Response;
use serde::Deserialize;

use super::sign_in::{Nothing, database_problem};
use super::{filled, problem};
use crate::config::SignUp;
use crate::headers::private_page;
use crate::members::{Form, Host, Member, off_thread, redirect};
use crate::origin::Base;
use crate::site::Site;
use crate::times;

/// The seconds that an invitation can be used: a week.
const INVITATION_S: u64 = 7 * 24 * 3600;

/// The seconds that a link for a new password can be used: a day.
const RESET_S: u64 = 24 * 3600;

/// The longest reason for closing an account, in characters.
const MAX_REASON_CHARS: usize = 200;

#[derive(Template)]
#[template(path = "hosts.html")]
struct HostsPage<'a> {
    site: &'a str,
    title: &'a str,
    proof: String,
    me: &'a str,
    can_invite: bool,
    accounts: Vec<AccountLine>,
    /// What a link that was just made is for, and the link.
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
    let shown = HostsPage {
        site: &site.config.title,
        title: "Accounts",
        proof: member.proof(),
        me: &member.account.name,
        can_invite: site.sign_up() != SignUp::Closed,
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
    if site.sign_up() == SignUp::Closed {
        let why = "The site creates no accounts: `sign_up` in bout.toml says so.";
        return problem(&site, StatusCode::FORBIDDEN, why);
    }
    let expires = times::now() + INVITATION_S;
    match off_thread(&site, move |site| site.accounts.make_link(LinkPurpose::Invitation, expires)).await {
        Ok(secret) => {
            let words = "An invitation, for one person, within a week".to_owned();
            let link = (words, format!("{base}/links/{}", secret.text()));
            shown(&site, &member, StatusCode::CREATED, Some(link)).await
        }
        Err(error) => database_problem(&site, &error),
    }
}

/// What a host does with an account.
#[derive(Deserialize)]
pub(crate) struct AccountChange {
    what: String,
    #[serde(default)]
    why: String,
}

pub(crate) async fn account_changed(
    State(site): State<Arc<Site>>,
    Host(member): Host,
    Base(base): Base,
    Path(name): Path<String>,
    Form(AccountChange { what, why }): Form<AccountChange>,
) -> Response {
    let asked = name.clone();
    let found = match off_thread(&site, move |site| site.accounts.account(&asked)).await {
        Ok(Some(found)) => found,
        Ok(None) => return problem(&site, StatusCode::NOT_FOUND, "There is no such account."),
        Err(error) => return database_problem(&site, &error),
    };
    let host = member.account.clone();
    let done = off_thread(&site, move |site| change(site, &host, &found, &what, &why)).await;
    match done {
        Ok(Some(secret)) => {
            let words = format!("A link with which {name} can choose a new password, within a day");
            shown(&site, &member, StatusCode::CREATED, Some((words, format!("{base}/links/{secret}")))).await
        }
        Ok(None) => redirect("/hosts"),
        Err(error) => database_problem(&site, &error),
    }
}

/// Does what a host wants with an account, and writes it into the log. Returns the secret of a link, if there is one.
fn change(
    site: &Site,
    host: &Account,
    account: &Account,
    what: &str,
    why: &str,
) -> Result<Option<String>, AccountsError> {
    let why: String = why.chars().filter(|one| !one.is_control()).take(MAX_REASON_CHARS).collect();
    let why = if why.trim().is_empty() { "no reason was given".to_owned() } else { why };
    let (accounts, id, now_s) = (&site.accounts, account.id, times::now());
    let mut secret = None;
    let done = match what {
        "reset" => {
            secret = Some(accounts.make_reset(id, now_s + RESET_S)?.text().to_owned());
            "made a link for a new password"
        }
        "close" => {
            accounts.set_ban(id, Some(&why))?;
            "closed an account"
        }
        "open" => {
            accounts.set_ban(id, None)?;
            "opened an account again"
        }
        "host" => {
            accounts.set_role(id, Role::Host)?;
            "made an account a host"
        }
        "player" => {
            accounts.set_role(id, Role::Player)?;
            "made an account a player"
        }
        "delete" => {
            accounts.delete(id, now_s)?;
            "deleted an account"
        }
        _ => return Ok(None),
    };
    let why = ["close", "delete"].contains(&what).then_some(why.as_str());
    accounts.log(host.id, &Deed { what: done, account: Some(id), why, ..Deed::default() }, now_s)?;
    Ok(secret)
}

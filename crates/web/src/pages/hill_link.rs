//! Links to private hills. A host gives them to a class or a club, for example.

use std::sync::Arc;

use accounts::{AccountsError, Secret, Visibility};
use askama::Template;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::Response;
use report::url_segment;
use serde::Deserialize;

use super::sign_in::{NewAccount, begin, checked, database_problem};
use super::{filled, problem};
use crate::api::sentence;
use crate::config::SignUp;
use crate::headers::private_page;
use crate::members::{Form, Viewer, Visitor, hashing, off_thread, redirect, with_link};
use crate::origin::{Base, Remote};
use crate::site::Site;
use crate::throttle::{Action, Who};
use crate::times;

#[derive(Template)]
#[template(path = "hill-link.html")]
struct LinkPage<'a> {
    site: &'a str,
    title: String,
    /// The address of the hill.
    hill: String,
    address: String,
    /// The CSRF token of a member's forms; `None` for a visitor who is not signed in.
    proof: Option<String>,
    /// True if the link alone opens the hill, without an account.
    may_look: bool,
    can_join: bool,
    next: String,
    name: &'a str,
    wrong: Option<String>,
}

/// Shows what a link is for. If the link alone opens the hill, stores it in the browser's cookie, so that the
/// browser can see the hill from now on.
pub(crate) async fn hill_link(
    State(site): State<Arc<Site>>,
    visitor: Visitor,
    viewer: Viewer,
    Base(base): Base,
    Remote(remote): Remote,
    Path(secret): Path<String>,
) -> Response {
    let (secret, hill) = match valid_link(&site, &remote, &secret).await {
        Ok(found) => found,
        Err(response) => return response,
    };
    let shown = link_page(&site, &visitor, &secret, &hill, StatusCode::OK, "", None);
    if is_for_links(&site, &hill) { with_link(shown, &base, &viewer, &secret) } else { shown }
}

fn is_for_links(site: &Site, hill: &str) -> bool {
    site.any_hill(hill).is_some_and(|hill| hill.moderation.access.visibility != Visibility::Group)
}

fn link_page(
    site: &Site,
    Visitor(visitor): &Visitor,
    secret: &Secret,
    hill: &str,
    status: StatusCode,
    name: &str,
    wrong: Option<String>,
) -> Response {
    let address = format!("/hill-links/{}", secret.text());
    let next = serde_urlencoded::to_string([("next", &address)]).unwrap_or_default();
    let shown = LinkPage {
        site: &site.config.title,
        title: format!("The hill {hill}"),
        hill: format!("/hills/{}", url_segment(hill)),
        proof: visitor.as_ref().map(crate::members::Member::proof),
        may_look: is_for_links(site, hill),
        can_join: site.sign_up() != SignUp::Closed,
        next: format!("/sign-in?{next}"),
        address,
        name,
        wrong,
    };
    private_page(status, filled(&shown))
}

/// What a visitor without an account types.
#[derive(Deserialize)]
pub(crate) struct Joining {
    #[serde(default)]
    name: String,
    #[serde(default)]
    password: String,
}

/// Adds a member to the group of the hill, or creates an account in it.
pub(crate) async fn hill_joined(
    State(site): State<Arc<Site>>,
    visitor: Visitor,
    Base(base): Base,
    Remote(remote): Remote,
    Path(secret): Path<String>,
    Form(Joining { name, password }): Form<Joining>,
) -> Response {
    let (secret, hill) = match valid_link(&site, &remote, &secret).await {
        Ok(found) => found,
        Err(response) => return response,
    };
    let to = format!("/hills/{}", url_segment(&hill));
    if let Visitor(Some(member)) = &visitor {
        let (account, of) = (member.account.id, hill.clone());
        let joined = off_thread(&site, move |site| {
            let joined = site.accounts.join_hill(&secret, account, times::now())?;
            site.moderate(&of)?;
            Ok(joined)
        });
        return match joined.await {
            Ok(Some(_)) => redirect(&to),
            Ok(None) => gone(&site),
            Err(error) => database_problem(&site, &error),
        };
    }
    if site.sign_up() == SignUp::Closed {
        return problem(&site, StatusCode::FORBIDDEN, "This site creates no new accounts at present.");
    }
    let new = NewAccount { name, password };
    let wrong = |status, why| link_page(&site, &visitor, &secret, &hill, status, &new.name, Some(why));
    let (name, password) = match checked(&site, &remote, &new) {
        Ok(checked) => checked,
        Err((status, why)) => return wrong(status, why),
    };
    let (link, of) = (secret.clone(), hill.clone());
    let created = hashing(&site, move |site| {
        let created = site.accounts.join_with_hill_link(&link, &name, &password, times::now())?;
        site.moderate(&of)?;
        Ok(created)
    });
    match created.await {
        Ok(Some(account)) => begin(&site, account, &base, &to).await,
        Ok(None) => gone(&site),
        Err(error @ AccountsError::NameTaken(_)) => wrong(StatusCode::CONFLICT, sentence(&error)),
        Err(error) => database_problem(&site, &error),
    }
}

async fn valid_link(site: &Arc<Site>, remote: &str, text: &str) -> Result<(Secret, String), Response> {
    if site.throttle.count(Action::SignIn, Who::Address(remote)).is_err() {
        let why = "Too many attempts. Please wait for a minute.";
        return Err(problem(site, StatusCode::TOO_MANY_REQUESTS, why));
    }
    let Some(secret) = Secret::read(text) else { return Err(gone(site)) };
    let asked = secret.clone();
    match off_thread(site, move |site| site.accounts.hill_of_link(&asked, times::now())).await {
        Ok(Some(hill)) => Ok((secret, hill)),
        Ok(None) => Err(gone(site)),
        Err(error) => Err(database_problem(site, &error)),
    }
}

fn gone(site: &Site) -> Response {
    problem(site, StatusCode::GONE, "This link has ended. Please ask for a new one.")
}

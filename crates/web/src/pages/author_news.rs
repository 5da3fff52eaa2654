//! The news page of members: what became of their programs, and the feed and webhooks that report it.

use std::collections::BTreeMap;
use std::sync::Arc;

use accounts::{AuthorWebhook, News, WebhookForm};
use askama::Template;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::Response;
use serde::Deserialize;

use super::sign_in::database_problem;
use super::{filled, problem};
use crate::author_news::{AuthorEvent, WantedWebhook, entry, masked};
use crate::headers::private_page;
use crate::members::{Form, Member, SignedIn, off_thread, redirect};
use crate::origin::Base;
use crate::site::Site;
use crate::times;

/// The most news items on the page.
const MAX_SHOWN: usize = 20;

#[derive(Template)]
#[template(path = "author-news.html")]
struct NewsPage<'a> {
    site: &'a str,
    title: &'a str,
    proof: String,
    news: Vec<NewsLine>,
    has_feed: bool,
    webhooks: Vec<WebhookLine>,
    is_full: bool,
    needs_https: bool,
    events: [AuthorEvent; 5],
    fresh: Option<Fresh>,
    wrong: Option<String>,
}

/// A secret that was just created. The page shows it only once.
enum Fresh {
    /// The address of the feed.
    Feed(String),
    /// The secret that signs a webhook's messages.
    Signature(String),
}

struct NewsLine {
    title: String,
    page: String,
    at: String,
}

struct WebhookLine {
    id: i64,
    address: String,
    format: &'static str,
    events: String,
    /// When it was switched off.
    off: Option<String>,
    trouble: Option<String>,
}

pub(crate) async fn author_news(State(site): State<Arc<Site>>, SignedIn(member): SignedIn) -> Response {
    shown(&site, &member, StatusCode::OK, None, None).await
}

async fn shown(
    site: &Arc<Site>,
    member: &Member,
    status: StatusCode,
    fresh: Option<Fresh>,
    wrong: Option<String>,
) -> Response {
    let id = member.account.id;
    let read = off_thread(site, move |site| {
        let news = site.accounts.news(id, MAX_SHOWN)?;
        Ok((news, site.accounts.has_feed(id)?, site.accounts.webhooks(id)?))
    });
    let (news, has_feed, webhooks) = match read.await {
        Ok(read) => read,
        Err(error) => return database_problem(site, &error),
    };
    let settings = &site.config.author_webhooks;
    let shown = NewsPage {
        site: &site.config.title,
        title: "Your news",
        proof: member.proof(),
        news: news.iter().map(news_line).collect(),
        has_feed,
        is_full: webhooks.len() as u64 >= settings.per_author.get(),
        webhooks: webhooks.iter().map(webhook_line).collect(),
        needs_https: !settings.private_addresses,
        events: AuthorEvent::ALL,
        fresh,
        wrong,
    };
    private_page(status, filled(&shown))
}

fn news_line(news: &News) -> NewsLine {
    let entry = entry(news);
    NewsLine { title: entry.title, page: entry.page, at: times::in_words(entry.at) }
}

fn webhook_line(webhook: &AuthorWebhook) -> WebhookLine {
    WebhookLine {
        id: webhook.id,
        address: masked(&webhook.url),
        format: webhook.form.as_str(),
        events: webhook.events.join(", "),
        off: webhook.off_s.map(times::in_words),
        trouble: webhook.trouble.clone(),
    }
}

#[derive(Deserialize)]
pub(crate) struct What {
    what: String,
}

/// Creates a new address for the private feed, or ends the feed.
pub(crate) async fn feed_changed(
    State(site): State<Arc<Site>>,
    SignedIn(member): SignedIn,
    Base(base): Base,
    Form(What { what }): Form<What>,
) -> Response {
    let id = member.account.id;
    let made = match what.as_str() {
        "make" => off_thread(&site, move |site| site.accounts.make_feed(id).map(Some)).await,
        "end" => off_thread(&site, move |site| site.accounts.end_feed(id).map(|()| None)).await,
        _ => return unknown(&site),
    };
    match made {
        Ok(Some(secret)) => {
            let fresh = Fresh::Feed(format!("{base}/feeds/{}", secret.text()));
            shown(&site, &member, StatusCode::CREATED, Some(fresh), None).await
        }
        Ok(None) => redirect("/account/news"),
        Err(error) => database_problem(&site, &error),
    }
}

#[derive(Deserialize)]
pub(crate) struct WebhookFields {
    url: String,
    format: WebhookForm,
    /// The names of the events that are ticked.
    #[serde(flatten)]
    ticked: BTreeMap<String, String>,
}

pub(crate) async fn webhook_added(
    State(site): State<Arc<Site>>,
    SignedIn(member): SignedIn,
    Form(WebhookFields { url, format, ticked }): Form<WebhookFields>,
) -> Response {
    let events = AuthorEvent::ALL.into_iter().filter(|event| ticked.contains_key(event.as_str()));
    let wanted = WantedWebhook { url, form: format, events: events.collect() };
    if let Err(why) = wanted.check(&site) {
        return shown(&site, &member, StatusCode::UNPROCESSABLE_ENTITY, None, Some(why.to_owned())).await;
    }
    let id = member.account.id;
    match off_thread(&site, move |site| wanted.add(site, id)).await {
        Ok(added) if added.form == WebhookForm::Json => {
            shown(&site, &member, StatusCode::CREATED, Some(Fresh::Signature(added.secret)), None).await
        }
        Ok(_) => redirect("/account/news"),
        Err(error) => database_problem(&site, &error),
    }
}

/// Deletes a webhook, or switches it on again.
pub(crate) async fn webhook_changed(
    State(site): State<Arc<Site>>,
    SignedIn(member): SignedIn,
    Path(id): Path<i64>,
    Form(What { what }): Form<What>,
) -> Response {
    let account = member.account.id;
    let changed = match what.as_str() {
        "delete" => off_thread(&site, move |site| site.accounts.delete_webhook(account, id)).await,
        "resume" => off_thread(&site, move |site| site.accounts.resume_webhook(account, id)).await,
        _ => return unknown(&site),
    };
    match changed {
        Ok(true) => redirect("/account/news"),
        Ok(false) => problem(&site, StatusCode::NOT_FOUND, "You have no such webhook."),
        Err(error) => database_problem(&site, &error),
    }
}

fn unknown(site: &Site) -> Response {
    problem(site, StatusCode::BAD_REQUEST, "The form asks for what this page cannot do.")
}

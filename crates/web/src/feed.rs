//! Atom feeds (RFC 4287) of what happened.

use std::io;
use std::sync::Arc;

use accounts::Secret;
use axum::extract::{Path, State};
use axum::http::header::{CACHE_CONTROL, HeaderValue};
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use quick_xml::Writer;
use quick_xml::events::{BytesDecl, BytesText, Event as XmlEvent};
use report::url_segment;

use crate::dated::{self, ContestNews};
use crate::events::{self, Event};
use crate::headers::tagged;
use crate::members::{Viewer, off_thread};
use crate::origin::Base;
use crate::site::Site;
use crate::wars;
use crate::{author_news, pages, times};

/// The maximum number of events in a feed.
const MAX_EVENTS: usize = 50;

/// The media type of a feed.
pub(crate) const ATOM: &str = "application/atom+xml; charset=utf-8";

/// The data of a feed.
struct Feed<'a> {
    title: String,
    author: &'a str,
    /// The address of the site.
    base: String,
    /// The path of the feed itself.
    own: String,
    /// The path of the page with the same content.
    page: String,
    /// What happened, newest first.
    entries: Vec<Entry>,
}

/// What happened, as an entry of a feed.
pub(crate) struct Entry {
    /// A stable id, as a URN.
    pub(crate) id: String,
    pub(crate) title: String,
    pub(crate) content: String,
    /// The path of the page about it.
    pub(crate) page: String,
    /// When the site first saw it, in seconds since 1970.
    pub(crate) at: u64,
}

impl From<Event> for Entry {
    fn from(event: Event) -> Self {
        Self {
            title: format!("{}: {}", event.hill, event.what),
            content: content(&event),
            page: format!("/hills/{}", url_segment(&event.hill)),
            at: event.at,
            id: event.id,
        }
    }
}

/// Returns the feed of all hills, wars and contests that the viewer may see.
pub(crate) async fn of_site(
    State(site): State<Arc<Site>>,
    viewer: Viewer,
    Base(base): Base,
    headers: HeaderMap,
) -> Response {
    let hills = site.hills(&viewer);
    let own = site.config.own_base();
    let events = events::newest_of_hills(hills.iter().map(AsRef::as_ref), MAX_EVENTS, own);
    let wars = site.wars.all();
    let rounds = wars.iter().flat_map(|war| wars::of_war(war, own)).map(Entry::from);
    let now = times::now();
    let contests = site.visible_contests(&viewer);
    let of_contests = contests.iter().flat_map(|contest| dated::news(contest, own, now)).map(Entry::from);
    let mut entries: Vec<Entry> =
        events.into_iter().map(Entry::from).chain(rounds).chain(of_contests).collect();
    // The sort is stable: entries of a hill, a war or a contest within one second keep their order.
    entries.sort_by_key(|entry| std::cmp::Reverse(entry.at));
    answer(
        &headers,
        &Feed {
            title: site.config.title.clone(),
            author: &site.config.title,
            base,
            own: "/feed.atom".into(),
            page: "/".into(),
            entries: newest(entries),
        },
    )
}

/// Returns the feed of one hill.
pub(crate) async fn of_hill(
    State(site): State<Arc<Site>>,
    viewer: Viewer,
    Path(name): Path<String>,
    Base(base): Base,
    headers: HeaderMap,
) -> Response {
    let Some(hill) = site.hill(&name, &viewer) else {
        return pages::problem(&site, StatusCode::NOT_FOUND, "There is no such hill.");
    };
    let page = format!("/hills/{}", url_segment(&name));
    let events = events::newest_of_hill(&hill, MAX_EVENTS, site.config.own_base());
    answer(
        &headers,
        &Feed {
            title: format!("{name} · {}", site.config.title),
            author: &site.config.title,
            base,
            own: format!("{page}/feed.atom"),
            page,
            entries: newest(events.into_iter().map(Entry::from).collect()),
        },
    )
}

/// Returns the feed of one war.
pub(crate) async fn of_war(
    State(site): State<Arc<Site>>,
    Path(name): Path<String>,
    Base(base): Base,
    headers: HeaderMap,
) -> Response {
    let Some(war) = site.wars.get(&name) else {
        return pages::problem(&site, StatusCode::NOT_FOUND, "There is no such war.");
    };
    let page = format!("/wars/{}", url_segment(&name));
    answer(
        &headers,
        &Feed {
            title: format!("{name} · {}", site.config.title),
            author: &site.config.title,
            base,
            own: format!("{page}/feed.atom"),
            page,
            entries: newest(
                wars::of_war(&war, site.config.own_base()).into_iter().map(Entry::from).collect(),
            ),
        },
    )
}

/// Returns the private feed with this secret.
pub(crate) async fn of_author(
    State(site): State<Arc<Site>>,
    Path(secret): Path<String>,
    Base(base): Base,
    headers: HeaderMap,
) -> Response {
    let found = off_thread(&site, move |site| {
        let Some(secret) = Secret::read(&secret) else { return Ok(None) };
        let Some(account) = site.accounts.feed_owner(&secret)? else { return Ok(None) };
        let news = site.accounts.news(account.id, MAX_EVENTS)?;
        Ok(Some((secret, account.name, news)))
    });
    let (secret, name, news) = match found.await {
        Ok(Some(found)) => found,
        Ok(None) => {
            let why = "There is no such feed. Its owner may have replaced its address.";
            return pages::problem(&site, StatusCode::NOT_FOUND, why);
        }
        Err(error) => return pages::database_problem(&site, &error),
    };
    let mut response = answer(
        &headers,
        &Feed {
            title: format!("{name} · {}", site.config.title),
            author: &site.config.title,
            base,
            own: format!("/feeds/{}", secret.text()),
            page: "/account/news".into(),
            entries: news.iter().map(author_news::entry).collect(),
        },
    );
    // The feed is for one person: shared caches and search engines must not keep it.
    let headers = response.headers_mut();
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("private, no-cache"));
    headers.insert("x-robots-tag", HeaderValue::from_static("noindex"));
    response
}

fn newest(mut entries: Vec<Entry>) -> Vec<Entry> {
    entries.truncate(MAX_EVENTS);
    entries
}

impl From<ContestNews> for Entry {
    fn from(news: ContestNews) -> Self {
        Self {
            title: format!("{}: {}", news.title, news.what),
            page: format!("/contests/{}", url_segment(&news.contest)),
            content: format!("The contest {} {}.", news.title, news.what),
            id: news.id,
            at: news.at,
        }
    }
}

fn answer(request: &HeaderMap, feed: &Feed) -> Response {
    let mut writer = Writer::new_with_indent(Vec::new(), b' ', 1);
    feed.write(&mut writer).expect("memory takes all text");
    tagged(request, ATOM, writer.into_inner())
}

impl Feed<'_> {
    fn write(&self, out: &mut Writer<Vec<u8>>) -> io::Result<()> {
        out.write_event(XmlEvent::Decl(BytesDecl::new("1.0", Some("utf-8"), None)))?;
        let feed = out.create_element("feed").with_attribute(("xmlns", "http://www.w3.org/2005/Atom"));
        feed.write_inner_content(|out| {
            let own = format!("{}{}", self.base, self.own);
            text(out, "id", &own)?;
            text(out, "title", &self.title)?;
            text(out, "updated", &times::in_words(self.entries.first().map_or(0, |entry| entry.at)))?;
            link(out, "self", &own)?;
            link(out, "alternate", &format!("{}{}", self.base, self.page))?;
            out.create_element("author").write_inner_content(|out| text(out, "name", self.author))?;
            text(out, "generator", "bout")?;
            self.entries.iter().try_for_each(|entry| self.entry(out, entry))
        })?;
        Ok(())
    }

    fn entry(&self, out: &mut Writer<Vec<u8>>, entry: &Entry) -> io::Result<()> {
        out.create_element("entry").write_inner_content(|out| {
            text(out, "id", &entry.id)?;
            text(out, "title", &entry.title)?;
            text(out, "updated", &times::in_words(entry.at))?;
            link(out, "alternate", &format!("{}{}", self.base, entry.page))?;
            text(out, "content", &entry.content)
        })?;
        Ok(())
    }
}

fn content(event: &Event) -> String {
    let moved: Vec<String> = event
        .moved
        .iter()
        .map(|moved| format!("{} from {} to {}", moved.program, moved.from, moved.to))
        .collect();
    match moved.as_slice() {
        [] => format!("{}.", event.what),
        moved => format!("{}. Ranks that changed: {}.", event.what, moved.join(", ")),
    }
}

fn text(out: &mut Writer<Vec<u8>>, element: &str, content: &str) -> io::Result<()> {
    out.create_element(element).write_text_content(BytesText::new(&allowed(content)))?;
    Ok(())
}

fn link(out: &mut Writer<Vec<u8>>, relation: &str, address: &str) -> io::Result<()> {
    let link = out.create_element("link");
    link.with_attributes([("rel", relation), ("href", address)]).write_empty()?;
    Ok(())
}

/// Replaces the characters that XML does not allow.
fn allowed(text: &str) -> String {
    let is_allowed = |c: char| matches!(c, '\t' | '\n' | '\r' | ' '..='\u{fffd}' | '\u{10000}'..);
    text.chars().map(|c| if is_allowed(c) { c } else { '\u{fffd}' }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::events::HillEventKind;

    #[test]
    fn hostile_names_are_text() {
        let what = "</title>\u{1}\u{ffff}<script>&amp;\" entered the hill";
        let event = Event {
            id: "urn:uuid:0".into(),
            hill: "a".into(),
            challenge: 1,
            happened: HillEventKind::Entered,
            program: "b".into(),
            rank: Some(1),
            pushed_off: Vec::new(),
            moved: Vec::new(),
            what: what.into(),
            seen: times::in_words(0),
            at: 0,
        };
        let feed = Feed {
            title: "a & b".into(),
            author: "a",
            base: "http://a".into(),
            own: "/feed.atom".into(),
            page: "/".into(),
            entries: vec![event.into()],
        };
        let mut writer = Writer::new(Vec::new());
        feed.write(&mut writer).unwrap();
        let text = String::from_utf8(writer.into_inner()).unwrap();
        let document = roxmltree::Document::parse(&text).unwrap();
        let content = document.descendants().find(|node| node.has_tag_name("content")).unwrap();
        let expected = what.replace(['\u{1}', '\u{ffff}'], "\u{fffd}");
        assert_eq!(content.text(), Some(format!("{expected}.").as_str()));
    }
}

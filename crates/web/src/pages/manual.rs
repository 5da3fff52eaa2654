//! The manual: its contents, and its pages.

use std::sync::Arc;

use askama::Template;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::Response;
use manual::{CHAPTERS, FIRST, Heading, Page};

use super::markdown::html_of;
use super::{filled, problem};
use crate::headers::page;
use crate::site::Site;

#[derive(Template)]
#[template(path = "contents.html")]
struct ContentsPage<'a> {
    site: &'a str,
    title: &'a str,
    first: Link,
    chapters: Vec<Chapter>,
}

#[derive(Template)]
#[template(path = "manual.html")]
struct ManualPage<'a> {
    site: &'a str,
    title: &'a str,
    heading: String,
    text: String,
    sections: Vec<&'a Heading>,
    chapters: Vec<Chapter>,
    next: Option<Link>,
}

/// A chapter of the manual, with its pages.
struct Chapter {
    title: &'static str,
    pages: Vec<Link>,
}

/// A link to a page of the manual.
struct Link {
    address: String,
    title: &'static str,
    is_here: bool,
}

/// Returns the contents of the manual.
pub(crate) async fn contents(State(site): State<Arc<Site>>) -> Response {
    let Some(first) = link(FIRST, "") else {
        return problem(&site, StatusCode::NOT_FOUND, "There is no such page of the manual.");
    };
    let shown = ContentsPage { site: &site.config.title, title: "Manual", first, chapters: chapters("") };
    page(StatusCode::OK, filled(&shown))
}

/// Returns a page of the manual.
pub(crate) async fn manual(State(site): State<Arc<Site>>, Path(name): Path<String>) -> Response {
    let Some(found) = manual::page(&name) else {
        return problem(&site, StatusCode::NOT_FOUND, "There is no such page of the manual.");
    };
    let html = html_of(found);
    // The sections are listed below the title.
    let (heading, text) = html.split_at(html.find("</h1>\n").map_or(0, |at| at + "</h1>\n".len()));
    let shown = ManualPage {
        site: &site.config.title,
        title: &found.title,
        heading: heading.to_owned(),
        text: text.to_owned(),
        sections: sections(found),
        chapters: chapters(&name),
        next: next(&name),
    };
    page(StatusCode::OK, filled(&shown))
}

/// Returns the headings of the second level.
fn sections(page: &Page) -> Vec<&Heading> {
    page.headings.iter().filter(|heading| heading.level == pulldown_cmark::HeadingLevel::H2).collect()
}

fn chapters(here: &str) -> Vec<Chapter> {
    let chapter = |&(title, names): &(&'static str, &[&str])| Chapter {
        title,
        pages: names.iter().filter_map(|name| link(name, here)).collect(),
    };
    CHAPTERS.iter().map(chapter).collect()
}

fn link(name: &str, here: &str) -> Option<Link> {
    let page = manual::page(name)?;
    Some(Link { address: format!("/manual/{name}"), title: &page.title, is_here: name == here })
}

/// Returns the page that follows another one in the order of the chapters.
fn next(name: &str) -> Option<Link> {
    let mut names =
        std::iter::once(FIRST).chain(CHAPTERS.iter().flat_map(|(_, names)| names.iter().copied()));
    names.find(|known| *known == name)?;
    link(names.next()?, "")
}

//! Feeds of news: of the site, and of its hills and wars.

use std::collections::BTreeSet;

use super::*;

#[test]
fn feeds_are_atom() {
    let folder = tempfile::tempdir().unwrap();
    let site = site(folder.path());
    for (path, entries) in [
        ("/feed.atom", 6),
        ("/wars/ring/feed.atom", 2),
        ("/hills/small/feed.atom", 4),
        ("/hills/broken/feed.atom", 0),
    ] {
        let answered = ask(&site, Method::GET, path, &[("host", "bout.example")]);
        assert_eq!(answered.header("content-type"), crate::feed::ATOM);
        let text = String::from_utf8(answered.body).unwrap();
        let document = roxmltree::Document::parse(&text).unwrap();
        let feed = document.root_element();
        assert!(feed.has_tag_name(("http://www.w3.org/2005/Atom", "feed")));
        let child = |node: roxmltree::Node<'_, '_>, name: &str| {
            let found: Vec<_> = node.children().filter(|child| child.tag_name().name() == name).collect();
            assert_eq!(found.len(), 1, "{path}: {name}");
            found[0].text().unwrap_or_default().to_owned()
        };
        assert_eq!(child(feed, "id"), format!("http://bout.example{path}"));
        assert!(!child(feed, "title").is_empty());
        let is_time = |text: &str| text.len() == 20 && text.ends_with('Z') && text.as_bytes()[10] == b'T';
        assert!(is_time(&child(feed, "updated")));
        let links = |node: roxmltree::Node<'_, '_>, relation: &str| {
            let is_link = |child: &roxmltree::Node<'_, '_>| {
                child.tag_name().name() == "link" && child.attribute("rel") == Some(relation)
            };
            node.children()
                .filter(is_link)
                .map(|link| link.attribute("href").unwrap().to_owned())
                .collect::<Vec<_>>()
        };
        assert_eq!(links(feed, "self"), [format!("http://bout.example{path}")]);
        assert_eq!(links(feed, "alternate").len(), 1);
        let author = feed.children().find(|child| child.tag_name().name() == "author").unwrap();
        assert!(!child(author, "name").is_empty());
        let all: Vec<_> = feed.children().filter(|child| child.tag_name().name() == "entry").collect();
        assert_eq!(all.len(), entries, "{path}");
        let mut ids = BTreeSet::new();
        for entry in all {
            assert!(ids.insert(child(entry, "id")));
            assert!(!child(entry, "title").is_empty() && !child(entry, "content").is_empty());
            assert!(is_time(&child(entry, "updated")));
            let page = &links(entry, "alternate")[0];
            let is_page = |start: &str| page.starts_with(&format!("http://bout.example{start}"));
            assert!(is_page("/hills/small") || is_page("/wars/ring/rounds/"), "{page}");
        }
    }
}

#[test]
fn a_feed_tells_that_a_contest_opened_closed_and_ended() {
    let folder = tempfile::tempdir().unwrap();
    let site = site_with_final(folder.path());
    let text = String::from_utf8(get_of(&site, "/feed.atom").body).unwrap();
    let document = roxmltree::Document::parse(&text).unwrap();
    let titles: Vec<&str> = document
        .descendants()
        .filter(|node| node.has_tag_name("title"))
        .filter_map(|node| node.text())
        .filter(|title| title.starts_with("small: ") && !title.contains(" hill") && !title.contains("enough"))
        .collect();
    assert_eq!(titles.len(), 3, "{titles:?}");
    assert!(titles[0].contains("ended, and "), "{titles:?}");
    assert_eq!(titles[1], "small: closed with 2 entrants");
    assert_eq!(titles[2], "small: opened, and closes at 2020-01-02T00:00:00Z");
}

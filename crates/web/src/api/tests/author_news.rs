//! Author news, private feeds and webhooks respond as described.

use accounts::{AccountName, NewNews, Scope};

use super::members::{asked, token};
use super::*;

const NEWS: &str = "/api/v1/account/news";
const FEED: &str = "/api/v1/account/feed";
const ALL: &str = "/api/v1/account/webhooks";
const ONE: &str = "/api/v1/account/webhooks/{webhook}";
const HOOK: &str = r#"{"url": "https://a.example/secret/path?key=1", "events": ["pushed-off", "new-king"]}"#;

fn keep_news(site: &Site, name: &str, what: &str) {
    let name = AccountName::new(name).unwrap();
    let account = site.accounts.account(name.as_str()).unwrap().unwrap().id;
    let message = json!({
        "event": "pushed-off", "site": "bout", "hill": "small", "program": "a.crash", "rank": null, "what": what,
        "page": "/hills/small", "url": "/hills/small", "id": "urn:uuid:0", "time": "2026-01-01T00:00:00Z",
    });
    let news = NewNews {
        account,
        uid: "urn:uuid:0".into(),
        event: "pushed-off".into(),
        message: message.to_string(),
    };
    site.accounts.keep_news("hills/small", 1, &[news], 1).unwrap();
}

#[test]
fn news_are_for_their_owner_alone() {
    let folder = tempfile::tempdir().unwrap();
    let site = site(folder.path());
    let (anna, bert) = (token(&site, "anna", &[]), token(&site, "bert", &[]));
    keep_news(&site, "anna", "a.crash was pushed off the hill");
    let news = |token: &str| {
        asked(&site, ("get", NEWS), NEWS, &[("authorization", token)], "", 200).json()["news"].clone()
    };
    assert_eq!(news(&anna)[0]["what"], "a.crash was pushed off the hill");
    assert_eq!(news(&bert), json!([]));
}

#[test]
fn a_feed_has_an_address_that_can_be_replaced() {
    let folder = tempfile::tempdir().unwrap();
    let site = site(folder.path());
    let anna = token(&site, "anna", &[Scope::Submit]);
    keep_news(&site, "anna", "</title><script>&\u{1}");
    let make = || {
        let made = asked(&site, ("post", FEED), FEED, &[("authorization", &anna)], "", 201).json();
        let link = made["link"].as_str().unwrap();
        link[link.find("/feeds/").unwrap()..].to_owned()
    };
    let first = make();
    let feed = get_of(&site, &first);
    assert_eq!((feed.status, feed.header("cache-control")), (200, "private, no-cache"));
    let text = String::from_utf8(feed.body).unwrap();
    let document = roxmltree::Document::parse(&text).unwrap();
    let titles: Vec<_> = document.descendants().filter(|node| node.has_tag_name("title")).collect();
    assert_eq!(titles[1].text(), Some("small: </title><script>&\u{fffd}"));
    let second = make();
    assert_eq!([&first, &second].map(|path| get_of(&site, path).status), [404, 200]);
    asked(&site, ("delete", FEED), FEED, &[("authorization", &anna)], "", 204);
    assert_eq!(get_of(&site, &second).status, 404);
    for wrong in ["/feeds/x", &format!("/feeds/{}", "A".repeat(43)), "/feeds/%ff"] {
        assert!([400, 404].contains(&get_of(&site, wrong).status), "{wrong}");
    }
    let reads = token(&site, "anna", &[]);
    asked(&site, ("post", FEED), FEED, &[("authorization", &reads)], "", 403);
    asked(&site, ("delete", FEED), FEED, &[("authorization", &reads)], "", 403);
}

#[test]
fn webhooks_are_added_listed_without_their_secrets_and_deleted() {
    let folder = tempfile::tempdir().unwrap();
    let site = site(folder.path());
    let (anna, bert) = (token(&site, "anna", &[Scope::Submit]), token(&site, "bert", &[Scope::Submit]));
    let json = |token: &str, body: &str, status| {
        let headers = [("authorization", token), ("content-type", "application/json")];
        asked(&site, ("post", ALL), ALL, &headers, body, status)
    };
    let added = json(&anna, HOOK, 201).json();
    assert_eq!((&added["url"], &added["format"]), (&json!("https://a.example/…"), &json!("json")));
    assert!(added["secret"].as_str().unwrap().len() > 20);
    let listed = asked(&site, ("get", ALL), ALL, &[("authorization", &anna)], "", 200);
    let text = String::from_utf8(listed.body.clone()).unwrap();
    assert!(!text.contains("secret") && !text.contains("key=1"), "{text}");
    assert_eq!(listed.json()["webhooks"][0]["id"], added["id"]);
    let one = format!("{ALL}/{}", added["id"].as_str().unwrap());
    for method in ["post", "delete"] {
        asked(&site, (method, ONE), &one, &[("authorization", &bert)], "", 404);
        asked(&site, (method, ONE), &format!("{ALL}/x"), &[("authorization", &anna)], "", 404);
    }
    asked(&site, ("post", ONE), &one, &[("authorization", &anna)], "", 204);
    asked(&site, ("delete", ONE), &one, &[("authorization", &anna)], "", 204);
    asked(&site, ("delete", ONE), &one, &[("authorization", &anna)], "", 404);
    let discord = r#"{"url": "https://discord.com/api/webhooks/1/x", "format": "discord"}"#;
    for _ in 0..3 {
        let added = json(&anna, discord, 201).json();
        assert!(added["secret"].is_null(), "{added}");
    }
    json(&anna, discord, 403);
}

#[test]
fn hostile_addresses_of_webhooks_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let site = site(folder.path());
    let anna = token(&site, "anna", &[Scope::Submit]);
    let headers = [("authorization", anna.as_str()), ("content-type", "application/json")];
    let long = format!("https://a.example/{}", "x".repeat(500));
    for url in [
        "",
        "x",
        "/hook",
        "http://a.example/",
        "ftp://a.example/",
        "file:///etc/passwd",
        "https://",
        "https:///x",
        "https://a@b.example/",
        "https://127.0.0.1:1@a.example/",
        "gopher://a.example/",
        "https://a b/",
        "javascript:x",
        &long,
    ] {
        let body = json!({ "url": url }).to_string();
        asked(&site, ("post", ALL), ALL, &headers, &body, 422);
    }
    for body in [
        r#"{"url": "https://a.example/", "events": []}"#,
        r#"{"url": "https://a.example/", "events": ["all"]}"#,
        r#"{"url": "https://a.example/", "format": "xml"}"#,
        r#"{"url": "https://a.example/", "colour": 1}"#,
        "{}",
    ] {
        asked(&site, ("post", ALL), ALL, &headers, body, 422);
    }
    asked(&site, ("post", ALL), ALL, &headers, "{", 400);
    asked(&site, ("get", ALL), ALL, &headers[..1], "", 200);
}

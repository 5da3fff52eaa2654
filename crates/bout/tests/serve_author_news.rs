//! `bout serve`: members get news about their programs, through a private feed and webhooks.

#![cfg(all(target_os = "linux", feature = "serve"))]

mod support;

use std::net::TcpListener;
use std::time::{Duration, Instant};

use serde_json::Value;
use support::members::{Browser, ask, site_with, submit};
use support::receiver::receive;

const SETTINGS: &str = "title = \"The <b>club\"
examples = false
[limits]
sign_ins_per_minute = 60000
sign_ups_per_minute = 60000
[author_webhooks]
private_addresses = true
first_pause_s = 1
attempts = 2
[hills.small]
game = \"crash\"
size = 1
games = 4
score = \"sampled\"
";

/// Loses against `STRONG`.
const WEAK: &str = "crash\n";
const STRONG: &str = "store [i]-1 i\n";

fn waits_until(what: &str, is_so: impl Fn() -> bool) {
    let end = Instant::now() + Duration::from_mins(4);
    while !is_so() {
        assert!(Instant::now() < end, "{what}");
        std::thread::sleep(Duration::from_millis(50));
    }
}

#[test]
fn an_author_hears_of_own_programs_and_nobody_else_does() {
    let receiver = TcpListener::bind("127.0.0.1:0").unwrap();
    let (_sandbox, site) = site_with(SETTINGS);
    let [anna, bert] = ["anna", "bert"].map(|name| Browser::join(&site, name));
    let page = anna.post(&site, "/account/news/feed", &[("what", "make")]).text();
    let feed = page.split("/feeds/").nth(1).unwrap().split('<').next().unwrap();
    let feed = format!("/feeds/{feed}");
    let url = format!("http://{}/hook", receiver.local_addr().unwrap());
    let fields = [("url", url.as_str()), ("format", "json"), ("pushed-off", "on"), ("new-king", "on")];
    let added = anna.post(&site, "/account/news/webhooks", &fields);
    assert_eq!(added.status, 201, "{added:?}");
    assert!(added.text().contains("<code class=\"secret\">"), "{added:?}");

    let [weak, strong] = [(&anna, "weak", WEAK), (&bert, "strong", STRONG)].map(|(browser, name, source)| {
        let token = browser.token(&site, true);
        let handed = submit(&site, &token, "small", &format!("{name}.crash"), source);
        assert_eq!(handed.status, 201, "{handed:?}");
        let path = format!("/api/v1/submissions/{}", handed.json()["id"].as_str().unwrap());
        waits_until(&path, || ask(&site, &token, "GET", &path, None).json()["state"] == "entered");
        token
    });
    let mut told = Vec::new();
    for _ in 0..2 {
        let (head, body) = receive(&receiver, "204");
        assert!(head.to_lowercase().contains("x-bout-signature: sha256="), "{head}");
        let message: Value = serde_json::from_str(&body).unwrap();
        assert_eq!((&message["program"], &message["site"]), (&"weak.crash".into(), &"The <b>club".into()));
        assert!(!body.contains("strong"), "{body}");
        told.push(message["event"].as_str().unwrap().to_owned());
    }
    assert_eq!(told, ["new-king", "pushed-off"]);

    let events = |token: &str| -> Vec<String> {
        let news = ask(&site, token, "GET", "/api/v1/account/news", None).json();
        let all = news["news"].as_array().unwrap().iter();
        all.map(|one| format!("{} {}", one["event"].as_str().unwrap(), one["program"].as_str().unwrap()))
            .collect()
    };
    waits_until("bert's news", || events(&strong).len() == 2);
    let mut of_anna = events(&weak);
    of_anna.sort();
    assert_eq!(of_anna, ["new-king weak.crash", "pushed-off weak.crash", "submission-done weak.crash"]);
    let mut of_bert = events(&strong);
    of_bert.sort();
    assert_eq!(of_bert, ["new-king strong.crash", "submission-done strong.crash"]);
    let shown = site.get(&feed).text();
    assert!(shown.contains("weak.crash was pushed off the hill") && !shown.contains("<b>"), "{shown}");
    assert!(!shown.contains("strong.crash"), "{shown}");
}

#[test]
fn a_webhook_that_fails_is_asked_again_and_then_switched_off() {
    let receiver = TcpListener::bind("127.0.0.1:0").unwrap();
    let (_sandbox, site) = site_with(SETTINGS);
    let anna = Browser::join(&site, "anna");
    let url = format!("http://{}/hook", receiver.local_addr().unwrap());
    let fields = [("url", url.as_str()), ("format", "discord"), ("submission-done", "on")];
    assert_eq!(anna.post(&site, "/account/news/webhooks", &fields).status, 303);
    let token = anna.token(&site, true);
    submit(&site, &token, "small", "a_b.crash", STRONG);
    for status in ["500", "302"] {
        let (_, body) = receive(&receiver, status);
        let message: Value = serde_json::from_str(&body).unwrap();
        let content = message["content"].as_str().unwrap();
        assert!(content.starts_with("**small**: a\\_b.crash\\: It entered the hill"), "{content}");
    }
    waits_until("it is switched off", || {
        anna.get(&site, "/account").text().contains("switched off 1 of your")
    });
    let page = anna.get(&site, "/account/news").text();
    assert!(page.contains("it answered with the status 302"), "{page}");
    let id = page.split("/account/news/webhooks/").nth(1).unwrap().split('"').next().unwrap().to_owned();
    let path = format!("/account/news/webhooks/{id}");
    let bert = Browser::join(&site, "bert");
    assert_eq!(bert.post(&site, &path, &[("what", "resume")]).status, 404);
    assert_eq!(anna.post(&site, &path, &[("what", "resume")]).status, 303);
    receive(&receiver, "200");
    waits_until("the trouble is over", || !anna.get(&site, "/account/news").text().contains("status 302"));
}

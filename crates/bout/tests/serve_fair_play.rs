//! `bout serve`: hosts see which programs play alike.

#![cfg(all(target_os = "linux", feature = "serve"))]

mod support;

use std::fs::read_dir;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use support::members::{Browser, are_there, ask, host_token, make_host, site_with, submit};
use support::site::Site;

const SETTINGS: &str = "examples = false
[limits]
sign_ins_per_minute = 60000
sign_ups_per_minute = 60000
[hills.small]
game = \"crash\"
size = 5
games = 2
score = \"sampled\"
";

const HERE: &str = "/api/v1/hosts/fair-play";

const GUARD: &str = include_str!("../examples/crash/guard.crash");
const RADAR: &str = include_str!("../examples/crash/radar.crash");

/// Waits until all programs of the hill are compared, and returns what hosts see.
fn told(site: &Site, token: &str) -> Value {
    let end = Instant::now() + Duration::from_mins(4);
    loop {
        let hill = ask(site, token, "GET", HERE, None).json()["hills"][0].clone();
        if hill["not_compared"] == 0 {
            return hill;
        }
        assert!(Instant::now() < end, "{hill:#}");
        std::thread::sleep(Duration::from_millis(50));
    }
}

#[test]
fn hosts_see_who_plays_alike_and_nothing_is_played_twice() {
    let (sandbox, site) = site_with(SETTINGS);
    let [host, anna, bert] = ["helen", "anna", "bert"].map(|name| Browser::join(&site, name));
    make_host(&sandbox, "helen");
    // The copy has no comments, and two more instructions at its beginning. Its text differs from
    // the original more than its play.
    let lines =
        GUARD.lines().filter_map(|line| line.split(';').next()).filter(|line| !line.trim().is_empty());
    let copy = format!("noop\nnoop\n{}", lines.collect::<Vec<_>>().join("\n"));
    for (browser, name, source) in
        [(&anna, "guard", GUARD), (&bert, "sentry", &copy), (&bert, "radar", RADAR)]
    {
        let token = browser.token(&site, true);
        let answer = submit(&site, &token, "small", &format!("{name}.crash"), source);
        assert_eq!(answer.status, 201, "{answer:?}");
    }
    site.wait_until("/api/v1/hills/small", |hill| are_there(hill, 3));
    let token = host_token(&host, &site);
    let hill = told(&site, &token);
    let pairs = hill["play_alike"].as_array().unwrap();
    assert_eq!(pairs.len(), 1, "{hill:#}");
    let files: Vec<&Value> =
        pairs[0]["programs"].as_array().unwrap().iter().map(|one| &one["program"]).collect();
    assert_eq!(files, [&json!("guard.crash"), &json!("sentry.crash")]);
    assert_eq!((&pairs[0]["same"], &pairs[0]["share"]), (&pairs[0]["setups"], &json!(1.0)));

    let page = host.get(&site, "/hosts/fair-play").text();
    let section = page.split("Programs that play alike").nth(1).expect("there is such a section");
    assert!(section.contains("/hills/small/matches/guard.crash/sentry.crash"), "{section}");
    assert!(!section.contains("radar.crash"), "{section}");
    assert_eq!(anna.get(&site, "/hosts/fair-play").status, 403);

    // A new process reads the stored behaviours instead of writing them again.
    let written = || {
        let files = read_dir(sandbox.path("site/.bout/behaviour")).unwrap().map(|file| file.unwrap());
        let mut files: Vec<_> =
            files.map(|file| (file.file_name(), file.metadata().unwrap().modified().unwrap())).collect();
        files.sort();
        files
    };
    let before = written();
    assert_eq!(before.len(), 3, "{before:?}");
    drop(site);
    let site = Site::start(&sandbox, "site");
    assert_eq!(told(&site, &token)["play_alike"], hill["play_alike"]);
    assert_eq!(written(), before);
}

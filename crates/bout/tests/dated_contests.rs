//! Contests with a date on a site: they close on time, are played once and published, and can be
//! judged again from the command line.

#![cfg(all(target_os = "linux", feature = "serve"))]

mod support;

use std::fs;
use std::time::{Duration, SystemTime};

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use serde_json::{Value, json};
use support::members::{Browser, PASSWORD};
use support::site::Site;
use support::{BOMBER, CRASH, Sandbox, WAIT, signal};

/// The contest's folder in the site.
const CUP: &str = "site/.bout/contests/cup";

/// Returns the moment that many seconds from now, in the format of the settings.
fn seconds_from_now(seconds: u64) -> String {
    humantime::format_rfc3339_seconds(SystemTime::now() + Duration::from_secs(seconds)).to_string()
}

/// Creates a site with a hill of three programs, and settings for a contest on it.
fn site_with(contest: &str) -> Sandbox {
    let sandbox = Sandbox::new();
    fs::create_dir_all(sandbox.path("site/small/programs")).unwrap();
    sandbox.file(
        "site/small/hill.toml",
        "game = \"crash\"\ngames = 2\nscore = \"sampled\"\n[rules]\nmax_turns = 2000\n",
    );
    for (file, text) in [("bomber.crash", BOMBER), ("it's 1.crash", CRASH), ("wait.crash", WAIT)] {
        sandbox.file(format!("site/small/programs/{file}"), text);
    }
    sandbox.file("site/bout.toml", contest);
    sandbox
}

fn settings(closes: &str) -> String {
    format!(
        "[contests.cup]\nhill = \"small\"\nopens = 2020-01-01T00:00:00Z\ncloses = {closes}\n\
         [contests.cup.final]\ngames = 20\nscore = \"sampled\"\n"
    )
}

fn finished(site: &Site) -> Value {
    site.wait_until("/api/v1/contests/cup", |contest| contest["phase"] == "finished")
}

/// Downloads the files listed on the contest's page into the folders given there.
fn downloaded(site: &Site, sandbox: &Sandbox) {
    let page = String::from_utf8(site.get("/contests/cup").body).unwrap();
    let commands = page.split("aria-label=\"Commands\"").nth(1).expect("it has commands");
    let commands = commands.split("<bdi>").nth(1).unwrap().split("</bdi>").next().unwrap();
    let commands = commands.replace("&#39;", "'").replace("&#38;", "&");
    assert!(
        commands.starts_with("mkdir cup &amp;&amp; cd cup\n")
            || commands.starts_with("mkdir cup && cd cup\n")
    );
    fs::create_dir_all(sandbox.path("cup/entrants")).unwrap();
    let mut files = 0;
    for line in commands.lines().filter(|line| line.starts_with("curl ")) {
        let (_, rest) = line.split_once(" -o ").unwrap();
        let (file, address) = rest.rsplit_once(' ').unwrap();
        let path = address.trim_matches('\'').strip_prefix("http://bout.example").unwrap();
        let answer = site.get(path);
        assert_eq!(answer.status, 200, "{path}");
        sandbox.file(format!("cup/{}", file.trim_matches('\'').replace(r"'\''", "'")), answer.body);
        files += 1;
    }
    assert_eq!(files, 6, "three files and three programs: {commands}");
}

#[test]
fn a_final_is_judged_again_from_what_the_site_publishes() {
    let sandbox = site_with(&settings(&seconds_from_now(2)));
    let site = Site::start(&sandbox, "site");
    // The commitment was published before the contest closed.
    let announced = site.get("/api/v1/contests/cup").json()["commitment"].as_str().unwrap().to_owned();
    let contest = finished(&site);
    assert_eq!(contest["commitment"], announced.as_str());
    assert_eq!(contest["entrants"].as_array().unwrap().len(), 3);
    assert_eq!(contest["table"].as_array().unwrap().len(), 3);
    downloaded(&site, &sandbox);
    drop(site);
    fs::remove_dir_all(sandbox.path("site")).unwrap();

    let judged = |words: &[&str]| {
        let run = sandbox.bout(&["rejudge", "cup", "--commitment", &announced]);
        run.fails(1).says(words);
    };
    let honest = sandbox.bout(&["rejudge", "cup", "--commitment", &announced]).ok();
    honest.prints(&[
        "60 matches judged again: all results are unchanged",
        "from its 3 entrants; 3 of their files are here",
    ]);
    let json = sandbox.bout(&["rejudge", "cup/contest.lock", "--commitment", &announced, "--output", "json"]);
    assert_eq!(json.ok().json()["commitment"], announced.as_str());
    // Without `--commitment`, the contest is judged and reported as usual.
    assert_eq!(sandbox.bout(&["rejudge", "cup", "--output", "json"]).ok().json().get("commitment"), None);

    let changed = |file: &str, from: &str, to: &str, words: &[&str]| {
        let path = format!("cup/{file}");
        let whole = sandbox.read(&path);
        let text = String::from_utf8(whole.clone()).unwrap();
        assert!(text.contains(from), "{file} has {from}");
        sandbox.file(&path, text.replace(from, to));
        judged(words);
        sandbox.file(&path, whole);
    };
    let reveal: Value = serde_json::from_slice(&sandbox.read("cup/reveal.json")).unwrap();
    let (secret, seed) = (reveal["secret"].as_str().unwrap(), reveal["seed"].as_str().unwrap());
    changed("reveal.json", secret, &"0".repeat(64), &["the secret or the terms were changed", &announced]);
    changed("reveal.json", "\"games\": 20", "\"games\": 2", &["the secret or the terms were changed"]);
    changed("reveal.json", seed, "1", &["the seed that follows", "reveal.json has 1"]);
    changed("contest.lock", seed, "1", &["the seed that follows", "contest.lock has 1"]);
    changed("contest.lock", "games = 20", "games = 2", &["the number of games is 2, but the terms say 20"]);
    changed("contest.lock", "max_turns = 2000", "max_turns = 99", &["the parameter max_turns is 99"]);
    changed(
        "entrants/wait.crash",
        "store",
        ";\nstore",
        &["the program wait.crash is not the one that played"],
    );
    changed("results.jsonl", "wait.crash", "what.crash", &["results.jsonl"]);
    // If the host drew another secret afterwards, the result would no longer match
    // the announced commitment.
    sandbox
        .bout(&["rejudge", "cup", "--commitment", &"0".repeat(64)])
        .fails(1)
        .says(&["the secret or the terms were changed"]);
    sandbox.bout(&["rejudge", "cup", "--commitment", "xyz"]).fails(2).says(&["64 hexadecimal digits"]);
    fs::remove_file(sandbox.path("cup/reveal.json")).unwrap();
    let missing = sandbox.bout(&["rejudge", "cup", "--commitment", &announced]);
    missing.fails(3).says(&["reveal.json", "--commitment needs it"]);
    sandbox.bout(&["rejudge", "cup"]).ok();
}

/// Returns the published files of a final.
fn published(sandbox: &Sandbox) -> Vec<Vec<u8>> {
    let files = ["contest.lock", "results.jsonl", "standings.json", "reveal.json", "entrants.json"];
    files.map(|file| sandbox.read(format!("{CUP}/final/{file}"))).into()
}

#[test]
fn a_site_that_is_killed_ends_with_the_same_final() {
    let settings = settings(&seconds_from_now(1));
    let sandbox = site_with(&settings);
    drop(Site::start(&sandbox, "site"));
    let secret = sandbox.read(format!("{CUP}/announced.json"));
    for phase in [&["open", "closed", "finished"][..], &["closed", "finished"]] {
        let site = Site::start(&sandbox, "site");
        site.wait_until("/api/v1/contests/cup", |contest| {
            phase.contains(&contest["phase"].as_str().unwrap())
        });
        signal(&site.child, "KILL");
        assert_eq!(site.wait(), None);
    }
    finished(&Site::start(&sandbox, "site"));
    assert_eq!(sandbox.read(format!("{CUP}/announced.json")), secret);

    let undisturbed = site_with(&settings);
    fs::create_dir_all(undisturbed.path(CUP)).unwrap();
    undisturbed.file(format!("{CUP}/announced.json"), secret);
    finished(&Site::start(&undisturbed, "site"));
    assert!(published(&sandbox) == published(&undisturbed));
}

#[test]
fn what_was_announced_cannot_be_changed() {
    let closes = "2099-01-01T00:00:00Z";
    let sandbox = site_with(&settings(closes));
    let site = Site::start(&sandbox, "site");
    let contest = site.get("/api/v1/contests/cup").json();
    assert_eq!((&contest["phase"], &contest["secret"]), (&"open".into(), &Value::Null));
    drop(site);
    let other = settings(closes).replace("games = 20", "games = 30");
    sandbox.file("site/bout.toml", format!("title = \"mine\"\n{other}"));
    let refused = sandbox.bout(&["serve", "site", "--bind", "127.0.0.1:0"]);
    refused.fails(1).says(&["bout.toml", "line 2, column 1", "[contests.cup]", "`games 20`", "`games 30`"]);
    // Settings that the commitment does not cover may change.
    let words = settings(closes).replace("opens = 2020", "title = \"The cup\"\nopens = 2021");
    sandbox.file("site/bout.toml", words);
    let again = Site::start(&sandbox, "site").get("/api/v1/contests/cup").json();
    assert_eq!((&again["commitment"], &again["title"]), (&contest["commitment"], &"The cup".into()));
    let hill = settings(closes).replace("small", "large");
    sandbox.file("site/bout.toml", hill);
    sandbox.bout(&["serve", "site"]).fails(1).says(&[
        "line 1, column 1",
        "there is no hill \"large\"",
        "small",
    ]);
}

/// Stores an author's entry as a site keeps it.
fn enter(sandbox: &Sandbox, author: &str, source: &str) {
    let source = BASE64_STANDARD.encode(source);
    let program = json!({ "file": format!("{author}s-bot.crash"), "source": source });
    let entry = json!({ "author": author, "submissions": 1, "program": program });
    fs::create_dir_all(sandbox.path(format!("{CUP}/entries"))).unwrap();
    sandbox.file(format!("{CUP}/entries/{author}.json"), entry.to_string());
}

#[test]
fn a_final_is_still_judged_again_when_an_entrant_has_deleted_the_account() {
    let sandbox = site_with("");
    let site = Site::start(&sandbox, "site");
    let anna = Browser::join(&site, "anna");
    drop(site);
    for (author, source) in [("anna", BOMBER), ("bert", CRASH), ("cleo", WAIT)] {
        enter(&sandbox, author, source);
    }
    let contest = settings(&seconds_from_now(2))
        .replace("[contests.cup.final]", "entrants = \"authors\"\n[contests.cup.final]");
    sandbox.file("site/bout.toml", contest);
    let site = Site::start(&sandbox, "site");
    let before = finished(&site);
    assert!(before.to_string().contains("anna.crash"), "{before}");
    assert_eq!(anna.post(&site, "/account/delete", &[("password", PASSWORD)]).status, 303);
    let after = site.wait_until("/api/v1/contests/cup", |contest| !contest.to_string().contains("anna"));
    for key in ["commitment", "seed", "secret", "phase", "finished"] {
        assert_eq!(after[key], before[key], "{key}");
    }
    let ids = |contest: &Value| {
        let entrants = contest["entrants"].as_array().unwrap();
        let mut ids: Vec<String> = entrants.iter().map(|one| one["id"].to_string()).collect();
        ids.sort();
        ids
    };
    assert_eq!(ids(&after), ids(&before));
    for file in published(&sandbox) {
        let text = String::from_utf8(file).unwrap();
        assert!(!text.contains("anna") && text.contains("deleted-"), "{text}");
    }
    assert_eq!(sandbox.names(&format!("{CUP}/entries")), ["bert.json", "cleo.json"]);
    downloaded(&site, &sandbox);
    let commitment = after["commitment"].as_str().unwrap();
    let judged = sandbox.bout(&["rejudge", "cup", "--commitment", commitment]).ok();
    judged.prints(&["all results are unchanged", "from its 3 entrants; 3 of their files are here"]);
}

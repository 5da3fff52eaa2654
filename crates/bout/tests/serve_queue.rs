//! `bout serve`: many submissions of many authors at once, with kills in between.

#![cfg(all(target_os = "linux", feature = "serve"))]

mod support;

use std::collections::BTreeSet;
use std::process::Command;

use serde_json::Value;
use support::members::{Browser, ask, hand_in};
use support::site::Site;
use support::{Sandbox, signal};

const SETTINGS: &str = "examples = false
[limits]
sign_ups_per_minute = 60000
sign_ins_per_minute = 60000
submissions_per_minute = 60000
programs_per_author = 1000
waiting_per_author = 1000
[workers]
threads = 2
[hills.small]
game = \"crash\"
size = 5
games = 2
score = \"sampled\"
";

/// Programs that are all different.
fn source(author: usize, number: usize) -> String {
    let step = 2 + author * 37 + number * 5;
    format!("store [a]+{step} a\nwrite crash [i]+[a]+{}\nstore [i]-2 i\n", 3 + number)
}

fn file(author: usize, number: usize) -> String {
    format!("p{author}-{number}.crash")
}

fn history(sandbox: &Sandbox, hill: &str) -> Vec<Value> {
    let path = sandbox.path(hill).join("results/history.jsonl");
    let text = std::fs::read_to_string(path).unwrap_or_default();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// Ends the site and its workers as a failing machine does.
fn kill(site: Site) {
    for worker in site.workers() {
        // It may have ended in the meantime.
        let _ = Command::new("kill").arg("-KILL").arg(worker.to_string()).status();
    }
    signal(&site.child, "KILL");
    assert_eq!(site.wait(), None);
}

/// Hands in `each` programs of each of `authors` at once, kills the site three times, and looks at what became of them.
fn all_are_played_once_and_in_turn(authors: usize, each: usize) {
    let sandbox = Sandbox::new();
    std::fs::create_dir(sandbox.path("site")).unwrap();
    sandbox.file("site/bout.toml", SETTINGS);
    let mut site = Site::start(&sandbox, "site");
    let tokens: Vec<String> = (0..authors)
        .map(|author| Browser::join(&site, &format!("author-{author}")).token(&site, true))
        .collect();
    std::thread::scope(|scope| {
        for (author, token) in tokens.iter().enumerate() {
            let site = &site;
            scope.spawn(move || {
                for number in 0..each {
                    let name = file(author, number);
                    let handed = hand_in(site, token, "small", &name, &source(author, number));
                    assert_eq!(handed.status, 201, "{handed:?}");
                }
            });
        }
    });
    let all = authors * each;
    // What was begun before the last one came could not know of all.
    let early = history(&sandbox, "site/small").len() + 1;
    for part in 1..=3_u64 {
        let enough = (all as u64 * part / 4).max(early as u64);
        site.wait_until("/api/v1/hills/small", |hill| hill["challenges"].as_u64() >= Some(enough));
        kill(site);
        site = Site::start(&sandbox, "site");
    }
    site.wait_until("/api/v1/hills/small", |hill| hill["complete"] == true && hill["waiting"] == 0);

    let mut ids = BTreeSet::new();
    for token in &tokens {
        let mut path = "/api/v1/submissions?limit=7".to_owned();
        loop {
            let page = ask(&site, token, "GET", &path, None).json();
            for one in page["submissions"].as_array().unwrap() {
                assert!(["entered", "not-good-enough"].contains(&one["state"].as_str().unwrap()), "{one:#}");
                assert!(ids.insert(one["id"].to_string()), "{one:#}");
            }
            let Some(next) = page["next"].as_str() else { break };
            path = format!("/api/v1/submissions?limit=7&cursor={next}");
        }
    }
    assert_eq!(ids.len(), all, "nothing is lost");
    let made = history(&sandbox, "site/small");
    let judged: Vec<String> = made.iter().map(|one| one["submission"].to_string()).collect();
    assert_eq!(judged.len(), all);
    assert_eq!(judged.into_iter().collect::<BTreeSet<_>>(), ids, "nothing is counted twice");
    is_fair(&made, early);

    let table =
        sandbox.bout(&["hill", "show", "site/small", "--output", "json"]).ok().json()["table"].clone();
    std::fs::create_dir(sandbox.path("calm")).unwrap();
    std::fs::copy(sandbox.path("site/small/hill.toml"), sandbox.path("calm/hill.toml")).unwrap();
    for one in &made {
        let name = one["program"].as_str().unwrap();
        let (author, number) = name[1..].trim_end_matches(".crash").split_once('-').unwrap();
        sandbox.file(name, source(author.parse().unwrap(), number.parse().unwrap()));
        sandbox.bout(&["hill", "add", "calm", name]).ok();
    }
    assert_eq!(sandbox.bout(&["hill", "show", "calm", "--output", "json"]).ok().json()["table"], table);
}

/// Between two turns of an author, everybody has one who still has something to be played.
fn is_fair(made: &[Value], early: usize) {
    let author = |one: &Value| one["program"].as_str().unwrap().split('-').next().unwrap().to_owned();
    let turns: Vec<String> = made.iter().skip(early).map(author).collect();
    for (at, who) in turns.iter().enumerate() {
        let Some(before) = turns[..at].iter().rposition(|other| other == who) else { continue };
        for later in &turns[at..] {
            assert!(later == who || turns[before..at].contains(later), "{later} waits for {who}: {turns:?}");
        }
    }
}

#[test]
fn sixty_submissions_of_ten_authors_survive_three_kills() {
    all_are_played_once_and_in_turn(10, 6);
}

#[test]
#[ignore = "it takes minutes: cargo test -p bout --test serve_queue -- --ignored"]
fn a_thousand_submissions_of_fifty_authors_survive_three_kills() {
    all_are_played_once_and_in_turn(50, 20);
}

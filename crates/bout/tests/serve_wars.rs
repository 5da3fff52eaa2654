//! Wars on a site: rounds by schedule, kills, and a machine without Perl.

#![cfg(all(target_os = "linux", target_arch = "x86_64", feature = "serve"))]

mod support;

use std::net::TcpListener;
use std::process::Command;

use serde_json::Value;
use support::Sandbox;
use support::members::{Browser, PASSWORD};
use support::receiver::receive;
use support::site::Site;
use support::{signal, war};

/// A short war with a round due every second.
const SETTINGS: &str =
    "examples = false\n[wars.war]\nseed = 7\nround_every_s = 1\n[wars.war.rules]\nsize = 24\nrounds = 4\n";

/// Creates a war with the snippets of two players, and a site around it.
fn site_with(settings: &str) -> Sandbox {
    let sandbox = war::war(&["size=24", "rounds=4"]);
    std::fs::create_dir(sandbox.path("site")).unwrap();
    for (player, snippet) in [("alice", "crawler"), ("bob", "rover")] {
        war::submit(&sandbox, player, snippet).ok();
    }
    std::fs::rename(sandbox.path("war"), sandbox.path("site/war")).unwrap();
    sandbox.file("site/bout.toml", settings);
    sandbox
}

fn is_over(war: &Value) -> bool {
    war["over"] == true
}

/// Compares the rounds of the site's war with the same war played from the command line.
#[track_caller]
fn is_as_if_undisturbed(sandbox: &Sandbox) {
    let other = site_with(SETTINGS);
    other.bout(&["war", "round", "site/war", "--rounds", "9"]).ok();
    let rounds = |sandbox: &Sandbox| String::from_utf8(sandbox.read("site/war/rounds.jsonl")).unwrap();
    assert_eq!(rounds(sandbox), rounds(&other));
    assert_eq!(rounds(sandbox).lines().count(), 4);
}

#[test]
fn rounds_are_played_by_the_schedule_until_the_war_is_over() {
    let sandbox = site_with(SETTINGS);
    let site = Site::start(&sandbox, "site");
    let over = site.wait_until("/api/v1/wars/war", is_over);
    assert_eq!((&over["round"], &over["next_round_at"]), (&4.into(), &Value::Null));
    assert!(over["ended"].as_str().unwrap().contains("after round 4"), "{over}");
    let seen = site.get("/api/v1/wars/war/rounds").json();
    let times: Vec<&str> =
        seen["rounds"].as_array().unwrap().iter().map(|round| round["seen"].as_str().unwrap()).collect();
    // Rounds are at least a second apart.
    assert!(times.windows(2).all(|two| two[0] < two[1]), "{times:?}");
    for round in ["1", "4"] {
        let path = format!("/api/v1/wars/war/rounds/{round}/record");
        let mut answer = site.get(&path);
        while answer.status == 202 {
            answer = site.get(&path);
        }
        sandbox.file("round.bout", &answer.body);
        sandbox.bout(&["replay", "--deep", "round.bout"]).ok().prints(&["verified"]);
    }
    drop(site);
    is_as_if_undisturbed(&sandbox);
}

#[test]
fn killed_workers_and_sites_lose_no_round_and_play_none_twice() {
    let sandbox = site_with(SETTINGS);
    for rounds in [0, 1, 2] {
        let site = Site::start(&sandbox, "site");
        site.wait_until("/api/v1/wars/war", |war| {
            war["round"].as_u64() >= Some(rounds) && (war["playing"] == true || is_over(war))
        });
        for worker in site.workers() {
            // It may have ended in the meantime.
            let _ = Command::new("kill").arg("-KILL").arg(worker.to_string()).status();
        }
        signal(&site.child, "KILL");
        assert_eq!(site.wait(), None);
    }
    Site::start(&sandbox, "site").wait_until("/api/v1/wars/war", is_over);
    is_as_if_undisturbed(&sandbox);
}

#[test]
fn a_war_stays_usable_from_the_command_line() {
    let sandbox = site_with("examples = false\n");
    let site = Site::start(&sandbox, "site");
    assert_eq!(site.get("/api/v1/wars/war").json()["next_round_at"], Value::Null);
    sandbox.bout(&["war", "round", "site/war"]).ok();
    let war = site.wait_until("/api/v1/wars/war", |war| war["round"] == 1);
    assert_eq!(war["players"], serde_json::json!(["alice", "bob"]));
    sandbox.bout(&["war", "submit", "site/war", "vampire.pl", "--player", "bob"]).ok();
    site.wait_until("/api/v1/wars/war", |war| war["standing"][1]["waiting"] == serde_json::json!([2]));
    // A war's folder can itself be served as a site.
    drop(site);
    let site = Site::start(&sandbox, "site/war");
    assert_eq!(site.get("/api/v1/wars").json()["wars"][0]["round"], 1);
    assert!(!sandbox.path("site/war/crash").exists());
}

#[test]
fn the_name_of_a_deleted_account_is_in_no_war() {
    let sandbox = site_with(SETTINGS);
    let site = Site::start(&sandbox, "site");
    let alice = Browser::join(&site, "alice");
    site.wait_until("/api/v1/wars/war", is_over);
    let rounds = sandbox.read("site/war/rounds.jsonl");
    let record = |round: &str| {
        let path = format!("/api/v1/wars/war/rounds/{round}/record");
        loop {
            let answer = site.get(&path);
            if answer.status != 202 {
                assert_eq!(answer.status, 200, "{answer:?}");
                sandbox.file("round.bout", &answer.body);
                sandbox.bout(&["replay", "round.bout"]).ok();
                return format!("{:?}", record::read(&answer.body).unwrap());
            }
        }
    };
    assert!(record("4").contains("alice"));
    assert_eq!(alice.post(&site, "/account/delete", &[("password", PASSWORD)]).status, 303);
    site.wait_until("/api/v1/wars/war", |war| !war.to_string().contains("alice"));
    for path in
        ["/", "/wars", "/wars/war", "/wars/war/rounds/2", "/wars/war/feed.atom", "/api/v1/wars/war/rounds/1"]
    {
        let answer = site.get(path);
        assert_eq!(answer.status, 200, "{path}");
        assert!(!answer.text().contains("alice"), "{path}: {}", answer.text());
    }
    assert!(site.get("/wars/war").text().contains("deleted-"));
    for round in ["1", "4"] {
        let told = record(round);
        assert!(!told.contains("alice") && told.contains("deleted-"), "{told}");
    }
    // The seats follow from the file names, so these stay, and with them the rounds.
    assert_eq!(sandbox.read("site/war/rounds.jsonl"), rounds);
    sandbox.bout(&["war", "show", "site/war"]).ok();
}

#[test]
fn a_receiver_hears_of_every_round() {
    let receiver = TcpListener::bind("127.0.0.1:0").unwrap();
    let hook = format!(
        "[[webhooks]]\nurl = \"http://{}/hook\"\nformat = \"FORMAT\"\n",
        receiver.local_addr().unwrap()
    );
    let by_hand = "examples = false\n[wars.war]\nseed = 7\n[wars.war.rules]\nsize = 24\nrounds = 4\n";
    let settings = |format: &str| format!("{by_hand}{}", hook.replace("FORMAT", format));
    let sandbox = site_with(&settings("json"));
    let told = || sandbox.path("site/.bout/webhooks.json").exists();
    let site = Site::start(&sandbox, "site");
    while !told() {
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    sandbox.bout(&["war", "round", "site/war", "--rounds", "2"]).ok();
    for round in [1, 2] {
        let (head, body) = receive(&receiver, "204");
        assert!(head.to_lowercase().contains("x-bout-event: round-played"), "{head}");
        let message: Value = serde_json::from_str(&body).unwrap();
        assert_eq!((&message["event"], &message["war"]), (&"round-played".into(), &"war".into()));
        let what = message["what"].as_str().unwrap();
        assert!(what.starts_with(&format!("war: round {round} played. ")), "{what}");
        assert!(message["url"].as_str().unwrap().ends_with(&format!("/wars/war/rounds/{round}")));
    }
    // Rounds played while the site was down are announced when it is back. Discord gets a sentence.
    drop(site);
    sandbox.file("site/bout.toml", settings("discord"));
    sandbox.bout(&["war", "round", "site/war"]).ok();
    let _site = Site::start(&sandbox, "site");
    let mut message: Value = serde_json::from_str(&receive(&receiver, "204").1).unwrap();
    // A message sent just before the kill may be repeated.
    while ["round 1", "round 2"].iter().any(|round| message["content"].as_str().unwrap().contains(round)) {
        message = serde_json::from_str(&receive(&receiver, "204").1).unwrap();
    }
    assert!(message["content"].as_str().unwrap().starts_with("**war**: war\\: round 3 played."), "{message}");
    assert_eq!(message["allowed_mentions"]["parse"], serde_json::json!([]));
}

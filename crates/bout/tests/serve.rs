//! `bout serve`: settings, bounds, signals, kills, and workers that hang.

#![cfg(all(target_os = "linux", feature = "serve"))]

mod support;

use std::io::{Read, Write};
use std::net::TcpListener;
use std::process::Command;
use std::time::{Duration, Instant};

use serde_json::Value;
use support::receiver::receive;
use support::site::Site;
use support::{Sandbox, signal};

/// A hill on which the Crash examples play for a short while.
const SHORT: &str = "[hills.small]\ngame = \"crash\"\nsize = 3\ngames = 6\nscore = \"sampled\"\n";

/// A hill whose games take longer than any test.
const LONG: &str = "[hills.small]\ngame = \"crash\"\ngames = 1000000\nscore = \"sampled\"\n";

/// Creates a sandbox with a folder `site` that contains nothing but settings.
fn site_with(settings: &str) -> Sandbox {
    let sandbox = Sandbox::with_programs();
    std::fs::create_dir(sandbox.path("site")).unwrap();
    sandbox.file("site/bout.toml", settings);
    sandbox
}

fn is_complete(hill: &Value) -> bool {
    hill["complete"] == true
}

/// Returns a hill's history, and the table that the command line prints.
fn results(sandbox: &Sandbox) -> (Vec<u8>, Value) {
    let shown = sandbox.bout(&["hill", "show", "site/small", "--output", "json"]).ok().json();
    (sandbox.read("site/small/results/history.jsonl"), shown)
}

/// Compares a site's hill with one that the command line played without interruption.
#[track_caller]
fn is_as_if_undisturbed(sandbox: &Sandbox) {
    let (history, shown) = results(sandbox);
    let other = Sandbox::new();
    std::fs::create_dir_all(other.path("site/small")).unwrap();
    std::fs::copy(sandbox.path("site/small/hill.toml"), other.path("site/small/hill.toml")).unwrap();
    let examples = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/crash");
    let mut files: Vec<String> = std::fs::read_dir(examples)
        .unwrap()
        .map(|entry| entry.unwrap().path().to_str().unwrap().to_owned())
        .collect();
    files.sort();
    for file in &files {
        other.bout(&["hill", "add", "site/small", file]).ok();
    }
    let (undisturbed, expected) = results(&other);
    // Only challenges made through the site name a submission.
    let changes = |history: &[u8]| -> Vec<Value> {
        let lines = String::from_utf8_lossy(history);
        let change = |line: &str| {
            let mut change: Value = serde_json::from_str(line).unwrap();
            change.as_object_mut().unwrap().remove("submission");
            change
        };
        lines.lines().map(change).collect()
    };
    assert_eq!(changes(&history), changes(&undisturbed));
    assert_eq!(shown["table"], expected["table"]);
    assert_eq!(String::from_utf8_lossy(&history).lines().count(), files.len());
}

#[test]
fn a_port_in_use_is_said_in_words() {
    let sandbox = site_with("examples = false");
    let site = Site::start(&sandbox, "site");
    let run = sandbox.bout(&["serve", "site", "--bind", &site.address]);
    run.fails(4).says(&["cannot listen on", &site.address, "another program listens there", "--bind"]);
}

#[test]
fn wrong_settings_are_named_with_their_place() {
    for (settings, words) in [
        ("title = 1", ["line 1, column 9", "bout man serve"]),
        ("[limits]\nbody_bytes = 0", ["line 2, column 14", "from 1 to 1073741824"]),
        (
            "[hills.a]\ngame = \"crash\"\n[hills.a.rules]\nspeed = 1",
            ["line 1, column 1", "no parameter `speed`"],
        ),
        ("submissions = \"open\"", ["line 1, column 15", "\"members\""]),
    ] {
        site_with(settings).bout(&["serve", "site"]).fails(1).says(&["bout.toml"]).says(&words);
    }
}

#[test]
fn an_existing_hill_keeps_its_settings() {
    let sandbox = site_with("\n[hills.small]\ngame = \"crash\"\nsize = 5\n");
    std::fs::create_dir(sandbox.path("site/small")).unwrap();
    sandbox.file("site/small/hill.toml", "game = \"crash\"\nsize = 4\n");
    let run = sandbox.bout(&["serve", "site"]);
    run.fails(1).says(&["bout.toml", "line 2, column 1", "[hills.small]", "`size`", "small/hill.toml"]);
    sandbox.file("site/small/hill.toml", "game = \"crash\"\nsize = 5\ngames = 10\n");
    let site = Site::start(&sandbox, "site");
    assert_eq!(site.get("/api/v1/hills/small").json()["games"], 10);
}

#[test]
fn named_hills_are_created_as_the_settings_say() {
    let sandbox = site_with(
        "examples = false\n[hills.mine]\ngame = \"crash\"\nsize = 7\n[hills.mine.rules]\nmax_turns = 99\n",
    );
    let site = Site::start(&sandbox, "site");
    let hills = site.get("/api/v1/hills").json();
    assert_eq!(hills["hills"].as_array().unwrap().len(), 1);
    assert_eq!((&hills["hills"][0]["hill"], &hills["hills"][0]["size"]), (&"mine".into(), &7.into()));
    drop(site);
    sandbox.bout(&["hill", "add", "site/mine", "bomber.crash"]).ok();
    // Identical settings are not a conflict.
    Site::start(&sandbox, "site").wait_until("/api/v1/hills/mine", is_complete);
}

#[test]
fn a_signal_ends_a_site_cleanly_while_it_plays() {
    for name in ["TERM", "INT"] {
        let sandbox = site_with(LONG);
        let site = Site::start(&sandbox, "site");
        site.wait_until("/api/v1/hills/small", |hill| hill["progress"].is_object());
        signal(&site.child, name);
        assert_eq!(site.wait(), Some(0), "{name}");
    }
}

#[test]
fn after_a_kill_nothing_is_lost_and_nothing_counts_twice() {
    let sandbox = site_with(SHORT);
    for challenges in [1, 5] {
        let site = Site::start(&sandbox, "site");
        site.wait_until("/api/v1/hills/small", |hill| hill["challenges"].as_u64() >= Some(challenges));
        signal(&site.child, "KILL");
        assert_eq!(site.wait(), None);
    }
    let site = Site::start(&sandbox, "site");
    let hill = site.wait_until("/api/v1/hills/small", is_complete);
    let shown = results(&sandbox).1;
    assert_eq!(hill["table"], shown["table"]);
    drop(site);
    is_as_if_undisturbed(&sandbox);
}

#[test]
fn a_worker_that_hangs_is_replaced_and_its_work_done_once() {
    let sandbox = site_with(&format!("[workers]\nsilence_s = 1\n{SHORT}"));
    let site = Site::start(&sandbox, "site");
    site.wait_until("/api/v1/hills/small", |hill| hill["challenges"].as_u64() >= Some(1));
    let hung = site.workers();
    for worker in &hung {
        // It may have ended in the meantime.
        let _ = Command::new("kill").arg("-STOP").arg(worker.to_string()).status();
    }
    site.wait_until("/api/v1/hills/small", is_complete);
    assert!(!hung.is_empty());
    // Workers that did not play for the hill are replaced, too.
    let end = Instant::now() + Duration::from_mins(1);
    while site.workers().iter().any(|worker| hung.contains(worker)) {
        assert!(Instant::now() < end, "{hung:?}");
        std::thread::sleep(Duration::from_millis(20));
    }
    drop(site);
    is_as_if_undisturbed(&sandbox);
}

#[test]
fn who_finds_no_room_is_told_so_after_the_request() {
    let sandbox = site_with("examples = false\n[limits]\nconnections = 1\nheader_timeout_s = 3600\n");
    let site = Site::start(&sandbox, "site");
    let mut first = site.connect();
    first.write_all(b"GET /api/v1 HTTP/1.1\r\nhost: a\r\n\r\n").unwrap();
    first.read_exact(&mut [0; 12]).unwrap();
    // The head is large, so an answer sent before the site has read it would be lost.
    let padding = "a".repeat(12_000);
    for (path, kind) in [("/api/v1/hills", "application/problem+json"), ("/", "text/plain")] {
        let answer =
            site.raw(format!("GET {path} HTTP/1.1\r\nhost: a\r\nx-padding: {padding}\r\n\r\n").as_bytes());
        assert_eq!(answer.status, 503, "{answer:?}");
        assert!(answer.head.contains(kind) && answer.head.contains("retry-after: 5"), "{answer:?}");
        assert!(String::from_utf8(answer.body).unwrap().contains("please try again"));
    }
}

#[test]
fn one_visitor_leaves_room_for_others() {
    let sandbox = site_with(
        "trusted_proxies = [\"127.0.0.1\"]\n[limits]\nrequests_per_visitor = 1\n[hills.mine]\ngame = \"crash\"\n",
    );
    let site = Site::start(&sandbox, "site");
    let mut live = site.connect();
    live.write_all(b"GET /hills/mine/live HTTP/1.1\r\nhost: a\r\nx-forwarded-for: 1.2.3.4\r\n\r\n").unwrap();
    live.read_exact(&mut [0; 12]).unwrap();
    let get = |visitor: &str| {
        let head = format!(
            "GET /api/v1 HTTP/1.1\r\nhost: a\r\nconnection: close\r\nx-forwarded-for: {visitor}\r\n\r\n"
        );
        site.raw(head.as_bytes())
    };
    let refused = get("1.2.3.4");
    assert_eq!((refused.status, &refused.json()["status"]), (429, &429.into()));
    assert!(refused.head.contains("retry-after: 5"));
    assert_eq!(get("1.2.3.5").status, 200);
}

#[test]
fn bodies_and_heads_are_bounded() {
    let sandbox = site_with("examples = false\n[limits]\nbody_bytes = 1000\nheader_timeout_s = 1\n");
    let site = Site::start(&sandbox, "site");
    let post = |length: u64| {
        format!(
            "POST /api/v1/hills HTTP/1.1\r\nhost: a\r\nconnection: close\r\ncontent-length: {length}\r\n\r\n"
        )
    };
    assert_eq!(site.raw(post(1001).as_bytes()).status, 413);
    assert_eq!(site.raw([post(1000).into_bytes(), vec![b'a'; 1000]].concat().as_slice()).status, 405);
    assert_eq!(site.get(&format!("/{}", "a".repeat(9000))).status, 414);
    let header =
        format!("GET / HTTP/1.1\r\nhost: a\r\nconnection: close\r\nx-long: {}\r\n\r\n", "a".repeat(20_000));
    assert_eq!(site.raw(header.as_bytes()).status, 431);
    // A head that never ends: the site closes the connection.
    let mut slow = site.connect();
    slow.write_all(b"GET / HTTP/1.1\r\nhost: a\r\nx-slow: ").unwrap();
    let mut all = Vec::new();
    let _ = slow.read_to_end(&mut all);
    assert!(all.is_empty(), "{}", String::from_utf8_lossy(&all));
    assert_eq!(site.get("/").status, 200);
}

/// Requests a record until it is available.
fn record(site: &Site, path: &str) -> Vec<u8> {
    loop {
        let answer = site.get(path);
        if answer.status == 200 {
            return answer.body;
        }
        assert_eq!(answer.status, 202, "{answer:?}");
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
}

#[test]
fn a_record_of_the_interface_is_one_that_replay_confirms() {
    let sandbox = site_with(SHORT);
    let site = Site::start(&sandbox, "site");
    site.wait_until("/api/v1/hills/small", is_complete);
    let matches = site.get("/api/v1/hills/small/matches?limit=2").json();
    assert!(matches["next"].is_string());
    let path = |at: usize| matches["matches"][at]["record"].as_str().unwrap().to_owned();
    sandbox.file("one.bout", record(&site, &path(0)));
    sandbox.bout(&["replay", "one.bout"]).ok();
    // A new worker takes over from the killed one.
    for worker in site.workers() {
        // It may have ended in the meantime.
        let _ = Command::new("kill").arg("-KILL").arg(worker.to_string()).status();
    }
    sandbox.file("two.bout", record(&site, &path(1)));
    sandbox.bout(&["replay", "two.bout"]).ok();
}

#[test]
fn a_receiver_that_fails_is_told_again_and_nothing_is_left_out() {
    let receiver = TcpListener::bind("127.0.0.1:0").unwrap();
    let sandbox = site_with(&format!(
        "examples = false\n[[webhooks]]\nurl = \"http://{}/hook\"\nsecret = \"s\"\n[hills.mine]\ngame = \"crash\"\n",
        receiver.local_addr().unwrap()
    ));
    let site = Site::start(&sandbox, "site");
    while !sandbox.path("site/.bout/webhooks.json").exists() {
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    sandbox.bout(&["hill", "add", "site/mine", "bomber.crash"]).ok();
    let (_, refused) = receive(&receiver, "500");
    let (head, entered) = receive(&receiver, "204");
    assert_eq!(refused, entered);
    assert!(head.starts_with("POST /hook HTTP/1.1\r\n"), "{head}");
    assert!(head.to_lowercase().contains("x-bout-event: entered") && head.contains("sha256="), "{head}");
    let (_, king) = receive(&receiver, "204");
    let (entered, king): (Value, Value) =
        (serde_json::from_str(&entered).unwrap(), serde_json::from_str(&king).unwrap());
    assert_eq!((&entered["program"], &entered["rank"]), (&"bomber.crash".into(), &1.into()));
    assert_eq!((&king["event"], &king["hill"]), (&"new-king".into(), &"mine".into()));
    // After a kill and a restart, only new events are announced.
    signal(&site.child, "KILL");
    site.wait();
    let _site = Site::start(&sandbox, "site");
    sandbox.file("later.crash", "store [i]-1 i\n");
    sandbox.bout(&["hill", "add", "site/mine", "later.crash"]).ok();
    let mut last = receive(&receiver, "204").1;
    // A message sent just before the kill may be repeated.
    while last.contains("bomber.crash entered") {
        last = receive(&receiver, "204").1;
    }
    assert!(last.contains("later.crash entered"), "{last}");
}

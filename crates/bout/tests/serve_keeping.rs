//! `bout serve` in long operation: backups while it plays, full disks, and clock changes.

#![cfg(all(target_os = "linux", feature = "serve"))]

mod support;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::json;
use support::members::{Browser, PASSWORD, UPLOAD, ask, multipart, submit};
use support::site::Site;
use support::{Sandbox, load};

/// Returns all files in a folder.
fn content(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut all = BTreeMap::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(next) = folders.pop() {
        for entry in fs::read_dir(next).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else {
                let name = path.strip_prefix(folder).unwrap().to_str().unwrap().to_owned();
                all.insert(name, fs::read(path).unwrap());
            }
        }
    }
    all
}

#[test]
fn a_backup_of_a_site_under_load_has_all_that_was_accepted_before() {
    let sandbox = Sandbox::new();
    let site = load::begin(&sandbox, load::SETTINGS);
    let tokens = load::authors(&site, 4);
    load::submit_all(&site, &tokens, 0..4);
    site.wait_until("/api/v1/hills/small", |hill| hill["challenges"].as_u64() >= Some(4));
    let accepted: BTreeSet<String> =
        load::submissions(&site, &tokens).iter().map(|one| one["id"].to_string()).collect();
    let wrote = std::thread::scope(|scope| {
        let handing = scope.spawn(|| load::submit_all(&site, &tokens, 4..8));
        let wrote = sandbox.bout(&["admin", "backup", "one.tar.zst", "--site", "site", "--output", "json"]);
        handing.join().unwrap();
        wrote
    });
    let wrote = wrote.ok().json();
    assert_eq!(wrote["backups"][0]["databases"], 2, "{wrote:#}");
    load::wait_until_played(&site, 4 * 8);
    drop(site);

    for to in ["restored", "again"] {
        sandbox.bout(&["admin", "restore", "one.tar.zst", "--site", to]).ok();
    }
    assert_eq!(content(&sandbox.path("restored")), content(&sandbox.path("again")));
    let restored = Site::start(&sandbox, "restored");
    restored.wait_until("/api/v1/hills/small", |hill| hill["complete"] == true && hill["waiting"] == 0);
    let there = load::submissions(&restored, &tokens);
    let ids: BTreeSet<String> = there.iter().map(|one| one["id"].to_string()).collect();
    assert!(ids.is_superset(&accepted), "what was accepted before is there");
    let made = load::all_are_judged_once(&sandbox, &restored, "restored/small", &tokens, there.len());
    load::table_is_that_of_a_calm_hill(&sandbox, "restored/small", &made);
}

#[test]
fn nobody_is_signed_in_on_a_restored_site_and_tokens_work() {
    let sandbox = Sandbox::new();
    let site = load::begin(&sandbox, load::SETTINGS);
    let browser = Browser::join(&site, "anna");
    let token = browser.token(&site, true);
    sandbox.bout(&["admin", "backup", "one.tar.zst", "--site", "site"]).ok();
    drop(site);
    sandbox.bout(&["admin", "restore", "one.tar.zst", "--site", "restored"]).ok();
    let restored = Site::start(&sandbox, "restored");
    assert!(!browser.is_signed_in(&restored));
    assert_eq!(ask(&restored, &token, "GET", "/api/v1/submissions", None).status, 200);
    Browser::sign_in(&restored, "anna", support::members::PASSWORD);
    let used = sandbox.bout(&["admin", "restore", "one.tar.zst", "--site", "restored"]);
    used.fails(2).says(&["not empty"]);
}

/// Serves a folder with these settings on a small file system of its own. Returns the site, and a
/// path on that file system.
fn on_a_small_disk(sandbox: &Sandbox, settings: &str) -> (Site, PathBuf) {
    fs::create_dir(sandbox.path("disk")).unwrap();
    sandbox.file("settings.toml", settings);
    let script = "mount -t tmpfs -o size=6m tmpfs disk && cp settings.toml disk/bout.toml \
                  && exec \"$BOUT\" serve disk --bind 127.0.0.1:0";
    let mut command = Command::new("unshare");
    command.args(["--user", "--map-root-user", "--mount", "sh", "-c", script]);
    command.env("BOUT", sandbox.command::<&str>(&[]).get_program()).env("BOUT_CACHE_DIR", sandbox.cache());
    command.current_dir(sandbox.path("")).stdin(Stdio::null()).stdout(Stdio::piped());
    let mut child = command.spawn().expect("unshare is there: it is in Debian's package util-linux");
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
    let address = line.trim().strip_prefix("http://");
    let address = address.expect("users may mount file systems in namespaces of their own on this machine");
    // The path as seen from outside of the namespace.
    let process = Path::new("/proc").join(child.id().to_string());
    let folder = fs::canonicalize(sandbox.path("disk")).unwrap();
    let filler = process.join("root").join(folder.strip_prefix("/").unwrap()).join("filler");
    (Site { address: address.trim_end_matches('/').to_owned(), child }, filler)
}

/// Fills a disk to the last byte.
fn fill(filler: &Path) {
    let mut file = fs::File::create(filler).unwrap();
    for size in [1 << 16, 1 << 12, 1] {
        while file.write_all(&vec![1; size]).is_ok() {}
    }
}

#[test]
fn a_full_disk_is_told_and_passes() {
    let sandbox = Sandbox::new();
    let (site, filler) = on_a_small_disk(&sandbox, load::SETTINGS);
    let tokens = load::authors(&site, 2);
    load::submit_all(&site, &tokens, 0..2);
    site.wait_until("/api/v1/hills/small", |hill| hill["challenges"] == 4 && hill["complete"] == true);
    fill(&filler);
    // A submission that fits into free space within the database file may still be accepted.
    let mut accepted = 4;
    let refused = (2..400).find_map(|number| {
        let handed = submit(&site, &tokens[0], "small", &load::file(0, number), &load::source(0, number));
        accepted += usize::from(handed.status == 201);
        (handed.status != 201).then_some(handed)
    });
    let refused = refused.expect("the disk is full");
    assert_eq!(refused.status, 503, "{refused:?}");
    assert!(refused.text().contains("disk of the site is full"), "{refused:?}");
    for path in ["/", "/hills/small", "/api/v1/hills/small/standings", "/manual/"] {
        assert_eq!(site.get(path).status, 200, "{path}");
    }
    assert_eq!(ask(&site, &tokens[0], "GET", "/api/v1/submissions", None).status, 200);
    fs::remove_file(&filler).unwrap();
    let handed = submit(&site, &tokens[1], "small", &load::file(1, 2), &load::source(1, 2));
    assert_eq!(handed.status, 201, "{handed:?}");
    site.wait_until("/api/v1/hills/small", |hill| hill["challenges"] == accepted + 1 && hill["waiting"] == 0);
    let there = load::submissions(&site, &tokens);
    assert_eq!(there.len(), accepted + 1);
    let is_judged = |state: &str| ["entered", "not-good-enough"].contains(&state);
    assert!(there.iter().all(|one| is_judged(one["state"].as_str().unwrap())), "{there:#?}");
}

/// On a full disk, both the forms and the API report why nothing can be stored.
#[test]
fn on_a_full_disk_everybody_hears_why_nothing_is_kept() {
    let sandbox = Sandbox::new();
    let settings = format!(
        "{}\n[wars.ring]\n[contests.cup]\nhill = \"small\"\nopens = 2020-01-01T00:00:00Z\n\
         closes = 9999-01-01T00:00:00Z\nentrants = \"authors\"\n",
        load::SETTINGS
    );
    let (site, filler) = on_a_small_disk(&sandbox, &settings);
    let anna = Browser::join(&site, "anna");
    let token = anna.token(&site, true);
    fill(&filler);
    // A submission that fits into free space within the database file may still be stored.
    let is_refused = |number| {
        submit(&site, &token, "small", &load::file(0, number), &load::source(0, number)).status != 201
    };
    assert!((0..400).any(is_refused), "the disk is full");

    let source = load::source(1, 1);
    let upload = |path: &str, fields: &[(&str, Option<&str>, &str)]| {
        let body = multipart(&[&[("proof", None, anna.proof.as_str())], fields].concat());
        anna.send(&site, "POST", path, &[("content-type", UPLOAD)], &body)
    };
    let program = [("file", None, "a.crash"), ("source", None, source.as_str()), ("mode", None, "enter")];
    let token_form = [("label", "x"), ("days", "30"), ("submit", "on")];
    let password_form = [("old", PASSWORD), ("new", "another good one")];
    let snippet = json!({ "source": "':1'" });
    let answers = [
        ("join", Browser::default().post(&site, "/join", &[("name", "bert"), ("password", PASSWORD)])),
        ("sign in", Browser::default().post(&site, "/sign-in", &[("name", "anna"), ("password", PASSWORD)])),
        ("token", anna.post(&site, "/account/tokens", &token_form)),
        ("password", anna.post(&site, "/account/password", &password_form)),
        ("program", upload("/hills/small/submit", &program)),
        ("snippet", upload("/wars/ring/submit", &[("source", None, "':1'")])),
        ("entry", anna.post(&site, "/contests/cup/entry", &[])),
        ("feed", anna.post(&site, "/account/news/feed", &[("what", "make")])),
        ("program by the interface", submit(&site, &token, "small", "b.crash", &source)),
        (
            "snippet by the interface",
            ask(&site, &token, "POST", "/api/v1/wars/ring/snippets", Some(&snippet)),
        ),
        ("entry by the interface", ask(&site, &token, "PUT", "/api/v1/contests/cup/entry", None)),
    ];
    for (what, answer) in answers {
        let is_told = answer.status == 503 && answer.text().contains("disk of the site is full");
        assert!(is_told, "{what}: {answer:?}");
        assert!(!answer.text().contains("/disk/"), "no path of the site: {answer:?}");
    }

    fs::remove_file(&filler).unwrap();
    Browser::join(&site, "bert");
    assert_eq!(upload("/hills/small/submit", &program).status, 303);
    assert_eq!(upload("/wars/ring/submit", &[("source", None, "':1'")]).status, 201);
    assert_eq!(anna.post(&site, "/contests/cup/entry", &[]).status, 303);
}

/// A site whose clock can be set while it runs: `libfaketime` reads the offset from a file.
struct Clocked {
    site: Site,
    clock: PathBuf,
}

impl Clocked {
    fn start(sandbox: &Sandbox, settings: &str) -> Self {
        let library = Path::new("/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1");
        assert!(library.is_file(), "this test needs libfaketime: apt-get install faketime");
        fs::create_dir(sandbox.path("site")).unwrap();
        sandbox.file("site/bout.toml", settings);
        let clock = sandbox.path("clock");
        fs::write(&clock, "+0d").unwrap();
        let mut command = sandbox.command(&["serve", "site", "--bind", "127.0.0.1:0"]);
        command.env("LD_PRELOAD", library).env("FAKETIME_TIMESTAMP_FILE", &clock);
        // Durations and file times stay real.
        command.envs([
            ("FAKETIME_NO_CACHE", "1"),
            ("FAKETIME_DONT_FAKE_MONOTONIC", "1"),
            ("NO_FAKE_STAT", "1"),
        ]);
        Self { site: Site::started(command.stderr(Stdio::null())), clock }
    }

    fn set(&self, days: i32) {
        fs::write(&self.clock, format!("{days:+}d")).unwrap();
    }
}

#[test]
fn a_clock_that_jumps_loses_nothing() {
    let sandbox = Sandbox::new();
    let year = 1970 + std::time::UNIX_EPOCH.elapsed().unwrap().as_secs() / 31_557_600;
    let settings = format!(
        "{}\n[contests.cup]\nhill = \"small\"\nopens = 2020-01-01T00:00:00Z\ncloses = {}-01-01T00:00:00Z\n\
         [contests.cup.final]\ngames = 2\nscore = \"sampled\"\n",
        load::SETTINGS,
        year + 2
    );
    let clocked = Clocked::start(&sandbox, &settings);
    let site = &clocked.site;
    let anna = Browser::join(site, "anna");
    let token = anna.token(site, true);
    let submit_one = |number| {
        let answer = submit(site, &token, "small", &load::file(0, number), &load::source(0, number));
        assert_eq!(answer.status, 201, "{number}: {answer:?}");
        load::wait_until_played(site, number + 1);
    };
    submit_one(0);
    // One month back: times in the future count as now, and the existing session stays valid.
    clocked.set(-30);
    submit_one(1);
    assert!(anna.is_signed_in(site));
    let phase = |phase: &str| {
        let phase = phase.to_owned();
        site.wait_until("/api/v1/contests/cup", move |contest| contest["phase"] == phase.as_str());
    };
    phase("open");
    // Far ahead: the contest closes, and sessions end; nothing is lost.
    clocked.set(1000);
    phase("finished");
    assert!(!anna.is_signed_in(site));
    let again = Browser::sign_in(site, "anna", PASSWORD);
    // And back: what was decided stays decided, and a user who signed in "in the future"
    // stays signed in.
    clocked.set(0);
    phase("finished");
    assert!(again.is_signed_in(site));
    let token = again.token(site, true);
    let answer = submit(site, &token, "small", &load::file(0, 2), &load::source(0, 2));
    assert_eq!(answer.status, 201, "{answer:?}");
    load::wait_until_played(site, 3);

    // Each program was played once, in order of arrival, and its source is still there.
    let there = load::submissions(site, std::slice::from_ref(&token));
    let files: BTreeSet<&str> = there.iter().map(|one| one["file"].as_str().unwrap()).collect();
    assert_eq!(files.len(), 3, "{there:#?}");
    let history = load::history(&sandbox, "site/small");
    let order: Vec<&str> = history.iter().map(|one| one["program"].as_str().unwrap()).collect();
    assert_eq!(order, [0, 1, 2].map(|number| load::file(0, number)));
    // No event lies in the future, or the feed would show it first for years.
    let events = site.get("/api/v1/hills/small/events").json();
    let soon = in_words(std::time::SystemTime::now() + std::time::Duration::from_mins(2));
    for event in events["events"].as_array().unwrap() {
        assert!(event["seen"].as_str().unwrap() < soon.as_str(), "{event:#}");
    }
}

/// Formats a time as the API does.
fn in_words(time: std::time::SystemTime) -> String {
    let seconds = time.duration_since(std::time::UNIX_EPOCH).unwrap().as_secs();
    let output =
        Command::new("date").args(["-u", "-d", &format!("@{seconds}"), "+%Y-%m-%dT%H:%M:%SZ"]).output();
    String::from_utf8(output.unwrap().stdout).unwrap().trim().to_owned()
}

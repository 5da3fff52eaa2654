//! Folders from other people: whatever they contain, bout neither reads nor changes anything
//! outside of them.

#![cfg(unix)]

mod support;

use std::fs;
use std::os::unix::fs::symlink;

use support::{BOMBER, Sandbox, WAIT};

const SECRET: &str = "store [i]-1 i\n; SECRET\n";

/// Creates a hill with one program, and files next to it that bout must not touch.
fn hill() -> Sandbox {
    let sandbox = Sandbox::with_programs();
    sandbox.file("outside.crash", SECRET);
    for folder in ["hill", "hill/.bout", "hill/programs", "hill/results"] {
        fs::create_dir(sandbox.path(folder)).unwrap();
    }
    sandbox.file("hill/hill.toml", "game = \"crash\"\ngames = 2\n[rules]\nmax_turns = 50\n");
    sandbox.file("hill/programs/wait.crash", WAIT);
    sandbox
}

#[track_caller]
fn outside_is_as_it_was(sandbox: &Sandbox) {
    assert_eq!(sandbox.read("outside.crash"), SECRET.as_bytes());
}

/// Checks that every command on the hill fails with this code and this message.
#[track_caller]
fn every_command_refuses(sandbox: &Sandbox, code: i32, words: &[&str]) {
    for args in [
        &["hill", "show", "hill"][..],
        &["hill", "show", "hill", "-o", "page.html"],
        &["hill", "test", "hill", "bomber.crash"],
        &["hill", "add", "hill", "bomber.crash"],
    ] {
        sandbox.bout(args).fails(code).says(words);
        outside_is_as_it_was(sandbox);
        assert!(!sandbox.path("page.html").exists());
    }
}

fn pending(add: &str, remove: &str) -> String {
    format!(
        r#"{{"add":{add},"remove":{remove},"state":{{"challenges":1,"programs":[]}},"challenge":{{"challenge":1,"change":"add","program":"x","id":"x","rank":1,"pushed_off":[]}}}}"#
    )
}

#[test]
fn a_pending_change_writes_nothing_outside_of_the_hill() {
    for name in ["../../evil", "/tmp/bout-evil", ".bashrc", "-x", "a\\nb", "..", "a\\u202eb"] {
        let sandbox = hill();
        sandbox.file("hill/.bout/pending.json", pending(&format!(r#"["{name}","ZXZpbA=="]"#), "[]"));
        every_command_refuses(&sandbox, 1, &["pending.json", "not a valid file name"]);
        assert!(!sandbox.path("evil").exists() && sandbox.names("hill/programs") == ["wait.crash"]);
    }
}

#[test]
fn a_pending_change_moves_nothing_in_or_out() {
    for pair in [r#"["../../outside.crash","x.crash"]"#, r#"["wait.crash","../../moved"]"#] {
        let sandbox = hill();
        sandbox.file("hill/.bout/pending.json", pending("null", &format!("[{pair}]")));
        every_command_refuses(&sandbox, 1, &["pending.json"]);
        assert!(!sandbox.path("moved").exists());
    }
}

#[test]
fn a_link_for_a_lock_is_not_followed() {
    let sandbox = hill();
    symlink("../../outside.crash", sandbox.path("hill/.bout/lock")).unwrap();
    every_command_refuses(&sandbox, 3, &["lock", "link"]);
}

#[test]
fn a_lock_is_not_emptied() {
    let sandbox = hill();
    sandbox.file("hill/.bout/lock", "kept");
    sandbox.bout(&["hill", "show", "hill"]).ok();
    assert_eq!(sandbox.read("hill/.bout/lock"), b"kept");
    fs::remove_file(sandbox.path("hill/.bout/lock")).unwrap();
    fs::hard_link(sandbox.path("outside.crash"), sandbox.path("hill/.bout/lock")).unwrap();
    sandbox.bout(&["hill", "show", "hill"]).fails(3).says(&["lock", "hard link"]);
    outside_is_as_it_was(&sandbox);
}

#[test]
fn links_in_a_hill_are_refused_wherever_they_are() {
    for place in [
        "hill/hill.toml",
        "hill/programs",
        "hill/programs/x.crash",
        "hill/results",
        "hill/results/standings.json",
        "hill/results/history.jsonl",
        "hill/.bout",
        "hill/.bout/pending.json",
        "hill/.bout/hill.db",
        "hill/.bout/hill.db-wal",
        "hill/.bout/hill.db-journal",
    ] {
        for target in ["outside.crash", "other", "gone"] {
            let sandbox = hill();
            fs::create_dir(sandbox.path("other")).unwrap();
            let path = sandbox.path(place);
            if path.is_dir() {
                fs::remove_dir_all(&path).unwrap();
            } else {
                let _ = fs::remove_file(&path);
            }
            symlink(sandbox.path(target), &path).unwrap();
            let run = sandbox.bout(&["hill", "add", "hill", "bomber.crash"]).fails(3);
            assert!(!format!("{run:#?}").contains("SECRET"), "{place} -> {target}: {run:#?}");
            outside_is_as_it_was(&sandbox);
            assert!(sandbox.names("other").is_empty(), "{place} -> {target}");
            assert!(!sandbox.path("gone").exists(), "{place} -> {target}");
        }
    }
}

#[test]
fn pipes_and_folders_in_a_hill_keep_nobody_waiting() {
    for place in [
        "hill.toml",
        "programs/x.crash",
        ".bout/lock",
        ".bout/pending.json",
        ".bout/hill.db",
        "results/history.jsonl",
    ] {
        let sandbox = hill();
        let made = sandbox.shell(format!("rm -f hill/{place} && mkfifo hill/{place}"));
        assert_eq!(made.code, Some(0));
        sandbox.bout(&["hill", "add", "hill", "bomber.crash"]).fails(3);
    }
    let sandbox = hill();
    fs::create_dir(sandbox.path("hill/.bout/lock")).unwrap();
    sandbox.bout(&["hill", "show", "hill"]).fails(3).says(&["lock", "folder"]);
}

#[test]
fn names_in_a_hill_that_steer_or_hide_are_refused() {
    for name in ["-rf.crash", "a\nb.crash", "a\u{1b}[2Jb.crash", "a\u{202e}b.crash", " a.crash", "a:b.crash"]
    {
        let sandbox = hill();
        sandbox.file(format!("hill/programs/{name}"), BOMBER);
        let run = sandbox.bout(&["hill", "show", "hill"]).fails(1).says(&["not a valid file name", "rename"]);
        assert!(!run.err.contains(['\u{202e}', '\u{1b}']), "{run:#?}");
    }
    let sandbox = hill();
    sandbox.file("hill/programs/WAIT.crash", BOMBER);
    sandbox.bout(&["hill", "show", "hill"]).fails(1).says(&["upper and lower case"]);
}

#[test]
fn a_challenger_with_such_a_name_is_refused() {
    let sandbox = hill();
    sandbox.file("a\u{202e}b.crash", BOMBER);
    sandbox.bout(&["hill", "add", "hill", "a\u{202e}b.crash"]).fails(2).says(&["rename the file"]);
}

#[test]
fn what_the_user_names_may_be_a_link() {
    let sandbox = hill();
    symlink("hill", sandbox.path("link")).unwrap();
    symlink("bomber.crash", sandbox.path("named.crash")).unwrap();
    sandbox.bout(&["hill", "add", "link", "named.crash"]).ok();
    assert_eq!(sandbox.names("hill/programs"), ["named.crash", "wait.crash"]);
    assert!(!sandbox.path("hill/programs/named.crash").is_symlink());
    sandbox.bout(&["check", "named.crash"]).ok();
}

#[test]
fn a_link_in_a_named_folder_is_not_followed() {
    let sandbox = hill();
    symlink(sandbox.path("outside.crash"), sandbox.path("hill/programs/x.crash")).unwrap();
    for args in [
        &["check", "hill/programs"][..],
        &["fmt", "hill/programs"],
        &["play", "hill/programs"],
        &["tournament", "hill/programs", "--results", "r"],
    ] {
        let run = sandbox.bout(args).fails(3).says(&["x.crash", "link"]);
        assert!(!run.out.contains("SECRET"));
    }
    outside_is_as_it_was(&sandbox);
}

#[test]
fn results_replace_links_and_do_not_follow_them() {
    let sandbox = hill();
    fs::create_dir_all(sandbox.path("r")).unwrap();
    fs::create_dir(sandbox.path("other")).unwrap();
    symlink("../outside.crash", sandbox.path("r/contest.lock")).unwrap();
    symlink("outside.crash", sandbox.path("page.html")).unwrap();
    let args = [
        "tournament",
        "wait.crash",
        "bomber.crash",
        "--games",
        "2",
        "--rules=max_turns=50",
        "--results",
        "r",
    ];
    sandbox.bout(&[&args[..], &["-o", "page.html"]].concat());
    outside_is_as_it_was(&sandbox);
    sandbox.shell("rm -r r; mkdir r; ln -s ../outside.crash r/contest.db");
    sandbox.bout(&args).fails(3).says(&["contest.db", "link"]);
    outside_is_as_it_was(&sandbox);
}

#[test]
fn the_folder_of_matches_beside_a_page_is_not_a_link() {
    let sandbox = hill();
    fs::create_dir(sandbox.path("other")).unwrap();
    symlink("other", sandbox.path("page-matches")).unwrap();
    let args =
        ["tournament", "wait.crash", "bomber.crash", "--games", "2", "--results", "r", "-o", "page.html"];
    let run = sandbox.bout(&args);
    assert!(sandbox.names("other").is_empty(), "{run:#?}");
}

/// Returns a journal in `SQLite`'s format that ends with the name of another file, as
/// the super-journal's name.
fn journal_that_names(file: &str) -> Vec<u8> {
    const MAGIC: [u8; 8] = [0xd9, 0xd5, 0x05, 0xf9, 0x20, 0xa1, 0x63, 0xd7];
    let mut journal = MAGIC.to_vec();
    // Number of pages, nonce, size of the database in pages, sector size, page size.
    for number in [0_u32, 1, 4, 512, 4096] {
        journal.extend(number.to_be_bytes());
    }
    journal.resize(512, 0);
    let sum = file.bytes().fold(0_u32, |sum, byte| sum.wrapping_add(u32::from(byte)));
    // The number of the page with the lock byte, which no journal holds: it marks the
    // name that follows.
    journal.extend((0x4000_0000_u32 / 4096 + 1).to_be_bytes());
    journal.extend(file.as_bytes());
    journal.extend(u32::try_from(file.len()).unwrap().to_be_bytes());
    journal.extend(sum.to_be_bytes());
    journal.extend(MAGIC);
    journal
}

#[test]
fn a_journal_removes_no_file() {
    let sandbox = hill();
    sandbox.bout(&["hill", "show", "hill"]).ok();
    let victim = sandbox.path("outside.crash");
    sandbox.file("hill/.bout/hill.db-journal", journal_that_names(victim.to_str().unwrap()));
    sandbox.bout(&["hill", "show", "hill"]).fails(3).says(&["-journal"]);
    sandbox.bout(&["export", "hill/.bout/hill.db"]).fails(3).says(&["-journal"]);
    outside_is_as_it_was(&sandbox);
}

/// Errors in a lock quote the wrong line, so following a link to a secret would reveal it.
#[test]
fn a_link_for_the_lock_of_a_contest_is_not_followed() {
    let sandbox = Sandbox::with_programs();
    sandbox.file("secret", "SECRET\n");
    let played = ["tournament", "wait.crash", "bomber.crash", "--games", "2", "--rules=max_turns=50"];
    let results = ["--results", "contest"];
    sandbox.bout(&[&played[..], &results].concat()).ok();
    let lock = sandbox.path("contest/contest.lock");
    fs::remove_file(&lock).unwrap();
    symlink("../secret", &lock).unwrap();
    for args in [&["rejudge", "contest/contest.lock"][..], &[&played[..], &results, &["--locked"]].concat()] {
        let run = sandbox.bout(args).fails(3).says(&["contest.lock", "link"]);
        assert!(!format!("{run:#?}").contains("SECRET"), "{run:#?}");
    }
}

#[test]
fn links_in_a_folder_of_records_are_not_followed() {
    let sandbox = Sandbox::with_programs();
    sandbox.file("secret", "{\"format\": \"SECRET\", \"version\": 1}\n");
    let record = ["play", "wait.crash", "crash.crash", "--games", "1", "--record", "records"];
    sandbox.bout(&record).ok();
    symlink("../secret", sandbox.path("records/other.bout")).unwrap();
    let run =
        sandbox.bout(&["replay", "records"]).fails(3).prints(&[": verified"]).says(&["other.bout", "link"]);
    assert!(!format!("{run:#?}").contains("SECRET"), "{run:#?}");
    // A link that the user names is followed.
    sandbox.bout(&["replay", "records/other.bout"]).fails(1).prints(&["SECRET"]);
}

#[test]
fn a_war_is_held_to_the_same() {
    for place in
        ["war/war.toml", "war/players", "war/rounds.jsonl", "war/.bout", "war/.bout/lock", "war/players/x.pl"]
    {
        let sandbox = hill();
        sandbox.bout(&["war", "new", "war"]).ok();
        sandbox.shell("mkdir -p war/players war/.bout other");
        sandbox.shell(format!("rm -rf {place} && ln -s \"$PWD/outside.crash\" {place}"));
        let run = sandbox.bout(&["war", "show", "war"]).fails(3).says(&["link"]);
        assert!(!run.err.contains("SECRET"), "{run:#?}");
        outside_is_as_it_was(&sandbox);
        sandbox.shell(format!("rm -rf {place} && ln -s \"$PWD/other\" {place}"));
        sandbox.bout(&["war", "show", "war"]).fails(3);
        assert!(sandbox.names("other").is_empty());
        sandbox.shell(format!("rm -rf {place} && mkfifo {place}"));
        sandbox.bout(&["war", "show", "war"]).fails(3);
    }
}

#[test]
fn a_search_is_held_to_the_same() {
    for place in ["s/best.esowar", "s/search.json", "s/.bout/lock", "s/archive"] {
        let sandbox = hill();
        sandbox.shell(format!("mkdir -p s/.bout && rm -rf {place} && ln -s \"$PWD/outside.crash\" {place}"));
        let args = [
            "evolve",
            "esowar",
            "--out",
            "s",
            "--against",
            "sweeper.esowar",
            "--generations",
            "1",
            "--fresh",
        ];
        let run = sandbox.bout(&args);
        outside_is_as_it_was(&sandbox);
        assert!(!run.err.contains("SECRET"), "{run:#?}");
    }
}

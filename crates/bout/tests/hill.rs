//! `bout hill`, from outside.

mod support;

use std::path::Path;

use support::{Run, Sandbox};

/// A hill of two places, and programs that are clearly better one than the other.
fn hill() -> Sandbox {
    let dir = Sandbox::new();
    std::fs::create_dir(dir.path("hill")).unwrap();
    dir.file("hill/hill.toml", "game = \"crash\"\nsize = 2\ngames = 10\n[rules]\nmax_turns = 20000\n");
    dir.file("dead.crash", "crash\n");
    dir.file("wait.crash", "store [i]-1 i\n");
    dir.file("bomber.crash", "write crash [i]+[a]+4\nwrite crash [i]+[a]+4\nstore [a]+2 a\nstore [i]-4 i\n");
    dir
}

fn add(dir: &Sandbox, program: &str) -> serde_json::Value {
    dir.bout(&["hill", "add", "hill", program, "--output", "json"]).ok().json()
}

fn on_hill(dir: &Sandbox) -> Vec<(String, u64)> {
    let table = dir.bout(&["hill", "show", "hill", "--output", "json"]).ok().json()["table"].clone();
    let row =
        |row: &serde_json::Value| (row["program"].as_str().unwrap().to_owned(), row["age"].as_u64().unwrap());
    table.as_array().unwrap().iter().map(row).collect()
}

fn said(program: &str, age: u64) -> (String, u64) {
    (program.to_owned(), age)
}

#[test]
fn the_worst_one_is_pushed_off_and_age_is_kept() {
    let dir = hill();
    assert_eq!(add(&dir, "dead.crash")["rank"], 1);
    assert_eq!(add(&dir, "wait.crash")["rank"], 1);
    assert_eq!(on_hill(&dir), [said("wait.crash", 0), said("dead.crash", 1)]);
    let third = add(&dir, "bomber.crash");
    assert_eq!(third["rank"], 1);
    assert_eq!(third["on_hill"], true);
    assert_eq!(third["pushed_off"], serde_json::json!([{"program": "dead.crash", "age": 1}]));
    assert_eq!(on_hill(&dir), [said("bomber.crash", 0), said("wait.crash", 1)]);
    assert_eq!(dir.names("hill/programs"), ["bomber.crash", "wait.crash"]);
    assert_eq!(dir.names("hill/fallen"), ["dead.crash"]);
    let again = add(&dir, "dead.crash");
    assert_eq!((again["on_hill"].as_bool(), again["rank"].as_u64()), (Some(false), Some(3)));
    assert_eq!(on_hill(&dir), [said("bomber.crash", 1), said("wait.crash", 2)]);
    let history = String::from_utf8(dir.read("hill/results/history.jsonl")).unwrap();
    assert_eq!(history.lines().count(), 4);
}

#[test]
fn a_test_changes_nothing() {
    let dir = hill();
    add(&dir, "wait.crash");
    let before = (on_hill(&dir), dir.read("hill/results/standings.json"));
    let tried = dir.bout(&["hill", "test", "hill", "bomber.crash", "--output", "json"]).ok().json();
    assert_eq!((tried["change"].as_str(), tried["rank"].as_u64()), (Some("test"), Some(1)));
    assert_eq!((on_hill(&dir), dir.read("hill/results/standings.json")), before);
    assert_eq!(dir.names("hill/programs"), ["wait.crash"]);
}

#[test]
fn a_challenger_sees_what_it_lost() {
    let dir = hill();
    add(&dir, "bomber.crash");
    let run = dir.bout(&["hill", "add", "hill", "wait.crash", "--output", "json"]).ok().json();
    let worst = &run["worst"][0];
    assert_eq!(worst["program"], "bomber.crash");
    assert!(worst["losses"].as_u64().unwrap() > 0);
    dir.bout(&["replay", worst["record"].as_str().unwrap(), "--deep"]).ok();
}

#[test]
fn a_program_that_is_there_is_not_entered_twice() {
    let dir = hill();
    add(&dir, "wait.crash");
    dir.file("copy.crash", "; the same with a comment\nstore [i]-1 i\n");
    assert_eq!(add(&dir, "copy.crash")["change"], "known");
    assert_eq!(dir.names("hill/programs"), ["wait.crash"]);
}

/// Two different programs in files of one name.
#[test]
fn nobodys_file_is_replaced() {
    let dir = hill();
    add(&dir, "wait.crash");
    dir.file("wait.crash", "store [i]-2 i\nstore [i]-1 i\n");
    add(&dir, "wait.crash");
    assert_eq!(dir.names("hill/programs"), ["wait-2.crash", "wait.crash"]);
    assert_eq!(dir.read("hill/programs/wait.crash"), b"store [i]-1 i\n");
}

#[test]
fn files_are_edited_by_hand() {
    let dir = hill();
    add(&dir, "wait.crash");
    dir.file("hill/programs/mine.crash", "store [i]-1 i\nstore [i]-1 i\n");
    dir.file("hill/programs/README.md", "not a program");
    assert_eq!(on_hill(&dir).len(), 2);
    std::fs::remove_file(dir.path("hill/programs/wait.crash")).unwrap();
    assert_eq!(on_hill(&dir), [said("mine.crash", 0)]);
    std::fs::remove_dir_all(dir.path("hill/.bout")).unwrap();
    assert_eq!(on_hill(&dir), [said("mine.crash", 0)], "what can be worked out is worked out");
}

#[test]
fn a_program_is_removed_by_file_or_name() {
    let dir = hill();
    dir.file("named.crash", ";name Captain Nemo\nstore [i]-1 i\n");
    add(&dir, "named.crash");
    dir.bout(&["hill", "remove", "hill", "nobody"]).fails(2).says(&["nobody", "named.crash"]);
    dir.bout(&["hill", "remove", "hill", "Captain Nemo"]).ok();
    assert_eq!(dir.names("hill/fallen"), ["named.crash"]);
    assert!(on_hill(&dir).is_empty());
}

#[test]
fn what_is_wrong_is_told_and_changes_nothing() {
    let dir = hill();
    dir.file("bad.crash", "jump around\n");
    dir.file("other.esowar", "[+]");
    let refused = |args: &[&str], code| -> Run { dir.bout(args).fails(code) };
    refused(&["hill", "add", "hill", "bad.crash"], 1).says(&["bad.crash"]);
    refused(&["hill", "add", "hill", "wait.crash", "bad.crash"], 1);
    refused(&["hill", "add", "hill", "other.esowar"], 2).says(&["esowar", "crash"]);
    refused(&["hill", "add", "hill", "absent.crash"], 3);
    refused(&["hill", "add", "nowhere", "wait.crash"], 3).says(&["hill.toml"]);
    assert!(!Path::new(&dir.path("hill/programs")).exists() && !dir.path("nowhere").exists());
    dir.file("hill/hill.toml", "game = \"crash\"\nsize = 0\n");
    refused(&["hill", "show", "hill"], 1).says(&["size", "hill.toml"]);
}

/// A command that was killed after it had decided: the next one finishes its work.
#[test]
fn a_change_that_was_begun_is_finished() {
    let dir = hill();
    add(&dir, "dead.crash");
    add(&dir, "wait.crash");
    let state = serde_json::json!({"challenges": 3, "programs": []});
    let challenge = serde_json::json!({"challenge": 3, "change": "add", "program": "new.crash", "id": "x",
        "rank": 1, "pushed_off": ["dead.crash"]});
    let pending = serde_json::json!({"add": ["new.crash", "Y3Jhc2gK"], "remove": [["dead.crash", "dead.crash"]],
        "state": state, "challenge": challenge});
    // Half of it is done already.
    std::fs::create_dir_all(dir.path("hill/fallen")).unwrap();
    std::fs::rename(dir.path("hill/programs/dead.crash"), dir.path("hill/fallen/dead.crash")).unwrap();
    dir.file("hill/.bout/pending.json", pending.to_string());
    dir.bout(&["hill", "show", "hill"]).ok();
    assert_eq!(dir.names("hill/programs"), ["new.crash", "wait.crash"]);
    assert!(!dir.path("hill/.bout/pending.json").exists());
    let history = String::from_utf8(dir.read("hill/results/history.jsonl")).unwrap();
    assert_eq!(history.lines().count(), 3);
}

//! Seats in matches of three, now and in results of older versions.

mod support;

use std::collections::BTreeMap;
use std::fs::create_dir;
use std::path::{Path, PathBuf};

use support::{Run, Sandbox};

const FIELD: [&str; 4] = ["flea", "hermit", "kamikaze", "sweeper"];
const PLAY: [&str; 10] = [
    "tournament",
    "programs",
    "--seats",
    "3",
    "--games",
    "12",
    "--rules",
    "max_turns=20000",
    "--rules",
    "squares=5000",
];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn field() -> Sandbox {
    let dir = Sandbox::new();
    create_dir(dir.path("programs")).unwrap();
    for name in FIELD {
        let example = root().join(format!("crates/bout/examples/esowar/{name}.esowar"));
        dir.file(format!("programs/{name}.esowar"), std::fs::read(example).unwrap());
    }
    dir
}

/// Creates a sandbox with a lock and results made by a version of bout that did not
/// reverse seats yet.
fn of_older_version() -> Sandbox {
    let dir = field();
    for file in ["contest.lock", "results.jsonl"] {
        dir.file(file, std::fs::read(root().join("testdata/contests/rotating").join(file)).unwrap());
    }
    dir.bout(&["import", "results.jsonl", "--into", "contest.db"]).ok();
    dir
}

fn play(dir: &Sandbox, more: &[&str]) -> Run {
    dir.bout(&[&PLAY[..], more].concat())
}

#[test]
fn results_of_older_versions_are_judged_and_gone_on_with() {
    let dir = of_older_version();
    let lock = dir.read("contest.lock");
    dir.bout(&["rejudge", "contest.lock"])
        .ok()
        .prints(&["48 matches judged again: all results are unchanged"]);
    // A locked contest continues with the seats that it began with.
    let known = play(&dir, &["--locked", "--resume"]).ok().out;
    assert_eq!(play(&dir, &["--locked", "--fresh"]).ok().out, known);
    assert_eq!(dir.read("contest.lock"), lock);
    // A new contest has different games. The old ones are kept as well.
    play(&dir, &["--results", "new", "--resume"]).ok();
    let new = play(&dir, &[]).ok();
    assert!(!new.err.contains("were known"), "{}", new.err);
    assert_eq!(play(&dir, &["--results", "new", "--resume"]).ok().out, new.out);
    assert_ne!(new.out, known);
    let names = dir.names(".");
    let kept = names.iter().find(|name| name.starts_with("contest-")).expect("the older lock");
    for lock in ["contest.lock", kept] {
        dir.bout(&["rejudge", lock]).ok().prints(&["48 matches judged again: all results are unchanged"]);
    }
    let exported = dir.bout(&["export", "contest.db"]).ok().out;
    assert_eq!(exported.matches("{\"block\"").count(), 8, "four groups, then and now");
}

/// If a lock is edited to ask for the other seating, no results are found, instead of
/// the wrong ones.
#[test]
fn results_of_one_order_are_not_those_of_the_other() {
    let dir = of_older_version();
    let text = String::from_utf8(dir.read("contest.lock")).unwrap();
    dir.file("contest.lock", text.replace("games = 12", "games = 12\nseating = \"reversing\""));
    dir.bout(&["rejudge", "contest.lock"]).fails(1).says(&["48 games are missing"]);
    dir.file("contest.lock", text.replace("games = 12", "games = 12\nseating = \"sideways\""));
    dir.bout(&["rejudge", "contest.lock"]).fails(1).says(&["seating", "sideways"]);
}

/// According to the records of all games, each program has every other one in the next seat equally
/// often, and the table counts its wins from every seat.
#[test]
fn everybody_follows_everybody_else_equally_often() {
    let dir = field();
    let table = play(&dir, &["--record", "records", "--output", "json"]).ok().json();
    let mut follows: BTreeMap<(String, String), u64> = BTreeMap::new();
    let mut seats: BTreeMap<(String, usize), u64> = BTreeMap::new();
    let mut wins: BTreeMap<String, u64> = BTreeMap::new();
    for name in dir.names("records") {
        let record = record::read(&dir.read(format!("records/{name}"))).unwrap();
        let programs: Vec<String> = record.programs.into_iter().map(|program| program.file).collect();
        for seat in 0..3 {
            *follows.entry((programs[seat].clone(), programs[(seat + 1) % 3].clone())).or_default() += 1;
            *seats.entry((programs[seat].clone(), seat)).or_default() += 1;
        }
        if let Some(winner) = record.outcome.winner {
            *wins.entry(programs[winner].clone()).or_default() += 1;
        }
    }
    // Any two programs share two groups of twelve games. In half of these games the one
    // follows the other.
    assert_eq!(follows.len(), 12);
    assert!(follows.values().all(|&count| count == 12), "{follows:?}");
    assert!(seats.len() == 12 && seats.values().all(|&count| count == 12), "{seats:?}");
    for row in table["table"].as_array().unwrap() {
        let file = row["program"].as_str().unwrap().trim_start_matches("programs/");
        assert_eq!(row["wins"].as_u64(), Some(wins.get(file).copied().unwrap_or_default()), "{file}");
    }
}

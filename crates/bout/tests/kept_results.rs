//! Stored results of contests, on the command line: `rejudge` vouches only for what it judged,
//! `import` accepts only undamaged exports, and results split into different blocks are equal.

mod support;

use std::fs::{self, File};
use std::process::Stdio;
use std::time::Duration;

use serde_json::json;
use store::{NoChecks, Store, StoredProgram};
use support::{Run, Sandbox, wait_for, without_checksums};

const WAIT: &str = ";name Wait\nstore [i]-1 i\n";
const BOMBER: &str =
    ";name Bomber\nwrite crash [i]+[a]+4\nwrite crash [i]+[a]+4\nstore [a]+2 a\nstore [i]-4 i\n";
const SWEEP: &str = ";name Sweep\nwrite crash [i]+[a]+3\nstore [a]+1 a\nstore [i]-3 i\n";

fn field() -> Sandbox {
    let dir = Sandbox::new();
    fs::create_dir(dir.path("field")).unwrap();
    for (name, source) in [("wait", WAIT), ("bomber", BOMBER), ("sweep", SWEEP)] {
        dir.file(format!("field/{name}.crash"), source);
    }
    dir
}

const TOURNAMENT: [&str; 6] = ["tournament", "field", "--score", "sampled", "--rules", "max_turns=20000"];

fn tournament(dir: &Sandbox, more: &[&str]) -> Run {
    dir.bout(&TOURNAMENT.iter().chain(more).copied().collect::<Vec<_>>())
}

fn export(dir: &Sandbox, database: &str) -> String {
    dir.bout(&["export", database]).ok().out
}

/// Replaces `contest.db` with an import of its own export, changed by `change`. The import
/// skips all checks.
fn forge(dir: &Sandbox, change: impl Fn(&str) -> Option<String>) {
    let changed: Vec<String> =
        without_checksums(&export(dir, "contest.db")).lines().filter_map(&change).collect();
    let count = changed.len() - 1;
    let text = format!("{}\n{{\"end\":{{\"lines\":{count}}}}}\n", changed[..count].join("\n"));
    fs::remove_file(dir.path("contest.db")).unwrap();
    Store::open(&dir.path("contest.db")).unwrap().import(text.as_bytes(), &NoChecks).unwrap();
}

fn rejudge(dir: &Sandbox, more: &[&str]) -> Run {
    dir.bout(&["rejudge", "contest.lock"].iter().chain(more).copied().collect::<Vec<_>>())
}

#[test]
fn a_lock_file_that_does_not_exist_is_named() {
    Sandbox::new().bout(&["rejudge", "nofile"]).fails(3).says(&["nofile: there is no such file"]);
}

#[test]
fn results_that_are_missing_are_not_vouched_for() {
    let dir = field();
    tournament(&dir, &["--games", "10"]).ok();
    forge(&dir, |line| (!line.starts_with("{\"block\"")).then(|| line.into()));
    let before = export(&dir, "contest.db");
    let judged = rejudge(&dir, &[]).fails(1).says(&["30 games are missing in the database"]);
    judged.prints(&["missing: 10 games of", "0 matches judged again: there was nothing to compare"]);
    let judged = rejudge(&dir, &["--output", "json"]).fails(1).json();
    assert_eq!((&judged["judged"], &judged["changed"]), (&json!(0), &json!([])));
    let missing: Vec<u64> =
        judged["missing"].as_array().unwrap().iter().map(|one| one["missing"].as_u64().unwrap()).collect();
    assert_eq!(missing, [10, 10, 10]);
    assert_eq!(export(&dir, "contest.db"), before, "nothing is stored");
    // With `--of`, only that program's games count.
    let of_one = rejudge(&dir, &["--of", "field/wait.crash"]).fails(1);
    of_one.says(&["20 games are missing"]);
    rejudge(&dir, &["--output", "csv"]).fails(1).prints(&["10 missing"]);
    let lines = rejudge(&dir, &["--output", "jsonl"]).fails(1).jsonl();
    assert_eq!((lines.len(), &lines[3]["summary"]["missing"]), (4, &json!(30)));
}

#[test]
fn a_part_that_is_missing_is_told_from_what_is_there() {
    let dir = field();
    tournament(&dir, &["--games", "4"]).ok();
    let lock = dir.read("contest.lock");
    tournament(&dir, &["--games", "10", "--resume"]).ok();
    rejudge(&dir, &[]).ok().prints(&["30 matches judged again: all results are unchanged"]);
    let longer = dir.read("contest.lock");
    fs::remove_file(dir.path("contest.db")).unwrap();
    tournament(&dir, &["--games", "4"]).ok();
    assert_eq!(dir.read("contest.lock"), lock);
    dir.file("contest.lock", longer);
    let judged = rejudge(&dir, &[]).fails(1).says(&["18 games are missing"]);
    judged.prints(&["12 matches judged again: all results are unchanged"]);
}

/// A void match has no result, so it is neither vouched for nor missing.
#[test]
fn what_was_void_is_told_from_what_is_missing() {
    let dir = field();
    tournament(&dir, &["--games", "2"]).ok();
    let blocks = export(&dir, "contest.db").matches("{\"block\"").count();
    assert_eq!(blocks, 3);
    let first = std::cell::Cell::new(true);
    forge(&dir, |line| {
        let is_block = line.starts_with("{\"block\"");
        if !is_block || !first.replace(first.get() && !is_block) {
            return Some(line.into());
        }
        let key = line.split('"').nth(5).unwrap();
        Some(format!(r#"{{"void":{{"pairing":"{key}","game":1,"attempts":3,"cause":"no room"}}}}"#))
    });
    let judged = rejudge(&dir, &[]).fails(1).says(&["1 games are missing"]);
    judged.prints(&["4 matches judged again: all results are unchanged", "1 others were void"]);
}

/// Identical programs share their games, so a missing game counts once.
#[test]
fn what_twins_lack_is_counted_once() {
    let dir = field();
    dir.file("field/wait-again.crash", WAIT);
    tournament(&dir, &["--games", "2"]).ok();
    rejudge(&dir, &[]).ok();
    forge(&dir, |line| (!line.starts_with("{\"block\"")).then(|| line.into()));
    // Wait against itself, Bomber and Sweep; and Bomber against Sweep.
    rejudge(&dir, &[]).fails(1).says(&["8 games are missing"]);
}

#[test]
fn exact_scores_that_are_missing_are_not_vouched_for() {
    let dir = Sandbox::new();
    fs::create_dir(dir.path("field")).unwrap();
    dir.file("field/wait.crash", WAIT);
    dir.file("field/crash.crash", "crash\n");
    dir.bout(&["tournament", "field", "--score", "exact"]).ok();
    rejudge(&dir, &[]).ok().prints(&["all results are unchanged"]);
    forge(&dir, |line| (!line.starts_with("{\"census\"")).then(|| line.into()));
    let before = export(&dir, "contest.db");
    rejudge(&dir, &[])
        .fails(1)
        .says(&["2 exact scores are missing"])
        .prints(&["there was nothing to compare"]);
    assert_eq!(export(&dir, "contest.db"), before, "nothing is stored");
}

#[test]
fn a_program_is_held_to_its_identity() {
    let dir = field();
    tournament(&dir, &["--games", "4"]).ok();
    let good = export(&dir, "contest.db");
    forge(&dir, |line| {
        let changed = line.replace("write crash [i]+[a]+3", "write crash [i]+[a]+7");
        Some(changed)
    });
    let before = export(&dir, "contest.db");
    assert_ne!(before, good);
    rejudge(&dir, &[])
        .fails(1)
        .says(&["a different program in place of field/sweep.crash", "nothing was judged"]);
    assert_eq!(export(&dir, "contest.db"), before);
    // The export of such a database is undamaged, and still refused.
    dir.file("forged.jsonl", &before);
    dir.bout(&["import", "forged.jsonl", "--into", "other.db"])
        .fails(1)
        .says(&["sweep.crash has the identity"]);
    // Comments are not part of the program.
    let kept = {
        let mut store = Store::open(&dir.path("third.db")).unwrap();
        store.import(good.as_bytes(), &NoChecks).unwrap();
        let lock = String::from_utf8(dir.read("contest.lock")).unwrap();
        let id = lock.lines().find_map(|line| line.strip_prefix("id = \"")?.strip_suffix('"')).unwrap();
        store.program(game::Digest::from_hex(id).unwrap()).unwrap().unwrap()
    };
    let commented = StoredProgram { source: [b";nothing else\n", &kept.source[..]].concat(), ..kept };
    let mut commented_first = Store::open(&dir.path("fourth.db")).unwrap();
    commented_first.keep_program(&commented).unwrap();
    commented_first.import(good.as_bytes(), &NoChecks).unwrap();
    drop(commented_first);
    fs::rename(dir.path("fourth.db"), dir.path("contest.db")).unwrap();
    rejudge(&dir, &[]).ok().prints(&["12 matches judged again: all results are unchanged"]);
}

#[test]
fn what_is_not_what_its_name_says_is_not_imported() {
    let dir = field();
    tournament(&dir, &["--games", "4"]).ok();
    let exported = export(&dir, "contest.db");
    let old = without_checksums(&exported);
    dir.file("old.jsonl", &old);
    dir.bout(&["import", "old.jsonl", "--into", "old.db"]).ok().prints(&["version 2 carries no checksums"]);
    assert_eq!(export(&dir, "old.db"), exported);
    dir.file("new.jsonl", &exported);
    let new = dir.bout(&["import", "new.jsonl", "--into", "new.db"]).ok();
    assert!(!new.out.contains("checksums"), "{}", new.out);
    let damage = [
        ("[i]+[a]+3", "[i]+[a]+7", "identity"),
        ("\"max_turns\",20000", "\"max_turns\",20001", "key"),
        ("\"game\":\"crash\",\"rules", "\"game\":\"crasi\",\"rules", "key"),
        ("write crash", "wrjte crash", "it is not a program of crash"),
        ("\"results\":\"12", "\"results\":\"32", "its results are not valid"),
    ];
    for (from, to, why) in damage {
        assert!(old.contains(from), "{from}");
        dir.file("bad.jsonl", old.replacen(from, to, 1));
        dir.bout(&["import", "bad.jsonl", "--into", "bad.db"]).fails(1).says(&[why, "nothing was imported"]);
        dir.file("bad.jsonl", exported.replacen(from, to, 1));
        dir.bout(&["import", "bad.jsonl", "--into", "bad.db"]).fails(1).says(&["its checksum is another"]);
        assert!(!dir.path("bad.db").exists(), "nothing was imported, so there is no new database");
    }
    let (at, _) = exported.match_indices("12").last().expect("somebody won");
    let mut turned = exported.clone();
    turned.replace_range(at..at + 2, "21");
    dir.file("bad.jsonl", turned);
    dir.bout(&["import", "bad.jsonl", "--into", "bad.db"]).fails(1);
}

/// Plays the games in one run, in two runs, and in two processes at once.
#[test]
fn exports_of_the_same_games_are_the_same() {
    let dir = field();
    let results = |folder: &'static str| ["--results", folder];
    tournament(&dir, &[&results("one")[..], &["--games", "10"]].concat()).ok();
    tournament(&dir, &[&results("two")[..], &["--games", "4"]].concat()).ok();
    tournament(&dir, &[&results("two")[..], &["--games", "10", "--resume"]].concat()).ok();
    let games = |database: &str| {
        let lines = export(&dir, database);
        lines.lines().filter(|line| line.starts_with("{\"block\"")).map(String::from).collect::<Vec<_>>()
    };
    assert_eq!(games("one/contest.db"), games("two/contest.db"));
    for (from, into) in [("one", "two"), ("two", "one")] {
        dir.file("all.jsonl", export(&dir, &format!("{from}/contest.db")));
        dir.bout(&["import", "all.jsonl", "--into", &format!("{into}/contest.db")]).ok();
    }
    assert_eq!(export(&dir, "one/contest.db"), export(&dir, "two/contest.db"));
}

#[test]
fn two_tournaments_on_one_database_end_well() {
    let dir = field();
    for _ in 0..3 {
        let start = || {
            let args = ["--games", "2000", "--results", "both", "--threads", "1"];
            let mut command = dir.command(&TOURNAMENT.iter().chain(&args).copied().collect::<Vec<_>>());
            let said = File::create(dir.path("said")).unwrap();
            command.stdout(Stdio::null()).stderr(said).spawn().unwrap()
        };
        let mut both = [start(), start()];
        for child in &mut both {
            let status = wait_for(child, Duration::from_mins(2)).expect("it ends");
            assert_eq!(status.code(), Some(0), "{}", String::from_utf8_lossy(&dir.read("said")));
        }
        let alone = ["--games", "2000", "--results", "alone"];
        tournament(&dir, &alone).ok();
        assert_eq!(export(&dir, "both/contest.db"), export(&dir, "alone/contest.db"));
        fs::remove_dir_all(dir.path("both")).unwrap();
        fs::remove_dir_all(dir.path("alone")).unwrap();
    }
}

/// Differing results are reported with the game, the programs, and both results.
#[test]
fn results_that_differ_are_named() {
    let dir = field();
    tournament(&dir, &["--games", "4"]).ok();
    let old = without_checksums(&export(&dir, "contest.db"));
    let (at, _) = old.match_indices("\"results\":\"12").next().expect("somebody won");
    let mut other = old.clone();
    other.replace_range(at + 11..at + 13, "21");
    dir.file("other.jsonl", other);
    let refused = dir.bout(&["import", "other.jsonl", "--into", "contest.db"]).fails(1);
    refused.says(&["game 0 of", ".crash is kept as 12, and now is 21", "nothing was imported"]);
}

/// Removing the database of a running tournament is reported, and no result is lost.
#[cfg(unix)]
#[test]
fn a_database_that_is_removed_while_in_use_is_written_anew() {
    let dir = field();
    tournament(&dir, &["--games", "2"]).ok();
    // The run would take minutes. Its database is removed as soon as results arrive.
    let args = ["--games", "200000", "--resume", "--threads", "1"];
    let mut command = dir.command(&TOURNAMENT.iter().chain(&args).copied().collect::<Vec<_>>());
    let said = File::create(dir.path("said")).unwrap();
    let mut child = command.stdout(Stdio::null()).stderr(said).spawn().unwrap();
    let is_writing = || fs::metadata(dir.path("contest.db-wal")).is_ok_and(|log| log.len() > 20_000);
    while !is_writing() && child.try_wait().unwrap().is_none() {
        std::thread::sleep(Duration::from_millis(2));
    }
    assert!(child.try_wait().unwrap().is_none(), "it ended before it was disturbed");
    fs::remove_file(dir.path("contest.db")).unwrap();
    let status = wait_for(&mut child, Duration::from_mins(2)).expect("it ends");
    let said = String::from_utf8(dir.read("said")).unwrap();
    assert_eq!(status.code(), Some(3), "{said}");
    assert!(said.contains("was removed") && said.contains("written anew"), "{said}");
    let kept = export(&dir, "contest.db");
    assert!(kept.lines().filter(|line| line.starts_with("{\"block\"")).count() >= 3, "{kept}");
    dir.file("kept.jsonl", kept);
    dir.bout(&["import", "kept.jsonl", "--into", "again.db"]).ok();
}

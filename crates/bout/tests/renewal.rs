//! Hills after an upgrade of the game's rules, or of gcc.

#![cfg(all(target_os = "linux", target_arch = "x86_64"))]

mod support;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::Duration;

use contests::contest::key_of;
use serde_json::{Value, json};
use store::{Block, NewResult, Pairing, Store};
use support::other_gcc::{OtherGcc, major_of};
use support::site::Site;
use support::snakes::{RANDOM, STILL, walker};
use support::{Run, Sandbox, signal};

/// Creates a hill on which `bomber` has won every game.
fn crash_hill(score: &str) -> Sandbox {
    let dir = Sandbox::with_programs();
    fs::create_dir(dir.path("hill")).unwrap();
    let rules = "[rules]\nmax_turns = 20000\n";
    dir.file("hill/hill.toml", format!("game = \"crash\"\nscore = \"{score}\"\ngames = 10\n{rules}"));
    dir.bout(&["hill", "add", "hill", "bomber.crash", "wait.crash", "crash.crash"]).ok();
    dir
}

/// Replaces the stored results by results of older rules: the same games, but with winners
/// and losers swapped.
fn make_old(dir: &Sandbox) {
    let path = dir.path("hill/.bout/hill.db");
    let old = dir.path("old.db");
    let (now, mut then) = (Store::open(&path).unwrap(), Store::open(&old).unwrap());
    for (id, pairing) in now.pairings().unwrap() {
        let pairing = Pairing { rules_version: 0, ..pairing };
        let pairing = Pairing { key: key_of(&pairing), ..pairing };
        let kept = then.pairing(&pairing).unwrap();
        let swapped = |block: Block| {
            let other = |one: char| if one == '1' { '2' } else { '1' };
            let is_draw = |game: &[char]| game[0] == game[1];
            let places: Vec<char> = block.results.chars().collect();
            let games = places.chunks(2).flat_map(|game| {
                if is_draw(game) { game.to_vec() } else { game.iter().copied().map(other).collect() }
            });
            Block { results: games.collect(), ..block }
        };
        let blocks = now.blocks(id).unwrap().into_iter().map(swapped);
        let results: Vec<NewResult> = blocks.map(|block| NewResult::Block { pairing: kept, block }).collect();
        then.keep(&results).unwrap();
        let census = now.census(id).unwrap();
        then.keep(
            &census.map(|census| NewResult::Census { pairing: kept, census }).into_iter().collect::<Vec<_>>(),
        )
        .unwrap();
    }
    drop((now, then));
    for ending in ["", "-wal", "-shm"] {
        let file = |path: &Path| PathBuf::from(format!("{}{ending}", path.display()));
        let _ = fs::remove_file(file(&path));
        let _ = fs::rename(file(&old), file(&path));
    }
    let standings = String::from_utf8(dir.read("hill/results/standings.json")).unwrap();
    assert_eq!(standings.matches("\"rules_version\": 1").count(), 1, "{standings}");
    dir.file(
        "hill/results/standings.json",
        standings.replace("\"rules_version\": 1", "\"rules_version\": 0"),
    );
}

fn shown(dir: &Sandbox) -> Value {
    dir.bout(&["hill", "show", "hill", "--output", "json"]).ok().json()
}

fn files(shown: &Value) -> Vec<&str> {
    shown["table"].as_array().unwrap().iter().map(|row| row["program"].as_str().unwrap()).collect()
}

/// Returns the number of pairs for each version of the rules.
fn pairs(shown: &Value) -> Vec<(u64, u64)> {
    let number = |row: &Value| (row["rules_version"].as_u64().unwrap(), row["pairs"].as_u64().unwrap());
    shown["environments"].as_array().unwrap().iter().map(number).collect()
}

#[test]
fn other_rules_change_no_rank_until_the_hill_is_renewed() {
    let dir = crash_hill("sampled");
    let before = shown(&dir);
    assert_eq!((files(&before)[0], pairs(&before)), ("bomber.crash", vec![(1, 3)]));
    make_old(&dir);
    let old = shown(&dir);
    assert_eq!(pairs(&old), [(0, 3), (1, 0)]);
    assert_eq!(files(&old)[2], "bomber.crash", "the results are those that were kept");
    dir.bout(&["hill", "show", "hill"])
        .ok()
        .prints(&["All 3 pairs have played under version 0 of the rules.", "bout hill renew hill"]);
    // A challenger plays by the present rules; the others keep their results.
    dir.file("sweep.crash", "write crash [i]+[a]+3\nstore [a]+1 a\nstore [i]-3 i\n");
    dir.bout(&["hill", "add", "hill", "sweep.crash"]).ok();
    let mixed = shown(&dir);
    assert_eq!(pairs(&mixed), [(0, 3), (1, 3)]);
    let standings = |dir: &Sandbox| String::from_utf8(dir.read("hill/results/standings.json")).unwrap();
    let before_renewal = standings(&dir);
    let renewed = dir.bout(&["hill", "renew", "hill", "--output", "json"]).ok().json();
    assert_eq!((&renewed["change"], &renewed["retired"]), (&json!("renew"), &json!([])));
    assert_eq!(renewed["old_table"], "results/before-renewal-1.json");
    assert_eq!(String::from_utf8(dir.read("hill/results/before-renewal-1.json")).unwrap(), before_renewal);
    let after = shown(&dir);
    assert_eq!(pairs(&after), [(1, 6)]);
    let history = after["history"].as_array().unwrap();
    assert_eq!(
        (&history[4]["change"], &history[4]["environment"]["rules_version"]),
        (&json!("renew"), &json!(1))
    );
    // The result is that of a hill that always had these rules.
    let fresh = crash_hill("sampled");
    fresh.file("sweep.crash", dir.read("sweep.crash"));
    fresh.bout(&["hill", "add", "hill", "sweep.crash"]).ok();
    assert_eq!(standings(&dir), standings(&fresh));
    dir.bout(&["hill", "renew", "hill"]).ok().prints(&["All pairs have played in the present environment."]);
    assert_eq!(dir.names("hill/results").len(), 3, "the second renewal had nothing to do");
}

#[test]
fn exact_scores_are_kept_and_renewed_too() {
    let dir = crash_hill("exact");
    let before = shown(&dir);
    make_old(&dir);
    let old = shown(&dir);
    assert_eq!((pairs(&old), &old["table"]), (vec![(0, 3), (1, 0)], &before["table"]));
    assert_eq!(old["ratings"]["exact_pairs"], 3);
    dir.bout(&["hill", "renew", "hill"]).ok();
    let new = shown(&dir);
    assert_eq!((pairs(&new), &new["table"]), (vec![(1, 3)], &before["table"]));
}

#[test]
fn nothing_is_renewed_that_is_not_old() {
    let dir = crash_hill("sampled");
    let before = dir.read("hill/results/history.jsonl");
    let renewed = dir.bout(&["hill", "renew", "hill", "--output", "json"]).ok().json();
    assert_eq!((&renewed["change"], &renewed["old_table"]), (&json!("renew"), &Value::Null));
    assert_eq!(dir.read("hill/results/history.jsonl"), before);
    let checked = dir.bout(&["admin", "check", "--site", ".", "--output", "json"]).ok().json();
    assert_eq!(checked["attention"], false);
}

/// Creates a hill of Snakes that was played with the usual gcc. The program `picky.c` compiles with
/// no other gcc.
fn snakes_hill() -> Sandbox {
    let major = major_of(Path::new("gcc"));
    snakes_hill_of(&major, |dir, args| dir.bout(args))
}

/// Creates a hill of Snakes with `picky.c`, which compiles only with this version of gcc. `bout`
/// runs the commands that play.
fn snakes_hill_of(major: &str, bout: impl Fn(&Sandbox, &[&str]) -> Run) -> Sandbox {
    let dir = Sandbox::new();
    fs::create_dir(dir.path("hill")).unwrap();
    dir.file("hill/hill.toml", "game = \"snakes\"\ngames = 2\n[rules]\nturns = 40\n");
    dir.file("still.c", STILL);
    dir.file("random.c", RANDOM);
    dir.file("walker.c", walker("Walker", "DDDDDRRRRRUUUUU", "LLLLLUUUUURRRRR"));
    dir.file("picky.c", format!("#if __GNUC__ != {major}\n#error this is another gcc\n#endif\n{STILL}"));
    bout(&dir, &["hill", "add", "hill", "still.c", "walker.c", "picky.c"]).ok();
    dir
}

/// Returns the permanent files of a hill: all but those in `.bout`.
fn kept(dir: &Sandbox) -> Vec<(String, Vec<u8>)> {
    let mut all = Vec::new();
    for folder in ["hill/programs", "hill/fallen", "hill/results"] {
        let names = dir.names(folder).into_iter().map(|name| format!("{folder}/{name}"));
        all.extend(names.map(|name| (name.clone(), dir.read(&name))));
    }
    all
}

#[test]
fn another_gcc_changes_no_rank_and_retires_what_does_not_compile() {
    let (dir, other) = (snakes_hill(), OtherGcc::find());
    let before = shown(&dir);
    let show = |args: &[&str]| other.bout(&dir, &[&["hill"], args].concat());
    let old = show(&["show", "hill", "--output", "json"]).ok().json();
    assert_eq!(old["table"], before["table"], "ranks, points and ages are as they were");
    assert_eq!(old["unable"][0]["program"], "picky.c");
    assert_eq!((&old["environments"][0]["pairs"], &old["environments"][1]["pairs"]), (&json!(3), &json!(0)));
    show(&["show", "hill"]).ok().prints(&[
        "All 3 pairs have played under gcc",
        "picky.c cannot play any more",
        "this is another gcc",
    ]);
    let checked = other.bout(&dir, &["admin", "check", "--site", ".", "--output", "json"]).fails(1).json();
    let says = checked["parts"][1]["says"].to_string();
    assert!(says.contains("picky.c cannot play any more") && says.contains("2 games of 1 pair"), "{says}");
    assert_eq!(dir.names("hill/programs"), ["picky.c", "still.c", "walker.c"], "nothing has changed");
    let test = show(&["test", "hill", "random.c", "--output", "json"]).ok().json();
    assert_eq!((test["of"].as_u64(), dir.names("hill/programs").len()), (Some(3), 3));
    // A challenger needs games against every program, so a program that cannot play
    // any more leaves.
    let added = show(&["add", "hill", "random.c"]);
    assert_eq!(added.code, Some(0));
    added.says(&["picky.c cannot play any more, and is retired"]);
    assert_eq!(dir.names("hill/fallen"), ["picky.c"]);
    let after = show(&["show", "hill", "--output", "json"]).ok().json();
    assert_eq!(
        (&after["environments"][0]["pairs"], &after["environments"][1]["pairs"]),
        (&json!(1), &json!(2))
    );
    let history = after["history"].as_array().unwrap();
    assert_eq!((&history[3]["change"], &history[3]["program"]), (&json!("retire"), &json!("picky.c")));
    assert!(history[3]["why"].as_str().unwrap().contains("this is another gcc"), "{}", history[3]);
    assert_eq!((&history[4]["change"], &history[4]["program"]), (&json!("add"), &json!("random.c")));
    // With the usual gcc again, all results from both compilers are known.
    let back = shown(&dir);
    assert_eq!(back["table"], after["table"]);
}

#[test]
fn a_renewal_that_is_killed_goes_on_and_ends_with_the_same_bytes() {
    let other = OtherGcc::find();
    let renewed = |pauses: &[u64]| {
        let dir = snakes_hill();
        let before = shown(&dir);
        for &pause_ms in pauses {
            let mut renewal = other.command(&dir, &["hill", "renew", "hill", "--threads", "1"]);
            let mut renewal = renewal.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
            std::thread::sleep(Duration::from_millis(pause_ms));
            signal(&renewal, "KILL");
            renewal.wait().unwrap();
            let now = other.bout(&dir, &["hill", "show", "hill", "--output", "json"]).ok().json();
            // Until the switch, the old table applies. A command first finishes a change
            // that was begun.
            if now["environments"][0]["pairs"] == 3 {
                assert_eq!(now["table"], before["table"], "after {pause_ms} ms");
            }
        }
        assert_eq!(other.bout(&dir, &["hill", "renew", "hill"]).code, Some(0));
        dir
    };
    let whole = renewed(&[]);
    let expected = kept(&whole);
    assert_eq!(whole.names("hill/programs"), ["still.c", "walker.c"]);
    assert_eq!(whole.names("hill/fallen"), ["picky.c"]);
    let history = String::from_utf8(whole.read("hill/results/history.jsonl")).unwrap();
    let changes: Vec<Value> = history.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let changes: Vec<&str> = changes.iter().map(|line| line["change"].as_str().unwrap()).collect();
    assert_eq!(changes, ["add", "add", "add", "renew", "retire"]);
    assert!(kept(&renewed(&[5, 30, 60, 120, 200, 300, 450])) == expected);
}

#[test]
fn a_site_renews_a_hill_in_the_background() {
    // Workers can reach only the system's compilers, so the games with the other gcc
    // were played before.
    let other = OtherGcc::find();
    let dir = snakes_hill_of(&major_of(&other.gcc()), |dir, args| other.bout(dir, args));
    let config = String::from_utf8(dir.read("hill/hill.toml")).unwrap();
    let site = Site::started(dir.command(&["serve", ".", "--bind", "127.0.0.1:0"]).stderr(Stdio::null()));
    let old = site.wait_until("/api/v1/hills/hill", |hill| hill["complete"] == true);
    assert_eq!(
        (&old["environments"][0]["pairs"], &old["unable"][0]["program"]),
        (&json!(3), &json!("picky.c"))
    );
    let page = site.get("/hills/hill").text();
    assert!(
        page.contains("All 3 pairs have played under gcc") && page.contains("cannot play any more"),
        "{page}"
    );
    dir.file("hill/hill.toml", format!("renew = \"auto\"\n{config}"));
    let events =
        site.wait_until("/api/v1/hills/hill/events", |all| all["events"][0]["happened"] == "retired");
    assert_eq!(events["events"][1]["happened"], "renewed");
    let new = site.wait_until("/api/v1/hills/hill", |hill| {
        hill["complete"] == true && hill["environments"][0]["present"] == true
    });
    assert_eq!((&new["unable"], &new["renewal"]), (&json!([]), &Value::Null));
    let page = site.get("/hills/hill/programs/picky.c").text();
    assert!(page.contains("retired, because it cannot play any more"), "{page}");
}

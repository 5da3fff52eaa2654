//! Ratings of deterministic bots: repeated games are recognised and count once.

#![cfg(all(target_os = "linux", target_arch = "x86_64"))]

mod support;

use std::fs::create_dir;

use serde_json::{Value, json};
use support::snakes::{RANDOM, STILL, walker};
use support::{Run, Sandbox};

/// Creates six bots that walk fixed paths and never call `rand`, and outside of the field a bot
/// that moves at random.
fn field() -> Sandbox {
    let dir = Sandbox::new();
    create_dir(dir.path("field")).unwrap();
    dir.file("field/a.c", STILL);
    for (name, as_x, as_o) in [
        ("b", "DDDRRRUUULLL", "UUULLLDDDRRR"),
        ("c", "DDDDDRRRRRUUUUULLLL", "UUUUULLLLLDDDDDRRRR"),
        ("d", "RRRRDDDDLLLLUUU", "LLLLUUUURRRRDDD"),
        ("e", "DDRRUUDDRRUU", "UULLDDUULLDD"),
        ("f", "DDDDDDDDRRRRRRRRUUUUUUUULLLLLLL", "UUUUUUUULLLLLLLLDDDDDDDDRRRRRRR"),
    ] {
        dir.file(format!("field/{name}.c"), walker(name, as_x, as_o));
    }
    dir.file("random.c", RANDOM);
    dir
}

const ALL: [&str; 6] = ["field/a.c", "field/b.c", "field/c.c", "field/d.c", "field/e.c", "field/f.c"];

fn play(dir: &Sandbox, programs: &[&str], more: &[&str]) -> Run {
    dir.bout(&[&["tournament", "--rules", "turns=80"], programs, more].concat())
}

fn document(dir: &Sandbox, programs: &[&str], more: &[&str]) -> Value {
    play(dir, programs, &[more, &["--output", "json"]].concat()).ok().json()
}

/// Returns the rating columns of each program.
fn ratings(document: &Value) -> Vec<Value> {
    let mut rows: Vec<Value> = document["table"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| {
            json!([
                row["program"],
                row["elo"],
                row["elo_low"],
                row["elo_high"],
                row["best_rank"],
                row["worst_rank"]
            ])
        })
        .collect();
    rows.sort_by_key(ToString::to_string);
    rows
}

#[test]
fn games_over_again_say_nothing_new() {
    let dir = field();
    for (programs, basis) in [(2, "results"), (4, "results"), (5, "field"), (6, "field")] {
        let programs = &ALL[..programs];
        let pairs = programs.len() * (programs.len() - 1) / 2;
        let once = document(&dir, programs, &["--games", "2", "--resume"]);
        let often = document(&dir, programs, &["--games", "10", "--resume"]);
        assert_eq!((&once["ratings"]["basis"], &often["ratings"]["basis"]), (&json!(basis), &json!(basis)));
        assert_eq!(once["ratings"]["repeats"], 0, "a game from each seat");
        assert_eq!(often["ratings"]["repeats"], pairs * 8, "two of ten games are different ones");
        assert_eq!(ratings(&once), ratings(&often));
        assert_eq!(often["ratings"]["fit"], Value::Null, "there is no chance that could be tested");
        // The repeated games were played all the same, and count for points.
        assert_eq!(often["matches"], pairs * 10);
        for row in often["table"].as_array().unwrap() {
            let [elo, low, high] = ["elo", "elo_low", "elo_high"].map(|key| row[key].as_f64().unwrap());
            assert!(low <= elo && elo <= high, "{row:#}");
        }
    }
    let text = play(&dir, &ALL, &["--games", "10", "--resume"]).ok().out;
    assert!(text.contains("repeated games all had the same result"), "{text}");
    assert!(text.contains("120 games that repeat another game"), "{text}");
    assert!(text.contains("other fields like this one"), "{text}");
    let text = play(&dir, &ALL, &["--games", "2", "--resume"]).ok().out;
    assert!(!text.contains("repeated games"), "nothing was: {text}");
}

/// A bot that calls `rand` makes only its own games differ; the games of the others
/// are still repeats.
#[test]
fn a_bot_that_asks_for_rand() {
    let dir = field();
    let programs = [&ALL[..4], &["random.c"]].concat();
    let run = document(&dir, &programs, &["--games", "10"]);
    assert_eq!(run["ratings"]["basis"], "setups");
    assert_eq!(run["ratings"]["repeats"], 6 * 8, "those of the six pairs without it");
    let text = play(&dir, &programs, &["--games", "10", "--resume"]).ok().out;
    assert!(text.contains("over all setups") && text.contains("48 games"), "{text}");
}

/// In no resampled field is a bot better than its copy.
#[test]
fn equals_are_as_likely_to_be_better() {
    let dir = field();
    dir.file("field/again.c", dir.read("field/b.c"));
    let programs = [&ALL[..], &["field/again.c"]].concat();
    let run = document(&dir, &programs, &["--games", "4"]);
    assert_eq!(run["ratings"]["basis"], "field");
    let rated = ratings(&run);
    let of = |name: &str| rated.iter().find(|row| row[0] == name).unwrap().as_array().unwrap()[1..].to_vec();
    assert_eq!(of("field/again.c")[0], of("field/b.c")[0]);
    let is_theirs = |cell: &&Value| cell["program"] == "field/again.c" && cell["opponent"] == "field/b.c";
    let cell = run["cross"].as_array().unwrap().iter().find(is_theirs).unwrap();
    assert_eq!(cell["wins"], cell["losses"]);
    let likelihood = cell["likelihood_better"].as_f64().unwrap();
    assert!((0.3..0.7).contains(&likelihood), "{likelihood}");
}

/// Stored answers are read back from the database, and from an export.
#[test]
fn answers_that_are_kept_tell_the_same() {
    let dir = field();
    let args = ["--games", "6"];
    let first = document(&dir, &ALL, &args);
    assert_eq!(first["ratings"]["repeats"], 15 * 4);
    assert_eq!(document(&dir, &ALL, &[&args[..], &["--resume"]].concat()), first);
    assert_eq!(document(&dir, &ALL, &[&args[..], &["--fresh", "--threads", "1"]].concat()), first);
    let turned: Vec<&str> = ALL.iter().rev().copied().collect();
    assert_eq!(document(&dir, &turned, &[&args[..], &["--resume"]].concat()), first);
    // Half of the results are known, the other half is played.
    document(&dir, &ALL, &["--games", "4", "--results", "other"]);
    assert_eq!(document(&dir, &ALL, &[&args[..], &["--results", "other", "--resume"]].concat()), first);
    let exported = dir.bout(&["export", "contest.db"]).ok();
    create_dir(dir.path("moved")).unwrap();
    dir.bout_with(&["import", "-", "--into", "moved/contest.db"], &exported.stdout).ok();
    let moved = play(&dir, &ALL, &[&args[..], &["--results", "moved", "--output", "json"]].concat());
    assert_eq!(moved.json(), first);
    moved.says(&["90 of 90 matches were known"]);
}

/// A game of a later round can repeat one of an earlier round. Two identical bots are never
/// ranked, so the rounds use up the whole budget. In some of them the two bots play different
/// numbers of games.
#[test]
fn rounds_of_an_adaptive_schedule_are_compared() {
    let dir = field();
    dir.file("field/again.c", dir.read("field/b.c"));
    let programs = [&ALL[..4], &["field/again.c"]].concat();
    let once = document(&dir, &programs, &["--games", "2", "--results", "once"]);
    for budget in [60_u64, 110, 170] {
        let text = budget.to_string();
        let args = ["--schedule", "adaptive", "--top", "5", "--budget", &text];
        let run = document(&dir, &programs, &[&args[..], &["--resume"]].concat());
        assert_eq!(run["matches"], budget, "it was not settled");
        assert_eq!(run["ratings"]["repeats"], budget - 20, "ten pairs have twenty different games");
        assert_eq!(run["ratings"]["basis"], "field");
        let elo = |document: &Value| ratings(document).iter().map(|row| row[1].clone()).collect::<Vec<_>>();
        assert_eq!(elo(&run), elo(&once), "who played how often does not count");
        assert_eq!(document(&dir, &programs, &[&args[..], &["--fresh"]].concat()), run);
    }
}

#[test]
fn a_hill_of_bots_that_always_do_the_same() {
    let dir = field();
    create_dir(dir.path("hill")).unwrap();
    dir.file("hill/hill.toml", "game = \"snakes\"\ngames = 6\n[rules]\nturns = 80\n");
    dir.bout(&[&["hill", "add", "hill"], &ALL[..5]].concat()).ok();
    let show = |dir: &Sandbox| dir.bout(&["hill", "show", "hill", "--output", "json"]).ok().json();
    let shown = show(&dir);
    assert_eq!((&shown["ratings"]["basis"], &shown["ratings"]["repeats"]), (&json!("field"), &json!(10 * 4)));
    dir.bout(&["hill", "show", "hill"]).ok().prints(&["40 games", "other fields like this one"]);
    std::fs::remove_dir_all(dir.path("hill/.bout")).unwrap();
    assert_eq!(show(&dir), shown, "played anew, it is the same");
}

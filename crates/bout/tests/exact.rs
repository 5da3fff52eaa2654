//! `bout exact`, and contests with exact scores, on the command line.
//!
//! Censuses themselves are tested where they are implemented. Here most counts are made up and
//! imported, so that the expected scores can be computed by hand, and no test has to wait for
//! millions of matches.

mod support;

use std::fs;

use serde_json::{Value, json};
use support::{Run, Sandbox, without_checksums};

/// Returns made-up results for two files in seat order: wins of each, then draws, of 12 setups.
fn counts(first: &str, second: &str) -> [u64; 3] {
    match (first, second) {
        ("bomber.crash", "wait.crash") => [9, 1, 2],
        ("wait.crash", "bomber.crash") => [4, 6, 2],
        ("bomber.crash", "crash.crash") => [12, 0, 0],
        ("crash.crash", "bomber.crash") => [0, 12, 0],
        ("wait.crash", "crash.crash") => [6, 0, 6],
        ("crash.crash", "wait.crash") => [0, 6, 6],
        other => panic!("{other:?} are not expected"),
    }
}

/// Imports the database `from` into a new one, adding a made-up census for every pair in both
/// orders. `files` maps identities to file names. Pairs with the program `slow` get a long estimate
/// and no counts.
fn invent(dir: &Sandbox, [from, into]: [&str; 2], files: &[(Value, Value)], slow: &str) {
    let file = |id: &Value| files.iter().find(|(one, _)| one == id).unwrap().1.as_str().unwrap();
    let mut lines = Vec::new();
    let exported = without_checksums(&dir.bout(&["export", from]).ok().out);
    for line in exported.lines().map(|line| serde_json::from_str::<Value>(line).unwrap()) {
        if line.get("census").is_some() || line.get("end").is_some() {
            continue;
        }
        let census = line.get("pairing").filter(|pairing| pairing["environment"] == "exact").map(|pairing| {
            let (key, programs) = (&pairing["key"], &pairing["programs"]);
            let (first, second) = (file(&programs[0]), file(&programs[1]));
            if [first, second].contains(&slow) {
                return json!({"census": {"pairing": key, "estimated_ms": 1000}});
            }
            let [wins, losses, draws] = counts(first, second);
            let counts = json!({"wins": [wins, losses], "draws": draws});
            json!({"census": {"pairing": key, "estimated_ms": 999, "counts": counts}})
        });
        lines.push(line);
        lines.extend(census);
    }
    lines.push(json!({"end": {"lines": lines.len()}}));
    let text: Vec<String> = lines.iter().map(|line| format!("{line}\n")).collect();
    dir.file("invented.jsonl", text.concat());
    fs::create_dir_all(dir.path(into).parent().unwrap()).unwrap();
    dir.bout(&["import", "invented.jsonl", "--into", into]).ok();
}

const FIELD: [&str; 3] = ["wait.crash", "crash.crash", "bomber.crash"];

fn tournament(dir: &Sandbox, more: &[&str]) -> Run {
    let args = ["tournament", "--resume", "--rules", "max_turns=200"];
    dir.bout(&args.iter().chain(&FIELD).chain(more).copied().collect::<Vec<_>>())
}

/// Creates a sandbox with made-up censuses of the three programs in the folder `known`.
fn known(slow: &str) -> Sandbox {
    let dir = Sandbox::with_programs();
    tournament(&dir, &["--games", "2", "--results", "first"]).ok();
    let exported = dir.bout(&["export", "first/contest.db"]).ok().jsonl();
    let programs = exported.iter().filter_map(|line| line.get("program"));
    let files: Vec<_> = programs.map(|one| (one["id"].clone(), one["file"].clone())).collect();
    invent(&dir, ["first/contest.db", "known/contest.db"], &files, slow);
    dir
}

/// By hand: the two programs draw if Crash stands just before Waiter, because both `i` are
/// equal after the first turn (C5). That holds for 4095 of 4096 · 4095 placements. In all
/// others Crash crashes.
#[test]
fn a_waiter_is_drawn_by_a_crash_right_before_it() {
    let dir = Sandbox::with_programs();
    let exact = |one, other| dir.bout(&["exact", one, other, "--output", "json"]).ok().json();
    let expected = json!([16_773_120 - 4095, 0]);
    let first = exact("wait.crash", "crash.crash");
    assert_eq!((&first["wins"], &first["draws"]), (&expected, &json!(4095)));
    assert_eq!(first["placements"], 16_773_120);
    let second = exact("crash.crash", "wait.crash");
    assert_eq!((&second["wins"], &second["draws"]), (&json!([0, 16_773_120 - 4095]), &json!(4095)));
}

/// Censuses that run by default may take an estimated minute at most per tournament. By hand: a
/// pair takes 2 · 999 ms, and its estimate 20 ms, so 29 of 36 pairs fit.
#[test]
fn what_is_counted_unasked_keeps_to_a_budget() {
    let dir = Sandbox::new();
    let files: Vec<String> = (1..=9).map(|n| format!("{n}.crash")).collect();
    for (n, file) in (1_u32..).zip(&files) {
        dir.file(file, format!("write crash [i]+[a]+4\nstore [a]+{n} a\nstore [i]-3 i\n"));
    }
    let play = |results: &str, more: &[&str], files: &mut dyn Iterator<Item = &String>| {
        let args =
            ["tournament", "--resume", "--rules", "max_turns=200", "--games", "2", "--results", results];
        let args = args.iter().chain(more).copied().map(String::from).chain(files.cloned());
        dir.bout(&args.collect::<Vec<_>>())
    };
    play("first", &[], &mut files.iter()).ok();
    let mut lines = Vec::new();
    let exported = without_checksums(&dir.bout(&["export", "first/contest.db"]).ok().out);
    for line in exported.lines().map(|line| serde_json::from_str::<Value>(line).unwrap()) {
        if line.get("census").is_some() || line.get("end").is_some() {
            continue;
        }
        let exact = line.get("pairing").filter(|pairing| pairing["environment"] == "exact");
        let counts = json!({"wins": [6, 6], "draws": 0});
        let census = exact.map(
            |pairing| json!({"census": {"pairing": pairing["key"], "estimated_ms": 999, "counts": counts}}),
        );
        lines.push(line);
        lines.extend(census);
    }
    lines.push(json!({"end": {"lines": lines.len()}}));
    let lines: Vec<String> = lines.iter().map(ToString::to_string).collect();
    dir.file("invented.jsonl", lines.join("\n") + "\n");
    let exact = |results: &str, threads: &str, files: &mut dyn Iterator<Item = &String>| {
        fs::create_dir(dir.path(results)).unwrap();
        dir.bout(&["import", "invented.jsonl", "--into", &format!("{results}/contest.db")]).ok();
        let document = play(results, &["--threads", threads, "--output", "json"], files).ok().json();
        let counts = ["exact_pairs", "sampled_pairs"].map(|key| document["ratings"][key].as_u64().unwrap());
        assert_eq!(counts, [29, 7]);
        let cross = document["cross"].as_array().unwrap();
        let pair = |cell: &Value| [&cell["program"], &cell["opponent"]].map(ToString::to_string);
        let mut exact: Vec<_> = cross.iter().filter(|cell| cell["exact"] == true).map(pair).collect();
        exact.sort_unstable();
        exact
    };
    assert_eq!(exact("one", "1", &mut files.iter()), exact("other", "4", &mut files.iter().rev()));
}

#[test]
fn a_census_that_is_no_longer_so_is_found() {
    let dir = known("");
    tournament(&dir, &["--results", "known"]).ok();
    let judged = dir.bout(&["rejudge", "known/contest.lock", "--output", "json"]).fails(1).json();
    assert_eq!(judged["changed"].as_array().unwrap().len(), 6);
}

#[test]
fn what_is_known_is_said_in_all_forms() {
    let dir = known("");
    let exact = |form: &str| {
        let args = ["exact", "bomber.crash", "wait.crash", "--rules", "max_turns=200", "--results", "known"];
        dir.bout(&args.iter().chain(&["--output", form]).copied().collect::<Vec<_>>()).ok()
    };
    let document = exact("json").json();
    assert_eq!(
        document,
        json!({
            "game": "crash", "programs": ["bomber.crash", "wait.crash"], "rules": {"max_turns": 200},
            "placements": 12, "wins": [9, 1], "draws": 2,
        })
    );
    assert_eq!(exact("jsonl").jsonl(), [document]);
    let (header, rows) = exact("csv").csv();
    assert_eq!(header, ["first", "second", "placements", "first_wins", "second_wins", "draws"]);
    assert_eq!(rows, [["bomber.crash", "wait.crash", "12", "9", "1", "2"]]);
    // 9 wins and 2 draws in 12 setups are 10 of 12 points.
    exact("text").prints(&[
        "all 12 setups",
        "75.0000",
        "8.3333",
        "16.6667",
        "bomber 0.833333, wait 0.166667",
    ]);
}

#[test]
fn what_cannot_be_counted_is_refused() {
    let dir = Sandbox::with_programs();
    dir.bout(&["exact", "sweeper.esowar", "smart.esowar"]).fails(2).says(&["esowar", "--games"]);
    dir.bout(&["exact", "wait.crash"]).fails(2).says(&["exactly 2", "1"]);
    dir.bout(&["exact", "wait.crash", "smart.esowar"]).fails(2);
    dir.bout(&["exact", "wait.crash", "wait.crash", "--rules", "colour=1"]).fails(2).says(&["colour"]);
    dir.bout(&["exact", "wait.crash", "none.crash"]).fails(3);
    let args = ["tournament", "sweeper.esowar", "smart.esowar", "--score", "exact"];
    dir.bout(&args).fails(2).says(&["esowar", "sampled"]);
    for more in
        [&["--schedule", "adaptive"][..], &["--schedule", "single-elimination"], &["--record", "games"]]
    {
        let run = tournament(&dir, &[more, &["--score", "exact"]].concat()).fails(2);
        run.says(&["needs games"]);
    }
}

/// By hand, for ten games per pair: Bomber scores (15 + 4 / 2) / 24 of the points against Waiter,
/// and all against Crash. Waiter scores 18 / 24 against Crash.
#[test]
fn points_are_games_times_exact_scores() {
    let dir = known("");
    let document = tournament(&dir, &["--results", "known", "--output", "json"]).ok().json();
    let column = |name: &str| -> Vec<Value> {
        document["table"].as_array().unwrap().iter().map(|row| row[name].clone()).collect()
    };
    assert_eq!(column("program"), ["bomber.crash", "wait.crash", "crash.crash"]);
    assert_eq!(column("points"), [json!(17.083), json!(10.417), json!(2.5)]);
    assert_eq!(column("wins"), [json!(16.25), json!(7.083), json!(0)]);
    assert_eq!(column("draws"), [json!(1.667), json!(6.667), json!(5)]);
    assert_eq!(column("losses"), [json!(2.083), json!(6.25), json!(15)]);
    assert_eq!(column("games"), [20, 20, 20]);
    assert_eq!((&document["matches"], &document["score"]), (&json!(30), &json!("auto")));
    let ratings = &document["ratings"];
    assert_eq!((&ratings["exact_pairs"], &ratings["sampled_pairs"]), (&json!(3), &json!(0)));
    assert_eq!(ratings["basis"], "results", "nothing is left to chance, and three are no field");
    tournament(&dir, &["--results", "known"]).ok().prints(&["every setup of every pair was counted"]);
    let sampled =
        tournament(&dir, &["--results", "known", "--score", "sampled", "--output", "json"]).ok().json();
    assert_eq!((&sampled["score"], &sampled["ratings"]["exact_pairs"]), (&Value::Null, &json!(0)));
}

#[test]
fn the_cross_table_and_the_page_have_shares_of_games() {
    let dir = known("");
    let (_, rows) = tournament(&dir, &["--results", "known", "--cross", "--output", "csv"]).ok().csv();
    let row = rows.iter().find(|row| row[..2] == ["bomber.crash", "wait.crash"]).unwrap();
    assert_eq!(row[2..6], ["10", "6.25", "1.667", "2.083"]);
    assert_eq!(row[8], "true");
    tournament(&dir, &["--results", "known", "-o", "page.html"]).ok();
    let page = String::from_utf8(dir.read("page.html")).unwrap();
    assert!(page.contains("16.25") && page.contains("17.083"));
    assert!(page.contains("title=\"6.25-1.667-2.083, exact ("), "a pair says that it is exact");
    assert!(page.contains("a sample game of bomber against wait"), "no game was played");
}

#[test]
fn a_slow_pair_is_sampled_beside_exact_ones() {
    let dir = known("crash.crash");
    let run = tournament(&dir, &["--results", "known"]).ok();
    // Bomber's score against Waiter is exact, (15 + 4 / 2) / 24 of the points. Crash's
    // scores are sampled.
    run.prints(&["Scores of 1 of 3 pairs are exact", "% against (~ sampled)", " 71 ", "~"]);
    let document = tournament(&dir, &["--results", "known", "--output", "json"]).ok().json();
    assert_eq!((&document["ratings"]["basis"], &document["matches"]), (&json!("setups"), &json!(30)));
    for row in document["table"].as_array().unwrap() {
        assert_eq!(row["games"], 20, "no pair counts for more than another");
    }
    for cell in document["cross"].as_array().unwrap() {
        let is_slow = [&cell["program"], &cell["opponent"]].into_iter().any(|one| one == "crash.crash");
        assert_eq!(cell["exact"], !is_slow, "{cell}");
    }
}

#[test]
fn a_lock_holds_how_scores_are_found() {
    let dir = known("");
    tournament(&dir, &["--results", "known"]).ok();
    tournament(&dir, &["--results", "known", "--locked"]).ok();
    let sampled = tournament(&dir, &["--results", "known", "--locked", "--score", "sampled"]).fails(1);
    sampled.says(&["score: locked auto, now sampled"]);
    // A Swiss tournament uses the same counts. Schedules and file formats that consist of single
    // games use sampled scores.
    let swiss = ["--results", "known", "--schedule", "swiss", "--rounds", "2", "--output", "json"];
    let swiss = tournament(&dir, &swiss).ok().json();
    assert_eq!(swiss["score"], "auto");
    for more in [&["--schedule", "single-elimination"][..], &["--pgn", "games.pgn"], &["--record", "games"]] {
        let run = tournament(&dir, &[&["--results", "known", "--output", "json"], more].concat()).ok();
        assert_eq!(run.json()["score"], Value::Null, "{more:?}");
    }
}

#[test]
fn an_export_carries_censuses() {
    let dir = known("");
    let before = tournament(&dir, &["--results", "known", "--output", "json"]).ok().out;
    let exported = dir.bout(&["export", "known/contest.db"]).ok().out;
    dir.file("all.jsonl", exported);
    fs::create_dir(dir.path("other")).unwrap();
    dir.bout(&["import", "all.jsonl", "--into", "other/contest.db"]).ok().prints(&["6 censuses"]);
    let after = tournament(&dir, &["--results", "other", "--output", "json"]).ok();
    assert_eq!(after.out, before);
}

#[test]
fn a_hill_ranks_by_exact_scores() {
    let hill = |dir: &Sandbox, name: &str| {
        fs::create_dir(dir.path(name)).unwrap();
        dir.file(format!("{name}/hill.toml"), "game = \"crash\"\ngames = 10\n[rules]\nmax_turns = 200\n");
    };
    let dir = Sandbox::with_programs();
    hill(&dir, "first");
    dir.bout(&["hill", "add", "first", "wait.crash", "crash.crash", "bomber.crash"]).ok();
    hill(&dir, "hill");
    let standings: Value = serde_json::from_slice(&dir.read("first/results/standings.json")).unwrap();
    let places = standings["programs"].as_array().unwrap();
    let files: Vec<_> = places.iter().map(|one| (one["id"].clone(), one["file"].clone())).collect();
    invent(&dir, ["first/.bout/hill.db", "hill/.bout/hill.db"], &files, "");
    dir.bout(&["hill", "add", "hill", "wait.crash", "crash.crash", "bomber.crash"]).ok();
    for _ in 0..2 {
        // The second time, the standings are read from the file that the first call wrote.
        let shown = dir.bout(&["hill", "show", "hill", "--output", "json"]).ok().json();
        let points: Vec<&Value> =
            shown["table"].as_array().unwrap().iter().map(|row| &row["points"]).collect();
        assert_eq!(points, [&json!(17.083), &json!(10.417), &json!(2.5)]);
        dir.bout(&["hill", "test", "hill", "crash.crash"]).ok();
    }
    let standings: Value = serde_json::from_slice(&dir.read("hill/results/standings.json")).unwrap();
    assert_eq!(standings["programs"][0]["wins"], 16.25);
}

//! `bout compare`: whether a new version is better than the old one.

mod support;

use std::fs;

use serde_json::{Value, json};
use support::{BOMBER, FORMS, Run, Sandbox, WAIT, keys};

/// Waits for ever, as `WAIT` does, but is two instructions long.
const WAITS_TOO: &str = "store 1 a\nstore [i]-2 i\n";
/// The bomber with different steps.
const OTHER_BOMBER: &str = "write crash [i]+[a]+4\nwrite crash [i]+[a]+4\nstore [a]+3 a\nstore [i]-4 i\n";
const SHORT: [&str; 2] = ["--rules", "max_turns=500"];

/// A folder with the usual programs, and with opponents in `arena`.
fn sandbox() -> Sandbox {
    let sandbox = Sandbox::with_programs();
    fs::create_dir(sandbox.path("arena")).unwrap();
    for (name, text) in [("wait", WAIT), ("bomber", BOMBER), ("waits-too", WAITS_TOO)] {
        sandbox.file(format!("arena/{name}.crash"), text);
    }
    sandbox.file("other.crash", OTHER_BOMBER);
    sandbox
}

/// Compares two versions with the opponents in `arena`.
fn compare(sandbox: &Sandbox, new: &str, old: &str, more: &[&str]) -> Run {
    sandbox.bout(&[&["compare", new, old, "--against", "arena"], &SHORT[..], more].concat())
}

/// Runs a comparison with full output, and checks the exit code.
#[track_caller]
fn summary(sandbox: &Sandbox, new: &str, old: &str, more: &[&str]) -> (i32, Value) {
    let run = compare(sandbox, new, old, &[&["--output", "json"], more].concat());
    assert_eq!(run.err, "");
    (run.code.unwrap(), run.json())
}

#[test]
fn a_better_version_is_found_and_a_worse_one_is_refused() {
    let sandbox = sandbox();
    compare(&sandbox, "wait.crash", "crash.crash", &[]).ok().prints(&["Yes: wait is better than crash"]);
    let (code, better) = summary(&sandbox, "wait.crash", "crash.crash", &[]);
    assert_eq!((code, &better["verdict"], &better["method"]), (0, &json!("better"), &json!("test")));
    assert!(better["lower"].as_f64().unwrap() > 0.0 && better["elo_lower"].as_f64().unwrap() > 0.0);
    let (code, worse) = summary(&sandbox, "crash.crash", "wait.crash", &[]);
    assert_eq!((code, &worse["verdict"]), (1, &json!("not-better")));
    assert!(worse["upper"].as_f64().unwrap() < worse["gap"].as_f64().unwrap());
    let run = compare(&sandbox, "crash.crash", "wait.crash", &[]);
    assert_eq!((run.code, run.err.as_str()), (Some(1), ""), "{run:#?}");
    run.prints(&["No: crash is"]);
}

#[test]
fn no_worse_is_another_question() {
    let sandbox = sandbox();
    sandbox.file("waits-too.crash", WAITS_TOO);
    let args = [
        "compare",
        "waits-too.crash",
        "wait.crash",
        "--no-worse",
        "--output",
        "json",
        "--against",
        "wait.crash",
    ];
    let run = sandbox.bout(&[&args[..], &SHORT].concat()).ok();
    let level = run.json();
    assert_eq!((&level["verdict"], &level["question"]), (&json!("no-worse"), &json!("no-worse")));
    let (code, worse) = summary(&sandbox, "crash.crash", "wait.crash", &["--no-worse"]);
    assert_eq!((code, &worse["verdict"]), (1, &json!("worse")));
    compare(&sandbox, "wait.crash", "crash.crash", &["--no-worse"])
        .ok()
        .prints(&["Yes: wait", "no worse than crash"]);
}

#[test]
fn a_comment_makes_no_other_program() {
    let sandbox = sandbox();
    sandbox.file("commented.crash", format!("; faster now\n{BOMBER}"));
    let (code, same) = summary(&sandbox, "commented.crash", "bomber.crash", &[]);
    assert_eq!((code, &same["verdict"], &same["rounds"]), (1, &json!("not-better"), &json!(0)));
    assert_eq!((&same["method"], &same["difference"]), (&json!("same-program"), &json!(0.0)));
    let run = compare(&sandbox, "commented.crash", "bomber.crash", &[]);
    run.prints(&["No: commented and bomber are the same program"]);
    compare(&sandbox, "commented.crash", "bomber.crash", &["--no-worse"]).ok();
}

#[test]
fn it_ends_undecided_when_all_games_are_played() {
    let sandbox = sandbox();
    let (code, open) = summary(&sandbox, "other.crash", "bomber.crash", &["--games", "7", "--gap", "0.01"]);
    // A round has two games of each version against each of three opponents.
    assert_eq!((code, &open["verdict"]), (1, &json!("undecided")));
    assert_eq!((&open["rounds"], &open["games"]), (&json!(2), &json!(24)));
    assert!(open["lower"].as_f64() < open["upper"].as_f64());
    let run = compare(&sandbox, "other.crash", "bomber.crash", &["--games", "7", "--gap", "0.01"]);
    run.prints(&["Undecided", "2 rounds", "more rounds"]);
}

#[test]
fn threads_have_no_say() {
    let sandbox = sandbox();
    for form in FORMS {
        let on = |threads| {
            let more = ["--threads", threads, "--gap", "0.002", "--games", "1200", "--output", form];
            compare(&sandbox, "other.crash", "bomber.crash", &more)
        };
        let (one, four) = (on("1"), on("4"));
        assert!(one.out == four.out && one.err == four.err && one.code == four.code, "{one:#?} {four:#?}");
    }
}

/// Returns the numbers of a summary without the programs' names.
fn without_names(mut summary: Value) -> Value {
    for key in ["new", "old"] {
        summary[key].take();
    }
    for opponent in summary["opponents"].as_array_mut().unwrap() {
        let opponent = opponent.as_object_mut().unwrap();
        opponent.remove("program");
        opponent.remove("name");
    }
    summary
}

#[test]
fn names_and_their_order_have_no_say() {
    let sandbox = sandbox();
    let (_, whole) = summary(&sandbox, "other.crash", "bomber.crash", &["--games", "60"]);
    let whole = without_names(whole);
    sandbox.file("a.crash", OTHER_BOMBER);
    sandbox.file("z.crash", format!(";name Zed\n{BOMBER}"));
    for files in [
        ["arena/bomber.crash", "arena/wait.crash", "arena/waits-too.crash"],
        ["arena/waits-too.crash", "z.crash", "wait.crash"],
    ] {
        let args = ["compare", "a.crash", "z.crash", "--games", "60", "--output", "json", "--against"];
        let run = sandbox.bout(&[&args[..], &files, &SHORT].concat());
        assert_eq!(without_names(run.json()), whole);
    }
}

#[test]
fn a_program_that_is_named_twice_counts_once() {
    let sandbox = sandbox();
    let args = ["compare", "wait.crash", "crash.crash", "--output", "json"];
    let once = sandbox.bout(&[&args[..], &SHORT, &["--against", "arena"]].concat()).ok();
    let twice = sandbox.bout(&[&args[..], &SHORT, &["--against", "arena", "bomber.crash"]].concat());
    assert_eq!((twice.code, without_names(twice.json())), (Some(0), without_names(once.json())));
    twice.says(&["bomber.crash is the same program as arena/bomber.crash, and counts once"]);
}

#[test]
fn all_forms_say_the_same() {
    let sandbox = sandbox();
    let run = |form| compare(&sandbox, "other.crash", "crash.crash", &["--output", form]);
    let document = run("json").json();
    let documented = [
        "game",
        "rules",
        "seed",
        "new",
        "old",
        "question",
        "gap",
        "confidence",
        "verdict",
        "method",
        "rounds",
        "games",
        "skipped",
        "difference",
        "lower",
        "upper",
        "elo",
        "elo_lower",
        "elo_upper",
        "evidence",
        "rounds_left",
        "opponents",
    ];
    let mut found = keys(&document);
    found.sort_unstable();
    let mut expected = documented;
    expected.sort_unstable();
    assert_eq!(found, expected);
    let mut lines = run("jsonl").jsonl();
    assert_eq!(lines.pop().unwrap()["summary"], document);
    assert_eq!(lines.len() as u64, document["rounds"].as_u64().unwrap());
    let mut sums = [0; 3];
    for (at, line) in lines.iter().enumerate() {
        assert_eq!(line["round"], at + 1);
        for (sum, one) in sums.iter_mut().zip(line["half_points"].as_array().unwrap()) {
            *sum += one.as_i64().unwrap();
        }
    }
    let last = lines.last().unwrap();
    assert_eq!((&last["difference"], &last["evidence"]), (&document["difference"], &document["evidence"]));
    let csv = run("csv");
    let (header, rows) = csv.csv();
    assert_eq!(header[..3], ["program", "name", "new_wins"]);
    assert_eq!(rows.len(), 3);
    assert!(csv.err.contains("Yes: other is better than crash"), "{csv:#?}");
    let mut by_sums: Vec<i64> = Vec::new();
    for (row, opponent) in rows.iter().zip(document["opponents"].as_array().unwrap()) {
        let count = |at: usize| row[at].parse::<i64>().unwrap();
        assert_eq!(opponent["program"], row[0]);
        assert_eq!(opponent["new"]["wins"], count(2));
        by_sums.push(2 * (count(2) - count(6)) + count(3) - count(7));
    }
    by_sums.sort_unstable();
    sums.sort_unstable();
    assert_eq!(by_sums, sums);
    let timed = compare(&sandbox, "wait.crash", "crash.crash", &["--timings", "--output", "json"]).json();
    assert!(timed["elapsed_us"].is_u64());
}

/// As `crates/bout/manual/seeds.md` says: both versions play an opponent from the same seeds,
/// in both orders.
#[test]
fn versions_share_seeds_that_depend_on_the_opponent_alone() {
    let sandbox = sandbox();
    let (_, played) = summary(
        &sandbox,
        "other.crash",
        "bomber.crash",
        &["--games", "12", "--record", "r", "--gap", "0.01"],
    );
    let names = sandbox.names("r");
    assert_eq!(names.len() as u64, played["games"].as_u64().unwrap());
    let records: Vec<_> =
        names.iter().map(|name| record::read(&sandbox.read(format!("r/{name}"))).unwrap()).collect();
    let mut seeds = Vec::new();
    for (encounter, games) in records.chunks(4).enumerate() {
        let files: Vec<Vec<&str>> = games
            .iter()
            .map(|game| game.programs.iter().map(|program| program.file.as_str()).collect())
            .collect();
        let opponent = files[0][1];
        assert_eq!(
            files,
            [
                ["other.crash", opponent],
                [opponent, "other.crash"],
                ["bomber.crash", opponent],
                [opponent, "bomber.crash"]
            ]
        );
        assert!(games.iter().all(|game| game.seed == games[0].seed));
        assert!(games.iter().zip(4 * encounter as u64..).all(|(game, index)| game.match_index == index));
        seeds.push((opponent.to_owned(), games[0].seed.unwrap()));
    }
    assert_eq!(seeds.len(), 6, "two rounds of three opponents");
    let first = seeds.iter().find(|(opponent, _)| opponent == "wait.crash").unwrap();
    assert_eq!(first.1, 1_271_114_231_728_791, "the manual's example");
    sandbox.bout(&["replay", "r"]).ok();
}

#[test]
fn wrong_input_is_told() {
    let sandbox = sandbox();
    fs::create_dir(sandbox.path("empty")).unwrap();
    sandbox.file("bad.crash", "stoer 1 i\n");
    let with = |args: &[&str]| sandbox.bout(&[&["compare"], args].concat());
    with(&["wait.crash", "--against", "arena"]).fails(2).says(&["OLD"]);
    with(&["wait.crash", "bomber.crash"]).fails(2).says(&["--against"]);
    with(&["wait.crash", "bomber.crash", "--against", "empty"]).fails(2).says(&["empty", "*.crash"]);
    with(&["wait.crash", "bomber.crash", "--against", "none"]).fails(3).says(&["none"]);
    with(&["wait.crash", "none.crash", "--against", "arena"]).fails(3).says(&["none.crash"]);
    with(&["wait.crash", "arena", "--against", "arena"]).fails(2).says(&["arena", "folder"]);
    with(&["wait.crash", "sweeper.esowar", "--against", "arena"]).fails(2).says(&["different games"]);
    with(&["wait.crash", "bomber.crash", "--against", "sweeper.esowar"]).fails(2).says(&["different games"]);
    with(&["wait.crash", "bad.crash", "--against", "arena"]).fails(1).says(&["bad.crash:1", "errors"]);
    with(&["wait.crash", "bomber.crash", "--against", "arena", "bad.crash"]).fails(1).says(&["bad.crash:1"]);
    with(&["-", "-", "--against", "arena", "--game", "crash"]).fails(2).says(&["once"]);
    for more in [
        ["--gap", "0"],
        ["--gap", "1"],
        ["--gap", "nan"],
        ["--gap", "-0.1"],
        ["--gap", "x"],
        ["--confidence", "1"],
        ["--confidence", "0.4"],
        ["--confidence", "inf"],
        ["--games", "0"],
        ["--games", "-1"],
        ["--rules", "nonsense=1"],
        ["--seed", "-1"],
    ] {
        let run = compare(&sandbox, "wait.crash", "bomber.crash", &more).fails(2);
        assert_eq!(run.out, "", "{more:?}");
    }
    // Standard input works like a file. The folder's programs for other games are left out.
    sandbox.file("arena/sweeper.esowar", support::SWEEPER);
    let args =
        ["compare", "-", "crash.crash", "--game", "crash", "--against", "arena", "--rules", "max_turns=500"];
    sandbox.bout_with(&args, WAIT.as_bytes()).ok();
}

#[cfg(target_os = "linux")]
#[test]
fn an_interrupted_comparison_says_what_is_known() {
    use std::io::Read;
    use std::process::Stdio;

    use support::processes::wait_until_idle;

    let sandbox = sandbox();
    sandbox.file("waits-too.crash", WAITS_TOO);
    // Every game is a draw, so it takes thousands of rounds to rule out such a small gap. As nobody
    // reads the output, the command blocks long before.
    let args = [
        "compare",
        "waits-too.crash",
        "wait.crash",
        "--gap",
        "0.001",
        "--output",
        "jsonl",
        "--rules",
        "max_turns=200",
        "--against",
        "wait.crash",
    ];
    let mut command = sandbox.command(&args);
    let mut child =
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut reader = child.stdout.take().unwrap();
    let mut stdout = vec![0];
    reader.read_exact(&mut stdout).unwrap();
    wait_until_idle(&child);
    support::signal(&child, "INT");
    wait_until_idle(&child);
    reader.read_to_end(&mut stdout).unwrap();
    let status = support::wait_for(&mut child, std::time::Duration::from_mins(1)).expect("it ends");
    let mut stderr = Vec::new();
    child.stderr.take().unwrap().read_to_end(&mut stderr).unwrap();
    let run = Run::of(std::process::Output { status, stdout, stderr });
    assert_eq!(run.code, Some(130), "{run:#?}");
    let mut lines = run.jsonl();
    let summary = lines.pop().unwrap()["summary"].take();
    assert_eq!((&summary["verdict"], &summary["rounds"]), (&json!("undecided"), &json!(lines.len())));
    assert!(run.err.contains("to start again, run: "), "{run:#?}");
}

#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
mod snakes {
    use serde_json::json;

    use super::support::Sandbox;

    #[test]
    fn bots_that_always_do_the_same_are_compared_exactly() {
        let sandbox = Sandbox::with_bots();
        let args = ["compare", "walker.c", "still.c", "--output", "json", "--against"];
        let run = sandbox.bout(&[&args[..], &["still.c", "invalid.c"]].concat());
        let exact = run.json();
        assert_eq!((&exact["method"], &exact["rounds"]), (&json!("exact"), &json!(2)), "{exact:#}");
        assert_eq!((&exact["lower"], &exact["upper"]), (&exact["difference"], &exact["difference"]));
        let counts = ["opponents_better", "opponents_level", "opponents_worse"]
            .map(|key| exact[key].as_u64().unwrap());
        assert_eq!(counts.iter().sum::<u64>(), 2);
        let is_better = exact["difference"].as_f64().unwrap() > 0.0;
        assert_eq!((run.code, exact["verdict"] == "better"), (Some(i32::from(!is_better)), is_better));
        let text = sandbox.bout(&["compare", "walker.c", "still.c", "--against", "still.c", "invalid.c"]);
        text.prints(&["Games are deterministic"]);
    }

    #[test]
    fn a_bot_that_asks_for_random_numbers_is_tested() {
        let sandbox = Sandbox::with_bots();
        let args = ["compare", "walker.c", "invalid.c", "--games", "40", "--output", "json", "--against"];
        let run = sandbox.bout(&[&args[..], &["still.c", "random.c"]].concat());
        assert_eq!(run.json()["method"], "test");
    }

    #[test]
    fn practice_compares_nothing() {
        let sandbox = Sandbox::with_bots();
        let args = ["compare", "walker.c", "still.c", "--against", "still.c", "--isolation", "fast"];
        sandbox.bout(&args).fails(2).says(&["practice"]);
    }
}

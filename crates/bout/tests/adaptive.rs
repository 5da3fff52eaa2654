//! `--schedule adaptive`: when it ends, what it reports then, and which arguments it refuses.

mod support;

use std::fs::create_dir;
use std::process::Stdio;
use std::time::Duration;

use serde_json::{Value, json};
use support::{BOMBER, CRASH, FORMS, Run, Sandbox, WAIT, signal, wait_for};

/// Bombers of about equal strength.
const COMB: &str = "write crash [i]+[a]+2\nstore [a]+2532 a\nstore [i]-3 i\n";
const SCATTER: &str = "write crash [i]+[a]+1773\nwrite crash [i]+[a]+3543\nstore [a]+3542 a\nstore [i]-4 i\n";

const PATIENCE: Duration = Duration::from_mins(1);

/// Creates a field of three programs. Each always beats every weaker one.
fn ladder() -> Sandbox {
    let dir = Sandbox::new();
    create_dir(dir.path("field")).unwrap();
    for (name, source) in [("bomber", BOMBER), ("crash", CRASH), ("wait", WAIT)] {
        dir.file(format!("field/{name}.crash"), source);
    }
    dir
}

/// Adds two programs to the ladder whose strengths are hard to tell apart.
fn field() -> Sandbox {
    let dir = ladder();
    dir.file("field/comb.crash", COMB);
    dir.file("field/scatter.crash", SCATTER);
    dir
}

fn adaptive(dir: &Sandbox, more: &[&str]) -> Run {
    let args = ["tournament", "field", "--schedule", "adaptive", "--rules", "max_turns=20000"];
    dir.bout(&[&args[..], more].concat())
}

fn document(dir: &Sandbox, more: &[&str]) -> Value {
    adaptive(dir, &[more, &["--output", "json"]].concat()).ok().json()
}

fn ranks(document: &Value, program: &str) -> (u64, u64) {
    let rows = document["table"].as_array().unwrap();
    let row = rows.iter().find(|row| row["program"] == format!("field/{program}.crash")).unwrap();
    (row["best_rank"].as_u64().unwrap(), row["worst_rank"].as_u64().unwrap())
}

#[test]
fn a_clear_field_is_settled_early() {
    let dir = ladder();
    let run = document(&dir, &["--games", "1000"]);
    assert_eq!(
        (&run["schedule"], &run["settled"], &run["complete"]),
        (&json!("adaptive"), &json!(true), &json!(true))
    );
    assert_eq!(run["budget"], 3000, "as many as a round robin plays");
    let matches = run["matches"].as_u64().unwrap();
    assert!(matches < 300, "a tenth of the budget is far more than it takes: {matches}");
    assert_eq!(["bomber", "wait", "crash"].map(|name| ranks(&run, name)), [(1, 1), (2, 2), (3, 3)]);
    assert_eq!(
        run["table"].as_array().unwrap().iter().map(|row| row["rank"].clone()).collect::<Vec<_>>(),
        [1, 2, 3]
    );
    adaptive(&dir, &["--games", "1000", "--resume"]).ok().prints(&["ranks are settled", "95%"]);
    adaptive(&dir, &["--top", "1", "--resume"]).ok().prints(&["The first rank is settled"]);
    let surer = document(&dir, &["--games", "1000", "--resume", "--confidence", "0.999"]);
    assert_eq!(surer["settled"], true);
    assert!(surer["matches"].as_u64().unwrap() >= matches, "to be surer takes no fewer games");
}

/// A tournament never plays more games than its budget allows. If nothing can be settled, it uses
/// up the whole budget.
#[test]
fn the_budget_is_kept() {
    for (budget, games) in [("2", 2), ("3", 2), ("5", 4), ("19", 18), ("20", 20), ("77", 76), ("300", 300)] {
        let dir = ladder();
        dir.file("field/again.crash", BOMBER);
        let run = document(&dir, &["--top", "1", "--budget", budget]);
        assert_eq!(run["matches"], games, "of {budget}, half in each order");
        let rows = run["table"].as_array().unwrap();
        let played: u64 = rows.iter().map(|row| row["games"].as_u64().unwrap()).sum();
        assert_eq!(played, games * 2, "everybody's games together");
        assert_eq!((&run["settled"], &run["complete"]), (&json!(false), &json!(true)));
        let text = adaptive(&dir, &["--top", "1", "--budget", budget, "--resume"]).ok().out;
        assert!(text.contains("Not settled at"), "{text}");
    }
}

/// Identical programs share their games, even if a round gives them different numbers of games.
#[test]
fn the_budget_is_kept_among_twins() {
    let dir = field();
    dir.file("field/comb-again.crash", COMB);
    dir.file("field/bomber-again.crash", BOMBER);
    for budget in (180..460).step_by(40) {
        let text = budget.to_string();
        let args = ["--top", "7", "--budget", &text];
        let run = document(&dir, &[&args[..], &["--fresh"]].concat());
        assert_eq!((&run["matches"], &run["settled"]), (&json!(budget), &json!(false)));
        assert_eq!(document(&dir, &[&args[..], &["--resume"]].concat()), run);
        // A game that identical programs share is counted once.
        dir.bout(&["rejudge", "contest.lock"]).ok().prints(&["all results are unchanged"]);
    }
}

/// Identical programs have no order, so neither gets a rank of its own.
#[test]
fn equals_are_never_settled() {
    let dir = ladder();
    dir.file("field/again.crash", BOMBER);
    let run = document(&dir, &["--top", "4", "--budget", "400"]);
    assert_eq!(run["settled"], false);
    for name in ["bomber", "again"] {
        let (best, worst) = ranks(&run, name);
        assert_eq!(best, 1, "{name}");
        assert!(worst >= 2, "{name}");
    }
    // Both programs have the same name, so the report numbers them.
    dir.file("field/again.crash", format!(";name bomber\n{BOMBER}"));
    let text = adaptive(&dir, &["--top", "4", "--budget", "400", "--resume"]).ok().out;
    let line = text.lines().find(|line| line.contains("Not settled")).unwrap();
    assert!(line.contains("bomber (") && line.contains("bomber (2) ("), "{line}");
}

/// With `--gap`, a difference too small to matter counts as settled. Without it, two identical
/// programs would use up the whole budget.
#[test]
fn a_gap_settles_equals() {
    let dir = ladder();
    dir.file("field/again.crash", BOMBER);
    let args = ["--top", "4", "--budget", "40000", "--gap", "0.1"];
    let run = document(&dir, &args);
    assert_eq!((&run["settled"], &run["gap"], &run["top_set"]), (&json!(true), &json!(0.1), &json!(false)));
    assert!(run["matches"].as_u64().unwrap() < 20_000);
    let mut equal: Vec<&str> =
        run["equal"][0].as_array().unwrap().iter().map(|name| name.as_str().unwrap()).collect();
    equal.sort_unstable();
    assert_eq!(equal, ["field/again.crash", "field/bomber.crash"]);
    assert_eq!(run["equal"].as_array().unwrap().len(), 1);
    let text = adaptive(&dir, &[&args[..], &["--resume"]].concat()).ok();
    text.prints(&["ranks are settled", "0.1 points per game", "As good as equal: "]);
    assert_eq!(document(&dir, &[&args[..], &["--locked", "--resume"]].concat()), run);
    dir.bout(&["rejudge", "contest.lock"]).ok();
    let other = adaptive(&dir, &["--top", "4", "--budget", "40000", "--locked"]).fails(1);
    other.says(&["gap 0.1"]);
}

/// `--top-set` settles which two are the best, and leaves their order open.
#[test]
fn a_set_is_settled_without_an_order() {
    let dir = ladder();
    dir.file("field/again.crash", BOMBER);
    let args = ["--top", "2", "--top-set", "--budget", "4000"];
    let run = document(&dir, &args);
    assert_eq!((&run["settled"], &run["top_set"], &run["equal"]), (&json!(true), &json!(true), &json!([])));
    assert!(run["matches"].as_u64().unwrap() < 1000);
    for name in ["bomber", "again"] {
        assert_eq!(ranks(&run, name), (1, 2), "{name}");
    }
    for name in ["wait", "crash"] {
        assert_eq!(ranks(&run, name), (3, 4), "{name}");
    }
    let text = adaptive(&dir, &[&args[..], &["--resume"]].concat()).ok();
    text.prints(&["The first 2 are settled as a set", "95%"]);
    adaptive(&dir, &["--top", "2", "--budget", "4000", "--locked"]).fails(1).says(&["top 2 as a set"]);
    let open = adaptive(&dir, &["--top", "1", "--top-set", "--budget", "400", "--resume"]).ok();
    open.prints(&["Not settled at 95%"]);
}

/// A lock of an older version, with other bounds, keeps these bounds for `--locked` and `rejudge`.
#[test]
fn locks_of_older_versions_keep_their_bounds() {
    let dir = field();
    let args = ["--top", "2", "--budget", "1200"];
    let new = document(&dir, &args);
    let lock = String::from_utf8(dir.read("contest.lock")).unwrap();
    assert_eq!(lock.matches("bounds = \"joint\"\n").count(), 1);
    let older = lock.replace("bounds = \"joint\"\n", "");
    dir.file("contest.lock", &older);
    let old = document(&dir, &[&args[..], &["--locked", "--fresh"]].concat());
    assert_ne!(old["cross"], new["cross"], "other games");
    assert_eq!(dir.read("contest.lock"), older.as_bytes());
    let judged = dir.bout(&["rejudge", "contest.lock"]).ok();
    judged.prints(&[
        &format!("{} matches judged again", grouped(&old["matches"])),
        "all results are unchanged",
    ]);
    // Without `--locked`, the same command uses today's bounds.
    assert_eq!(document(&dir, &[&args[..], &["--fresh"]].concat()), new);
}

fn grouped(number: &Value) -> String {
    game::text::grouped(number.as_u64().unwrap())
}

/// A `--top` larger than the field asks for all ranks.
#[test]
fn more_ranks_than_programs() {
    let dir = ladder();
    for top in ["3", "4", "1000000"] {
        let run = document(&dir, &["--top", top, "--resume"]);
        assert_eq!(run["settled"], true, "--top {top}");
        assert_eq!(["bomber", "wait", "crash"].map(|name| ranks(&run, name)), [(1, 1), (2, 2), (3, 3)]);
        let text = adaptive(&dir, &["--top", top, "--resume"]).ok().out;
        assert!(text.contains("The first 3 ranks are settled"), "{text}");
    }
}

#[test]
fn what_cannot_be_asked_is_refused() {
    let dir = ladder();
    for (args, words) in [
        (&["--top", "0"][..], &["--top", "at least 1"][..]),
        (&["--top", "-1"], &["--top"]),
        (&["--top", "x"], &["--top", "number"]),
        (&["--top", "1.5"], &["--top"]),
        (&["--budget", "0"], &["--budget", "2"]),
        (&["--budget", "1"], &["--budget", "2"]),
        (&["--budget", "-4"], &["--budget"]),
        (&["--confidence", "2"], &["--confidence", "0.95"]),
        (&["--confidence", "0"], &["--confidence", "0.95"]),
        (&["--confidence", "abc"], &["--confidence", "0.95"]),
        (&["--confidence", "-1"], &["--confidence", "0.95"]),
        (&["--rounds", "3"], &["--rounds", "swiss"]),
        (&["--gap", "0"], &["--gap", "0.02"]),
        (&["--gap", "-0.1"], &["--gap", "0.02"]),
        (&["--gap", "0.6"], &["--gap", "0.02"]),
        (&["--gap", "nan"], &["--gap", "0.02"]),
        (&["--gap", "5%"], &["--gap", "0.02"]),
        (&["--top-set"], &["--top-set", "all 3 programs", "smaller --top"]),
        (&["--top-set", "--top", "3"], &["--top-set", "all 3 programs"]),
    ] {
        adaptive(&dir, args).fails(2).says(words);
    }
    for schedule in ["round-robin", "swiss", "gauntlet", "single-elimination", "double-elimination"] {
        for option in [&["--top", "4"][..], &["--budget", "4"], &["--gap", "0.1"], &["--top-set"]] {
            let args = [&["tournament", "field", "--schedule", schedule][..], option].concat();
            dir.bout(&args).fails(2).says(&[option[0], "--schedule adaptive"]);
        }
    }
    assert_eq!(dir.names("."), ["field"], "nothing was begun");
}

#[test]
fn a_lock_holds_when_it_ends() {
    let dir = field();
    let args = ["--top", "2", "--budget", "120", "--confidence", "0.9"];
    let first = adaptive(&dir, &args).ok().out;
    let lock = dir.read("contest.lock");
    assert_eq!(adaptive(&dir, &[&args[..], &["--locked", "--resume"]].concat()).ok().out, first);
    assert_eq!(adaptive(&dir, &[&args[..], &["--locked", "--fresh"]].concat()).ok().out, first);
    assert_eq!(dir.read("contest.lock"), lock);
    for other in [
        ["--top", "2", "--budget", "122", "--confidence", "0.9"],
        ["--top", "1", "--budget", "120", "--confidence", "0.9"],
        ["--top", "2", "--budget", "120", "--confidence", "0.95"],
    ] {
        let run = adaptive(&dir, &[&other[..], &["--locked"]].concat()).fails(1);
        run.says(&[
            "locked top 2, confidence 0.9, budget 120",
            &format!("now top {}", other[1]),
            other[3],
            other[5],
        ]);
    }
    let run = dir.bout(&["tournament", "field", "--rules", "max_turns=20000", "--locked"]).fails(1);
    run.says(&["schedule: locked adaptive, now round-robin"]);
    assert_eq!(dir.read("contest.lock"), lock, "what is refused changes nothing");
    // Locks with a mistake made by hand.
    let text = String::from_utf8(lock).unwrap();
    let rejudge = |text: &str| {
        dir.file("contest.lock", text);
        dir.bout(&["rejudge", "contest.lock"])
    };
    rejudge(&text.replace("confidence = 0.9", "confidence = 7.0")).fails(1).says(&["confidence"]);
    let (before, _) = text.split_once("[schedule.end]").expect("a table");
    let (_, after) = text.split_once("[parameters]").expect("a table");
    rejudge(&format!("{before}[parameters]{after}")).fails(1).says(&["adaptive"]);
}

#[test]
fn it_is_judged_again_as_it_was_played() {
    let dir = field();
    document(&dir, &["--top", "2", "--budget", "60"]);
    // `--fresh` ignores results of earlier runs, but still uses the earlier rounds of its own run.
    let played = document(&dir, &["--top", "2", "--budget", "90", "--fresh"])["matches"].clone();
    std::fs::remove_dir_all(dir.path("field")).unwrap();
    let words = format!("{played} matches judged again: all results are unchanged");
    dir.bout(&["rejudge", "contest.lock"]).ok().prints(&[&words]);
}

/// The output has the same bytes for every order of the programs and every number of threads, with
/// `--fresh` and with `--resume`.
#[test]
fn however_it_is_played_it_is_the_same() {
    let dir = field();
    let paths = ["bomber", "comb", "crash", "scatter", "wait"].map(|name| format!("field/{name}.crash"));
    let mut names: Vec<&str> = paths.iter().map(String::as_str).collect();
    let rest = ["--schedule", "adaptive", "--rules", "max_turns=20000", "--top", "2", "--budget", "200"];
    let mut play = |is_turned: bool, more: &[&str]| {
        if is_turned {
            names.reverse();
        }
        dir.bout(&[&["tournament"], &names[..], &rest, more].concat()).ok().out
    };
    for form in FORMS {
        let form = ["--output", form];
        let once = play(false, &[&form[..], &["--fresh"]].concat());
        assert_eq!(play(true, &[&form[..], &["--fresh", "--threads", "1"]].concat()), once);
        assert_eq!(play(true, &[&form[..], &["--resume"]].concat()), once);
        assert_eq!(play(false, &[&form[..], &["--fresh", "--threads", "3"]].concat()), once);
    }
}

/// A round that a round robin has already played is not played again, and the result
/// stays the same.
#[test]
fn results_of_other_schedules_are_known() {
    let dir = field();
    let alone = document(&dir, &["--budget", "200", "--top", "2"]);
    let dir = field();
    dir.bout(&["tournament", "field", "--score", "sampled", "--rules", "max_turns=20000", "--games", "6"])
        .ok();
    let after = adaptive(&dir, &["--budget", "200", "--top", "2", "--output", "json"]);
    assert_eq!(after.json(), alone);
    after.says(&["were known"]);
}

/// A run that is killed and interrupted many times ends with the same bytes.
#[test]
fn what_is_interrupted_goes_on() {
    let args =
        ["--top", "5", "--budget", "6000", "--confidence", "0.9999", "--output", "json", "--threads", "2"];
    let undisturbed = adaptive(&field(), &args).ok().out;
    let dir = field();
    let all = ["tournament", "field", "--schedule", "adaptive", "--rules", "max_turns=20000", "--resume"];
    let mut stops = 0;
    for attempt in 0..30_u64 {
        let mut command = dir.command(&[&all[..], &args, &["-o", "page.html"]].concat());
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        std::thread::sleep(Duration::from_millis(20 + attempt * 37 % 150));
        if child.try_wait().unwrap().is_some() {
            break;
        }
        let is_killed = attempt % 2 == 1;
        signal(&child, if is_killed { "KILL" } else { "INT" });
        assert!(wait_for(&mut child, PATIENCE).is_some(), "it did not end");
        let run = Run::of(child.wait_with_output().unwrap());
        // It may have ended by itself, or may not have installed its signal handler yet.
        if run.code == Some(130) && !run.out.is_empty() {
            let document = run.json();
            assert_eq!(document["complete"], false);
            assert!(document["matches"].as_u64().unwrap() < 6000);
            assert!(run.err.contains("to continue, run: "), "{run:#?}");
            let page = String::from_utf8(dir.read("page.html")).unwrap();
            assert!(page.trim_end().ends_with("</html>") && !page.contains(">NaN"), "a whole page");
        }
        stops += 1;
    }
    assert!(stops > 0, "it was never stopped");
    assert_eq!(adaptive(&dir, &[&args[..], &["--resume"]].concat()).ok().out, undisturbed);
}

#[test]
fn a_page_pgn_and_records() {
    let dir = field();
    let more =
        ["--top", "1", "--budget", "40", "-o", "page.html", "--pgn", "games.pgn", "--record", "records"];
    let played = document(&dir, &more)["matches"].as_u64().unwrap();
    let page = String::from_utf8(dir.read("page.html")).unwrap();
    assert!(page.contains("adaptive") && page.contains("records/crash-"), "what it is, and links");
    let pgn = String::from_utf8(dir.read("games.pgn")).unwrap();
    assert_eq!(pgn.matches("[Result ").count() as u64, played);
    assert_eq!(dir.names("records").len() as u64, played, "a record each");
    dir.bout(&["replay", "records"]).ok();
}

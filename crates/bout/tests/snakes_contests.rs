//! Tournaments and hills of bots: what they store, what they refuse, and what is left when
//! they are stopped.

#![cfg(all(target_os = "linux", target_arch = "x86_64"))]

mod support;

use std::collections::BTreeSet;
use std::fs::create_dir;
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use support::processes::{Process, all_gone, descendants, wait_until_played};
use support::snakes::{RANDOM, STILL, leftovers, walker};
use support::{Run, Sandbox, signal, wait_for};

const PATIENCE: Duration = Duration::from_mins(1);

/// Creates a folder with four bots.
fn field() -> Sandbox {
    let dir = Sandbox::new();
    create_dir(dir.path("field")).unwrap();
    dir.file("field/still.c", STILL);
    dir.file("field/random.c", RANDOM);
    dir.file("field/walker.c", walker("Walker", "DDDDDRRRRRUUUUU", "LLLLLUUUUURRRRR"));
    dir.file("field/faulty.c", "int bot(int board[16][32], char player) { board[0][0] = player; return 'L'; }\nconst char *bot_name = \"Faulty\";\n");
    dir
}

const SHORT: [&str; 4] = ["tournament", "field", "--rules", "turns=100"];

fn tournament(dir: &Sandbox, more: &[&str]) -> Run {
    dir.bout(&[&SHORT[..], more].concat())
}

#[test]
fn a_tournament_keeps_its_results() {
    let dir = field();
    let args = ["--games", "4", "--output", "json"];
    let first = tournament(&dir, &args).ok();
    let document = first.json();
    assert_eq!((&document["matches"], &document["complete"]), (&json!(24), &json!(true)));
    let row = |name: &str| {
        let rows = document["table"].as_array().unwrap();
        rows.iter().find(|row| row["program"] == format!("field/{name}")).unwrap().clone()
    };
    assert_eq!((&row("faulty.c")["faults"], &row("faulty.c")["losses"]), (&json!(12), &json!(12)));
    assert_eq!((&row("still.c")["faults"], &row("still.c")["name"]), (&json!(0), &json!("Still")));
    let again = tournament(&dir, &args);
    assert_eq!((again.code, &again.out), (Some(0), &first.out));
    again.says(&["24 of 24 matches were known"]);
    // The way of running them does not change the matches.
    let fork = tournament(&dir, &[&args[..], &["--isolation", "fork", "--resume"]].concat()).ok();
    assert_eq!(fork.out, first.out);
    let fresh =
        tournament(&dir, &[&args[..], &["--isolation", "fork", "--fresh", "--threads", "1"]].concat()).ok();
    assert_eq!(fresh.out, first.out);
    dir.bout(&["rejudge", "contest.lock"])
        .ok()
        .prints(&["24 matches judged again: all results are unchanged"]);
}

#[test]
fn practice_counts_nowhere() {
    let dir = field();
    tournament(&dir, &["--isolation", "fast"]).fails(2).says(&["practice", "reset", "fork"]);
    assert_eq!(dir.names("."), ["field"], "nothing was even compiled");
    dir.bout(&["demo", "--game", "snakes", "--isolation", "fast"]).fails(2).says(&["practice"]);
}

/// Every example plays every other one for a few turns. Whole games would take as long as
/// the bots think.
#[test]
fn the_demo_plays_the_examples() {
    let dir = Sandbox::new();
    let args = ["demo", "--game", "snakes", "--games", "1", "--rules", "turns=12", "--output", "jsonl"];
    let run = dir.bout(&args).ok().jsonl().remove(0);
    let table = run["table"].as_array().unwrap();
    assert!(table.len() >= 10 && run["complete"] == true);
    assert!(table.iter().all(|row| row["faults"] == 0 && row["voids"] == 0), "{table:#?}");
    assert!(dir.path("bout-demo.html").exists());
}

#[test]
fn the_lock_names_the_compiler() {
    let dir = field();
    tournament(&dir, &["--games", "2"]).ok();
    let text = String::from_utf8(dir.read("contest.lock")).unwrap();
    let (_, compilers) = text.split_once("[compilers]").expect("a table of compilers");
    for entry in ["gcc = ", "flags = ", "-std=gnu11 -O2", "library = "] {
        assert!(compilers.contains(entry), "{text}");
    }
    let flags = compilers.split_once("flags = \"").unwrap().1.split('"').next().unwrap();
    let manual = dir.bout(&["man", "snakes", "--markdown"]).ok().out;
    for flag in flags.split(' ') {
        assert!(manual.contains(flag), "the manual does not name {flag}");
    }
    let run = tournament(&dir, &["--games", "2", "--locked"]);
    assert_eq!(run.code, Some(0), "{run:#?}");
    dir.file("contest.lock", text.replace("-O2", "-O3"));
    tournament(&dir, &["--games", "2", "--locked"]).fails(1).says(&["compilers", "-O3"]);
    dir.file("contest.lock", &text);
    dir.file("field/still.c", STILL.replace("Still", "Changed"));
    tournament(&dir, &["--games", "2", "--locked"]).fails(1).says(&["field/still.c has been changed"]);
}

#[test]
fn a_match_budget_is_part_of_what_results_depend_on() {
    let dir = field();
    let busy = "for (volatile int i = 0; i < 60000000; i++) { }\n    return";
    dir.file("field/busy.c", STILL.replace("return", busy).replace("Still", "Busy"));
    let args = ["tournament", "field/busy.c", "field/still.c", "--games", "2", "--output", "json"];
    let rules = ["--rules", "turns=200", "--rules", "move_time_ms=60000"];
    let play = |more: &[&str]| dir.bout(&[&args[..], &rules, more].concat());
    let limited = play(&["--match-budget", "1"]).ok().json();
    let faults = |run: &Value| {
        let rows = run["table"].as_array().unwrap();
        rows.iter().find(|row| row["name"] == "Busy").unwrap()["faults"].clone()
    };
    assert_eq!(faults(&limited), 2);
    dir.bout(&["rejudge", "contest.lock"])
        .ok()
        .prints(&["2 matches judged again: all results are unchanged"]);
    let run = play(&["--match-budget", "100", "--locked"]).fails(1);
    run.says(&["match budget: locked 1 s, now 100 s"]);
    dir.file("field/busy.c", STILL.replace("Still", "Busy"));
    assert_eq!(faults(&play(&[]).ok().json()), 0);
    let known = play(&["--match-budget", "1"]);
    assert!(!known.err.contains("were known"), "results without a budget are others: {known:#?}");
}

#[test]
fn records_and_pages_of_a_tournament() {
    let dir = field();
    let more = ["--games", "2", "--record", "records", "-o", "page.html", "--pgn", "games.pgn"];
    tournament(&dir, &more).ok();
    assert_eq!(dir.names("records").len(), 12);
    let page = String::from_utf8(dir.read("page.html")).unwrap();
    assert!(page.contains("Walker") && page.contains("records/snakes-"));
    let mut command = dir.command(&["replay", "--deep", "records"]);
    Run::of(command.env("PATH", "").output().unwrap()).ok();
    assert_eq!(String::from_utf8(dir.read("games.pgn")).unwrap().matches("[Result ").count(), 12);
    // To write records, the known games are played again, with the same results.
    assert_eq!(tournament(&dir, &["--games", "2", "--record", "records"]).code, Some(0));
    assert_eq!(dir.names("records").len(), 12, "the same matches give the same records");
}

#[test]
fn a_contest_is_moved_to_another_database() {
    let dir = field();
    tournament(&dir, &["--games", "2"]).ok();
    let exported = dir.bout(&["export", "contest.db"]).ok();
    assert!(exported.out.contains("SIGSEGV"), "faults are kept with their detail");
    dir.bout_with(&["import", "-", "--into", "other.db"], exported.out.as_bytes()).ok();
    assert_eq!(dir.bout(&["export", "other.db"]).ok().out, exported.out);
}

#[test]
fn a_hill_of_bots() {
    let dir = field();
    create_dir(dir.path("hill")).unwrap();
    dir.file("hill/hill.toml", "game = \"snakes\"\nsize = 2\ngames = 4\n[rules]\nturns = 100\n");
    let add = |name: &str| {
        let file = format!("field/{name}");
        dir.bout(&["hill", "add", "hill", &file, "--output", "json"]).ok().json()
    };
    assert_eq!(add("faulty.c")["rank"], 1);
    assert_eq!(add("still.c")["rank"], 1);
    let third = add("walker.c");
    assert_eq!((&third["rank"], &third["pushed_off"][0]["program"]), (&json!(1), &json!("faulty.c")));
    let again = dir.bout(&["hill", "test", "hill", "field/faulty.c", "--output", "json"]).ok().json();
    assert_eq!(again["on_hill"], false);
    let record = again["worst"][0]["record"].as_str().unwrap();
    dir.bout(&["replay", "--deep", record]).ok().prints(&["faulty.c failed, signal: SIGSEGV"]);
    dir.file("refused.c", "int count;\n".to_owned() + STILL);
    dir.bout(&["hill", "add", "hill", "refused.c"]).fails(1).says(&["refused.c:1:5", "count"]);
    // Known results need no bot processes, but the programs are checked again.
    let shown = dir.bout(&["hill", "show", "hill", "--output", "json"]).ok().json();
    assert_eq!(shown["table"].as_array().unwrap().len(), 2);
    dir.bout(&["hill", "remove", "hill", "Still"]).ok();
    assert_eq!(dir.names("hill/programs"), ["walker.c"]);
}

/// A name that would take over a terminal, a web page, a table or a PGN file if it
/// were not escaped.
const EVIL: &str = r#"\033]0;EVIL\007\033[2J\b\r\n<script>alert(1)</script>\"],\t=1+1\x9b\u202e"#;

#[test]
fn names_of_bots_are_shown_clean_everywhere() {
    let dir = field();
    let evil = STILL.replace("Still", EVIL);
    dir.file("field/evil.c", &evil);
    create_dir(dir.path("hill")).unwrap();
    dir.file("hill/hill.toml", "game = \"snakes\"\ngames = 2\n[rules]\nturns = 20\n");
    let mut said = Vec::new();
    for form in support::FORMS {
        for args in [
            &["check", "field/evil.c"][..],
            &["play", "field/evil.c", "field/still.c", "--games", "2", "--rules", "turns=20"],
            &["play", "field/evil.c", "field/faulty.c"],
            &[
                "tournament",
                "field",
                "--games",
                "2",
                "--rules",
                "turns=20",
                "-o",
                "page.html",
                "--pgn",
                "a.pgn",
                "--resume",
            ],
            &["tournament", "field", "--games", "2", "--rules", "turns=20", "--cross", "--resume"],
            &["hill", "add", "hill", "field/evil.c", "field/still.c"],
            &["hill", "show", "hill"],
        ] {
            let mut command = dir.command(&[args, &["--output", form]].concat());
            let run = Run::of(command.env("CLICOLOR_FORCE", "1").output().unwrap());
            assert_eq!(run.code, Some(0), "{run:#?}");
            said.push((format!("{args:?} {form}"), run.out + &run.err));
        }
    }
    for file in ["page.html", "a.pgn"] {
        said.push((file.to_owned(), String::from_utf8(dir.read(file)).unwrap()));
    }
    for (what, text) in &said {
        let without_colours = text.replace("\u{1b}[0m", "").replace("\u{1b}[1m", "");
        let acts = without_colours.chars().find(|c| c.is_control() && !['\n', '\t'].contains(c));
        assert!(acts.is_none() || what.contains("check"), "{what}: {acts:?} in {text:?}");
        assert!(!text.contains("\u{1b}]") && !text.contains("\u{1b}[2J"), "{what}: {text:?}");
    }
    let page = &said.iter().find(|(what, _)| what == "page.html").unwrap().1;
    assert!(!page.contains("<script>alert") && page.contains("script&#62;alert"), "it is code in the page");
    let pgn = &said.iter().find(|(what, _)| what == "a.pgn").unwrap().1;
    let players = pgn.lines().filter(|line| line.starts_with("[White ") || line.starts_with("[Black "));
    for line in players {
        assert!(line.ends_with("\"]") && line.matches('"').count() == 2, "{line}");
    }
}

/// Starts a command whose temporary files go into a folder of their own.
fn start(dir: &Sandbox, args: &[&str]) -> Child {
    let mut command = dir.command(args);
    let _ = create_dir(dir.path("tmp"));
    command.env("TMPDIR", dir.path("tmp")).stdin(Stdio::null());
    command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
}

/// Waits until a tournament is under way: all bots are compiled, and a process runs one of them.
fn until_it_plays(dir: &Sandbox, child: &mut Child) -> BTreeSet<Process> {
    let end = Instant::now() + PATIENCE;
    while Instant::now() < end {
        assert!(child.try_wait().unwrap().is_none(), "it ended by itself");
        let running = descendants(child.id());
        if dir.path("contest.db").exists() && !running.is_empty() {
            return running;
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    panic!("it never began");
}

/// Checks that a command that has ended by itself left no process, not even a zombie, and no file.
#[track_caller]
fn nothing_is_left(dir: &Sandbox, processes: &BTreeSet<Process>) {
    assert!(!processes.is_empty());
    let left: Vec<_> = processes.iter().filter(|process| process.has_left_a_trace()).collect();
    assert!(left.is_empty(), "{left:?}");
    no_file_is_left(dir);
}

/// Checks that no process of a killed command keeps running. Its zombies are left to the system.
#[track_caller]
fn nothing_goes_on(dir: &Sandbox, processes: &BTreeSet<Process>) {
    assert_eq!(all_gone(processes, PATIENCE), [], "processes that go on");
    no_file_is_left(dir);
}

#[track_caller]
fn no_file_is_left(dir: &Sandbox) {
    assert_eq!(leftovers(&dir.path("tmp")), Vec::<String>::new(), "temporary files");
    assert_eq!(leftovers(&dir.cache().join("bots")), Vec::<String>::new(), "files beside compiled bots");
}

const LONG: [&str; 7] = ["tournament", "field", "--games", "1000000", "--output", "json", "--resume"];
const WHOLE: [&str; 6] = ["tournament", "field", "--games", "6", "--output", "json"];

#[test]
fn ctrl_c_in_a_long_tournament() {
    let dir = field();
    let mut child = start(&dir, &LONG);
    until_it_plays(&dir, &mut child);
    wait_until_played(&dir, &mut child);
    let running = descendants(child.id());
    signal(&child, "INT");
    assert!(wait_for(&mut child, PATIENCE).is_some(), "it did not end");
    let run = Run::of(child.wait_with_output().unwrap());
    assert_eq!(run.code, Some(130), "{run:#?}");
    nothing_is_left(&dir, &running);
    let document = run.json();
    let played = document["matches"].as_u64().unwrap();
    assert!(played > 0 && document["complete"] == false, "{document:#}");
    let run = run.says(&["were played and stored", "to continue, run: ", "--resume"]);
    assert_eq!(run.err.matches("--resume").count(), 1, "{run:#?}");
    let undisturbed = field().bout(&WHOLE).ok().out;
    let resumed = dir.bout(&[&WHOLE[..], &["--resume"]].concat()).ok();
    assert_eq!(resumed.out, undisturbed, "what was kept is what is played");
}

#[test]
fn a_tournament_that_is_killed_leaves_nothing_behind() {
    let dir = field();
    for attempt in 0..6_u64 {
        let mut child = start(&dir, &LONG);
        until_it_plays(&dir, &mut child);
        std::thread::sleep(Duration::from_millis(5 + attempt * 137));
        let running = descendants(child.id());
        signal(&child, "KILL");
        wait_for(&mut child, PATIENCE);
        nothing_goes_on(&dir, &running);
    }
    let undisturbed = field().bout(&WHOLE).ok().out;
    let resumed = dir.bout(&[&WHOLE[..], &["--resume"]].concat()).ok();
    assert_eq!(resumed.out, undisturbed);
}

/// Returns a bot that takes about a second to compile.
fn slow_to_compile() -> String {
    let function = |number: usize| {
        format!(
            "int f{number}(int *a, int n) {{ int s = 0; for (int i = 0; i < n; i++) for (int j = i; j < n; j++) s += a[i] * a[j] % (j + {number}); return s; }}\n"
        )
    };
    (0..1500).map(function).collect::<String>() + STILL
}

#[test]
fn a_compilation_that_is_killed_leaves_nothing_behind() {
    let dir = Sandbox::new();
    dir.file("slow.c", slow_to_compile());
    let mut seen = 0;
    for attempt in 0..6_u64 {
        let mut child = start(&dir, &["check", "slow.c", "--output", "jsonl"]);
        let end = Instant::now() + PATIENCE;
        while descendants(child.id()).is_empty()
            && child.try_wait().unwrap().is_none()
            && Instant::now() < end
        {
            std::thread::sleep(Duration::from_millis(1));
        }
        std::thread::sleep(Duration::from_millis(attempt * 71));
        let running = descendants(child.id());
        seen += running.len();
        signal(&child, if attempt % 2 == 0 { "KILL" } else { "INT" });
        wait_for(&mut child, PATIENCE);
        nothing_goes_on(&dir, &running);
    }
    assert!(seen > 0, "no compiler was ever seen at work");
}

/// Whatever bots do, no process remains, not even a zombie, once the command has ended by itself.
#[test]
fn a_command_that_ends_has_ended_its_processes() {
    let dir = Sandbox::with_faulty_bots();
    for isolation in ["reset", "fork", "fast"] {
        let args = ["play", "loop.c", "random.c", "--rules", "move_time_ms=300", "--isolation", isolation];
        let mut child = start(&dir, &args);
        let mut seen = BTreeSet::new();
        while child.try_wait().unwrap().is_none() {
            seen.extend(descendants(child.id()));
            std::thread::sleep(Duration::from_millis(5));
        }
        let run = Run::of(child.wait_with_output().unwrap()).ok();
        assert!(run.out.contains("time: more than 300 ms"), "{run:#?}");
        nothing_is_left(&dir, &seen);
    }
}

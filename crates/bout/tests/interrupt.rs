//! Ctrl-C: finished work is kept, and the command that bout prints continues from there.

#![cfg(target_os = "linux")]

mod support;

use std::ffi::{OsStr, OsString};
use std::fs::rename;
use std::io::{BufRead, BufReader, Read};
use std::os::unix::ffi::OsStrExt;
use std::process::Stdio;
use std::time::Duration;

use serde_json::Value;
use support::processes::wait_until_idle;
use support::{BOMBER, Run, Sandbox, WAIT, signal, wait_for};

/// Long enough for a command to be in the middle of its work, or still starting up, where the
/// signal simply ends it.
const STARTED: Duration = Duration::from_millis(500);
const PATIENCE: Duration = Duration::from_secs(30);

/// Starts bout with output larger than a pipe's buffer, and interrupts it while nobody
/// reads the output.
fn interrupted<S: AsRef<OsStr>>(sandbox: &Sandbox, args: &[S]) -> Run {
    let mut command = sandbox.command(args);
    let mut child =
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut reader = BufReader::new(child.stdout.take().unwrap());
    let mut stdout = Vec::new();
    reader.read_until(b'\n', &mut stdout).unwrap();
    wait_until_idle(&child);
    signal(&child, "INT");
    wait_until_idle(&child);
    reader.read_to_end(&mut stdout).unwrap();
    let status = wait_for(&mut child, PATIENCE).expect("it ends");
    let mut stderr = Vec::new();
    child.stderr.take().unwrap().read_to_end(&mut stderr).unwrap();
    Run::of(std::process::Output { status, stdout, stderr })
}

/// Returns the command that an interrupted run prints, as raw bytes, because names need
/// not be UTF-8.
#[track_caller]
fn goes_on(run: &Run) -> OsString {
    assert_eq!(run.code, Some(130), "{run:#?}");
    let words = b"to continue, run: ";
    let at = run.stderr.windows(words.len()).position(|window| window == words);
    let at = at.unwrap_or_else(|| panic!("no command in {run:#?}"));
    OsStr::from_bytes(run.stderr[at + words.len()..].trim_ascii_end()).to_owned()
}

fn without_summary(lines: &[Value]) -> Vec<Value> {
    lines.iter().filter(|line| line.get("summary").is_none()).cloned().collect()
}

fn summary(run: &Run) -> Value {
    run.jsonl().pop().unwrap()["summary"].take()
}

const GAMES: &str = "1500";

/// Interrupts a command, continues it, and compares the result with an undisturbed run.
#[track_caller]
fn goes_on_where_it_stopped<S: AsRef<OsStr>>(sandbox: &Sandbox, args: &[S]) {
    let whole = sandbox.bout(args).ok();
    let records = sandbox.path("r");
    let kept = records.exists().then(|| {
        rename(&records, sandbox.path("whole")).unwrap();
        sandbox.names("whole")
    });
    let first = interrupted(sandbox, args);
    assert!(first.out.ends_with('\n'), "complete lines only");
    let lines = without_summary(&first.jsonl());
    assert!(!lines.is_empty() && lines.len() < 1500, "{} lines", lines.len());
    assert_eq!(summary(&first)["games"], lines.len());
    if kept.is_some() {
        assert_eq!(sandbox.names("r").len(), lines.len(), "a record for every line, whole ones only");
    }
    let second = sandbox.shell(goes_on(&first));
    assert_eq!((second.code, second.said()), (Some(0), vec![]), "{}\n{}", first.err, second.err);
    let both = [lines, without_summary(&second.jsonl())].concat();
    assert!(both == without_summary(&whole.jsonl()), "both parts together are the whole: {}", first.err);
    for (key, total) in summary(&whole).as_object().unwrap() {
        let number = |value: &Value| value.as_u64().unwrap_or_default();
        let sum = number(&summary(&first)[key]) + number(&summary(&second)[key]);
        assert!(total.is_array() || sum == number(total), "{key}");
    }
    if let Some(kept) = kept {
        assert_eq!(sandbox.names("r"), kept);
        for name in kept {
            assert_eq!(sandbox.read(format!("r/{name}")), sandbox.read(format!("whole/{name}")));
        }
    }
}

#[test]
fn an_interrupted_play_goes_on_where_it_stopped() {
    let sandbox = Sandbox::with_programs();
    let args = ["play", "bomber.crash", "wait.crash", "--rules", "max_turns=300", "--games", GAMES];
    let more = ["--output", "jsonl", "--record", "r", "--seed", "4"];
    goes_on_where_it_stopped(&sandbox, &[&args[..], &more].concat());
}

#[test]
fn names_with_all_that_shells_act_on() {
    let sandbox = Sandbox::new();
    let (one, two) = ("it's $HOME `x` \"q\" *\n&.crash", "-x;#~!.crash");
    sandbox.file(one, BOMBER);
    sandbox.file(two, WAIT);
    let args = ["play", "--rules=max_turns=300", "--output=jsonl", "--games", GAMES, "--", one, two];
    goes_on_where_it_stopped(&sandbox, &args);
}

#[test]
fn files_that_are_called_like_options() {
    for (one, two) in [("--from=3.crash", "b.crash"), ("--from", "7"), ("b.crash", "--from")] {
        let sandbox = Sandbox::new();
        sandbox.file(one, BOMBER);
        sandbox.file(two, WAIT);
        let args = ["play", "--game=crash", "--rules=max_turns=300", "--output=jsonl", "--games", GAMES];
        goes_on_where_it_stopped(&sandbox, &[&args[..], &["--", one, two]].concat());
    }
}

#[test]
fn a_command_that_went_on_can_be_interrupted_again() {
    for from in [&["--from", "2"][..], &["--from=2"]] {
        let sandbox = Sandbox::with_programs();
        let args =
            ["play", "bomber.crash", "wait.crash", "--rules=max_turns=300", "--output=jsonl", "--games"];
        let first = interrupted(&sandbox, &[&args[..], &[GAMES], from].concat());
        let command = goes_on(&first).into_string().unwrap();
        assert_eq!(command.matches("--from").count(), 1, "{command}");
        assert_eq!(first.jsonl()[0]["match"], 2);
        let next = sandbox.shell(command).jsonl()[0]["match"].clone();
        assert_eq!(next, without_summary(&first.jsonl()).len() + 2);
    }
}

#[cfg(target_os = "linux")]
#[test]
fn names_that_are_not_utf_8() {
    let sandbox = Sandbox::with_programs();
    let odd = OsStr::from_bytes(b"a\xff.crash");
    sandbox.file(odd, BOMBER);
    let [play, rules, form, games, number, other] =
        ["play", "--rules=max_turns=300", "--output=jsonl", "--games", GAMES, "wait.crash"].map(OsStr::new);
    goes_on_where_it_stopped(&sandbox, &[play, rules, form, games, number, odd, other]);
}

#[test]
fn every_form_ends_whole() {
    let sandbox = Sandbox::with_programs();
    let args =
        ["play", "wait.crash", "wait.crash", "--rules=max_turns=300", "--games", "4000", "--output", "csv"];
    let run = interrupted(&sandbox, &args);
    goes_on(&run);
    let (_, rows) = run.csv();
    assert!(run.out.ends_with('\n') && !rows.is_empty() && rows.len() < 4000);
}

/// Starts a command that takes very long, and presses Ctrl-C once. Returns `None` if the command
/// ended by itself, which happens if an engine can prove the outcome of a match.
#[track_caller]
fn ends_by_one_signal(sandbox: &Sandbox, args: &[&str], name: &str) -> Option<Run> {
    let mut command = sandbox.command(args);
    // Standard input stays open and empty.
    let command = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let input = child.stdin.take();
    std::thread::sleep(STARTED);
    if child.try_wait().unwrap().is_some() {
        let run = Run::of(child.wait_with_output().unwrap());
        assert_eq!(run.code, Some(0), "{run:#?}");
        eprintln!("skipped: {args:?} ended by itself");
        return None;
    }
    signal(&child, name);
    let ended = wait_for(&mut child, PATIENCE).is_some();
    drop(input);
    assert!(ended, "{args:?} goes on after SIG{name}");
    Some(Run::of(child.wait_with_output().unwrap()))
}

#[test]
fn one_endless_match_is_interrupted() {
    let sandbox = Sandbox::with_programs();
    sandbox.file("walk.esowar", "r");
    for (name, form) in [("walk.esowar", "text"), ("walk.esowar", "json"), ("wait.crash", "jsonl")] {
        let longest = ["--rules", "max_turns=1099511627776", "--record", "r", "--output", form];
        let args = [&["play", name, name], &longest[..]].concat();
        if let Some(run) = ends_by_one_signal(&sandbox, &args, "INT") {
            assert!(goes_on(&run).to_string_lossy().contains("--from 0"), "{run:#?}");
            assert!(sandbox.names("r").is_empty());
            assert!(form != "json" || run.json()["matches"] == serde_json::json!([]));
        }
    }
}

#[test]
fn a_long_case_is_interrupted() {
    let sandbox = Sandbox::new();
    let case = serde_json::json!({"format": "bout-conformance/1", "game": "esowar", "cases": [{
        "name": "n", "why": "E7", "params": {"squares": 1000, "max_turns": 1_099_511_627_776_u64},
        "bases": ["r", "r"], "start": [0, 500], "robots": [3, 4], "expect": {"outcome": "draw"}}]});
    sandbox.file("c.json", case.to_string());
    if let Some(run) = ends_by_one_signal(&sandbox, &["conform", "c.json"], "INT") {
        assert_eq!(run.code, Some(130), "{run:#?}");
    }
}

/// A record that claims a match too long to have been played: 2^40 turns.
#[test]
fn a_long_replay_is_interrupted() {
    let sandbox = Sandbox::new();
    sandbox.file("walk.esowar", "r");
    sandbox.bout(&["play", "walk.esowar", "walk.esowar", "--rules=max_turns=9", "--record", "r"]).ok();
    let mut record = record::read(&sandbox.read(format!("r/{}", sandbox.names("r")[0]))).unwrap();
    for (key, value) in &mut record.parameters {
        if key == "max_turns" {
            *value = 1 << 40;
        }
    }
    sandbox.file("x.bout", record::write(&record));
    for args in [&["replay", "x.bout"][..], &["replay", "--deep", "x.bout"]] {
        if let Some(run) = ends_by_one_signal(&sandbox, args, "INT") {
            assert_eq!(run.code, Some(130), "{run:#?}");
        }
    }
}

#[test]
fn waiting_for_standard_input_is_interrupted() {
    let sandbox = Sandbox::with_programs();
    for args in [
        &["play", "-", "wait.crash", "--game", "crash"][..],
        &["check", "-", "--game", "crash"],
        &["fmt", "-", "--game", "crash"],
        &["replay", "-"],
        &["conform", "-"],
    ] {
        let run = ends_by_one_signal(&sandbox, args, "INT").expect("nobody writes to it");
        // Before any work has begun, the signal itself may end the process. A shell reports that
        // as 130, too.
        assert!(run.code == Some(130) || run.code.is_none(), "{args:?}: {run:#?}");
    }
}

#[test]
fn the_demo_is_interrupted() {
    let sandbox = Sandbox::new();
    let run = ends_by_one_signal(&sandbox, &["demo", "--games", "1000000"], "INT").expect("it is long");
    assert_eq!(run.code, Some(130), "{run:#?}");
}

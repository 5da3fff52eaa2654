//! `bout conform`: cases that pass, cases that fail, and files without cases.

mod support;

use serde_json::{Value, json};
use support::Sandbox;

/// Returns a case that passes.
fn crash_case() -> Value {
    json!({
        "name": "right", "why": "C5", "params": {"max_turns": 10},
        "programs": ["store [i]-1 i\n", "noop\n"], "start": [0, 2000],
        "expect": {"outcome": "win", "winner": 0, "reason": "crash", "turns": 2, "i": [0, 2002], "a": [0, 0],
            "b": [0, 0], "memory": {"0": "store [i]-1 i", "2000": "noop"}},
    })
}

fn esowar_case() -> Value {
    json!({
        "name": "right", "why": "E7", "params": {"squares": 10, "max_turns": 10},
        "bases": ["r", "rd"], "start": [0, 5], "robots": [3, 4],
        "expect": {"outcome": "win", "winner": 0, "turns": 4,
            "deaths": [{"player": 1, "turn": 4, "reason": "read-d"}],
            "commanders": [2, 6], "robots": [3, 4], "board": "r*6 d r*3"},
    })
}

fn file(game: &str, cases: &[Value]) -> String {
    json!({"format": "bout-conformance/1", "game": game, "cases": cases}).to_string()
}

/// Returns the case with one value replaced.
fn changed(mut case: Value, pointer: &str, value: Value) -> Value {
    *case.pointer_mut(pointer).unwrap() = value;
    case
}

#[test]
fn right_cases_pass_in_every_form() {
    let sandbox = Sandbox::new();
    sandbox.file("c.json", file("crash", &[crash_case()]));
    sandbox.file("e.json", file("esowar", &[esowar_case()]));
    let run = |form| sandbox.bout(&["conform", "c.json", "e.json", "--output", form]).ok();
    assert_eq!(run("text").out, "2 passed, 0 failed\n");
    let lines = run("jsonl").jsonl();
    assert_eq!(lines.last().unwrap()["summary"], json!({"passed": 2, "failed": 0}));
    let document = run("json").json();
    assert_eq!(document["cases"], json!(lines[..2]));
    assert_eq!(document["summary"], lines[2]["summary"]);
    assert_eq!(run("csv").csv().1.iter().filter(|row| row[2] == "true").count(), 2);
    sandbox.bout_with(&["conform", "-"], &sandbox.read("c.json")).ok();
}

#[test]
fn the_projects_own_cases_pass() {
    let sandbox = Sandbox::new();
    for (game, isolation) in
        [("crash", "reset"), ("esowar", "reset"), ("perlwar", "reset"), ("perlwar", "fork")]
    {
        let path = format!("{}/../../testdata/{game}/conformance.json", env!("CARGO_MANIFEST_DIR"));
        sandbox.bout(&["conform", &path, "--isolation", isolation]).ok().prints(&[" passed, 0 failed"]);
    }
}

#[test]
fn every_wrong_expectation_fails_with_what_was_expected_and_what_came() {
    let wrong = [
        ("/expect/outcome", json!("draw")),
        ("/expect/winner", json!(1)),
        ("/expect/winner", json!(null)),
        ("/expect/turns", json!(33_333)),
    ];
    let crash = [
        ("/expect/reason", json!("both-crash")),
        ("/expect/i", json!([0, 2001])),
        ("/expect/a", json!([1, 0])),
        ("/expect/b", json!([0])),
        ("/expect/memory", json!({"0": "store [i]-1 i"})),
        ("/expect/memory/2000", json!("crash")),
    ];
    let esowar = [
        ("/expect/deaths", json!([])),
        ("/expect/deaths/0/reason", json!("no-match")),
        ("/expect/deaths/0/turn", json!(3)),
        ("/expect/commanders", json!([2, 7])),
        ("/expect/robots/1", json!(5)),
        ("/expect/board", json!("r*10")),
    ];
    let sandbox = Sandbox::new();
    for (game, right, more) in [("crash", crash_case(), crash), ("esowar", esowar_case(), esowar)] {
        for (pointer, value) in wrong.iter().chain(&more) {
            let key = pointer.split('/').nth(2).unwrap();
            let case = changed(changed(right.clone(), pointer, value.clone()), "/name", "wrong-one".into());
            let (expected, found) = (case["expect"][key].to_string(), right["expect"][key].to_string());
            sandbox.file("c.json", file(game, &[right.clone(), case]));
            let run = sandbox.bout(&["conform", "c.json"]).fails(1);
            let run = run.prints(&["wrong-one", key, &expected, &found]);
            assert!(run.out.ends_with("1 passed, 1 failed\n"), "{run:#?}");
            let lines = sandbox.bout(&["conform", "c.json", "--output", "jsonl"]).fails(1).jsonl();
            assert_eq!((&lines[0]["passed"], &lines[1]["passed"]), (&json!(true), &json!(false)));
            assert_eq!(lines[2]["summary"], json!({"passed": 1, "failed": 1}));
        }
    }
}

#[test]
fn absent_keys_are_not_checked_and_unknown_ones_are_not_ignored() {
    let sandbox = Sandbox::new();
    sandbox.file("c.json", file("crash", &[changed(crash_case(), "/expect", json!({"winner": 0}))]));
    sandbox.bout(&["conform", "c.json"]).ok();
    sandbox.file("c.json", file("crash", &[changed(crash_case(), "/expect", json!({"loser": 1}))]));
    sandbox.bout(&["conform", "c.json"]).fails(1).prints(&["loser", "0 passed, 1 failed"]);
}

#[test]
fn a_case_that_cannot_be_played_fails_and_the_others_are_played() {
    let sandbox = Sandbox::new();
    let mut cases = vec![crash_case(), json!(5), json!(null), json!({}), json!({"name": "n"})];
    for (pointer, value) in [
        ("/programs", json!(["noop"])),
        ("/programs", json!(["noop", "bad"])),
        ("/programs", json!(["noop", 5])),
        ("/programs", json!("noop")),
        ("/params", json!({"max_turns": 0})),
        ("/params", json!({"max_turns": -1})),
        ("/params", json!({"max_turns": "1"})),
        ("/params", json!({"squares": 9})),
        ("/params", json!(null)),
        ("/start", json!([0])),
        ("/start", json!([0, 0])),
        ("/start", json!([0, 4096])),
        ("/start", json!([0.5, 9])),
        ("/start", json!({})),
        ("/expect", json!([])),
    ] {
        cases.push(changed(crash_case(), pointer, value));
    }
    let failed = cases.len() - 1;
    sandbox.file("c.json", file("crash", &cases));
    let run = sandbox.bout(&["conform", "c.json"]).fails(1);
    assert!(run.out.ends_with(&format!("1 passed, {failed} failed\n")), "{run:#?}");
}

#[test]
fn files_without_cases_are_refused() {
    let sandbox = Sandbox::new();
    for text in [
        "",
        "{",
        "[]",
        "5",
        "{}",
        "{\"format\":\"bout-conformance/2\",\"game\":\"crash\",\"cases\":[]}",
        "{\"format\":\"bout-conformance/1\",\"game\":\"chess\",\"cases\":[]}",
        "{\"format\":\"bout-conformance/1\",\"game\":\"crash\"}",
        "{\"format\":\"bout-conformance/1\",\"game\":\"crash\",\"cases\":{}}",
        "\u{feff}{}",
    ] {
        sandbox.file("c.json", text);
        sandbox.bout(&["conform", "c.json"]).fails(1).says(&["c.json"]);
    }
    sandbox.file("c.json", "[".repeat(1_000_000));
    sandbox.bout(&["conform", "c.json"]).fails(1);
    sandbox.file("c.json", b"\xff\xfe\0");
    sandbox.bout(&["conform", "c.json"]).fails(1);
    sandbox.bout(&["conform", "gone.json"]).fails(3).says(&["gone.json"]);
    sandbox.bout(&["conform", "."]).fails(3);
    sandbox.bout(&["conform"]).fails(2);
}

/// `N passed, M failed` is printed whatever the files contain.
#[test]
fn one_bad_file_does_not_hide_the_others() {
    let sandbox = Sandbox::new();
    sandbox.file("c.json", file("crash", &[crash_case()]));
    sandbox.file("bad.json", "{");
    let run = sandbox.bout(&["conform", "bad.json", "c.json"]).fails(1).says(&["bad.json"]);
    run.prints(&["1 passed, "]);
    sandbox.bout(&["conform", "c.json", "gone.json"]).fails(3).prints(&["1 passed, "]);
}

#[test]
fn a_case_cannot_steer_a_terminal() {
    let sandbox = Sandbox::new();
    let evil = json!("\u{1b}]0;EVIL\u{7}\u{1b}[2J");
    let mut cases = Vec::new();
    for pointer in ["/name", "/why", "/expect/reason"] {
        cases.push(changed(changed(crash_case(), "/expect/turns", json!(5)), pointer, evil.clone()));
    }
    cases.push(changed(crash_case(), "/expect", json!({evil.as_str().unwrap(): 1})));
    cases.push(changed(crash_case(), "/params", json!({evil.as_str().unwrap(): 1})));
    sandbox.file("c.json", file("crash", &cases));
    for form in ["text", "json", "jsonl"] {
        let mut command = sandbox.command(&["conform", "c.json", "--output", form]);
        let run = support::Run::of(command.env("CLICOLOR_FORCE", "1").output().unwrap()).fails(1);
        assert!(!run.out.contains('\u{1b}'), "{form}: {run:#?}");
    }
}

//! `bout check`: diagnostics with positions, in every output format, and warnings that
//! can be silenced.

mod support;

use std::fs::create_dir;

use serde_json::{Value, json};
use support::{FORMS, SWEEPER, Sandbox, WAIT, ends_in, keys};

/// Returns what `bout check --output jsonl` reports about a file.
fn check(name: &str, content: impl AsRef<[u8]>, more: &[&str]) -> Value {
    let sandbox = Sandbox::new();
    sandbox.file(name, content);
    let run = sandbox.bout(&[&["check", name, "--output", "jsonl"], more].concat());
    let line = run.jsonl().remove(0);
    assert_eq!(run.code, Some(i32::from(line["ok"] == false)), "{run:#?}");
    assert_eq!(keys(&line)[..4], ["file", "game", "ok", "diagnostics"]);
    assert_eq!(line["file"], name);
    line
}

/// Returns the line and column of the first diagnostic, which must be an error.
#[track_caller]
fn first_error(name: &str, content: impl AsRef<[u8]>) -> (u64, u64) {
    let line = check(name, content, &[]);
    let first = &line["diagnostics"][0];
    assert_eq!((&line["ok"], &first["severity"]), (&json!(false), &json!("error")), "{line:#}");
    assert_eq!(first["code"], if ends_in(name, "crash") { "C8" } else { "E9" });
    (first["line"].as_u64().expect("a line"), first["column"].as_u64().expect("a column"))
}

fn codes(line: &Value) -> Vec<&str> {
    line["diagnostics"].as_array().unwrap().iter().map(|one| one["code"].as_str().unwrap()).collect()
}

#[test]
fn good_programs_are_good() {
    for (name, text) in
        [("a.crash", WAIT), ("a.esowar", SWEEPER), ("a.crash", "\tnoop\r\n;x\r\n\r\nwrite noop 007\n")]
    {
        assert_eq!(check(name, text, &[])["ok"], true, "{text:?}");
    }
    let sandbox = Sandbox::with_programs();
    let run = sandbox.bout(&["check", "wait.crash", "sweeper.esowar"]).ok();
    run.prints(&["wait.crash: ok", "sweeper.esowar: ok"]);
}

#[test]
fn errors_of_crash_stand_where_the_rules_say() {
    // C8: A wrong word is reported at its first character, and so is a number above 4095. A missing
    // word is reported just after the last one. A wrong expression is reported at the first
    // character that does not fit.
    assert_eq!(first_error("a.crash", "noop\n  jump 5\n"), (2, 3));
    assert_eq!(first_error("a.crash", "store 4096 i\n"), (1, 7));
    assert_eq!(first_error("a.crash", "store [i]+5000 i\n"), (1, 11));
    assert_eq!(first_error("a.crash", "\tstore 5 ;x\n"), (1, 9));
    assert_eq!(first_error("a.crash", "write noop\n"), (1, 11));
    assert_eq!(first_error("a.crash", "store [i]*2 i\n"), (1, 10));
    assert_eq!(first_error("a.crash", "store [c] i\n"), (1, 8));
    assert_eq!(first_error("a.crash", "store 1 c\n"), (1, 9));
    assert_eq!(first_error("a.crash", "write write noop 1 2\n"), (1, 7));
    assert_eq!(first_error("a.crash", "noop noop\n"), (1, 6));
    assert_eq!(first_error("a.crash", "noop\rnoop\n"), (1, 5));
    assert_eq!(first_error("a.crash", "\u{feff}noop\n"), (1, 1));
    assert_eq!(first_error("a.crash", b"noop\n\xff\n"), (2, 1));
    assert_eq!(first_error("a.crash", b"noop\0\n").0, 1);
    assert_eq!(first_error("a.crash", "noop\n".repeat(129)).0, 129);
    assert_eq!(check("a.crash", "noop\n".repeat(127) + WAIT, &[])["ok"], true);
    assert_eq!(first_error("a.crash", "noop\n\rnoop\n\r\tx"), (3, 2), "line feed, carriage return");
}

#[test]
fn errors_of_esowar_stand_where_the_rules_say() {
    assert_eq!(first_error("a.esowar", "[+]\n é\n"), (2, 2));
    assert_eq!(first_error("a.esowar", "r;é x\n\tx"), (2, 2));
    assert_eq!(first_error("a.esowar", "\u{feff}r"), (1, 1));
    assert_eq!(first_error("a.esowar", "r\u{a0}"), (1, 2));
    assert_eq!(first_error("a.esowar", b"rr\0"), (1, 3));
    assert_eq!(first_error("a.esowar", b"r\xc3\n"), (1, 2));
    assert_eq!(first_error("a.esowar", "r".repeat(9_999) + "\nrr"), (2, 2), "the 10,001st symbol");
    assert_eq!(check("a.esowar", "r".repeat(9_999) + "\nr", &[])["ok"], true);
}

#[test]
fn a_program_without_anything_is_an_error_of_the_whole_file() {
    for (name, content) in
        [("a.crash", ""), ("a.crash", ";only\n\n"), ("a.esowar", ""), ("a.esowar", " ;r\n")]
    {
        let line = check(name, content, &[]);
        assert_eq!(line["ok"], false);
        let found = &line["diagnostics"][0];
        assert_eq!(keys(found), ["severity", "code", "message", "help"], "no place: {found:#}");
    }
}

#[test]
fn a_diagnostic_has_exactly_the_documented_keys() {
    let line = check("a.crash", "noop\nstore 5000 i\n", &[]);
    let found = &line["diagnostics"][0];
    let documented = ["severity", "code", "line", "column", "end_line", "end_column", "message", "help"];
    assert_eq!(keys(found), documented);
    assert_eq!(
        (&found["end_line"], &found["end_column"]),
        (&json!(2), &json!(11)),
        "after the last character"
    );
    for key in ["message", "help"] {
        assert!(!found[key].as_str().unwrap().is_empty());
    }
}

#[test]
fn all_forms_say_the_same_and_text_has_line_and_caret() {
    let sandbox = Sandbox::with_programs();
    sandbox.file("bad.crash", "noop\n   stor 1 i\nstore 1 q\n");
    let args = |form| ["check", "wait.crash", "bad.crash", "sweeper.esowar", "--output", form];
    let run = |form| sandbox.bout(&args(form)).fails(1);
    let lines = run("jsonl").jsonl();
    assert_eq!(lines.len(), 3, "one line a file");
    assert_eq!(run("json").json()["files"], Value::Array(lines.clone()));
    let (header, rows) = run("csv").csv();
    let found = lines[1]["diagnostics"].as_array().unwrap();
    assert_eq!(rows.len(), found.len());
    for (row, found) in rows.iter().zip(found) {
        assert_eq!(row[0], "bad.crash");
        for (key, field) in header.iter().zip(row).skip(1) {
            let value = &found[key];
            assert_eq!(field, &value.as_str().map_or_else(|| value.to_string(), str::to_owned));
        }
    }
    let text = run("text").prints(&["bad.crash:2:4", "   stor 1 i", "bad.crash:3:9", "store 1 q"]).out;
    let lines: Vec<&str> = text.lines().collect();
    let source = lines.iter().position(|line| line.contains("   stor 1 i")).unwrap();
    let word = lines[source].find("stor").unwrap();
    assert_eq!(lines[source + 1].find('^'), Some(word), "{text}");
}

#[test]
fn text_shows_the_first_errors_and_says_how_many_more_there_are() {
    let sandbox = Sandbox::new();
    sandbox.file("a.esowar", "xyz".repeat(30));
    let text = sandbox.bout(&["check", "a.esowar"]).fails(1).prints(&["a.esowar: 70 more are not shown"]).out;
    assert_eq!(text.matches("--> a.esowar:").count(), 20, "{text}");
    sandbox.file("b.esowar", "x".repeat(20));
    let text = sandbox.bout(&["check", "b.esowar"]).fails(1).out;
    assert!(!text.contains("not shown"), "{text}");
}

#[test]
fn every_diagnostic_reaches_machines() {
    let line = check("a.esowar", "xyz".repeat(30), &[]);
    assert_eq!(line["diagnostics"].as_array().unwrap().len(), 90);
}

#[test]
fn warnings_are_no_errors_and_can_be_silenced() {
    for (name, content, code) in [
        ("a.esowar", "[+", "unmatched-bracket"),
        ("a.esowar", "rrd", "certain-death"),
        ("a.crash", "store 5000-1 i\n".replace("5000", "[i]+4000").as_str(), "leaves-program"),
        ("a.crash", "noop\n", "runs-off-end"),
        ("a.crash", "store [i]-1 i\nnoop\nstore [i]-1 i\n", "never-reached"),
    ] {
        let line = check(name, content, &[]);
        assert_eq!(line["ok"], true);
        assert!(codes(&line).contains(&code), "{code}: {line:#}");
        assert_eq!(line["diagnostics"][0]["severity"], "warning");
        assert!(!codes(&check(name, content, &["--allow", code])).contains(&code));
        let comment = format!(";allow {code}\n{content}");
        assert!(!codes(&check(name, comment, &[])).contains(&code), "{code} by comment");
    }
}

#[test]
fn errors_cannot_be_silenced() {
    let sandbox = Sandbox::new();
    sandbox.file("a.crash", "bad\n");
    sandbox.bout(&["check", "a.crash", "--allow", "C8"]).fails(2);
    sandbox.bout(&["check", "a.crash", "--allow", "runs-off"]).fails(2).says(&["runs-off-end"]);
    assert_eq!(check("a.crash", ";allow C8\nbad\n", &[])["ok"], false);
}

#[test]
fn names_and_authors_come_from_comments() {
    let sandbox = Sandbox::new();
    sandbox.file("a.crash", "noop ;NAME Imp\n;name other\n;Author A. K.\nstore [i]-2 i\n");
    sandbox.bout(&["check", "a.crash"]).ok().prints(&["Imp by A. K.", "length 2"]);
}

#[test]
fn an_unreadable_file_does_not_hide_the_others() {
    let sandbox = Sandbox::with_programs();
    sandbox.file("bad.crash", "bad\n");
    for form in FORMS {
        let run = sandbox.bout(&["check", "bad.crash", "gone.crash", "wait.crash", "--output", form]);
        let run = run.fails(3).says(&["gone.crash"]).prints(&["bad.crash"]);
        assert!(form == "csv" || run.out.contains("wait.crash"), "{run:#?}");
    }
}

#[test]
fn standard_input_and_folders_are_checked_too() {
    let sandbox = Sandbox::with_programs();
    sandbox.bout_with(&["check", "-", "--game", "crash"], WAIT.as_bytes()).ok().prints(&["-: ok"]);
    let run = sandbox.bout_with(&["check", "-", "--game", "esowar"], WAIT.as_bytes()).fails(1);
    run.prints(&["-:1:1"]);
    sandbox.bout(&["check", "-"]).fails(2).says(&["--game"]);
    sandbox.bout(&["check", "-", "-", "--game", "crash"]).fails(2).says(&["once"]);
    create_dir(sandbox.path("dir")).unwrap();
    sandbox.file("dir/one.crash", WAIT);
    sandbox.file("dir/two.esowar", SWEEPER);
    assert_eq!(
        sandbox.bout(&["check", "dir", "--output", "jsonl"]).ok().jsonl().len(),
        2,
        "games may be mixed"
    );
    let only = sandbox.bout(&["check", "dir", "--game", "crash", "--output", "jsonl"]).ok().jsonl();
    assert_eq!((only.len(), &only[0]["file"]), (1, &json!("dir/one.crash")));
}

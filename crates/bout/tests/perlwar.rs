//! `PerlWar` on the command line: playing, records, and machines without perl.

#![cfg(all(target_os = "linux", target_arch = "x86_64"))]

mod support;

use serde_json::json;
use support::{FORMS, Run, Sandbox, ends_in};

/// Copies itself into the next cell.
const CRAWLER: &str = "#name Crawler\nreturn \":1\"\n";
/// Looks for other players' snippets, and empties a cell at random.
const HUNTER: &str = "\"!\".(1+int rand $#_)\n=round 3\n\":1\"\n";
/// Never ends.
const ENDLESS: &str = "1 while 1\n";

/// Creates a sandbox with three snippets.
fn with_players() -> Sandbox {
    let sandbox = Sandbox::new();
    for (name, text) in [("crawler.pl", CRAWLER), ("hunter.pl", HUNTER), ("endless.pl", ENDLESS)] {
        sandbox.file(name, text);
    }
    sandbox
}

/// Runs bout with an empty search path.
fn without_perl(sandbox: &Sandbox, args: &[&str]) -> Run {
    let mut command = sandbox.command(args);
    Run::of(command.env("PATH", sandbox.path("nothing")).output().unwrap())
}

const PLAY: [&str; 6] = ["play", "crawler.pl", "hunter.pl", "endless.pl", "--rules", "rounds=6"];

#[test]
fn a_match_says_who_won_and_how_many_snippets_are_left() {
    let sandbox = with_players();
    let lines = sandbox.bout(&[&PLAY[..], &["--output", "jsonl", "--games", "3"]].concat()).ok().jsonl();
    assert_eq!(lines.len(), 4);
    for line in &lines[..3] {
        let snippets: Vec<u64> =
            line["snippets"].as_array().unwrap().iter().map(|n| n.as_u64().unwrap()).collect();
        assert_eq!((snippets.len(), snippets[2]), (3, 0), "a snippet that never ends is erased: {line}");
        assert!(["eliminated", "most-snippets", "nobody-left"].contains(&line["reason"].as_str().unwrap()));
        assert!(line.get("fault").is_none(), "no failure of a snippet decides a match");
    }
}

#[test]
fn the_same_bytes_however_runs_are_kept_apart_and_on_any_number_of_threads() {
    let sandbox = with_players();
    let run = |more: &[&str]| {
        let run = sandbox
            .bout(&[&PLAY[..], &["--games", "12", "--output", "jsonl", "--record", "r"], more].concat());
        let records = sandbox.names("r");
        std::fs::remove_dir_all(sandbox.path("r")).unwrap();
        (run.ok().out, records)
    };
    let one = run(&["--threads", "1"]);
    assert_eq!(one.1.len(), 12);
    for more in [&["--threads", "2"][..], &["--threads", "1"], &["--isolation", "fork"]] {
        assert_eq!(run(more), one, "{more:?}");
    }
}

#[test]
fn records_name_the_perl_and_replay_without_it() {
    let sandbox = with_players();
    sandbox.bout(&[&PLAY[..], &["--record", "r"]].concat()).ok();
    let record = sandbox.read(format!("r/{}", sandbox.names("r")[0]));
    let header: serde_json::Value =
        serde_json::from_slice(record.split(|byte| *byte == b'\n').next().unwrap()).unwrap();
    let environment = header["environment"].as_object().unwrap();
    assert_eq!(environment.keys().collect::<Vec<_>>(), ["driver", "perl"]);
    assert!(environment["perl"].as_str().unwrap().starts_with("5."), "{environment:?}");
    without_perl(&sandbox, &["replay", "--deep", "r"]).ok().prints(&["verified"]);
}

#[test]
fn without_perl_perlwar_says_what_to_do_and_the_rest_works() {
    let sandbox = with_players();
    let case = json!({"name": "one", "why": "P2", "params": {}, "rounds": 1, "expect": {"rounds_played": 1},
        "cells": [{"pos": 0, "owner": "ann", "code": "1"}, {"pos": 1, "owner": "bob", "code": "1"}]});
    let file = json!({"format": "bout-conformance/1", "game": "perlwar", "cases": [case]});
    sandbox.file("cases.json", file.to_string());
    sandbox.bout(&["conform", "cases.json"]).ok();
    for args in [&PLAY[..], &["check", "crawler.pl"], &["tournament", "crawler.pl", "hunter.pl"], &["doctor"]]
    {
        let run = without_perl(&sandbox, args).fails(4);
        assert!((run.out.clone() + &run.err).contains("apt-get install perl"), "{run:#?}");
    }
    for form in FORMS {
        assert!(without_perl(&sandbox, &["doctor", "--output", form]).fails(4).out.contains("Perl"));
    }
    without_perl(&sandbox, &["doctor"])
        .prints(&["perlwar: cannot be played here", "crash: can be played here"]);
    without_perl(&sandbox, &["conform", "cases.json"]).fails(4).says(&["no perl"]);
    for args in [&["games"][..], &["fmt", "--check", "crawler.pl"], &["new", "perlwar", "fresh"]] {
        without_perl(&sandbox, args).ok();
    }
}

#[test]
fn check_quotes_what_perl_quotes() {
    let sandbox = Sandbox::new();
    for (code, near, line) in
        [("^1", r#"near "^""#, 1), ("$x=1;\n$y=\n^2", r#"near "=\n^""#, 3), ("1 2", r#"near "1 2""#, 1)]
    {
        sandbox.file("a.pl", code);
        let row = sandbox.bout(&["check", "a.pl", "--output", "jsonl"]).fails(1).jsonl().remove(0);
        let found = &row["diagnostics"][0];
        assert_eq!(found["message"], format!("syntax error, {near}"), "{code}");
        assert_eq!(found["line"], json!(line), "{code}");
    }
}

/// A snippet that is too long never runs, so nothing is said of what it returns.
#[test]
fn check_does_not_run_what_is_too_long() {
    let sandbox = Sandbox::new();
    sandbox.file("long.pl", format!("1{}", "#".repeat(100)));
    let run = sandbox.bout(&["check", "long.pl"]).ok();
    assert!(!run.out.contains("alone in an Array"), "{run:#?}");
    run.prints(&["it segfaults unrun", "enters in round 1: 101 of 100 characters"]);
    sandbox.file("fits.pl", format!("1{}", "#".repeat(99)));
    sandbox
        .bout(&["check", "fits.pl"])
        .ok()
        .prints(&["100 of 100 characters; alone in an Array it returns `1`"]);
}

/// The examples play against each other, as many as the demo fits into its short time.
#[test]
fn the_demo_plays_the_examples() {
    let sandbox = Sandbox::new();
    sandbox.bout(&["new", "perlwar", "examples"]).ok();
    let examples = sandbox.names("examples").iter().filter(|name| ends_in(name, "pl")).count();
    let args = ["demo", "--game", "perlwar", "--games", "1", "--rules", "rounds=3", "--output", "jsonl"];
    let run = sandbox.bout(&args).ok().jsonl().remove(0);
    let table = run["table"].as_array().unwrap();
    assert!((8..=examples).contains(&table.len()), "{table:#?}");
    assert_eq!(run["complete"], json!(true));
    assert!(table.iter().all(|row| row["faults"] == 0 && row["voids"] == 0), "{table:#?}");
}

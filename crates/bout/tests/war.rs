//! `bout war` on the command line: whole wars, and who may hand in what.

#![cfg(all(target_os = "linux", target_arch = "x86_64"))]

mod support;

use serde_json::{Value, json};
use support::war::{CRAWLER, HERMIT, begin, kept, rounds, show, submit, war};
use support::{FORMS, Sandbox};

/// The parameters of the wars in this file.
const NUMBERS: [&str; 2] = ["size=24", "rounds=12"];

/// Plays a war to its end, with snippets handed in at its beginning and in the middle.
fn whole_war() -> Sandbox {
    let dir = war(&NUMBERS);
    submit(&dir, "alice", "crawler").ok();
    submit(&dir, "bob", "rover").ok();
    rounds(&dir, 3).ok();
    submit(&dir, "alice", "vampire").ok();
    rounds(&dir, 1).ok();
    dir.file("plan.pl", "=round 7\n'!5'\n=round 9\n\":-1\"\n");
    submit(&dir, "bob", "plan").ok();
    rounds(&dir, 100).ok();
    dir
}

/// Returns the match that `bout play` plays from the files left in the folder.
fn played_by_play(dir: &Sandbox) -> Value {
    let mut args = vec!["play", "war/players", "--seed", "7", "--output", "jsonl"];
    args.extend(NUMBERS.iter().flat_map(|number| ["--rules", number]));
    dir.bout(&args).ok().jsonl()[0].clone()
}

#[test]
fn a_war_that_is_over_is_a_match_like_any_other() {
    let dir = whole_war();
    dir.bout(&["replay", "--deep", "war/war.bout"]).ok().prints(&["verified"]);
    let record = record::read(&dir.read("war/war.bout")).unwrap();
    let files: Vec<&str> = record.programs.iter().map(|program| program.file.as_str()).collect();
    assert_eq!((files, record.seed), (vec!["alice.pl", "bob.pl"], Some(7)));
    assert!(record.environment.iter().any(|(name, _)| name == "perl"));
    let played = played_by_play(&dir);
    assert_eq!(played["digest"], record.digest.to_string());
    let outcome = &show(&dir)["outcome"];
    assert_eq!(outcome["digest"], played["digest"]);
    assert_eq!((&outcome["reason"], &outcome["rounds"]), (&played["reason"], &played["turns"]));
    assert_eq!(outcome["record"], "war/war.bout");
}

/// A war's result does not depend on who plays it, or on the number of calls.
#[test]
fn the_same_submissions_come_to_the_same_bytes() {
    let one = whole_war();
    let other = war(&NUMBERS);
    // Bob comes first here.
    submit(&other, "bob", "hermit").ok();
    submit(&other, "bob", "rover").ok();
    submit(&other, "alice", "crawler").ok();
    for _ in 0..3 {
        other.bout(&["war", "round", "war", "--isolation", "fork"]).ok();
    }
    other.file("plan.pl", "=round 4\n'^1'\n");
    submit(&other, "alice", "plan").ok();
    other.file("plan.pl", "=round 7\n'!5'\n=round 9\n\":-1\"\n");
    submit(&other, "bob", "plan").ok();
    rounds(&other, 5).ok();
    rounds(&other, 100).ok();
    assert_eq!(kept(&one), kept(&other));
    for name in ["alice", "bob"] {
        let file = format!("war/players/{name}.pl");
        assert_eq!(one.read(&file), other.read(&file));
    }
}

#[test]
fn a_snippet_enters_in_the_next_round() {
    let dir = war(&NUMBERS);
    submit(&dir, "alice", "crawler").ok().prints(&["4 characters", "round 1"]);
    submit(&dir, "bob", "hermit").ok();
    assert_eq!(show(&dir)["standing"][0]["waiting"], json!([1]));
    let first = rounds(&dir, 1).ok().jsonl()[0].clone();
    let entered: Vec<&Value> =
        first["entered"].as_array().unwrap().iter().map(|entry| &entry["player"]).collect();
    assert!(entered.len() == 2 && entered.contains(&&json!("alice")) && entered.contains(&&json!("bob")));
    assert_eq!(first["standing"][0], json!({"player": "alice", "snippets": 2, "out": null}));
    assert_eq!(first["outcome"], Value::Null);
    submit(&dir, "bob", "vampire").ok().prints(&["round 2"]);
    assert_eq!(show(&dir)["standing"][1]["waiting"], json!([2]));
    let second = rounds(&dir, 1).ok().jsonl()[0].clone();
    assert_eq!((&second["round"], &second["entered"][0]["player"]), (&json!(2), &json!("bob")));
    assert!(rounds(&dir, 1).ok().jsonl()[0]["entered"].as_array().unwrap().is_empty());
    assert_eq!(dir.read("war/players/bob.pl"), b"0\n=round 2\n'^1'\n");
}

#[test]
fn of_two_snippets_for_a_round_the_later_one_enters() {
    let dir = war(&NUMBERS);
    submit(&dir, "alice", "crawler").ok();
    submit(&dir, "alice", "hermit").ok().prints(&["replacing"]);
    let run = dir.bout(&["war", "submit", "war", "crawler.pl", "--player", "alice", "--output", "json"]).ok();
    let expected = json!({"player": "alice", "enters": [{"round": 1, "characters": 4, "replaces": true}]});
    assert_eq!(run.json(), expected);
    assert_eq!(dir.read("war/players/alice.pl"), CRAWLER.as_bytes());
    submit(&dir, "bob", "hermit").ok();
    rounds(&dir, 2).ok();
    submit(&dir, "alice", "hermit").ok();
    submit(&dir, "alice", "vampire").ok().prints(&["round 3", "replacing"]);
    assert_eq!(dir.read("war/players/alice.pl"), b"\":1\"\n=round 3\n'^1'\n");
}

#[test]
fn a_plan_is_taken_whole_or_not_at_all() {
    let dir = war(&NUMBERS);
    dir.file("plan.pl", "0\n=round 2\n1\n=round 5\n2\n");
    submit(&dir, "alice", "plan").ok().prints(&["round 1", "round 2", "round 5"]);
    submit(&dir, "bob", "hermit").ok();
    rounds(&dir, 3).ok();
    let before = dir.read("war/players/alice.pl");
    submit(&dir, "alice", "plan").fails(1).says(&[
        "round 1 was already played",
        "round 2 was already played",
        "from round 4 on",
    ]);
    dir.file("plan.pl", "=round 3\n7\n=round 4\n7\n");
    submit(&dir, "alice", "plan").fails(1).says(&["round 3 was already played", "plan.pl", "P14"]);
    assert_eq!(dir.read("war/players/alice.pl"), before);
    dir.file("plan.pl", "=round 4\n7\n=round 5\n8\n");
    submit(&dir, "alice", "plan").ok().prints(&["round 4\n", "round 5, replacing"]);
    assert_eq!(dir.read("war/players/alice.pl"), b"0\n=round 2\n1\n=round 4\n7\n=round 5\n8\n");
    dir.file("plan.pl", "=round five\n7\n");
    submit(&dir, "alice", "plan").fails(1).says(&["=round N"]);
    dir.file("plan.pl", "");
    submit(&dir, "alice", "plan").fails(1).says(&["no snippet"]);
}

#[test]
fn what_is_surely_not_meant_is_told() {
    let dir = war(&["rounds=5", "max_len=10", "mambo=1"]);
    dir.file("plan.pl", "=round 4\n'1234567'\n=round 6\n0\n");
    let run = submit(&dir, "alice", "plan").says(&[
        "9 characters",
        "7 or fewer",
        "5 rounds",
        "no snippet for round 1",
    ]);
    assert_eq!(run.code, Some(0), "{run:#?}");
}

#[test]
fn nobody_comes_late_and_nobody_comes_back() {
    let dir = war(&NUMBERS);
    for (player, snippet) in [("alice", "crawler"), ("bob", "dies"), ("carol", "hermit")] {
        submit(&dir, player, snippet).ok();
    }
    dir.file("plan.pl", "die\n=round 2\n0\n");
    submit(&dir, "bob", "plan").ok();
    let first = rounds(&dir, 1).ok().jsonl()[0].clone();
    assert_eq!(first["standing"][1], json!({"player": "bob", "snippets": 0, "out": 1}));
    let died = first["runs"].as_array().unwrap().iter().find(|run| run["player"] == "bob").unwrap();
    assert_eq!((&died["result"], &died["why"]), (&json!("segfault"), &json!("died")));
    submit(&dir, "bob", "hermit").fails(1).says(&["bob", "round 1", "P15"]);
    submit(&dir, "dave", "hermit").fails(1).says(&["dave", "P15", "alice, bob, carol"]);
    let second = rounds(&dir, 1).ok().jsonl()[0].clone();
    assert_eq!(second["entered"], json!([]), "what he had handed in before does not enter");
    let text = dir.bout(&["war", "show", "war"]).ok();
    text.prints(&["out since round 1", "round 2 of 12, 10 left"]);
    rounds(&dir, 10).ok();
    submit(&dir, "alice", "hermit").fails(1).says(&["the war is over", "alice has won"]);
    rounds(&dir, 1).fails(1).says(&["the war is over"]);
    assert_eq!(played_by_play(&dir)["digest"], show(&dir)["outcome"]["digest"]);
}

#[test]
fn who_is_left_alone_has_won() {
    let dir = war(&NUMBERS);
    submit(&dir, "alice", "hermit").ok();
    submit(&dir, "bob", "dies").ok();
    let run = dir.bout(&["war", "round", "war", "--rounds", "9"]).ok();
    run.prints(&[
        "segfault 1 (died 1)",
        "alice has won after round 1: nobody else has a snippet left",
        "war/war.bout",
    ]);
    dir.bout(&["war", "show", "war"]).ok().prints(&["the war is over", "alice has won"]);
    dir.bout(&["replay", "war/war.bout"]).ok();
}

#[test]
fn earlier_rounds_are_shown_as_they_were() {
    let dir = war(&NUMBERS);
    submit(&dir, "alice", "crawler").ok();
    submit(&dir, "bob", "rover").ok();
    let mut seen = vec![show(&dir)];
    for _ in 0..5 {
        rounds(&dir, 1).ok();
        seen.push(show(&dir));
    }
    rounds(&dir, 100).ok();
    for (round, before) in seen.iter().enumerate() {
        let number = round.to_string();
        let after = dir.bout(&["war", "show", "war", "--round", &number, "--output", "json"]).ok().json();
        assert_eq!(&after, before, "round {round}");
        assert_eq!(after["history"].as_array().unwrap().len(), round);
    }
    assert_eq!(seen[0]["array"], json!([{"first": 0, "last": 23, "player": null, "code": null}]));
    dir.bout(&["war", "show", "war", "--round", "13"]).fails(2).says(&["12 rounds"]);
}

#[test]
fn all_forms_say_the_same() {
    let played = FORMS.map(|form| {
        let dir = war(&NUMBERS);
        submit(&dir, "alice", "crawler").ok();
        submit(&dir, "bob", "dies").ok();
        submit(&dir, "carol", "rover").ok();
        let played = dir.bout(&["war", "round", "war", "--rounds", "2", "--output", form]).ok();
        (played, dir.bout(&["war", "show", "war", "--output", form]).ok())
    });
    let [(text, _), (json, shown), (jsonl, shown_line), (csv, shown_table)] = &played;
    assert_eq!(json.json()["rounds"], Value::Array(jsonl.jsonl()));
    assert_eq!(vec![shown.json()], shown_line.jsonl());
    let (header, rows) = csv.csv();
    assert_eq!(header[..6], ["round", "player", "snippets", "out", "entered", "copied"]);
    assert_eq!(rows.len(), 6);
    for (row, line) in
        rows.iter().zip(jsonl.jsonl().iter().flat_map(|line| line["standing"].as_array().unwrap().clone()))
    {
        assert_eq!(
            (row[1].as_str(), row[2].parse()),
            (line["player"].as_str().unwrap(), Ok(line["snippets"].as_u64().unwrap()))
        );
    }
    assert_eq!(rows[1][3..], ["1", &rows[1][4], "0", "0", "0", "0", "0", "0", "1"].map(str::to_owned));
    assert!(text.out.contains("round 2 of 12") && text.out.contains("bob    out since round 1"), "{text:#?}");
    let (_, cells) = shown_table.csv();
    let of_json = shown.json()["array"].as_array().unwrap().clone();
    assert_eq!(cells.len(), of_json.len());
    let total: u64 =
        cells.iter().map(|row| row[1].parse::<u64>().unwrap() + 1 - row[0].parse::<u64>().unwrap()).sum();
    assert_eq!(total, 24, "every cell once");
}

#[test]
fn names_are_checked_before_anything_is_written() {
    let dir = war(&NUMBERS);
    for name in ["", "..", "../x", "a/b", ".x", "-x", "a\nb", "a.", "x\u{1b}[2J"] {
        dir.bout(&["war", "submit", "war", "hermit.pl", &format!("--player={name}")])
            .fails(2)
            .says(&["name"]);
    }
    dir.bout(&["war", "submit", "war", "-"]).fails(2).says(&["--player"]);
    dir.file("hermit.crash", "0");
    dir.bout(&["war", "submit", "war", "hermit.crash"]).fails(2).says(&["program of crash", "*.pl"]);
    dir.file("odd!.pl", HERMIT);
    dir.bout(&["war", "submit", "war", "odd!.pl"]).fails(2).says(&["`!`", "--player"]);
    assert!(!dir.path("war/players").exists());
    dir.bout_with(&["war", "submit", "war", "-", "--player", "Captain Nemo"], b"0").ok();
    dir.bout(&["war", "submit", "war", "hermit.pl"]).ok().prints(&["hermit: "]);
    submit(&dir, "HERMIT", "hermit").fails(1).says(&["upper and lower case"]);
    assert_eq!(dir.names("war/players"), ["Captain Nemo.pl", "hermit.pl"]);
    for number in 2..16 {
        submit(&dir, &format!("p{number}"), "hermit").ok();
    }
    submit(&dir, "p16", "hermit").fails(1).says(&["16 players"]);
    assert_eq!(rounds(&dir, 1).ok().jsonl()[0]["entered"].as_array().unwrap().len(), 16);
}

#[test]
fn wrong_usage_is_told() {
    let dir = war(&NUMBERS);
    let fails = |args: &[&str], code| dir.bout(&[&["war"], args].concat()).fails(code);
    fails(&["new", "war"], 3).says(&["not empty", "war.toml"]);
    fails(&["new", "hermit.pl"], 3);
    fails(&["new", "other", "--rules", "colour=1"], 2).says(&["colour"]);
    fails(&["new", "other", "--rules", "size=1"], 2).says(&["size"]);
    assert!(!dir.path("other").exists());
    fails(&["round", "war"], 1).says(&["2 players", "submit"]);
    submit(&dir, "alice", "hermit").ok();
    fails(&["round", "war"], 1).says(&["has 1"]);
    fails(&["round", "war", "--isolation", "fast"], 2);
    fails(&["round", "war", "--rounds", "0"], 2);
    fails(&["show", "war", "--round", "1"], 2).says(&["0 rounds"]);
    fails(&["submit", "war"], 2);
    fails(&["submit", "war", "absent.pl"], 3);
    for command in [&["round", "nowhere"][..], &["show", "nowhere"], &["submit", "nowhere", "hermit.pl"]] {
        fails(command, 3).says(&["war.toml", "bout war new"]);
    }
    assert!(!dir.path("nowhere").exists());
    fails(&["peace", "war"], 2);
}

/// Hidden files from git or an editor are ignored, and a large seed is accepted.
#[test]
fn a_war_may_begin_in_a_folder_of_git() {
    let dir = Sandbox::new();
    std::fs::create_dir_all(dir.path("war/.git")).unwrap();
    dir.bout(&["war", "new", "war", "--seed", "18446744073709551615"]).ok();
    assert_eq!(show(&dir)["seed"], u64::MAX);
    begin(&dir, "a/b c", &[]);
}

/// Handing in snippets and showing a war need no perl; playing does.
#[test]
fn without_perl_nothing_is_played() {
    let dir = war(&NUMBERS);
    let without_perl = |args: &[&str]| support::Run::of(dir.command(args).env("PATH", "").output().unwrap());
    for player in ["alice", "bob"] {
        without_perl(&["war", "submit", "war", "hermit.pl", "--player", player]).ok();
    }
    without_perl(&["war", "round", "war"]).fails(4).says(&["perl", "doctor"]);
    without_perl(&["war", "show", "war"]).ok().prints(&["round 0"]);
    rounds(&dir, 2).ok();
    without_perl(&["war", "show", "war"]).ok().prints(&["round 2"]);
}

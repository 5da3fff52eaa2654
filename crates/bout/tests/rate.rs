//! `bout rate`: results from elsewhere.

mod support;

use support::{FORMS, Sandbox};

const GAMES: &str = "white,black,result\nanna,ben,1-0\nanna,ben,1/2-1/2\nben,clara,0-1\nclara,anna,draw\n";

#[test]
fn the_example_of_the_manual_is_true() {
    let sandbox = Sandbox::new();
    sandbox.file("games.csv", GAMES);
    let table = sandbox.bout(&["rate", "games.csv"]).ok().out;
    let manual = sandbox.bout(&["man", "ratings", "--markdown"]).ok().out;
    for line in table.lines().chain(GAMES.lines()) {
        assert!(manual.contains(&format!("    {line}\n")), "the manual lacks {line:?}");
    }
}

#[test]
fn all_forms_have_the_same_players_in_the_same_order() {
    let sandbox = Sandbox::new();
    sandbox.file("games.csv", GAMES);
    let lines = sandbox.bout(&["rate", "games.csv", "--output", "jsonl"]).ok().jsonl();
    let document = sandbox.bout(&["rate", "games.csv", "--output", "json"]).ok().json();
    assert_eq!(document["players"], serde_json::Value::Array(lines.clone()));
    let (header, rows) = sandbox.bout(&["rate", "games.csv", "--output", "csv"]).ok().csv();
    assert_eq!(header[..3], ["player", "games", "score"]);
    for (line, row) in lines.iter().zip(&rows) {
        assert_eq!(line["player"], row[0].as_str());
    }
    let scores: f64 = lines.iter().map(|line| line["score"].as_f64().unwrap()).sum();
    assert!((scores - 4.0).abs() < 1e-9, "a point per game: {scores}");
}

/// `bout rate` reads a cross table of `bout tournament`, and counts each pair once.
#[test]
fn a_cross_table_of_bout_is_rated_as_it_is() {
    let sandbox = Sandbox::with_programs();
    let table =
        ["tournament", "wait.crash", "crash.crash", "bomber.crash", "--games", "20", "--score", "sampled"];
    let csv = sandbox.bout(&[&table[..], &["--cross", "--output", "csv"]].concat()).ok().out;
    sandbox.file("cross.csv", csv);
    let players = sandbox.bout(&["rate", "cross.csv", "--output", "jsonl"]).ok().jsonl();
    assert_eq!(players.len(), 3);
    assert!(players.iter().all(|player| player["games"] == 40.0), "each pair counts once: {players:?}");
    assert_eq!(players[2]["player"], "crash.crash", "it loses every game");
}

#[test]
fn wrong_input_is_told() {
    let sandbox = Sandbox::new();
    for (text, words) in [
        ("", "no results"),
        ("anna,ben,1-0\n", "line 1"),
        ("white,black,result\nanna,anna,1-0\n", "line 2: anna plays against itself"),
        ("white,black,result\nanna,ben,2-0\n", "line 2: the result is `2-0`"),
    ] {
        sandbox.file("wrong.csv", text);
        for form in FORMS {
            sandbox.bout(&["rate", "wrong.csv", "--output", form]).fails(1).says(&["wrong.csv", words]);
        }
    }
    sandbox.bout(&["rate", "none.csv"]).fails(3).says(&["none.csv"]);
    sandbox.file("all.csv", "white,black,result\nanna,ben,1-0\n");
    sandbox.bout(&["rate", "all.csv"]).ok();
    sandbox.bout(&["rate", "all.csv", "--prior", "none"]).fails(1).says(&["anna", "--prior weak"]);
}

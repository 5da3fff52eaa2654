//! `bout play`: its output in every format, setups, seeds and parameters.

mod support;

use serde_json::{Value, json};
use support::{FORMS, Sandbox, WAIT, keys};

const MATCH_KEYS: [&str; 9] =
    ["game", "match", "seed", "programs", "outcome", "winner", "reason", "turns", "digest"];

#[test]
fn one_match_says_who_won_and_why() {
    let sandbox = Sandbox::with_programs();
    sandbox
        .bout(&["play", "wait.crash", "crash.crash"])
        .ok()
        .prints(&["wait wins on turn 1: the other program executed `crash`"]);
    let run = sandbox.bout(&["play", "crash.crash", "crash.crash"]).ok();
    run.prints(&["draw", "turn 1: both programs executed `crash` in the same turn"]);
    let esowar = ["play", "sweeper.esowar", "smart.esowar", "--rules", "squares=2000"];
    sandbox.bout(&esowar).ok().prints(&["squares 2,000", "wins"]);
}

#[test]
fn jsonl_has_exactly_the_documented_keys() {
    let sandbox = Sandbox::with_programs();
    let run = sandbox.bout(&["play", "wait.crash", "crash.crash", "--games", "3", "--output", "jsonl"]).ok();
    let lines = run.jsonl();
    assert_eq!(lines.len(), 4);
    for (index, line) in lines[..3].iter().enumerate() {
        assert_eq!(keys(line), MATCH_KEYS);
        assert_eq!(line["match"], index);
        assert_eq!(line["programs"], json!(["wait.crash", "crash.crash"]));
        assert_eq!((&line["outcome"], &line["winner"]), (&json!("win"), &json!(0)));
        assert_eq!((&line["reason"], &line["turns"]), (&json!("crash"), &json!(1)));
        let digest = line["digest"].as_str().unwrap();
        assert!(digest.len() == 64 && digest.bytes().all(|b| b.is_ascii_hexdigit()));
    }
    assert_eq!(lines[3], json!({"summary": {"games": 3, "wins": [3, 0], "draws": 0, "void": 0}}));
}

#[test]
fn a_draw_names_who_ties_and_nobody_as_winner() {
    let sandbox = Sandbox::with_programs();
    let limit = ["--rules", "max_turns=7", "--output", "jsonl"];
    let run = sandbox.bout(&[&["play", "wait.crash", "wait.crash"], &limit[..]].concat()).ok();
    let line = &run.jsonl()[0];
    let mut expected = MATCH_KEYS.to_vec();
    expected.insert(6, "tied");
    assert_eq!(keys(line), expected);
    assert_eq!(line["winner"], Value::Null);
    assert_eq!(
        (&line["tied"], &line["reason"], &line["turns"]),
        (&json!([0, 1]), &json!("turn-limit"), &json!(7))
    );
    assert_eq!(run.jsonl()[1]["summary"], json!({"games": 1, "wins": [0, 0], "draws": 1, "void": 0}));
    // E7: when the limit is reached, the living players tie and the dead ones have lost.
    sandbox.file("dead.esowar", "d");
    sandbox.file("alive.esowar", "r");
    let three = ["play", "alive.esowar", "dead.esowar", "alive.esowar", "--rules", "squares=30"];
    let run = sandbox.bout(&[&three[..], &limit].concat()).ok();
    assert_eq!(run.jsonl()[0]["tied"], json!([0, 2]));
}

#[test]
fn all_forms_say_the_same() {
    let sandbox = Sandbox::with_programs();
    let run = |form: &str, games: &str| {
        let args = ["play", "bomber.crash", "wait.crash", "--games", games, "--seed", "9", "--output", form];
        sandbox.bout(&args).ok()
    };
    let lines = run("jsonl", "7").jsonl();
    let document = run("json", "7").json();
    assert_eq!(document["matches"], Value::Array(lines[..7].to_vec()));
    assert_eq!(document["summary"], lines[7]["summary"]);
    let (header, rows) = run("csv", "7").csv();
    assert_eq!(header[..7], ["match", "seed", "outcome", "winner", "reason", "turns", "digest"]);
    assert_eq!(rows.len(), 7);
    let text = run("text", "7");
    for (line, row) in lines.iter().zip(&rows) {
        for (key, field) in header.iter().zip(row) {
            let value = &line[key];
            let shown = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
            assert_eq!(&(if value.is_null() { String::new() } else { shown }), field, "{key}");
        }
        text.clone().prints(&[&format!("match {}, seed {}: bomber wins", line["match"], line["seed"])]);
    }
}

#[test]
fn timings_add_fields_and_change_no_others() {
    let sandbox = Sandbox::with_programs();
    let run = |more: &[&str]| {
        let args = ["play", "bomber.crash", "wait.crash", "--games", "5", "--output", "jsonl"];
        sandbox.bout(&[&args, more].concat()).ok().jsonl()
    };
    let (plain, mut timed) = (run(&[]), run(&["--timings"]));
    assert_ne!(plain, timed);
    for (plain, timed) in plain.iter().zip(&mut timed) {
        let plain = plain.get("summary").unwrap_or(plain);
        let timed = if timed.get("summary").is_some() { timed["summary"].take() } else { timed.take() };
        for key in keys(plain) {
            assert_eq!(plain[key], timed[key]);
        }
    }
    for form in FORMS {
        let args = ["play", "bomber.crash", "wait.crash", "--games", "2", "--timings", "--output", form];
        sandbox.bout(&args).ok();
    }
}

#[test]
fn match_0_has_the_seed_itself_and_every_match_can_be_played_alone() {
    let sandbox = Sandbox::with_programs();
    let run = |args: &[&str]| {
        let base = ["play", "bomber.crash", "wait.crash", "--output", "jsonl"];
        sandbox.bout(&[&base, args].concat()).ok().jsonl()
    };
    for seed in ["0", "1", "18446744073709551615"] {
        assert_eq!(run(&["--seed", seed])[0]["seed"].to_string(), seed);
    }
    assert_eq!(run(&[])[0], run(&["--seed", "1"])[0], "the default seed is 1");
    let many = run(&["--games", "4"]);
    assert_eq!(many[1]["seed"], json!(1_781_265_107_796_483_u64), "crates/bout/manual/seeds.md");
    for line in &many[..4] {
        let alone = &run(&["--seed", &line["seed"].to_string()])[0];
        assert_eq!((&alone["digest"], &alone["turns"]), (&line["digest"], &line["turns"]));
    }
    assert_eq!(run(&["--games", "4", "--from", "2"])[..2], many[2..4]);
}

#[test]
fn bad_seeds_numbers_and_parameters_are_usage_errors() {
    let sandbox = Sandbox::with_programs();
    let crash = ["play", "wait.crash", "crash.crash"];
    let esowar = ["play", "sweeper.esowar", "smart.esowar"];
    for (base, more) in [
        (crash, ["--seed", "-1"]),
        (crash, ["--seed", "seven"]),
        (crash, ["--seed", ""]),
        (crash, ["--seed", "1.5"]),
        (crash, ["--seed", "18446744073709551616"]),
        (crash, ["--games", "0"]),
        (crash, ["--games", "-1"]),
        (crash, ["--games", "many"]),
        (crash, ["--from", "-1"]),
        (crash, ["--threads", "0"]),
        (crash, ["--threads", "-1"]),
        (crash, ["--output", "xml"]),
        (crash, ["--isolation", "none"]),
        (crash, ["--rules", "squares=5"]),
        (crash, ["--rules", "max_turns"]),
        (crash, ["--rules", "max_turns="]),
        (crash, ["--rules", "=5"]),
        (crash, ["--rules", "max_turns=-1"]),
        (crash, ["--rules", "max_turns=0"]),
        (crash, ["--rules", "max_turns=1099511627777"]),
        (crash, ["--rules", "max_turns=18446744073709551616"]),
        (esowar, ["--rules", "squares=0"]),
        (esowar, ["--rules", "squares=41"]),
        (esowar, ["--rules", "squares=67108865"]),
        (esowar, ["--rules", "turns=5"]),
        (esowar, ["--start", "1,x"]),
        (esowar, ["--start", "-1,5"]),
        (esowar, ["--start", "1,"]),
    ] {
        let run = sandbox.bout(&[&base[..], &more].concat()).fails(2);
        assert_eq!(run.out, "", "nothing is printed before a usage error is told: {run:#?}");
    }
    for (more, expected) in [
        (["--games", "1e6"], "expected a whole number from 1 to 1,000,000,000,000"),
        (["--games", "0"], "expected a whole number from 1 to 1,000,000,000,000"),
        (["--seed", ""], "expected a whole number from 0 to 18,446,744,073,709,551,615"),
        (["--seed", "18446744073709551616"], "expected a whole number from 0 to 18,446,744,073,709,551,615"),
        (["--threads", "1025"], "expected a whole number from 1 to 1,024"),
        (["--start", "1,x"], "expected a whole number from 0 to"),
        (["--start", "1"], "`start` has 1 number, but needs 2"),
    ] {
        sandbox.bout(&[&crash[..], &more].concat()).says(&[expected]);
    }
    let twice = ["--rules", "max_turns=1", "--rules", "max_turns=1"];
    sandbox.bout(&[&crash[..], &twice].concat()).fails(2).says(&["max_turns", "twice"]);
    sandbox.bout(&["play", "wait.crash", "wait.crash", "--rules", "turns=1"]).fails(2).says(&["max_turns"]);
}

#[test]
fn starting_after_the_last_match_is_a_usage_error_before_anything_is_done() {
    let sandbox = Sandbox::with_programs();
    for form in FORMS {
        let args = ["play", "wait.crash", "crash.crash", "--from", "1", "--record", "r", "--output", form];
        let run = sandbox.bout(&args).fails(2);
        assert_eq!(run.out, "", "{form}");
        assert!(!sandbox.path("r").exists());
    }
}

#[test]
fn parameters_may_be_at_the_ends_of_their_ranges() {
    let sandbox = Sandbox::with_programs();
    let run = sandbox.bout(&["play", "wait.crash", "wait.crash", "--rules", "max_turns=1"]).ok();
    run.prints(&["after turn 1: at the turn limit, nobody had executed `crash`"]);
    let longest = ["play", "wait.crash", "crash.crash", "--rules", "max_turns=1099511627776"];
    sandbox.bout(&longest).ok().prints(&["1,099,511,627,776"]);
    sandbox.file("d.esowar", "d");
    let smallest = ["play", "d.esowar", "d.esowar", "--rules", "squares=2", "--rules", "max_turns=1"];
    sandbox.bout(&smallest).ok().prints(&["read `d`"]);
    sandbox.bout(&["play", "d.esowar", "d.esowar", "--rules", "squares=67108864"]).ok();
}

#[test]
fn the_number_of_programs_is_the_games() {
    let sandbox = Sandbox::with_programs();
    sandbox.bout(&["play"]).fails(2);
    sandbox.bout(&["play", "wait.crash"]).fails(2).says(&["exactly 2"]);
    sandbox.bout(&["play", "wait.crash", "wait.crash", "wait.crash"]).fails(2).says(&["exactly 2", "3"]);
    sandbox.bout(&["play", "sweeper.esowar"]).fails(2).says(&["2 to 64"]);
    let mut many = vec!["play", "--rules", "squares=6400", "--rules", "max_turns=640", "--output", "json"];
    many.extend(["sweeper.esowar"; 64]);
    let document = sandbox.bout(&many).ok().json();
    assert_eq!(document["programs"].as_array().unwrap().len(), 64);
    many.push("sweeper.esowar");
    sandbox.bout(&many).fails(2).says(&["2 to 64", "65"]);
    std::fs::create_dir(sandbox.path("crowd")).unwrap();
    for number in 0..65 {
        sandbox.file(format!("crowd/{number}.esowar"), "d");
    }
    sandbox.bout(&["play", "crowd"]).fails(2).says(&["65"]);
}

#[test]
fn explicit_setups_are_played_as_given() {
    let sandbox = Sandbox::with_programs();
    let crash = ["play", "bomber.crash", "wait.crash", "--output", "jsonl"];
    let run = |base: &[&str], more: &[&str]| sandbox.bout(&[base, more].concat());
    let one = run(&crash, &["--start", "0,2000"]).ok().jsonl();
    let other = run(&crash, &["--start", "0,2000", "--seed", "77"]).ok().jsonl();
    assert_eq!(one[0]["digest"], other[0]["digest"], "the seed draws nothing here");
    assert_ne!(one[0]["digest"], run(&crash, &["--start", "1,2000"]).ok().jsonl()[0]["digest"]);
    run(&crash, &["--start", "0,4"]).ok();
    run(&crash, &["--start", "4092,0"]).ok();
    for illegal in ["0,3", "0,0", "4093,0", "0,4096", "0", "0,1,2", "0,18446744073709551615"] {
        let run = run(&crash, &["--start", illegal]).fails(1).says(&["setup"]);
        assert_eq!(run.out, "");
    }
    run(&crash, &["--robots", "1,2"]).fails(1).says(&["robots"]);
    for twice in [["--start=0,4", "--setup=start=0,2000"], ["--setup=start=0,4", "--setup=start=0,4"]] {
        run(&crash, &twice).fails(2).says(&["`start` is given twice"]);
    }
    let esowar = ["play", "sweeper.esowar", "smart.esowar", "--rules", "squares=100", "--output", "jsonl"];
    let at = |start, robots| run(&esowar, &["--start", start, "--robots", robots]);
    at("0,11", "0,99").ok();
    at("58,69", "50,50").ok();
    for (start, robots) in [
        ("0,10", "1,2"),
        ("90,0", "1,2"),
        ("58,70", "1,2"),
        ("0,50", "1,100"),
        ("0,50", "1"),
        ("0,50", "1,2,3"),
        ("0", "1,2"),
    ] {
        at(start, robots).fails(1);
    }
}

#[test]
fn the_setup_in_the_text_can_be_given_back() {
    let sandbox = Sandbox::with_programs();
    for (programs, rules) in [
        (["bomber.crash", "wait.crash"], "max_turns=9000"),
        (["sweeper.esowar", "smart.esowar"], "squares=500"),
    ] {
        let base = ["play", programs[0], programs[1], "--rules", rules];
        let text = sandbox.bout(&[&base[..], &["--seed", "5"]].concat()).ok().out;
        let at = text.find("--").unwrap();
        let options: Vec<&str> = text[at..].split_whitespace().collect();
        let digest = |more: &[&str]| {
            let args = [&base[..], &["--output", "jsonl"], more].concat();
            sandbox.bout(&args).ok().jsonl()[0]["digest"].clone()
        };
        assert_eq!(digest(&options), digest(&["--seed", "5"]), "{text}");
    }
}

#[test]
fn games_are_told_by_names_or_by_the_option_never_guessed() {
    let sandbox = Sandbox::with_programs();
    sandbox.bout(&["play", "wait.crash", "crash.crash", "--game", "crahs"]).fails(2).says(&["crash"]);
    sandbox.bout(&["play", "wait.crash", "crash.crash", "--game", "esowr"]).fails(2).says(&["esowar"]);
    sandbox.bout(&["play", "wait.crash", "sweeper.esowar"]).fails(2).says(&["different games"]);
    sandbox.file("plain.txt", WAIT);
    sandbox.bout(&["play", "plain.txt", "wait.crash"]).fails(2).says(&["plain.txt", "--game"]);
    sandbox.bout(&["play", "plain.txt", "wait.crash", "--game", "crash"]).ok();
    sandbox.bout(&["play", "wait.crash", "wait.crash", "--log"]).fails(2).says(&["--log"]);
    for isolation in ["fork", "fast"] {
        sandbox.bout(&["play", "wait.crash", "crash.crash", "--isolation", isolation]).ok();
    }
}

#[test]
fn a_folder_means_its_programs_in_order() {
    let sandbox = Sandbox::new();
    std::fs::create_dir_all(sandbox.path("field/deeper")).unwrap();
    sandbox.file("field/b.crash", WAIT);
    sandbox.file("field/a.crash", "crash");
    sandbox.file("field/notes.txt", "not a program");
    sandbox.file("field/deeper/c.crash", WAIT);
    let document = sandbox.bout(&["play", "field", "--output", "json"]).ok().json();
    assert_eq!(document["programs"], json!(["field/a.crash", "field/b.crash"]));
    assert_eq!(document["summary"]["wins"], json!([0, 1]));
    sandbox.file("field/z.esowar", "d");
    sandbox.bout(&["play", "field"]).fails(2).says(&["different games"]);
    sandbox.bout(&["play", "field", "--game", "crash"]).ok();
    std::fs::create_dir(sandbox.path("empty")).unwrap();
    for command in ["play", "check", "fmt"] {
        sandbox.bout(&[command, "empty"]).fails(2).says(&["empty", "no programs"]);
    }
}

#[test]
fn a_refused_program_ends_the_command_with_its_diagnostics() {
    let sandbox = Sandbox::with_programs();
    sandbox.file("bad.crash", "noop\nstore [i]x i\n");
    let run = sandbox.bout(&["play", "bad.crash", "wait.crash", "--output", "jsonl"]).fails(1);
    let run = run.says(&["bad.crash:2:", "store [i]x i", "^"]);
    assert_eq!(run.out, "");
}

#[test]
fn the_dead_have_no_part_in_a_draw_e7() {
    let sandbox = Sandbox::new();
    sandbox.file("dead.esowar", "d");
    sandbox.file("one.esowar", "[+]+[]");
    sandbox.file("two.esowar", "[+]+[]");
    let args =
        ["play", "dead.esowar", "one.esowar", "two.esowar", "--rules", "max_turns=300", "--games", "30"];
    let run = sandbox.bout(&args).ok();
    let row = |name: &str| -> Vec<u64> {
        let line = run.out.lines().find(|line| line.contains(name)).unwrap();
        line.split_whitespace().filter_map(|word| word.parse().ok()).collect()
    };
    assert_eq!(row(" dead ")[1..4], [0, 0, 30], "wins, draws, losses: {run:#?}");
    assert_eq!(row(" one ")[1..4], [0, 30, 0], "{run:#?}");
}

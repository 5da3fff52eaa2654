//! `bout hill` on the command line.

mod support;

use std::path::Path;

use support::{Run, Sandbox};

/// Creates a hill with two places, and programs of clearly different strengths.
fn hill() -> Sandbox {
    let dir = Sandbox::new();
    std::fs::create_dir(dir.path("hill")).unwrap();
    dir.file(
        "hill/hill.toml",
        "game = \"crash\"\nscore = \"sampled\"\nsize = 2\ngames = 10\n[rules]\nmax_turns = 20000\n",
    );
    dir.file("dead.crash", "crash\n");
    dir.file("wait.crash", "store [i]-1 i\n");
    dir.file("bomber.crash", "write crash [i]+[a]+4\nwrite crash [i]+[a]+4\nstore [a]+2 a\nstore [i]-4 i\n");
    dir
}

fn add(dir: &Sandbox, program: &str) -> serde_json::Value {
    dir.bout(&["hill", "add", "hill", program, "--output", "json"]).ok().json()
}

fn on_hill(dir: &Sandbox) -> Vec<(String, u64)> {
    let table = dir.bout(&["hill", "show", "hill", "--output", "json"]).ok().json()["table"].clone();
    let row =
        |row: &serde_json::Value| (row["program"].as_str().unwrap().to_owned(), row["age"].as_u64().unwrap());
    table.as_array().unwrap().iter().map(row).collect()
}

fn said(program: &str, age: u64) -> (String, u64) {
    (program.to_owned(), age)
}

#[test]
fn the_worst_one_is_pushed_off_and_age_is_kept() {
    let dir = hill();
    assert_eq!(add(&dir, "dead.crash")["rank"], 1);
    assert_eq!(add(&dir, "wait.crash")["rank"], 1);
    assert_eq!(on_hill(&dir), [said("wait.crash", 0), said("dead.crash", 1)]);
    let third = add(&dir, "bomber.crash");
    assert_eq!(third["rank"], 1);
    assert_eq!(third["on_hill"], true);
    assert_eq!(third["pushed_off"], serde_json::json!([{"program": "dead.crash", "age": 1}]));
    assert_eq!(on_hill(&dir), [said("bomber.crash", 0), said("wait.crash", 1)]);
    assert_eq!(dir.names("hill/programs"), ["bomber.crash", "wait.crash"]);
    assert_eq!(dir.names("hill/fallen"), ["dead.crash"]);
    let again = add(&dir, "dead.crash");
    assert_eq!((again["on_hill"].as_bool(), again["rank"].as_u64()), (Some(false), Some(3)));
    assert_eq!(on_hill(&dir), [said("bomber.crash", 1), said("wait.crash", 2)]);
    let history = String::from_utf8(dir.read("hill/results/history.jsonl")).unwrap();
    assert_eq!(history.lines().count(), 4);
}

#[test]
fn a_test_changes_nothing() {
    let dir = hill();
    add(&dir, "wait.crash");
    let before = (on_hill(&dir), dir.read("hill/results/standings.json"));
    let tried = dir.bout(&["hill", "test", "hill", "bomber.crash", "--output", "json"]).ok().json();
    assert_eq!((tried["change"].as_str(), tried["rank"].as_u64()), (Some("test"), Some(1)));
    assert_eq!((on_hill(&dir), dir.read("hill/results/standings.json")), before);
    assert_eq!(dir.names("hill/programs"), ["wait.crash"]);
}

#[test]
fn a_challenger_sees_what_it_lost() {
    let dir = hill();
    add(&dir, "bomber.crash");
    let run = dir.bout(&["hill", "add", "hill", "wait.crash", "--output", "json"]).ok().json();
    let worst = &run["worst"][0];
    assert_eq!(worst["program"], "bomber.crash");
    assert!(worst["losses"].as_u64().unwrap() > 0);
    dir.bout(&["replay", worst["record"].as_str().unwrap(), "--deep"]).ok();
}

#[test]
fn a_program_that_is_there_is_not_entered_twice() {
    let dir = hill();
    add(&dir, "wait.crash");
    dir.file("copy.crash", "; the same with a comment\nstore [i]-1 i\n");
    assert_eq!(add(&dir, "copy.crash")["change"], "known");
    assert_eq!(dir.names("hill/programs"), ["wait.crash"]);
}

/// Adding a different program under an existing file name replaces nothing.
#[test]
fn nobodys_file_is_replaced() {
    let dir = hill();
    add(&dir, "wait.crash");
    dir.file("wait.crash", "store [i]-2 i\nstore [i]-1 i\n");
    add(&dir, "wait.crash");
    assert_eq!(dir.names("hill/programs"), ["wait-2.crash", "wait.crash"]);
    assert_eq!(dir.read("hill/programs/wait.crash"), b"store [i]-1 i\n");
}

#[test]
fn files_are_edited_by_hand() {
    let dir = hill();
    add(&dir, "wait.crash");
    dir.file("hill/programs/mine.crash", "store [i]-1 i\nstore [i]-1 i\n");
    dir.file("hill/programs/README.md", "not a program");
    assert_eq!(on_hill(&dir).len(), 2);
    std::fs::remove_file(dir.path("hill/programs/wait.crash")).unwrap();
    assert_eq!(on_hill(&dir), [said("mine.crash", 0)]);
    std::fs::remove_dir_all(dir.path("hill/.bout")).unwrap();
    assert_eq!(on_hill(&dir), [said("mine.crash", 0)], "what can be worked out is worked out");
}

#[test]
fn a_program_is_removed_by_file_or_name() {
    let dir = hill();
    dir.file("named.crash", ";name Captain Nemo\nstore [i]-1 i\n");
    add(&dir, "named.crash");
    dir.bout(&["hill", "remove", "hill", "nobody"]).fails(2).says(&["nobody", "named.crash"]);
    dir.bout(&["hill", "remove", "hill", "Captain Nemo"]).ok();
    assert_eq!(dir.names("hill/fallen"), ["named.crash"]);
    assert!(on_hill(&dir).is_empty());
    dir.bout(&["hill", "remove", "hill", "nobody"]).fails(2).says(&["nobody: the hill has no programs"]);
}

#[test]
fn what_is_wrong_is_told_and_changes_nothing() {
    let dir = hill();
    dir.file("bad.crash", "jump around\n");
    dir.file("other.esowar", "[+]");
    let refused = |args: &[&str], code| -> Run { dir.bout(args).fails(code) };
    refused(&["hill", "add", "hill", "bad.crash"], 1).says(&["bad.crash"]);
    refused(&["hill", "add", "hill", "wait.crash", "bad.crash"], 1);
    refused(&["hill", "add", "hill", "other.esowar"], 2).says(&["esowar", "crash"]);
    refused(&["hill", "add", "hill", "absent.crash"], 3);
    refused(&["hill", "add", "nowhere", "wait.crash"], 3).says(&["hill.toml"]);
    assert!(!Path::new(&dir.path("hill/programs")).exists() && !dir.path("nowhere").exists());
    dir.file("hill/hill.toml", "game = \"crash\"\nsize = 0\n");
    refused(&["hill", "show", "hill"], 1).says(&["size", "hill.toml"]);
}

#[test]
fn a_file_with_errors_does_not_hide_the_table() {
    let dir = hill();
    add(&dir, "wait.crash");
    dir.file("hill/programs/bad.crash", "jump around\n");
    let shown = dir.bout(&["hill", "show", "hill"]);
    assert_eq!(shown.code, Some(0), "{shown:#?}");
    shown.prints(&["wait.crash"]).says(&["bad.crash:1:1", "the table is without bad.crash"]);
    // A change could lose the file, so it waits until somebody has decided about it.
    dir.bout(&["hill", "add", "hill", "bomber.crash"]).fails(1).says(&["bad.crash has errors", "programs"]);
    std::fs::remove_file(dir.path("hill/programs/bad.crash")).unwrap();
    assert_eq!(on_hill(&dir), [said("wait.crash", 0)]);
}

/// If a command is killed after it has decided, the next one finishes its work.
#[test]
fn a_change_that_was_begun_is_finished() {
    let dir = hill();
    add(&dir, "dead.crash");
    add(&dir, "wait.crash");
    let state = serde_json::json!({"challenges": 3, "programs": []});
    let challenge = serde_json::json!({"challenge": 3, "change": "add", "program": "new.crash", "id": "x",
        "rank": 1, "pushed_off": ["dead.crash"]});
    let pending = serde_json::json!({"add": ["new.crash", "Y3Jhc2gK"], "remove": [["dead.crash", "dead.crash"]],
        "state": state, "challenge": challenge});
    // Half of the work is already done.
    std::fs::create_dir_all(dir.path("hill/fallen")).unwrap();
    std::fs::rename(dir.path("hill/programs/dead.crash"), dir.path("hill/fallen/dead.crash")).unwrap();
    dir.file("hill/.bout/pending.json", pending.to_string());
    dir.bout(&["hill", "show", "hill"]).ok();
    assert_eq!(dir.names("hill/programs"), ["new.crash", "wait.crash"]);
    assert!(!dir.path("hill/.bout/pending.json").exists());
    let history = String::from_utf8(dir.read("hill/results/history.jsonl")).unwrap();
    assert_eq!(history.lines().count(), 3);
}

/// Returns the lines of a hill's history.
fn history(dir: &Sandbox) -> Vec<serde_json::Value> {
    let text = String::from_utf8(dir.read("hill/results/history.jsonl")).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn show(dir: &Sandbox) -> serde_json::Value {
    dir.bout(&["hill", "show", "hill", "--output", "json"]).ok().json()
}

/// Returns the programs and ratings in a line of the history, in the order of the file.
fn rated(line: &serde_json::Value) -> Vec<(String, f64)> {
    let ratings = line["ratings"].as_array().unwrap_or_else(|| panic!("no ratings in {line:#}"));
    ratings
        .iter()
        .map(|rating| (rating["file"].as_str().unwrap().to_owned(), rating["elo"].as_f64().unwrap()))
        .collect()
}

#[test]
fn everybodys_rating_is_kept_after_every_change() {
    let dir = hill();
    let files = |line: &serde_json::Value| rated(line).into_iter().map(|(file, _)| file).collect::<Vec<_>>();
    for program in ["dead.crash", "wait.crash", "bomber.crash", "dead.crash"] {
        add(&dir, program);
        // The history has the ratings of the table, for the programs that are on the hill now.
        let table = show(&dir)["table"].clone();
        let line = history(&dir).pop().unwrap();
        for row in table.as_array().unwrap() {
            let is_it = |rating: &&serde_json::Value| rating["file"] == row["program"];
            let then = line["ratings"].as_array().unwrap().iter().find(is_it).expect("everybody");
            for column in ["elo", "elo_low", "elo_high", "best_rank", "worst_rank"] {
                assert_eq!(then[column], row[column], "{column}");
            }
        }
        assert_eq!(rated(&line).len(), table.as_array().unwrap().len());
    }
    dir.bout(&["hill", "remove", "hill", "wait"]).ok();
    dir.bout(&["hill", "test", "hill", "dead.crash"]).ok();
    let lines = history(&dir);
    assert_eq!(
        lines.iter().map(files).collect::<Vec<_>>(),
        [
            vec!["dead.crash"],
            vec!["wait.crash", "dead.crash"],
            vec!["bomber.crash", "wait.crash"],
            vec!["bomber.crash", "wait.crash"],
            vec!["bomber.crash"],
        ],
        "the best first; a test leaves no trace"
    );
    for line in &lines {
        let sum: f64 = rated(line).iter().map(|(_, elo)| elo).sum();
        assert!(sum.abs() < 0.11, "the mean is 0: {line:#}");
    }
    let shown = show(&dir);
    assert_eq!(shown["history"].as_array().unwrap(), &lines);
    let text = dir.bout(&["hill", "show", "hill"]).ok().out;
    assert!(text.contains("trend"), "{text}");
    let line = text.lines().find(|line| line.contains("bomber.crash")).unwrap();
    let bars = line.split_whitespace().last().unwrap();
    assert_eq!(bars.chars().count(), 3, "it was there after three changes: {line}");
    assert!(bars.chars().all(|bar| ('▁'..='█').contains(&bar)), "{line}");
    dir.bout(&["hill", "show", "hill", "-o", "page.html"]).ok();
    let page = String::from_utf8(dir.read("page.html")).unwrap();
    for words in ["dead.crash", "enters with rank 1", "not good enough", "pushed off: dead.crash", "removed"]
    {
        assert!(page.contains(words), "no {words:?} in the page");
    }
    for outside in ["src=\"http", "href=\"http", "url(http", "@import", "src=\"//"] {
        assert!(!page.contains(outside), "it needs the network: {outside}");
    }
}

/// Older versions wrote challenges without ratings.
#[test]
fn an_old_history_goes_on() {
    let dir = hill();
    std::fs::create_dir_all(dir.path("hill/results")).unwrap();
    let old = "{\"challenge\":1,\"change\":\"add\",\"program\":\"old.crash\",\"id\":\"x\",\"rank\":1,\"pushed_off\":[]}";
    // The last line may lack its line break.
    dir.file("hill/results/history.jsonl", old);
    add(&dir, "wait.crash");
    add(&dir, "bomber.crash");
    let text = String::from_utf8(dir.read("hill/results/history.jsonl")).unwrap();
    assert_eq!((text.lines().next(), text.lines().count()), (Some(old), 3), "what was there stays as it is");
    assert_eq!(show(&dir)["history"].as_array().unwrap().len(), 3);
    dir.bout(&["hill", "show", "hill", "-o", "page.html"]).ok().prints(&["trend"]);
    assert!(String::from_utf8(dir.read("page.html")).unwrap().contains("bomber.crash enters with rank 1"));
}

/// A damaged history is reported before anything changes, and stays as it is.
#[test]
fn a_damaged_history_stops_every_command() {
    let dir = hill();
    add(&dir, "wait.crash");
    let good = String::from_utf8(dir.read("hill/results/history.jsonl")).unwrap();
    for damage in ["{\"challenge\": 2, \"cha", "[]\n", "null\n", "7\n", "<<<<<<< HEAD\n"] {
        let spoilt = format!("{good}\n{damage}");
        dir.file("hill/results/history.jsonl", &spoilt);
        let standings = dir.read("hill/results/standings.json");
        for args in [
            &["hill", "add", "hill", "bomber.crash"][..],
            &["hill", "test", "hill", "bomber.crash"],
            &["hill", "remove", "hill", "wait"],
            &["hill", "show", "hill"],
            &["hill", "show", "hill", "-o", "page.html"],
        ] {
            dir.bout(args).fails(1).says(&["history.jsonl", "line 3"]);
        }
        assert_eq!(dir.names("hill/programs"), ["wait.crash"], "{damage:?}");
        assert_eq!(dir.read("hill/results/standings.json"), standings);
        assert_eq!(dir.read("hill/results/history.jsonl"), spoilt.as_bytes());
        assert!(!dir.path("page.html").exists());
    }
    dir.file("hill/results/history.jsonl", good);
    add(&dir, "bomber.crash");
    assert_eq!(history(&dir).len(), 2);
}

#[test]
fn a_hills_page_links_to_pages_of_matches() {
    let dir = hill();
    add(&dir, "wait.crash");
    add(&dir, "bomber.crash");
    dir.bout(&["hill", "show", "hill", "-o", "page.html"]).ok();
    let page = String::from_utf8(dir.read("page.html")).unwrap();
    let linked: Vec<&str> =
        page.split("href=\"page-matches/").skip(1).filter_map(|rest| rest.split('"').next()).collect();
    assert_eq!(linked.len(), 2, "one seen from either side");
    let written = dir.names("page-matches");
    assert!(linked.iter().all(|name| written.iter().any(|known| known == name)), "{linked:?}, {written:?}");
}

/// A hill without games, because it has no programs or only one, can still be shown.
#[test]
fn a_hill_without_games_is_shown() {
    for programs in [&[][..], &["wait.crash"]] {
        let dir = hill();
        for program in programs {
            add(&dir, program);
        }
        for form in support::FORMS {
            dir.bout(&["hill", "show", "hill", "-o", "page.html", "--output", form]).ok();
            let page = String::from_utf8(dir.read("page.html")).unwrap();
            assert!(page.contains("crash: a hill") && !page.contains(">NaN"), "{programs:?}");
        }
        let table = show(&dir)["table"].clone();
        for row in table.as_array().unwrap() {
            let rating = ["elo", "best_rank", "worst_rank"].map(|key| row[key].clone());
            assert_eq!(rating, [serde_json::json!(0.0), serde_json::json!(1), serde_json::json!(1)]);
        }
    }
}

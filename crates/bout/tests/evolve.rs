//! `bout evolve`: the search gives the same result for any number of threads and interruptions, its
//! programs play as reported, and invalid searches are refused.

mod support;

use std::collections::BTreeMap;
use std::fs;
use std::process::Stdio;
use std::time::Duration;

use serde_json::Value;
use support::{BOMBER, Run, SMART, Sandbox, WAIT, wait_for};

/// Creates a sandbox with the two example programs as opponents.
fn with_opponents() -> Sandbox {
    let sandbox = Sandbox::new();
    fs::create_dir(sandbox.path("against")).unwrap();
    sandbox.file("against/wait.crash", WAIT);
    sandbox.file("against/bomber.crash", BOMBER);
    sandbox
}

/// Returns the arguments of a short search.
fn small<'a>(out: &'a str, generations: &'a str, more: &[&'a str]) -> Vec<&'a str> {
    let search = ["evolve", "crash", "--against", "against", "--population", "4", "--islands", "2"];
    let limits = ["--games", "20", "--quick", "max_turns=3000", "--rules", "max_turns=20000"];
    let given = ["--out", out, "--generations", generations];
    [&search[..], &limits, &given, more].concat()
}

/// Returns all files that a search wrote, by name.
fn files(sandbox: &Sandbox, out: &str) -> BTreeMap<String, Vec<u8>> {
    let mut files = BTreeMap::new();
    for folder in [out.to_owned(), format!("{out}/archive")] {
        for name in sandbox.names(&folder) {
            let path = format!("{folder}/{name}");
            if sandbox.path(&path).is_file() {
                let name = path.trim_start_matches(out).to_owned();
                files.insert(name, sandbox.read(&path));
            }
        }
    }
    assert!(files.contains_key("/best.crash") && files.contains_key("/search.json"), "{:?}", files.keys());
    files
}

fn best_of(run: &Run) -> Value {
    run.json()["best"].clone()
}

#[test]
fn the_best_beats_its_opponents_and_plays_as_the_report_says() {
    let sandbox = with_opponents();
    let run = sandbox.bout(&small("found", "8", &["--output", "json"])).ok();
    let best = best_of(&run);
    assert!(best["score"].as_f64().unwrap() > 0.5, "{best:#}");
    assert!(best["low"] == best["score"] && best["score"] == best["high"], "exact: {best:#}");
    for against in best["against"].as_array().unwrap() {
        assert_is_exact(&sandbox, against);
    }
    let text = String::from_utf8(sandbox.read("found/best.crash")).unwrap();
    for said in [";name Evolved", ";author bout evolve", ";strategy", "seed 1", "8 generations"] {
        assert!(text.contains(said), "no {said:?} in {text}");
    }
    assert!(text.ends_with(best["program"].as_str().unwrap()), "{text}");
    let lines =
        sandbox.bout(&["play", "found/best.crash", "against/wait.crash", "--games", "50", "--output", "csv"]);
    assert_eq!(lines.ok().csv().1.len(), 50);
    for file in files(&sandbox, "found").keys().filter(|name| support::ends_in(name, "crash")) {
        let path = format!("found{file}");
        assert_eq!(sandbox.bout(&["check", &path]).code, Some(0), "{path}");
    }
}

/// Checks that the reported results against an opponent are the sums of what `bout exact` counts
/// in both orders.
fn assert_is_exact(sandbox: &Sandbox, against: &Value) {
    let exact = |programs: [&str; 2]| {
        let options = ["--rules", "max_turns=20000", "--output", "json"];
        sandbox.bout(&[&["exact"], &programs[..], &options].concat()).ok().json()
    };
    let file = against["file"].as_str().unwrap();
    let (first, second) = (exact(["found/best.crash", file]), exact([file, "found/best.crash"]));
    let sum = |of_first: &str, of_second: &str| {
        first.pointer(of_first).unwrap().as_u64().unwrap()
            + second.pointer(of_second).unwrap().as_u64().unwrap()
    };
    assert_eq!(against["exact"], true, "{against}");
    assert_eq!(against["wins"], sum("/wins/0", "/wins/1"), "{against}");
    assert_eq!(against["draws"], sum("/draws", "/draws"), "{against}");
    assert_eq!(against["losses"], sum("/wins/1", "/wins/0"), "{against}");
}

#[test]
fn files_of_others_stay_as_they_are() {
    let sandbox = with_opponents();
    fs::create_dir(sandbox.path("mine")).unwrap();
    sandbox.file("mine/best.crash", WAIT);
    for more in [&[][..], &["--fresh"]] {
        sandbox.bout(&small("mine", "1", more)).fails(1).says(&["best.crash", "--out"]);
        assert_eq!(sandbox.read("mine/best.crash"), WAIT.as_bytes());
        assert!(!sandbox.path("mine/search.json").exists(), "nothing was begun");
    }
}

#[test]
fn threads_change_nothing() {
    let sandbox = with_opponents();
    let one = sandbox.bout(&small("one", "3", &["--threads", "1"])).ok();
    let four = sandbox.bout(&small("four", "3", &["--threads", "4"])).ok();
    assert_eq!(files(&sandbox, "one"), files(&sandbox, "four"));
    assert_eq!(one.out.replace("one/", ""), four.out.replace("four/", ""));
    sandbox.bout(&small("other", "3", &["--seed", "2"])).ok();
    assert_ne!(files(&sandbox, "one")["/best.crash"], files(&sandbox, "other")["/best.crash"]);
}

#[test]
fn a_search_goes_on_to_the_same_bytes() {
    let sandbox = with_opponents();
    sandbox.bout(&small("whole", "4", &[])).ok();
    sandbox.bout(&small("parts", "1", &[])).ok();
    sandbox.bout(&small("parts", "3", &["--resume"])).ok();
    sandbox.bout(&small("parts", "4", &[])).ok();
    assert_eq!(files(&sandbox, "parts"), files(&sandbox, "whole"));
    // A finished search does nothing when it is run again.
    sandbox.bout(&small("parts", "4", &[])).ok();
    assert_eq!(files(&sandbox, "parts"), files(&sandbox, "whole"));
    // `--fresh` discards the earlier search, but no file of the user's.
    sandbox.file("parts/archive/mine.crash", WAIT);
    sandbox.bout(&small("parts", "4", &["--fresh", "--seed", "3"])).ok();
    sandbox.bout(&small("third", "4", &["--seed", "3"])).ok();
    let mut parts = files(&sandbox, "parts");
    assert_eq!(parts.remove("/archive/mine.crash").as_deref(), Some(WAIT.as_bytes()));
    assert_eq!(parts, files(&sandbox, "third"));
}

#[test]
fn killed_at_any_moment_it_comes_to_the_same_bytes() {
    let sandbox = with_opponents();
    sandbox.bout(&small("whole", "4", &[])).ok();
    for signal in ["KILL", "INT"] {
        let mut command = sandbox.command(&small(signal, "4", &[]));
        let mut child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        while !sandbox.path(signal).join("search.json").exists() && child.try_wait().unwrap().is_none() {
            std::thread::sleep(Duration::from_millis(1));
        }
        if child.try_wait().unwrap().is_none() {
            support::signal(&child, signal);
        }
        wait_for(&mut child, Duration::from_mins(1)).expect("it ends");
        sandbox.bout(&small(signal, "4", &[])).ok();
        assert_eq!(files(&sandbox, signal), files(&sandbox, "whole"), "{signal}");
    }
}

#[test]
fn a_search_begins_with_what_it_is_given() {
    let sandbox = with_opponents();
    let comb = "write crash [i]+[a]+2\nstore [a]+2532 a\nstore [i]-3 i\n";
    sandbox.file("comb.crash", comb);
    sandbox.bout(&small("found", "1", &["--from", "comb.crash"])).ok();
    let state: Value = serde_json::from_slice(&sandbox.read("found/search.json")).unwrap();
    assert_eq!(state["search"]["members"]["0"]["program"], comb);
    sandbox.bout(&small("found", "1", &[])).fails(1).says(&["--from", "a different search"]);
}

#[test]
fn a_target_ends_a_search_early() {
    let sandbox = with_opponents();
    let run = sandbox.bout(&small("found", "5000", &["--target", "0.1", "--output", "json"])).ok();
    assert!(run.json()["generations"].as_u64().unwrap() <= 100, "{}", run.out);
    assert!(best_of(&run)["low"].as_f64().unwrap() > 0.0);
}

#[test]
fn esowar_is_searched_too() {
    let sandbox = Sandbox::new();
    sandbox.file("smart.esowar", SMART);
    let args = ["evolve", "esowar", "--against", "smart.esowar", "--population", "4", "--islands", "1"];
    let limits =
        ["--generations", "2", "--games", "4", "--rules", "squares=500", "--rules", "max_turns=4000"];
    let run = sandbox.bout(&[&args[..], &limits, &["--output", "csv"]].concat()).ok();
    let (columns, rows) = run.csv();
    let place = |name: &str| columns.iter().position(|column| column == name).unwrap();
    let games: u64 =
        ["wins", "draws", "losses"].iter().map(|name| rows[0][place(name)].parse::<u64>().unwrap()).sum();
    assert_eq!((rows.len(), games, rows[0][place("exact")].as_str()), (1, 4, "false"), "not to be counted");
    sandbox
        .bout(&["check", "evolved/best.esowar", "--allow", "certain-death", "--allow", "unmatched-bracket"])
        .ok();
}

#[test]
fn what_is_no_search_is_refused() {
    let sandbox = with_opponents();
    let evolve = |args: &[&str]| sandbox.bout(&[&["evolve"], args].concat());
    evolve(&["chess", "--against", "against"]).fails(2).says(&["chess", "crash"]);
    evolve(&["snakes", "--against", "against"]).fails(2).says(&[
        "snakes",
        "possible values",
        "crash",
        "esowar",
    ]);
    evolve(&["crash"]).fails(2).says(&["--against"]);
    evolve(&["esowar", "--against", "against"]).fails(2).says(&["no programs", "*.esowar"]);
    evolve(&["crash", "--against", "nowhere"]).fails(3).says(&["nowhere"]);
    fs::create_dir(sandbox.path("empty")).unwrap();
    evolve(&["crash", "--against", "empty"]).fails(2).says(&["no programs"]);
    sandbox.file("bad.crash", "jump\n");
    evolve(&["crash", "--against", "bad.crash"]).fails(1).says(&["jump"]);
    evolve(&["crash", "--against", "against", "--rules", "speed=1"]).fails(2).says(&["--rules", "speed"]);
    evolve(&["crash", "--against", "against", "--quick", "max_turns=0"])
        .fails(2)
        .says(&["--quick", "max_turns"]);
    for [option, value] in [
        ["--population", "1"],
        ["--islands", "0"],
        ["--generations", "0"],
        ["--target", "1"],
        ["--target", "x"],
    ] {
        evolve(&["crash", "--against", "against", option, value]).fails(2).says(&[option]);
    }
    assert!(!sandbox.path("evolved").exists(), "nothing was begun");
    evolve(&["crash", "--against", "against", "--resume"]).fails(1).says(&["no search to continue"]);
    sandbox.file("file", "x");
    evolve(&["crash", "--against", "against", "--out", "file"]).fails(3).says(&["file"]);
}

#[test]
fn a_state_that_somebody_changed_is_refused() {
    let sandbox = with_opponents();
    sandbox.bout(&small("found", "1", &[])).ok();
    let state = String::from_utf8(sandbox.read("found/search.json")).unwrap();
    let refused = |text: &str, why: &str| {
        sandbox.file("found/search.json", text);
        sandbox.bout(&small("found", "2", &[])).fails(1).says(&["search.json", why, "--fresh"]);
        assert_eq!(sandbox.read("found/search.json"), text.as_bytes(), "it is not changed");
    };
    refused("", "not a valid search");
    refused(&state[..state.len() / 2], "not a valid search");
    refused(
        &state.replacen("\"form\": 2", "\"form\": 1", 1),
        "its format is 1, which another version of bout wrote",
    );
    refused(&state.replacen("\"seed\": 1", "\"seed\": 7", 1), "--seed");
    let kept: Value = serde_json::from_str(&state).unwrap();
    let niche = format!("\"{}\"", support::keys(&kept["search"]["archive"])[0]);
    // The niche becomes a file name, so it must not contain a path.
    refused(&state.replace(&niche, "\"../niche\""), "inconsistent");
    refused(&state.replacen("\"program\": \"", "\"program\": \"jump", 1), "inconsistent");
    for (option, value) in
        [("--seed", "2"), ("--population", "5"), ("--islands", "3"), ("--rules", "max_turns=1")]
    {
        sandbox.file("found/search.json", &state);
        let mut args = small("found", "2", &[]);
        args.retain(|word| *word != "--rules" && *word != "max_turns=20000");
        match args.iter().position(|word| *word == option) {
            Some(at) => args[at + 1] = value,
            None => args.extend([option, value]),
        }
        let run =
            sandbox.bout(&args).fails(1).says(&["a different search", "--fresh for a new search", option]);
        assert!(!run.err.contains("\n ;"), "{run:#?}");
    }
    sandbox.bout(&small("found", "2", &["--fresh"])).ok();
}

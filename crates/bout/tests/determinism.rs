//! The output has the same bytes for any number of threads.

mod support;

use support::{FORMS, Sandbox};

/// Returns what a command prints with that many threads, and the records that it writes if `args`
/// ask for any.
fn with_threads(sandbox: &Sandbox, args: &[&str], threads: &str) -> (Vec<u8>, Vec<(String, Vec<u8>)>) {
    let run = sandbox.bout(&[args, &["--threads", threads]].concat()).ok();
    let mut records = Vec::new();
    if args.contains(&"--record") {
        let names = sandbox.names("r");
        records = names.into_iter().map(|name| (name.clone(), sandbox.read(format!("r/{name}")))).collect();
        std::fs::remove_dir_all(sandbox.path("r")).unwrap();
    }
    (run.stdout, records)
}

fn same_for_all_threads(args: &[&str]) -> (Vec<u8>, Vec<(String, Vec<u8>)>) {
    let sandbox = Sandbox::with_programs();
    let one = with_threads(&sandbox, args, "1");
    for threads in ["2", "7"] {
        let more = with_threads(&sandbox, args, threads);
        assert!(more.0 == one.0, "{args:?} prints something else with {threads} threads");
        assert!(more.1 == one.1, "{args:?} records something else with {threads} threads");
    }
    one
}

#[test]
fn crash_with_records() {
    let args = ["play", "bomber.crash", "wait.crash", "--games", "600", "--output", "jsonl", "--record", "r"];
    let (out, records) = same_for_all_threads(&args);
    assert_eq!(String::from_utf8(out).unwrap().lines().count(), 601);
    assert_eq!(records.len(), 600);
}

#[test]
fn esowar_with_records() {
    let args =
        ["play", "sweeper.esowar", "smart.esowar", "--rules", "squares=300", "--rules", "max_turns=5000"];
    let more = ["--games", "600", "--output", "jsonl", "--record", "r", "--seed", "18446744073709551615"];
    let (_, records) = same_for_all_threads(&[&args[..], &more].concat());
    assert_eq!(records.len(), 600);
}

#[test]
fn every_form() {
    for form in FORMS {
        for games in ["1", "15", "17", "700"] {
            let args = ["play", "bomber.crash", "bomber.crash", "--rules", "max_turns=3000"];
            same_for_all_threads(&[&args[..], &["--games", games, "--output", form]].concat());
        }
    }
}

#[test]
fn matches_of_very_different_lengths() {
    let args = ["play", "wait.crash", "bomber.crash", "--rules", "max_turns=200000", "--games", "520"];
    same_for_all_threads(&[&args[..], &["--output", "csv"]].concat());
}

#[test]
fn demo() {
    same_for_all_threads(&["demo", "--game", "crash", "--games", "2"]);
}

#[test]
fn the_default_is_the_same_too() {
    let sandbox = Sandbox::with_programs();
    let args = ["play", "bomber.crash", "wait.crash", "--games", "300", "--output", "jsonl"];
    let all_cores = sandbox.bout(&args).ok().stdout;
    assert_eq!(all_cores, with_threads(&sandbox, &args, "1").0);
    assert_eq!(all_cores, with_threads(&sandbox, &args, "1024").0);
}

//! Limits of the shell that are too small: an error that says so, never an abort.

#![cfg(all(target_os = "linux", target_arch = "x86_64"))]

mod support;

use support::Sandbox;

#[test]
fn a_small_stack_is_enough_for_games_without_foreign_code() {
    let dir = Sandbox::with_programs();
    let run = dir.shell("ulimit -s 64 && \"$BOUT\" play wait.crash bomber.crash --rules max_turns=2000");
    assert_eq!((run.code, run.err.as_str()), (Some(0), ""));
}

#[test]
fn too_little_address_space_is_told_before_anything_is_done() {
    let dir = Sandbox::with_programs();
    for kibibytes in [100_000, 300_000] {
        let run = dir.shell(format!(
            "ulimit -v {kibibytes} && \"$BOUT\" tournament wait.crash bomber.crash --games 2 --threads 64"
        ));
        run.fails(4).says(&["address space", "ulimit -v"]);
        assert!(!dir.path("contest.db").exists());
    }
}

#[test]
fn many_threads_fit_into_little_address_space() {
    let dir = Sandbox::with_programs();
    let run = dir.shell(
        "ulimit -v 700000 && \"$BOUT\" play wait.crash bomber.crash --games 200 --rules max_turns=2000 --threads 64",
    );
    assert_eq!((run.code, run.err.as_str()), (Some(0), ""));
}

#[test]
fn voids_of_a_tournament_say_their_cause() {
    let dir = Sandbox::new();
    let examples = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/snakes");
    let play =
        format!("ulimit -n 16 && \"$BOUT\" tournament {examples}/boxer.c {examples}/careful.c --games 2");
    // Compiling needs more files than playing.
    assert_eq!(dir.shell(play.replace("ulimit -n 16 &&", "")).code, Some(0));
    let run = dir.shell(play.replace("--games 2", "--games 2 --fresh")).fails(4);
    assert!(run.err.contains("stayed void (") && run.err.contains("os error"), "{run:#?}");
}

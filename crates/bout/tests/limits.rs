//! Resource limits of the shell that are too low cause an error that says so, never an abort.

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
    let examples = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/snakes");
    let play =
        format!("ulimit -n 16 && \"$BOUT\" tournament {examples}/boxer.c {examples}/careful.c --games 2");
    // Compiling needs more open files than playing.
    assert_eq!(dir.shell(play.replace("ulimit -n 16 &&", "")).code, Some(0));
    let run = dir.shell(play.replace("--games 2", "--games 2 --fresh")).fails(4);
    assert!(run.err.contains("stayed void (") && run.err.contains("os error"), "{run:#?}");
}

#[test]
fn a_file_that_may_not_grow_is_told() {
    let dir = Sandbox::with_programs();
    let play = "\"$BOUT\" tournament wait.crash bomber.crash --games 2 --rules max_turns=50";
    let run = dir.shell(format!("ulimit -f 0 && {play}")).fails(3);
    run.says(&["contest.db"]);
    let run = dir.shell("ulimit -f 0 && \"$BOUT\" games > out").fails(3);
    run.says(&["standard output", "too large"]);
    assert_eq!(dir.shell(play).code, Some(0));
}

#[test]
fn doctor_tries_nothing_where_the_shell_allows_too_little_to_find_out() {
    let dir = Sandbox::new();
    for (limit, word) in [
        ("ulimit -n 16;", "open files"),
        ("ulimit -n 48;", "open files"),
        ("ulimit -f 0;", "ulimit -f"),
        ("export TMPDIR=/nonexistent;", "TMPDIR"),
        ("export TMPDIR=/proc;", "TMPDIR"),
    ] {
        for more in ["", " --prove"] {
            let run = dir.shell(format!("{limit} \"$BOUT\" doctor{more}")).fails(4);
            assert_eq!(run.out, "");
            run.says(&[word, "nothing was tried"]);
        }
    }
}

#[test]
fn with_the_fewest_open_files_doctor_says_what_it_says_with_many() {
    let dir = Sandbox::new();
    let with = |files: u32| {
        let run = dir.shell(format!("ulimit -n {files}; export BOUT_CACHE_DIR=$PWD/cache; \"$BOUT\" doctor"));
        (run.code, run.out, run.err)
    };
    assert_eq!(with(64), with(1024));
}

#[test]
fn doctor_does_not_promise_a_cache_that_cannot_be() {
    let dir = Sandbox::new();
    dir.file("file", "");
    let found = |folder: &str| {
        let run = dir.shell(format!("BOUT_CACHE_DIR={folder} \"$BOUT\" doctor --output json"));
        let findings = run.json()["findings"].as_array().unwrap().clone();
        findings.into_iter().find(|one| one["name"] == "a folder for compiled programs").unwrap()
    };
    for folder in ["/proc", "file", "file/x"] {
        let finding = found(folder);
        assert_eq!(finding["present"], false, "{finding}");
        assert!(finding["remedy"].as_str().unwrap().contains("BOUT_CACHE_DIR"), "{finding}");
    }
    assert_eq!(found("made")["present"], true);
}

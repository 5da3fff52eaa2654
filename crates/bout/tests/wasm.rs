//! Bots in WebAssembly on the command line: with the feature they play, without it they are told apart.

mod support;

use support::Sandbox;

fn module(name: &str) -> Vec<u8> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/snakes/wasm");
    wat::parse_file(format!("{folder}/{name}.wat")).unwrap()
}

/// A folder with these modules.
fn sandbox(names: &[&str]) -> Sandbox {
    let sandbox = Sandbox::new();
    for name in names {
        sandbox.file(format!("{name}.wasm"), module(name));
    }
    sandbox
}

#[test]
#[cfg(not(feature = "wasm"))]
fn without_the_feature_a_module_is_refused() {
    let sandbox = sandbox(&["still", "named"]);
    for command in [&["check", "still.wasm"][..], &["play", "still.wasm", "named.wasm"]] {
        let run = sandbox.bout(command).fails(1);
        let said = run.out + &run.err;
        assert!(said.contains("cargo build --release --features wasm"), "{said}");
    }
}

#[test]
#[cfg(feature = "wasm")]
fn modules_play_by_name_and_folder() {
    let sandbox = sandbox(&["named", "random", "told"]);
    let run = sandbox.bout(&["play", "named.wasm", "random.wasm", "--games", "4", "--output", "jsonl"]);
    assert_eq!(run.code, Some(0), "{run:#?}");
    let again = sandbox.bout(&["play", "named.wasm", "random.wasm", "--games", "4", "--output", "jsonl"]);
    assert_eq!(again.out, run.out);
    run.prints(&["\"named.wasm\",\"random.wasm\""]);
    let run = sandbox.bout(&["tournament", ".", "--games", "2", "--output", "jsonl"]);
    assert_eq!(run.code, Some(0), "{run:#?}");
    // What may steer a terminal is not in the name.
    run.prints(&["Aspis[2J", "random", "told"]);
}

#[test]
#[cfg(feature = "wasm")]
fn a_record_of_modules_can_be_judged_again() {
    let sandbox = sandbox(&["random", "told"]);
    let run = sandbox.bout(&["play", "random.wasm", "told.wasm", "--record", "records"]);
    assert_eq!(run.code, Some(0), "{run:#?}");
    let run = sandbox.bout(&["replay", "records", "--deep"]);
    assert_eq!(run.code, Some(0), "{run:#?}");
}

#[test]
#[cfg(feature = "wasm")]
fn what_is_said_about_modules() {
    let sandbox = sandbox(&["named", "divide", "import_wasi", "loop"]);
    sandbox.bout(&["check", "named.wasm"]).prints(&["ok, Aspis[2J", "warm-up against itself: 1024 turns"]);
    sandbox.bout(&["check", "divide.wasm"]).prints(&["signal: trap: integer divide by zero"]);
    sandbox.bout(&["check", "loop.wasm"]).prints(&["time: more than 40000000 units of fuel (100 ms)"]);
    let refused = sandbox.bout(&["check", "import_wasi.wasm"]).fails(1);
    refused.prints(&["error[S11]", "`wasi_snapshot_preview1.fd_write`", "import_wasi.wasm"]);
    let run = sandbox.bout(&["fmt", "--check", "named.wasm"]);
    assert_eq!(run.code, Some(0), "{run:#?}");
}

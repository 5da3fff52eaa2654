//! WebAssembly bots on the command line.

mod support;

use support::{Run, Sandbox};

fn module(name: &str) -> Vec<u8> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/snakes/wasm");
    wat::parse_file(format!("{folder}/{name}.wat")).unwrap()
}

/// Creates a folder with these modules.
fn sandbox(names: &[&str]) -> Sandbox {
    let sandbox = Sandbox::new();
    for name in names {
        sandbox.file(format!("{name}.wasm"), module(name));
    }
    sandbox
}

#[test]
fn modules_play_by_name_and_folder() {
    let sandbox = sandbox(&["named", "random", "told"]);
    let run = sandbox.bout(&["play", "named.wasm", "random.wasm", "--games", "4", "--output", "jsonl"]);
    assert_eq!(run.code, Some(0), "{run:#?}");
    let again = sandbox.bout(&["play", "named.wasm", "random.wasm", "--games", "4", "--output", "jsonl"]);
    assert_eq!(again.out, run.out);
    run.prints(&["\"named.wasm\",\"random.wasm\""]);
    let run = sandbox.bout(&["tournament", ".", "--games", "2", "--output", "jsonl"]);
    assert_eq!(run.code, Some(0), "{run:#?}");
    // The name has lost the characters that could control a terminal.
    run.prints(&["Aspis[2J", "random", "told"]);
}

#[test]
fn a_record_of_modules_can_be_judged_again() {
    let sandbox = sandbox(&["random", "told"]);
    let run = sandbox.bout(&["play", "random.wasm", "told.wasm", "--record", "records"]);
    assert_eq!(run.code, Some(0), "{run:#?}");
    let run = sandbox.bout(&["replay", "records", "--deep"]);
    assert_eq!(run.code, Some(0), "{run:#?}");
}

#[test]
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

/// WebAssembly bots need no compiler, so they run even where bots in C cannot.
#[test]
fn modules_need_no_compiler() {
    let sandbox = sandbox(&["random", "told"]);
    sandbox.file("still.c", "int bot(int board[16][32], char player) { return 'L'; }");
    let without_compiler = |args: &[&str]| {
        let mut command = sandbox.command(args);
        Run::of(command.env("PATH", sandbox.path("nothing")).output().unwrap())
    };
    let with = sandbox.bout(&["play", "random.wasm", "told.wasm", "--output", "jsonl"]).ok();
    let without = without_compiler(&["play", "random.wasm", "told.wasm", "--output", "jsonl"]).ok();
    assert_eq!(without.out, with.out);
    without_compiler(&["tournament", "random.wasm", "told.wasm", "--games", "2"]).ok();
    without_compiler(&["play", "random.wasm", "still.c"]).fails(4).says(&["still.c"]);
}

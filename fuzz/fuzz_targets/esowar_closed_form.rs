//! Generates an Esowar match from the input, between bases that consist of loops. Compares the engine, which
//! plays without observer in one step and in slices, with the reference interpreter.

#![no_main]

use choices::Bytes;
use libfuzzer_sys::fuzz_target;
use shrinking::Comparable as _;

#[allow(dead_code, reason = "the tests use more of it")]
#[path = "../../crates/games/tests/support/choices.rs"]
mod choices;
#[allow(dead_code, reason = "the tests use more of it")]
#[path = "../../crates/games/tests/support/esowar.rs"]
mod esowar;
#[allow(dead_code, reason = "the tests use more of it")]
#[path = "../../crates/games/tests/support/loops.rs"]
mod loops;
#[allow(dead_code, reason = "the tests use more of it")]
#[path = "../../crates/games/tests/support/shrinking.rs"]
mod shrinking;

fuzz_target!(|bytes: &[u8]| {
    let mut choices = Bytes(bytes);
    let game = loops::any_match(&mut choices);
    game.compare_unwatched(&mut choices);
});

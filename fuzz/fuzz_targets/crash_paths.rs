//! Generates a few matches from the input, between two Crash programs whose jumps depend on data. One engine
//! plays all matches in turn. Compares it with the reference interpreter.

#![no_main]

use choices::Bytes;
use libfuzzer_sys::fuzz_target;

#[allow(dead_code, reason = "the tests use more of it")]
#[path = "../../crates/games/tests/support/choices.rs"]
mod choices;
#[allow(dead_code, reason = "the tests use more of it")]
#[path = "../../crates/games/tests/support/crash.rs"]
mod crash;
#[path = "../../crates/games/tests/support/crash_data.rs"]
mod crash_data;

fuzz_target!(|bytes: &[u8]| {
    let mut choices = Bytes(bytes);
    let matches = crash_data::any_matches(&mut choices);
    crash_data::compare_all(&matches, &mut choices);
});

//! Any bytes as the choices that make a few matches of two Crash programs whose way follows data, which one engine
//! plays one after the other, as the reference interpreter does.

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

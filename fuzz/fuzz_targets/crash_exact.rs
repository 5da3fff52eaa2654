//! Generates two Crash programs from the input. Compares the census of some of their placements with matches
//! played one by one.

#![no_main]

use choices::Bytes;
use crash::Match;
use libfuzzer_sys::fuzz_target;

#[allow(dead_code, reason = "the tests use more of it")]
#[path = "../../crates/games/tests/support/choices.rs"]
mod choices;
#[allow(dead_code, reason = "the tests use more of it")]
#[path = "../../crates/games/tests/support/crash.rs"]
mod crash;
#[allow(dead_code, reason = "the tests use more of it")]
#[path = "../../crates/games/tests/support/crash_census.rs"]
mod crash_census;

fuzz_target!(|bytes: &[u8]| {
    let mut choices = Bytes(bytes);
    let [ones, twos] = crash_census::any_starts(&mut choices);
    let game = Match::any(&mut choices);
    game.compare_census([&ones, &twos]);
});

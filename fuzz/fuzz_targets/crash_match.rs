//! Generates a Crash match from the input. Compares the fast engine with the reference interpreter: turn by
//! turn, in one step with events, and in slices of a much longer match, so that rounds repeat and the engine
//! proves matches to be endless.

#![no_main]

use choices::Bytes;
use crash::{Match, advance};
use libfuzzer_sys::fuzz_target;

#[allow(dead_code, reason = "the tests use more of it")]
#[path = "../../crates/games/tests/support/choices.rs"]
mod choices;
#[allow(dead_code, reason = "the tests use more of it")]
#[path = "../../crates/games/tests/support/crash.rs"]
mod crash;

fuzz_target!(|bytes: &[u8]| {
    let mut choices = Bytes(bytes);
    let game = Match::any(&mut choices);
    game.compare_every_turn();
    let (mut engine, mut reference, mut events) = (game.engine(), game.reference(), Vec::new());
    advance(&mut engine, u64::MAX, &mut events);
    reference.run(u64::MAX);
    game.compare(&engine, &reference);
    game.compare_events(&events, &engine);
    Match { max_turns: 500 * game.max_turns, ..game }.compare_in_slices(&mut choices);
});

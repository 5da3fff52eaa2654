//! Any bytes as the choices that make a match of Crash, which the fast engine and the reference
//! interpreter play side by side: turn by turn, watched in one step, and at length in slices, so that rounds
//! come over and over again and matches are proven to be endless.

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

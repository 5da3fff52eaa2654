//! Generates a small Esowar match from the input. Compares the fast engine with the reference interpreter:
//! turn by turn, and in one step with events.

#![no_main]

use choices::Bytes;
use esowar::{Match, advance};
use libfuzzer_sys::fuzz_target;

#[allow(dead_code, reason = "the tests use more of it")]
#[path = "../../crates/games/tests/support/choices.rs"]
mod choices;
#[allow(dead_code, reason = "the tests use more of it")]
#[path = "../../crates/games/tests/support/esowar.rs"]
mod esowar;

fuzz_target!(|bytes: &[u8]| {
    let game = Match::small(&mut Bytes(bytes));
    game.compare_every_turn(|_, _| {});
    // The engine plays whole rounds in a separate loop, which single turns never reach.
    let (mut engine, mut reference, mut events) = (game.engine(), game.reference(), Vec::new());
    advance(&mut engine, u64::MAX, &mut events);
    reference.run(u64::MAX);
    game.compare(&engine, &reference);
    game.compare_events(&events, &engine);
});

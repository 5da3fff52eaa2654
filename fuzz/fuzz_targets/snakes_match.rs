//! Generates a Snakes match from the input. Compares the bitboard engine with the reference implementation:
//! move by move, and in one step with events. Also reads the input as C source: checks that nothing panics,
//! and that the canonical text restores the source.

#![no_main]

use choices::Bytes;
use game::Program;
use games::snakes::{read, source_bytes};
use libfuzzer_sys::fuzz_target;
use snakes::Match;

#[allow(dead_code, reason = "the tests use more of it")]
#[path = "../../crates/games/tests/support/choices.rs"]
mod choices;
#[allow(dead_code, reason = "the tests use more of it")]
#[path = "../../crates/games/tests/support/snakes.rs"]
mod snakes;

fuzz_target!(|bytes: &[u8]| {
    if let Some(program) = read(bytes).program {
        assert_eq!(source_bytes(&program.canonical()), bytes);
    }
    let game = Match::any(&mut Bytes(bytes));
    game.compare_every_move();
    let (mut engine, mut events) = (game.engine(), Vec::new());
    game.advance(&mut engine, u64::MAX, &mut events);
    game.compare_events(&events, &engine);
});

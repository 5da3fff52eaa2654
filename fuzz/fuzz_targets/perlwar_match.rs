//! Generates a small `PerlWar` match and Perl's replies from the input. Compares the engine with the
//! reference implementation, round by round, and with itself in one step. Then encodes and decodes every
//! question and answer of a match, and checks that this does not change the result.

#![no_main]

use choices::Bytes;
use game::{Engine as _, Unobserved};
use libfuzzer_sys::fuzz_target;
use perlwar::{AnyPerl, Match, Wired, advance, end};

#[allow(dead_code, reason = "the tests use more of it")]
#[path = "../../crates/games/tests/support/choices.rs"]
mod choices;
#[allow(dead_code, reason = "the tests use more of it")]
#[path = "../../crates/games/tests/support/perlwar.rs"]
mod perlwar;

fuzz_target!(|bytes: &[u8]| {
    let mut choices = Bytes(bytes);
    let game = Match::any(&mut choices);
    game.compare_with_replies(&mut choices);
    let (mut direct, mut wired) = (game.engine(), game.engine());
    advance(&mut direct, u64::MAX, &mut Unobserved);
    let Ok(()) = wired.advance(u64::MAX, &mut Wired(AnyPerl::default()), &mut Unobserved);
    assert_eq!(end(&wired), end(&direct));
});

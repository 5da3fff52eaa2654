//! Any bytes as the choices that make a small match of `PerlWar` and what Perl replies in it. The engine and the plain
//! reference play it side by side, round by round, and the engine once more in one step; and once with every question
//! and answer going through its bytes.

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

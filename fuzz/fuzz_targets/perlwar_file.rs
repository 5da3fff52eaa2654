//! Reads the input as a `PerlWar` program file: checks that nothing panics, the invariants of all files, and
//! that `places` returns where each snippet is.

#![no_main]

use games::perlwar::{PerlWar, places, read};
use libfuzzer_sys::fuzz_target;

#[allow(dead_code, reason = "the tests use more of it")]
#[path = "../../crates/games/tests/support/files.rs"]
mod files;

fuzz_target!(|source: &[u8]| {
    files::assert_sound::<PerlWar>(source);
    let places = places(source);
    let Some(snippets) = read(source).program else { return };
    let entering = snippets.iter().map(|(round, code)| (round, code.text().as_bytes()));
    assert!(entering.eq(places.iter().map(|(round, place)| (*round, &source[place.start..place.end]))));
});

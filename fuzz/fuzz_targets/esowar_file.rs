//! Reads the input as an Esowar program file: checks that nothing panics, and the invariants of all files.

#![no_main]

use libfuzzer_sys::fuzz_target;

#[allow(dead_code, reason = "the tests use more of it")]
#[path = "../../crates/games/tests/support/files.rs"]
mod files;

fuzz_target!(|source: &[u8]| files::assert_sound::<games::esowar::Esowar>(source));

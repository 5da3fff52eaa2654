//! Any bytes as a program file of Crash: no panic, and all that must hold of every file.

#![no_main]

use libfuzzer_sys::fuzz_target;

#[allow(dead_code, reason = "the tests use more of it")]
#[path = "../../crates/games/tests/support/files.rs"]
mod files;

fuzz_target!(|source: &[u8]| files::assert_sound::<games::crash::Crash>(source));

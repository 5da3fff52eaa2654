//! On platforms without a sandbox, C and Perl cannot run. The errors say why, and what to use instead.

#![cfg(not(all(target_os = "linux", target_arch = "x86_64")))]

use guests::kind;
use sandbox::{IsolationFeatures, report};

const BOT: &[u8] =
    b"int bot(int board[16][32], char player) { return 'L'; } const char *bot_name = \"Left\";";

#[test]
fn c_and_perl_say_why_they_cannot_be_run() {
    let snakes = kind("snakes", None).unwrap().unwrap();
    for refused in [snakes.accept(BOT), snakes.examine(BOT)] {
        let why = refused.unwrap_err().to_string();
        assert!(why.contains("x86-64 Linux") && why.contains("WebAssembly"), "{why}");
    }
    let why = kind("perlwar", None).err().unwrap().to_string();
    assert!(why.contains("Perl") && why.contains("x86-64 Linux"), "{why}");
    assert!(kind("crash", None).unwrap().is_none());
}

#[test]
fn there_are_no_walls_and_one_reason() {
    assert!(IsolationFeatures::available().required().is_err());
    let features = report();
    assert!(features.len() == 1 && features[0].required && !features[0].present, "{features:?}");
}

//! Tests whether bots in WebAssembly can be asked on this machine, with a module of bout's own whose answers are known.

use games::snakes::{CELLS, Question};

use super::checker::Bot;
use super::instance::{Allowance, ask};
use crate::methods::{MethodCheck, Necessity};

/// A module that returns the board's first square plus the player's letter: what `wat` makes of the text in this file's test.
const MODULE: &[u8] = &[
    // The header: "\0asm", version 1.
    0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00, // A type: two integers to one.
    0x01, 0x07, 0x01, 0x60, 0x02, 0x7f, 0x7f, 0x01, 0x7f, //
    // A function of this type.
    0x03, 0x02, 0x01, 0x00, //
    // A memory of one page.
    0x05, 0x03, 0x01, 0x00, 0x01, //
    // A constant, 1024: where the heap begins.
    0x06, 0x07, 0x01, 0x7f, 0x00, 0x41, 0x80, 0x08, 0x0b, //
    // The exports "memory", "__heap_base" and "bot".
    0x07, 0x1e, 0x03, 0x06, b'm', b'e', b'm', b'o', b'r', b'y', 0x02, 0x00, 0x0b, b'_', b'_', b'h', b'e',
    b'a', b'p', b'_', b'b', b'a', b's', b'e', 0x03, 0x00, 0x03, b'b', b'o', b't', 0x00, 0x00, //
    // The code: local.get 0, i32.load, local.get 1, i32.add.
    0x0a, 0x0c, 0x01, 0x0a, 0x00, 0x20, 0x00, 0x28, 0x02, 0x00, 0x20, 0x01, 0x6a, 0x0b,
];

const STACK_MIB: u64 = 1;
const ALLOWANCE: Allowance = Allowance { move_time_ms: 100, memory_bytes: 1 << 20 };

/// Asks a module of our own.
pub(super) fn prove() -> MethodCheck {
    MethodCheck { way: "bots in WebAssembly, interpreted", part: Necessity::Extra, seen: seen() }
}

fn seen() -> Result<String, String> {
    let said =
        |reasons: game::Diagnostics| reasons.iter().next().map(|one| one.message.clone()).unwrap_or_default();
    let bot = Bot::of(MODULE, STACK_MIB).map_err(said)?;
    for player in *b"XO" {
        let mut question = Question { rand_seed: 1, player, board: [b'.'; CELLS] };
        question.board[0] = b'*';
        let called = ask(&bot, ALLOWANCE, &question).map_err(|void| void.cause)?;
        let expected = i32::from(b'*') + i32::from(player);
        match called.result {
            Ok(answer) if answer == expected => {}
            Ok(answer) => return Err(format!("a module of bout's own answered {answer}, not {expected}")),
            Err((_, detail)) => return Err(format!("a module of bout's own failed: {detail}")),
        }
    }
    Ok("a module of bout's own answered what it must".into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_module_is_what_its_text_says() {
        let text = r#"(module
            (func (export "bot") (param i32 i32) (result i32)
                (i32.add (i32.load (local.get 0)) (local.get 1)))
            (memory (export "memory") 1)
            (global (export "__heap_base") i32 (i32.const 1024)))"#;
        let ours = wat::parse_str(text).unwrap();
        // `wat` puts the exports in another order; everything else is the same.
        assert_eq!(ours.len(), MODULE.len());
        let (mut sorted, mut expected) = (ours, MODULE.to_vec());
        sorted.sort_unstable();
        expected.sort_unstable();
        assert_eq!(sorted, expected);
    }

    #[test]
    fn it_works_here() {
        assert!(seen().is_ok(), "{:?}", seen());
    }
}

//! The seven symbols, by their values in the document's table.

/// The commander walks right.
pub const R: u8 = 0;
/// The commander dies.
pub const D: u8 = 1;
/// The robot walks right.
pub const RIGHT: u8 = 2;
/// The robot walks left.
pub const LEFT: u8 = 3;
/// The robot changes the symbol under it.
pub const PLUS: u8 = 4;
/// Go past the matching `]` if the robot is on `r`.
pub const OPEN: u8 = 5;
/// Go back to the matching `[`.
pub const CLOSE: u8 = 6;

/// How many symbols there are.
pub const SYMBOLS: u8 = 7;

/// The sum of two numbers of steps, modulo 7; one of them may be 7.
#[inline(always)]
pub(super) fn sum(steps: u8, more: u8) -> u8 {
    let sum = steps + more;
    // A sum below 7 wraps round to a large number when 7 is subtracted.
    sum.min(sum.wrapping_sub(SYMBOLS))
}

/// The characters, by value.
pub const CHARACTERS: [&str; 7] = ["r", "d", ">", "<", "+", "[", "]"];

/// The value of a character, if it is a symbol.
#[must_use]
pub fn from_byte(byte: u8) -> Option<u8> {
    match byte {
        b'r' => Some(R),
        b'd' => Some(D),
        b'>' => Some(RIGHT),
        b'<' => Some(LEFT),
        b'+' => Some(PLUS),
        b'[' => Some(OPEN),
        b']' => Some(CLOSE),
        _ => None,
    }
}

/// The value of a symbol, if the text consists of that one character.
pub(super) fn from_text(text: &str) -> Option<u8> {
    match *text.as_bytes() {
        [byte] => from_byte(byte),
        _ => None,
    }
}

/// The symbol after `+`: the next one in the table; `]` becomes `r`.
#[must_use]
pub fn next(symbol: u8) -> u8 {
    if symbol == CLOSE { R } else { symbol + 1 }
}

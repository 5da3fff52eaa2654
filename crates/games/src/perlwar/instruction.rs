//! The meaning of a snippet's return value (P4, P5).

/// An instruction. Positions count from the cell of the snippet that ran, onwards around the ring, and are
/// below the size of the Array.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Instruction {
    /// `x:y`: copies the code of cell `source` of `@_` into cell `target`.
    Copy {
        /// x.
        source: usize,
        /// y.
        target: usize,
    },
    /// `!x`: empties this cell.
    Nuke(usize),
    /// `~x`: the snippet in this cell becomes what `@_` now holds for it.
    Update(usize),
    /// `^x`: this cell becomes the runner's.
    Claim(usize),
}

impl Instruction {
    /// The instruction that a returned text is in an Array of `size` cells, if it is one.
    ///
    /// ```
    /// use games::perlwar::Instruction;
    /// assert_eq!(Instruction::parse(":1\n", 100), Some(Instruction::Copy { source: 0, target: 1 }));
    /// assert_eq!(Instruction::parse("!-1", 100), Some(Instruction::Nuke(99)));
    /// assert_eq!(Instruction::parse("1:100", 100), None);
    /// ```
    #[must_use]
    pub fn parse(returned: &str, size: usize) -> Option<Self> {
        let text = returned.strip_suffix('\n').unwrap_or(returned);
        if let Some((source, target)) = text.split_once(':') {
            return Some(Self::Copy { source: forwards(source, size)?, target: forwards(target, size)? });
        }
        let mut characters = text.chars();
        let make = match characters.next()? {
            '!' => Self::Nuke,
            '~' => Self::Update,
            '^' => Self::Claim,
            _ => return None,
        };
        Some(make(either_way(characters.as_str(), size)?))
    }

    /// The cell that it acts on.
    #[must_use]
    pub fn target(self) -> usize {
        match self {
            Self::Copy { target, .. } | Self::Nuke(target) | Self::Update(target) | Self::Claim(target) => {
                target
            }
        }
    }

    /// The cell of `@_` whose content the instruction uses, unless it is the running one, whose content is `$_` (P3):
    /// the cell that [`Run::cell`](super::Run::cell) is about.
    #[must_use]
    pub fn cell_used(self) -> Option<usize> {
        match self {
            Self::Copy { source: cell, .. } | Self::Update(cell) if cell != 0 => Some(cell),
            _ => None,
        }
    }
}

/// A position that may count backwards; if it does, it is turned into one that counts forwards.
fn either_way(text: &str, size: usize) -> Option<usize> {
    match text.strip_prefix('-') {
        None => forwards(text, size),
        Some("") => None,
        Some(digits) => Some((size - forwards(digits, size)?) % size),
    }
}

/// The number that these ASCII digits write, or 0 if there are none, provided that it is below `size`.
fn forwards(digits: &str, size: usize) -> Option<usize> {
    let mut number: usize = 0;
    for digit in digits.bytes() {
        if !digit.is_ascii_digit() {
            return None;
        }
        number = number.saturating_mul(10).saturating_add(usize::from(digit - b'0'));
    }
    (number < size).then_some(number)
}

#[cfg(test)]
mod tests {
    use super::Instruction::{Claim, Copy, Nuke, Update};
    use super::*;

    fn five(returned: &str) -> Option<Instruction> {
        Instruction::parse(returned, 5)
    }

    #[test]
    fn numbers_that_are_missing_are_0_p4() {
        assert_eq!(five(":"), Some(Copy { source: 0, target: 0 }));
        assert_eq!(five("3:"), Some(Copy { source: 3, target: 0 }));
        assert_eq!(five(":4"), Some(Copy { source: 0, target: 4 }));
        assert_eq!([five("!"), five("~"), five("^")], [Some(Nuke(0)), Some(Update(0)), Some(Claim(0))]);
    }

    #[test]
    fn numbers_have_leading_zeros_as_they_like_p4() {
        assert_eq!(five("0001:04"), Some(Copy { source: 1, target: 4 }));
        assert_eq!(five(&format!("!{}3", "0".repeat(1000))), Some(Nuke(3)));
        assert_eq!(five("~-003"), Some(Update(2)));
    }

    #[test]
    fn a_minus_sign_counts_backwards_but_not_in_a_copy_p4() {
        assert_eq!([five("!-1"), five("~-4"), five("^-2")], [Some(Nuke(4)), Some(Update(1)), Some(Claim(3))]);
        assert_eq!([five("!-0"), five("^-00")], [Some(Nuke(0)), Some(Claim(0))]);
        for none in ["!-", "~-", "^-", "!--1", "!-+1", "-1:0", "0:-1", "-0:0", "-:-"] {
            assert_eq!(five(none), None, "{none}");
        }
    }

    #[test]
    fn positions_go_by_the_size_of_the_array_p4() {
        assert_eq!(five("4:4"), Some(Copy { source: 4, target: 4 }));
        for none in ["5:0", "0:5", "!5", "~5", "^5", "!-5", "!18446744073709551616", "!-18446744073709551616"]
        {
            assert_eq!(five(none), None, "{none}");
        }
        assert_eq!(Instruction::parse("!9999", 10_000), Some(Nuke(9999)));
    }

    #[test]
    fn the_whole_text_must_be_one_but_for_a_line_end_p5() {
        assert_eq!([five("!1\n"), five("1:2\n")], [Some(Nuke(1)), Some(Copy { source: 1, target: 2 })]);
        let none = [
            "",
            "\n",
            " !1",
            "! 1",
            "!+1",
            "!1.5",
            "!0x1",
            "!1 ",
            "1!",
            "1",
            "1:2:3",
            "!!1",
            "!1;",
            "copy :1",
            "!1\n\n",
            "!1\r\n",
            "\n!1",
            "!\u{661}",
            "\u{661}:1",
            "!1\0",
            "1\n:2",
            "!1e0",
            "::",
            "^^",
            "~!",
        ];
        for none in none {
            assert_eq!(five(none), None, "{none:?}");
        }
    }

    #[test]
    fn copies_and_updates_use_another_cell_p3() {
        let used = |returned| five(returned).unwrap().cell_used();
        assert_eq!([used("3:1"), used("~2"), used("~-1")], [Some(3), Some(2), Some(4)]);
        assert_eq!([used("0:1"), used("~"), used("~-0"), used("!2"), used("^2")], [None; 5]);
    }
}

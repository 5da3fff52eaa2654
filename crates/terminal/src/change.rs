//! What can be typed to change a match.

use std::path::PathBuf;

use game::{Change, Seat};

/// Something to be changed, as it is typed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Wish {
    /// On the board or in a register.
    Change(Change),
    /// Whose program is to be that of a file.
    Program(Seat, PathBuf),
}

/// What can be typed.
pub(crate) const WISHES: &str =
    "`cell CELL = TEXT`, `PLAYER NAME = NUMBER` or `program PLAYER FILE`; players count from 0";

impl Wish {
    /// Reads what is typed.
    pub(crate) fn parse(text: &str) -> Result<Self, String> {
        Self::read(text.trim()).ok_or_else(|| format!("`{}` changes nothing: expected {WISHES}", text.trim()))
    }

    fn read(text: &str) -> Option<Self> {
        let Some(replaced) = text.strip_prefix("program ") else {
            return viewer::change(text).ok().map(Self::Change);
        };
        let (seat, file) = replaced.trim_start().split_once(char::is_whitespace)?;
        Some(Self::Program(seat.parse().ok()?, file.trim().into()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wishes_are_read_as_they_are_typed() {
        let cell = Change::Cell { cell: 12, text: "write noop [i]+[a]+9".into() };
        assert_eq!(Wish::parse("cell 12 = write noop [i]+[a]+9"), Ok(Wish::Change(cell)));
        let register = Change::Register { name: "a".into(), seat: 1, value: 5 };
        assert_eq!(Wish::parse(" 1 a=5 "), Ok(Wish::Change(register)));
        let program = Wish::Program(0, "my bots/a.c".into());
        assert_eq!(Wish::parse("program 0 my bots/a.c"), Ok(program));
        for wrong in ["", "cell", "cell x = +", "0 a", "0 a = -1", "program", "program 0"] {
            assert!(Wish::parse(wrong).is_err_and(|why| why.contains("cell CELL = TEXT")), "{wrong}");
        }
    }
}

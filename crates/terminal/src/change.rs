//! Changes to a match that users can type.

use std::path::PathBuf;

use game::{Change, Seat};

/// A change with which a match is forked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum ForkRequest {
    /// A change on the board or in a register.
    Change(Change),
    /// Another program for a seat, from a file.
    Program(Seat, PathBuf),
}

/// The syntax of changes.
pub(crate) const CHANGE_SYNTAX: &str =
    "`cell CELL = TEXT`, `PLAYER NAME = NUMBER` or `program PLAYER FILE`; players count from 0";

impl ForkRequest {
    /// Reads a typed change.
    pub(crate) fn parse(text: &str) -> Result<Self, String> {
        Self::read(text.trim())
            .ok_or_else(|| format!("`{}` changes nothing: expected {CHANGE_SYNTAX}", text.trim()))
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
    fn requests_are_read_as_they_are_typed() {
        let cell = Change::Cell { cell: 12, text: "write noop [i]+[a]+9".into() };
        assert_eq!(ForkRequest::parse("cell 12 = write noop [i]+[a]+9"), Ok(ForkRequest::Change(cell)));
        let register = Change::Register { name: "a".into(), seat: 1, value: 5 };
        assert_eq!(ForkRequest::parse(" 1 a=5 "), Ok(ForkRequest::Change(register)));
        let program = ForkRequest::Program(0, "my bots/a.c".into());
        assert_eq!(ForkRequest::parse("program 0 my bots/a.c"), Ok(program));
        for wrong in ["", "cell", "cell x = +", "0 a", "0 a = -1", "program", "program 0"] {
            assert!(ForkRequest::parse(wrong).is_err_and(|why| why.contains("cell CELL = TEXT")), "{wrong}");
        }
    }
}

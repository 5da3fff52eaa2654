//! Reads changes that users type.

use game::{Change, Seat};

/// A text that is not a valid change.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{text}` is not a valid change: expected {CHANGES}; players count from 0")]
pub struct ChangeError {
    text: String,
}

/// The syntax that [`change`] reads.
pub const CHANGES: &str = "`cell CELL = TEXT` or `PLAYER NAME = NUMBER`";

/// Reads `cell 12 = TEXT` or `0 a = 5`; players count from 0.
///
/// # Errors
/// If it is neither.
pub fn change(text: &str) -> Result<Change, ChangeError> {
    read(text.trim()).ok_or_else(|| ChangeError { text: text.to_owned() })
}

fn read(text: &str) -> Option<Change> {
    let (what, value) = text.split_once('=')?;
    let (first, second) = what.trim().split_once(char::is_whitespace)?;
    let (second, value) = (second.trim(), value.trim());
    if first == "cell" {
        return Some(Change::Cell { cell: second.parse().ok()?, text: value.to_owned() });
    }
    let seat: Seat = first.parse().ok()?;
    Some(Change::Register { name: second.to_owned(), seat, value: value.parse().ok()? })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_and_registers_can_be_changed() {
        assert_eq!(change("cell 12 = store 5 a"), Ok(Change::Cell { cell: 12, text: "store 5 a".into() }));
        assert_eq!(change(" 1 a=7 "), Ok(Change::Register { name: "a".into(), seat: 1, value: 7 }));
        // Everything after the first `=` is the text of the cell.
        assert_eq!(change("cell 0 = ="), Ok(Change::Cell { cell: 0, text: "=".into() }));
    }

    #[test]
    fn anything_else_is_refused_with_what_is_expected() {
        for text in ["", "cell", "cell 1", "cell x = r", "a = 5", "0 a = -1", "0 a 5", "cell -1 = r"] {
            let error = change(text).expect_err(text).to_string();
            assert!(error.contains(text) && error.contains("`cell CELL = TEXT`"), "{error}");
        }
    }
}

//! The code of a snippet, and the codes of all cells.

use std::sync::Arc;

/// The code of a snippet: text that is not only white space (P6).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Code {
    text: Arc<str>,
    characters: u32,
    is_ascii: bool,
}

impl Code {
    /// This text as code; `None` if it is empty or white space only (P6).
    ///
    /// # Panics
    /// If it has 2^32 characters or more. Nothing that reads texts lets so many through (P8).
    #[must_use]
    pub fn new(text: Arc<str>) -> Option<Self> {
        if is_blank(&text) {
            return None;
        }
        let characters = u32::try_from(text.chars().count()).expect("codes are not that long");
        let is_ascii = characters as usize == text.len();
        Some(Self { text, characters, is_ascii })
    }

    /// The text.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Its length in characters.
    #[must_use]
    pub fn characters(&self) -> usize {
        self.characters as usize
    }

    /// Whether all its characters are ASCII.
    #[must_use]
    pub fn is_ascii(&self) -> bool {
        self.is_ascii
    }
}

/// Whether a text is not a snippet: empty or white space only (P6).
pub(super) fn is_blank(text: &str) -> bool {
    text.chars().all(char::is_whitespace)
}

/// The codes of all cells, from cell 0 on.
///
/// A copy is cheap: the codes are shared until one of the owners writes to them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Codes(Arc<[Option<Code>]>);

impl Codes {
    /// The codes of these cells.
    pub(super) fn new(cells: Vec<Option<Code>>) -> Self {
        Self(cells.into())
    }

    /// All of them.
    #[must_use]
    pub fn cells(&self) -> &[Option<Code>] {
        &self.0
    }

    /// Writes to a cell, and gives what it held.
    pub(super) fn replace(&mut self, cell: usize, code: Option<Code>) -> Option<Code> {
        std::mem::replace(&mut Arc::make_mut(&mut self.0)[cell], code)
    }
}

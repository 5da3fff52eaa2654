//! Where something in the file is wrong, and what.

use crate::serde_words;

/// Converts a position in a text to a line and a column, both counted from 1.
pub(super) fn place_in(text: &str, at: usize) -> String {
    let before = text.get(..at).unwrap_or_default();
    let line = before.matches('\n').count() + 1;
    let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
    format!("line {line}, column {column}")
}

/// Says what is wrong with the file in words of hosts, and shows the line, which has the key.
pub(super) fn unreadable(text: &str, error: &toml::de::Error) -> String {
    let words = serde_words::in_words(error.message(), "a table");
    let Some(at) = error.span().map(|span| span.start) else { return words };
    let place = place_in(text, at);
    let before = text.get(..at).unwrap_or_default().matches('\n').count();
    let line = text.lines().nth(before).unwrap_or_default().trim();
    format!("{place}: {words}\n  {line}")
}

//! Where things are in a source, found in one pass over it.

use std::cell::OnceCell;
use std::collections::HashMap;

use game::{Span, lines};
use games::snakes::lexer::{TokenKind, tokens};

/// The places of a source.
#[derive(Debug)]
pub(super) struct Places<'s> {
    source: &'s [u8],
    lines: OnceCell<Vec<Span>>,
    /// The first place of every name.
    names: OnceCell<HashMap<Vec<u8>, Span>>,
}

impl<'s> Places<'s> {
    pub(super) fn new(source: &'s [u8]) -> Self {
        Self { source, lines: OnceCell::new(), names: OnceCell::new() }
    }

    /// A line by its number, from 1, without its end.
    pub(super) fn line(&self, number: usize) -> Option<Span> {
        let lines = self.lines.get_or_init(|| lines(self.source).collect());
        lines.get(number.checked_sub(1)?).copied()
    }

    /// The last line that has anything in it.
    pub(super) fn last_line(&self) -> Option<Span> {
        let lines = self.lines.get_or_init(|| lines(self.source).collect());
        lines.iter().rfind(|line| line.end > line.start).copied()
    }

    /// The word or the single character at a place, or the whole line if there is no column. Columns count bytes, from 1.
    pub(super) fn word(&self, line: usize, column: Option<usize>) -> Option<Span> {
        let line = self.line(line)?;
        let Some(column) = column else { return Some(line) };
        let start = line.start.saturating_add(column.saturating_sub(1)).min(line.end);
        let rest = &self.source[start..line.end];
        let is_word = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_' || !byte.is_ascii();
        let length = rest.iter().take_while(|byte| is_word(byte)).count().max(1).min(rest.len());
        Some(Span { start, end: start + length })
    }

    /// The first place of a name.
    pub(super) fn name(&self, name: &str) -> Option<Span> {
        self.names.get_or_init(|| first_places(self.source)).get(name.as_bytes()).copied()
    }
}

fn first_places(source: &[u8]) -> HashMap<Vec<u8>, Span> {
    let mut first = HashMap::new();
    for token in tokens(source).filter(|token| token.kind == TokenKind::Identifier) {
        first.entry(token.text(source).into_owned()).or_insert(token.span);
    }
    first
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_found_where_it_stands_first() {
        let places = Places::new(b"/* f */ \"f\";\nint fo\\\no, f, foo;");
        assert_eq!(places.name("f"), Some(Span { start: 24, end: 25 }));
        assert_eq!(places.name("foo"), Some(Span { start: 17, end: 22 }));
        assert_eq!(places.name("bar"), None);
        assert_eq!(places.line(2), Some(Span { start: 13, end: 20 }));
        assert_eq!(places.line(0), None);
        assert_eq!(places.word(1, Some(usize::MAX)), Some(Span { start: 12, end: 12 }));
    }
}

//! The text of a document, and conversions between byte offsets and the editor's positions.

use std::cell::Cell;

use game::Span;
use lsp_types::{Position, PositionEncodingKind, Range, TextDocumentContentChangeEvent};

/// The units in which the editor counts characters within a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Encoding {
    /// Bytes.
    Utf8,
    /// UTF-16 code units, which every editor supports.
    Utf16,
}

impl Encoding {
    /// Chooses an encoding that the editor supports. Prefers bytes, which need no conversion.
    #[must_use]
    pub fn chosen(offered: &[PositionEncodingKind]) -> Self {
        if offered.contains(&PositionEncodingKind::UTF8) { Self::Utf8 } else { Self::Utf16 }
    }

    pub(crate) fn kind(self) -> PositionEncodingKind {
        match self {
            Self::Utf8 => PositionEncodingKind::UTF8,
            Self::Utf16 => PositionEncodingKind::UTF16,
        }
    }

    fn length_of(self, text: &str) -> usize {
        match self {
            Self::Utf8 => text.len(),
            Self::Utf16 => text.chars().map(char::len_utf16).sum(),
        }
    }
}

/// A text that an editor changes. As in the protocol, lines end in `\n`, `\r\n` or `\r`.
#[derive(Debug, Clone)]
pub struct Text {
    content: String,
    encoding: Encoding,
    line_starts: Vec<usize>,
    /// The last place that was converted. Lines can be long, and most conversions move forward within a line,
    /// so they can continue from here.
    last: Cell<Place>,
}

/// A byte offset, with its line and character, which count from 0.
#[derive(Debug, Clone, Copy, Default)]
struct Place {
    byte: usize,
    line: usize,
    character: usize,
}

impl Text {
    /// Creates a text with this content.
    ///
    /// ```
    /// use lsp::{Encoding, Text};
    /// use lsp_types::Position;
    /// let text = Text::new("é\r\n[+]".into(), Encoding::Utf16);
    /// assert_eq!(text.offset(Position::new(1, 1)), 5);
    /// assert_eq!(text.position(2), Position::new(0, 1));
    /// ```
    #[must_use]
    pub fn new(content: String, encoding: Encoding) -> Self {
        let line_starts = line_starts(&content);
        Self { content, encoding, line_starts, last: Cell::default() }
    }

    /// The whole text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.content
    }

    /// Applies a change. Clips ranges to the text, and swaps the ends of reversed ones.
    pub fn change(&mut self, change: &TextDocumentContentChangeEvent) {
        match change.range {
            None => self.content.clone_from(&change.text),
            Some(range) => {
                let (one, other) = (self.offset(range.start), self.offset(range.end));
                self.content.replace_range(one.min(other)..one.max(other), &change.text);
            }
        }
        self.line_starts = line_starts(&self.content);
        self.last = Cell::default();
    }

    /// Converts a position to a byte offset. A position beyond the end of its line becomes that end, and one
    /// inside a character becomes the character's beginning.
    #[must_use]
    pub fn offset(&self, position: Position) -> usize {
        let Some(line) = self.line(position.line as usize) else { return self.content.len() };
        let wanted = position.character as usize;
        let mut units = 0;
        for (at, character) in self.content[line.start..line.end].char_indices() {
            units += match self.encoding {
                Encoding::Utf8 => character.len_utf8(),
                Encoding::Utf16 => character.len_utf16(),
            };
            if units > wanted {
                return line.start + at;
            }
        }
        line.end
    }

    /// Converts a byte offset to a position. An offset beyond the text becomes the end of the text, and one
    /// inside a line ending becomes the end of the line before it.
    #[must_use]
    pub fn position(&self, byte: usize) -> Position {
        let byte = self.content.floor_char_boundary(byte);
        let last = self.last.get();
        let line = self.line_of(byte);
        let byte = self.line(line).map_or(byte, |line| byte.min(line.end));
        let known = if last.line == line && last.byte <= byte {
            last
        } else {
            Place { byte: self.line_starts[line], line, character: 0 }
        };
        let character = known.character + self.encoding.length_of(&self.content[known.byte..byte]);
        self.last.set(Place { byte, line, character });
        Position::new(count(line), count(character))
    }

    pub(crate) fn range(&self, span: Span) -> Range {
        Range::new(self.position(span.start), self.position(span.end))
    }

    pub(crate) fn span(&self, range: Range) -> Span {
        Span { start: self.offset(range.start), end: self.offset(range.end) }
    }

    pub(crate) fn slice(&self, span: Span) -> &str {
        self.content.get(span.start..span.end).unwrap_or_default()
    }

    /// The line of a byte, counted from 0.
    pub(crate) fn line_of(&self, byte: usize) -> usize {
        self.line_starts.partition_point(|&start| start <= byte).saturating_sub(1)
    }

    /// The span of a line, without its line ending. Lines count from 0.
    fn line(&self, line: usize) -> Option<Span> {
        let start = *self.line_starts.get(line)?;
        let end = self.line_starts.get(line + 1).copied().unwrap_or(self.content.len());
        let text = &self.content[start..end];
        let text = text.strip_suffix('\n').unwrap_or(text);
        let text = text.strip_suffix('\r').unwrap_or(text);
        Some(Span { start, end: start + text.len() })
    }
}

fn line_starts(content: &str) -> Vec<usize> {
    let bytes = content.as_bytes();
    let ends = bytes.iter().enumerate().filter(|&(at, &byte)| match byte {
        b'\n' => true,
        b'\r' => bytes.get(at + 1) != Some(&b'\n'),
        _ => false,
    });
    std::iter::once(0).chain(ends.map(|(at, _)| at + 1)).collect()
}

/// Converts a number to the protocol's type.
pub(crate) fn count(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn edit(range: Option<(u32, u32, u32, u32)>, text: &str) -> TextDocumentContentChangeEvent {
        let range = range.map(|(a, b, c, d)| Range::new(Position::new(a, b), Position::new(c, d)));
        TextDocumentContentChangeEvent { range, range_length: None, text: text.into() }
    }

    #[test]
    fn positions_are_counted_in_the_units_of_the_editor() {
        let content = "a😀é\r\nb\rc\n\td";
        for (encoding, smile, end) in [(Encoding::Utf8, 5, 7), (Encoding::Utf16, 3, 4)] {
            let text = Text::new(content.into(), encoding);
            assert_eq!(text.position(5), Position::new(0, smile));
            assert_eq!(text.position(7), Position::new(0, end));
            assert_eq!(text.offset(Position::new(0, smile)), 5);
            assert_eq!(text.offset(Position::new(0, 99)), 7, "the end of the line, before its line end");
            assert_eq!(text.offset(Position::new(0, 2)), 1, "inside the character");
            assert_eq!(text.position(content.len()), Position::new(3, 2));
            assert_eq!(text.offset(Position::new(2, 0)), content.find('c').unwrap());
            assert_eq!(text.offset(Position::new(u32::MAX, 0)), content.len());
        }
    }

    #[test]
    fn every_place_is_found_again() {
        let content = "é[\n\r\r\n😀😀x\n\n";
        for encoding in [Encoding::Utf8, Encoding::Utf16] {
            let text = Text::new(content.into(), encoding);
            for (byte, _) in content.char_indices() {
                // No position lies between `\r` and `\n`.
                if !content[..byte].ends_with('\r') || !content[byte..].starts_with('\n') {
                    assert_eq!(text.offset(text.position(byte)), byte, "{encoding:?} {byte}");
                }
            }
        }
    }

    #[test]
    fn changes_beyond_the_text_are_fitted_to_it() {
        let mut text = Text::new("ab\ncd".into(), Encoding::Utf16);
        text.change(&edit(Some((0, 1, 0, 2)), "é"));
        assert_eq!(text.as_str(), "aé\ncd");
        text.change(&edit(Some((9, 9, 7, 0)), "!"));
        assert_eq!(text.as_str(), "aé\ncd!");
        text.change(&edit(Some((1, 1, 0, 1)), ""));
        assert_eq!(text.as_str(), "ad!");
        text.change(&edit(None, "new"));
        assert_eq!(text.as_str(), "new");
    }
}

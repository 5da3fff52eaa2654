//! A deliberately simple model of a text in an editor: it always scans all characters from the beginning.

use lsp_types::{Position, TextDocumentContentChangeEvent};

#[derive(Debug, Clone, Default)]
pub(crate) struct Model {
    pub(crate) text: String,
    pub(crate) counts_bytes: bool,
}

impl Model {
    /// The byte offset and the position of every character, and of the end of the text. Both characters of
    /// `\r\n` have the position of the line's end.
    pub(crate) fn places(&self) -> Vec<(usize, Position)> {
        let (mut line, mut character) = (0, 0);
        let mut places = Vec::new();
        let mut characters = self.text.char_indices().peekable();
        while let Some((byte, found)) = characters.next() {
            places.push((byte, Position::new(line, character)));
            let before_newline = characters.peek().is_some_and(|(_, next)| *next == '\n');
            match found {
                '\r' if before_newline => {
                    places.push((byte + 1, Position::new(line, character)));
                    characters.next();
                    (line, character) = (line + 1, 0);
                }
                '\r' | '\n' => (line, character) = (line + 1, 0),
                found => {
                    let units = if self.counts_bytes { found.len_utf8() } else { found.len_utf16() };
                    character += u32::try_from(units).unwrap();
                }
            }
        }
        places.push((self.text.len(), Position::new(line, character)));
        places
    }

    /// Converts a position to a byte: the last place in its line that is not after the position.
    pub(crate) fn byte(&self, position: Position) -> usize {
        let places = self.places();
        let last_line = places.last().unwrap().1.line;
        if position.line > last_line {
            return self.text.len();
        }
        let mut in_line = places.iter().filter(|(_, place)| place.line == position.line);
        let first = in_line.next().unwrap();
        // If two places share a position, the first counts: the one before `\r\n`.
        let mut best = first;
        for place in in_line.filter(|(_, place)| place.character <= position.character) {
            if place.1 > best.1 {
                best = place;
            }
        }
        best.0
    }

    pub(crate) fn position(&self, byte: usize) -> Position {
        self.places().iter().find(|(at, _)| *at >= byte).unwrap().1
    }

    pub(crate) fn change(&mut self, change: &TextDocumentContentChangeEvent) {
        let Some(range) = change.range else {
            self.text.clone_from(&change.text);
            return;
        };
        let (one, other) = (self.byte(range.start), self.byte(range.end));
        self.text.replace_range(one.min(other)..one.max(other), &change.text);
    }
}

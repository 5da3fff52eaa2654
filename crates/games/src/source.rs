//! Common parts of program files in Esowar and Crash: layout, comments and the metadata in
//! comments (E9, C8).

use game::{Diagnostics, Metadata, Span, lines};

/// One line of a source file: its code, and its comment if it has one.
#[derive(Debug, Clone, Copy)]
pub struct Line {
    /// What stands before the first `;`.
    pub code: Span,
    /// What stands after it, where any bytes are allowed.
    pub comment: Option<Span>,
}

/// The lines of a source file.
pub fn split(source: &[u8]) -> impl Iterator<Item = Line> {
    lines(source).map(|line| match source[line.start..line.end].iter().position(|&byte| byte == b';') {
        None => Line { code: line, comment: None },
        Some(at) => {
            let semicolon = line.start + at;
            let comment = Span { start: semicolon + 1, end: line.end };
            Line { code: Span { start: line.start, end: semicolon }, comment: Some(comment) }
        }
    })
}

/// What the comments of a file say: its metadata, and the warnings it wants silenced.
#[derive(Debug, Default)]
pub(crate) struct Comments {
    pub(crate) metadata: Metadata,
    allowed: Vec<String>,
}

impl Comments {
    /// Reads all comments of a file.
    pub(crate) fn of(source: &[u8]) -> Self {
        let mut comments = Self::default();
        for comment in split(source).filter_map(|line| line.comment) {
            comments.take(&source[comment.start..comment.end]);
        }
        comments
    }

    fn take(&mut self, comment: &[u8]) {
        self.metadata.take_comment(comment);
        let mut words = comment.split(u8::is_ascii_whitespace);
        if words.next().is_some_and(|word| word.eq_ignore_ascii_case(b"allow")) {
            self.allowed.extend(words.map(|word| String::from_utf8_lossy(word).into_owned()));
        }
    }

    /// Drops the warnings that `;allow CODE` comments name.
    pub(crate) fn silence(&self, diagnostics: &mut Diagnostics) {
        diagnostics.silence(|code| self.allowed.iter().any(|allowed| allowed == code));
    }
}

/// The character at `at` (a byte that is not UTF-8 is one by itself): its span, and how a message
/// names it.
pub(crate) fn character(source: &[u8], at: usize) -> (Span, String) {
    let rest = &source[at..source.len().min(at + 4)];
    let chunk = rest.utf8_chunks().next();
    match chunk.and_then(|chunk| chunk.valid().chars().next()) {
        Some(c) => (Span { start: at, end: at + c.len_utf8() }, named(c)),
        None => {
            (Span { start: at, end: at + 1 }, format!("the byte 0x{:02x}, which is not UTF-8,", source[at]))
        }
    }
}

fn named(c: char) -> String {
    match c {
        '\u{feff}' => "a byte-order mark (U+FEFF)".into(),
        '\0' => "a NUL character (U+0000)".into(),
        '\r' => "a carriage return (U+000D) that ends no line".into(),
        c if c.is_control() || c.is_whitespace() || !c.is_ascii() && c.escape_debug().len() > 1 => {
            format!("the character U+{:04X}", u32::from(c))
        }
        c => format!("`{c}`"),
    }
}

/// Writes a file again with each line's code as `canonical` gives it. Comments stay where they are with one space
/// before them; blank lines stay, except those at the end; lines end in `\n`.
pub(crate) fn format(source: &[u8], mut canonical: impl FnMut(&[u8]) -> String) -> Vec<u8> {
    let mut formatted = Vec::with_capacity(source.len());
    for line in split(source) {
        let code = canonical(&source[line.code.start..line.code.end]);
        formatted.extend_from_slice(code.as_bytes());
        if let Some(comment) = line.comment {
            let gap: &[u8] = if code.is_empty() { b";" } else { b" ;" };
            formatted.extend_from_slice(gap);
            formatted.extend_from_slice(source[comment.start..comment.end].trim_ascii_end());
        }
        formatted.push(b'\n');
    }
    while formatted.ends_with(b"\n\n") || formatted == b"\n" {
        formatted.pop();
    }
    formatted
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn characters_are_named_so_that_a_terminal_shows_them() {
        assert_eq!(character(b"x", 0).1, "`x`");
        assert_eq!(character("é".as_bytes(), 0), (Span { start: 0, end: 2 }, "`é`".into()));
        assert_eq!(character(b"\x1b", 0).1, "the character U+001B");
        assert_eq!(character(b"a\xffb", 1).0, Span { start: 1, end: 2 });
        assert_eq!(character("\u{feff}r".as_bytes(), 0).0, Span { start: 0, end: 3 });
    }

    #[test]
    fn formatting_keeps_comments_and_settles_layout() {
        let upper = |code: &[u8]| String::from_utf8_lossy(code).trim().to_uppercase();
        let once = format(b"\ta b;\xff c \r\n\n;x\r\n\n\n", upper);
        assert_eq!(once, b"A B ;\xff c\n\n;x\n");
        assert_eq!(format(&once, upper), once);
        assert_eq!(format(b"\n\n", upper), b"");
    }
}

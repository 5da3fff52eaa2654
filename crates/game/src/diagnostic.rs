//! Errors and warnings of a parser, and their places in the source.

use std::cell::Cell;

/// How many errors of one file are kept. Otherwise, a file of 16 MiB of rubbish would give millions of errors. Nobody
/// reads beyond the first few, and memory must stay bounded. Only legal programs get warnings, and their length bounds
/// the number of warnings.
pub const MAX_DIAGNOSTICS: usize = 1000;

/// How serious a diagnostic is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Severity {
    /// The file is not a legal program.
    Error,
    /// The file is a legal program, but surely not the one that its author intended.
    Warning,
}

impl Severity {
    /// The word used in every output form.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Error => "error",
            Self::Warning => "warning",
        }
    }
}

/// A stretch of a source file in bytes: from `start` up to, but not including, `end`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Span {
    /// First byte.
    pub start: usize,
    /// The byte after the last one.
    pub end: usize,
}

/// One error or warning of a parser.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Diagnostic {
    /// Error or warning.
    pub severity: Severity,
    /// A ruling's number for errors (`E9`), a word for warnings (`unmatched-bracket`).
    pub code: &'static str,
    /// The place; `None` if it concerns the whole file.
    pub span: Option<Span>,
    /// What is wrong and what was expected, in one line.
    pub message: String,
    /// What to do about it, in one line.
    pub help: String,
    /// Changes of the source, each of which resolves the diagnostic. An editor can offer them.
    pub fixes: Vec<Fix>,
}

impl Diagnostic {
    /// The change that silences a warning: it adds a comment at the end that says that the warning is not wanted.
    /// Errors cannot be silenced.
    #[must_use]
    pub fn allowed(&self, source: &str) -> Option<Fix> {
        if self.severity == Severity::Error {
            return None;
        }
        let code = self.code;
        let line = if source.is_empty() || source.ends_with('\n') { "" } else { "\n" };
        let end = Span { start: source.len(), end: source.len() };
        Some(Fix { title: format!("allow {code}"), span: end, replacement: format!("{line};allow {code}\n") })
    }
}

/// A change of a source file that resolves a diagnostic.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fix {
    /// What it does, as an editor offers it: "replace it with `store`".
    pub title: String,
    /// The bytes that it replaces.
    pub span: Span,
    /// What they are replaced with.
    pub replacement: String,
}

/// The diagnostics of one file, at most [`MAX_DIAGNOSTICS`] of them errors.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Diagnostics {
    kept: Vec<Diagnostic>,
    errors: usize,
}

impl Diagnostics {
    /// Adds an error.
    pub fn error(
        &mut self,
        code: &'static str,
        span: Option<Span>,
        message: impl Into<String>,
        help: impl Into<String>,
    ) {
        self.errors += 1;
        if self.errors > MAX_DIAGNOSTICS {
            return;
        }
        self.push(Severity::Error, code, span, message, help);
    }

    /// Adds a warning.
    pub fn warning(
        &mut self,
        code: &'static str,
        span: Option<Span>,
        message: impl Into<String>,
        help: impl Into<String>,
    ) {
        self.push(Severity::Warning, code, span, message, help);
    }

    fn push(
        &mut self,
        severity: Severity,
        code: &'static str,
        span: Option<Span>,
        message: impl Into<String>,
        help: impl Into<String>,
    ) {
        let (message, help) = (message.into(), help.into());
        self.kept.push(Diagnostic { severity, code, span, message, help, fixes: Vec::new() });
    }

    /// Adds a fix to the diagnostic that was added last, if it was kept.
    pub fn fix(&mut self, title: impl Into<String>, span: Span, replacement: impl Into<String>) {
        if let (Some(last), true) = (self.kept.last_mut(), self.errors <= MAX_DIAGNOSTICS) {
            last.fixes.push(Fix { title: title.into(), span, replacement: replacement.into() });
        }
    }

    /// Drops every warning whose code `silenced` accepts. Errors stay.
    pub fn silence(&mut self, silenced: impl Fn(&str) -> bool) {
        self.kept.retain(|d| d.severity == Severity::Error || !silenced(d.code));
    }

    /// Whether any error was found, including those that were not kept.
    #[must_use]
    pub fn has_errors(&self) -> bool {
        self.errors > 0
    }

    /// How many errors were found beyond those kept.
    #[must_use]
    pub fn dropped(&self) -> usize {
        self.errors.saturating_sub(MAX_DIAGNOSTICS)
    }

    /// Sorts by place; diagnostics of the whole file come first.
    pub fn sort(&mut self) {
        self.kept.sort_by_key(|d| d.span);
    }

    /// The diagnostics that were kept.
    pub fn iter(&self) -> impl Iterator<Item = &Diagnostic> {
        self.kept.iter()
    }

    /// Whether there are no diagnostics.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.kept.is_empty()
    }
}

/// A place in a file as people count it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Position {
    /// Line, from 1.
    pub line: usize,
    /// Column in characters, from 1. A tab counts as one character, and so does a byte that is not UTF-8.
    pub column: usize,
}

/// Turns byte offsets of one file into lines and columns.
#[derive(Debug, Clone)]
pub struct LineIndex<'a> {
    source: &'a [u8],
    lines: Vec<Span>,
    /// The last place that was asked for, and its byte. Most questions go forward in the same line, and a line can have
    /// megabytes.
    last: Cell<(usize, Position)>,
}

impl<'a> LineIndex<'a> {
    /// Indexes a file.
    ///
    /// ```
    /// use game::{LineIndex, Position};
    /// let index = LineIndex::new("ä\tx\n\r+".as_bytes());
    /// assert_eq!(index.position(3), Position { line: 1, column: 3 });
    /// assert_eq!(index.position(6), Position { line: 2, column: 1 });
    /// ```
    #[must_use]
    pub fn new(source: &'a [u8]) -> Self {
        Self { source, lines: lines(source).collect(), last: Cell::new((0, Position { line: 1, column: 1 })) }
    }

    /// The place of byte `offset`; an offset at or beyond the end is just after the last character.
    #[must_use]
    pub fn position(&self, offset: usize) -> Position {
        let offset = offset.min(self.source.len());
        let line = self.lines.partition_point(|line| line.start <= offset).max(1) - 1;
        let (known, mut place) = match self.last.get() {
            (byte, place) if place.line == line + 1 && byte <= offset => (byte, place),
            _ => (self.lines[line].start, Position { line: line + 1, column: 1 }),
        };
        place.column += count_characters(&self.source[known..offset]);
        self.last.set((offset, place));
        place
    }

    /// The bytes of line `line` (from 1), without its line end.
    #[must_use]
    pub fn line(&self, line: usize) -> Span {
        self.lines[line - 1]
    }
}

/// The lines of a source file, without their ends, which are `\n`, `\r\n` or `\n\r` (E9, C8). Counted from the front,
/// the longest line end that fits counts. A file has one more line than it has line ends.
pub fn lines(source: &[u8]) -> impl Iterator<Item = Span> {
    let mut next = Some(0);
    std::iter::from_fn(move || {
        let start = next?;
        let newline = source[start..].iter().position(|&byte| byte == b'\n').map(|at| start + at);
        let Some(newline) = newline else {
            next = None;
            return Some(Span { start, end: source.len() });
        };
        let returns_before = newline > start && source[newline - 1] == b'\r';
        let returns_after = !returns_before && source.get(newline + 1) == Some(&b'\r');
        next = Some(newline + 1 + usize::from(returns_after));
        Some(Span { start, end: newline - usize::from(returns_before) })
    })
}

/// The number of characters in `bytes`. Each byte that is not part of valid UTF-8 counts as one.
fn count_characters(bytes: &[u8]) -> usize {
    bytes.utf8_chunks().map(|chunk| chunk.valid().chars().count() + chunk.invalid().len()).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn line_ends_of_every_kind_count_once() {
        let texts = |source: &'static [u8]| -> Vec<&[u8]> {
            lines(source).map(|line| &source[line.start..line.end]).collect()
        };
        assert_eq!(texts(b""), [b""]);
        assert_eq!(texts(b"a\nb\r\nc\n\rd"), [b"a", b"b", b"c", b"d"]);
        assert_eq!(texts(b"a\n\r\n\rb\n\r"), [&b"a"[..], b"", b"b", b""]);
        assert_eq!(texts(b"a\n\r\nb"), [&b"a"[..], b"", b"b"]);
        assert_eq!(texts(b"a\r\n\rb"), [&b"a"[..], b"\rb"]);
        assert_eq!(texts(b"a\r\r\nb"), [&b"a\r"[..], b"b"]);
    }

    #[test]
    fn the_number_of_kept_diagnostics_is_bounded() {
        let mut diagnostics = Diagnostics::default();
        for _ in 0..MAX_DIAGNOSTICS + 5 {
            diagnostics.error("E9", None, "m", "h");
        }
        assert_eq!(diagnostics.iter().count(), MAX_DIAGNOSTICS);
        assert_eq!(diagnostics.dropped(), 5);
    }
}

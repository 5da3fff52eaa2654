//! Base files: reading, warning, printing (E9).

use game::{Diagnostics, Program, Reading, Span};

use super::symbol::{CHARACTERS, CLOSE, D, LEFT, OPEN, R, RIGHT, from_byte};
use crate::source::{self, Comments};

/// The most symbols a base may have (the document; E9).
pub const MAX_SYMBOLS: usize = 10_000;

/// A base: one to [`MAX_SYMBOLS`] symbols.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Base {
    symbols: Vec<u8>,
}

impl Base {
    /// The values of the symbols, see [`super::symbol`].
    #[must_use]
    pub fn symbols(&self) -> &[u8] {
        &self.symbols
    }
}

impl Program for Base {
    fn canonical(&self) -> String {
        self.symbols.iter().map(|&symbol| CHARACTERS[usize::from(symbol)]).collect()
    }

    fn length(&self) -> usize {
        self.symbols.len()
    }
}

/// Reads a base file (E9).
///
/// ```
/// let reading = games::esowar::read(b"[+] ;name Filler");
/// assert_eq!(reading.program.unwrap().symbols(), [5, 4, 6]);
/// assert_eq!(reading.metadata.name.as_deref(), Some("Filler"));
/// ```
#[must_use]
pub fn read(source: &[u8]) -> Reading<Base> {
    let comments = Comments::of(source);
    let mut diagnostics = Diagnostics::default();
    let symbols = read_symbols(source, &mut diagnostics);
    check_length(source, &symbols, &mut diagnostics);
    if !diagnostics.has_errors() {
        warn_unmatched_brackets(source, &symbols, &mut diagnostics);
        warn_certain_death(source, &symbols, &mut diagnostics);
        comments.silence(&mut diagnostics);
    }
    diagnostics.sort();
    let program = (!diagnostics.has_errors()).then_some(Base { symbols });
    Reading { program, metadata: comments.metadata, diagnostics }
}

fn read_symbols(source: &[u8], diagnostics: &mut Diagnostics) -> Vec<u8> {
    let mut symbols = Vec::with_capacity(source.len().min(MAX_SYMBOLS));
    for line in source::split(source) {
        let mut at = line.code.start;
        while at < line.code.end {
            let byte = source[at];
            if let Some(symbol) = from_byte(byte) {
                symbols.push(symbol);
            } else if !matches!(byte, b' ' | b'\t') {
                let (span, name) = source::character(source, at);
                diagnostics.error(
                    "E9",
                    Some(span),
                    format!("{name} is no symbol; expected one of r d > < + [ ]"),
                    "remove it, or put it into a comment, which starts with `;`",
                );
                diagnostics.fix("remove it", span, "");
                let before = Span { start: at, end: at };
                diagnostics.fix("make the rest of the line a comment", before, ";");
                at = span.end;
                continue;
            }
            at += 1;
        }
    }
    symbols
}

/// Where the symbols from number `nth` on stand in a source, in order. They are looked for only on demand: most bases
/// are read without any message about them.
fn places(source: &[u8], nth: usize) -> impl Iterator<Item = Span> {
    let lines = source::split(source).map(|line| line.code.start..line.code.end);
    let symbols = lines.flatten().filter(|&at| from_byte(source[at]).is_some());
    symbols.skip(nth).map(|at| Span { start: at, end: at + 1 })
}

fn check_length(source: &[u8], symbols: &[u8], diagnostics: &mut Diagnostics) {
    if symbols.len() > MAX_SYMBOLS {
        diagnostics.error(
            "E9",
            places(source, MAX_SYMBOLS).next(),
            format!(
                "this is symbol {} of {}; a base has at most {MAX_SYMBOLS}",
                MAX_SYMBOLS + 1,
                symbols.len()
            ),
            "shorten the base",
        );
    } else if symbols.is_empty() && !diagnostics.has_errors() {
        diagnostics.error(
            "E9",
            None,
            format!("the base is empty; expected 1 to {MAX_SYMBOLS} symbols"),
            "a base that waits in its own code is `[+]+[]`",
        );
        diagnostics.fix("begin with a base that waits", Span { start: 0, end: 0 }, "[+]+[]\n");
    }
}

/// A bracket without a partner in its own base is legal (its partner may be in another base, E3), but it is hardly ever
/// intended.
fn warn_unmatched_brackets(source: &[u8], symbols: &[u8], diagnostics: &mut Diagnostics) {
    // These hold the numbers of symbols, of which there are at most `MAX_SYMBOLS`.
    let (mut open, mut unmatched) = (Vec::new(), Vec::new());
    for (&symbol, nth) in symbols.iter().zip(0u16..) {
        match symbol {
            OPEN => open.push(nth),
            CLOSE if open.pop().is_none() => unmatched.push(nth),
            _ => {}
        }
    }
    // Every `]` without a partner stands before every `[` without one.
    unmatched.extend(open);
    let mut unmatched = unmatched.into_iter().map(usize::from).peekable();
    let Some(&first) = unmatched.peek() else { return };
    for (nth, span) in (first..).zip(places(source, first)) {
        if unmatched.next_if_eq(&nth).is_none() {
            continue;
        }
        let (this, partner) = if symbols[nth] == OPEN { ('[', ']') } else { (']', '[') };
        diagnostics.warning(
            "unmatched-bracket",
            Some(span),
            format!("no `{partner}` in this base matches this `{this}`"),
            "a walk from here goes on round the ring to somebody else's bracket, and without one the commander dies (E3)",
        );
        diagnostics.fix("remove this bracket", span, "");
    }
}

/// The commander walks straight from her start onto a `d`. Nothing of her own before it can change where she goes or
/// what she reads; only another player's robot could.
fn warn_certain_death(source: &[u8], symbols: &[u8], diagnostics: &mut Diagnostics) {
    let first_that_matters = symbols.iter().position(|symbol| !matches!(*symbol, R | RIGHT | LEFT));
    if let Some(nth) = first_that_matters.filter(|&nth| symbols[nth] == D) {
        diagnostics.warning(
            "certain-death",
            places(source, nth).next(),
            "the commander walks straight onto this `d` and loses, unless somebody else changes it in time",
            "put a `[` or `]` before it that keeps her away, unless you want to lose",
        );
    }
}

/// A base file in canonical form: no spaces between symbols, comments and line breaks kept.
#[must_use]
pub fn format(source: &[u8]) -> Option<Vec<u8>> {
    read(source).program?;
    Some(source::format(source, |code| {
        code.iter()
            .filter_map(|&byte| from_byte(byte))
            .map(|symbol| CHARACTERS[usize::from(symbol)])
            .collect()
    }))
}

//! Standard output: results, in the form that the user wants, and nothing else.

use std::borrow::Cow;
use std::io::{self, BufWriter, IsTerminal, Write};

use clap::ValueEnum;
use game::steers;
use serde_json::{Number, Value};
use tournament::Games;

use crate::failure::Failure;

/// The forms of results.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Form {
    /// For people.
    Text,
    /// One JSON document.
    Json,
    /// One JSON document a line, as soon as it is known.
    Jsonl,
    /// A table for spreadsheets, with a header line.
    Csv,
}

/// Standard output.
pub(crate) struct Output {
    out: BufWriter<io::Stdout>,
    is_terminal: bool,
    unread: Unread,
}

/// What a command does once nobody reads its standard output any more.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Unread {
    /// It was only for the reader.
    Ends,
    /// What it changes matters more than what it prints.
    GoesOn,
}

impl Output {
    /// Standard output, byte for byte.
    pub(crate) fn stdout() -> Self {
        let is_terminal = io::stdout().is_terminal();
        Self { out: BufWriter::new(io::stdout()), is_terminal, unread: Unread::Ends }
    }

    /// Standard output of a command that changes something: it comes to its end, and to its exit code, also when nobody
    /// reads what it prints.
    pub(crate) fn of_a_change() -> Self {
        Self { unread: Unread::GoesOn, ..Self::stdout() }
    }

    /// Whether colours are welcome.
    pub(crate) fn has_colours() -> bool {
        anstream::AutoStream::choice(&io::stdout()) != anstream::ColorChoice::Never
    }

    /// Writes a line for people, without characters that act on a terminal or would look like
    /// further lines.
    pub(crate) fn people(&mut self, line: impl std::fmt::Display) -> Result<(), Failure> {
        self.line(shown(&line.to_string()))
    }

    /// Writes a line.
    pub(crate) fn line(&mut self, line: impl std::fmt::Display) -> Result<(), Failure> {
        let written = writeln!(self.out, "{line}");
        self.check(written)?;
        if self.is_terminal { self.flush() } else { Ok(()) }
    }

    /// Writes text as it is.
    pub(crate) fn text(&mut self, text: &str) -> Result<(), Failure> {
        self.bytes(text.as_bytes())
    }

    /// Writes bytes as they are.
    pub(crate) fn bytes(&mut self, bytes: &[u8]) -> Result<(), Failure> {
        let written = self.out.write_all(bytes);
        self.check(written)
    }

    /// Writes one JSON document over several lines.
    pub(crate) fn document(&mut self, document: &Value) -> Result<(), Failure> {
        self.line(format_args!("{document:#}"))
    }

    /// Writes one line of CSV. What a spreadsheet would take for a formula is marked as text, and what it could take for the
    /// end of a cell is in quotes.
    pub(crate) fn csv(&mut self, fields: &[String]) -> Result<(), Failure> {
        let cells: Vec<String> = fields.iter().map(|field| quoted(cell(field))).collect();
        self.line(cells.join(","))
    }

    /// Hands over everything written.
    pub(crate) fn flush(&mut self) -> Result<(), Failure> {
        let flushed = self.out.flush();
        self.check(flushed)
    }

    fn check(&mut self, written: io::Result<()>) -> Result<(), Failure> {
        match written {
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe && self.unread == Unread::GoesOn => {
                // What still waits would fail again and again, and is for nobody.
                let unread = std::mem::replace(&mut self.out, BufWriter::new(io::stdout()));
                drop(unread.into_parts());
                Ok(())
            }
            written => written.map_err(|error| Failure::output(&error)),
        }
    }
}

/// What spreadsheets take for the beginning of a formula.
const FORMULA: [char; 8] = ['=', '+', '-', '@', '＝', '＋', '－', '＠'];

/// What spreadsheets take for the end of a cell that have the comma for decimals, and those that are for tabs: quotes that do
/// not begin at what they take for a cell's beginning mean nothing to them.
const ENDS_A_CELL: [char; 4] = [';', '\t', '\r', '\n'];

/// A cell of a table for spreadsheets. These take what begins with certain characters for a formula, which may read
/// other files or call programs: an apostrophe before it makes it text. A number is a number, whatever its sign.
///
/// A spreadsheet that ends cells elsewhere than we do finds cells in our cells, so that their beginnings are
/// looked at as well: blanks and quotes before a formula go or stay as each spreadsheet thinks right.
fn cell(field: &str) -> Cow<'_, str> {
    let unsigned = field.strip_prefix(['+', '-']).unwrap_or(field);
    let is_number =
        !unsigned.is_empty() && unsigned.chars().all(|c| c.is_ascii_digit() || c == '.') || unsigned == "∞";
    if is_number || field == "-" {
        return field.into();
    }
    let mut text = String::with_capacity(field.len());
    for part in field.split_inclusive(ENDS_A_CELL) {
        let is_formula =
            part.trim_start_matches(|c: char| c.is_whitespace() || c == '"').starts_with(FORMULA);
        // Nothing but an end of a cell, where the field begins: some spreadsheets drop it.
        let is_dropped = text.is_empty() && part.starts_with(['\t', '\r', '\n']);
        if is_formula || is_dropped {
            text.push('\'');
        }
        text.push_str(part);
    }
    if text.len() == field.len() { field.into() } else { text.into() }
}

/// A cell as it stands in a file: in quotes where it holds what could end it, or begins or ends in a blank.
fn quoted(cell: Cow<'_, str>) -> String {
    let needs_quotes = cell.contains(ENDS_A_CELL)
        || cell.contains([',', '"'])
        || cell.starts_with(char::is_whitespace)
        || cell.ends_with(char::is_whitespace);
    if needs_quotes { format!("\"{}\"", cell.replace('"', "\"\"")) } else { cell.into_owned() }
}

/// Games as machines read them.
pub(crate) fn number(games: Games) -> Number {
    // It is a number as it is shown: digits with a point in between, or without.
    serde_json::from_str(&games.to_string()).unwrap_or_else(|_| 0.into())
}

/// Tells people something on standard error. If that is gone, they do without.
pub(crate) fn note(line: &str) {
    let _ = writeln!(io::stderr(), "{}", shown(line));
}

/// Text for one line of a terminal: without characters that act on it.
pub(crate) fn shown(text: &str) -> String {
    text.chars().map(|c| if steers(c) { '\u{fffd}' } else { c }).collect()
}

/// The same for text of several lines.
pub(crate) fn for_people(text: &str) -> String {
    text.chars().map(|c| if steers(c) && c != '\n' { '\u{fffd}' } else { c }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_formula_is_text_and_a_number_a_number() {
        for formula in ["=1+1", "+1+1", "-1+cmd|' /C calc'!A0", "@SUM(A1)", "-x.crash", "＝1"] {
            assert_eq!(cell(formula), format!("'{formula}"));
        }
        for plain in ["", "-", "-1", "+12.5", "-0.25", "+∞", "-∞", "a=b", "1-2", "x.crash"] {
            assert_eq!(cell(plain), plain);
        }
    }

    #[test]
    fn a_formula_behind_what_ends_a_cell_elsewhere_is_text() {
        for (field, expected) in [
            ("a;=1+1", "a;'=1+1"),
            ("a\t=1", "a\t'=1"),
            ("a; =1", "a;' =1"),
            (" =1", "' =1"),
            ("a;\"=1", "a;'\"=1"),
            ("a\";=1;b;@x", "a\";'=1;b;'@x"),
            ("a\n+1", "a\n'+1"),
            ("-1;2", "'-1;2"),
            ("\t=1", "'\t'=1"),
            ("\rx", "'\rx"),
        ] {
            assert_eq!(cell(field), expected);
        }
        for plain in ["a;b", "a, -b", "a\tb", "a;1=1", "x;"] {
            assert_eq!(cell(plain), plain);
        }
    }

    #[test]
    fn cells_that_could_end_elsewhere_are_in_quotes() {
        for (text, expected) in [
            ("plain name", "plain name"),
            ("", ""),
            ("a,b", "\"a,b\""),
            ("a;b", "\"a;b\""),
            ("a\tb", "\"a\tb\""),
            ("a\"b", "\"a\"\"b\""),
            (" a", "\" a\""),
            ("a\nb", "\"a\nb\""),
        ] {
            assert_eq!(quoted(text.into()), expected);
        }
    }

    #[test]
    fn what_nobody_sees_is_shown() {
        assert_eq!(shown("a\u{202e}b\u{2066}c\u{1b}\u{9b}\n"), "a\u{fffd}b\u{fffd}c\u{fffd}\u{fffd}\u{fffd}");
        assert_eq!(for_people("a\u{202e}\nb"), "a\u{fffd}\nb");
    }
}

//! Standard output: only results, in the format that the user chose.

use std::borrow::Cow;
use std::fmt::Write as _;
use std::io::{self, BufWriter, IsTerminal, Write};

use clap::ValueEnum;
use contests::Failure;
use game::text::{one_line, steers};
use serde_json::Value;

use crate::failure;

/// The output formats of results.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Form {
    /// Text for people
    Text,
    /// One JSON document
    Json,
    /// One JSON document per line, written as soon as it is known
    Jsonl,
    /// A table for spreadsheets, with a header line
    Csv,
}

/// Standard output.
pub(crate) struct Output {
    out: BufWriter<io::Stdout>,
    is_terminal: bool,
    on_closed: OnClosedOutput,
}

/// What a command does when the reader closes standard output.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum OnClosedOutput {
    /// It ends, because its only purpose was the output.
    Ends,
    /// It continues, because its changes matter more than its output.
    Continues,
}

impl Output {
    /// Opens standard output for raw bytes.
    pub(crate) fn stdout() -> Self {
        let is_terminal = io::stdout().is_terminal();
        Self { out: BufWriter::new(io::stdout()), is_terminal, on_closed: OnClosedOutput::Ends }
    }

    /// Opens standard output for a command that changes something. It runs to its end and its normal exit code even if
    /// the output is closed.
    pub(crate) fn of_a_change() -> Self {
        Self { on_closed: OnClosedOutput::Continues, ..Self::stdout() }
    }

    /// Returns true if the output may have colours.
    pub(crate) fn has_colours() -> bool {
        anstream::AutoStream::choice(&io::stdout()) != anstream::ColorChoice::Never
    }

    /// Writes a line for people, without control characters and line breaks.
    pub(crate) fn people(&mut self, line: impl std::fmt::Display) -> Result<(), Failure> {
        self.line(one_line(&line.to_string()))
    }

    /// Writes a line.
    pub(crate) fn line(&mut self, line: impl std::fmt::Display) -> Result<(), Failure> {
        let written = writeln!(self.out, "{line}");
        self.check(written)?;
        if self.is_terminal { self.flush() } else { Ok(()) }
    }

    /// Writes text unchanged.
    pub(crate) fn text(&mut self, text: &str) -> Result<(), Failure> {
        self.bytes(text.as_bytes())
    }

    /// Writes bytes unchanged.
    pub(crate) fn bytes(&mut self, bytes: &[u8]) -> Result<(), Failure> {
        let written = self.out.write_all(bytes);
        self.check(written)
    }

    /// Writes one JSON document over several lines.
    pub(crate) fn document(&mut self, document: &Value) -> Result<(), Failure> {
        self.line(escaped_json(&format!("{document:#}")))
    }

    /// Writes one JSON document on a line of its own.
    pub(crate) fn json_line(&mut self, document: &Value) -> Result<(), Failure> {
        self.line(escaped_json(&document.to_string()))
    }

    /// Writes one line of CSV. Cells that a spreadsheet would treat as formulas are marked as text, possible separators
    /// are quoted. Characters that act unseen are replaced, and those that act on a terminal are replaced there.
    pub(crate) fn csv(&mut self, fields: &[String]) -> Result<(), Failure> {
        let cells: Vec<String> =
            fields.iter().map(|field| quoted(cell(&self.shown_in_cell(field)))).collect();
        self.line(cells.join(","))
    }

    /// Returns the text of a cell of CSV, which has no escapes. Files keep its control characters, because programs read them.
    fn shown_in_cell(&self, field: &str) -> String {
        let acts = |c: char| steers(c) && (self.is_terminal || !c.is_control());
        field.chars().map(|c| if acts(c) { char::REPLACEMENT_CHARACTER } else { c }).collect()
    }

    /// Flushes the output.
    pub(crate) fn flush(&mut self) -> Result<(), Failure> {
        let flushed = self.out.flush();
        self.check(flushed)
    }

    fn check(&mut self, written: io::Result<()>) -> Result<(), Failure> {
        match written {
            Err(error)
                if error.kind() == io::ErrorKind::BrokenPipe
                    && self.on_closed == OnClosedOutput::Continues =>
            {
                // Drops the buffer: writing it would fail again, and nothing reads it.
                let on_closed = std::mem::replace(&mut self.out, BufWriter::new(io::stdout()));
                drop(on_closed.into_parts());
                Ok(())
            }
            written => written.map_err(|error| failure::of_output(&error)),
        }
    }
}

/// Escapes the characters in JSON that [act on a terminal](steers). A reader of JSON gets the same text. In JSON that
/// serde wrote, these characters are only in texts, except the line breaks between values.
fn escaped_json(json: &str) -> Cow<'_, str> {
    let acts = |c: char| steers(c) && c != '\n';
    if !json.contains(acts) {
        return json.into();
    }
    let mut escaped = String::with_capacity(json.len());
    for c in json.chars() {
        if acts(c) {
            for unit in c.encode_utf16(&mut [0; 2]) {
                // Writing to memory cannot fail.
                let _ = write!(escaped, "\\u{unit:04x}");
            }
        } else {
            escaped.push(c);
        }
    }
    escaped.into()
}

/// Characters that start a formula in spreadsheets.
const FORMULA: [char; 8] = ['=', '+', '-', '@', '＝', '＋', '－', '＠'];

/// Other cell separators: some spreadsheets use semicolons or tabs, and ignore quotes that do not start at what they
/// consider the start of a cell.
const ENDS_A_CELL: [char; 4] = [';', '\t', '\r', '\n'];

/// Makes a cell safe for spreadsheets. Text that starts with certain characters would be a formula, which can read
/// files or run programs; an apostrophe before it makes it text. Numbers stay numbers, with any sign.
/// A spreadsheet with other separators may find several cells within one of ours, so the start of each of these is
/// checked as well, after any blanks and quotes, which spreadsheets treat differently.
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
        // A separator at the start of the field: some spreadsheets drop it.
        let is_dropped = text.is_empty() && part.starts_with(['\t', '\r', '\n']);
        if is_formula || is_dropped {
            text.push('\'');
        }
        text.push_str(part);
    }
    if text.len() == field.len() { field.into() } else { text.into() }
}

/// Returns a cell as written to a file: quoted if it contains a possible separator, or starts or ends with a blank.
fn quoted(cell: Cow<'_, str>) -> String {
    let needs_quotes = cell.contains(ENDS_A_CELL)
        || cell.contains([',', '"'])
        || cell.starts_with(char::is_whitespace)
        || cell.ends_with(char::is_whitespace);
    if needs_quotes { format!("\"{}\"", cell.replace('"', "\"\"")) } else { cell.into_owned() }
}

/// Prints a note for the user on standard error. If that is closed, the note is lost.
pub(crate) fn note(line: &str) {
    let _ = writeln!(io::stderr(), "{}", one_line(line));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn json_says_the_same_without_characters_that_act() {
        let text = "a\u{1b}\u{7f}\u{9b}\u{202e}\u{2028}\u{e0041}\u{feff}é\u{200d}\n\"\\";
        let document = serde_json::json!({ text: [text] });
        for json in [document.to_string(), format!("{document:#}")] {
            let escaped = escaped_json(&json);
            assert!(!escaped.contains(|c| steers(c) && c != '\n'), "{escaped}");
            assert!(escaped.contains("\\u009b\\u202e\\u2028\\udb40\\udc41\\ufeffé\u{200d}"), "{escaped}");
            assert_eq!(serde_json::from_str::<Value>(&escaped).unwrap(), document);
        }
    }

    #[test]
    fn cells_have_no_characters_that_act() {
        let mut output = Output::stdout();
        for (is_terminal, expected) in
            [(false, "a\u{9b}\u{1b}\n\u{fffd}é"), (true, "a\u{fffd}\u{fffd}\u{fffd}\u{fffd}é")]
        {
            output.is_terminal = is_terminal;
            assert_eq!(output.shown_in_cell("a\u{9b}\u{1b}\n\u{202e}é"), expected);
        }
    }

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
}

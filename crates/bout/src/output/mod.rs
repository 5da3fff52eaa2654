//! Standard output: only results, in the format that the user chose.

mod csv_cells;
mod printer;

use std::borrow::Cow;
use std::fmt::Write as _;
use std::io::{self, BufWriter, IsTerminal, Write};

use clap::ValueEnum;
use contests::Failure;
use game::text::{is_unsafe_to_print, one_line};
use serde::Serialize;

use crate::failure;
use csv_cells::{cell, quoted};
pub(crate) use printer::{Printer, Row, cells};

/// The output formats of results.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum OutputFormat {
    /// Text for people
    Text,
    /// One JSON document
    Json,
    /// One JSON document per line, written as soon as it is known
    Jsonl,
    /// A table for spreadsheets, with a header line
    Csv,
}

/// The reason why serialising a result cannot fail.
const PLAIN: &str = "results are plain data";

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
    fn document(&mut self, document: &impl Serialize) -> Result<(), Failure> {
        let json = serde_json::to_string_pretty(document).expect(PLAIN);
        self.line(escaped_json(&json))
    }

    /// Writes one JSON document on a line of its own.
    fn json_line(&mut self, document: &impl Serialize) -> Result<(), Failure> {
        let json = serde_json::to_string(document).expect(PLAIN);
        self.line(escaped_json(&json))
    }

    /// Writes one line of CSV. Marks cells as text that a spreadsheet would treat as formulas, and
    /// quotes possible separators. Replaces unsafe characters, but in files leaves control
    /// characters.
    fn csv(&mut self, fields: &[String]) -> Result<(), Failure> {
        let cells: Vec<String> =
            fields.iter().map(|field| quoted(cell(&self.shown_in_cell(field)))).collect();
        self.line(cells.join(","))
    }

    /// Returns a field with unsafe characters replaced, because CSV has no escapes. In files,
    /// control characters stay, because programs read them.
    fn shown_in_cell(&self, field: &str) -> String {
        let acts = |c: char| is_unsafe_to_print(c) && (self.is_terminal || !c.is_control());
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

/// Escapes the [characters in JSON that are unsafe to print](is_unsafe_to_print). JSON parsers get
/// the original text. In JSON from serde, these characters occur only inside strings, except for
/// the line breaks between values.
fn escaped_json(json: &str) -> Cow<'_, str> {
    let acts = |c: char| is_unsafe_to_print(c) && c != '\n';
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

/// Prints a note for the user on standard error, if that is open.
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
            assert!(!escaped.contains(|c| is_unsafe_to_print(c) && c != '\n'), "{escaped}");
            assert!(escaped.contains("\\u009b\\u202e\\u2028\\udb40\\udc41\\ufeffé\u{200d}"), "{escaped}");
            assert_eq!(serde_json::from_str::<serde_json::Value>(&escaped).unwrap(), document);
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
}

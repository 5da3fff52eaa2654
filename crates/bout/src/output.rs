//! Standard output: results, in the form that the user wants, and nothing else.

use std::io::{self, BufWriter, IsTerminal, Write};

use clap::ValueEnum;
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
}

impl Output {
    /// Standard output, byte for byte.
    pub(crate) fn stdout() -> Self {
        let is_terminal = io::stdout().is_terminal();
        Self { out: BufWriter::new(io::stdout()), is_terminal }
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
        writeln!(self.out, "{line}").map_err(|error| Failure::output(&error))?;
        if self.is_terminal { self.flush() } else { Ok(()) }
    }

    /// Writes text as it is.
    pub(crate) fn text(&mut self, text: &str) -> Result<(), Failure> {
        self.bytes(text.as_bytes())
    }

    /// Writes bytes as they are.
    pub(crate) fn bytes(&mut self, bytes: &[u8]) -> Result<(), Failure> {
        self.out.write_all(bytes).map_err(|error| Failure::output(&error))
    }

    /// Writes one JSON document over several lines.
    pub(crate) fn document(&mut self, document: &Value) -> Result<(), Failure> {
        self.line(format_args!("{document:#}"))
    }

    /// Writes one line of CSV.
    pub(crate) fn csv(&mut self, fields: &[String]) -> Result<(), Failure> {
        let mut writer = csv::Writer::from_writer(Vec::new());
        writer.write_record(fields).expect("memory takes everything");
        let line = writer.into_inner().expect("memory takes everything");
        self.bytes(&line)
    }

    /// Hands over everything written.
    pub(crate) fn flush(&mut self) -> Result<(), Failure> {
        self.out.flush().map_err(|error| Failure::output(&error))
    }
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
    text.chars().map(|c| if c.is_control() { '\u{fffd}' } else { c }).collect()
}

/// The same for text of several lines.
pub(crate) fn for_people(text: &str) -> String {
    text.chars().map(|c| if c.is_control() && c != '\n' { '\u{fffd}' } else { c }).collect()
}

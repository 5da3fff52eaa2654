//! Diagnostics of program files.

use game::{Diagnostic, Diagnostics, LineIndex};
use serde::Serialize;

use crate::program_file::ProgramFile;

/// The diagnostics of a file.
#[derive(Serialize)]
pub struct FileRow<'a> {
    /// The path as its user gave it.
    pub file: String,
    game: &'static str,
    ok: bool,
    /// Its diagnostics, in source order.
    pub diagnostics: Vec<DiagnosticRow<'a>>,
    #[serde(skip_serializing_if = "is_zero")]
    more: usize,
}

/// A diagnostic.
#[derive(Serialize)]
pub struct DiagnosticRow<'a> {
    severity: &'static str,
    code: &'static str,
    #[serde(flatten)]
    place: Option<PlaceFields>,
    message: &'a str,
    help: &'a str,
}

/// Where a diagnostic points to.
#[derive(Serialize)]
struct PlaceFields {
    line: usize,
    column: usize,
    end_line: usize,
    end_column: usize,
}

impl<'a> FileRow<'a> {
    /// Creates the row of a file.
    #[must_use]
    pub fn new(file: &ProgramFile, diagnostics: &'a Diagnostics) -> Self {
        let index = LineIndex::new(&file.bytes);
        Self {
            file: file.shown_path(),
            game: file.game.info().name,
            ok: !diagnostics.has_errors(),
            diagnostics: diagnostics.iter().map(|one| DiagnosticRow::new(&index, one)).collect(),
            more: diagnostics.dropped(),
        }
    }
}

impl<'a> DiagnosticRow<'a> {
    fn new(index: &LineIndex, diagnostic: &'a Diagnostic) -> Self {
        let place = |span: game::Span| {
            let (start, end) = (index.position(span.start), index.position(span.end));
            PlaceFields { line: start.line, column: start.column, end_line: end.line, end_column: end.column }
        };
        Self {
            severity: diagnostic.severity.word(),
            code: diagnostic.code,
            place: diagnostic.span.map(place),
            message: &diagnostic.message,
            help: &diagnostic.help,
        }
    }
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes references")]
fn is_zero(number: &usize) -> bool {
    *number == 0
}

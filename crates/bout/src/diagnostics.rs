//! Shows diagnostics with the source line and a caret, or as JSON.

use std::io::{self, IsTerminal, Write};

use annotate_snippets::renderer::DecorStyle;
use annotate_snippets::{AnnotationKind, Level, Origin, Renderer, Snippet};
use contests::program_file::ProgramFile;
use contests::rows::{DiagnosticRow, FileRow};
use game::text::one_line;
use game::{Diagnostic, Diagnostics, LineIndex, MAX_DIAGNOSTICS, Severity};

use crate::output::{Row, cells};

/// How many bytes of a line on either side of a diagnostic the renderer gets. The renderer cuts
/// lines to the terminal's width itself, but is slow for lines of megabytes.
const MAX_CONTEXT_BYTES: usize = 20_000;

/// The largest number of diagnostics of a file that the text output shows. A file that is not a program at all has
/// thousands of them, and nobody reads more than the first ones.
const MAX_SHOWN: usize = 20;

/// Renders the diagnostics of a file as text, each with its line and a caret. If there are too many, errors take
/// precedence over warnings.
pub(crate) fn text(path: &str, source: &[u8], diagnostics: &Diagnostics, colours: bool) -> String {
    let renderer = if colours { Renderer::styled() } else { Renderer::plain() };
    let renderer = renderer.decor_style(DecorStyle::Ascii);
    let index = LineIndex::new(source);
    let mut shown: Vec<&Diagnostic> = diagnostics.iter().collect();
    let more = shown.len().saturating_sub(MAX_SHOWN);
    if more > 0 {
        shown.sort_by_key(|one| one.severity != Severity::Error);
        shown.truncate(MAX_SHOWN);
    }
    let mut blocks: Vec<String> =
        shown.into_iter().map(|one| block(path, source, &index, one, &renderer)).collect();
    if more > 0 {
        blocks.push(format!(
            "{}: {} more are not shown; `bout check --output jsonl` lists up to {MAX_DIAGNOSTICS}",
            one_line(path),
            more + diagnostics.dropped()
        ));
    }
    blocks.into_iter().map(|block| block + "\n\n").collect()
}

/// Prints the errors of an unusable program file on standard error. Only `bout check` shows
/// warnings.
pub(crate) fn show_errors(file: &ProgramFile, mut diagnostics: Diagnostics) {
    diagnostics.silence(|_| true);
    let text = text(&file.shown_path(), &file.bytes, &diagnostics, io::stderr().is_terminal());
    // If standard error is closed, the exit code still shows the failure.
    let _ = io::stderr().write_all(text.as_bytes());
}

fn block(
    path: &str,
    source: &[u8],
    index: &LineIndex,
    diagnostic: &Diagnostic,
    renderer: &Renderer,
) -> String {
    let level = match diagnostic.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
    };
    let title = level.primary_title(&diagnostic.message).id(diagnostic.code);
    // Messages of the C compiler have no code.
    let help = (!diagnostic.help.is_empty()).then(|| Level::HELP.message(&diagnostic.help));
    let path = one_line(path);
    let Some(span) = diagnostic.span else {
        return renderer.render(&[title.element(Origin::path(&path)).elements(help)]);
    };
    let place = index.position(span.start);
    let line = index.line(place.line);
    let first = line.start.max(span.start.saturating_sub(MAX_CONTEXT_BYTES));
    let last = line.end.min(span.end.saturating_add(MAX_CONTEXT_BYTES)).max(span.start);
    let marked_end = span.end.min(last);
    let start = visible(&source[first..span.start]).len();
    let end = start + visible(&source[span.start..marked_end]).len();
    let mut text = visible(&source[first..last]);
    if start == text.len() {
        // The caret needs a character to point at, even at the end of the line.
        text.push(' ');
    }
    let annotation = AnnotationKind::Primary.span(start..end.max(start + 1));
    let snippet = Snippet::source(&text).line_start(place.line).annotation(annotation);
    if first == line.start {
        renderer.render(&[title.element(snippet.path(&path)).elements(help)])
    } else {
        let origin = Origin::path(&path).line(place.line).char_column(place.column);
        renderer.render(&[title.element(origin).element(snippet).elements(help)])
    }
}

/// Makes text safe for a terminal: control characters and bytes that are not UTF-8 become one replacement character
/// each, so that columns stay correct.
fn visible(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len());
    for chunk in bytes.utf8_chunks() {
        let fit = |c: char| match c {
            '\t' => ' ',
            c if game::is_unsafe_to_print(c) => '\u{fffd}',
            c => c,
        };
        text.extend(chunk.valid().chars().map(fit));
        text.extend(chunk.invalid().iter().map(|_| '\u{fffd}'));
    }
    text
}

/// The columns of diagnostics in CSV, with a line per diagnostic.
pub(crate) const COLUMNS: [&str; 9] =
    ["file", "severity", "code", "line", "column", "end_line", "end_column", "message", "help"];

impl Row for FileRow<'_> {
    fn lines(&self, columns: &[&str]) -> Vec<Vec<String>> {
        let line = |one: &DiagnosticRow| {
            let mut line = cells(one, columns);
            if let Some(at) = columns.iter().position(|column| *column == "file") {
                line[at].clone_from(&self.file);
            }
            line
        };
        self.diagnostics.iter().map(line).collect()
    }
}

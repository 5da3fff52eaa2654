//! Shared by the tests of program files: the places of errors, and what holds for every file.

use game::{Diagnostic, Game, LineIndex, Program, Severity};

/// Line, column, and the column after the last character: all from 1.
pub(crate) type Place = (usize, usize, usize);

/// The places of all errors of a file; nothing where the whole file is meant.
pub(crate) fn errors<G: Game>(source: &[u8]) -> Vec<Option<Place>> {
    places::<G>(source, |diagnostic| diagnostic.severity == Severity::Error)
}

/// The places of the warnings with this code.
pub(crate) fn warnings<G: Game>(source: &[u8], code: &str) -> Vec<Option<Place>> {
    places::<G>(source, |found| found.severity == Severity::Warning && found.code == code)
}

fn places<G: Game>(source: &[u8], which: impl Fn(&Diagnostic) -> bool) -> Vec<Option<Place>> {
    let index = LineIndex::new(source);
    let place = |diagnostic: &Diagnostic| {
        let span = diagnostic.span?;
        let (start, end) = (index.position(span.start), index.position(span.end));
        assert_eq!(start.line, end.line, "a place lies in one line: {diagnostic:?}");
        Some((start.line, start.column, end.column))
    };
    G::read(source).diagnostics.iter().filter(|diagnostic| which(diagnostic)).map(place).collect()
}

/// Fails unless these are the errors of the file, all of them.
#[track_caller]
pub(crate) fn assert_errors<G: Game>(source: impl AsRef<[u8]>, expected: &[Place]) {
    let source = source.as_ref();
    assert_sound::<G>(source);
    let expected: Vec<_> = expected.iter().copied().map(Some).collect();
    assert_eq!(errors::<G>(source), expected, "{:?}", source.escape_ascii().to_string());
}

/// Fails unless the only error is one of the whole file.
#[track_caller]
pub(crate) fn assert_file_error<G: Game>(source: impl AsRef<[u8]>) {
    let source = source.as_ref();
    assert_sound::<G>(source);
    assert_eq!(errors::<G>(source), [None], "{:?}", source.escape_ascii().to_string());
}

/// Fails unless the file is the program with this canonical text.
#[track_caller]
pub(crate) fn assert_program<G: Game>(source: impl AsRef<[u8]>, canonical: &str) {
    let source = source.as_ref();
    assert_sound::<G>(source);
    let program = G::read(source).program.map(|program| program.canonical());
    assert_eq!(program.as_deref(), Some(canonical), "{:?}", source.escape_ascii().to_string());
}

/// The comments of a file without the white space at their ends.
fn comments(source: &[u8]) -> Vec<&[u8]> {
    let comment = |line: game::Span| {
        let line = &source[line.start..line.end];
        let semicolon = line.iter().position(|&byte| byte == b';')?;
        Some(line[semicolon..].trim_ascii_end())
    };
    game::lines(source).filter_map(comment).collect()
}

/// Checks what must hold for every file, whatever is in it.
#[track_caller]
pub(crate) fn assert_sound<G: Game>(source: &[u8]) {
    let reading = G::read(source);
    let diagnostics: Vec<&Diagnostic> = reading.diagnostics.iter().collect();
    let error = diagnostics.iter().any(|diagnostic| diagnostic.severity == Severity::Error);
    assert_eq!(error, reading.diagnostics.has_errors(), "an error is among what is kept");
    assert_eq!(reading.program.is_none(), error, "a program exists if and only if there is no error");
    assert!(diagnostics.is_sorted_by_key(|diagnostic| diagnostic.span), "diagnostics are in source order");
    let index = LineIndex::new(source);
    for diagnostic in diagnostics {
        let spoken = diagnostic.message.clone() + &diagnostic.help;
        assert!(
            !spoken.chars().any(char::is_control),
            "it is one line and is_unsafe_to_print no terminal: {spoken:?}"
        );
        let Some(span) = diagnostic.span else { continue };
        assert!(span.start <= span.end && span.end <= source.len(), "the place is in the file: {span:?}");
        let position = index.position(span.start);
        assert!(index.line(position.line).start <= span.start, "{diagnostic:?}");
        assert!(
            span.end <= index.line(position.line).end,
            "the place ends before the line does: {diagnostic:?}"
        );
    }
    assert_formats::<G>(source);
}

/// Formatting keeps the program and everything its comments say, and settles at once.
#[track_caller]
fn assert_formats<G: Game>(source: &[u8]) {
    let (reading, formatted) = (G::read(source), G::format(source));
    assert_eq!(formatted.is_some(), reading.program.is_some(), "what is legal has a canonical form");
    let (Some(program), Some(formatted)) = (reading.program, formatted) else { return };
    let again = G::read(&formatted);
    assert_eq!(again.metadata, reading.metadata, "formatting keeps the metadata");
    let codes = |reading: &game::Diagnostics| reading.iter().map(|found| found.code).collect::<Vec<_>>();
    assert_eq!(codes(&again.diagnostics), codes(&reading.diagnostics), "formatting keeps the warnings");
    assert_eq!(comments(&formatted), comments(source), "formatting keeps the comments");
    assert_eq!(G::format(&formatted), Some(formatted.clone()), "formatting twice is formatting once");
    let printed = program.canonical();
    let texts = |program: Option<G::Program>| program.map(|program| (program.canonical(), program.length()));
    let expected = texts(Some(program));
    assert_eq!(texts(again.program), expected, "formatting keeps the program");
    assert_eq!(texts(G::read(printed.as_bytes()).program), expected, "what is printed is read back");
}

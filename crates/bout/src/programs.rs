//! Legal programs from files, or their errors on standard error.

use std::io::{IsTerminal, Write};

use game::Participant;
use referee::Source;

use crate::diagnostics;
use crate::failure::Failure;
use crate::input::ProgramFile;
use crate::names::display_name;

/// A legal program and where it came from.
#[derive(Debug, Clone)]
pub(crate) struct Entrant {
    /// The path as shown to the user.
    pub(crate) path: String,
    /// What it is called in tables: what its comments say, or its file's name.
    pub(crate) name: String,
    /// The program.
    pub(crate) program: Participant,
    /// Its file, for records.
    pub(crate) source: Source,
}

/// The programs in these files.
///
/// Fails after showing every error of every file.
pub(crate) fn entrants(files: &[ProgramFile]) -> Result<Vec<Entrant>, Failure> {
    let mut entrants = Vec::new();
    let mut refused = Vec::new();
    for file in files {
        match entrant(file) {
            Ok(entrant) => entrants.push(entrant),
            Err(shown) => refused.push(shown),
        }
    }
    if refused.is_empty() {
        return Ok(entrants);
    }
    // If standard error is gone, the exit code still says it.
    let _ = std::io::stderr().write_all(refused.concat().as_bytes());
    let programs =
        if refused.len() == 1 { "a program has".into() } else { format!("{} programs have", refused.len()) };
    Err(Failure::Refused(format!("{programs} errors, so nothing was played")))
}

/// The program in a file, or its errors as text.
fn entrant(file: &ProgramFile) -> Result<Entrant, String> {
    let mut reading = file.game.read(&file.bytes);
    reading.diagnostics.silence(|_| true);
    let Some(program) = reading.program else {
        let colours = std::io::stderr().is_terminal();
        return Err(diagnostics::text(&file.shown_path(), &file.bytes, &reading.diagnostics, colours));
    };
    let source = Source { file: file.file_name(), bytes: file.bytes.clone() };
    Ok(Entrant {
        path: file.shown_path(),
        name: display_name(&reading.metadata, &source.file),
        program,
        source,
    })
}

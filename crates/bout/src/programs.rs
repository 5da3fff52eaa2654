//! Legal programs from files, or their errors on standard error.

use game::{Diagnostics, Metadata, Participant};
use referee::Source;

use crate::diagnostics;
use crate::failure::Failure;
use crate::foreign::{self, Checked};
use crate::input::ProgramFile;
use crate::names::display_name;

/// A legal program and its origin.
#[derive(Debug, Clone)]
pub(crate) struct Entrant {
    /// The path as shown to the user.
    pub(crate) path: String,
    /// Its name in tables: from its comments, or its file name.
    pub(crate) name: String,
    /// The program.
    pub(crate) program: Participant,
    /// Its file, for records.
    pub(crate) source: Source,
}

/// Reads the programs in these files.
///
/// Fails after showing every error of every file.
pub(crate) fn entrants(files: &[ProgramFile]) -> Result<Vec<Entrant>, Failure> {
    let entrants: Vec<Option<Entrant>> = files.iter().map(entrant).collect::<Result<_, _>>()?;
    let entrants: Vec<Entrant> = entrants.into_iter().flatten().collect();
    match files.len() - entrants.len() {
        0 => Ok(entrants),
        1 => Err(Failure::Refused("a program has errors, so nothing was played".into())),
        refused => Err(Failure::Refused(format!("{refused} programs have errors, so nothing was played"))),
    }
}

/// Returns the program in a file; `None` after showing its errors.
fn entrant(file: &ProgramFile) -> Result<Option<Entrant>, Failure> {
    let reading = file.game.read(&file.bytes);
    let Some(program) = reading.program else {
        diagnostics::show_errors(file, reading.diagnostics);
        return Ok(None);
    };
    let metadata = match foreign::accept(file)? {
        Checked::Refused(reasons) => {
            diagnostics::show_errors(file, reasons);
            return Ok(None);
        }
        Checked::Accepted(accepted) => foreign::named(reading.metadata, &accepted),
        Checked::NotForeign => reading.metadata,
    };
    Ok(Some(enter(file, program, metadata)))
}

/// Returns all diagnostics of a file, as in `bout check`, and the program in it, if it is legal.
pub(crate) fn examined(file: &ProgramFile) -> Result<(Diagnostics, Option<Entrant>), Failure> {
    let reading = file.game.read(&file.bytes);
    let Some(program) = reading.program else { return Ok((reading.diagnostics, None)) };
    Ok(match foreign::examine(file)? {
        Checked::Refused(reasons) => (reasons, None),
        Checked::Accepted(accepted) => {
            let metadata = foreign::named(reading.metadata, &accepted);
            (accepted.diagnostics, Some(enter(file, program, metadata)))
        }
        Checked::NotForeign => (reading.diagnostics, Some(enter(file, program, reading.metadata))),
    })
}

fn enter(file: &ProgramFile, mut program: Participant, metadata: Metadata) -> Entrant {
    let source = Source { file: file.file_name(), bytes: file.bytes.clone() };
    let name = display_name(&metadata, &source.file);
    program.metadata = metadata.into();
    Entrant { path: file.shown_path(), name, program, source }
}

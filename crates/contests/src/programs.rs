//! Reads legal programs from files; the client hears the errors of others.

use game::{Diagnostics, Metadata, Participant, display_name};
use referee::Source;

use crate::foreign::{self, Checked, CheckedWhere};
use crate::program_file::ProgramFile;
use crate::{Client, ContestEvent, Failure};

/// A legal program and its origin.
#[derive(Debug, Clone)]
pub struct Entrant {
    /// The path as shown to the user.
    pub path: String,
    /// Its name in tables: from its comments, or its file name.
    pub name: String,
    /// The program.
    pub program: Participant,
    /// Its file, for records.
    pub source: Source,
}

/// Reads the programs in these files.
///
/// Fails after telling the client every error of every file.
pub fn entrants(files: &[ProgramFile], client: &Client) -> Result<Vec<Entrant>, Failure> {
    entrants_checked(files, CheckedWhere::Here, client).map(|checked| checked.entrants)
}

/// Programs that are about to play.
pub struct CheckedEntrants {
    /// The programs.
    pub entrants: Vec<Entrant>,
    /// Why this machine could not check some of them. The machines that play them check them.
    pub unchecked: Option<String>,
}

/// Reads the programs in these files, like [`entrants`]. With [`CheckedWhere::HereOrElsewhere`], programs that this machine
/// cannot check stay unchecked.
pub fn entrants_checked(
    files: &[ProgramFile],
    checked: CheckedWhere,
    client: &Client,
) -> Result<CheckedEntrants, Failure> {
    let mut unchecked = None;
    let entrants = files.iter().map(|file| match entrant(file, client) {
        Err(Failure::Machine(why)) if checked == CheckedWhere::HereOrElsewhere => {
            unchecked.get_or_insert(why);
            Ok(entrant_unchecked(file, client))
        }
        checked => checked,
    });
    let entrants: Vec<Option<Entrant>> = entrants.collect::<Result<_, _>>()?;
    let entrants: Vec<Entrant> = entrants.into_iter().flatten().collect();
    match files.len() - entrants.len() {
        0 => Ok(CheckedEntrants { entrants, unchecked }),
        1 => Err(Failure::Refused("a program has errors, so nothing was played".into())),
        refused => Err(Failure::Refused(format!("{refused} programs have errors, so nothing was played"))),
    }
}

/// Returns the program in a file; `None` after telling the client its errors.
fn entrant(file: &ProgramFile, client: &Client) -> Result<Option<Entrant>, Failure> {
    match judged(file, client)? {
        Judged::Accepted(entrant) => Ok(Some(entrant)),
        Judged::Refused { diagnostics, .. } => {
            client.tell(ContestEvent::Refused { file, diagnostics: &diagnostics });
            Ok(None)
        }
    }
}

/// Returns the program in a file that the game can read; `None` after telling the client its errors.
fn entrant_unchecked(file: &ProgramFile, client: &Client) -> Option<Entrant> {
    let reading = file.game.read(&file.bytes);
    if reading.program.is_none() {
        client.tell(ContestEvent::Refused { file, diagnostics: &reading.diagnostics });
    }
    reading.program.map(|program| enter(file, program, reading.metadata))
}

/// Whether a program may play.
pub(crate) enum Judged {
    /// It may play.
    Accepted(Entrant),
    /// It may not play.
    Refused {
        /// The reasons.
        diagnostics: Diagnostics,
        /// The program, if the game can read it.
        readable: Option<Entrant>,
    },
}

/// Reads and checks the program in a file, without telling the client.
pub(crate) fn judged(file: &ProgramFile, client: &Client) -> Result<Judged, Failure> {
    let reading = file.game.read(&file.bytes);
    let Some(program) = reading.program else {
        return Ok(Judged::Refused { diagnostics: reading.diagnostics, readable: None });
    };
    Ok(match foreign::accept(file, client)? {
        Checked::Refused(diagnostics) => {
            Judged::Refused { diagnostics, readable: Some(enter(file, program, reading.metadata)) }
        }
        Checked::Accepted(accepted) => {
            Judged::Accepted(enter(file, program, foreign::named(reading.metadata, &accepted)))
        }
        Checked::NotForeign => Judged::Accepted(enter(file, program, reading.metadata)),
    })
}

/// Returns all diagnostics of a file, as in `bout check`, and the program in it, if it is legal.
pub fn examined(file: &ProgramFile, client: &Client) -> Result<(Diagnostics, Option<Entrant>), Failure> {
    let reading = file.game.read(&file.bytes);
    let Some(program) = reading.program else { return Ok((reading.diagnostics, None)) };
    Ok(match foreign::examine(file, client)? {
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

//! `players/`: the program files of all players.

use game::{Participant, Program};
use games::perlwar::{self, Code, PerlWar, Snippets};
use referee::Source;

use super::names::check_name;
use crate::diagnostics;
use crate::enclosed::Enclosed;
use crate::failure::Failure;
use crate::file_name::FileName;
use crate::input::{MAX_FILE_BYTES, ProgramFile};

/// The folder of the files.
pub(super) const PLAYERS: FileName = FileName::own("players");

/// A player, and the snippets that the player has submitted.
#[derive(Debug, Clone)]
pub(crate) struct WarPlayer {
    pub(crate) name: String,
    file: ProgramFile,
    pub(crate) snippets: Snippets,
}

impl WarPlayer {
    /// Reads all players of a war, sorted by file name.
    pub(super) fn all(war: &Enclosed) -> Result<Vec<Self>, Failure> {
        let Some(folder) = war.folder(&PLAYERS)? else { return Ok(Vec::new()) };
        let files = folder.files(|ending| ending == "pl")?;
        folder.refuse_alike(&files)?;
        files.iter().map(|file| Self::read(&folder, file)).collect()
    }

    fn read(folder: &Enclosed, file: &FileName) -> Result<Self, Failure> {
        let path = folder.path_of(file);
        let refused = |why: &str| Failure::Refused(format!("{}: {why}", path.display()));
        let name = file.as_str().strip_suffix(".pl").unwrap_or(file.as_str());
        check_name(name).map_err(|why| refused(&format!("{why}; rename the file")))?;
        let bytes = folder.read(file)?.ok_or_else(|| refused("the file was removed"))?;
        let file = ProgramFile { path: path.clone(), bytes, game: &PerlWar };
        let reading = perlwar::read(&file.bytes);
        let Some(snippets) = reading.program else {
            diagnostics::show_errors(&file, reading.diagnostics);
            return Err(refused("this is not a program file of PerlWar; restore the original file"));
        };
        Ok(Self { name: name.to_owned(), file, snippets })
    }

    /// Returns the program in the file.
    pub(super) fn participant(&self) -> Participant {
        self.file.game.read(&self.file.bytes).program.expect("it was read before")
    }

    /// Returns the file for records.
    pub(super) fn source(&self) -> Source {
        Source { file: self.file.file_name(), bytes: self.file.bytes.clone() }
    }

    /// Returns the snippets that enter after this round.
    pub(crate) fn waiting(&self, after: u64) -> impl Iterator<Item = (u64, &Code)> {
        self.snippets.iter().filter(move |(round, _)| *round > after)
    }
}

/// Writes a player's file: a new one, or the existing one with the newly submitted snippets.
pub(super) fn write(war: &Enclosed, name: &str, snippets: &Snippets) -> Result<(), Failure> {
    let folder = war.make_folder(&PLAYERS)?;
    let file = FileName::new(&format!("{name}.pl")).map_err(Failure::Usage)?;
    let path = folder.path_of(&file);
    let text = snippets.canonical();
    if text.len() as u64 > MAX_FILE_BYTES {
        let why = "with these snippets, the file would be larger than 16 MiB, the most that is read";
        return Err(Failure::Refused(format!("{}: {why}", path.display())));
    }
    folder.write_for_good(&file, text.as_bytes())
}

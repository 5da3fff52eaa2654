//! `players/`: everybody's program file.

use game::{Participant, Program};
use games::perlwar::{self, Code, PerlWar, Snippets};
use referee::Source;

use super::names::check_name;
use crate::diagnostics;
use crate::enclosed::Enclosed;
use crate::failure::Failure;
use crate::file_name::FileName;
use crate::input::{MAX_FILE_BYTES, ProgramFile};

/// Where the files are.
pub(super) const PLAYERS: FileName = FileName::own("players");

/// A player, and what he has handed in.
#[derive(Debug, Clone)]
pub(crate) struct WarPlayer {
    pub(crate) name: String,
    file: ProgramFile,
    pub(crate) snippets: Snippets,
}

impl WarPlayer {
    /// All players of a war, by the names of their files.
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
        let bytes = folder.read(file)?.ok_or_else(|| refused("the file was taken away"))?;
        let file = ProgramFile { path: path.clone(), bytes, game: &PerlWar };
        let reading = perlwar::read(&file.bytes);
        let Some(snippets) = reading.program else {
            diagnostics::show_errors(&file, reading.diagnostics);
            return Err(refused("this is no program file of PerlWar; put it back as it was"));
        };
        Ok(Self { name: name.to_owned(), file, snippets })
    }

    /// The program in the file.
    pub(super) fn participant(&self) -> Participant {
        self.file.game.read(&self.file.bytes).program.expect("it was read before")
    }

    /// The file, for records.
    pub(super) fn source(&self) -> Source {
        Source { file: self.file.file_name(), bytes: self.file.bytes.clone() }
    }

    /// The snippets that are to enter after this round.
    pub(crate) fn waiting(&self, after: u64) -> impl Iterator<Item = (u64, &Code)> {
        self.snippets.iter().filter(move |(round, _)| *round > after)
    }
}

/// Writes a player's file: one that is new, or what he has handed in beside what was there.
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

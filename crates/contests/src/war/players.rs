//! `players/`: the program files of all players.

use game::{Participant, Program};
use games::perlwar::{self, Code, PerlWar, Snippets};
use referee::Source;

use super::names::check_name;
use crate::confined_folder::ConfinedFolder;
use crate::file_name::FileName;
use crate::program_file::{MAX_FILE_BYTES, ProgramFile};
use crate::{Client, ContestEvent, Failure};

/// The folder of the files.
pub(super) const PLAYERS: FileName = FileName::own("players");

/// A player, and the snippets that the player has submitted.
#[derive(Debug, Clone)]
pub struct WarPlayer {
    /// The player's name.
    pub name: String,
    /// The player's name in texts for people; see [`super::Folder::show_as`].
    pub shown_name: String,
    file: ProgramFile,
    /// The snippets by the round in which they enter.
    pub snippets: Snippets,
}

impl WarPlayer {
    /// Reads all players of a war, sorted by file name.
    pub(super) fn all(war: &ConfinedFolder, client: &Client) -> Result<Vec<Self>, Failure> {
        let Some(folder) = war.folder(&PLAYERS)? else { return Ok(Vec::new()) };
        let files = folder.files(|ending| ending == "pl")?;
        folder.refuse_alike(&files)?;
        files.iter().map(|file| Self::read(&folder, file, client)).collect()
    }

    fn read(folder: &ConfinedFolder, file: &FileName, client: &Client) -> Result<Self, Failure> {
        let path = folder.path_of(file);
        let refused = |why: &str| Failure::Refused(format!("{}: {why}", path.display()));
        let name = file.as_str().strip_suffix(".pl").unwrap_or(file.as_str());
        check_name(name).map_err(|why| refused(&format!("{why}; rename the file")))?;
        let bytes = folder.read(file)?.ok_or_else(|| refused("the file was removed"))?;
        let file = ProgramFile { path: path.clone(), bytes, game: &PerlWar };
        let reading = perlwar::read(&file.bytes);
        let Some(snippets) = reading.program else {
            client.tell(ContestEvent::Refused { file: &file, diagnostics: &reading.diagnostics });
            return Err(refused("this is not a program file of PerlWar; restore the original file"));
        };
        Ok(Self { name: name.to_owned(), shown_name: name.to_owned(), file, snippets })
    }

    /// Returns the program in the file.
    pub(super) fn participant(&self) -> Participant {
        self.file.game.read(&self.file.bytes).program.expect("it was read before")
    }

    /// Returns the file for records.
    pub(super) fn source(&self) -> Source {
        Source { file: format!("{}.pl", self.shown_name), bytes: self.file.bytes.clone() }
    }

    /// Returns the player with only the snippets that have entered by the end of this round.
    pub(super) fn until(&self, round: u64) -> Self {
        let entered = self.snippets.iter().filter(|(enters, _)| *enters <= round);
        let mut snippets =
            entered.fold(Snippets::default(), |all, (enters, code)| all.with(enters, code.clone()));
        if snippets.iter().next().is_none() {
            // A program has at least one snippet. This one never enters.
            let nothing = Code::new(";".into()).expect("it is not blank");
            snippets = snippets.with(round + 1, nothing);
        }
        let file = ProgramFile { bytes: snippets.canonical().into_bytes(), ..self.file.clone() };
        Self { name: self.name.clone(), shown_name: self.shown_name.clone(), file, snippets }
    }

    /// Returns the snippets that enter after this round.
    pub fn waiting(&self, after: u64) -> impl Iterator<Item = (u64, &Code)> {
        self.snippets.iter().filter(move |(round, _)| *round > after)
    }
}

/// Writes a player's file: a new one, or the existing one with the newly submitted snippets.
pub(super) fn write(war: &ConfinedFolder, name: &str, snippets: &Snippets) -> Result<(), Failure> {
    let folder = war.make_folder(&PLAYERS)?;
    let file = FileName::new(&format!("{name}.pl")).map_err(Failure::Usage)?;
    let path = folder.path_of(&file);
    let text = snippets.canonical();
    if text.len() as u64 > MAX_FILE_BYTES {
        let why = "with these snippets, the file would be larger than 16 MiB, the most that is read";
        return Err(Failure::Refused(format!("{}: {why}", path.display())));
    }
    folder.write_durably(&file, text.as_bytes())
}

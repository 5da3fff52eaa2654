//! `players/`: everybody's program file.

use std::path::Path;

use game::{Participant, Program};
use games::perlwar::{self, Code, Snippets};
use games::registry;
use referee::Source;

use super::names::check_name;
use crate::diagnostics;
use crate::failure::Failure;
use crate::input::{self, MAX_FILE_BYTES, ProgramFile};
use crate::recorder::write_for_good;

/// Where the files are.
pub(super) const PLAYERS: &str = "players";

/// A player, and what he has handed in.
#[derive(Debug, Clone)]
pub(crate) struct Player {
    pub(crate) name: String,
    file: ProgramFile,
    pub(crate) snippets: Snippets,
}

impl Player {
    /// All players of a war, by the names of their files.
    pub(super) fn all(war: &Path) -> Result<Vec<Self>, Failure> {
        let folder = war.join(PLAYERS);
        if !folder.exists() {
            return Ok(Vec::new());
        }
        let files = input::files_in(&folder)?.into_iter();
        files
            .filter(|path| path.extension().is_some_and(|ending| ending == "pl"))
            .map(|path| Self::read(&path))
            .collect()
    }

    fn read(path: &Path) -> Result<Self, Failure> {
        let refused = |why: &str| Failure::Refused(format!("{}: {why}", path.display()));
        let name = path.file_stem().and_then(|stem| stem.to_str());
        let name = name.ok_or_else(|| refused("the file's name is not UTF-8; rename it"))?;
        check_name(name).map_err(|why| refused(&format!("{why}; rename the file")))?;
        let game = registry::by_name("perlwar").expect("it is in the registry");
        let file = ProgramFile { path: path.to_path_buf(), bytes: input::read(path)?, game };
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
pub(super) fn write(war: &Path, name: &str, snippets: &Snippets) -> Result<(), Failure> {
    let folder = war.join(PLAYERS);
    let path = folder.join(format!("{name}.pl"));
    let text = snippets.canonical();
    if text.len() as u64 > MAX_FILE_BYTES {
        let why = "with these snippets, the file would be larger than 16 MiB, the most that is read";
        return Err(Failure::Refused(format!("{}: {why}", path.display())));
    }
    std::fs::create_dir_all(&folder).map_err(|error| Failure::file(&folder, "make the folder", &error))?;
    write_for_good(&path, text.as_bytes())
}

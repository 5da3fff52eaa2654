//! A hill as pages show it: read from its files, with the results that a worker told. No program is run.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use accounts::{Account, OwnedProgram};
use contests::Failure;
use contests::hill::{Challenge, Folder, history};
use game::display_name;
use games::RegisteredGame;

use crate::standings::{HillStandings, Pair, Place, fingerprint, silent};

/// A hill.
#[derive(Clone)]
pub(crate) struct HillView {
    /// Its name, which is that of its folder.
    pub(crate) name: String,
    /// Its folder.
    pub(crate) folder: PathBuf,
    /// What its files say, or why they cannot be read.
    pub(crate) files: Result<HillFiles, String>,
    /// The results, which may be those of an earlier state.
    pub(crate) standings: Option<HillStandings>,
    /// How far the matches are that are being played: games done, and all.
    pub(crate) progress: Option<(u64, u64)>,
    /// Why the last work on it failed.
    pub(crate) trouble: Option<String>,
    /// The number of submissions that wait or are being played.
    pub(crate) waiting: u64,
    /// When the site first saw each change, in seconds since 1970.
    pub(crate) seen: Vec<u64>,
}

/// What the files of a hill say.
#[derive(Clone)]
pub(crate) struct HillFiles {
    pub(crate) game: &'static dyn RegisteredGame,
    pub(crate) size: usize,
    pub(crate) games: u64,
    pub(crate) challenges: Vec<Challenge>,
    pub(crate) programs: Vec<ProgramView>,
    /// A hash of what results depend on.
    pub(crate) fingerprint: String,
}

/// A program on a hill.
#[derive(Clone)]
pub(crate) struct ProgramView {
    pub(crate) file: String,
    pub(crate) name: String,
    pub(crate) author: String,
    /// The licence that its author names.
    pub(crate) licence: Option<String>,
    pub(crate) source: Vec<u8>,
    /// The account that it belongs to, and whether its source is secret.
    pub(crate) owner: Option<OwnedProgram>,
}

impl ProgramView {
    /// Returns true if somebody may read its source, or watch its matches, which show it.
    pub(crate) fn is_open_to(&self, account: Option<&Account>) -> bool {
        let Some(owner) = self.owner.as_ref().filter(|owner| owner.is_secret) else { return true };
        account.is_some_and(|account| account.id == owner.account || account.is_host())
    }
}

impl HillView {
    /// Reads a hill, and takes over what a worker told of it before. `owned` are the programs that belong to accounts, by
    /// their files, and `waiting` is the number of submissions that are not finished.
    pub(crate) fn read(
        name: &str,
        folder: &Path,
        owned: &BTreeMap<String, OwnedProgram>,
        waiting: u64,
        known: Option<&Self>,
    ) -> Self {
        Self {
            name: name.to_owned(),
            folder: folder.to_owned(),
            files: HillFiles::read(folder, owned).map_err(|failure| failure.to_string()),
            standings: known.and_then(|known| known.standings.clone()),
            progress: known.and_then(|known| known.progress),
            trouble: known.and_then(|known| known.trouble.clone()),
            waiting,
            seen: known.map(|known| known.seen.clone()).unwrap_or_default(),
        }
    }

    /// Gives the programs in the table the authors that the site knows: what a program says of its author is only a comment.
    pub(crate) fn name_authors(&mut self) {
        let (Some(standings), Ok(files)) = (&mut self.standings, &self.files) else { return };
        for place in &mut standings.table {
            if let Some(program) = files.programs.iter().find(|program| program.file == place.program) {
                place.author.clone_from(&program.author);
            }
        }
    }

    /// Returns true if the files are as they were.
    pub(crate) fn is_same(&self, other: &Self) -> bool {
        let state =
            |hill: &Self| hill.files.as_ref().map(|files| files.fingerprint.clone()).map_err(Clone::clone);
        let owners = |hill: &Self| hill.files.as_ref().ok().map(HillFiles::owners);
        self.waiting == other.waiting && state(self) == state(other) && owners(self) == owners(other)
    }

    /// Returns true if its programs are foreign code.
    pub(crate) fn asks_foreign_code(&self) -> bool {
        self.files.as_ref().is_ok_and(|files| files.game.runs_foreign_code())
    }

    /// Returns true if there is something to play.
    pub(crate) fn has_work(&self) -> bool {
        self.files.is_ok() && (self.waiting > 0 || !self.is_rated())
    }

    /// Returns true if the results are those of the files as they are.
    pub(crate) fn is_rated(&self) -> bool {
        let Ok(files) = &self.files else { return false };
        self.standings.as_ref().is_some_and(|rated| rated.fingerprint == files.fingerprint)
    }

    /// Returns the rows of the table, best first.
    pub(crate) fn table(&self) -> &[Place] {
        self.standings.as_ref().map_or(&[], |standings| &standings.table)
    }

    /// Returns what a program scored against another.
    pub(crate) fn pair(&self, program: &str, opponent: &str) -> Option<&Pair> {
        let cross = &self.standings.as_ref()?.cross;
        cross.iter().find(|pair| pair.program == program && pair.opponent == opponent)
    }

    /// Returns the program in this file.
    pub(crate) fn program(&self, file: &str) -> Option<&ProgramView> {
        self.files.as_ref().ok()?.programs.iter().find(|program| program.file == file)
    }

    /// Returns true if somebody may watch the matches of two programs. They show the code of both.
    pub(crate) fn may_be_watched(&self, files: [&str; 2], account: Option<&Account>) -> bool {
        files.iter().all(|file| self.program(file).is_none_or(|program| program.is_open_to(account)))
    }

    /// Returns the name that a program gives itself, or its file.
    pub(crate) fn name_of<'a>(&'a self, file: &'a str) -> &'a str {
        self.program(file).map_or(file, |program| program.name.as_str())
    }
}

impl HillFiles {
    /// Returns the files and their owners.
    fn owners(&self) -> Vec<(String, Option<OwnedProgram>)> {
        self.programs.iter().map(|program| (program.file.clone(), program.owner.clone())).collect()
    }

    fn read(folder: &Path, by_account: &BTreeMap<String, OwnedProgram>) -> Result<Self, Failure> {
        let folder = Folder::open_read_only(folder, &silent())?;
        let game = folder.config.game;
        let programs = folder.programs()?;
        let fingerprint = fingerprint(&folder, &programs);
        let programs = programs.into_iter().map(|program| {
            let metadata = game.read(&program.bytes).metadata;
            let file = program.file_name();
            let owner = by_account.get(&file).cloned();
            // What a program says of its author counts only if the site does not know better.
            let author = match &owner {
                Some(owner) => owner.author.clone(),
                None => metadata.author.as_deref().map(game::text::one_line).unwrap_or_default(),
            };
            ProgramView {
                name: display_name(&metadata, &file),
                author,
                owner,
                file,
                licence: crate::licence::of(&program.bytes),
                source: program.bytes,
            }
        });
        Ok(Self {
            game,
            size: folder.config.size,
            games: folder.config.games,
            challenges: history::read(&folder.inside)?,
            fingerprint,
            programs: programs.collect(),
        })
    }
}

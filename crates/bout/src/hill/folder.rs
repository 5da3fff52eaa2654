//! The folder of a hill.

use std::fs::File;
use std::path::{Path, PathBuf};

use games::registry;
use store::Store;

use super::{Change, Config, State, history};
use crate::cli::Isolation;
use crate::contest::Contest;
use crate::failure::Failure;
use crate::input::{self, ProgramFile};
use crate::own_folder;
use crate::programs::{Entrant, entrants};

/// A hill's folder. Where it was opened, and not only looked at, nobody else changes it meanwhile.
pub(crate) struct Folder {
    pub(crate) path: PathBuf,
    pub(crate) config: Config,
    pub(crate) state: State,
    _lock: Option<File>,
}

impl Folder {
    /// Opens a hill, and finishes a change that an earlier command was killed in.
    pub(crate) fn open(path: &Path) -> Result<Self, Failure> {
        let config = Config::read(path)?;
        let lock = own_folder::hold(path, "hill")?;
        // What cannot be read is told before anything is changed, and not in the middle of a challenge.
        history::read(path)?;
        Change::finish_pending(path)?;
        let state = read_state(path)?;
        Ok(Self { path: path.to_path_buf(), config, state, _lock: Some(lock) })
    }

    /// Reads a hill without holding it, for those who only look on: nothing is written, not even a lock. A change that
    /// is being made at this moment may be seen half-way.
    pub(crate) fn look(path: &Path) -> Result<Self, Failure> {
        let config = Config::read(path)?;
        Ok(Self { path: path.to_path_buf(), config, state: read_state(path)?, _lock: None })
    }

    /// The database of pair results.
    pub(crate) fn store(&self) -> Result<Store, Failure> {
        Ok(Store::open(&self.path.join(".bout/hill.db"))?)
    }

    /// The contest of these programs, by the hill's game and rules.
    pub(crate) fn contest(&self, entrants: &[Entrant], isolation: Isolation) -> Result<Contest, Failure> {
        let Config { game, rules, seed, scoring, score, .. } = &self.config;
        Contest::new(*game, rules.clone(), *seed, *scoring, entrants, isolation)?.with_score(*score)
    }

    /// The programs on the hill, called by their files' names.
    pub(crate) fn members(&self) -> Result<Vec<Entrant>, Failure> {
        Self::members_of(&self.programs()?)
    }

    /// The programs in these files of the hill, called by the files' names.
    pub(crate) fn members_of(files: &[ProgramFile]) -> Result<Vec<Entrant>, Failure> {
        let mut members = entrants(files)?;
        for member in &mut members {
            member.path.clone_from(&member.source.file);
        }
        Ok(members)
    }

    /// The files of the programs on the hill, by name.
    pub(crate) fn programs(&self) -> Result<Vec<ProgramFile>, Failure> {
        let folder = self.path.join("programs");
        if !folder.exists() {
            return Ok(Vec::new());
        }
        let game = self.config.game;
        let paths = input::files_in(&folder)?.into_iter();
        let is_ours = |path: &PathBuf| {
            path.extension().is_some_and(|ending| registry::extensions(game).any(|one| ending == one))
        };
        let ours = paths.filter(is_ours);
        ours.map(|path| Ok(ProgramFile { bytes: input::read(&path)?, path, game })).collect()
    }

    /// A name for a file in `programs/` or `fallen/` that is still free.
    pub(crate) fn free_name(&self, folder: &str, wanted: &str) -> String {
        let (stem, ending) = wanted.rsplit_once('.').unwrap_or((wanted, self.config.game.extension()));
        let numbered = (2..).map(|number| format!("{stem}-{number}.{ending}"));
        let names = std::iter::once(format!("{stem}.{ending}")).chain(numbered);
        let is_free = |name: &String| self.path.join(folder).join(name).symlink_metadata().is_err();
        names.into_iter().find(is_free).expect("some number is free")
    }
}

fn read_state(hill: &Path) -> Result<State, Failure> {
    let path = hill.join("results/standings.json");
    if !path.exists() {
        return Ok(State::default());
    }
    let bytes = input::read(&path)?;
    serde_json::from_slice(&bytes).map_err(|error| {
        let why = format!("these are no standings ({error}); without the file, all ages begin at 0");
        Failure::Refused(format!("{}: {why}", path.display()))
    })
}

//! The folder of a hill.

use std::collections::HashSet;
use std::fs::File;
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use games::registry;
use store::Store;

use super::config::missing;
use super::{CONFIG_FILE, Change, Config, FALLEN, PROGRAMS, RESULTS, STANDINGS_FILE, State, history};
use crate::cli::Isolation;
use crate::contest::Contest;
use crate::database;
use crate::enclosed::Enclosed;
use crate::failure::Failure;
use crate::file_name::FileName;
use crate::input::ProgramFile;
use crate::interrupt;
use crate::output::note;
use crate::own_folder::{self, OWN};
use crate::programs::{Entrant, entrants};

/// The database of pair results, in `.bout`.
const DATABASE_FILE: FileName = FileName::own("hill.db");

/// How often somebody looks whether a change is over.
const PAUSE: Duration = Duration::from_millis(20);

/// Records of games that challengers lost, in `.bout`.
const RECORDS: FileName = FileName::own("records");

/// A hill's folder. Where it was opened, and not only looked at, nobody else changes it meanwhile.
pub(crate) struct Folder {
    pub(crate) inside: Enclosed,
    pub(crate) config: Config,
    pub(crate) state: State,
    /// The programs, where others may change them meanwhile.
    seen: Option<Vec<ProgramFile>>,
    lock: Option<File>,
}

impl Folder {
    /// Opens a hill, and finishes a change that an earlier command was killed in.
    pub(crate) fn open(path: &Path) -> Result<Self, Failure> {
        let inside = open(path)?;
        let config = Config::read(&inside)?;
        let lock = own_folder::hold(&inside, "hill")?;
        Self::held(inside, config, lock)
    }

    /// Opens a hill for somebody who wants to change nothing in it. If another command is at work on it, or nothing can be
    /// written there, it is seen as it was after the last change.
    pub(crate) fn open_or_look(path: &Path) -> Result<Self, Failure> {
        let inside = open(path)?;
        let config = Config::read(&inside)?;
        match own_folder::hold_if_free(&inside)? {
            Some(lock) => Self::held(inside, config, lock),
            None => Self::look_between_changes(path),
        }
    }

    fn held(inside: Enclosed, config: Config, lock: File) -> Result<Self, Failure> {
        for name in [PROGRAMS, FALLEN, RESULTS] {
            inside.folder(&name)?.iter().for_each(Enclosed::sweep);
        }
        // What cannot be read is told before anything is changed, and not in the middle of a challenge.
        history::read(&inside)?;
        Change::finish_pending(&inside)?;
        let state = read_state(&inside)?;
        Ok(Self { inside, config, state, seen: None, lock: Some(lock) })
    }

    /// Reads a hill that others may be changing, until no change was made meanwhile.
    fn look_between_changes(path: &Path) -> Result<Self, Failure> {
        let start = Instant::now();
        while start.elapsed() < store::PATIENCE && !interrupt::wanted() {
            let is_quiet = |folder: &Self| Ok::<bool, Failure>(!Change::is_pending(&folder.inside)?);
            let mut folder = Self::look(path)?;
            if is_quiet(&folder)? {
                let programs = folder.programs()?;
                if read_state(&folder.inside)? == folder.state && is_quiet(&folder)? {
                    folder.seen = Some(programs);
                    return Ok(folder);
                }
            }
            thread::sleep(PAUSE);
        }
        let why = "a change was begun and is not finished; the next command that may write here finishes it";
        Err(Failure::File(format!("{}: {why}", path.display())))
    }

    /// Reads a hill without holding it, for those who only look on: nothing is written, not even a lock. A change that
    /// is being made at this moment may be seen half-way.
    pub(crate) fn look(path: &Path) -> Result<Self, Failure> {
        let inside = open(path)?;
        Ok(Self {
            config: Config::read(&inside)?,
            state: read_state(&inside)?,
            inside,
            seen: None,
            lock: None,
        })
    }

    /// Whether nobody else changes it meanwhile. Only then is anything written in it.
    pub(crate) fn is_held(&self) -> bool {
        self.lock.is_some()
    }

    /// The database of pair results; where the hill is only looked at, one in memory that is empty.
    pub(crate) fn store(&self) -> Result<Store, Failure> {
        if !self.is_held() {
            return Ok(Store::in_memory()?);
        }
        database::open(&self.inside.make_folder(&OWN)?.path_of(&DATABASE_FILE))
    }

    /// The folder of records.
    pub(crate) fn records(&self) -> Result<Enclosed, Failure> {
        self.inside.make_folder(&OWN)?.make_folder(&RECORDS)
    }

    /// The database of pair results, for who only looks on; nothing if there is none.
    pub(crate) fn existing_store(&self) -> Result<Option<Store>, Failure> {
        match self.inside.folder(&OWN)? {
            Some(own) if own.has(&DATABASE_FILE)? => {
                database::open_to_read(&own.path_of(&DATABASE_FILE)).map(Some)
            }
            _ => Ok(None),
        }
    }

    /// Takes up what the hill's own database knows. Without it everything is played anew, which takes longer and comes to
    /// the same.
    pub(crate) fn copy_known(&self, contest: &Contest, known: &mut Store) {
        let copied = match self.existing_store() {
            Ok(Some(theirs)) => contest.copy_known(&theirs, known),
            Ok(None) => Ok(()),
            Err(failure) => Err(failure),
        };
        if let Err(failure) = copied {
            note(&format!("what the hill knows cannot be used, so its games are played anew: {failure}"));
        }
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
        if let Some(seen) = &self.seen {
            return Ok(seen.clone());
        }
        let Some(folder) = self.inside.folder(&PROGRAMS)? else { return Ok(Vec::new()) };
        let game = self.config.game;
        let names = folder.files(|ending| registry::extensions(game).any(|one| ending == one))?;
        folder.refuse_alike(&names)?;
        let mut files = Vec::new();
        for name in names {
            if let Some(bytes) = folder.read(&name)? {
                files.push(ProgramFile { bytes, path: folder.path_of(&name), game });
            }
        }
        Ok(files)
    }

    /// A name for a file in `programs/` or `fallen/` that is still free.
    pub(crate) fn free_name(&self, folder: &FileName, wanted: &str) -> Result<FileName, Failure> {
        let (stem, ending) = wanted.rsplit_once('.').unwrap_or((wanted, self.config.game.info().extension));
        let folder = self.inside.folder(folder)?;
        let taken: HashSet<String> = match &folder {
            None => HashSet::new(),
            Some(folder) => folder.all_names()?.iter().map(|name| name.to_lowercase()).collect(),
        };
        let numbered = (2..).map(|number| format!("{stem}-{number}.{ending}"));
        let mut names = std::iter::once(format!("{stem}.{ending}")).chain(numbered);
        // Where capital letters do not count, the other file would be written over.
        let name = names.find(|name| !taken.contains(&name.to_lowercase())).expect("some number is free");
        FileName::new(&name).map_err(|why| Failure::Usage(format!("{why}; rename the file")))
    }
}

/// Opens the folder that the user named.
fn open(path: &Path) -> Result<Enclosed, Failure> {
    if path.is_dir() { Enclosed::open(path) } else { Err(missing(&path.join(CONFIG_FILE))) }
}

fn read_state(hill: &Enclosed) -> Result<State, Failure> {
    let Some(results) = hill.folder(&RESULTS)? else { return Ok(State::default()) };
    let Some(bytes) = results.read(&STANDINGS_FILE)? else { return Ok(State::default()) };
    let path = results.path_of(&STANDINGS_FILE);
    serde_json::from_slice(&bytes).map_err(|error| {
        let why = format!("these are no standings ({error}); without the file, all ages begin at 0");
        Failure::Refused(format!("{}: {why}", path.display()))
    })
}

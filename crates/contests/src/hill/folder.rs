//! The folder of a hill.

use std::collections::HashSet;
use std::fs::File;
use std::path::Path;
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use dispatch::{Dispatcher, Local};
use games::registry;
use store::Store;

use super::config::missing;
use super::{
    CONFIG_FILE, Config, FALLEN, HillChange, PROGRAMS, RESULTS, STANDINGS_FILE, State, history_tail,
};
use crate::confined_folder::ConfinedFolder;
use crate::contest::lock_file::LockedSchedule;
use crate::contest::{Contest, Environment, environments_in};
use crate::file_name::FileName;
use crate::internal_folder::{self, INTERNAL_FOLDER};
use crate::program_file::ProgramFile;
use crate::programs::Entrant;
use crate::{Client, Failure, Isolation};

/// The database of pair results, in `.bout`.
const DATABASE_FILE: FileName = FileName::own("hill.db");

/// The interval for checking whether a change is finished.
const PAUSE: Duration = Duration::from_millis(20);

/// The folder in `.bout` for records of games that challengers lost.
const RECORDS: FileName = FileName::own("records");

/// A hill's folder. While it is open for changes, no other command can change it.
pub struct Folder {
    /// The open folder.
    pub inside: ConfinedFolder,
    /// The settings.
    pub config: Config,
    /// The state after the last change.
    pub state: State,
    /// The programs as read at first. Other processes may change the folder in the meantime.
    seen: Option<Vec<ProgramFile>>,
    lock: Option<File>,
    pub(super) client: Client,
    /// How calls of foreign code are isolated from each other.
    pub(super) isolation: Isolation,
    /// The machines that play the games.
    pub(super) dispatcher: Arc<dyn Dispatcher<Failure> + Send>,
}

impl Folder {
    /// Refuses a program if its file name shows that it belongs to another game.
    pub fn refuse_other_game(&self, program: &Path) -> Result<(), Failure> {
        let game = self.config.game.info().name;
        let other = program.extension().and_then(|ending| registry::by_extension(ending.to_str()?));
        match other.map(|other| other.info().name).filter(|other| *other != game) {
            None => Ok(()),
            Some(other) => {
                let why = format!("a program of {other}, but this is a hill of {game}");
                Err(Failure::Usage(format!("{}: {why}", program.display())))
            }
        }
    }

    /// Opens a hill for changes, and finishes the change of an earlier command that was killed.
    pub fn open(path: &Path, client: &Client) -> Result<Self, Failure> {
        let inside = open(path)?;
        let config = Config::read(&inside)?;
        let lock = internal_folder::lock(&inside, "hill", client)?;
        Self::held(inside, config, lock, client)
    }

    /// Opens a hill without changing it. If another command is using it or the folder is read-only, this shows the
    /// state after the last change.
    pub fn open_or_look(path: &Path, client: &Client) -> Result<Self, Failure> {
        let inside = open(path)?;
        let config = Config::read(&inside)?;
        match internal_folder::lock_if_free(&inside)? {
            Some(lock) => Self::held(inside, config, lock, client),
            None => Self::look_between_changes(path, client),
        }
    }

    fn held(inside: ConfinedFolder, config: Config, lock: File, client: &Client) -> Result<Self, Failure> {
        for name in [PROGRAMS, FALLEN, RESULTS] {
            inside.folder(&name)?.iter().for_each(ConfinedFolder::sweep);
        }
        // Unreadable files are reported before anything is changed, not in the middle of a challenge.
        history_tail::check(&inside, HillChange::is_pending(&inside)?)?;
        HillChange::finish_pending(&inside)?;
        let state = read_state(&inside)?;
        Ok(Self {
            inside,
            config,
            state,
            seen: None,
            lock: Some(lock),
            client: client.clone(),
            isolation: Isolation::Reset,
            dispatcher: Arc::new(Local),
        })
    }

    /// Reads a hill that other commands may be changing, and repeats this until no change happened in between.
    fn look_between_changes(path: &Path, client: &Client) -> Result<Self, Failure> {
        let start = Instant::now();
        while start.elapsed() < store::PATIENCE && !client.wants_to_stop() {
            let is_quiet = |folder: &Self| Ok::<bool, Failure>(!HillChange::is_pending(&folder.inside)?);
            let mut folder = Self::open_read_only(path, client)?;
            if is_quiet(&folder)? {
                let programs = folder.programs()?;
                if read_state(&folder.inside)? == folder.state && is_quiet(&folder)? {
                    folder.seen = Some(programs);
                    return Ok(folder);
                }
            }
            thread::sleep(PAUSE);
        }
        let why = "a change is unfinished; the next command with permission to write here finishes it";
        Err(Failure::File(format!("{}: {why}", path.display())))
    }

    /// Reads a hill without locking it or writing anything. A change in progress may be seen half-done.
    pub fn open_read_only(path: &Path, client: &Client) -> Result<Self, Failure> {
        let inside = open(path)?;
        Ok(Self {
            config: Config::read(&inside)?,
            state: read_state(&inside)?,
            inside,
            seen: None,
            lock: None,
            client: client.clone(),
            isolation: Isolation::Reset,
            dispatcher: Arc::new(Local),
        })
    }

    /// Sets how calls of foreign code are isolated from each other when the hill plays.
    #[must_use]
    pub fn with_isolation(self, isolation: Isolation) -> Self {
        Self { isolation, ..self }
    }

    /// Sets the machines that play the games. No result depends on this.
    #[must_use]
    pub fn with_dispatcher(self, dispatcher: Arc<dyn Dispatcher<Failure> + Send>) -> Self {
        Self { dispatcher, ..self }
    }

    /// Returns true if this command holds the lock. It writes only in this case.
    #[must_use]
    pub fn is_held(&self) -> bool {
        self.lock.is_some()
    }

    /// Opens the database of pair results, or an empty one in memory if the hill was opened without the lock.
    pub fn store(&self) -> Result<Store, Failure> {
        if !self.is_held() {
            return Ok(Store::in_memory()?);
        }
        Ok(Store::open(&self.inside.make_folder(&INTERNAL_FOLDER)?.path_of(&DATABASE_FILE))?)
    }

    /// Returns the folder of records.
    pub fn records(&self) -> Result<ConfinedFolder, Failure> {
        self.inside.make_folder(&INTERNAL_FOLDER)?.make_folder(&RECORDS)
    }

    /// Opens the database of pair results for reading; `None` if there is none.
    pub fn existing_store(&self) -> Result<Option<Store>, Failure> {
        match self.inside.folder(&INTERNAL_FOLDER)? {
            Some(own) if own.has(&DATABASE_FILE)? => {
                Ok(Some(Store::open_to_read(&own.path_of(&DATABASE_FILE))?))
            }
            _ => Ok(None),
        }
    }

    /// Returns true if the next command will update the database. This call does not change it.
    pub(super) fn database_must_be_updated(&self) -> Result<bool, Failure> {
        match self.inside.folder(&INTERNAL_FOLDER)? {
            Some(own) if own.has(&DATABASE_FILE)? => {
                Ok(Store::must_be_updated(&own.path_of(&DATABASE_FILE))?)
            }
            _ => Ok(false),
        }
    }

    /// Copies results from the hill's own database. Without them everything is played again, which takes longer but gives
    /// the same results.
    pub fn copy_known(&self, contest: &Contest, known: &mut Store) {
        let copied = match self.existing_store() {
            Ok(Some(theirs)) => contest.copy_known(&theirs, known),
            Ok(None) => Ok(()),
            Err(failure) => Err(failure),
        };
        if let Err(failure) = copied {
            self.client.note(&format!(
                "the stored results of the hill cannot be used, so its games are played again: {failure}"
            ));
        }
    }

    /// Creates the contest of these programs with the hill's game and rules. Pairs keep the results that they have under
    /// the environments of the table.
    pub fn contest(&self, entrants: &[Entrant], isolation: Isolation) -> Result<Contest, Failure> {
        let mut contest = self.contest_anew(entrants, isolation)?;
        let presents = contest.presents();
        if presents.len() == 1 && self.state.environments == presents {
            return Ok(contest);
        }
        let kept = self.existing_store().and_then(|store| {
            let Some(store) = store else { return Ok(()) };
            let environments = self.environments(presents, &store)?;
            contest.keep_results_of(&environments, self.config.games, &store)
        });
        if let Err(failure) = kept {
            self.client.note(&format!("the stored results of the hill cannot be used: {failure}"));
        }
        Ok(contest)
    }

    /// Creates the contest of these programs in which all pairs play in the present environment.
    pub fn contest_anew(&self, entrants: &[Entrant], isolation: Isolation) -> Result<Contest, Failure> {
        let Config { game, rules, seed, scoring, score, .. } = &self.config;
        let contest = Contest::new(*game, rules.clone(), *seed, *scoring, entrants, isolation, &self.client)?;
        let accepted = self.accepted_environments(&contest.foreign.environment)?;
        contest.with_environments(accepted).with_score(*score)
    }

    /// Returns the environments under which pairs keep their results, in order. The table names them, unless it was never written
    /// or comes from an older version of bout. Then the environments are those in the store: first the present ones, then the
    /// others with the newest first.
    fn environments(&self, presents: Vec<Environment>, store: &Store) -> Result<Vec<Environment>, Failure> {
        if !self.state.environments.is_empty() {
            return Ok(self.state.environments.clone());
        }
        let mut all = presents;
        for one in environments_in(store, self.config.game.info().name)? {
            if !all.contains(&one) {
                all.push(one);
            }
        }
        Ok(all)
    }

    /// Returns the schedule of the hill's contest: a round robin.
    #[must_use]
    pub fn schedule(&self, contest: &Contest) -> LockedSchedule {
        LockedSchedule {
            seating: None,
            kind: "round-robin".into(),
            seats: 2,
            games: self.config.games,
            rounds: None,
            score: contest.locked_score(),
            end: None,
        }
    }

    /// Returns the number of challenges that each entrant of the hill's contest has survived.
    #[must_use]
    pub fn ages(&self, contest: &Contest) -> Vec<u64> {
        let age = |entrant| self.state.age(&contest.field.program(entrant).to_string());
        (0..contest.field.len()).map(age).collect()
    }

    /// Returns the files of the programs on the hill, sorted by name.
    pub fn programs(&self) -> Result<Vec<ProgramFile>, Failure> {
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

    /// Returns a free file name in `programs/` or `fallen/`.
    pub fn free_name(&self, folder: &FileName, wanted: &str) -> Result<FileName, Failure> {
        let (stem, ending) = wanted.rsplit_once('.').unwrap_or((wanted, self.config.game.info().extension));
        let folder = self.inside.folder(folder)?;
        let taken: HashSet<String> = match &folder {
            None => HashSet::new(),
            Some(folder) => folder.all_names()?.iter().map(|name| name.to_lowercase()).collect(),
        };
        let numbered = (2..).map(|number| format!("{stem}-{number}.{ending}"));
        let mut names = std::iter::once(format!("{stem}.{ending}")).chain(numbered);
        // On a case-insensitive file system, a name that differs only in case would replace the other file.
        let name = names.find(|name| !taken.contains(&name.to_lowercase())).expect("some number is free");
        FileName::new(&name).map_err(|why| Failure::Usage(format!("{why}; rename the file")))
    }
}

/// Opens the folder given by the user.
fn open(path: &Path) -> Result<ConfinedFolder, Failure> {
    if path.is_dir() { ConfinedFolder::open(path) } else { Err(missing(&path.join(CONFIG_FILE))) }
}

fn read_state(hill: &ConfinedFolder) -> Result<State, Failure> {
    let Some(results) = hill.folder(&RESULTS)? else { return Ok(State::default()) };
    let Some(bytes) = results.read(&STANDINGS_FILE)? else { return Ok(State::default()) };
    let path = results.path_of(&STANDINGS_FILE);
    serde_json::from_slice(&bytes).map_err(|error| {
        let why = format!("these are not valid standings ({error}); without the file, all ages start at 0");
        Failure::Refused(format!("{}: {why}", path.display()))
    })
}

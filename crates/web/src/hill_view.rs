//! A hill as pages show it: read from its files, with the results that a worker reported. This runs
//! no programs.

use std::collections::BTreeMap;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use accounts::OwnedProgram;
use contests::Failure;
use contests::confined_folder::ConfinedFolder;
use contests::hill::{Challenge, Folder, HistoryIndex, Renew};
use game::{Digest, display_name};
use games::RegisteredGame;

use crate::members::Viewer;
use crate::moderation::{HIDDEN_NAME, Moderation};
use crate::standings::{HillStandings, Pair, Place, fingerprint, silent};
use crate::times;

/// A hill.
#[derive(Clone)]
pub(crate) struct HillView {
    /// Its name, which is also the name of its folder.
    pub(crate) name: String,
    /// Its folder.
    pub(crate) folder: PathBuf,
    /// What its files say, or why they cannot be read.
    pub(crate) files: Result<HillFiles, String>,
    /// The results, possibly of an earlier state of the files.
    pub(crate) standings: Option<HillStandings>,
    /// The progress of the current matches: games done, and all games.
    pub(crate) progress: Option<(u64, u64)>,
    /// Why the last work on it failed.
    pub(crate) trouble: Option<String>,
    /// The number of submissions that wait or are being played.
    pub(crate) waiting: u64,
    /// When the site first saw each change, in seconds since 1970.
    pub(crate) seen: Vec<u64>,
    /// What hosts have decided about it.
    pub(crate) moderation: Arc<Moderation>,
}

/// What the files of a hill say.
#[derive(Clone)]
pub(crate) struct HillFiles {
    pub(crate) game: &'static dyn RegisteredGame,
    pub(crate) size: usize,
    pub(crate) games: u64,
    /// What happened on the hill so far.
    pub(crate) history: Arc<HistoryIndex>,
    /// True if the hill is being renewed.
    pub(crate) is_being_renewed: bool,
    /// When it is renewed.
    pub(crate) renew: Renew,
    pub(crate) programs: Vec<ProgramView>,
    /// A hash of what results depend on.
    pub(crate) fingerprint: String,
}

/// A program on a hill.
#[derive(Clone)]
pub(crate) struct ProgramView {
    pub(crate) file: String,
    /// Its name on pages.
    pub(crate) name: String,
    /// Why a host has hidden it, if one has.
    pub(crate) hidden: Option<String>,
    /// Its author on pages.
    pub(crate) author: String,
    /// Its identity: programs with the same identity play the same. `None` if it has errors.
    pub(crate) id: Option<Digest>,
    /// From its source: its name, or its file name if it has none, and its author.
    metadata: (String, String),
    /// The licence that its author names.
    pub(crate) licence: Option<String>,
    pub(crate) source: Vec<u8>,
    /// The account that it belongs to, and whether its source is secret.
    pub(crate) owner: Option<OwnedProgram>,
}

impl ProgramView {
    /// Returns true if it belongs to the account of the viewer.
    pub(crate) fn is_of(&self, viewer: &Viewer) -> bool {
        let owner = self.owner.as_ref().map(|owner| owner.account);
        viewer.account.as_ref().is_some_and(|account| owner == Some(account.id))
    }
}

impl HillView {
    /// Reads a hill, and keeps from `known` what workers reported before. `owned` has the programs
    /// that belong to accounts, by file; `waiting` is the number of unfinished submissions.
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
            files: HillFiles::read(folder, owned, known.and_then(|known| known.files.as_ref().ok()))
                .map_err(|failure| failure.to_string()),
            standings: known.and_then(|known| known.standings.clone()),
            progress: known.and_then(|known| known.progress),
            trouble: known.and_then(|known| known.trouble.clone()),
            waiting,
            seen: known.map(|known| known.seen.clone()).unwrap_or_default(),
            moderation: known.map(|known| Arc::clone(&known.moderation)).unwrap_or_default(),
        }
    }

    /// Returns true if nothing relevant has changed: the files, their owners, the renewal and the
    /// number of waiting submissions.
    pub(crate) fn is_same(&self, other: &Self) -> bool {
        let state = |hill: &Self| {
            let files = hill.files.as_ref().map_err(Clone::clone)?;
            Ok::<_, String>((files.fingerprint.clone(), files.is_being_renewed, files.renew))
        };
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

    /// Updates whether it is being renewed.
    pub(crate) fn look_for_renewal(&mut self) {
        let now =
            Folder::open_read_only(&self.folder, &silent()).and_then(|folder| folder.is_being_renewed());
        if let (Ok(files), Ok(now)) = (&mut self.files, now) {
            files.is_being_renewed = now;
        }
    }

    /// Returns true if it needs a renewal, and there is nothing else to play.
    pub(crate) fn has_renewal(&self) -> bool {
        let Ok(files) = &self.files else { return false };
        let is_outdated = || self.standings.as_ref().is_some_and(HillStandings::is_outdated);
        !self.has_work() && (files.is_being_renewed || (files.renew == Renew::Auto && is_outdated()))
    }

    /// Returns true if the results belong to the current files.
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
        self.files.as_ref().ok()?.named(file)
    }

    /// Returns true if the viewer may see the hill.
    pub(crate) fn is_visible_to(&self, viewer: &Viewer) -> bool {
        self.moderation.access.is_visible_to(viewer.account.as_ref(), &viewer.links, times::now())
    }

    /// Returns true if the viewer is a host of the hill.
    pub(crate) fn is_host(&self, viewer: &Viewer) -> bool {
        viewer.account.as_ref().is_some_and(|account| self.moderation.access.is_host(account))
    }

    /// Returns true if the viewer may read the source of a program and watch its matches, which
    /// show the source. Secret and hidden programs are open only to their owners and to hosts.
    pub(crate) fn is_open(&self, program: &ProgramView, viewer: &Viewer) -> bool {
        let is_secret = program.owner.as_ref().is_some_and(|owner| owner.is_secret);
        (!is_secret && program.hidden.is_none()) || program.is_of(viewer) || self.is_host(viewer)
    }

    /// Returns true if the viewer may watch the matches of two programs. They show the code of
    /// both.
    pub(crate) fn may_be_watched(&self, files: [&str; 2], viewer: &Viewer) -> bool {
        files.iter().all(|file| self.program(file).is_none_or(|program| self.is_open(program, viewer)))
    }

    /// Applies what hosts have decided. The name and the author that a hidden program gives itself
    /// are not shown. If the site knows the author of a program, it ignores the author in the
    /// source.
    pub(crate) fn moderate(&mut self, moderation: Arc<Moderation>) {
        self.moderation = moderation;
        let Ok(files) = &mut self.files else { return };
        for program in &mut files.programs {
            program.hidden = self.moderation.hidden.get(&program.file).cloned();
            let owner = program.owner.as_ref().map(|owner| owner.author.as_str());
            let (name, author) = if program.hidden.is_some() {
                (HIDDEN_NAME, owner.unwrap_or_default())
            } else {
                (program.metadata.0.as_str(), owner.unwrap_or(&program.metadata.1))
            };
            (program.name, program.author) = (name.to_owned(), author.to_owned());
        }
        for place in self.standings.iter_mut().flat_map(|standings| &mut standings.table) {
            if let Some(program) = files.named(&place.program) {
                place.name.clone_from(&program.name);
                place.author.clone_from(&program.author);
            }
        }
    }

    /// Renames a file in the results, until a worker reports new ones.
    pub(crate) fn rename(&mut self, from: &str, to: &str) {
        let Some(standings) = &mut self.standings else { return };
        let places = standings.table.iter_mut().map(|place| &mut place.program);
        let pairs = standings.cross.iter_mut().flat_map(|pair| [&mut pair.program, &mut pair.opponent]);
        for file in places.chain(pairs).filter(|file| *file == from) {
            to.clone_into(file);
        }
    }

    /// Returns the reason if the program of a submission was retired because it cannot play any
    /// more.
    pub(crate) fn retirement(&self, submission: &str) -> Option<&str> {
        self.files.as_ref().ok()?.history.retirement(submission)
    }

    /// Returns the number of changes of the hill.
    pub(crate) fn changes(&self) -> usize {
        self.files.as_ref().map_or(0, |files| files.history.len())
    }

    /// Returns the newest challenges, the oldest of them first.
    pub(crate) fn recent(&self) -> Vec<&Challenge> {
        self.files.as_ref().map_or_else(|_| Vec::new(), |files| files.history.recent().collect())
    }

    /// Returns some challenges, counted from 0, the oldest first. Old ones are read from the file
    /// of the hill.
    pub(crate) fn challenges(&self, lines: Range<usize>) -> Result<Vec<Challenge>, Failure> {
        let Ok(files) = &self.files else { return Ok(Vec::new()) };
        files.history.challenges(&ConfinedFolder::open(&self.folder)?, lines)
    }

    /// Returns the name of a program on pages, or its file name if it is not on the hill.
    pub(crate) fn name_of<'a>(&'a self, file: &'a str) -> &'a str {
        self.program(file).map_or(file, |program| program.name.as_str())
    }
}

impl HillFiles {
    fn named(&self, file: &str) -> Option<&ProgramView> {
        self.programs.iter().find(|program| program.file == file)
    }

    /// Returns the files and their owners.
    fn owners(&self) -> Vec<(String, Option<OwnedProgram>)> {
        self.programs.iter().map(|program| (program.file.clone(), program.owner.clone())).collect()
    }

    fn read(
        folder: &Path,
        by_account: &BTreeMap<String, OwnedProgram>,
        known: Option<&Self>,
    ) -> Result<Self, Failure> {
        let folder = Folder::open_read_only(folder, &silent())?;
        let game = folder.config.game;
        let programs = folder.programs()?;
        let fingerprint = fingerprint(&folder, &programs);
        let programs = programs.into_iter().map(|program| {
            let reading = game.read(&program.bytes);
            let metadata = reading.metadata;
            let file = program.file_name();
            let owner = by_account.get(&file).cloned();
            let name = display_name(&metadata, &file);
            let author = metadata.author.as_deref().map(game::text::one_line).unwrap_or_default();
            ProgramView {
                name: name.clone(),
                author: author.clone(),
                metadata: (name, author),
                hidden: None,
                id: reading.program.map(|program| program.id()),
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
            history: HistoryIndex::read(&folder.inside, known.map(|known| &known.history))?,
            is_being_renewed: folder.is_being_renewed()?,
            renew: folder.config.renew,
            fingerprint,
            programs: programs.collect(),
        })
    }
}

//! The hill as seen by the watched program: its members and their results against each other.

use std::collections::BTreeMap;
use std::path::Path;

use crate::contest::{Contest, PlayOptions};
use crate::hill::{CONFIG_FILE, Folder};
use crate::program_file::ProgramFile;
use crate::programs::Entrant;
use crate::{Client, Failure, Isolation};
use store::Store;
use tournament::EncounterResult;
use tournament::schedule::{RoundRobin, Schedule};

use super::ShouldStop;

/// The state of a hill at one moment. The results among its members are read once and then stay in memory. Missing
/// games are played only in memory. The hill is neither changed nor locked.
pub struct HillField {
    /// The folder of the hill.
    pub folder: Folder,
    files: Vec<ProgramFile>,
    /// The content of `hill.toml`.
    config: Vec<u8>,
    isolation: Isolation,
    client: Client,
    contest: Contest,
    known: Store,
    /// The encounters of the members, by the number of games per pairing.
    played: BTreeMap<u64, Vec<EncounterResult>>,
}

impl HillField {
    /// Reads a hill.
    pub fn read(path: &Path, isolation: Isolation, client: Client) -> Result<Self, Failure> {
        let folder = Folder::open_read_only(path, &client)?;
        let (files, config) = (folder.programs()?, config_text(&folder)?);
        Self::of(folder, files, config, isolation, client)
    }

    fn of(
        folder: Folder,
        files: Vec<ProgramFile>,
        config: Vec<u8>,
        isolation: Isolation,
        client: Client,
    ) -> Result<Self, Failure> {
        let contest = folder.contest(&folder.residents_of(&files)?.able, isolation)?;
        let mut known = Store::in_memory()?;
        if !files.is_empty() {
            folder.copy_known(&contest, &mut known);
        }
        Ok(Self { folder, files, config, isolation, client, contest, known, played: BTreeMap::new() })
    }

    /// Reads the hill again. Returns true if its members or its settings have changed.
    pub fn look_again(&mut self) -> Result<bool, Failure> {
        let folder = Folder::open_read_only(self.folder.inside.path(), &self.client)?;
        let (files, config) = (folder.programs()?, config_text(&folder)?);
        let is_same =
            |(now, was): (&ProgramFile, &ProgramFile)| now.path == was.path && now.bytes == was.bytes;
        if config == self.config
            && files.len() == self.files.len()
            && files.iter().zip(&self.files).all(is_same)
        {
            // Ages may have changed.
            self.folder = folder;
            return Ok(false);
        }
        let mut now = Self::of(folder, files, config, self.isolation, self.client.clone())?;
        now.take_over(&self.known)?;
        *self = now;
        Ok(true)
    }

    /// Keeps the known results of members that stayed.
    fn take_over(&mut self, known: &Store) -> Result<(), Failure> {
        if self.files.is_empty() { Ok(()) } else { self.contest.copy_known(known, &mut self.known) }
    }

    /// Returns the members of the hill, in the order of their field.
    #[must_use]
    pub fn members(&self) -> &[Entrant] {
        &self.contest.entrants
    }

    /// Creates a contest of these members and one more program, which comes last.
    pub fn contest_with(&self, members: &[usize], newcomer: &Entrant) -> Result<Contest, Failure> {
        let members = members.iter().map(|&member| self.contest.entrants[member].clone());
        let entrants: Vec<Entrant> = members.chain([newcomer.clone()]).collect();
        self.folder.contest(&entrants, self.isolation)
    }

    /// Returns true if [`HillField::play`] with this number of games has nothing to play.
    pub fn knows(&mut self, games: u64, options: &PlayOptions) -> Result<bool, Failure> {
        self.play(games, options, &|| true)
    }

    /// Plays the missing games among the members, with this number of games per pairing. Returns false if it was
    /// stopped.
    pub fn play(&mut self, games: u64, options: &PlayOptions, stop: ShouldStop) -> Result<bool, Failure> {
        if self.played.contains_key(&games) {
            return Ok(true);
        }
        let programs = self.contest.field.len();
        let schedule =
            || -> Result<Box<dyn Schedule>, Failure> { Ok(Box::new(RoundRobin::new(programs, games))) };
        let results = self.contest.play_trusted(&schedule, &mut self.known, options, stop)?;
        let is_complete = results.left.is_none();
        if is_complete {
            self.played.insert(games, results.played);
        }
        Ok(is_complete)
    }

    /// Returns the results of these games, by encounters of the members.
    pub fn played(&self, games: u64) -> &[EncounterResult] {
        self.played.get(&games).map_or(&[], Vec::as_slice)
    }
}

fn config_text(hill: &Folder) -> Result<Vec<u8>, Failure> {
    Ok(hill.inside.read(&CONFIG_FILE)?.unwrap_or_default())
}

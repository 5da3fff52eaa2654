//! The folder of a war.

use std::collections::BTreeMap;
use std::fs::File;
use std::path::{Path, PathBuf};

use game::{AnswerLog, Digest, Engine as _, Game, Observer, Outcome, Unobserved};
use games::perlwar::{Engine, PerlWar, Snippets};
use record::Record;
use referee::{Finished, Lineup, Provenance, Source};

use super::config::{CONFIG_FILE, Config, missing};
use super::players::{self, PLAYERS, WarPlayer};
use super::rounds::{KeptRound, RoundsFile};
use super::state::WarState;
use crate::confined_folder::ConfinedFolder;
use crate::file_name::FileName;
use crate::program_file::MAX_FILE_BYTES;
use crate::{Client, Failure, internal_folder};

/// The name of the record of a finished war.
const RECORD_FILE: FileName = FileName::own("war.bout");

/// A war's folder, either locked for one command or read at one moment.
pub struct Folder {
    /// The open folder.
    pub inside: ConfinedFolder,
    /// The settings.
    pub config: Config,
    /// The players by seat.
    pub players: Vec<WarPlayer>,
    pub(super) rounds: RoundsFile,
    /// `None` if the folder was opened only for reading.
    pub(super) lock: Option<File>,
    pub(super) client: Client,
}

/// The digest and the record of a finished war.
#[derive(Debug, Clone)]
pub struct FinishedWar {
    /// The digest of the match.
    pub digest: Digest,
    /// Its record, if there is one. It is missing if it would be too large or could not be written.
    pub record: Option<PathBuf>,
}

impl Folder {
    /// Creates the folder of a war.
    pub fn make(path: &Path, config: &Config) -> Result<(), Failure> {
        let folder = ConfinedFolder::make(path)?;
        let text = config.text();
        let names = folder.all_names()?;
        // An earlier command may have been killed at this point.
        let is_made = names.iter().all(|name| name.starts_with('.') || *name == CONFIG_FILE.as_str());
        if is_made && folder.read(&CONFIG_FILE)?.is_some_and(|there| there == text.as_bytes()) {
            folder.sweep();
            return Ok(());
        }
        // Hidden files belong to git or an editor.
        if let Some(name) = names.iter().find(|name| !name.starts_with('.')) {
            let why =
                format!("the folder is not empty (it contains {name}); a war needs a folder of its own");
            return Err(Failure::File(format!("{}: {why}", path.display())));
        }
        folder.write_new(&CONFIG_FILE, text.as_bytes())
    }

    /// Opens a war for changes.
    pub fn open(path: &Path, client: &Client) -> Result<Self, Failure> {
        let (inside, config) = opened(path)?;
        let lock = internal_folder::lock(&inside, "war", client)?;
        Self::read(inside, config, Some(lock), client)
    }

    /// Opens a war without changing it. If another command is using it or the folder is read-only, this shows its
    /// current state.
    pub fn open_or_look(path: &Path, client: &Client) -> Result<Self, Failure> {
        let (inside, config) = opened(path)?;
        let lock = internal_folder::lock_if_free(&inside)?;
        Self::read(inside, config, lock, client)
    }

    /// Opens a war for changes if no other process is changing it now; otherwise returns `None`.
    pub fn open_if_free(path: &Path, client: &Client) -> Result<Option<Self>, Failure> {
        let (inside, config) = opened(path)?;
        let Some(lock) = internal_folder::lock_if_free(&inside)? else { return Ok(None) };
        Self::read(inside, config, Some(lock), client).map(Some)
    }

    /// Opens a war for reading, also while another command changes it. Nothing is locked or written.
    pub fn look(path: &Path, client: &Client) -> Result<Self, Failure> {
        let (inside, config) = opened(path)?;
        Self::read(inside, config, None, client)
    }

    /// Reads a war. Rounds are read before players: a snippet submitted in between enters in a later round, and a round
    /// played in between changes no player's file.
    fn read(
        inside: ConfinedFolder,
        config: Config,
        lock: Option<File>,
        client: &Client,
    ) -> Result<Self, Failure> {
        let rounds = if lock.is_some() {
            RoundsFile::read(&inside, client)?
        } else {
            RoundsFile::read_complete_lines(&inside)?
        };
        let players = WarPlayer::all(&inside, client)?;
        let path = inside.path();
        let most = *PerlWar::INFO.seats.end();
        if players.len() > most {
            let folder = path.join(PLAYERS.as_str());
            let why = format!("there are {} players, but a war allows at most {most}", players.len());
            return Err(Failure::Refused(format!("{}: {why}", folder.display())));
        }
        Ok(Self { inside, config, players, rounds, lock, client: client.clone() })
    }

    /// Gives players other names in texts for people: in sentences and in records. The files keep their names,
    /// because the seats follow from them.
    pub fn show_as<'n>(&mut self, shown: impl Fn(&str) -> Option<&'n str>) {
        for player in &mut self.players {
            if let Some(shown) = shown(&player.name) {
                shown.clone_into(&mut player.shown_name);
            }
        }
    }

    /// Plays all rounds again with the stored answers, and calls `watch` after each.
    pub fn replay(&self, mut watch: impl FnMut(&Engine)) -> Result<WarState, Failure> {
        self.replay_observed(&mut Unobserved, |engine, _| watch(engine))
    }

    /// Plays all rounds again like [`Self::replay`]; `observer` hears their events.
    pub(super) fn replay_observed<O: Observer>(
        &self,
        observer: &mut O,
        mut watch: impl FnMut(&Engine, &mut O),
    ) -> Result<WarState, Failure> {
        let mut state = WarState::new(self.before_the_first_round());
        for kept in &self.rounds.kept {
            if self.client.wants_to_stop() {
                return Err(Failure::Interrupted("nothing was changed".into()));
            }
            self.check_files(kept)?;
            let damaged = |why: String| self.rounds.damaged(kept.round, &why);
            state.play_back(kept.answers().map_err(damaged)?, observer).map_err(damaged)?;
            if state_hash_of(&state.engine).to_string() != kept.state {
                return Err(damaged("the result of the round differs from when it was played".into()));
            }
            watch(&state.engine, observer);
        }
        Ok(state)
    }

    /// Creates an engine at the start of the match.
    #[must_use]
    pub fn before_the_first_round(&self) -> Engine {
        let programs: Vec<&Snippets> = self.players.iter().map(|player| &player.snippets).collect();
        let mut engine = PerlWar::engine(&self.config.parameters, &programs);
        PerlWar::begin(&mut engine, &self.config.setup());
        engine
    }

    /// Checks that the files are still the ones that a round was played with.
    fn check_files(&self, kept: &KeptRound) -> Result<(), Failure> {
        let refused = |file: String, why: String| {
            Failure::Refused(format!(
                "{}: {why}; restore the original file",
                self.inside.path().join(file).display()
            ))
        };
        let round = kept.round;
        if kept.setup != self.config.digest().to_string() {
            return Err(refused(
                CONFIG_FILE.to_string(),
                format!("it was changed after round {round} was played"),
            ));
        }
        let now = self.entering(round);
        for (name, snippet) in &kept.players {
            let file = format!("{PLAYERS}/{name}.pl");
            match now.get(name) {
                None => return Err(refused(file, format!("there is no such file, but {name} has played"))),
                Some(now) if now != snippet => {
                    return Err(refused(
                        file,
                        format!("the snippet of round {round} was changed after it was played"),
                    ));
                }
                Some(_) => {}
            }
        }
        match now.keys().find(|name| !kept.players.contains_key(*name)) {
            None => Ok(()),
            Some(name) => Err(Failure::Refused(format!(
                "{}: {name} did not exist when round {round} was played, and no player can join after the first round (P15); \
                 take the file away",
                self.inside.path_of(&PLAYERS).join(format!("{name}.pl")).display()
            ))),
        }
    }

    /// Returns the digest of each player's snippet that enters in a round.
    fn entering(&self, round: u64) -> BTreeMap<String, Option<String>> {
        let digest = |player: &WarPlayer| {
            let code = player.snippets.entering(round)?;
            Some(Digest::of(code.text().as_bytes()).to_string())
        };
        self.players.iter().map(|player| (player.name.clone(), digest(player))).collect()
    }

    /// Writes the file of a new or existing player.
    pub fn keep_player(&self, name: &str, snippets: &Snippets) -> Result<(), Failure> {
        players::write(&self.inside, name, snippets)
    }

    /// Stores the last round of `state` with its `answers`.
    pub fn keep_round(
        &mut self,
        state: &WarState,
        answers: &AnswerLog,
        environment: Vec<(String, String)>,
    ) -> Result<(), Failure> {
        let round = state.rounds();
        let environment = environment.into_iter().collect();
        let (players, setup) = (self.entering(round), self.config.digest());
        self.rounds.add(KeptRound::new(
            round,
            setup,
            players,
            environment,
            answers,
            state_hash_of(&state.engine),
        ))
    }

    /// Returns the players as entrants of a match.
    pub fn lineup(&self) -> Result<Lineup<'static>, Failure> {
        let programs = self.players.iter().map(WarPlayer::participant).collect();
        Lineup::new(&PerlWar, programs, &self.config.rules())
            .map_err(|error| Failure::Refused(error.to_string()))
    }

    /// Writes the record of a finished war if it is missing, for example after a command was killed. Without the lock,
    /// nothing is written.
    pub fn end(&self, state: &WarState) -> Result<Option<FinishedWar>, Failure> {
        let Some(outcome) = state.engine.outcome() else { return Ok(None) };
        let record = self.record(state, outcome)?;
        let path = self.inside.path_of(&RECORD_FILE);
        let bytes = record::write(&record);
        // Large files of many players can exceed the size limit of a record.
        let can_be_read = bytes.len() as u64 <= MAX_FILE_BYTES && record::read(&bytes).is_ok();
        let mut is_there = can_be_read && self.inside.has(&RECORD_FILE)?;
        if !can_be_read {
            let why = "the record would exceed the size limit for reading, so none was written";
            self.client.note(&format!("{}: {why}", path.display()));
        } else if !is_there && self.lock.is_some() {
            self.inside.write_durably(&RECORD_FILE, &bytes)?;
            is_there = true;
        }
        Ok(Some(FinishedWar { digest: record.digest, record: is_there.then_some(path) }))
    }

    /// Returns the record of the whole match. It does not depend on how many commands played the rounds.
    pub(super) fn record(&self, state: &WarState, outcome: &Outcome) -> Result<Record, Failure> {
        let lineup = self.lineup()?;
        let setup = lineup.draw_setup(self.config.seed);
        let finished = Finished {
            digest: lineup.digest(&setup, &state.answers, outcome),
            setup,
            outcome: outcome.clone(),
            answers: state.answers.clone(),
            state_hash: Some(state_hash_of(&state.engine)),
        };
        let sources: Vec<Source> = self.players.iter().map(WarPlayer::source).collect();
        let provenance = Provenance {
            sources: &sources,
            seed: Some(self.config.seed),
            match_index: 0,
            environment: &self.environment(),
        };
        Ok(lineup.record(&finished, provenance))
    }

    /// Returns the environment of the last round that was played; empty if none was.
    #[must_use]
    pub fn last_environment(&self) -> Vec<(String, String)> {
        let last = self.rounds.kept.last();
        last.map_or_else(Vec::new, |kept| kept.environment.clone().into_iter().collect())
    }

    /// Returns the environment that the answers of all rounds depend on. If it changed between rounds, all values are
    /// listed.
    fn environment(&self) -> Vec<(String, String)> {
        let mut all: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
        for (name, value) in self.rounds.kept.iter().flat_map(|kept| &kept.environment) {
            let values = all.entry(name).or_default();
            if !values.contains(&value.as_str()) {
                values.push(value);
            }
        }
        all.into_iter().map(|(name, values)| (name.to_owned(), values.join(", "))).collect()
    }
}

/// Opens the folder given by the user, and reads the war's settings.
fn opened(path: &Path) -> Result<(ConfinedFolder, Config), Failure> {
    if !path.is_dir() {
        return Err(missing(&path.join(CONFIG_FILE)));
    }
    let inside = ConfinedFolder::open(path)?;
    let config = Config::read(&inside)?;
    Ok((inside, config))
}

/// Returns the state hash of a match.
fn state_hash_of(engine: &Engine) -> Digest {
    engine.state_hash().expect("PerlWar has state hashes")
}

//! A renewal: all programs of a hill play again in the present environment, while the old table stays in force.
//!
//! It goes step by step. Between steps, other commands can change the hill. The results of the new environment are kept in
//! the hill's database like all others, so a renewal that was killed continues where it stopped. The switch to the new
//! table is one change of the hill.

use std::time::{Duration, Instant};

use dispatch::{Dispatcher, Local};
use serde::{Deserialize, Serialize};
use store::Store;
use tournament::schedule::{RoundRobin, Schedule};
use tournament::{Encounter, EncounterResult};

use super::state::RENEW;
use super::{Challenge, Folder, HillChange, RatedHill, UnableResident, history};
use crate::confined_folder::ConfinedFolder;
use crate::contest::{Contest, Environment, KnownResults, PlayOptions, RatingDetail};
use crate::file_name::FileName;
use crate::internal_folder::INTERNAL_FOLDER;
use crate::{Failure, ScoreKind};

/// The file in `.bout` that exists while a hill is being renewed.
const RENEWAL_FILE: FileName = FileName::own("renewal.json");

/// The largest such file.
const MAX_RENEWAL_BYTES: u64 = 1 << 16;

/// How many pairs machines elsewhere play at once. With several, no machine waits for the last games of a pair.
const PAIRS_ELSEWHERE: usize = 8;

/// The prefix of the names of files with old tables.
const OLD_TABLE: &str = "before-renewal-";

/// Returns true if this is the name of a file with an old table.
pub(super) fn is_old_table(name: &FileName) -> bool {
    name.as_str().starts_with(OLD_TABLE)
}

/// A request to renew a hill.
#[derive(Debug, Default, Serialize, Deserialize)]
struct RenewalFile {}

/// The progress of a renewal.
pub struct Renewal {
    /// The environments that the hill is being renewed for.
    pub to: Vec<Environment>,
    /// The number of pairs that have played all their games in them.
    pub done: usize,
    /// The number of all pairs.
    pub pairs: usize,
    /// The table of the games played so far.
    pub hill: RatedHill,
}

/// The outcome of a step of a renewal.
pub enum RenewalStep {
    /// All pairs had already played in the present environment.
    UpToDate,
    /// There is more to play.
    Left {
        /// The number of pairs that have played all their games.
        done: usize,
        /// The number of all pairs.
        pairs: usize,
    },
    /// The new table is in force.
    Renewed(Box<Renewed>),
}

/// A hill that was renewed.
pub struct Renewed {
    /// The hill with the new table.
    pub hill: RatedHill,
    /// The environments of the old table.
    pub from: Vec<Environment>,
    /// The file in `results/` with the old table.
    pub old_table: FileName,
    /// The programs that were retired.
    pub retired: Vec<UnableResident>,
}

/// These encounters, in one round.
pub(super) struct Encounters(pub(super) Vec<Encounter>);

impl Encounters {
    /// Returns the first games of a pair.
    pub(super) fn of([one, other]: [usize; 2], games: u64) -> Encounter {
        Encounter::new(vec![one, other], 0, games)
    }
}

impl Schedule for Encounters {
    fn next_round(&mut self, played: &[EncounterResult]) -> Vec<Encounter> {
        if played.is_empty() { self.0.clone() } else { Vec::new() }
    }

    fn matches(&self) -> u64 {
        self.0.iter().map(Encounter::matches).sum()
    }
}

impl Folder {
    /// Asks for a renewal: the site that serves the hill plays it in the background.
    pub fn ask_for_renewal(hill: &ConfinedFolder) -> Result<(), Failure> {
        let text = serde_json::to_vec(&RenewalFile::default()).expect("it is plain data");
        hill.make_folder(&INTERNAL_FOLDER)?.write_durably(&RENEWAL_FILE, &text)
    }

    /// Cancels a renewal. The results that it has played are kept.
    pub fn give_up_renewal(hill: &ConfinedFolder) -> Result<(), Failure> {
        hill.folder(&INTERNAL_FOLDER)?.map_or(Ok(()), |own| own.remove(&RENEWAL_FILE))
    }

    /// Returns true if the hill is being renewed, or somebody has asked for it.
    pub fn is_being_renewed(&self) -> Result<bool, Failure> {
        let Some(own) = self.inside.folder(&INTERNAL_FOLDER)? else { return Ok(false) };
        Ok(own.read_at_most(MAX_RENEWAL_BYTES, &RENEWAL_FILE)?.is_some())
    }

    /// Continues playing for about `limit`, at least one pair. After the last pair, the new table comes into force.
    ///
    /// Fails if the client stops it, or if matches stay void. All results up to then are kept.
    pub fn renew(
        &mut self,
        store: &mut Store,
        threads: usize,
        limit: Duration,
    ) -> Result<RenewalStep, Failure> {
        let residents = self.residents()?;
        let table = self.contest(&self.in_table(&residents)?, self.isolation)?;
        let from = self.environments_of(&table);
        if from.iter().all(|one| table.accepts(one)) && residents.unable.is_empty() {
            Self::give_up_renewal(&self.inside)?;
            return Ok(RenewalStep::UpToDate);
        }
        Self::ask_for_renewal(&self.inside)?;
        // From now on, pairs keep their results although there are newer ones in the store.
        if self.state.environments != from {
            self.set_environments(from.clone())?;
        }
        let unable = residents.unable.clone();
        let able = residents.able_to_play()?;
        let contest = self.contest_anew(&able, self.isolation)?;
        if let Some((done, pairs)) = self.play_on(&contest, store, threads, limit)? {
            return Ok(RenewalStep::Left { done, pairs });
        }
        let hill = self.play_contest(contest, store, threads)?;
        self.switch(hill, from, unable).map(|renewed| RenewalStep::Renewed(Box::new(renewed)))
    }

    /// Returns the progress of the hill's renewal; `None` if there is none.
    pub fn renewal(&self, store: &mut Store) -> Result<Option<Renewal>, Failure> {
        if !self.is_being_renewed()? {
            return Ok(None);
        }
        let contest = self.contest_anew(&self.residents()?.able, self.isolation)?;
        if !self.is_held() {
            self.copy_known(&contest, store);
        }
        let to = contest.presents();
        let known = self.pairs_known(&contest, store)?;
        let pairs = contest.pairs().count();
        let mut schedule =
            Encounters(known.iter().map(|&pair| Encounters::of(pair, self.config.games)).collect());
        let results = contest.play(&mut schedule, store, &options(1, "renewal", &Local))?;
        if results.left.is_some() {
            return Err(Failure::Interrupted("nothing was changed".into()));
        }
        results.rate(RatingDetail::Entrants)?;
        Ok(Some(Renewal { to, done: known.len(), pairs, hill: RatedHill { contest, results } }))
    }

    /// Plays pairs until `limit` has passed. Returns the numbers of done pairs and of all pairs, unless all are done.
    fn play_on(
        &self,
        contest: &Contest,
        store: &mut Store,
        threads: usize,
        limit: Duration,
    ) -> Result<Option<(usize, usize)>, Failure> {
        let start = Instant::now();
        let is_over = || start.elapsed() >= limit;
        let stop = || is_over() || contest.client.wants_to_stop();
        let stopped = || {
            let why = "the old table is in force, and the results so far are stored";
            Failure::Interrupted(why.into())
        };
        if contest.score != ScoreKind::Sampled {
            // The choice of pairs to count depends on all pairs. Their matches are short.
            let schedule = || -> Result<Box<dyn Schedule>, Failure> {
                Ok(Box::new(RoundRobin::new(contest.field.len(), self.config.games)))
            };
            let options = options(threads, "renewal", self.dispatcher.as_ref());
            let results = contest.play_trusted(&schedule, store, &options, &stop)?;
            if contest.client.wants_to_stop() {
                return Err(stopped());
            }
            let known = self.pairs_known(contest, store)?.len();
            return Ok(results.left.map(|_| (known, contest.pairs().count())));
        }
        let known = self.pairs_known(contest, store)?;
        let pairs = contest.pairs().count();
        let missing: Vec<[usize; 2]> = contest.pairs().filter(|pair| !known.contains(pair)).collect();
        let at_once = if self.dispatcher.is_elsewhere() { PAIRS_ELSEWHERE } else { 1 };
        let mut done = known.len();
        for some in missing.chunks(at_once) {
            if done > known.len() && is_over() {
                return Ok(Some((done, pairs)));
            }
            let task = format!("renewal, pair {} of {pairs}", done + 1);
            done += some.len();
            let schedule = || -> Result<Box<dyn Schedule>, Failure> {
                let encounters = some.iter().map(|&pair| Encounters::of(pair, self.config.games));
                Ok(Box::new(Encounters(encounters.collect())))
            };
            let options = options(threads, &task, self.dispatcher.as_ref());
            let results = contest.play_trusted(&schedule, store, &options, contest.client.stop())?;
            if results.left.is_some() {
                return Err(stopped());
            }
        }
        Ok(None)
    }

    /// Returns the pairs of a contest whose games are all in the store.
    pub(super) fn pairs_known(&self, contest: &Contest, store: &Store) -> Result<Vec<[usize; 2]>, Failure> {
        let mut known = Vec::new();
        for pair in contest.pairs() {
            if contest.is_known_under(&contest.present_of(&pair), pair, self.config.games, store)? {
                known.push(pair);
            }
        }
        Ok(known)
    }

    /// Puts the new table into force.
    fn switch(
        &mut self,
        hill: RatedHill,
        from: Vec<Environment>,
        retired: Vec<UnableResident>,
    ) -> Result<Renewed, Failure> {
        let number = history::read(&self.inside)?.iter().filter(|one| one.is_renewal()).count() + 1;
        let name = format!("{OLD_TABLE}{number}.json");
        let old_table = FileName::new(&name).map_err(Failure::Refused)?;
        // If several environments are accepted, each pair has played in one of them.
        let environment = hill.contest.presents().into_iter().next();
        let line = Challenge { environment, ..self.history_line(RENEW, &hill) };
        let change = HillChange {
            remove: self.all_leave(&retired)?,
            more: self.retirements(&retired, &hill),
            old_table: Some((old_table.clone(), self.state.clone())),
            ..HillChange::new(self.state_of(&hill), line)
        };
        change.make(&self.inside)?;
        self.state = change.state;
        Self::give_up_renewal(&self.inside)?;
        self.tell_retired(&retired);
        Ok(Renewed { hill, from, old_table, retired })
    }
}

pub(super) fn options<'a>(
    threads: usize,
    task: &'a str,
    dispatcher: &'a dyn Dispatcher<Failure>,
) -> PlayOptions<'a> {
    PlayOptions { threads, known: KnownResults::Use, only: Vec::new(), records: false, task, dispatcher }
}

//! Plays rounds on all cores, and processes them strictly in order. Games played after the answer is known are
//! discarded, so that results do not depend on the number of threads.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

use dispatch::Dispatcher;
use game::{Canonical, Digest};
use jobs::{
    Parallelism, Piece, PieceError, PlayContext, PlayedGame, PlayedResult, Watcher, Worker, in_order,
};
use record::Record;
use referee::{Detail, Finished, Lineup, Provenance};
use tournament::{Encounter, Places, Seating, half_points};

use super::comparison::Comparison;
use super::rounds::Batches;
use super::state::{ComparisonState, Decision, OpponentResult, Pair, RoundResult};
use crate::Failure;
use crate::contest::{failed, threads};

/// The number of seats: a version and an opponent.
pub(super) const SEATS: usize = 2;

/// The number of rounds with void matches after which the comparison gives up.
const MAX_SKIPPED: u64 = 10;

/// Why play ended.
#[derive(Debug, PartialEq, Eq)]
pub enum StopReason {
    /// The answer is known.
    Decided,
    /// The limit on games was reached.
    Capped,
    /// The user pressed Ctrl-C.
    Interrupted,
    /// Too many matches were void; holds the last cause.
    Void(String),
}

/// The results of a version's two games against an opponent.
pub(super) struct PlayedPair {
    half_points: Result<Pair, String>,
    fingerprint: Option<Digest>,
}

/// The reason why no more results are processed.
enum Stop {
    Ended(StopReason),
    Failed(Failure),
}

impl From<Failure> for Stop {
    fn from(failure: Failure) -> Self {
        Self::Failed(failure)
    }
}

/// Records of games whose round was not processed yet, by round, encounter and game.
type Unwritten = Mutex<BTreeMap<(u64, usize, u64), Record>>;

/// The comparison. Encounters 2k and 2k + 1 are those of the new and of the old version with opponent k.
pub struct ComparisonPlayer<'a> {
    /// The versions and their opponents.
    pub comparison: &'a Comparison,
    /// The most games per version, rounded up to whole rounds.
    pub games: u64,
    /// The number of threads to play on.
    pub threads: usize,
    /// Whether the client gets the record of every match, which only this machine can write.
    pub records: bool,
    /// The machines that play.
    pub dispatcher: &'a dyn Dispatcher<Failure>,
}

impl ComparisonPlayer<'_> {
    /// Plays rounds until the answer is known or something else ends it, and calls `see` for each.
    pub fn play(
        &self,
        state: &mut ComparisonState,
        mut see: impl FnMut(&ComparisonState, &RoundResult) -> Result<(), Failure>,
    ) -> Result<StopReason, Failure> {
        if self.dispatcher.is_elsewhere() {
            return self.play_elsewhere(self.dispatcher, state, &mut see);
        }
        let programs = self.comparison.programs();
        let seed_of = |members: &[usize]| self.comparison.seed_of(members[1] - 2);
        let client = &self.comparison.client;
        let over = AtomicBool::new(false);
        let stop = || client.wants_to_stop() || over.load(Ordering::Relaxed);
        let unwritten = Unwritten::default();
        let watcher = |lineup: &Lineup, finished: &Finished, piece: &Piece, game: u64| {
            let record = self.record(lineup, finished, piece.encounter, game);
            let key = (game / 2, piece.encounter, game);
            unwritten.lock().unwrap_or_else(PoisonError::into_inner).insert(key, record);
            Ok(())
        };
        let detail = if self.records { Detail::Record } else { Detail::Result };
        let context = PlayContext {
            game: self.comparison.game,
            rules: &self.comparison.rules,
            programs: &programs,
            seating: Seating::default(),
            seed_of: &seed_of,
            conditions: self.comparison.foreign.conditions(detail, &stop),
            watcher: self.records.then_some(&watcher as Watcher<Failure>),
        };
        let batches = self.batches();
        let parallelism = Parallelism { threads: self.threads()?, chunk: 1, stop: &stop };
        let work = |worker: &mut Worker<Failure>, number| self.play_piece(worker, &batches, number);
        let mut batch = Vec::new();
        let take = |number, pairs: Result<Vec<PlayedPair>, PieceError<Failure>>| -> Result<(), Stop> {
            batch.push(pairs.map_err(failed)?.into_iter());
            if batch.len() < self.encounters() {
                return Ok(());
            }
            let (_, rounds) = batches.piece(number);
            let mut encounters = std::mem::take(&mut batch);
            for number in rounds {
                let round = round(encounters.iter_mut().filter_map(Iterator::next));
                self.write_records(&unwritten, number)?;
                state.take(&round);
                see(state, &round)?;
                if let ControlFlow::Break(ending) = ending(state, round) {
                    // Matches still being played no longer matter.
                    over.store(true, Ordering::Relaxed);
                    return Err(Stop::Ended(ending));
                }
            }
            Ok(())
        };
        match in_order(0..batches.pieces(), parallelism, || Worker::new(&context), work, take) {
            Err(Stop::Ended(ending)) => Ok(ending),
            Err(Stop::Failed(failure)) => Err(failure),
            Ok(taken) if taken < batches.pieces() => Ok(StopReason::Interrupted),
            Ok(_) => Ok(StopReason::Capped),
        }
    }

    pub(super) fn encounters(&self) -> usize {
        2 * self.comparison.opponents.len()
    }

    fn batches(&self) -> Batches {
        let rounds = self.games.div_ceil(self.encounters() as u64);
        if self.comparison.game.runs_foreign_code() || self.records {
            Batches::single(self.encounters(), rounds)
        } else {
            Batches::growing(self.encounters(), rounds)
        }
    }

    pub(super) fn threads(&self) -> Result<usize, Failure> {
        let programs = [&self.comparison.new, &self.comparison.opponents[0]].map(|one| one.program.clone());
        threads(self.comparison.game, programs.into(), &self.comparison.rules, self.threads)
    }

    /// Plays the games of an encounter in the rounds of a batch; `None` if it was stopped.
    fn play_piece(
        &self,
        worker: &mut Worker<Failure>,
        batches: &Batches,
        number: u64,
    ) -> Option<Result<Vec<PlayedPair>, PieceError<Failure>>> {
        let (encounter, rounds) = batches.piece(number);
        let (mut next, end) = (rounds.start * 2, rounds.end * 2);
        let mut pairs = Vec::new();
        // Slow pieces of work end early, and continue here.
        while next < end {
            let piece = Piece { encounter, games: next..end };
            let played = match worker.play(&members(encounter), &piece)? {
                Ok(played) => played,
                Err(error) => return Some(Err(error)),
            };
            next = played.piece.games.end;
            match played.result {
                PlayedResult::Places { places, .. } => pairs.extend(pairs_of_places(&places)),
                PlayedResult::Games(games) => pairs.push(self.pair_of_games(&games)),
                // A comparison uses only games.
                PlayedResult::Counts(_) => {}
            }
        }
        Some(Ok(pairs))
    }

    pub(super) fn pair_of_games(&self, games: &[PlayedGame]) -> PlayedPair {
        let mut half_points = [0; 2];
        let mut canonical = Canonical::new("compared games");
        for (at, game) in games.iter().enumerate() {
            match &game.result {
                Ok(finished) => {
                    half_points[at] = half_points_of(&finished.outcome.places, at);
                    add(&mut canonical, finished);
                }
                Err(void) => return PlayedPair { half_points: Err(void.cause.clone()), fingerprint: None },
            }
        }
        let fingerprint = self.comparison.game.info().answers_tell_all.then(|| canonical.finish());
        PlayedPair { half_points: Ok(half_points), fingerprint }
    }

    fn record(&self, lineup: &Lineup, finished: &Finished, encounter: usize, game: u64) -> Record {
        let members = members(encounter);
        let source = |member: usize| match members[member] {
            0 => self.comparison.new.source.clone(),
            1 => self.comparison.old.source.clone(),
            opponent => self.comparison.opponents[opponent - 2].source.clone(),
        };
        let sources: Vec<_> = Seating::default().members(SEATS, game).into_iter().map(source).collect();
        let seed = Encounter::match_seed(self.comparison.seed_of(members[1] - 2), SEATS, game);
        let before = (game / 2) * 2 * self.encounters() as u64;
        let ordinal = before + 2 * encounter as u64 + game % 2;
        let environment = &self.comparison.foreign.environment;
        lineup.record(
            finished,
            Provenance { sources: &sources, seed: Some(seed), match_index: ordinal, environment },
        )
    }

    /// Writes the records of all rounds up to this one.
    fn write_records(&self, unwritten: &Unwritten, round: u64) -> Result<(), Failure> {
        let mut unwritten = unwritten.lock().unwrap_or_else(PoisonError::into_inner);
        let later = unwritten.split_off(&(round + 1, 0, 0));
        let due = std::mem::replace(&mut *unwritten, later);
        due.values().try_for_each(|record| self.comparison.client.save_record(record))
    }
}

/// Returns the two programs of an encounter: a version and an opponent. The version has the first seat in the first of
/// the two games.
pub(super) fn members(encounter: usize) -> [usize; SEATS] {
    [encounter % 2, 2 + encounter / 2]
}

pub(super) fn pairs_of_places(places: &Places) -> Vec<PlayedPair> {
    let games: Vec<&[u32]> = places.games().collect();
    let pair = |games: &[&[u32]]| {
        let half_points = [half_points_of(games[0], 0), half_points_of(games[1], 1)];
        PlayedPair { half_points: Ok(half_points), fingerprint: None }
    };
    games.chunks_exact(2).map(pair).collect()
}

/// Returns the half-points of one of two seats.
fn half_points_of(places: &[u32], seat: usize) -> u8 {
    half_points(places[seat], places[1 - seat])
}

/// Adds the answers and the outcome of a match.
fn add(canonical: &mut Canonical, finished: &Finished) {
    finished.answers.add_to(canonical);
    canonical
        .numbers("places", &finished.outcome.places.iter().map(|&place| place.into()).collect::<Vec<_>>());
    canonical.number("turns", finished.outcome.turns);
}

/// Builds a round from the results of all encounters.
pub(super) fn round(pairs: impl Iterator<Item = PlayedPair>) -> RoundResult {
    let mut half_points = Vec::new();
    let mut canonical = Canonical::new("compared round");
    let mut has_fingerprint = true;
    for pair in pairs {
        match pair.half_points {
            Ok(of_pair) => half_points.push(of_pair),
            Err(cause) => return RoundResult::Void(cause),
        }
        match pair.fingerprint {
            Some(fingerprint) => canonical.bytes("pair", fingerprint.as_bytes()),
            None => has_fingerprint = false,
        }
    }
    let meetings =
        half_points.chunks_exact(2).map(|pairs| OpponentResult { new: pairs[0], old: pairs[1] }).collect();
    RoundResult::Played { meetings, fingerprint: has_fingerprint.then(|| canonical.finish()) }
}

/// Returns the reason if a round is the last one.
pub(super) fn ending(state: &ComparisonState, last: RoundResult) -> ControlFlow<StopReason> {
    if state.answer() != Decision::Open {
        return ControlFlow::Break(StopReason::Decided);
    }
    match last {
        RoundResult::Void(cause) if state.skipped() >= MAX_SKIPPED => {
            ControlFlow::Break(StopReason::Void(cause))
        }
        _ => ControlFlow::Continue(()),
    }
}

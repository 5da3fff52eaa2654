//! Reads the known results of a round before it is played.

use std::collections::{HashMap, HashSet};
use std::ops::Range;
use std::sync::mpsc;
use std::thread;

use game::Digest;
use store::{KeptGames, Pairing};
use tournament::Encounter;

use super::KnownResults;
use super::exact::Score;
use super::known::State;
use super::play::ContestRun;
use crate::{Failure, ScoreKind};

/// How many pairs of a round are counted in one go: few enough that the progress bar keeps moving.
const COUNTED_AT_ONCE: usize = 64;

/// How many encounters are read from the store at once.
const READ_AT_ONCE: usize = 1024;

/// How many groups of encounters have their keys computed ahead of reading.
const CHUNKS_AHEAD: usize = 2;

/// The known results of a round.
pub(super) struct Loaded {
    pub(super) states: Vec<State>,
    /// False if the user stopped the counting of exact scores.
    pub(super) is_complete: bool,
}

/// Encounters that have already occurred in a round.
#[derive(Default)]
struct Begun {
    /// The keys of their pairings.
    pairings: HashSet<Digest>,
    /// The first encounter of each pairing's key and range of games.
    firsts: HashMap<(Digest, u64, u64), usize>,
}

impl ContestRun<'_> {
    /// Returns the known results of a round. Unknown exact scores are counted.
    pub(super) fn load(&mut self, round: &[Encounter]) -> Result<Loaded, Failure> {
        self.prepare_censuses(round)?;
        let seats = round.first().map_or(0, |encounter| encounter.members.len());
        let parameters = self.contest.parameters(seats)?;
        let mut loaded = Loaded { states: Vec::with_capacity(round.len()), is_complete: true };
        let mut begun = Begun::default();
        let at_once = if self.contest.score == ScoreKind::Sampled { READ_AT_ONCE } else { COUNTED_AT_ONCE };
        let contest = self.contest;
        thread::scope(|scope| {
            // Computing keys takes as long as reading, so it happens at the same time, only slightly ahead.
            let (send, pairings) = mpsc::sync_channel(CHUNKS_AHEAD);
            let keys = parameters.as_slice();
            scope.spawn(move || {
                let of = |one: &Encounter| contest.pairing(&one.members, keys);
                let mut all = round.chunks(at_once).map(|some| some.iter().map(of).collect::<Vec<Pairing>>());
                // After a failure or a stop, nobody receives the keys any more.
                let _ = all.try_for_each(|some| send.send(some));
            });
            for some in round.chunks(at_once) {
                if (self.stop)() {
                    loaded.is_complete = false;
                    break;
                }
                let pairings = pairings.recv().expect("there are as many as chunks");
                self.load_some(some, pairings, &mut begun, &mut loaded)?;
                self.tell_time_of_counting(round.len() - loaded.states.len());
            }
            Ok(loaded)
        })
    }

    /// Returns the known results of some encounters of a round.
    fn load_some(
        &mut self,
        some: &[Encounter],
        pairings: Vec<Pairing>,
        begun: &mut Begun,
        loaded: &mut Loaded,
    ) -> Result<(), Failure> {
        self.count_quick_pairs(some)?;
        let scores = some.iter().map(|one| self.score(one)).collect::<Result<Vec<_>, Failure>>()?;
        let sampled = pairings.into_iter().zip(&scores).filter(|(_, score)| matches!(score, Score::Sampled));
        let pairings: Vec<Pairing> = sampled.map(|(pairing, _)| pairing).collect();
        let mut kept = pairings.iter().zip(self.kept_games(&pairings)?);
        for (encounter, score) in some.iter().zip(scores) {
            let (at, seats) = (loaded.states.len(), encounter.members.len());
            let state = match (score, &mut kept) {
                (Score::Exact { tally, .. }, _) => State::exact(tally),
                (Score::Stopped, _) => {
                    loaded.is_complete = false;
                    State::unread(seats, self.contest.seating)
                }
                (Score::Sampled, kept) => {
                    let (pairing, games) = kept.next().expect("there is one for each that is sampled");
                    // Entrants with the same program play the same games, so one encounter serves both.
                    let Range { start, end } = encounter.games;
                    let twin = *begun.firsts.entry((pairing.key, start, end)).or_insert(at);
                    if twin != at {
                        State::of_twin(twin, seats, self.contest.seating)
                    } else if begun.pairings.insert(pairing.key) {
                        let state = self.load_one(encounter, games)?;
                        self.progress.advance(state.tally.games);
                        state
                    } else {
                        State::of_waiting(seats, self.contest.seating)
                    }
                }
            };
            loaded.states.push(state);
        }
        Ok(())
    }

    /// Returns the kept games of each of these pairings. New pairings are made when their first results arrive, while others are
    /// being played; unless results are played again or forgotten, since both are noted by the pairing's number.
    pub(super) fn kept_games(&mut self, pairings: &[Pairing]) -> Result<Vec<Option<KeptGames>>, Failure> {
        if self.options.known == KnownResults::Use {
            return Ok(self.store.games_if_known(pairings)?);
        }
        Ok(self.store.games_of(pairings)?.into_iter().map(Some).collect())
    }

    /// Returns how to treat the known results of an encounter.
    pub(super) fn known(&self, encounter: &Encounter) -> KnownResults {
        let is_meant = self.options.only.iter().all(|entrant| encounter.members.contains(entrant));
        if is_meant { self.options.known } else { KnownResults::Use }
    }

    /// Returns the known results of an encounter. `games` is `None` if its pairing is not in the store.
    pub(super) fn load_one(
        &mut self,
        encounter: &Encounter,
        games: Option<KeptGames>,
    ) -> Result<State, Failure> {
        let tells_all = self.contest.game.info().answers_tell_all;
        let seen = tells_all.then(|| self.seen.remove(&encounter.members).unwrap_or_default());
        let Some(mut games) = games else { return Ok(State::of_new(encounter, seen, self.contest.seating)) };
        let id = games.pairing;
        if self.options.known == KnownResults::Forget && self.forgotten.insert(id) {
            self.store.forget(id)?;
            games = KeptGames::none_of(id);
        }
        let known = self.known(encounter);
        // Every game of every encounter gets a record, even if two encounters share some games.
        let new = if self.options.records { &[] } else { self.results.unjudged.games_of(id) };
        let state = State::load(self.store, games, encounter, known, seen, new, self.contest.seating)?;
        self.results.unjudged.note(encounter, &state);
        // Games that this command played for a twin were not known before.
        if !self.new.contains(&id) {
            self.results.known += state.tally.games;
        }
        if !state.missing.is_empty() {
            self.new.insert(id);
        }
        Ok(state)
    }
}

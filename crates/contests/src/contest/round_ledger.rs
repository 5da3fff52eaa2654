//! Takes the results of a round's games: it counts and stores them, and tells the client.

use std::collections::{BTreeMap, BTreeSet};
use std::iter;

use dispatch::Ledger;
use jobs::PlayedPiece;
use store::{PairingId, Store};
use tournament::schedule::Schedule;
use tournament::{Encounter, EncounterResult};

use super::add_results::take_piece;
use super::known::State;
use super::progress::Progress;
use super::result_writer::ResultWriter;
use super::round_estimate::RoundEstimate;
use super::{Contest, Results};
use crate::{ContestEvent, Failure};

/// The leader is determined only in rounds of at most this many encounters; for more, it would take as long as playing
/// them.
const MOST_FOR_LEADER: usize = 20_000;

/// How many new pairings are made in one transaction. One transaction for each would take longer than its games.
const MADE_AT_ONCE: usize = 1024;

/// Where a round's results are added.
pub(super) struct RoundRun<'r> {
    pub(super) store: &'r mut Store,
    pub(super) results: &'r mut Results,
    pub(super) progress: &'r Progress<'r>,
    pub(super) pace: &'r mut RoundEstimate,
    /// The pairings that this command has played or counted.
    pub(super) new: &'r mut BTreeSet<PairingId>,
    /// The pairings that machines elsewhere have played, by worker.
    pub(super) by_worker: &'r mut BTreeMap<String, BTreeSet<PairingId>>,
}

/// Takes the results of a round.
pub(super) struct RoundLedger<'r> {
    contest: &'r Contest,
    round: &'r [Encounter],
    states: &'r mut [State],
    schedule: &'r dyn Schedule,
    writer: ResultWriter<'r>,
    results: &'r mut Results,
    progress: &'r Progress<'r>,
    pace: &'r mut RoundEstimate,
    new: &'r mut BTreeSet<PairingId>,
    by_worker: &'r mut BTreeMap<String, BTreeSet<PairingId>>,
}

impl<'r> RoundLedger<'r> {
    pub(super) fn new(
        contest: &'r Contest,
        round: &'r [Encounter],
        states: &'r mut [State],
        schedule: &'r dyn Schedule,
        run: RoundRun<'r>,
    ) -> Self {
        let RoundRun { store, results, progress, pace, new, by_worker } = run;
        let writer = ResultWriter::new(store);
        Self { contest, round, states, schedule, writer, results, progress, pace, new, by_worker }
    }

    /// Returns the pairing of an encounter. If it is new, makes it in the store, together with those of the next
    /// encounters.
    fn pairing(&mut self, at: usize) -> Result<PairingId, Failure> {
        if let Some(pairing) = self.states[at].pairing {
            return Ok(pairing);
        }
        let is_new = |state: &State| state.pairing.is_none() && !state.missing.is_empty();
        let later = (at + 1..self.states.len()).filter(|&later| is_new(&self.states[later]));
        let new: Vec<usize> = iter::once(at).chain(later).take(MADE_AT_ONCE).collect();
        let parameters = self.contest.parameters(self.round[at].members.len())?;
        let pairing = |&at: &usize| self.contest.pairing(&self.round[at].members, &parameters);
        let made = self.writer.make(&new.iter().map(pairing).collect::<Vec<_>>())?;
        for (&at, &pairing) in new.iter().zip(&made) {
            self.states[at].pairing = Some(pairing);
        }
        self.new.extend(&made);
        Ok(made[0])
    }

    /// Returns the leader of all games so far.
    fn leader(&self) -> String {
        let now = self.round.iter().zip(&*self.states).map(|(encounter, state)| EncounterResult {
            encounter: encounter.clone(),
            tally: state.tally.clone(),
        });
        let played: Vec<EncounterResult> = self.results.played.iter().cloned().chain(now).collect();
        let table = self.contest.table(self.schedule, &played);
        let leader = table.rows.first();
        leader.map_or(String::new(), |row| self.contest.entrants[row.entrant].name.clone())
    }
}

impl Ledger<Failure> for RoundLedger<'_> {
    fn take(&mut self, played: PlayedPiece, worker: Option<&str>) -> Result<(), Failure> {
        let at = played.piece.encounter;
        let games = played.piece.games.end - played.piece.games.start;
        self.pace.add(at, games, played.elapsed);
        let pairing = self.pairing(at)?;
        let state = &mut self.states[at];
        if let Some(worker) = worker {
            self.contest.client.tell(ContestEvent::PlayedElsewhere(played.elapsed));
            let pairings = match self.by_worker.get_mut(worker) {
                Some(pairings) => pairings,
                None => self.by_worker.entry(worker.to_owned()).or_default(),
            };
            pairings.insert(pairing);
        }
        take_piece(&self.round[at].members, pairing, state, played, self.results, &mut self.writer)?;
        self.progress.time_left(|not_done| {
            let missing: Vec<u64> = self.states.iter().map(State::missing_games).collect();
            let later = not_done.saturating_sub(games).saturating_sub(missing.iter().sum());
            self.pace.left(missing.into_iter(), later)
        });
        self.progress.played(games);
        if self.results.played.len() + self.round.len() <= MOST_FOR_LEADER {
            self.progress.leader(|| self.leader());
        }
        Ok(())
    }

    fn save(&mut self) -> Result<(), Failure> {
        self.writer.save()
    }

    fn note(&self, line: &str) {
        self.contest.client.note(line);
    }
}

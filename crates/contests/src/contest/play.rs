//! Plays a schedule round by round, and stores every result as soon as it is known.

use std::cell::OnceCell;
use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use dispatch::{DispatchError, Dispatcher, Ended, Ledger, Order, Work};
use game::{Participant, Rules};
use games::RegisteredGame;
use jobs::{Piece, PieceError, Plan, PlayContext};
use referee::{Conditions, Detail, Finished, Lineup};
use store::{PairingId, Store};
use tournament::schedule::Schedule;
use tournament::{CrossTable, Encounter, EncounterResult, Table};

use super::budget::Budget;
use super::exact::CensusCache;
use super::known::{DistinctGames, State};
use super::load::Loaded;
use super::progress::Progress;
use super::records::record_of;
use super::round_estimate::RoundEstimate;
use super::round_ledger::{RoundLedger, RoundRun};
use super::{Contest, KnownResults, Results, Unverified};
use crate::Failure;

/// Options for playing a contest. No result depends on them.
pub struct PlayOptions<'a> {
    /// The number of threads.
    pub threads: usize,
    /// How to treat known results.
    pub known: KnownResults,
    /// With [`KnownResults::PlayAgain`], only games of these entrants are played again; empty means all.
    pub only: Vec<usize>,
    /// Whether the client gets the record of every match. Then all games are played again.
    pub records: bool,
    /// The name of the task for the client.
    pub task: &'a str,
    /// The machines that play the games.
    pub dispatcher: &'a dyn Dispatcher<Failure>,
}

/// A known result that differs from a new game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ContradictedResult {
    /// The entrants.
    pub members: Vec<usize>,
    /// The number of the game.
    pub game: u64,
    /// The stored places of its seats.
    pub kept: Vec<u32>,
    /// The new places.
    pub now: Vec<u32>,
}

impl Contest {
    /// Plays the games of the schedule whose results are not in the store.
    pub fn play(
        &self,
        schedule: &mut dyn Schedule,
        store: &mut Store,
        options: &PlayOptions,
    ) -> Result<Results, Failure> {
        self.play_until(schedule, store, options, self.client.stop())
    }

    /// Plays like `play` until `stop` returns true. All results up to then are in the store.
    pub fn play_until(
        &self,
        schedule: &mut dyn Schedule,
        store: &mut Store,
        options: &PlayOptions,
        stop: &(dyn Fn() -> bool + Sync),
    ) -> Result<Results, Failure> {
        let progress = Progress::start(&self.client, options.task, schedule.matches());
        let mut run = ContestRun {
            contest: self,
            store,
            census_cache: CensusCache::default(),
            options,
            progress,
            stop,
            seen: BTreeMap::new(),
            forgotten: BTreeSet::new(),
            new: BTreeSet::new(),
            by_worker: BTreeMap::new(),
            results: self.no_results(),
            pace: RoundEstimate::new(),
            budget: Budget::new(),
        };
        loop {
            let round = schedule.next_round(&run.results.played);
            if round.is_empty() {
                break;
            }
            let first_match = run.results.matches;
            let is_complete = run.play_round(round, first_match, schedule)?;
            if !is_complete {
                let all = schedule.matches().max(run.results.matches + 1);
                run.results.left = Some(all - run.results.matches);
                break;
            }
        }
        run.progress.finish();
        let mut results = run.results;
        results.table = self.table(schedule, &results.played);
        results.cross = CrossTable::new(self.field.len(), &results.played);
        results.adaptive = schedule.adaptive_state(&results.played);
        results.rating.ranks = schedule.ranks(&results.played);
        results.rating.paired_by_results = schedule.pairs_by_results();
        Ok(results)
    }

    /// Plays like [`Contest::play_until`]. Whenever a worker elsewhere turns out to give false results, this discards all results
    /// of that worker and begins again, and others play those games.
    pub fn play_trusted(
        &self,
        schedule: &dyn Fn() -> Result<Box<dyn Schedule>, Failure>,
        store: &mut Store,
        options: &PlayOptions,
        stop: &(dyn Fn() -> bool + Sync),
    ) -> Result<Results, Failure> {
        let mut known = options.known;
        loop {
            let options = PlayOptions { known, only: options.only.clone(), ..*options };
            let results = self.play_until(schedule()?.as_mut(), store, &options, stop)?;
            if results.distrusted.is_none() {
                return Ok(results);
            }
            // Results from other workers count.
            known = KnownResults::Use;
        }
    }

    pub(super) fn no_results(&self) -> Results {
        Results {
            played: Vec::new(),
            table: Table { rows: Vec::new() },
            cross: CrossTable::new(self.field.len(), &[]),
            adaptive: None,
            rating: self.rating(),
            rankings: OnceCell::new(),
            matches: 0,
            known: 0,
            judged: 0,
            voids: 0,
            void_cause: None,
            void_attempts: 0,
            left: None,
            distrusted: None,
            differences: Vec::new(),
            recounted: Vec::new(),
            unjudged: Unverified::default(),
        }
    }

    pub(super) fn table(&self, schedule: &dyn Schedule, played: &[EncounterResult]) -> Table {
        let ranking = schedule.ranking(played);
        Table::new(self.field.len(), played, &schedule.bye_games(), &self.scoring, &ranking)
    }
}

/// A contest that is being played.
pub(super) struct ContestRun<'a> {
    pub(super) contest: &'a Contest,
    pub(super) store: &'a mut Store,
    pub(super) census_cache: CensusCache,
    pub(super) options: &'a PlayOptions<'a>,
    pub(super) progress: Progress<'a>,
    /// The games between these entrants in earlier rounds, if identical games can be recognised.
    pub(super) seen: BTreeMap<Vec<usize>, DistinctGames>,
    /// The pairings whose results of earlier contests were discarded. Results of earlier rounds must stay.
    pub(super) forgotten: BTreeSet<PairingId>,
    /// The pairings that this command has played or counted.
    pub(super) new: BTreeSet<PairingId>,
    /// The pairings that machines elsewhere have played, by worker.
    pub(super) by_worker: BTreeMap<String, BTreeSet<PairingId>>,
    pub(super) stop: &'a (dyn Fn() -> bool + Sync),
    pub(super) results: Results,
    pace: RoundEstimate,
    /// The budget for exact scores that the user did not ask for.
    pub(super) budget: Budget,
}

impl ContestRun<'_> {
    /// Plays all encounters of a round. Returns false if it was stopped.
    fn play_round(
        &mut self,
        round: Vec<Encounter>,
        first_match: u64,
        schedule: &dyn Schedule,
    ) -> Result<bool, Failure> {
        if self.options.known != KnownResults::Use && !self.options.dispatcher.is_elsewhere() {
            // Results that cannot be played again must not be forgotten.
            self.contest.refuse_other_environments(round.iter())?;
        }
        let Loaded { mut states, mut is_complete } = self.load(&round)?;
        self.pace.begin_round(round.len());
        loop {
            while is_complete && states.iter().any(|state| !state.missing.is_empty()) {
                is_complete = self.play_missing(&round, &mut states, first_match, schedule)?;
            }
            let Some(at) = states.iter().position(|state| state.waits).filter(|_| is_complete) else { break };
            let members = &round[at].members;
            let pairing = self.contest.pairing(members, &self.contest.parameters(members.len())?);
            let games = self.kept_games(&[pairing])?.pop().flatten();
            states[at] = self.load_one(&round[at], games)?;
            self.progress.advance(states[at].tally.games);
        }
        for at in 0..states.len() {
            if let Some(twin) = states[at].twin {
                states[at].tally = states[twin].tally.clone();
                let seen = states[twin].seen.clone();
                states[at].seen = seen;
            }
        }
        self.results.played.reserve(states.len());
        for (encounter, State { tally, seen, .. }) in round.into_iter().zip(states) {
            self.seen.extend(seen.map(|seen| (encounter.members.clone(), seen)));
            self.results.matches += tally.games + tally.voids;
            self.results.voids += tally.voids;
            self.results.played.push(EncounterResult { encounter, tally });
        }
        Ok(is_complete)
    }

    /// Plays the missing games of a round in one pass. Slow pieces of work end early, and their remaining games stay
    /// missing. Returns false if the user stopped it.
    fn play_missing(
        &mut self,
        round: &[Encounter],
        states: &mut [State],
        first_match: u64,
        schedule: &dyn Schedule,
    ) -> Result<bool, Failure> {
        let contest = self.contest;
        let programs: Vec<_> = contest.entrants.iter().map(|entrant| entrant.program.clone()).collect();
        let seed_of = |members: &[usize]| contest.seed_of(members);
        let ordinals = Ordinals::new(round, first_match);
        let watcher = |lineup: &Lineup, finished: &Finished, piece: &Piece, game: u64| {
            let encounter = &round[piece.encounter];
            let ordinal = ordinals.of(piece.encounter, encounter, game);
            contest.client.save_record(&record_of(
                contest,
                &encounter.members,
                lineup,
                finished,
                game,
                ordinal,
            ))
        };
        let detail = if self.options.records { Detail::Record } else { Detail::Result };
        let shared = PlayContext {
            game: contest.game,
            rules: &contest.rules,
            programs: &programs,
            seating: contest.seating,
            seed_of: &seed_of,
            conditions: Conditions {
                match_budget: contest.match_budget.map(Duration::from_secs),
                ..contest.foreign.conditions(detail, self.stop)
            },
            watcher: self.options.records.then_some(&watcher as jobs::Watcher<Failure>),
        };
        let plan = plan(round, states, contest.game.runs_foreign_code());
        let terms = contest.terms(round.first().map_or(0, |encounter| encounter.members.len()))?;
        let parts = contest.parts(&terms);
        if !self.options.dispatcher.is_elsewhere() {
            let missing = round.iter().zip(&*states).filter(|(_, state)| !state.missing.is_empty());
            contest.refuse_other_environments(missing.map(|(encounter, _)| encounter))?;
        }
        let order = Order {
            work: Work::Games,
            parts: &parts,
            part_of: &|encounter| contest.part_of(&round[encounter].members),
            context: &shared,
            sources: contest,
            round,
            plan: &plan,
            threads: self.threads(round)?,
        };
        let mut ledger = RoundLedger::new(
            contest,
            round,
            states,
            schedule,
            RoundRun {
                store: self.store,
                results: &mut self.results,
                progress: &self.progress,
                pace: &mut self.pace,
                new: &mut self.new,
                by_worker: &mut self.by_worker,
            },
        );
        let ended = self.options.dispatcher.play(&order, &mut ledger);
        // Results from before a failure are stored, too.
        ledger.save()?;
        match ended.map_err(not_dispatched)? {
            Ended::Complete => Ok(true),
            Ended::Stopped => Ok(false),
            Ended::Distrusted { worker } => {
                self.forget_results_of(&worker)?;
                Ok(false)
            }
        }
    }

    /// Discards all results of the pairings that a worker has played. This also discards other workers' results of these
    /// pairings, which are played again, too.
    fn forget_results_of(&mut self, worker: &str) -> Result<(), Failure> {
        let pairings = self.by_worker.remove(worker).unwrap_or_default();
        for &pairing in &pairings {
            self.store.forget(pairing)?;
        }
        self.results.distrusted = Some(pairings.len() as u64);
        Ok(())
    }

    fn threads(&self, round: &[Encounter]) -> Result<usize, Failure> {
        let members = round.first().map_or(&[][..], |encounter| encounter.members.as_slice());
        let programs = members.iter().map(|&member| self.contest.entrants[member].program.clone()).collect();
        threads(self.contest.game, programs, &self.contest.rules, self.options.threads)
    }
}

/// Returns the numbers of matches, counted over the whole contest.
struct Ordinals(Vec<u64>);

impl Ordinals {
    fn new(round: &[Encounter], first_match: u64) -> Self {
        let first_of = |next: &mut u64, encounter: &Encounter| {
            let first = *next;
            *next += encounter.matches();
            Some(first)
        };
        Self(round.iter().scan(first_match, first_of).collect())
    }

    fn of(&self, at: usize, encounter: &Encounter, game: u64) -> u64 {
        self.0[at] + game - encounter.games.start
    }
}

fn plan(round: &[Encounter], states: &[State], runs_foreign_code: bool) -> Plan {
    let mut plan = Plan::default();
    for (at, (encounter, state)) in round.iter().zip(states).enumerate() {
        for games in &state.missing {
            plan.add(at, games.clone(), encounter.members.len(), runs_foreign_code);
        }
    }
    plan
}

/// Returns how many of the `wanted` threads these programs are played on. Every thread has one or two match tables,
/// which can be large.
pub fn threads(
    game: &'static dyn RegisteredGame,
    programs: Vec<Participant>,
    rules: &Rules,
    wanted: usize,
) -> Result<usize, Failure> {
    let lineup = Lineup::new(game, programs, rules).map_err(|error| Failure::Usage(error.to_string()))?;
    Ok(lineup.threads(wanted * 2).div_ceil(2).min(wanted))
}

/// Converts the error of an order into a [`Failure`].
pub(crate) fn not_dispatched(error: DispatchError<Failure>) -> Failure {
    match error {
        DispatchError::Piece(error) => failed(error),
        DispatchError::Ledger(failure) => failure,
        DispatchError::Unreachable(why) => Failure::Unreachable(why),
        DispatchError::Elsewhere(why) => Failure::Machine(why),
    }
}

/// Converts the error of a piece of work into a [`Failure`].
#[must_use]
pub fn failed(error: PieceError<Failure>) -> Failure {
    match error {
        PieceError::Watcher(failure) => failure,
        PieceError::Contest(error) => Failure::Usage(error.to_string()),
        error @ (PieceError::Setup(_) | PieceError::Void(_)) => Failure::Machine(error.to_string()),
    }
}

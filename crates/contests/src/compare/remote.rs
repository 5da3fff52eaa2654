//! Machines elsewhere play the games of a comparison. Rounds are processed in order as their games come in. As on this machine,
//! games played after the answer is known are discarded.

use std::collections::BTreeMap;
use std::ops::{ControlFlow, Range};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use dispatch::{Dispatcher, Ended, Ledger, Order, Part, Sources, Terms, Work};
use jobs::{Plan, PlayContext, PlayedGame, PlayedPiece, PlayedResult};
use referee::Detail;
use tournament::{Encounter, Seating};

use super::comparison::Comparison;
use super::play::{ComparisonPlayer, PlayedPair, SEATS, StopReason, ending, members, pairs_of_places, round};
use super::rounds::Batches;
use super::state::{ComparisonState, RoundResult};
use crate::contest::{ENGINE_VERSION, not_dispatched, without};
use crate::{ContestEvent, Failure};

impl Sources for Comparison {
    fn source(&self, entrant: usize) -> &[u8] {
        let entrant = match entrant {
            0 => &self.new,
            1 => &self.old,
            opponent => &self.opponents[opponent - 2],
        };
        &entrant.source.bytes
    }
}

impl Comparison {
    /// Returns what all games depend on, besides programs and seeds.
    fn terms(&self) -> Terms {
        let info = self.game.info();
        Terms {
            work: Work::Games,
            engine_version: ENGINE_VERSION.into(),
            game: info.name.into(),
            rules_version: info.rules_version,
            parameters: self.parameters.iter().map(|&(key, value)| (key.into(), value)).collect(),
            seating: Seating::default(),
            match_budget_s: None,
            environment: self.foreign.environment.clone(),
        }
    }
}

/// A function that hears of every round.
pub(super) type See<'s> = dyn FnMut(&ComparisonState, &RoundResult) -> Result<(), Failure> + 's;

impl ComparisonPlayer<'_> {
    /// Plays like [`ComparisonPlayer::play`], on the machines of this dispatcher.
    pub(super) fn play_elsewhere(
        &self,
        dispatcher: &dyn Dispatcher<Failure>,
        state: &mut ComparisonState,
        see: &mut See<'_>,
    ) -> Result<StopReason, Failure> {
        let comparison = self.comparison;
        let over = AtomicBool::new(false);
        let stop = || comparison.client.wants_to_stop() || over.load(Ordering::Relaxed);
        let programs = comparison.programs();
        let context = PlayContext {
            game: comparison.game,
            rules: &comparison.rules,
            programs: &programs,
            seating: Seating::default(),
            seed_of: &|members| comparison.seed_of(members[1] - 2),
            conditions: comparison.foreign.conditions(Detail::Result, &stop),
            watcher: None,
        };
        let parts = [Part { terms: Arc::new(comparison.terms()), is_of_here: true }];
        let rounds = self.games.div_ceil(self.encounters() as u64);
        let encounters: Vec<Encounter> =
            (0..self.encounters()).map(|at| Encounter::new(members(at).to_vec(), 0, 2 * rounds)).collect();
        let batches = Batches::growing(self.encounters(), rounds);
        let mut ledger = Rounds::new(self, rounds, state, see, &over);
        while ledger.ended.is_none() {
            let plan = ledger.plan(&batches);
            if plan.pieces() == 0 {
                return Ok(StopReason::Capped);
            }
            let order = Order {
                work: Work::Games,
                parts: &parts,
                part_of: &|_| 0,
                context: &context,
                sources: comparison,
                round: &encounters,
                plan: &plan,
                threads: self.threads()?,
            };
            match dispatcher.play(&order, &mut ledger).map_err(not_dispatched)? {
                Ended::Complete => {}
                Ended::Stopped => return Ok(ledger.ended.unwrap_or(StopReason::Interrupted)),
                Ended::Distrusted { worker } => {
                    return Err(Failure::Machine(format!(
                        "the worker {worker} gave a false result, so nothing of this comparison counts; take away its \
                         access to the queue, and compare again"
                    )));
                }
            }
        }
        Ok(ledger.ended.unwrap_or(StopReason::Capped))
    }
}

/// Takes results, and processes each round once it has all games.
struct Rounds<'l, 'p> {
    player: &'l ComparisonPlayer<'p>,
    state: &'l mut ComparisonState,
    see: &'l mut See<'l>,
    over: &'l AtomicBool,
    /// The missing games of each encounter.
    missing: Vec<Vec<Range<u64>>>,
    /// The pairs of rounds that were not processed yet, by round and encounter.
    pairs: BTreeMap<(u64, usize), PlayedPair>,
    /// Games whose partner in the pair is missing, by encounter and game.
    halves: BTreeMap<(usize, u64), PlayedGame>,
    next: u64,
    ended: Option<StopReason>,
}

impl<'l, 'p> Rounds<'l, 'p> {
    fn new(
        player: &'l ComparisonPlayer<'p>,
        rounds: u64,
        state: &'l mut ComparisonState,
        see: &'l mut See<'l>,
        over: &'l AtomicBool,
    ) -> Self {
        let all = std::iter::once(0..2 * rounds).collect::<Vec<_>>();
        let missing = vec![all; player.encounters()];
        let (pairs, halves) = (BTreeMap::new(), BTreeMap::new());
        Self { player, state, see, over, missing, pairs, halves, next: 0, ended: None }
    }

    /// Returns the missing games. Those of the first rounds come first.
    fn plan(&self, batches: &Batches) -> Plan {
        let runs_foreign_code = self.player.comparison.game.runs_foreign_code();
        let mut plan = Plan::default();
        for number in 0..batches.pieces() {
            let (encounter, rounds) = batches.piece(number);
            for missing in &self.missing[encounter] {
                let games = missing.start.max(2 * rounds.start)..missing.end.min(2 * rounds.end);
                if !games.is_empty() {
                    plan.add(encounter, games, SEATS, runs_foreign_code);
                }
            }
        }
        plan
    }

    fn take_game(&mut self, encounter: usize, played: PlayedGame) {
        let (game, first) = (played.game, played.game - played.game % 2);
        self.halves.insert((encounter, game), played);
        let keys = [(encounter, first), (encounter, first + 1)];
        if !keys.iter().all(|key| self.halves.contains_key(key)) {
            return;
        }
        let games: Vec<PlayedGame> = keys.iter().filter_map(|key| self.halves.remove(key)).collect();
        self.pairs.insert((first / 2, encounter), self.player.pair_of_games(&games));
    }

    /// Processes the next rounds that have all their games.
    fn process(&mut self) -> Result<(), Failure> {
        let encounters = self.player.encounters();
        while self.ended.is_none() {
            let (from, to) = ((self.next, 0), (self.next, encounters));
            if self.pairs.range(from..to).count() < encounters {
                break;
            }
            let later = self.pairs.split_off(&to);
            let pairs = std::mem::replace(&mut self.pairs, later);
            let played = round(pairs.into_values());
            self.next += 1;
            self.state.take(&played);
            (self.see)(self.state, &played)?;
            if let ControlFlow::Break(ending) = ending(self.state, played) {
                self.ended = Some(ending);
                // Matches still being played no longer matter.
                self.over.store(true, Ordering::Relaxed);
            }
        }
        Ok(())
    }
}

impl Ledger<Failure> for Rounds<'_, '_> {
    fn take(&mut self, played: PlayedPiece, worker: Option<&str>) -> Result<(), Failure> {
        let (encounter, games) = (played.piece.encounter, played.piece.games);
        self.missing[encounter] = without(&self.missing[encounter], &games);
        if worker.is_some() {
            self.player.comparison.client.tell(ContestEvent::PlayedElsewhere(played.elapsed));
        }
        match played.result {
            PlayedResult::Places { places, .. } => {
                let pairs = (games.start / 2..).zip(pairs_of_places(&places));
                self.pairs.extend(pairs.map(|(round, pair)| ((round, encounter), pair)));
            }
            PlayedResult::Games(games) => games.into_iter().for_each(|game| self.take_game(encounter, game)),
            // A comparison uses only games.
            PlayedResult::Counts(_) => {}
        }
        self.process()
    }

    fn save(&mut self) -> Result<(), Failure> {
        // A comparison that was killed starts again from the beginning.
        Ok(())
    }

    fn note(&self, line: &str) {
        self.player.comparison.client.note(line);
    }
}

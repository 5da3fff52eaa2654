//! Machines elsewhere play the games of a search.

use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use dispatch::{Dispatcher, Ended, Ledger, Order, Part, Sources, Terms, Travel, Work};
use evolve::{Request, WinDrawLoss};
use game::{NoPlayers, Participant};
use jobs::{Plan, PlayContext, PlayedPiece, PlayedResult};
use referee::{Conditions, Detail};
use tournament::{Encounter, Places, Seating};

use super::MatchEvaluator;
use crate::contest::{ENGINE_VERSION, not_dispatched, without};
use crate::{ContestEvent, Failure};

/// The seats of a match.
const SEATS: usize = 2;

/// Lets machines elsewhere play the games of a search. This machine counts what takes little time to count.
pub struct RemoteEvaluator<'a> {
    /// The opponents, the rules, and this machine's part of the work.
    pub here: MatchEvaluator<'a>,
    /// The machines elsewhere.
    pub dispatcher: &'a dyn Dispatcher<Failure>,
    /// The progress and the problems of the command's games.
    pub status: &'a SearchStatus,
}

/// The progress and the problems of the games while a command of a search runs.
#[derive(Debug, Default)]
pub struct SearchStatus(Mutex<State>);

#[derive(Debug, Default)]
struct State {
    /// The workers that have played.
    workers: BTreeSet<String>,
    /// Whether one of these gave false results.
    is_false: bool,
    failure: Option<Failure>,
}

impl SearchStatus {
    /// Returns true if a worker that played games turned out to give false results. Then nothing more is played,
    /// and everything that follows from its games must be done again.
    pub fn is_false(&self) -> bool {
        self.state().is_false
    }

    /// Starts over, as if nothing had been played.
    pub fn begin_again(&self) {
        *self.state() = State::default();
    }

    /// Returns why games could not be played, if there was a failure.
    pub fn take_failure(&self) -> Option<Failure> {
        self.state().failure.take()
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns whether further play is pointless.
    fn has_ended(&self) -> bool {
        let state = self.state();
        state.is_false || state.failure.is_some()
    }
}

impl evolve::Evaluator for RemoteEvaluator<'_> {
    fn opponents(&self) -> usize {
        self.here.opponents()
    }

    fn play(&self, requests: &[Request]) -> Option<Vec<Vec<WinDrawLoss>>> {
        if self.status.has_ended() {
            return None;
        }
        match self.tallies(requests) {
            Ok(tallies) => tallies,
            Err(failure) => {
                self.status.state().failure = Some(failure);
                None
            }
        }
    }

    fn count(&self, program: &str) -> Option<Vec<Option<WinDrawLoss>>> {
        self.here.count(program)
    }
}

/// The programs of an order: those of the requests, followed by the opponents.
struct Programs<'a> {
    requests: &'a [Request<'a>],
    opponents: &'a [Participant],
}

impl Sources for Programs<'_> {
    fn source(&self, entrant: usize) -> &[u8] {
        match self.requests.get(entrant) {
            Some(request) => request.program.as_bytes(),
            None => self.opponents[entrant - self.requests.len()].canonical.as_bytes(),
        }
    }

    /// Most bred programs play a few games and never again.
    fn travel(&self, entrant: usize) -> Travel {
        if entrant < self.requests.len() { Travel::WithGames } else { Travel::Once }
    }
}

impl RemoteEvaluator<'_> {
    /// Plays all games of the requests. Returns `None` if the client stopped it, or a worker gave false results.
    fn tallies(&self, requests: &[Request]) -> Result<Option<Vec<Vec<WinDrawLoss>>>, Failure> {
        let MatchEvaluator { game, opponents, rules, threads, client } = self.here;
        let bred: Option<Vec<Participant>> =
            requests.iter().map(|request| game.read(request.program.as_bytes()).program).collect();
        let Some(bred) = bred else {
            return Err(Failure::Machine("the search has bred a program that cannot be read".into()));
        };
        let mut ledger = SearchLedger::new(self, requests, &bred);
        let programs: Vec<Participant> = bred.iter().chain(opponents).cloned().collect();
        let Some(terms) = self.terms(&programs, &ledger.round)? else { return Ok(Some(ledger.tallies)) };
        let parts = [Part { terms: Arc::new(terms), is_of_here: true }];
        let context = PlayContext {
            game,
            rules,
            programs: &programs,
            seating: Seating::default(),
            seed_of: &|members| requests[members[0]].setups,
            conditions: Conditions {
                factory: &NoPlayers,
                match_budget: None,
                detail: Detail::Result,
                stop: client.stop(),
            },
            watcher: None,
        };
        let sources = Programs { requests, opponents };
        let round = ledger.round.clone();
        while ledger.missing.iter().any(|missing| !missing.is_empty()) {
            let plan = ledger.plan();
            let order = Order {
                work: Work::Games,
                parts: &parts,
                part_of: &|_| 0,
                context: &context,
                sources: &sources,
                round: &round,
                plan: &plan,
                threads,
            };
            match self.dispatcher.play(&order, &mut ledger) {
                Ok(Ended::Complete) => {}
                Ok(Ended::Stopped) => return Ok(None),
                // If the worker has played no other games, only these are played again.
                Ok(Ended::Distrusted { worker }) if !self.status.state().workers.contains(&worker) => {
                    ledger = SearchLedger::new(self, requests, &bred);
                }
                Ok(Ended::Distrusted { .. }) => {
                    self.status.state().is_false = true;
                    return Ok(None);
                }
                Err(error) => return Err(not_dispatched(error)),
            }
        }
        self.status.state().workers.append(&mut ledger.workers);
        Ok(Some(ledger.tallies))
    }

    /// Returns what all games depend on; `None` if there are no games because no program fits on the board.
    fn terms(&self, programs: &[Participant], round: &[Encounter]) -> Result<Option<Terms>, Failure> {
        let MatchEvaluator { game, rules, .. } = self.here;
        let Some(first) = round.iter().find(|encounter| !encounter.games.is_empty()) else { return Ok(None) };
        let pair: Vec<Participant> = first.members.iter().map(|&member| programs[member].clone()).collect();
        let lineup = game.lineup(&pair, rules).map_err(|error| Failure::Usage(error.to_string()))?;
        Ok(Some(Terms {
            work: Work::Games,
            engine_version: ENGINE_VERSION.into(),
            game: game.info().name.into(),
            rules_version: game.info().rules_version,
            parameters: lineup
                .parameter_values()
                .into_iter()
                .map(|(key, value)| (key.into(), value))
                .collect(),
            seating: Seating::default(),
            match_budget_s: None,
            environment: Vec::new(),
        }))
    }
}

/// Adds up the results of an order.
struct SearchLedger<'e, 'a> {
    evaluator: &'e RemoteEvaluator<'a>,
    /// One encounter for each request and opponent.
    round: Vec<Encounter>,
    missing: Vec<Vec<Range<u64>>>,
    /// For each request, one tally for each opponent.
    tallies: Vec<Vec<WinDrawLoss>>,
    workers: BTreeSet<String>,
}

impl<'e, 'a> SearchLedger<'e, 'a> {
    fn new(evaluator: &'e RemoteEvaluator<'a>, requests: &[Request], bred: &[Participant]) -> Self {
        let MatchEvaluator { game, opponents, rules, .. } = evaluator.here;
        let mut round = Vec::new();
        let mut tallies = vec![vec![WinDrawLoss::default(); opponents.len()]; requests.len()];
        for (at, request) in requests.iter().enumerate() {
            for (opponent_at, opponent) in opponents.iter().enumerate() {
                // Pair 0 would have the seed itself, which another stream uses.
                let mut games = 2 * (request.pairs.start + 1)..2 * (request.pairs.end + 1);
                let pair = [bred[at].clone(), opponent.clone()];
                let swapped = [opponent.clone(), bred[at].clone()];
                if game.lineup(&pair, rules).is_err() || game.lineup(&swapped, rules).is_err() {
                    // A program that does not fit on the board with its opponent is useless.
                    tallies[at][opponent_at].losses = games.end - games.start;
                    games = 0..0;
                }
                let members = vec![at, requests.len() + opponent_at];
                round.push(Encounter { members, games });
            }
        }
        let missing = round.iter().map(|one| vec![one.games.clone()]).collect();
        Self { evaluator, round, missing, tallies, workers: BTreeSet::new() }
    }

    fn plan(&self) -> Plan {
        let mut plan = Plan::default();
        for (at, missing) in self.missing.iter().enumerate() {
            for games in missing.iter().filter(|games| !games.is_empty()) {
                plan.add(at, games.clone(), SEATS, false);
            }
        }
        plan
    }

    fn add(&mut self, encounter: usize, places: &Places) {
        let opponents = self.evaluator.here.opponents.len();
        let tally = &mut self.tallies[encounter / opponents][encounter % opponents];
        // In the first game of each two, the program has the first seat; in the other one, the second.
        for (game, places) in places.games().enumerate() {
            let own = game % SEATS;
            match places[own].cmp(&places[1 - own]) {
                std::cmp::Ordering::Less => tally.wins += 1,
                std::cmp::Ordering::Equal => tally.draws += 1,
                std::cmp::Ordering::Greater => tally.losses += 1,
            }
        }
    }
}

impl Ledger<Failure> for SearchLedger<'_, '_> {
    fn take(&mut self, played: PlayedPiece, worker: Option<&str>) -> Result<(), Failure> {
        let PlayedResult::Places { places, .. } = played.result else {
            return Err(Failure::Machine("a search plays only games that ask no foreign code".into()));
        };
        let encounter = played.piece.encounter;
        self.missing[encounter] = without(&self.missing[encounter], &played.piece.games);
        self.add(encounter, &places);
        if let Some(worker) = worker {
            self.evaluator.here.client.tell(ContestEvent::PlayedElsewhere(played.elapsed));
            if !self.workers.contains(worker) {
                self.workers.insert(worker.to_owned());
            }
        }
        Ok(())
    }

    fn save(&mut self) -> Result<(), Failure> {
        // A search that was killed plays the games of its generation again.
        Ok(())
    }

    fn note(&self, line: &str) {
        self.evaluator.here.client.note(line);
    }
}

//! Counts the setups of a pair on machines elsewhere.

use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::Arc;

use dispatch::{Dispatcher, Ended, Ledger, Order, Part, Terms, Work};
use game::Counts;
use jobs::{Plan, PlayContext, PlayedPiece, PlayedResult};
use referee::Detail;
use tournament::Encounter;

use super::Contest;
use super::play::not_dispatched;
use crate::{ContestEvent, Failure};

/// The outcome of counting on machines elsewhere.
pub enum RemoteCounting {
    /// The outcomes of all setups, and the workers that counted them.
    Counts(Counts, BTreeSet<String>),
    /// Somebody stopped it.
    Stopped,
    /// A worker gave a false result. All work taken from it must be done again.
    Distrusted {
        /// Its name.
        worker: String,
    },
}

/// Adds up the outcomes of the parts of a census.
struct CountLedger<'a> {
    contest: &'a Contest,
    sum: Counts,
    workers: BTreeSet<String>,
    /// The parts that are not counted yet.
    missing: Vec<Range<u64>>,
    counted: u64,
    told: &'a mut dyn FnMut(u64),
}

impl CountLedger<'_> {
    fn remove(&mut self, parts: &Range<u64>) {
        let Some(at) = self.missing.iter().position(|range| range.contains(&parts.start)) else { return };
        let range = self.missing.remove(at);
        let rest = [range.start..parts.start, parts.end..range.end];
        self.missing.splice(at..at, rest.into_iter().filter(|range| !range.is_empty()));
    }
}

impl Ledger<Failure> for CountLedger<'_> {
    fn take(&mut self, played: PlayedPiece, worker: Option<&str>) -> Result<(), Failure> {
        let PlayedResult::Counts(counts) = played.result else {
            return Err(Failure::Machine("games were played where setups were to be counted".into()));
        };
        for counts in counts {
            self.sum += counts;
        }
        self.remove(&played.piece.games);
        self.counted += played.piece.games.end - played.piece.games.start;
        (self.told)(self.counted);
        if let Some(worker) = worker {
            self.contest.client.tell(ContestEvent::PlayedElsewhere(played.elapsed));
            self.workers.insert(worker.to_owned());
        }
        Ok(())
    }

    fn save(&mut self) -> Result<(), Failure> {
        // Only the sum of all parts is kept.
        Ok(())
    }

    fn note(&self, line: &str) {
        self.contest.client.note(line);
    }
}

impl Contest {
    /// Counts all setups of these entrants by seat. Their census has this many parts. `told` hears how many are counted.
    pub fn count_elsewhere(
        &self,
        members: [usize; 2],
        parts: u64,
        dispatcher: &dyn Dispatcher<Failure>,
        stop: &(dyn Fn() -> bool + Sync),
        told: &mut dyn FnMut(u64),
    ) -> Result<RemoteCounting, Failure> {
        let programs: Vec<_> = self.entrants.iter().map(|entrant| entrant.program.clone()).collect();
        let context = PlayContext {
            game: self.game,
            rules: &self.rules,
            programs: &programs,
            seating: self.seating,
            // A census draws nothing.
            seed_of: &|_| 0,
            conditions: self.foreign.conditions(Detail::Result, stop),
            watcher: None,
        };
        let terms = Arc::new(Terms { work: Work::Setups, ..self.terms(members.len())? });
        let of_order = [Part { terms, is_of_here: true }];
        let round = [Encounter::new(members.to_vec(), 0, parts)];
        let mut ledger = CountLedger {
            contest: self,
            sum: Counts::default(),
            workers: BTreeSet::new(),
            missing: std::iter::once(0..parts).collect(),
            counted: 0,
            told,
        };
        while !ledger.missing.is_empty() {
            let mut plan = Plan::default();
            for parts in &ledger.missing {
                plan.add(0, parts.clone(), 1, false);
            }
            let order = Order {
                work: Work::Setups,
                parts: &of_order,
                part_of: &|_| 0,
                context: &context,
                sources: self,
                round: &round,
                plan: &plan,
                threads: 1,
            };
            match dispatcher.play(&order, &mut ledger).map_err(not_dispatched)? {
                Ended::Complete => {}
                Ended::Stopped => return Ok(RemoteCounting::Stopped),
                Ended::Distrusted { worker } => return Ok(RemoteCounting::Distrusted { worker }),
            }
        }
        Ok(RemoteCounting::Counts(ledger.sum, ledger.workers))
    }
}

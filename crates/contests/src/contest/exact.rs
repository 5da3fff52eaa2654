//! Exact scores: the results of every setup of a pair, in both orders.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Instant;

use dispatch::Dispatcher;
use game::text::grouped;
use game::{Census, Counts};
use games::RegisteredGame;
use jobs::Parallelism;
use store::{NewResult, PairingId, Store, StoredCensus};
use tournament::{Encounter, Tally};

use super::{Contest, KnownResults, RemoteCounting, Unverified};
use crate::{ContestEvent, Failure};

/// With `--score auto`, a pair is counted only if its census is estimated to take less than this, in milliseconds of
/// one core: a second. A budget beside it limits the total of a tournament.
pub const SHORT_MS: u64 = 1000;

/// Replaces the environment in the key of a pairing whose setups are all counted, since a census does not depend on a
/// seed.
pub(super) const ENVIRONMENT: &str = "exact";

/// A stored census that differs from a new count.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CensusMismatch {
    /// The entrants by seat.
    pub members: [usize; 2],
    /// The stored counts.
    pub kept: Counts,
    /// The new counts.
    pub now: Counts,
}

/// The score of an encounter, if it is exact.
pub(super) enum Score {
    /// The score is sampled.
    Sampled,
    /// The results of all setups, the pairings under which the two orders are stored, and whether both orders were
    /// known.
    Exact { tally: Tally, pairings: [PairingId; 2], was_known: bool },
    /// The user stopped the counting.
    Stopped,
}

/// Results that were read from the store or written to it. Each is looked up only once.
#[derive(Debug, Default)]
pub(super) struct CensusCache {
    /// The pairings of orders of entrants, by seat.
    pairings: BTreeMap<[usize; 2], PairingId>,
    /// `None` if no census is stored. Orders of the same programs have the same pairing.
    censuses: BTreeMap<PairingId, Option<StoredCensus>>,
}

impl CensusCache {
    /// Removes results that were deleted from the store.
    pub(super) fn forget(&mut self, pairing: PairingId) {
        self.censuses.remove(&pairing);
    }

    /// Adds results that were written to the store.
    pub(super) fn put(&mut self, pairing: PairingId, census: StoredCensus) {
        self.censuses.insert(pairing, Some(census));
    }
}

/// Counts pairs of a contest.
pub(super) struct Counter<'a> {
    pub(super) contest: &'a Contest,
    pub(super) store: &'a mut Store,
    pub(super) census_cache: &'a mut CensusCache,
    pub(super) threads: usize,
    pub(super) stop: &'a (dyn Fn() -> bool + Sync),
    /// Stored censuses that differ from a new count.
    pub(super) recounted: &'a mut Vec<CensusMismatch>,
    /// Orders that should be counted again but have no stored census.
    pub(super) unjudged: &'a mut Unverified,
    pub(super) remote: RemoteCounter<'a>,
}

/// Machines that count instead of this one.
pub(super) struct RemoteCounter<'a> {
    pub(super) dispatcher: &'a dyn Dispatcher<Failure>,
    /// The pairings that they have played or counted, by worker.
    pub(super) by_worker: &'a mut BTreeMap<String, BTreeSet<PairingId>>,
    /// If one of them gave a false result, the number of pairings that it had played or counted.
    pub(super) distrusted: &'a mut Option<u64>,
}

/// One order of a pair.
struct Order {
    members: [usize; 2],
    pairing: PairingId,
    stored: Option<StoredCensus>,
    /// Created when first needed, because creating it can take longer than reading a stored result.
    census: Option<Box<dyn Census>>,
}

impl Contest {
    /// Returns the census of these entrants by seat, or `None` if their setups cannot be counted.
    pub fn census(&self, members: [usize; 2]) -> Result<Option<Box<dyn Census>>, Failure> {
        let programs = members.map(|member| self.entrants[member].program.clone());
        let contest = self.game.lineup(&programs, &self.rules);
        contest.map(|contest| contest.census()).map_err(|error| Failure::Usage(error.to_string()))
    }
}

impl Counter<'_> {
    /// Returns the exact score of an encounter of two programs. New counts and their estimated times are stored.
    pub(super) fn score(&mut self, encounter: &Encounter, known: KnownResults) -> Result<Score, Failure> {
        let &[one, other] = &encounter.members[..] else { return Ok(Score::Sampled) };
        let mut orders = [self.order([one, other])?, self.order([other, one])?];
        if (self.stop)() && orders.iter().any(|order| order.stored.is_none()) {
            return Ok(Score::Stopped);
        }
        let was_known = known == KnownResults::Use && orders.iter().all(|order| order.counts().is_some());
        let [first, second] = &mut orders;
        let Some(counts) = self.counts(first, known)? else { return Ok(Score::Stopped) };
        if second.pairing == first.pairing {
            second.stored.clone_from(&first.stored);
        }
        let Some(others) = self.counts(second, known)? else { return Ok(Score::Stopped) };
        let tally = Tally::exact(encounter.matches(), [counts, others]);
        Ok(Score::Exact { tally, pairings: [first.pairing, second.pairing], was_known })
    }

    /// Returns the pairings under which the censuses of an encounter are stored.
    pub(super) fn pairings(&mut self, encounter: &Encounter) -> Result<Vec<PairingId>, Failure> {
        let &[one, other] = &encounter.members[..] else { return Ok(Vec::new()) };
        [[one, other], [other, one]].into_iter().map(|members| Ok(self.order(members)?.pairing)).collect()
    }

    /// Returns true if the counts of both orders of a pair are stored.
    pub(super) fn is_counted(&mut self, [one, other]: [usize; 2]) -> Result<bool, Failure> {
        Ok(self.order([one, other])?.counts().is_some() && self.order([other, one])?.counts().is_some())
    }

    /// Tells the user how long it takes to count the unknown scores of these encounters.
    pub(super) fn announce(&mut self, round: &[Encounter]) -> Result<(), Failure> {
        let (mut pairs, mut milliseconds) = (0, 0_u64);
        for encounter in round {
            let &[one, other] = &encounter.members[..] else { continue };
            let mut missing = 0;
            for members in [[one, other], [other, one]] {
                let mut order = self.order(members)?;
                if order.counts().is_none() {
                    missing += self.estimate(&mut order)?.unwrap_or_default();
                }
            }
            pairs += u64::from(missing > 0);
            milliseconds = milliseconds.saturating_add(missing);
        }
        let milliseconds = milliseconds / self.threads as u64;
        if milliseconds > SHORT_MS {
            let (time, threads) = (duration(milliseconds), self.threads);
            let pairs = if pairs == 1 { "1 pair".into() } else { format!("{} pairs", grouped(pairs)) };
            self.contest.client.note(&format!("counting {pairs} takes roughly {time} on {threads} threads"));
        }
        Ok(())
    }

    fn order(&mut self, members: [usize; 2]) -> Result<Order, Failure> {
        let (pairing, stored) = self.stored(members)?;
        Ok(Order { members, pairing, stored, census: None })
    }

    /// Returns the pairing of these entrants by seat, and its stored census.
    pub(super) fn stored(
        &mut self,
        members: [usize; 2],
    ) -> Result<(PairingId, Option<StoredCensus>), Failure> {
        let pairing = match self.census_cache.pairings.get(&members) {
            Some(&known) => known,
            None => self.store.pairing(&self.contest.exact_pairing(members)?)?,
        };
        self.census_cache.pairings.insert(members, pairing);
        let stored = match self.census_cache.censuses.get(&pairing) {
            Some(known) => known.clone(),
            None => self.store.census(pairing)?,
        };
        self.census_cache.censuses.insert(pairing, stored.clone());
        Ok((pairing, stored))
    }

    /// Stores the census of a pairing.
    fn keep(&mut self, pairing: PairingId, census: &StoredCensus) -> Result<(), Failure> {
        self.store.keep(&[NewResult::Census { pairing, census: census.clone() }])?;
        self.census_cache.put(pairing, census.clone());
        Ok(())
    }

    /// Returns the stored time estimates of both orders of a pair, or `None` unless both are known.
    pub(super) fn estimates(&mut self, [one, other]: [usize; 2]) -> Result<Option<[u64; 2]>, Failure> {
        let (_, first) = self.stored([one, other])?;
        let (_, second) = self.stored([other, one])?;
        Ok(first.zip(second).map(|(first, second)| [first.estimated_ms, second.estimated_ms]))
    }

    /// Returns the estimated time of counting, or `None` if the setups cannot be counted. The estimate is stored
    /// because making it takes time, too.
    fn estimate(&mut self, order: &mut Order) -> Result<Option<u64>, Failure> {
        if let Some(stored) = &order.stored {
            return Ok(Some(stored.estimated_ms));
        }
        let Some(census) = self.contest.census(order.members)? else { return Ok(None) };
        let stored = StoredCensus { estimated_ms: census.estimated_ms(), counts: None };
        self.keep(order.pairing, &stored)?;
        order.census = Some(census);
        Ok(Some(order.stored.insert(stored).estimated_ms))
    }

    /// Returns the results of all setups of an order: read from the store, or counted and stored. `None` if the user
    /// stopped it.
    fn counts(&mut self, order: &mut Order, known: KnownResults) -> Result<Option<Counts>, Failure> {
        if let Some(counts) = order.counts().filter(|_| known == KnownResults::Use) {
            return Ok(Some(counts));
        }
        if known == KnownResults::PlayAgain && order.counts().is_none() {
            self.unjudged.note_census(order.pairing, order.members);
        }
        if (self.stop)() {
            return Ok(None);
        }
        let estimate = self.estimate(order)?.unwrap_or_default();
        let made =
            order.census.take().map_or_else(|| self.contest.census(order.members), |made| Ok(Some(made)))?;
        let census = made.ok_or_else(|| cannot_be_counted(self.contest.game))?;
        let parts = census.parts();
        let start = Instant::now();
        let client = &self.contest.client;
        let told = |done| client.tell(ContestEvent::Counting { done, parts, elapsed: start.elapsed() });
        let parallelism =
            Parallelism { threads: self.threads, chunk: parts_at_once(parts, estimate), stop: self.stop };
        let counts = if self.remote.dispatcher.is_elsewhere() {
            self.counted_elsewhere(order, parts, told)?
        } else {
            jobs::count(census.as_ref(), parallelism, told)
        };
        let Some(counts) = counts else { return Ok(None) };
        if let Some(kept) = order.counts() {
            if kept != counts {
                self.recounted.push(CensusMismatch { members: order.members, kept, now: counts });
            }
        } else {
            let stored = StoredCensus { estimated_ms: estimate, counts: Some(counts) };
            self.keep(order.pairing, &stored)?;
            order.stored = Some(stored);
        }
        Ok(Some(counts))
    }

    /// Lets machines elsewhere count an order. `None` if the user stopped it, or if one of them gave a false result.
    fn counted_elsewhere(
        &mut self,
        order: &Order,
        parts: u64,
        mut told: impl FnMut(u64),
    ) -> Result<Option<Counts>, Failure> {
        let RemoteCounter { dispatcher, by_worker, distrusted } = &mut self.remote;
        let counted =
            self.contest.count_elsewhere(order.members, parts, *dispatcher, self.stop, &mut told)?;
        match counted {
            RemoteCounting::Counts(counts, workers) => {
                for worker in workers {
                    by_worker.entry(worker).or_default().insert(order.pairing);
                }
                Ok(Some(counts))
            }
            RemoteCounting::Stopped => Ok(None),
            RemoteCounting::Distrusted { worker } => {
                let pairings = by_worker.remove(&worker).unwrap_or_default();
                **distrusted = Some(pairings.len() as u64);
                for pairing in pairings {
                    self.store.forget(pairing)?;
                    self.census_cache.forget(pairing);
                }
                Ok(None)
            }
        }
    }
}

impl Order {
    fn counts(&self) -> Option<Counts> {
        self.stored.as_ref()?.counts
    }
}

/// Returns how many parts of a census a thread takes at once: about ten milliseconds of work, so that distributing the
/// parts costs almost nothing and the progress bar still moves.
#[must_use]
pub fn parts_at_once(parts: u64, estimated_ms: u64) -> u64 {
    (10 * parts / estimated_ms.max(1)).clamp(1, parts.max(1))
}

/// The error for a game that has no exact scores.
pub fn cannot_be_counted(game: &dyn RegisteredGame) -> Failure {
    let name = game.info().name;
    Failure::Usage(format!(
        "{name} has no exact scores, because its setups cannot be enumerated; use sampled scores: \
         `bout play --games N`, or a tournament with `--score sampled`"
    ))
}

/// Formats a duration in at most two units.
#[must_use]
pub fn duration(milliseconds: u64) -> String {
    let seconds = milliseconds.div_ceil(1000);
    let (minutes, hours, days) = (seconds / 60, seconds / 3600, seconds / 86400);
    match (days, hours, minutes) {
        (0, 0, 0) => format!("{seconds} s"),
        (0, 0, _) => format!("{minutes} min {} s", seconds % 60),
        (0, _, _) => format!("{hours} h {} min", minutes % 60),
        _ => format!("{days} d {} h", hours % 24),
    }
}

#[cfg(test)]
mod tests {
    use super::duration;

    #[test]
    fn times_are_told_in_two_units() {
        let told = [900, 59_000, 85_000, 7_260_000, 90_000_000].map(duration);
        assert_eq!(told, ["1 s", "59 s", "1 min 25 s", "2 h 1 min", "1 d 1 h"]);
    }
}

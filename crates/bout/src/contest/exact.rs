//! Exact scores: what every setup of a pair comes to, in both orders of the two.

use std::time::Instant;

use std::collections::BTreeMap;

use game::{Census, Counts};
use games::RegisteredGame;
use jobs::Parallelism;
use store::{Kept, Pairing, PairingId, Store, StoredCensus};
use tournament::{Encounter, Tally};

use super::progress::Progress;
use super::{Contest, Known, Unjudged};
use crate::failure::Failure;
use crate::names::grouped;

/// What a census must be estimated to take less than, in milliseconds of one core, so that a pair is counted without being
/// asked to: a second. What all of a tournament may take together is a matter of its [`Budget`](super::budget::Budget).
pub(crate) const SHORT_MS: u64 = 1000;

/// What stands for a pairing's environment in its key where every setup is counted: a census depends on no seed.
const ENVIRONMENT: &str = "exact";

/// A known census that was counted again and came out differently.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Recounted {
    /// The entrants by seat.
    pub(crate) members: [usize; 2],
    pub(crate) kept: Counts,
    pub(crate) now: Counts,
}

/// The score of an encounter, if it is exact.
pub(super) enum Score {
    /// It is sampled.
    Sampled,
    /// What all setups come to, the pairings under which its orders are kept, and whether both orders were known.
    Exact { tally: Tally, pairings: [PairingId; 2], was_known: bool },
    /// Somebody stopped the counting.
    Stopped {
        /// The pairing of the first order.
        pairing: PairingId,
    },
}

/// What has been read from the store and kept there: each is looked up once, though it is asked for time and again.
#[derive(Debug, Default)]
pub(super) struct CensusCache {
    /// The pairings of orders of entrants, by seat.
    pairings: BTreeMap<[usize; 2], PairingId>,
    /// Nothing where none is kept. Orders of the same programs have the same pairing.
    censuses: BTreeMap<PairingId, Option<StoredCensus>>,
}

impl CensusCache {
    /// Forgets what was forgotten in the store.
    pub(super) fn forget(&mut self, pairing: PairingId) {
        self.censuses.remove(&pairing);
    }

    /// Knows what is kept in the store from now on.
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
    pub(super) progress: &'a Progress,
    /// What came out differently when it was counted again.
    pub(super) recounted: &'a mut Vec<Recounted>,
    /// What was to be counted again, but is not kept.
    pub(super) unjudged: &'a mut Unjudged,
}

/// One order of a pair.
struct Order {
    members: [usize; 2],
    pairing: PairingId,
    stored: Option<StoredCensus>,
    /// Made when it is first needed: it may take longer to make than to read what is stored.
    census: Option<Box<dyn Census>>,
}

impl Contest {
    /// The census of these entrants by seat; nothing if their setups cannot be counted.
    pub(crate) fn census(&self, members: [usize; 2]) -> Result<Option<Box<dyn Census>>, Failure> {
        let programs = members.map(|member| self.entrants[member].program.clone());
        let contest = self.game.lineup(&programs, &self.rules);
        contest.map(|contest| contest.census()).map_err(|error| Failure::Usage(error.to_string()))
    }

    /// The pairing under which the census of these entrants by seat is kept.
    pub(crate) fn exact_pairing(&self, members: [usize; 2]) -> Result<Pairing, Failure> {
        let programs = members.map(|member| self.field.program(member)).to_vec();
        Ok(self.pairing_of(programs, &self.parameters(2)?, 0, ENVIRONMENT.into()))
    }
}

impl Counter<'_> {
    /// The exact score of an encounter of two. What is counted, and what that was estimated to take, is kept.
    pub(super) fn score(&mut self, encounter: &Encounter, known: Known) -> Result<Score, Failure> {
        let &[one, other] = &encounter.members[..] else { return Ok(Score::Sampled) };
        let mut orders = [self.order([one, other])?, self.order([other, one])?];
        let stopped = Score::Stopped { pairing: orders[0].pairing };
        if (self.stop)() && orders.iter().any(|order| order.stored.is_none()) {
            return Ok(stopped);
        }
        let was_known = known == Known::Use && orders.iter().all(|order| order.counts().is_some());
        let [first, second] = &mut orders;
        let Some(counts) = self.counts(first, known)? else { return Ok(stopped) };
        if second.pairing == first.pairing {
            second.stored.clone_from(&first.stored);
        }
        let Some(others) = self.counts(second, known)? else { return Ok(stopped) };
        let tally = Tally::exact(encounter.matches(), [counts, others]);
        Ok(Score::Exact { tally, pairings: [first.pairing, second.pairing], was_known })
    }

    /// The pairings under which the censuses of an encounter are kept.
    pub(super) fn pairings(&mut self, encounter: &Encounter) -> Result<Vec<PairingId>, Failure> {
        let &[one, other] = &encounter.members[..] else { return Ok(Vec::new()) };
        [[one, other], [other, one]].into_iter().map(|members| Ok(self.order(members)?.pairing)).collect()
    }

    /// Tells those who wait how long it takes to count all that is not known of these encounters.
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
            self.progress.note(&format!("counting {pairs} takes, very roughly, {time} on {threads} threads"));
        }
        Ok(())
    }

    fn order(&mut self, members: [usize; 2]) -> Result<Order, Failure> {
        let (pairing, stored) = self.stored(members)?;
        Ok(Order { members, pairing, stored, census: None })
    }

    /// The pairing of these entrants by seat, and what is kept of its census.
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

    /// Keeps what is known of the census of a pairing.
    fn keep(&mut self, pairing: PairingId, census: &StoredCensus) -> Result<(), Failure> {
        self.store.keep(&[Kept::Census { pairing, census: census.clone() }])?;
        self.census_cache.put(pairing, census.clone());
        Ok(())
    }

    /// What is kept of how long each order of a pair is estimated to take; nothing unless both are known.
    pub(super) fn estimates(&mut self, [one, other]: [usize; 2]) -> Result<Option<[u64; 2]>, Failure> {
        let (_, first) = self.stored([one, other])?;
        let (_, second) = self.stored([other, one])?;
        Ok(first.zip(second).map(|(first, second)| [first.estimated_ms, second.estimated_ms]))
    }

    /// What counting is estimated to take; nothing if the setups cannot be counted. It is kept, since it takes its time,
    /// too.
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

    /// What the setups of an order come to: known, or counted and kept; nothing if that was stopped.
    fn counts(&mut self, order: &mut Order, known: Known) -> Result<Option<Counts>, Failure> {
        if let Some(counts) = order.counts().filter(|_| known == Known::Use) {
            return Ok(Some(counts));
        }
        if known == Known::PlayAgain && order.counts().is_none() {
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
        let told = |done| self.progress.part(done, parts, start.elapsed());
        let parallelism =
            Parallelism { threads: self.threads, chunk: parts_at_once(parts, estimate), stop: self.stop };
        let Some(counts) = jobs::count(census.as_ref(), parallelism, told) else { return Ok(None) };
        if let Some(kept) = order.counts() {
            if kept != counts {
                self.recounted.push(Recounted { members: order.members, kept, now: counts });
            }
        } else {
            let stored = StoredCensus { estimated_ms: estimate, counts: Some(counts) };
            self.keep(order.pairing, &stored)?;
            order.stored = Some(stored);
        }
        Ok(Some(counts))
    }
}

impl Order {
    fn counts(&self) -> Option<Counts> {
        self.stored.as_ref()?.counts
    }
}

/// How many parts of a census a thread takes at once: about as many as take it ten milliseconds, so that handing them
/// out costs nearly nothing, and those who wait still see how it goes on.
pub(crate) fn parts_at_once(parts: u64, estimated_ms: u64) -> u64 {
    (10 * parts / estimated_ms.max(1)).clamp(1, parts.max(1))
}

/// Why a game has no exact scores.
pub(crate) fn cannot_be_counted(game: &dyn RegisteredGame) -> Failure {
    let name = game.info().name;
    Failure::Usage(format!(
        "{name} has no exact scores, since its setups cannot be counted one by one; sample them: \
         `bout play --games N`, or a tournament with `--score sampled`"
    ))
}

/// A time in words, in two units.
pub(crate) fn duration(milliseconds: u64) -> String {
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

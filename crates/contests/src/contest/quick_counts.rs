//! Counts pairs that take only a few milliseconds each. One thread counts one order, and several orders are counted in
//! parallel. Dividing such an order among threads would take longer than counting it.

use std::collections::BTreeMap;

use game::Counts;
use jobs::{Parallelism, in_order};
use store::{NewResult, PairingId, StoredCensus};
use tournament::Encounter;

use super::exact::{Counter, SHORT_MS};
use super::result_writer::ResultWriter;
use super::{Contest, KnownResults};
use crate::Failure;

/// Orders of pairs by the pairing under which their census is stored, so that entrants with the same program are
/// counted only once.
type Orders = BTreeMap<PairingId, Order>;

/// The entrants of an order by seat, and the estimated time of its census, once it is known.
#[derive(Clone, Copy)]
struct Order {
    members: [usize; 2],
    estimated_ms: Option<u64>,
}

impl Counter<'_> {
    /// Estimates and stores the counting time of those encounters that have no estimate yet.
    pub(super) fn estimate_all(&mut self, round: &[Encounter]) -> Result<(), Failure> {
        let mut missing = Orders::new();
        for members in round.iter().flat_map(both_orders) {
            let (pairing, stored) = self.stored(members)?;
            if stored.is_none() {
                missing.insert(pairing, Order { members, estimated_ms: None });
            }
        }
        self.work_out(&missing, |contest, order| {
            let census = contest.census(order.members)?;
            Ok(census.map(|census| StoredCensus { estimated_ms: census.estimated_ms(), counts: None }))
        })
    }

    /// Counts and stores the unknown censuses of the encounters that take little time. Returns the pairings that it had
    /// to count.
    pub(super) fn count_quick_pairs(
        &mut self,
        round: &[Encounter],
        known: KnownResults,
    ) -> Result<Vec<PairingId>, Failure> {
        if known == KnownResults::PlayAgain {
            // Known censuses are counted again one by one and compared.
            return Ok(Vec::new());
        }
        let mut missing = Orders::new();
        for encounter in round {
            let mut orders = Vec::new();
            for members in both_orders(encounter) {
                let (pairing, stored) = self.stored(members)?;
                orders.extend(stored.map(|stored| (pairing, members, stored)));
            }
            if orders.iter().all(|(.., stored)| stored.estimated_ms < SHORT_MS) {
                let unknown = orders.into_iter().filter(|(.., stored)| stored.counts.is_none());
                missing.extend(unknown.map(|(pairing, members, stored)| {
                    (pairing, Order { members, estimated_ms: Some(stored.estimated_ms) })
                }));
            }
        }
        let stop = self.stop;
        self.work_out(&missing, |contest, order| {
            let Some(estimated_ms) = order.estimated_ms else { return Ok(None) };
            let Some(census) = contest.census(order.members)? else { return Ok(None) };
            let mut counts = Counts::default();
            for part in 0..census.parts() {
                let Some(counted) = census.count(part, &stop) else { return Ok(None) };
                counts += counted;
            }
            Ok(Some(StoredCensus { estimated_ms, counts: Some(counts) }))
        })?;
        Ok(missing.into_keys().collect())
    }

    /// Computes a value for each of these orders on all threads, and stores it if there is one.
    fn work_out(
        &mut self,
        orders: &Orders,
        of: impl Fn(&Contest, Order) -> Result<Option<StoredCensus>, Failure> + Sync,
    ) -> Result<(), Failure> {
        let orders: Vec<(PairingId, Order)> = orders.iter().map(|(&id, &order)| (id, order)).collect();
        let contest = self.contest;
        let parallelism = Parallelism { threads: self.threads, chunk: 1, stop: self.stop };
        let order = |at: u64| orders[usize::try_from(at).expect("as many as there are orders")];
        let work = |(): &mut (), at| Some(of(contest, order(at).1));
        let mut keeper = ResultWriter::new(self.store);
        let take = |at, found: Result<Option<StoredCensus>, Failure>| -> Result<(), Failure> {
            let Some(census) = found? else { return Ok(()) };
            self.census_cache.put(order(at).0, census.clone());
            keeper.keep(NewResult::Census { pairing: order(at).0, census })
        };
        let end = in_order(0..orders.len() as u64, parallelism, || (), work, take);
        // Values from before a failure are stored, too.
        keeper.save()?;
        end.map(drop)
    }
}

/// Returns the two members of an encounter in both orders; empty for more than two.
fn both_orders(encounter: &Encounter) -> Vec<[usize; 2]> {
    match encounter.members[..] {
        [one, other] => vec![[one, other], [other, one]],
        _ => Vec::new(),
    }
}

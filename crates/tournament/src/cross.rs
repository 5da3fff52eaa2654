//! The cross table: the results of every pair.

use crate::{EncounterResult, EntrantIndex, Games};

/// The results of one entrant against another.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct HeadToHead {
    /// Games in which it had the better place.
    pub ahead: Games,
    /// Games in which both had the same place.
    pub level: Games,
    /// Games in which it had the worse place.
    pub behind: Games,
    /// Whether their score is exact, and these are shares of their games.
    pub is_exact: bool,
}

impl HeadToHead {
    /// Games that both played.
    #[must_use]
    pub fn games(self) -> Games {
        self.ahead + self.level + self.behind
    }

    /// The result from the other entrant's point of view.
    fn reversed(self) -> Self {
        Self { ahead: self.behind, behind: self.ahead, ..self }
    }

    fn add(&mut self, more: Self) {
        self.ahead += more.ahead;
        self.level += more.level;
        self.behind += more.behind;
    }

    /// The share of games that it was ahead in, level games counting half, in thousandths, rounded to the
    /// nearest; 0 and 1000 are reserved for exact values. `None` if they never met.
    #[must_use]
    pub fn score_thousandths(self) -> Option<u64> {
        let [ahead, level, games] = [self.ahead, self.level, self.games()].map(Games::in_billionths);
        let half_points = 2 * ahead + level;
        let rounded = (half_points * 1000 + games).checked_div(2 * games)?;
        let thousandths = match half_points {
            0 => 0,
            all if all == 2 * games => 1000,
            _ => rounded.clamp(1, 999),
        };
        u64::try_from(thousandths).ok()
    }
}

/// The results of every pair.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CrossTable {
    /// How the lower entrant of each pair that met did, in rising order, the lower one first. A sparse field takes little
    /// memory, however large it is.
    pairs: Vec<(EntrantIndex, EntrantIndex, HeadToHead)>,
    /// For each entrant, where the pairs in which it is the lower one begin in `pairs`; the last element is where all
    /// end.
    starts: Vec<usize>,
}

impl CrossTable {
    /// The cross table of these encounters.
    #[must_use]
    pub fn new(entrants: usize, played: &[EncounterResult]) -> Self {
        let mut pairs = Vec::with_capacity(played.len());
        for EncounterResult { encounter, tally } in played {
            for (at, &one) in encounter.members.iter().enumerate() {
                for (other_at, &other) in encounter.members.iter().enumerate().skip(at + 1) {
                    let (ahead, behind) = (tally.ahead(at, other_at), tally.ahead(other_at, at));
                    let level = tally.counted() - ahead - behind;
                    let [ahead, level, behind] = [ahead, level, behind].map(|count| tally.games_of(count));
                    // If two meet again, their score is found in the same way.
                    let cell = HeadToHead { ahead, level, behind, is_exact: tally.census.is_some() };
                    pairs.push(if one < other { (one, other, cell) } else { (other, one, cell.reversed()) });
                }
            }
        }
        // Sums of games do not depend on the order.
        pairs.sort_unstable_by_key(|&(one, other, _)| (one, other));
        pairs.dedup_by(|next, kept| {
            let is_same = (next.0, next.1) == (kept.0, kept.1);
            if is_same {
                kept.2.add(next.2);
            }
            is_same
        });
        let starts = (0..=entrants).map(|one| pairs.partition_point(|pair| pair.0 < one)).collect();
        Self { pairs, starts }
    }

    /// The results of `one` against `other`.
    #[must_use]
    pub fn of(&self, one: EntrantIndex, other: EntrantIndex) -> HeadToHead {
        let (low, high) = (one.min(other), one.max(other));
        let row = &self.pairs[self.starts[low]..self.starts[low + 1]];
        let found = row.binary_search_by_key(&high, |pair| pair.1).map(|at| row[at].2).unwrap_or_default();
        if one == low { found } else { found.reversed() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Encounter, Tally};

    #[test]
    fn a_sparse_field_has_a_cell_for_each_two_that_met() {
        let mut tally = Tally::new(2);
        tally.add(0, &[1, 2], None);
        let played = [EncounterResult { encounter: Encounter::new(vec![7, 99_999], 0, 2), tally }];
        let table = CrossTable::new(100_000, &played);
        assert_eq!(table.pairs.len(), 1);
        assert_eq!(
            (table.of(7, 99_999).ahead, table.of(99_999, 7).behind),
            (Games::whole(1), Games::whole(1))
        );
        assert_eq!(table.of(7, 8), HeadToHead::default());
    }

    #[test]
    fn only_everything_is_all_of_the_points() {
        let score = |ahead: u64, level: u64, all: u64| {
            let [ahead, level, behind] =
                [ahead, level, all - ahead - level].map(|count| Games::share(10, count, all));
            HeadToHead { ahead, level, behind, is_exact: true }.score_thousandths()
        };
        assert_eq!(
            score(16_744_463, 0, 16_748_556),
            Some(999),
            "the document's first program lives on at times"
        );
        assert_eq!(score(4_093, 0, 16_748_556), Some(1));
        assert_eq!([score(12, 0, 12), score(0, 0, 12), score(0, 12, 12)], [Some(1000), Some(0), Some(500)]);
        assert_eq!(HeadToHead::default().score_thousandths(), None);
    }
}

//! What is clear at a look: who is better than whom, who is as good, and what ranks follow.

use super::bounds::Bounds;
use super::evidence::{Evidence, Lead};
use super::target::{Goal, Target};
use crate::EntrantIndex;
use crate::ratings::RankInterval;

/// All comparisons of a field at one look, stepped down: every comparison that is clear leaves the bounds of the others
/// lower, since fewer remain that may err (S. Holm, "A simple sequentially rejective multiple test procedure", 1979).
#[derive(Debug)]
pub(crate) struct Verdicts {
    target: Target,
    /// All entrants, the best first.
    order: Vec<EntrantIndex>,
    better: Pairs,
    equal: Pairs,
    standings: Vec<Membership>,
}

/// Whether somebody is one of the first, as far as it is clear.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Membership {
    Among,
    Below,
    Open,
}

/// A statement about ordered pairs of entrants.
#[derive(Debug)]
struct Pairs {
    entrants: usize,
    hold: Vec<bool>,
}

impl Pairs {
    fn none(entrants: usize) -> Self {
        Self { entrants, hold: vec![false; entrants * entrants] }
    }

    fn has(&self, one: EntrantIndex, other: EntrantIndex) -> bool {
        self.hold[one * self.entrants + other]
    }

    fn add(&mut self, one: EntrantIndex, other: EntrantIndex) {
        self.hold[one * self.entrants + other] = true;
    }
}

/// Two entrants, the lower in the field first, and what is known of them.
type ComparedPair = ([EntrantIndex; 2], Option<Lead>);

impl Verdicts {
    pub(crate) fn of(evidence: &Evidence, target: &Target, bounds: &Bounds) -> Self {
        let order = evidence.order();
        let entrants = order.len();
        let pairs = (0..entrants).flat_map(|one| (one + 1..entrants).map(move |other| [one, other]));
        let compared: Vec<ComparedPair> =
            pairs.map(|[one, other]| ([one, other], evidence.lead(one, other))).collect();
        let mut verdicts = Self {
            target: Target { top: target.top.min(entrants), ..*target },
            order,
            better: Pairs::none(entrants),
            equal: Pairs::none(entrants),
            standings: vec![Membership::Open; entrants],
        };
        verdicts.tell_better(&compared, bounds);
        if target.gap > 0.0 {
            verdicts.tell_equal(&compared, bounds);
        }
        verdicts
    }

    /// Tells who is better, with ever lower bounds, until they tell nothing new.
    fn tell_better(&mut self, compared: &[ComparedPair], bounds: &Bounds) {
        let mut unclear = self.errors_left(compared, |_, _| true);
        loop {
            let bound = bounds.of(unclear);
            for &([one, other], lead) in compared {
                let deviations = lead.map_or(0.0, |lead| lead.deviations());
                if deviations > bound {
                    self.better.add(one, other);
                } else if deviations < -bound {
                    self.better.add(other, one);
                }
            }
            self.standings = self.standings();
            let left = self.errors_left(compared, |one, other| {
                !self.better.has(one, other) && !self.better.has(other, one)
            });
            if left >= unclear {
                return;
            }
            unclear = left;
        }
    }

    /// Tells who is as good. A comparison can no longer err once the two are clearly within the gap or clearly
    /// farther apart. It is not enough to know who is better.
    fn tell_equal(&mut self, compared: &[ComparedPair], bounds: &Bounds) {
        let gap = self.target.gap * crate::ratings::to_f64(self.order.len().saturating_sub(1) as u64);
        let mut is_known = Pairs::none(self.order.len());
        let mut unclear = self.errors_left(compared, |_, _| true);
        loop {
            let bound = bounds.of(unclear);
            for &([one, other], lead) in compared {
                let Some(lead) = lead else { continue };
                let (points, margin) = (lead.points.abs(), lead.margin(bound));
                if points + margin <= gap {
                    self.equal.add(one, other);
                    self.equal.add(other, one);
                }
                if points + margin <= gap || points - margin > gap {
                    is_known.add(one, other);
                }
            }
            let left = self.errors_left(compared, |one, other| !is_known.has(one, other));
            if left >= unclear {
                return;
            }
            unclear = left;
        }
    }

    /// Of the comparisons that are unclear, how many could be in error, whatever is true of the field.
    fn errors_left(
        &self,
        compared: &[ComparedPair],
        is_unclear: impl Fn(EntrantIndex, EntrantIndex) -> bool,
    ) -> u64 {
        let unclear: Vec<[EntrantIndex; 2]> = compared
            .iter()
            .map(|(pair, _)| *pair)
            .filter(|&[one, other]| self.matters(one, other) && is_unclear(one, other))
            .collect();
        let Target { goal, gap, .. } = self.target;
        // Of six equals for five places, one that seems better than any other seems to belong to the set: every comparison
        // among those who share the last place may err, not only those with the entrant that is outside.
        let is_any = goal == Goal::Set || gap > 0.0;
        let most = if is_any { u64::MAX } else { self.most_of_the_first(&unclear) };
        most.min(unclear.len() as u64)
    }

    /// The most of these comparisons that as many entrants have as there are first ranks. Of ranks, only the
    /// comparisons of those who truly have the first ones matter.
    fn most_of_the_first(&self, unclear: &[[EntrantIndex; 2]]) -> u64 {
        let mut of_entrants = vec![0; self.order.len()];
        for &entrant in unclear.iter().flatten() {
            of_entrants[entrant] += u64::from(self.standings[entrant] != Membership::Below);
        }
        of_entrants.sort_unstable_by(|fewer, more| more.cmp(fewer));
        of_entrants.iter().take(self.target.top).sum()
    }

    /// Whether the order of these two may affect the answer.
    fn matters(&self, one: EntrantIndex, other: EntrantIndex) -> bool {
        let [one, other] = [one, other].map(|entrant| self.standings[entrant]);
        match self.target.goal {
            Goal::Ranks => one != Membership::Below || other != Membership::Below,
            Goal::Set => one == Membership::Open && other == Membership::Open,
        }
    }

    fn standings(&self) -> Vec<Membership> {
        match self.target.goal {
            Goal::Ranks => self.standings_by_ranks(),
            Goal::Set => self.standings_by_set(),
        }
    }

    fn standings_by_ranks(&self) -> Vec<Membership> {
        let standing = |one: EntrantIndex| {
            let ahead = self.order.iter().filter(|&&other| self.better.has(other, one)).count();
            if ahead >= self.target.top { Membership::Below } else { Membership::Open }
        };
        (0..self.order.len()).map(standing).collect()
    }

    /// An entrant is below if too many would be among the first if it was one of them, since all who are better would
    /// be, too. The rule for those who are among them is alike.
    fn standings_by_set(&self) -> Vec<Membership> {
        let entrants = self.order.len();
        let mut standings = vec![Membership::Open; entrants];
        loop {
            let count = |standing| standings.iter().filter(|known| **known == standing).count();
            let places = self.target.top.saturating_sub(count(Membership::Among));
            let others = (entrants - self.target.top).saturating_sub(count(Membership::Below));
            let told = |one: EntrantIndex| {
                let count = |is_so: &dyn Fn(EntrantIndex) -> bool| {
                    (0..entrants).filter(|&other| is_so(other)).count()
                };
                let ahead =
                    count(&|other| standings[other] != Membership::Among && self.better.has(other, one));
                let behind =
                    count(&|other| standings[other] != Membership::Below && self.better.has(one, other));
                match standings[one] {
                    Membership::Open if ahead >= places => Membership::Below,
                    Membership::Open if behind >= others => Membership::Among,
                    known => known,
                }
            };
            let next: Vec<Membership> = (0..entrants).map(told).collect();
            if next == standings {
                return standings;
            }
            standings = next;
        }
    }

    /// The comparisons that the answer depends on, and that are not yet clear: of each of the first with everybody
    /// who scores less, or with those who do not belong to the set.
    pub(super) fn open(&self) -> Vec<[EntrantIndex; 2]> {
        let is_open = |one, other| !self.better.has(one, other) && !self.equal.has(one, other);
        let mut open = Vec::new();
        for (rank, &upper) in self.order.iter().take(self.target.top).enumerate() {
            let first_lower = match self.target.goal {
                Goal::Ranks => rank + 1,
                Goal::Set => self.target.top,
            };
            let lower = self.order[first_lower..].iter();
            open.extend(
                lower
                    .filter(|&&lower| self.matters(upper, lower) && is_open(upper, lower))
                    .map(|&lower| [upper, lower]),
            );
        }
        open
    }

    /// Whether everything that was asked is answered.
    pub(crate) fn is_settled(&self) -> bool {
        self.open().is_empty()
    }

    /// The first entrants, the best first, with the ranks that each may have. Ranks below the first are not told
    /// apart; neither are those within a set.
    pub(crate) fn ranks(&self) -> Vec<(EntrantIndex, RankInterval)> {
        self.order.iter().take(self.target.top).map(|&one| (one, self.ranks_of(one))).collect()
    }

    fn ranks_of(&self, one: EntrantIndex) -> RankInterval {
        let (entrants, top) = (self.order.len(), self.target.top);
        match self.target.goal {
            Goal::Ranks => {
                let count = |is_so: &dyn Fn(EntrantIndex) -> bool| {
                    self.order.iter().filter(|&&other| is_so(other)).count()
                };
                let best = count(&|other| self.better.has(other, one)) + 1;
                let worst = entrants - count(&|other| self.better.has(one, other));
                RankInterval { best, worst: if worst > top { entrants } else { worst } }
            }
            Goal::Set => self.ranks_by_standing(one),
        }
    }

    fn ranks_by_standing(&self, one: EntrantIndex) -> RankInterval {
        let (entrants, top) = (self.order.len(), self.target.top);
        match self.standings[one] {
            Membership::Among => RankInterval { best: 1, worst: top },
            Membership::Below => RankInterval { best: top + 1, worst: entrants },
            Membership::Open => RankInterval { best: 1, worst: entrants },
        }
    }

    /// The ranks of everybody. Those after the first may have any rank that is not settled.
    pub(super) fn ranks_of_all(&self) -> Vec<RankInterval> {
        let entrants = self.order.len();
        if self.target.goal == Goal::Set {
            return (0..entrants).map(|one| self.ranks_by_standing(one)).collect();
        }
        let first = self.ranks();
        let settled = first.iter().take_while(|(_, interval)| interval.is_settled()).count();
        let mut ranks = vec![RankInterval { best: settled + 1, worst: entrants }; entrants];
        for (entrant, interval) in first {
            ranks[entrant] = interval;
        }
        ranks
    }

    /// The comparisons that the answer depends on and in which the two are as good as equal, the better one by score
    /// first.
    pub(super) fn equal(&self) -> Vec<[EntrantIndex; 2]> {
        let mut equal = Vec::new();
        for (rank, &upper) in self.order.iter().take(self.target.top).enumerate() {
            let first_lower = match self.target.goal {
                Goal::Ranks => rank + 1,
                Goal::Set => self.target.top,
            };
            let lower = self.order[first_lower..].iter();
            let as_good =
                lower.filter(|&&lower| self.equal.has(upper, lower) && !self.better.has(upper, lower));
            equal.extend(as_good.map(|&lower| [upper, lower]));
        }
        equal
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ratings::{Confidence, PairResult, Results};

    const SURE: [f64; 3] = [100.0, 0.0, 0.0];
    const LEVEL: [f64; 3] = [50.0, 0.0, 50.0];

    fn verdicts(
        entrants: usize,
        pairs: &[(EntrantIndex, EntrantIndex, [f64; 3])],
        target: Target,
        bounds: Bounds,
    ) -> Verdicts {
        let result = |&(one, other, [wins, draws, losses]): &(EntrantIndex, EntrantIndex, [f64; 3])| {
            PairResult { one, other, wins, draws, losses }
        };
        let evidence = Evidence::of(&Results::new(entrants, pairs.iter().map(result), []));
        Verdicts::of(&evidence, &target, &bounds)
    }

    fn ranks(verdicts: &Verdicts) -> Vec<(EntrantIndex, usize, usize)> {
        verdicts.ranks().iter().map(|(one, interval)| (*one, interval.best, interval.worst)).collect()
    }

    /// One above two equals above one more.
    fn equals_between(top: usize) -> Target {
        Target::ranks(top, Confidence::P95)
    }

    const EQUALS_BETWEEN: [(EntrantIndex, EntrantIndex, [f64; 3]); 6] =
        [(0, 1, SURE), (0, 2, SURE), (0, 3, SURE), (1, 2, LEVEL), (1, 3, SURE), (2, 3, SURE)];

    #[test]
    fn ranks_follow_from_clear_leads_and_end_at_the_top() {
        let of = |top: usize| verdicts(4, &EQUALS_BETWEEN, equals_between(top), Bounds::Fixed(4.0));
        assert_eq!(ranks(&of(4)), [(0, 1, 1), (1, 2, 3), (2, 2, 3), (3, 4, 4)]);
        assert_eq!(
            ranks(&of(2)),
            [(0, 1, 1), (1, 2, 4)],
            "the first two are nobody's but these: of the third nothing is said"
        );
        assert_eq!(of(4).open(), [[1, 2]]);
        assert!(of(1).is_settled() && !of(2).is_settled());
        let all = of(2).ranks_of_all();
        assert_eq!((all[3].best, all[3].worst), (2, 4), "any rank but the settled one");
    }

    #[test]
    fn a_set_is_settled_though_the_order_in_it_is_not() {
        let of = |top: usize| {
            let target = Target { goal: Goal::Set, ..equals_between(top) };
            verdicts(4, &EQUALS_BETWEEN, target, Bounds::Fixed(4.0))
        };
        assert!(of(3).is_settled());
        assert_eq!(ranks(&of(3)), [(0, 1, 3), (1, 1, 3), (2, 1, 3)]);
        let all = of(3).ranks_of_all();
        assert_eq!((all[3].best, all[3].worst), (4, 4));
        assert_eq!(of(2).open(), [[1, 2]], "one of the equals belongs to the first two");
        assert_eq!(ranks(&of(2)), [(0, 1, 2), (1, 1, 4)], "the very first one is among them in any case");
        assert!(of(4).is_settled() && of(0).is_settled(), "everybody, or nobody");
    }

    /// A lead of 24 of 36 games is 2 deviations: too few while six comparisons may err, enough for the last one.
    #[test]
    fn clear_comparisons_lower_the_bound_of_the_others() {
        let last = |others: [f64; 3]| {
            let pairs = [
                (0, 1, others),
                (0, 2, others),
                (0, 3, others),
                (1, 2, others),
                (1, 3, others),
                (2, 3, [24.0, 0.0, 12.0]),
            ];
            verdicts(4, &pairs, equals_between(4), Bounds::joint(&equals_between(4), 1, 1.0))
        };
        assert!(last(SURE).is_settled());
        assert!(!last([55.0, 0.0, 45.0]).better.has(2, 3));
    }

    #[test]
    fn equals_within_the_gap_are_settled_and_no_others() {
        let of = |gap: f64, level: [f64; 3]| {
            let mut pairs = EQUALS_BETWEEN;
            pairs[3].2 = level;
            verdicts(4, &pairs, Target { gap, ..equals_between(3) }, Bounds::Fixed(3.0))
        };
        // Three deviations of a hundred decided games are 0.3 points in the one pair, so a tenth against three opponents.
        let few = of(0.05, LEVEL);
        assert!(!few.is_settled() && few.equal().is_empty());
        let many = of(0.05, [5000.0, 0.0, 5000.0]);
        assert_eq!(many.equal(), [[1, 2]]);
        assert!(many.is_settled());
        assert_eq!(ranks(&many), [(0, 1, 1), (1, 2, 3), (2, 2, 3)], "as good as equal is not a rank");
        // Closer than the gap and yet clearly better: a rank is a rank.
        let both = of(0.05, [5200.0, 0.0, 4800.0]);
        assert!(both.equal().is_empty());
        assert_eq!(ranks(&both), [(0, 1, 1), (1, 2, 2), (2, 3, 3)]);
    }

    /// Sixteen that score alike: comparisons that were called equal still count for the bound at which somebody is
    /// better.
    #[test]
    fn equals_that_are_told_leave_the_bound_for_the_others_as_it_is() {
        let entrants = 16;
        let level = |_: usize| [40_000.0, 0.0, 40_000.0];
        let mut pairs: Vec<(EntrantIndex, EntrantIndex, [f64; 3])> = (0..entrants)
            .flat_map(|one| (one + 1..entrants).map(move |other| (one, other, level(one))))
            .collect();
        // Of the scores of the first two, one is 3 deviations above the other.
        pairs[0].2 = [40_000.0 + 1200.0, 0.0, 40_000.0 - 1200.0];
        let target = Target { gap: 0.05, ..equals_between(2) };
        let found = verdicts(entrants, &pairs, target, Bounds::joint(&target, 1, 1.0));
        let deviations = found_deviations(&pairs, entrants);
        assert!((2.9..3.1).contains(&deviations), "{deviations}");
        assert!(!found.better.has(0, 1) && found.equal.has(0, 1));
    }

    fn found_deviations(pairs: &[(EntrantIndex, EntrantIndex, [f64; 3])], entrants: usize) -> f64 {
        let result = |&(one, other, [wins, draws, losses]): &(EntrantIndex, EntrantIndex, [f64; 3])| {
            PairResult { one, other, wins, draws, losses }
        };
        let evidence = Evidence::of(&Results::new(entrants, pairs.iter().map(result), []));
        evidence.lead(0, 1).expect("they have met").deviations()
    }
}

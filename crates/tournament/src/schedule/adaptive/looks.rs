//! The numbers of games after which results are examined. They are fixed at the start.

use crate::EntrantIndex;
use crate::schedule::{RoundRobin, Schedule};

/// A round has an eighth of the games so far: some fifty looks at the results lead to a budget that is several hundred
/// times the first round. Fewer looks would waste up to half a round at the end, more would each have less to say.
pub(super) const ROUNDS: u64 = 8;

/// The number in older versions, whose looks cost more.
pub(super) const OLD_ROUNDS: u64 = 4;

/// No round has fewer games than this, so that there is work for many cores.
const LEAST_GAMES: u64 = 64;

/// The total number of games at each look.
#[derive(Debug, Clone)]
pub(super) struct Looks {
    totals: Vec<u64>,
    /// The number of games per pair in the first round, if the budget is enough for all pairs.
    sweep: u64,
}

impl Looks {
    /// The looks of a field of this many, up to the greatest even number of games within the budget. A round has one of
    /// this many `parts` of the games before it.
    pub(super) fn new(entrants: usize, budget: u64, parts: u64) -> Self {
        let pairs = RoundRobin::new(entrants, 1).matches();
        let budget = budget - budget % 2;
        if pairs == 0 || budget == 0 {
            return Self { totals: Vec::new(), sweep: 0 };
        }
        let affordable = budget / pairs - budget / pairs % 2;
        let sweep = LEAST_GAMES.div_ceil(pairs).next_multiple_of(2).min(affordable).max(2);
        let mut totals = vec![pairs.saturating_mul(sweep).min(budget)];
        while let Some(last) = totals.last().copied().filter(|&last| last < budget) {
            let more = (last / parts).next_multiple_of(2).max(LEAST_GAMES);
            totals.push(last.saturating_add(more).min(budget));
        }
        Self { totals, sweep }
    }

    /// How many looks there can be.
    pub(super) fn count(&self) -> u64 {
        self.totals.len() as u64
    }

    /// The games of all rounds together.
    pub(super) fn budget(&self) -> u64 {
        self.totals.last().copied().unwrap_or(0)
    }

    /// How many times as much may become known about two entrants from the first look to the last: as if all games
    /// were between the two.
    pub(super) fn growth(&self) -> f64 {
        crate::ratings::to_f64(self.budget()) / crate::ratings::to_f64(self.sweep.max(1))
    }

    /// How many games the next round has, after this many; 0 if that was the budget.
    pub(super) fn next_round(&self, games: u64) -> u64 {
        self.totals.iter().find(|&&total| total > games).map_or(0, |total| total - games)
    }

    /// The games of the first round: everybody meets everybody, as far as the budget goes.
    pub(super) fn first_round(&self, entrants: usize) -> Vec<([EntrantIndex; 2], u64)> {
        let mut left = self.next_round(0);
        let all = RoundRobin::new(entrants, self.sweep).next_round(&[]);
        let affordable = all.into_iter().map_while(|encounter| {
            let games = encounter.matches().min(left);
            left -= games;
            (games > 0).then(|| ([encounter.members[0], encounter.members[1]], games))
        });
        affordable.collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rounds_grow_by_a_part_up_to_the_budget() {
        let looks = Looks::new(50, 4000, ROUNDS);
        assert_eq!(looks.totals, [2450, 2756, 3100, 3488, 3924, 4000]);
        let looks = Looks::new(50, 10_000, OLD_ROUNDS);
        assert_eq!(looks.totals, [2450, 3062, 3828, 4786, 5982, 7478, 9348, 10_000]);
        assert_eq!((looks.next_round(0), looks.next_round(9348), looks.next_round(10_000)), (2450, 652, 0));
    }

    #[test]
    fn small_fields_have_rounds_worth_the_while() {
        let looks = Looks::new(4, 1001, ROUNDS);
        assert_eq!(looks.totals[..3], [72, 136, 200], "six pairs need twelve games each for 64");
        assert_eq!(looks.budget(), 1000);
        assert_eq!(looks.first_round(4).len(), 6);
    }

    #[test]
    fn a_budget_below_a_game_for_each_pair_is_spread_evenly() {
        let looks = Looks::new(10, 21, ROUNDS);
        let first = looks.first_round(10);
        assert_eq!(first.iter().map(|(_, games)| games).sum::<u64>(), 20);
        let mut met = [0; 10];
        first.iter().flat_map(|(pair, _)| pair).for_each(|&one| met[one] += 1);
        assert_eq!(met, [2; 10]);
    }

    #[test]
    fn nobody_to_play_or_nothing_to_spend() {
        for (entrants, budget) in [(0, 100), (1, 100), (5, 0), (5, 1)] {
            let looks = Looks::new(entrants, budget, ROUNDS);
            assert_eq!((looks.count(), looks.budget()), (0, 0));
            assert!(looks.first_round(entrants).is_empty());
        }
        assert!(Looks::new(2, u64::MAX, ROUNDS).count() < 400);
    }
}

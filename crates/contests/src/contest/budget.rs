//! The time that a tournament may spend on exact scores that the user did not ask for.
//! Which pairs are counted depends on the order of the schedule and on estimates computed from the programs. It never
//! depends on a clock, on the number of threads, or on results that are already known.

use std::collections::BTreeMap;
use std::time::Duration;

/// The limit for the estimates of all pairs of a tournament together, in milliseconds of one core: a minute.
const WHOLE_MS: u64 = 60_000;

/// The cost charged for estimating a pair, in milliseconds. Each of its two orders usually takes at most half of it. If both
/// programs add up cells all over the memory, each order may take five times as much.
const LOOK_MS: u64 = 20;

/// The remaining budget, and the pairs that it was spent on.
#[derive(Debug)]
pub(super) struct Budget {
    left_ms: u64,
    /// Whether a pair is counted, for every pair decided so far.
    decided: BTreeMap<[usize; 2], bool>,
}

impl Budget {
    pub(super) fn new() -> Self {
        Self { left_ms: WHOLE_MS, decided: BTreeMap::new() }
    }

    /// Returns how many of the next pairs can still be counted at most, and so are worth an estimate.
    pub(super) fn looks(&self) -> usize {
        usize::try_from(self.left_ms / LOOK_MS).unwrap_or(usize::MAX)
    }

    /// Decides whether this pair is counted, from the estimated time of each of its orders. The estimate is `None` if
    /// it is unknown or was not made because the pair is not counted anyway. Pairs are decided in the order of the
    /// schedule, and a decision never changes.
    pub(super) fn decide(&mut self, pair: [usize; 2], estimates: Option<[u64; 2]>, longest_ms: u64) -> bool {
        if let Some(&is_counted) = self.decided.get(&pair) {
            return is_counted;
        }
        let is_counted = match (self.left_ms.checked_sub(LOOK_MS), estimates) {
            (None, _) => false,
            (Some(left), None) => {
                self.left_ms = left;
                false
            }
            (Some(left), Some([one, other])) => {
                let is_short = one < longest_ms && other < longest_ms;
                let after = left.checked_sub(one.saturating_add(other)).filter(|_| is_short);
                self.left_ms = after.unwrap_or(left);
                after.is_some()
            }
        };
        self.decided.insert(pair, is_counted);
        is_counted
    }

    /// Returns about how long one core takes to decide and count this many more pairs, if each takes as long as those before it,
    /// until the budget is spent.
    pub(super) fn time_for(&self, pairs: usize) -> Duration {
        let spent_ms = u128::from(WHOLE_MS - self.left_ms);
        let like_before_ms = spent_ms * pairs as u128 / self.decided.len().max(1) as u128;
        let left_ms = u64::try_from(like_before_ms).unwrap_or(u64::MAX).min(self.left_ms);
        Duration::from_millis(left_ms)
    }

    /// Returns true if it was decided that this pair is counted.
    pub(super) fn is_counted(&self, pair: [usize; 2]) -> bool {
        self.decided.get(&pair).copied().unwrap_or(false)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cheap_pairs_are_counted_until_a_minute_is_spent() {
        let mut budget = Budget::new();
        assert!(!budget.decide([0, 1], Some([999, 1000]), 1000), "one order takes a second");
        assert!(budget.decide([0, 2], Some([999, 999]), 1000));
        let counted = (3..100).filter(|&other| budget.decide([0, other], Some([900, 900]), 1000)).count();
        // 60,000 minus 20, 2,018 and this many times 1,820.
        assert_eq!(counted, 31);
        assert!(budget.decide([1, 2], Some([10, 10]), 1000), "a cheap one still fits");
        assert!(budget.is_counted([1, 2]) && !budget.is_counted([0, 99]) && !budget.is_counted([5, 6]));
        assert!(budget.decide([0, 2], None, 1000), "it stays as it was decided");
    }

    #[test]
    fn the_time_that_is_left_is_that_of_the_pairs_before_and_never_more_than_the_budget() {
        let mut budget = Budget::new();
        assert_eq!(budget.time_for(1000), Duration::ZERO, "nothing is known yet");
        for other in 1..=10 {
            assert!(budget.decide([0, other], Some([400, 580]), 1000));
        }
        // Each pair costs 20 ms for the estimate and 980 ms for the count.
        assert_eq!(budget.time_for(5), Duration::from_secs(5));
        assert_eq!(budget.time_for(44_840), Duration::from_secs(50));
        assert_eq!(budget.time_for(0), Duration::ZERO);
    }

    #[test]
    fn looking_is_paid_for_too() {
        let mut budget = Budget::new();
        assert_eq!(budget.looks(), 3000);
        for other in 1..=3000 {
            assert!(!budget.decide([0, other], None, 1000));
        }
        assert_eq!(budget.looks(), 0);
        assert!(!budget.decide([1, 2], Some([0, 0]), 1000));
    }
}

//! Chooses the cheaper of two methods to play a match. What it learns decides how matches are played, not how they end.

/// The dearer method is chosen again when this many times its cost has been spent since it was last chosen. So little is
/// spent on it.
const TIMES_ITS_COST: u64 = 64;

/// After this many times, the costs so far count only half.
const REMEMBERED: u64 = 256;

/// Two methods to do something, and what each has cost so far.
#[derive(Debug, Default)]
pub(super) struct CheaperMethod {
    /// For each method, the costs of the last times, and how many times these were.
    spent: [(u64, u64); 2],
    /// What was spent since the dearer method was last chosen.
    spent_since: u64,
}

impl CheaperMethod {
    /// Expects the first method to cost this much.
    pub(super) fn with_first(cost: u64) -> Self {
        Self { spent: [(cost, 1), (0, 0)], spent_since: 0 }
    }

    /// Returns the method that is cheaper on average, 0 or 1. From time to time it returns the other one, which may
    /// have become cheaper.
    pub(super) fn choose(&mut self) -> usize {
        if let Some(unknown) = self.spent.iter().position(|&(_, times)| times == 0) {
            return unknown;
        }
        let cheaper = usize::from(self.average(1) < self.average(0));
        if self.spent_since < TIMES_ITS_COST * self.average(1 - cheaper) {
            return cheaper;
        }
        self.spent_since = 0;
        1 - cheaper
    }

    /// What a method has cost on average, 0 if it was never chosen.
    pub(super) fn average(&self, which: usize) -> u64 {
        let (spent, times) = self.spent[which];
        spent.checked_div(times).unwrap_or(0)
    }

    /// Notes that a method was chosen, and what it cost.
    pub(super) fn note(&mut self, which: usize, cost: u64) {
        let (spent, times) = &mut self.spent[which];
        *spent += cost;
        *times += 1;
        if *times == REMEMBERED {
            *spent /= 2;
            *times /= 2;
        }
        self.spent_since += cost;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_cheaper_way_is_chosen_and_little_is_spent_on_the_other_one() {
        let costs = [30, 100];
        let mut method = CheaperMethod::default();
        let mut spent = [0, 0];
        for _ in 0..10_000 {
            let chosen = method.choose();
            method.note(chosen, costs[chosen]);
            spent[chosen] += costs[chosen];
        }
        assert!(spent[1] > 0);
        assert!((60..70).contains(&(spent[0] / spent[1])), "{spent:?}");
    }

    #[test]
    fn a_way_that_becomes_cheaper_is_found() {
        let mut method = CheaperMethod::with_first(10);
        assert_eq!(method.choose(), 1, "its cost is not known");
        method.note(1, 50);
        assert_eq!(method.choose(), 0);
        let mut times = [0, 0];
        for _ in 0..20_000 {
            let chosen = method.choose();
            method.note(chosen, [10, 5][chosen]);
            times[chosen] += 1;
        }
        assert!(times[1] > times[0], "{times:?}");
    }
}

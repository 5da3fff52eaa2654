//! Which of two ways to play a match is worth it. What is learnt decides how matches are played, and not how they end.

/// For each unit of cost that the other way may take when it is tried again, so many are spent on the cheaper one before.
const COST_BETWEEN_TRIALS: u64 = 64;

/// The costs of so many times are remembered in full; those before count half.
const REMEMBERED: u64 = 256;

/// Two ways to do something, and what each has cost so far.
#[derive(Debug, Default)]
pub(super) struct Rivals {
    /// The costs of the last times, and how many times these are.
    spent: [(u64, u64); 2],
    /// What was spent since the way that was the dearer one was chosen.
    spent_on_cheaper: u64,
}

impl Rivals {
    /// The first of them is expected to cost so much.
    pub(super) fn with_first(cost: u64) -> Self {
        Self { spent: [(cost, 1), (0, 0)], spent_on_cheaper: 0 }
    }

    /// Which one is the cheaper on average, 0 or 1; from time to time the other one, which may have become cheaper.
    pub(super) fn choose(&mut self) -> usize {
        if let Some(unknown) = self.spent.iter().position(|&(_, times)| times == 0) {
            return unknown;
        }
        let cheaper = usize::from(self.average(1) < self.average(0));
        if self.spent_on_cheaper < COST_BETWEEN_TRIALS * self.average(1 - cheaper) {
            return cheaper;
        }
        self.spent_on_cheaper = 0;
        1 - cheaper
    }

    /// What a way has cost on average, 0 if it was never chosen.
    pub(super) fn average(&self, which: usize) -> u64 {
        let (spent, times) = self.spent[which];
        spent.checked_div(times).unwrap_or(0)
    }

    /// One of them was chosen, and cost so much.
    pub(super) fn note(&mut self, which: usize, cost: u64) {
        let (spent, times) = &mut self.spent[which];
        *spent += cost;
        *times += 1;
        if *times == REMEMBERED {
            *spent /= 2;
            *times /= 2;
        }
        self.spent_on_cheaper += cost;
    }
}

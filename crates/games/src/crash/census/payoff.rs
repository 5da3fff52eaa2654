//! Which of two ways to play a match is worth it. What is learnt decides how matches are played, and not how they end.

/// What trials have gained so far.
#[derive(Debug, Default)]
pub(super) struct Payoff {
    /// How much more was gained than lost.
    gain: i64,
    asked: u64,
}

/// Where trials do not pay, one of so many is made nevertheless, since others may.
const ONE_OF: u64 = 64;

impl Payoff {
    pub(super) fn is_worth_a_trial(&mut self) -> bool {
        self.asked += 1;
        self.gain >= 0 || self.asked.is_multiple_of(ONE_OF)
    }

    /// A trial has gained so much, or lost. No more than `most` of all is remembered, so that what changes is soon seen.
    pub(super) fn note(&mut self, gain: i64, most: i64) {
        self.gain = (self.gain + gain).clamp(-most, most);
    }
}

/// Two ways to do something, and what each has cost so far.
#[derive(Debug, Default)]
pub(super) struct Rivals {
    /// The costs of the last times, and how many times these are.
    spent: [(u64, u64); 2],
    asked: u64,
}

/// The costs of so many times are remembered in full; those before count half.
const REMEMBERED: u64 = 256;

impl Rivals {
    /// Which one is the cheaper on average, 0 or 1; from time to time the other one, which may have become cheaper.
    pub(super) fn choose(&mut self) -> usize {
        self.asked += 1;
        let [(one, times_of_one), (two, times_of_two)] = self.spent;
        if times_of_one == 0 || times_of_two == 0 {
            return usize::from(times_of_one > 0);
        }
        let is_second_cheaper = two * times_of_one < one * times_of_two;
        usize::from(is_second_cheaper != self.asked.is_multiple_of(ONE_OF))
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
    }
}

//! Whether something that may be in vain is worth a trial.

/// What trials have gained so far. It decides how matches are played, and not how they end.
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

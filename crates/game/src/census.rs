//! Scores over every setup, where a game's setups can be counted.

/// What matches of one pair from several setups came to.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Counts {
    /// Setups from which the program in seat 0 and that in seat 1 wins.
    pub wins: [u64; 2],
    /// Setups from which nobody wins.
    pub draws: u64,
}

impl Counts {
    /// How many setups these are.
    #[must_use]
    pub fn setups(&self) -> u64 {
        self.wins[0] + self.wins[1] + self.draws
    }
}

impl std::ops::AddAssign for Counts {
    fn add_assign(&mut self, other: Self) {
        self.wins[0] += other.wins[0];
        self.wins[1] += other.wins[1];
        self.draws += other.draws;
    }
}

/// Every match that a pair can have by fixed parameters: one from each setup. They are counted in parts, so that several
/// threads can share the work, show how far they are, and stop.
pub trait Census: Send + Sync {
    /// How many setups there are.
    fn setups(&self) -> u64;

    /// About how many milliseconds all parts take one core. It is worked out from samples of the matches, never from
    /// a clock, so that it is the same on every machine.
    fn estimated_ms(&self) -> u64;

    /// How many parts the work has.
    fn parts(&self) -> u64;

    /// Counts the setups of a part, from 0 to [`Census::parts`] − 1. Every setup is in exactly one part. Nothing if
    /// `stop`, which is asked every few milliseconds, said to stop.
    fn count(&self, part: u64, stop: &dyn Fn() -> bool) -> Option<Counts>;
}

//! Scores over all setups, for games whose setups can be counted.

/// Results of the matches of one pair from several setups.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Counts {
    /// The numbers of setups from which the program in seat 0 and the program in seat 1 win.
    pub wins: [u64; 2],
    /// The number of setups from which nobody wins.
    pub draws: u64,
}

impl Counts {
    /// How many setups were counted.
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

/// Counts every match that a pair can play with fixed parameters: one from each setup. The work is divided into parts,
/// so that several threads can share it, show progress and stop.
pub trait Census: Send + Sync {
    /// How many setups there are.
    fn setups(&self) -> u64;

    /// The approximate time of all parts on one core, in milliseconds. It is computed from samples of the matches, never
    /// from a clock, so that it is the same on every machine.
    fn estimated_ms(&self) -> u64;

    /// How many parts the work has.
    fn parts(&self) -> u64;

    /// Counts the setups of a part, from 0 to [`Census::parts`] − 1. Every setup is in exactly one part. Returns
    /// `None` if `stop`, which is called every few milliseconds, returns true.
    fn count(&self, part: u64, stop: &dyn Fn() -> bool) -> Option<Counts>;
}

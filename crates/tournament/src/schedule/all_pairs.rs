//! Schedules that are fixed at the start: all pairs, and one against all.

use super::Schedule;
use crate::{Encounter, EncounterResult, EntrantIndex};

/// Every pair meets for the same number of games.
#[derive(Debug, Clone)]
pub struct RoundRobin {
    entrants: usize,
    games: u64,
    is_over: bool,
}

impl RoundRobin {
    /// A round robin of `entrants`, each pair for `games` games, an even number.
    #[must_use]
    pub fn new(entrants: usize, games: u64) -> Self {
        Self { entrants, games, is_over: false }
    }
}

impl Schedule for RoundRobin {
    /// All pairs, in the order of the circle method: in every stretch of the schedule everybody plays about equally
    /// often, so that a table half-way through is informative.
    fn next_round(&mut self, _: &[EncounterResult]) -> Vec<Encounter> {
        if std::mem::replace(&mut self.is_over, true) {
            return Vec::new();
        }
        let even = self.entrants.next_multiple_of(2);
        let circle = even.saturating_sub(1);
        let mut encounters = Vec::new();
        for round in 0..circle {
            let fixed = (round, circle);
            let others =
                (1..even / 2).map(|step| ((round + step) % circle, (round + circle - step) % circle));
            let pairs = std::iter::once(fixed).chain(others);
            let real = pairs.filter(|&(one, two)| one < self.entrants && two < self.entrants);
            encounters.extend(real.map(|(one, two)| Encounter::new(vec![one, two], 0, self.games)));
        }
        encounters
    }

    fn matches(&self) -> u64 {
        let entrants = self.entrants as u64;
        entrants * entrants.saturating_sub(1) / 2 * self.games
    }
}

/// One entrant meets every other.
#[derive(Debug, Clone)]
pub struct Gauntlet {
    entrants: usize,
    challenger: EntrantIndex,
    games: u64,
    is_over: bool,
}

impl Gauntlet {
    /// `challenger` against every other of `entrants`, each for `games` games, an even number.
    #[must_use]
    pub fn new(entrants: usize, challenger: EntrantIndex, games: u64) -> Self {
        Self { entrants, challenger, games, is_over: false }
    }
}

impl Schedule for Gauntlet {
    fn next_round(&mut self, _: &[EncounterResult]) -> Vec<Encounter> {
        if std::mem::replace(&mut self.is_over, true) {
            return Vec::new();
        }
        let others = (0..self.entrants).filter(|&other| other != self.challenger);
        others.map(|other| Encounter::new(vec![self.challenger, other], 0, self.games)).collect()
    }

    fn matches(&self) -> u64 {
        (self.entrants as u64).saturating_sub(1) * self.games
    }
}

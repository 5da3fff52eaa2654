//! The order in which games are played: rounds in batches, and a batch as pieces of work.

use std::ops::Range;

/// The most rounds that a batch has: enough that what a piece of work takes beside its games is little.
const MOST: u64 = 64;

/// Batches grow by this part of what came before, so that at most so much is played in vain when the answer is
/// there.
const GROWTH: u64 = 4;

/// Rounds in batches. A batch has a piece of work for each encounter, all before those of the next batch.
#[derive(Debug)]
pub(super) struct Batches {
    encounters: u64,
    rounds: u64,
    /// The first rounds of the batches that are smaller than the others, and of the first that is not.
    growing: Vec<u64>,
    size: u64,
}

impl Batches {
    /// So many rounds of so many encounters in batches that grow.
    pub(super) fn growing(encounters: usize, rounds: u64) -> Self {
        let mut growing = vec![0];
        let mut next = 0;
        while next / GROWTH < MOST {
            next += (next / GROWTH).max(1);
            growing.push(next);
        }
        Self { encounters: encounters as u64, rounds, growing, size: MOST }
    }

    /// Every round by itself, for games that take long.
    pub(super) fn single(encounters: usize, rounds: u64) -> Self {
        Self { encounters: encounters as u64, rounds, growing: vec![0], size: 1 }
    }

    /// How many pieces of work there are.
    pub(super) fn pieces(&self) -> u64 {
        let last = self.growing.len() as u64 - 1;
        let first_large = self.growing[self.growing.len() - 1];
        let batches = match self.growing.iter().position(|&first| first >= self.rounds) {
            Some(batches) => batches as u64,
            None => last + (self.rounds - first_large).div_ceil(self.size),
        };
        batches * self.encounters
    }

    /// The encounter and the rounds of a piece of work.
    pub(super) fn piece(&self, number: u64) -> (usize, Range<u64>) {
        let encounter = usize::try_from(number % self.encounters).expect("it is below the encounters");
        let batch = number / self.encounters;
        (encounter, self.first_round(batch).min(self.rounds)..self.first_round(batch + 1).min(self.rounds))
    }

    fn first_round(&self, batch: u64) -> u64 {
        let last = self.growing.len() as u64 - 1;
        match usize::try_from(batch).ok().and_then(|batch| self.growing.get(batch)) {
            Some(&first) => first,
            None => self.growing[self.growing.len() - 1] + (batch - last) * self.size,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every encounter plays every round once, in order, whatever the number of rounds.
    #[test]
    fn all_rounds_are_there_once() {
        for rounds in (1..40).chain([255, 256, 257, 263, 264, 1000, 5001]) {
            for batches in [Batches::growing(3, rounds), Batches::single(3, rounds)] {
                let mut next = [0; 3];
                for number in 0..batches.pieces() {
                    let (encounter, piece) = batches.piece(number);
                    assert_eq!(encounter as u64, number % 3);
                    assert_eq!(piece.start, next[encounter], "{batches:?} {number}");
                    assert!(!piece.is_empty() && piece.end - piece.start <= MOST);
                    next[encounter] = piece.end;
                }
                assert_eq!(next, [rounds; 3]);
            }
        }
    }

    #[test]
    fn little_is_played_in_vain() {
        let batches = Batches::growing(1, 10_000);
        for number in 4..batches.pieces() {
            let (_, piece) = batches.piece(number);
            assert!(piece.end - piece.start <= piece.start / GROWTH, "{piece:?}");
        }
    }
}

//! The order of play: rounds form batches, and batches consist of pieces of work.

use std::ops::Range;

/// The largest number of rounds in a batch: enough that the overhead of a piece of work is small.
const MOST: u64 = 64;

/// Batches grow by this fraction of all earlier rounds, so that at most this fraction is wasted when the answer is
/// known.
const GROWTH: u64 = 4;

/// Rounds in batches. A batch has one piece of work per encounter, and its pieces come before those of the next batch.
#[derive(Debug)]
pub(super) struct Batches {
    encounters: u64,
    rounds: u64,
    /// The first rounds of the smaller, growing batches, and of the first batch of full size.
    growing: Vec<u64>,
    size: u64,
}

impl Batches {
    /// Creates growing batches of rounds.
    pub(super) fn growing(encounters: usize, rounds: u64) -> Self {
        let mut growing = vec![0];
        let mut next = 0;
        while next / GROWTH < MOST {
            next += (next / GROWTH).max(1);
            growing.push(next);
        }
        Self { encounters: encounters as u64, rounds, growing, size: MOST }
    }

    /// Creates batches of one round each, for slow games.
    pub(super) fn single(encounters: usize, rounds: u64) -> Self {
        Self { encounters: encounters as u64, rounds, growing: vec![0], size: 1 }
    }

    /// Returns the number of pieces of work.
    pub(super) fn pieces(&self) -> u64 {
        let last = self.growing.len() as u64 - 1;
        let first_large = self.growing[self.growing.len() - 1];
        let batches = match self.growing.iter().position(|&first| first >= self.rounds) {
            Some(batches) => batches as u64,
            None => last + (self.rounds - first_large).div_ceil(self.size),
        };
        batches * self.encounters
    }

    /// Returns the encounter and the rounds of a piece of work.
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

//! Numbers drawn from a seed: the same on every machine and in every later release.
//!
//! The manual's chapter on seeds (`crates/bout/manual/seeds.md`) is the specification; the golden
//! vectors in the tests below are its check.

use rand_chacha::ChaCha20Rng;
use rand_core::{Rng, SeedableRng};

/// A stream of random numbers: `ChaCha20` (64-bit counter, 64-bit nonce) keyed by a seed.
#[derive(Debug, Clone)]
pub struct SeededRng(ChaCha20Rng);

impl SeededRng {
    /// The stream from which the setup of the match with this seed is drawn.
    #[must_use]
    pub fn for_setup(seed: u64) -> Self {
        Self::stream(seed, 0)
    }

    /// Stream number `stream` of `seed`: the key is the seed in 8 bytes, least significant first,
    /// then 24 zero bytes; the nonce is `stream`; the block counter starts at 0.
    fn stream(seed: u64, stream: u64) -> Self {
        let mut key = [0; 32];
        key[..8].copy_from_slice(&seed.to_le_bytes());
        let mut generator = ChaCha20Rng::from_seed(key);
        generator.set_stream(stream);
        Self(generator)
    }

    /// The next 64 bits of the key stream, least significant byte first.
    pub fn next_u64(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// A number from 0 to `bound - 1`, all equally likely. It draws 64 bits until they lie below the largest multiple
    /// of `bound` that fits, and takes the remainder.
    ///
    /// # Panics
    /// If `bound` is 0.
    pub fn below(&mut self, bound: u64) -> u64 {
        assert!(bound > 0, "nothing lies below 0");
        let leftover = (u64::MAX % bound + 1) % bound;
        loop {
            let bits = self.next_u64();
            if bits <= u64::MAX - leftover {
                return bits % bound;
            }
        }
    }

    /// A random order of `count` things. From the last place down to the second, each place is exchanged with a place
    /// drawn from those up to and including itself (Fisher-Yates).
    pub fn order(&mut self, count: usize) -> Vec<usize> {
        let mut order: Vec<usize> = (0..count).collect();
        for last in (1..count).rev() {
            let other = self.index_below(last + 1);
            order.swap(last, other);
        }
        order
    }

    /// Where programs of these lengths start on a row of `size` cells. No programs overlap, none exceeds the end of the row,
    /// and every placement is equally likely (E8). There is one start per program, in the order of `lengths`.
    ///
    /// # Panics
    /// If the programs do not fit.
    pub fn placement(&mut self, lengths: &[usize], size: usize) -> Vec<usize> {
        let taken: usize = lengths.iter().sum();
        let free = size.checked_sub(taken).expect("the programs fit on the board");
        let order = self.order(lengths.len());
        let slots = self.different(lengths.len(), free + lengths.len());
        let mut starts = vec![0; lengths.len()];
        let mut before = 0;
        for (nth, (&program, slot)) in order.iter().zip(slots).enumerate() {
            starts[program] = slot - nth + before;
            before += lengths[program];
        }
        starts
    }

    /// `count` different numbers from 0 to `bound - 1`, sorted. A number that was drawn before is drawn again.
    fn different(&mut self, count: usize, bound: usize) -> Vec<usize> {
        let mut numbers = Vec::with_capacity(count);
        while numbers.len() < count {
            let number = self.index_below(bound);
            if let Err(at) = numbers.binary_search(&number) {
                numbers.insert(at, number);
            }
        }
        numbers
    }

    /// [`SeededRng::below`] for indices.
    ///
    /// # Panics
    /// If `bound` is 0.
    pub fn index_below(&mut self, bound: usize) -> usize {
        usize::try_from(self.below(bound as u64)).expect("it is below a usize")
    }
}

/// The seed of match `index` of a command with `--seed seed`.
///
/// Match 0 has the command's own seed. Match `k` has the first 64 bits of stream `k`, shifted right by 11, so that
/// readers that keep numbers as doubles (JavaScript) lose nothing.
#[must_use]
pub fn match_seed(seed: u64, index: u64) -> u64 {
    match index {
        0 => seed,
        _ => SeededRng::stream(seed, index).next_u64() >> 11,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The test vector of the all-zero key and nonce, which every `ChaCha20` implementation publishes: 76 b8 e0 ad a0
    /// f1 3d 90 40 5d 6a e5 53 86 bd 28 ...
    #[test]
    fn seed_zero_is_the_published_chacha20_vector() {
        let mut rng = SeededRng::for_setup(0);
        assert_eq!(rng.next_u64(), u64::from_le_bytes([0x76, 0xb8, 0xe0, 0xad, 0xa0, 0xf1, 0x3d, 0x90]));
        assert_eq!(rng.next_u64(), u64::from_le_bytes([0x40, 0x5d, 0x6a, 0xe5, 0x53, 0x86, 0xbd, 0x28]));
    }

    /// Every placement of the lengths 2 and 1 on 5 cells comes up, each about equally often.
    #[test]
    fn placements_are_uniform() {
        let mut counts = std::collections::BTreeMap::new();
        for seed in 0..12_000 {
            *counts.entry(SeededRng::for_setup(seed).placement(&[2, 1], 5)).or_insert(0) += 1;
        }
        // The program of length 2 occupies 0-1, 1-2, 2-3 or 3-4, and the one of length 1 any of the 3 other cells.
        assert_eq!(counts.len(), 12);
        for (placement, count) in counts {
            assert!((850..1150).contains(&count), "{placement:?} came {count} times of 12000");
        }
    }

    #[test]
    fn a_board_without_room_to_spare_is_filled() {
        for seed in 0..50 {
            let mut starts = SeededRng::for_setup(seed).placement(&[3, 3, 3], 9);
            starts.sort_unstable();
            assert_eq!(starts, [0, 3, 6]);
        }
    }

    #[test]
    fn bounded_numbers_keep_their_bound() {
        let mut rng = SeededRng::for_setup(7);
        for bound in [1, 2, 3, 1000, 1 << 63, u64::MAX] {
            assert!((0..100).all(|_| rng.below(bound) < bound));
        }
    }
}

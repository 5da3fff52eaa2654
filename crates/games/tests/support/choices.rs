//! Where a generator of matches takes its choices from: a seed, or bytes that somebody else chose
//! (proptest, which can shrink them, or a fuzzer, which can mutate them).

/// A source of choices.
pub(crate) trait Choices {
    /// A number from 0 to `bound - 1`.
    fn below(&mut self, bound: usize) -> usize;

    /// True once in `times` times.
    fn once_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }

    /// One of `things`.
    fn pick<T: Copy>(&mut self, things: &[T]) -> T {
        things[self.below(things.len())]
    }
}

/// Choices from a seed: the generator `SplitMix64`, so that a failure can be played again.
pub(crate) struct SplitMix(pub(crate) u64);

impl Choices for SplitMix {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^= mixed >> 31;
        usize::try_from(mixed % bound as u64).expect("it is below a usize")
    }
}

/// Choices from bytes: one byte per choice, or two if one is too small; only 0 beyond the end.
pub(crate) struct Bytes<'a>(pub(crate) &'a [u8]);

impl Bytes<'_> {
    fn next(&mut self) -> usize {
        let Some((&first, rest)) = self.0.split_first() else { return 0 };
        self.0 = rest;
        usize::from(first)
    }
}

impl Choices for Bytes<'_> {
    fn below(&mut self, bound: usize) -> usize {
        let mut chosen = self.next();
        if bound > 256 {
            chosen = chosen << 8 | self.next();
        }
        chosen % bound
    }
}

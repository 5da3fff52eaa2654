//! Values that depend on where the programs begin.

use super::super::instruction::CELLS;

/// The value `offset + one · p + two · q` modulo 4096, where the programs begin at `p` and `q`. Plain numbers have no weights,
/// what was made of `[i]` has one of them, and what else a program adds up may have any.
///
/// The offset stands in the twelve highest bits, where it overflows as C1 wants; the weights stand below it, twelve bits
/// each with room above them.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Symbol(u64);

const OFFSET_AT: u32 = 52;
const TWO_AT: u32 = 26;
const TWELVE_BITS: u64 = 0xfff;

impl Symbol {
    pub(super) const fn plain(number: u16) -> Self {
        Self((number as u64) << OFFSET_AT)
    }

    /// `offset + p`, or `offset + q`.
    pub(super) const fn relative(offset: usize, seat: usize) -> Self {
        Self((offset as u64) << OFFSET_AT | if seat == 0 { 1 } else { 1 << TWO_AT })
    }

    fn of(offset: usize, [one, two]: [u64; 2]) -> Self {
        Self((offset as u64) << OFFSET_AT | (two & TWELVE_BITS) << TWO_AT | one & TWELVE_BITS)
    }

    /// What is never the value of `i`.
    pub(super) const NOWHERE: Self = Self(TWELVE_BITS);

    #[inline(always)]
    #[allow(clippy::cast_possible_truncation, reason = "it has twelve bits")]
    pub(super) fn offset(self) -> usize {
        (self.0 >> OFFSET_AT) as usize
    }

    #[inline(always)]
    pub(super) fn weights(self) -> [u64; 2] {
        [self.0 & TWELVE_BITS, self.0 >> TWO_AT & TWELVE_BITS]
    }

    /// Which layer of the memory holds the cell at this address, and at which offset in it: the absolute one, that
    /// which is relative to `p`, or that which is relative to `q`. Nothing, if none does.
    #[inline(always)]
    pub(super) fn place(self) -> Option<(usize, usize)> {
        const ONE: u64 = 1;
        const TWO: u64 = 1 << TWO_AT;
        match self.0 & (TWELVE_BITS << TWO_AT | TWELVE_BITS) {
            0 => Some((0, self.offset())),
            ONE => Some((1, self.offset())),
            TWO => Some((2, self.offset())),
            _ => None,
        }
    }

    /// This value where `p` is known, with `q` in its place.
    #[allow(clippy::cast_possible_truncation, reason = "it has twelve bits")]
    pub(super) fn with_one(self, p: usize) -> Self {
        let [one, two] = self.weights();
        Self::of((self.offset() + one as usize * p) % CELLS, [two, 0])
    }

    /// This value where `q` is known.
    #[allow(clippy::cast_possible_truncation, reason = "it has twelve bits")]
    pub(super) fn with_two(self, q: usize) -> Self {
        let [one, two] = self.weights();
        Self::of((self.offset() + two as usize * q) % CELLS, [one, 0])
    }

    /// This value where `q` is `p + distance`.
    #[allow(clippy::cast_possible_truncation, reason = "it has twelve bits")]
    pub(super) fn with_distance(self, distance: usize) -> Self {
        let [one, two] = self.weights();
        Self::of((self.offset() + two as usize * distance) % CELLS, [one + two, 0])
    }

    /// This value where nothing but `p` is unknown, and then `p` becomes known.
    #[allow(clippy::cast_possible_truncation, reason = "it has twelve bits")]
    pub(super) fn at(self, p: usize) -> usize {
        (self.offset() + self.weights()[0] as usize * p) % CELLS
    }

    /// One more: `i` counted up, with 4096 being 0 (C2).
    #[inline(always)]
    pub(super) fn next(self) -> Self {
        self.plus(Self::plain(1))
    }

    #[inline(always)]
    pub(super) fn plus(self, other: Self) -> Self {
        Self(self.0.wrapping_add(other.0)).normal()
    }

    /// `factor` times the value, with up to 24 bits of each weight: only for sums that [`Symbol::normal`] ends.
    #[inline(always)]
    fn scaled(self, factor: u16) -> u64 {
        self.0.wrapping_mul(u64::from(factor))
    }

    /// The sum of three values times their factors and a fourth value. No carry of a weight reaches what stands above it:
    /// the weights come to less than 2^26.
    #[inline(always)]
    pub(super) fn sum(terms: [(Self, u16); 3], constant: Self) -> Self {
        let [(i, of_i), (a, of_a), (b, of_b)] = terms;
        let sum = i.scaled(of_i).wrapping_add(a.scaled(of_a)).wrapping_add(b.scaled(of_b));
        Self(sum.wrapping_add(constant.0)).normal()
    }

    #[inline(always)]
    fn normal(self) -> Self {
        Self(self.0 & (TWELVE_BITS << OFFSET_AT | TWELVE_BITS << TWO_AT | TWELVE_BITS))
    }
}

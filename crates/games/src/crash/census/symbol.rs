//! Values that depend on where the programs begin.

use super::super::instruction::CELLS;

/// The value `offset + one · p + two · q` modulo 4096, where the programs begin at `p` and `q`. A plain number has no
/// weights. A value made of `[i]` has one of them. Whatever else a program adds up may have any weights.
///
/// The offset is in the twelve highest bits, where it overflows as C1 wants. The weights are below it. Each has twelve
/// bits, with room above them.
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

    /// A value that `i` never has.
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

    /// Which layer of the memory holds the cell at this address, and at which offset in it. Layer 0 is the absolute one,
    /// layer 1 is relative to `p`, and layer 2 is relative to `q`. `None` if no layer holds the cell.
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

    /// This value where `p` is known. The weight of `q` takes its place.
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

    /// This value, in which only `p` was unknown, now that `p` is known.
    #[allow(clippy::cast_possible_truncation, reason = "it has twelve bits")]
    pub(super) fn at(self, p: usize) -> usize {
        (self.offset() + self.weights()[0] as usize * p) % CELLS
    }

    /// This value plus one: `i` counted up, where 4096 counts as 0 (C2).
    #[inline(always)]
    pub(super) fn next(self) -> Self {
        self.plus(Self::plain(1))
    }

    #[inline(always)]
    pub(super) fn plus(self, other: Self) -> Self {
        Self(self.0.wrapping_add(other.0)).normal()
    }

    /// `factor` times the value, with up to 24 bits for each weight. This is only for sums to which [`Symbol::normal`] is
    /// applied at the end.
    #[inline(always)]
    fn scaled(self, factor: u16) -> u64 {
        self.0.wrapping_mul(u64::from(factor))
    }

    /// The sum of three values, each times its factor, and of a fourth value. The weights add up to less than 2^26, so no
    /// carry of a weight reaches the bits above it.
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

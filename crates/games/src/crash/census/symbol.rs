//! Values that depend on the base.

use super::super::instruction::CELLS;

/// The value `offset + weight · base` modulo 4096, for whatever base the placement has. Plain numbers have weight 0,
/// addresses that were made of `[i]` have weight 1, and what else a program adds up may have any.
///
/// The offset stands in the twelve highest bits, where it overflows as C1 wants, the weight in the twelve lowest.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Symbol(u64);

const OFFSET_AT: u32 = 52;
const WEIGHT: u64 = 0xfff;

impl Symbol {
    pub(super) const fn plain(number: u16) -> Self {
        Self((number as u64) << OFFSET_AT)
    }

    pub(super) const fn relative(offset: usize) -> Self {
        Self((offset as u64) << OFFSET_AT | 1)
    }

    /// What is never the value of `i`.
    pub(super) const NOWHERE: Self = Self(WEIGHT);

    #[inline]
    #[allow(clippy::cast_possible_truncation, reason = "it has twelve bits")]
    pub(super) fn offset(self) -> usize {
        (self.0 >> OFFSET_AT) as usize
    }

    #[inline]
    pub(super) fn weight(self) -> u64 {
        self.0 & WEIGHT
    }

    pub(super) fn unweighted(self) -> Self {
        Self(self.0 & !WEIGHT)
    }

    /// This value, expressed for bases that lie `distance` cells lower.
    pub(super) fn shifted(self, distance: usize) -> Self {
        Self(self.0.wrapping_add((self.weight() * distance as u64) << OFFSET_AT))
    }

    /// The value in a placement.
    #[allow(clippy::cast_possible_truncation, reason = "it has twelve bits")]
    pub(super) fn at(self, base: usize) -> usize {
        (self.offset() + self.weight() as usize * base) % CELLS
    }

    /// One more: `i` counted up, with 4096 being 0 (C2).
    #[inline]
    pub(super) fn next(self) -> Self {
        self.plus(Self::plain(1))
    }

    #[inline]
    pub(super) fn plus(self, other: Self) -> Self {
        Self(self.0.wrapping_add(other.0)).normal()
    }

    /// `factor` times the value, with up to 24 bits of weight: only for sums that [`Symbol::normal`] ends.
    #[inline]
    fn scaled(self, factor: u16) -> u64 {
        self.0.wrapping_mul(u64::from(factor))
    }

    /// The sum of three values times their factors and a fourth value. No carry of a weight reaches the offset: the
    /// weights come to less than 2^26.
    #[inline]
    pub(super) fn sum(terms: [(Self, u16); 3], constant: Self) -> Self {
        let scaled = terms.map(|(symbol, factor)| symbol.scaled(factor));
        let sum = scaled.into_iter().fold(constant.0, u64::wrapping_add);
        Self(sum).normal()
    }

    #[inline]
    fn normal(self) -> Self {
        Self(self.0 & (WEIGHT << OFFSET_AT | WEIGHT))
    }
}

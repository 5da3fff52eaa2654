//! A leaf of the tree: where the brackets are in 64 squares, and how they change the nesting depth.

use crate::esowar::symbol::{CLOSE, OPEN, PLUS};
use crate::esowar::walks::SYMBOL;

/// Squares in a leaf: the bits of a machine word.
pub(super) const LEAF_SQUARES: usize = 64;

/// How a stretch of squares changes the nesting depth.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Sums {
    /// The sum of all its brackets: `[` is +1, `]` is −1.
    pub(super) total: i32,
    /// The least total of any prefix. The empty prefix counts too, so it is never above 0.
    pub(super) least: i32,
}

impl Sums {
    /// The sums of two stretches, one after the other.
    pub(super) fn then(self, right: Self) -> Self {
        Self { total: self.total + right.total, least: self.least.min(self.total + right.least) }
    }

    /// Whether a walk to the right at this depth meets its match in this stretch.
    pub(super) fn matches_rightward(self, depth: i32) -> bool {
        self.least <= -depth
    }

    /// Whether a walk to the left at this depth meets its match in this stretch.
    pub(super) fn matches_leftward(self, depth: i32) -> bool {
        self.total - self.least >= depth
    }
}

/// Where the brackets are in 64 squares.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Leaf {
    pub(super) open: u64,
    pub(super) close: u64,
    /// Squares where a change of a bracket is reported.
    pub(super) watched: u64,
    /// The number of the leaf: which 64 squares these are.
    pub(super) nth: u32,
    /// Whether the leaf's path to the root is out of date.
    pub(super) is_stale: bool,
    /// Whether the leaf is in the list of leaves with watched squares.
    pub(super) is_watched: bool,
}

/// The result of searching one leaf.
pub(super) enum Found {
    /// The match is at this bit.
    At(usize),
    /// It is not in this leaf; this is the depth beyond it.
    Beyond(i32),
}

impl Leaf {
    pub(super) fn sums(self) -> Sums {
        let (mut least, mut total, mut rest) = (0, 0, self.open | self.close);
        while rest != 0 {
            total += self.step(lowest(rest));
            least = least.min(total);
            rest &= rest - 1;
        }
        Sums { total, least }
    }

    /// How the bracket at this bit changes the depth.
    #[inline(always)]
    pub(super) fn step(self, bit: usize) -> i32 {
        1 - 2 * i32::from(self.close >> bit & 1 != 0)
    }

    /// `+` became `[`, `[` became `]`, or `]` became `r`: this flips the bit in each mask that differs.
    #[inline(always)]
    pub(super) fn change(&mut self, bit: usize, before: u8) {
        self.open ^= u64::from(before != CLOSE) << bit;
        self.close ^= u64::from(before != PLUS) << bit;
    }

    /// The part of the leaf to the right of `bit`.
    pub(super) fn right_of(self, bit: usize) -> Self {
        let mask = !below(bit) & !(1 << bit);
        Self { open: self.open & mask, close: self.close & mask, ..self }
    }

    /// The part of the leaf to the left of `bit`.
    pub(super) fn left_of(self, bit: usize) -> Self {
        Self { open: self.open & below(bit), close: self.close & below(bit), ..self }
    }

    /// Walks right through the leaf to the first `]` that takes the depth to 0.
    pub(super) fn walk_right(self, mut depth: i32) -> Found {
        if self.close == 0 || depth > 1 && count(self.close) < depth {
            return Found::Beyond(depth + count(self.open) - count(self.close));
        }
        let mut rest = self.open | self.close;
        while rest != 0 {
            let bit = lowest(rest);
            depth += self.step(bit);
            if depth == 0 {
                return Found::At(bit);
            }
            rest &= rest - 1;
        }
        Found::Beyond(depth)
    }

    /// Walks left through the leaf to the first `[` that takes the depth to 0.
    pub(super) fn walk_left(self, mut depth: i32) -> Found {
        if self.open == 0 || depth > 1 && count(self.open) < depth {
            return Found::Beyond(depth + count(self.close) - count(self.open));
        }
        let mut rest = self.open | self.close;
        while rest != 0 {
            let bit = highest(rest);
            depth -= self.step(bit);
            if depth == 0 {
                return Found::At(bit);
            }
            rest ^= 1 << bit;
        }
        Found::Beyond(depth)
    }
}

/// The bit masks of up to 64 cells: where a `[` is, and where a `]` is.
pub(super) fn brackets_of(cells: &[u8]) -> (u64, u64) {
    let mut all = [0; LEAF_SQUARES];
    all[..cells.len()].copy_from_slice(cells);
    let (words, _) = all.as_chunks::<8>();
    let words = || words.iter().map(|word| u64::from_le_bytes(*word) & (EVERY * u64::from(SYMBOL)));
    // This checks eight cells at a time. Only brackets are large enough to reach 8 when 3 is added.
    if words().all(|word| (word + 3 * EVERY) & (8 * EVERY) == 0) {
        return (0, 0);
    }
    let mask = |symbol: u8| {
        let masks = words().map(|word| {
            let differs = word ^ (EVERY * u64::from(symbol));
            let is_same = ((8 * EVERY - differs) >> 3) & EVERY;
            is_same.wrapping_mul(0x0102_0408_1020_4080) >> 56
        });
        masks.zip(0..).fold(0, |all, (mask, nth)| all | mask << (8 * nth))
    };
    (mask(OPEN), mask(CLOSE))
}

/// A 1 in each of eight bytes.
const EVERY: u64 = 0x0101_0101_0101_0101;

fn below(bit: usize) -> u64 {
    (1 << bit) - 1
}

fn lowest(bits: u64) -> usize {
    bits.trailing_zeros() as usize
}

fn highest(bits: u64) -> usize {
    LEAF_SQUARES - 1 - bits.leading_zeros() as usize
}

fn count(bits: u64) -> i32 {
    bits.count_ones().cast_signed()
}

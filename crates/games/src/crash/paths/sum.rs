//! Values that a player computes, expressed as sums of what it had and of where its program lies.

use super::super::instruction::Linear;
use super::super::state::MASK;

/// Factors of the program's first address and of the registers `a` and `b`, and a constant; modulo 4096 (C1).
#[derive(Debug, Clone, Copy, Default, Eq)]
pub(super) struct Sum {
    pub(super) start: u16,
    pub(super) a: u16,
    pub(super) b: u16,
    pub(super) constant: u16,
}

/// The values that sums are made of, each below 4096.
#[derive(Debug, Clone, Copy)]
pub(super) struct Known {
    pub(super) start: u16,
    pub(super) a: u16,
    pub(super) b: u16,
}

// A derived implementation would compare one number after the other.
impl PartialEq for Sum {
    #[inline(always)]
    fn eq(&self, other: &Self) -> bool {
        let all = |sum: &Self| [sum.start, sum.a, sum.b, sum.constant];
        all(self) == all(other)
    }
}

impl Sum {
    pub(super) const START: Self = Self { start: 1, a: 0, b: 0, constant: 0 };
    pub(super) const A: Self = Self { start: 0, a: 1, b: 0, constant: 0 };
    pub(super) const B: Self = Self { start: 0, a: 0, b: 1, constant: 0 };

    pub(super) const fn number(constant: u16) -> Self {
        Self { start: 0, a: 0, b: 0, constant }
    }

    /// An instruction's value or address, where the registers are these sums and its cells add up to `cells`.
    pub(super) fn of(linear: &Linear, [i, a, b]: [Self; 3], cells: u16) -> Self {
        let mut sum = Self::number(linear.constant.wrapping_add(cells) & low(MASK));
        for (register, factor) in [(i, linear.i), (a, linear.a), (b, linear.b)] {
            match factor {
                0 => {}
                1 => sum = sum.plus(register),
                _ => sum = sum.plus(register.times(factor)),
            }
        }
        sum
    }

    fn times(self, factor: u16) -> Self {
        let times = |number: u16| number.wrapping_mul(factor);
        Self { start: times(self.start), a: times(self.a), b: times(self.b), constant: times(self.constant) }
            .reduced()
    }

    pub(super) fn plus(self, other: Self) -> Self {
        Self {
            start: self.start.wrapping_add(other.start),
            a: self.a.wrapping_add(other.a),
            b: self.b.wrapping_add(other.b),
            constant: self.constant.wrapping_add(other.constant),
        }
        .reduced()
    }

    /// How far it is from the program's first address.
    pub(super) fn distance_from_start(self) -> Self {
        self.plus(Self::START.times(low(MASK)))
    }

    fn reduced(self) -> Self {
        let reduced = |number: u16| number & low(MASK);
        Self {
            start: reduced(self.start),
            a: reduced(self.a),
            b: reduced(self.b),
            constant: reduced(self.constant),
        }
    }

    /// Whether it does not depend on `a` and `b`. Within a match it is then always the same.
    pub(super) fn is_fixed(self) -> bool {
        self.a == 0 && self.b == 0
    }

    /// Whether the difference between both is always the same constant.
    pub(super) fn differs_by_constant(self, other: Self) -> bool {
        [self.start, self.a, self.b] == [other.start, other.a, other.b]
    }

    /// How much further than `other` it is, if both differ by a constant.
    pub(super) fn constant_after(self, other: Self) -> u16 {
        self.constant.wrapping_sub(other.constant) & low(MASK)
    }

    /// The number that it is, if it depends on nothing.
    pub(super) fn as_number(self) -> Option<u16> {
        (self == Self::number(self.constant)).then_some(self.constant)
    }

    // In 16 bits, because a processor multiplies several of these at once.
    #[inline(always)]
    pub(super) fn value(self, known: Known) -> u16 {
        let sum = self.start.wrapping_mul(known.start);
        let sum = sum.wrapping_add(self.a.wrapping_mul(known.a)).wrapping_add(self.b.wrapping_mul(known.b));
        sum.wrapping_add(self.constant) & low(MASK)
    }
}

/// The lower 16 bits of a number.
pub(super) fn low(number: u32) -> u16 {
    (number & 0xffff) as u16
}

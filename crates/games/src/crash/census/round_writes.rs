//! Where the writes of rounds go.

use super::super::instruction::CELLS;
use super::bases::Bases;

const MASK: u16 = 4095;

/// A write of the next round.
pub(super) struct Write {
    pub(super) layer: usize,
    pub(super) offset: u16,
    /// How many cells further on, modulo 4096, it goes each round.
    pub(super) stride: u16,
    pub(super) written: u16,
    pub(super) time: u32,
    pub(super) target: usize,
    /// In this many rounds, counted from the next one, it is known to change nothing that is read.
    pub(super) safe: u64,
}

impl Write {
    /// The offset that it goes to in the round `nth`, counted from the next one.
    #[inline(always)]
    #[expect(clippy::cast_possible_truncation, reason = "only twelve bits count")]
    pub(super) fn offset_in(&self, nth: u64) -> usize {
        usize::from(self.offset.wrapping_add(self.stride.wrapping_mul(nth as u16)) & MASK)
    }

    /// Moves on to this write in a later round. That round comes `turns` turns later.
    #[expect(clippy::cast_possible_truncation, reason = "only twelve bits count")]
    pub(super) fn go_on(&mut self, rounds: u64, turns: u32) {
        self.offset = self.offset_in(rounds) as u16;
        self.time += 2 * turns;
        self.safe = self.safe.saturating_sub(rounds);
    }

    /// How many of the next `rounds` rounds come before it goes to one of these offsets. In the rounds that are safe it
    /// does not.
    pub(super) fn rounds_until(&self, offsets: &Bases, rounds: u64) -> u64 {
        const FEW: u32 = 64;
        if rounds - self.safe <= FEW.into() || !offsets.are_at_most(FEW) {
            let goes_there = |&nth: &u64| offsets.contains(self.offset_in(nth));
            return (self.safe..rounds).find(goes_there).unwrap_or(rounds);
        }
        offsets.iter().filter_map(|offset| self.round_at(offset)).map(u64::from).fold(rounds, u64::min)
    }

    /// The first round, counted from the next one, in which it goes to an offset. `None` if it never does.
    #[inline(always)]
    pub(super) fn round_at(&self, offset: usize) -> Option<u32> {
        self.rounds_at(offset, CELLS).map(|(first, _)| first)
    }

    /// The first round, counted from the next one, in which it goes to an offset that equals this one modulo a power of
    /// two, and after how many rounds it does so again. `None` if it never does. Finding this is solving a linear
    /// congruence.
    #[expect(clippy::cast_possible_truncation, reason = "offsets have twelve bits, and there are 2^12 cells")]
    #[inline(always)]
    pub(super) fn rounds_at(&self, offset: usize, modulus: usize) -> Option<(u32, u32)> {
        let further = (offset as u16).wrapping_sub(self.offset) & (modulus - 1) as u16;
        let twos = self.stride.trailing_zeros().min(modulus.trailing_zeros());
        if u32::from(further).trailing_zeros() < twos {
            return None;
        }
        let (odd, again) = (self.stride >> twos, (modulus as u32) >> twos);
        Some((u32::from((further >> twos).wrapping_mul(inverse(odd))) % again, again))
    }
}

/// The inverse of an odd number modulo 2^16, by Newton's iteration. Each step doubles the number of correct bits. At
/// first, three bits are correct.
pub(super) fn inverse(odd: u16) -> u16 {
    (0..3).fold(odd, |inverse, _| inverse.wrapping_mul(2_u16.wrapping_sub(odd.wrapping_mul(inverse))))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_write_goes_to_a_remainder_in_the_rounds_in_which_it_is_found_there() {
        for stride in [0, 1, 6, 64, 2048, 2532, 4095] {
            let write = Write { layer: 0, offset: 37, stride, written: 1, time: 9, target: 0, safe: 0 };
            for modulus in [64, 512, CELLS] {
                for remainder in [0, 5, 37, 63] {
                    let is_there = |nth: &u64| write.offset_in(*nth) % modulus == remainder;
                    let found: Vec<u64> = (0..2 * CELLS as u64).filter(is_there).collect();
                    let rounds = write.rounds_at(remainder, modulus).map(|(first, again)| {
                        (u64::from(first)..2 * CELLS as u64).step_by(again as usize).collect::<Vec<u64>>()
                    });
                    assert_eq!(rounds.unwrap_or_default(), found, "{stride} {modulus} {remainder}");
                }
            }
        }
    }
}

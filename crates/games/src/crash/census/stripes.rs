//! Writes of rounds that are not in the cells yet.
//!
//! When rounds are played by their writes alone (`leaps`), each of their instructions writes cells at equal distances. A
//! linear congruence tells which of these writes goes to a given cell. Only few cells are read afterwards, and solving
//! the congruence for them is quicker than writing all cells.

use super::super::instruction::CELLS;
use super::cells::Cell;
use super::round_writes::{Write, inverse};

const MASK: u16 = 4095;
/// With at most this many rounds, it is quicker to write all cells.
const SHORT: u32 = 40;

/// What one instruction writes in `rounds` rounds.
#[derive(Debug, Clone, Copy)]
pub(super) struct Stripe {
    first: u16,
    stride: u16,
    /// The stride is 2 to the power of `twos`, times the inverse of `inverse`.
    twos: u32,
    inverse: u16,
    /// After this many rounds, a power of two, it comes back to the first cell.
    order: u32,
    rounds: u32,
    written: u16,
    /// The time of the first write, and how much later the next one is.
    time: u32,
    between: u32,
}

impl Stripe {
    /// What an instruction writes in `rounds` rounds, of which there is at least one. Each round is `between` later than
    /// the one before.
    pub(super) fn new(write: &Write, rounds: u32, between: u32) -> Self {
        let twos = write.stride.trailing_zeros().min(CELLS.trailing_zeros());
        Self {
            first: write.offset,
            stride: write.stride,
            twos,
            inverse: inverse(write.stride >> twos),
            order: 1 << (CELLS.trailing_zeros() - twos),
            rounds,
            written: write.written,
            time: write.time,
            between,
        }
    }

    /// Whether it is worth keeping it rather than writing its cells at once.
    pub(super) fn is_long(&self) -> bool {
        self.rounds > SHORT
    }

    /// How many cells it writes to.
    pub(super) fn count(&self) -> usize {
        self.rounds.min(self.order) as usize
    }

    /// The cells that it writes to, and what it puts there last.
    #[inline(always)]
    pub(super) fn cells(&self) -> impl Iterator<Item = (usize, Cell)> {
        let &Self { first, stride, written, time, between, rounds, order, .. } = self;
        (rounds.saturating_sub(order)..rounds).map(move |nth| {
            #[expect(clippy::cast_possible_truncation, reason = "only twelve bits count")]
            let address = first.wrapping_add(stride.wrapping_mul(nth as u16)) & MASK;
            (usize::from(address), Cell::new(written, time + nth * between))
        })
    }

    /// What it has put into a cell last. An unfilled cell if it did not write there.
    #[inline(always)]
    #[expect(clippy::cast_possible_truncation, reason = "addresses have twelve bits")]
    pub(super) fn cell_at(&self, address: usize) -> Cell {
        let further = (address as u16).wrapping_sub(self.first) & MASK;
        let nth = u32::from((further >> self.twos).wrapping_mul(self.inverse)) & (self.order - 1);
        let is_there = further.trailing_zeros() >= self.twos || further == 0;
        if !is_there || nth >= self.rounds {
            return Cell::default();
        }
        let last = nth + (self.rounds - 1 - nth) / self.order * self.order;
        Cell::new(self.written, self.time + last * self.between)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stripe_is_what_its_writes_put_into_the_cells_one_by_one() {
        for (offset, stride) in [(5, 1), (4000, 6), (17, 0), (1, 2048), (100, 4095), (9, 2532), (0, 1024)] {
            for rounds in [1, 2, 7, 1024, 3000, 9000] {
                let write = Write { layer: 0, offset, stride, written: 3, time: 40, target: 0, safe: 0 };
                let mut cells = vec![Cell::default(); CELLS];
                for nth in 0..rounds {
                    cells[write.offset_in(nth.into())] = Cell::new(3, 40 + 14 * nth);
                }
                let stripe = Stripe::new(&write, rounds, 14);
                for (address, &cell) in cells.iter().enumerate() {
                    assert_eq!(stripe.cell_at(address), cell, "{offset} {stride} {rounds} at {address}");
                }
            }
        }
    }
}

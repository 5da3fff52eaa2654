//! Writes that put the same instruction into cells near each other.

use super::super::instruction::CELLS;
use super::super::operation::{Operation, Table};
use super::super::state::{MASK, Memory};
use super::course::MovingWrite;
use super::sum::{Known, Sum, low};

/// A spread has a bit for each of this many cells in a row.
const MOST_CELLS: u16 = 64;

/// The moving writes of a path, if they all write the same, and their addresses differ only by small constants. Their
/// order does not matter then.
#[derive(Debug, Clone, Copy)]
pub(super) struct Spread {
    /// The address after which all others lie.
    first: Sum,
    /// Which cells are written to, one bit each, from that address on.
    cells: u64,
    /// The number of what they write.
    pub(super) written: u16,
}

/// Where a spread is now.
#[derive(Debug, Clone, Copy)]
pub(super) struct Placed {
    pub(super) first: u16,
    pub(super) cells: u64,
    written: u16,
}

impl Spread {
    /// A spread without cells. Its instruction is the one that the first of these writes would write.
    pub(super) fn of_nothing(writes: &[MovingWrite]) -> Self {
        let written = writes.first().map_or(Table::CRASH, |write| write.written.id);
        Self { first: Sum::default(), cells: 0, written }
    }

    pub(super) fn of(writes: &[MovingWrite]) -> Option<Self> {
        let Some(one) = writes.first() else { return Some(Self::of_nothing(writes)) };
        let is_like_one = |write: &MovingWrite| {
            write.written.id == one.written.id && write.address.differs_by_constant(one.address)
        };
        if !writes.iter().all(is_like_one) {
            return None;
        }
        // Addresses wrap round, so any of them may be the one after which all others lie.
        writes.iter().map(|write| write.address).find_map(|first| {
            let cells = writes.iter().map(|write| bit(write.address.constant_after(first)));
            let cells = cells.reduce(|all, bit| Some(all? | bit?))??;
            Some(Self { first, cells, written: one.written.id })
        })
    }

    #[inline(always)]
    pub(super) fn placed(self, known: Known) -> Placed {
        Placed { first: self.first.value(known), cells: self.cells, written: self.written }
    }
}

fn bit(distance: u16) -> Option<u64> {
    (distance < MOST_CELLS).then(|| 1 << distance)
}

impl Placed {
    /// Whether it does not matter which of the two comes first.
    #[inline(always)]
    pub(super) fn commutes_with(self, other: Self) -> bool {
        self.written == other.written || !self.meets(other)
    }

    /// Whether both may write to the same cell.
    #[inline(always)]
    fn meets(self, other: Self) -> bool {
        let is_near = |one: Self, two: Self| two.first.wrapping_sub(one.first) & low(MASK) < MOST_CELLS;
        self.cells != 0 && other.cells != 0 && (is_near(self, other) || is_near(other, self))
    }

    #[inline(always)]
    pub(super) fn write(self, memory: &mut Memory) {
        let written = memory.table.operation(self.written);
        let first = usize::from(self.first);
        let length = self.cells.trailing_ones() as usize;
        let are_in_a_row = self.cells & self.cells.wrapping_add(1) == 0;
        if are_in_a_row && first + length <= CELLS {
            memory.fill(first..first + length, written);
        } else {
            self.write_one_by_one(memory, written);
        }
    }

    #[inline(always)]
    fn write_one_by_one(self, memory: &mut Memory, written: Operation) {
        let mut left = self.cells;
        while left != 0 {
            let address = usize::from(self.first) + left.trailing_zeros() as usize;
            memory.put_one_of_many(address % CELLS, written);
            left &= left - 1;
        }
    }
}

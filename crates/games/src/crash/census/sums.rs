//! Sums of `[number]` over many matches at once (C3).
//!
//! The cell at address `c` lies `c − base` after the base, so each base reads another of the group's cells. A sum
//! stays what it is until a cell that one of its addresses falls on comes to hold another kind of instruction: a
//! change at offset `x` concerns the bases `c − x` only.

use super::super::instruction::CELLS;
use super::bases::{Apart, Bases};
use super::group::{Group, KnownSum, distance};
use super::table::{CRASH, Table};

impl Group {
    /// A sum of cells, modulo 2^16, if it is the same for all bases. Otherwise those that must go on apart.
    pub(super) fn sum(&mut self, sum: usize, table: &Table) -> Result<u16, Apart> {
        let cells = &table.sums()[sum];
        let KnownSum { value, seen } = self.sums[sum];
        if let Some(value) = value {
            let apart = self.apart_since(seen, cells, value, table);
            if apart.is_empty() {
                self.sums[sum].seen = self.changes.len();
                return Ok(value);
            }
            if !self.bases.without(&apart).is_empty() {
                return Err(Box::new(apart));
            }
        }
        self.new_sum(sum, cells, table)
    }

    /// The bases for which a sum is not what it was, because of the changes from number `seen` on.
    fn apart_since(&mut self, seen: usize, cells: &[(u16, u16)], value: u16, table: &Table) -> Bases {
        let (mut apart, mut sums) = (Bases::NONE, 0);
        for &offset in &self.changes[seen..] {
            for &(address, _) in cells {
                let base = distance(usize::from(offset), usize::from(address));
                if self.bases.contains(base) {
                    sums += 1;
                    if self.sum_at(base, cells, table) != value {
                        apart.insert(base);
                    }
                }
            }
        }
        self.looked += ((self.changes.len() - seen) * cells.len()) as u64 + sums * self.looks_of_sum(cells);
        apart
    }

    /// Works a sum out for all bases. The value of the first is that of those that stay.
    fn new_sum(&mut self, sum: usize, cells: &[(u16, u16)], table: &Table) -> Result<u16, Apart> {
        let first = self.bases.iter().next().expect("a group that plays on has bases");
        let value = self.sum_at(first, cells, table);
        // Either each base looks at its cells, or each cell that counts is told to the bases that look at it.
        let filled = self.cells.iter().filter(|action| **action != CRASH).count() as u64;
        self.looked += CELLS as u64 / 16;
        let apart: Bases = if self.bases.len() <= filled {
            self.looked += self.bases.len() * self.looks_of_sum(cells);
            self.bases.iter().filter(|&base| self.sum_at(base, cells, table) != value).collect()
        } else {
            self.looked += CELLS as u64 + filled * cells.len() as u64;
            let sums = self.sums_by_base(cells, table);
            self.bases.iter().filter(|&base| sums[base] != value).collect()
        };
        self.sums[sum] = KnownSum { value: Some(value), seen: self.changes.len() };
        if apart.is_empty() { Ok(value) } else { Err(Box::new(apart)) }
    }

    /// As how many looks a sum in the match of one base counts: its cells lie all over the memory.
    fn looks_of_sum(&self, cells: &[(u16, u16)]) -> u64 {
        (4 * cells.len() * (1 + self.fixed.len())) as u64
    }

    /// A sum in the match of one base.
    pub(super) fn sum_at(&self, base: usize, cells: &[(u16, u16)], table: &Table) -> u16 {
        let read = |&(address, factor): &(u16, u16)| {
            let action = self.content(base, usize::from(address));
            factor.wrapping_mul(table.cell_value(action).into())
        };
        cells.iter().map(read).fold(0, u16::wrapping_add)
    }

    /// A sum for every base: each cell that counts is added where it is read.
    fn sums_by_base(&self, cells: &[(u16, u16)], table: &Table) -> [u16; CELLS] {
        let mut sums = [0u16; CELLS];
        for (offset, &action) in self.cells.iter().enumerate().filter(|(_, action)| **action != CRASH) {
            let value = u16::from(table.cell_value(action));
            for &(address, factor) in cells {
                let sum = &mut sums[distance(offset, address.into())];
                *sum = sum.wrapping_add(factor.wrapping_mul(value));
            }
        }
        for fixed in &self.fixed {
            let Some(&(_, factor)) = cells.iter().find(|cell| usize::from(cell.0) == fixed.address) else {
                continue;
            };
            let value = u16::from(table.cell_value(fixed.action));
            for base in fixed.holds.iter() {
                let hidden = table.cell_value(self.cells[distance(base, fixed.address)]).into();
                sums[base] = sums[base].wrapping_add(factor.wrapping_mul(value.wrapping_sub(hidden)));
            }
        }
        sums
    }
}

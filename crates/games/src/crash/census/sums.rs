//! Sums of `[number]` over the matches of a line at once (C3).
//!
//! The cell at address `c` lies `c − base` after the base, so each base reads another of the relative cells. A sum
//! stays what it is until a cell that one of its addresses falls on is written.

use super::super::instruction::CELLS;
use super::bases::Bases;
use super::changes::{Changes, Summed};
use super::extent::{KnownSum, Line, LineClasses, distance};
use super::group::{Group, Sums};
use super::layers::Cell;
use super::table::Table;

impl Sums for Group<Line> {
    type Of = Line;

    fn sum(&mut self, number: usize, table: &Table, now: u32, looked: &mut u64) -> Result<u16, LineClasses> {
        let [absolute, relative] = &self.layers;
        let KnownSum { value, since } = self.sums[number];
        let known = match value {
            Some(value) if absolute.last.max(relative.last) <= since => return Ok(value),
            Some(value) => self.sum_since(number, value, since, table, looked),
            None => None,
        };
        let (value, classes) =
            known.unwrap_or_else(|| self.new_sum(&table.sums()[number].cells, table, looked));
        if !classes.is_empty() {
            return Err(classes);
        }
        self.sums[number] = KnownSum { value: Some(value), since: now };
        Ok(value)
    }
}

impl Group<Line> {
    /// A sum that was known some time ago: its value for most bases, and the others, by what it is for them.
    fn sum_since(
        &self,
        number: usize,
        value: u16,
        since: u32,
        table: &Table,
        looked: &mut u64,
    ) -> Option<(u16, LineClasses)> {
        let [absolute, relative] = &self.layers;
        let summed = Summed { absolute, relative, sum: &table.sums()[number], table };
        let Changes { everywhere, classes } = summed.changes_since(since, &self.extent.bases, looked)?;
        let of_all = value.wrapping_add(everywhere);
        if classes.is_empty() {
            return Some((of_all, classes));
        }
        let classes = classes.into_iter().map(|(more, bases)| (of_all.wrapping_add(more), bases)).collect();
        Some(most_and_others(classes))
    }

    /// Works a sum out for all bases: the value of most of them, and the others.
    fn new_sum(&self, cells: &[(u16, u16)], table: &Table, looked: &mut u64) -> (u16, LineClasses) {
        let sums = self.sums_by_base(cells, table);
        let mut classes = LineClasses::new();
        let mut left = self.extent.bases.clone();
        while let Some(base) = left.first() {
            let sum = sums[base];
            let alike = left.and(&Bases::where_equal(&sums, sum));
            left.remove_all(&alike);
            classes.push((sum, alike));
        }
        *looked += (CELLS / 2 * (1 + classes.len()) + CELLS * cells.len() / 16) as u64;
        most_and_others(classes)
    }

    /// A sum in the match of one base.
    pub(super) fn sum_at(&self, base: usize, cells: &[(u16, u16)], table: &Table) -> u16 {
        let read = |&(address, factor): &(u16, u16)| {
            let action = self.content(base, usize::from(address)).action();
            factor.wrapping_mul(table.cell_value(action).into())
        };
        cells.iter().map(read).fold(0, u16::wrapping_add)
    }

    /// A sum for every base: each relative cell that counts is added where it is read.
    fn sums_by_base(&self, cells: &[(u16, u16)], table: &Table) -> [u16; CELLS] {
        let [absolute, relative] = &self.layers;
        let value_of = |cell: Cell| u16::from(table.cell_value(cell.action()));
        let term = |&(address, factor): &(u16, u16)| {
            factor.wrapping_mul(value_of(absolute.cells[usize::from(address)]))
        };
        let everywhere = cells.iter().map(term).fold(0, u16::wrapping_add);
        let mut sums = [everywhere; CELLS];
        let is_filled = |&(address, _): &(u16, u16)| absolute.cells[usize::from(address)].is_filled();
        let (filled, alone): (Vec<_>, Vec<_>) = cells.iter().copied().partition(is_filled);
        relative.each_since(0, |offset, cell| {
            let mut add = |address: u16, more: u16| {
                let sum = &mut sums[distance(offset, address.into())];
                *sum = sum.wrapping_add(more);
            };
            let value = value_of(cell);
            if value > 0 {
                alone.iter().for_each(|&(address, factor)| add(address, factor.wrapping_mul(value)));
            }
            for &(address, factor) in &filled {
                let hidden = absolute.cells[usize::from(address)];
                if cell > hidden {
                    add(address, factor.wrapping_mul(value.wrapping_sub(value_of(hidden))));
                }
            }
        });
        sums
    }

    /// What the cell at an address holds in the match of one base.
    pub(super) fn content(&self, base: usize, address: usize) -> Cell {
        let [absolute, relative] = &self.layers;
        absolute.cells[address].max(relative.cells[distance(base, address)])
    }
}

/// The value of most bases, and the others.
fn most_and_others(mut classes: LineClasses) -> (u16, LineClasses) {
    let most =
        if classes.len() == 1 { Some(0) } else { (0..classes.len()).max_by_key(|&nth| classes[nth].1.len()) };
    let (value, _) = classes.swap_remove(most.expect("a group that plays on has matches"));
    (value, classes)
}

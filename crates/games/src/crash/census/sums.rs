//! Sums of `[number]` over the matches of a line at once (C3).
//!
//! The cell at address `c` lies `c − base` after the base, so each base reads another of the relative cells. A sum keeps
//! its value until a cell is written that one of its addresses falls on.

use super::bases::insert;
use super::cells::Cell;
use super::changes::{Changes, Summed};
use super::extent::{KnownSum, Line, LineClasses, distance};
use super::group::{Group, Sums};
use super::table::Table;

/// With at most this many bases and readings of cells, it is quicker to read the cells of each base than to add up all
/// cells at once.
const FEW_BASES: u32 = 128;
const FEW_READINGS: u64 = 2048;

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
        let (value, classes) = known.unwrap_or_else(|| self.new_sum(number, table, looked));
        if !classes.is_empty() {
            return Err(classes);
        }
        self.sums[number] = KnownSum { value: Some(value), since: now };
        Ok(value)
    }
}

impl Group<Line> {
    /// Updates a sum that was known some time ago. Returns its value for most bases, and the other bases by their values.
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
        let Changes { everywhere, classes } = match summed.few_changes_since(since, &self.extent, looked) {
            Some(changes) => changes,
            None => summed.changes_since(since, &self.extent.bases, looked)?,
        };
        let of_all = value.wrapping_add(everywhere);
        if classes.is_empty() {
            return Some((of_all, classes));
        }
        let classes = classes.into_iter().map(|(more, bases)| (of_all.wrapping_add(more), bases)).collect();
        Some(most_and_others(classes))
    }

    /// Works out a sum for all bases. Returns its value for most of them, and the other bases by their values.
    fn new_sum(&self, number: usize, table: &Table, looked: &mut u64) -> (u16, LineClasses) {
        let bases = &self.extent.bases;
        let addresses = table.sums()[number].cells.len() as u64;
        if bases.are_at_most(FEW_BASES) && bases.len() * addresses <= FEW_READINGS {
            *looked += bases.len() * addresses / 2;
            let mut classes = Vec::new();
            bases.each(|base| insert(&mut classes, self.sum_at(base, number, table), base));
            return most_and_others(classes);
        }
        let [absolute, relative] = &self.layers;
        let summed = Summed { absolute, relative, sum: &table.sums()[number], table };
        let everywhere = summed.everywhere();
        let classes = summed.classes(&self.extent.bases, looked).into_iter();
        most_and_others(classes.map(|(more, bases)| (everywhere.wrapping_add(more), bases)).collect())
    }

    /// The value of a sum in the match of one base.
    pub(super) fn sum_at(&self, base: usize, number: usize, table: &Table) -> u16 {
        let read = |&(address, factor): &(u16, u16)| {
            let action = self.content(base, usize::from(address)).action();
            factor.wrapping_mul(table.cell_value(action).into())
        };
        table.sums()[number].cells.iter().map(read).fold(0, u16::wrapping_add)
    }

    /// What the cell at an address holds in the match of one base.
    pub(super) fn content(&self, base: usize, address: usize) -> Cell {
        let [absolute, relative] = &self.layers;
        absolute.cells[address].max(relative.cells[distance(base, address)])
    }
}

/// The value that most bases have, and the other bases by their values.
fn most_and_others(mut classes: LineClasses) -> (u16, LineClasses) {
    let most =
        if classes.len() == 1 { Some(0) } else { (0..classes.len()).max_by_key(|&nth| classes[nth].1.len()) };
    let (value, _) = classes.swap_remove(most.expect("a group that plays on has matches"));
    (value, classes)
}

//! Sums of `[number]` over the matches of a line at once (C3).
//!
//! The cell at address `c` lies `c − base` after the base, so each base reads another of the relative cells. A sum
//! stays what it is until a cell that one of its addresses falls on is written.

use super::super::instruction::CELLS;
use super::bases::Bases;
use super::extent::{KnownSum, Line, LineClasses, distance};
use super::group::{Group, Sums};
use super::layers::Cell;
use super::table::Table;

impl Sums for Group<Line> {
    type Of = Line;

    fn sum(&mut self, number: usize, table: &Table, now: u32, looked: &mut u64) -> Result<u16, LineClasses> {
        let cells = &table.sums()[number];
        let known = &self.sums[number];
        let (value, classes) = match known.value {
            Some(value) => self.sum_since(known, cells, value, table, looked),
            None => self.new_sum(cells, table, looked),
        };
        if !classes.is_empty() {
            return Err(classes);
        }
        let absolute = &self.layers[0];
        let known = &mut self.sums[number];
        if known.value.is_none() || absolute.last > known.since {
            known.absolute.clear();
            known.absolute.extend(cells.iter().map(|&(address, _)| absolute.cells[usize::from(address)]));
        }
        (known.value, known.since) = (Some(value), now);
        Ok(value)
    }
}

impl Group<Line> {
    /// A sum that was known, and the bases for which it is another one, by what it is, because of cells that were written
    /// since then.
    fn sum_since(
        &self,
        known: &KnownSum,
        cells: &[(u16, u16)],
        mut value: u16,
        table: &Table,
        looked: &mut u64,
    ) -> (u16, LineClasses) {
        let [absolute, relative] = &self.layers;
        let kind = |cell: Cell| u16::from(table.cell_value(cell.action()));
        if absolute.last.max(relative.last) <= known.since {
            return (value, LineClasses::new());
        }
        let mut touched = Bases::NONE;
        let mut looks = 1;
        if absolute.last > known.since {
            looks += cells.len();
            for (&(address, factor), &before) in cells.iter().zip(&known.absolute) {
                let now = absolute.cells[usize::from(address)];
                if now.time() <= known.since {
                    continue;
                }
                // So it is for all but those that had something else there.
                value = value.wrapping_add(factor.wrapping_mul(kind(now).wrapping_sub(kind(before))));
                relative.each_since(0, |offset, cell| {
                    looks += 1;
                    if kind(cell) != kind(before) {
                        touched.insert(distance(offset, usize::from(address)));
                    }
                });
            }
        }
        // Where the cell of the layer held the same before, and no absolute cell hid it, nothing changed.
        let is_filled = |&&(address, _): &&(u16, u16)| absolute.cells[usize::from(address)].is_filled();
        let filled: Vec<(u16, u16)> =
            if absolute.last == 0 { Vec::new() } else { cells.iter().filter(is_filled).copied().collect() };
        relative.each_write_since(known.since, |offset, changed| {
            let cells = if changed { cells } else { &filled };
            looks += cells.len();
            for &(address, _) in cells {
                touched.insert(distance(offset, usize::from(address)));
            }
        });
        let mut classes = LineClasses::new();
        if looks == 1 {
            return (value, classes);
        }
        for base in touched.and(&self.extent.bases).iter() {
            looks += 4 * cells.len();
            let sum = self.sum_at(base, cells, table);
            if sum != value {
                insert(&mut classes, sum, base);
            }
        }
        *looked += looks as u64;
        (value, classes)
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
        let most = (0..classes.len()).max_by_key(|&nth| classes[nth].1.len());
        let (value, _) = classes.swap_remove(most.expect("a group that plays on has matches"));
        (value, classes)
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
        relative.each_since(0, |offset, cell| {
            for &(address, factor) in cells {
                let hidden = absolute.cells[usize::from(address)];
                if cell > hidden {
                    let more = value_of(cell).wrapping_sub(value_of(hidden));
                    let sum = &mut sums[distance(offset, address.into())];
                    *sum = sum.wrapping_add(factor.wrapping_mul(more));
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

pub(super) fn insert(classes: &mut LineClasses, sum: u16, base: usize) {
    match classes.iter_mut().find(|class| class.0 == sum) {
        Some(class) => class.1.insert(base),
        None => classes.push((sum, Bases::from_iter([base]))),
    }
}

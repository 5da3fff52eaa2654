//! Sums of `[number]` over the matches of a plane at once (C3).
//!
//! Such a sum is what absolute cells give, and what it is more for cells of the first program and for cells of the second.
//! A cell of each program that are the same cell in some matches would be added twice there: matches at such a distance
//! go on apart.

use super::super::instruction::CELLS;
use super::bases::Bases;
use super::extent::{Axis, Key, KnownPlaneSum, Plane, PlaneClasses, Shares, distance};
use super::group::{Group, Sums};
use super::layers::{Cell, Layer};
use super::sums::insert;
use super::table::Table;

impl Sums for Group<Plane> {
    type Of = Plane;

    fn sum(&mut self, number: usize, table: &Table, now: u32, looked: &mut u64) -> Result<u16, PlaneClasses> {
        let cells = &table.sums()[number];
        let KnownPlaneSum { known, since } = self.sums[number];
        let reader = SumReader { group: self, cells, table };
        let is_known = known.is_some() && !reader.is_absolute_changed(since);
        let mut classes = PlaneClasses { distances: reader.overlaid(since), ..PlaneClasses::default() };
        let shares = match known {
            Some(shares) if is_known => {
                classes.of_programs = [0, 1].map(|seat| reader.classes_since(seat, since, shares));
                shares
            }
            _ => reader.new_shares(&mut classes),
        };
        *looked += (CELLS * cells.len() / 8) as u64;
        if !classes.is_empty() {
            return Err(classes);
        }
        self.sums[number] = KnownPlaneSum { known: Some(shares), since: now };
        Ok(shares.sum())
    }
}

/// Works out a sum of a plane.
struct SumReader<'a> {
    group: &'a Group<Plane>,
    cells: &'a [(u16, u16)],
    table: &'a Table,
}

impl SumReader<'_> {
    fn absolute(&self) -> &Layer {
        &self.group.layers[0]
    }

    fn relative(&self, seat: usize) -> &Layer {
        &self.group.layers[1 + seat]
    }

    /// The addresses at which a program may begin.
    fn starts(&self, seat: usize) -> &Bases {
        let Plane { ones, twos, .. } = &self.group.extent;
        if seat == 0 { ones } else { twos }
    }

    fn value(&self, cell: Cell) -> u16 {
        self.table.cell_value(cell.action()).into()
    }

    fn is_absolute_changed(&self, since: u32) -> bool {
        let is_changed =
            |&(address, _): &(u16, u16)| self.absolute().cells[usize::from(address)].time() > since;
        self.absolute().last > since && self.cells.iter().any(is_changed)
    }

    /// The distances at which a cell that was filled since is another program's as well, if that matters: it does not if
    /// what is hidden there counts as nothing.
    fn overlaid(&self, since: u32) -> Bases {
        let is_anything_hidden =
            self.cells.iter().any(|&(address, _)| self.absolute().cells[usize::from(address)].is_filled());
        let mut distances = Bases::NONE;
        for seat in 0..2 {
            let other = self.relative(1 - seat);
            let others = if is_anything_hidden { other.filled() } else { other.counting.clone() };
            let negated = others.negated();
            self.relative(seat).each_since(since, |offset, _| {
                distances.insert_others(&match seat {
                    0 => negated.rotated(offset),
                    _ => others.rotated(CELLS - offset),
                });
            });
        }
        distances.and(&self.group.extent.distances)
    }

    /// What the cells of a program add to a sum, if it begins there.
    fn share(&self, seat: usize, start: usize) -> u16 {
        let more = |&(address, factor): &(u16, u16)| {
            let address = usize::from(address);
            let (hidden, cell) =
                (self.absolute().cells[address], self.relative(seat).cells[distance(start, address)]);
            if cell > hidden {
                factor.wrapping_mul(self.value(cell).wrapping_sub(self.value(hidden)))
            } else {
                0
            }
        };
        self.cells.iter().map(more).fold(0, u16::wrapping_add)
    }

    /// The starts for which a program's share is not what it was, by what it is.
    fn classes_since(&self, seat: usize, since: u32, shares: Shares) -> Vec<(u16, Bases)> {
        let mut classes = Vec::new();
        // Where the cell of the layer held the same before, and no absolute cell hid it, nothing changed.
        let is_filled =
            |&&(address, _): &&(u16, u16)| self.absolute().cells[usize::from(address)].is_filled();
        let filled: Vec<(u16, u16)> = self.cells.iter().filter(is_filled).copied().collect();
        self.relative(seat).each_write_since(since, |offset, changed| {
            for &(address, _) in if changed { self.cells } else { &filled } {
                let start = distance(offset, address.into());
                if self.starts(seat).contains(start) {
                    let share = self.share(seat, start);
                    if share != shares.programs[seat] {
                        insert(&mut classes, share, start);
                    }
                }
            }
        });
        classes
    }

    /// The shares that most matches have, and the others.
    fn new_shares(&self, classes: &mut PlaneClasses) -> Shares {
        let term = |&(address, factor): &(u16, u16)| {
            factor.wrapping_mul(self.value(self.absolute().cells[usize::from(address)]))
        };
        let absolute = self.cells.iter().map(term).fold(0, u16::wrapping_add);
        let programs = [0, 1].map(|seat| {
            let all = &mut classes.of_programs[seat];
            let extent = &self.group.extent;
            let axis = if seat == 0 { Axis::One } else { Axis::Two };
            // A start at which nothing is left may stand for any share.
            let starts = extent.keys(axis).into_iter().filter(|&key| !extent.line(key).is_empty());
            starts.for_each(|Key { at, .. }| insert(all, self.share(seat, at), at));
            let most = (0..all.len()).max_by_key(|&nth| all[nth].1.len());
            most.map_or(0, |most| all.swap_remove(most).0)
        });
        Shares { absolute, programs }
    }
}

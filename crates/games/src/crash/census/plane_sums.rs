//! Sums of `[number]` over the matches of a plane at once (C3).
//!
//! A sum has three shares: what the absolute cells give, and how much the cells of the first program and those of the
//! second add to it. A cell of the first program and a cell of the second can be the same cell in some matches. There it
//! would be added twice, so matches at this distance go on apart.

use super::super::instruction::CELLS;
use super::bases::Bases;
use super::changes::Summed;
use super::extent::{KnownPlaneSum, Plane, PlaneClasses, Shares};
use super::group::{Group, Sums};
use super::layers::Layer;
use super::table::{Sum, Table};

impl Sums for Group<Plane> {
    type Of = Plane;

    fn sum(&mut self, number: usize, table: &Table, now: u32, looked: &mut u64) -> Result<u16, PlaneClasses> {
        let KnownPlaneSum { known, since } = self.sums[number];
        let reader = SumReader { group: self, sum: &table.sums()[number], table };
        let mut classes =
            PlaneClasses { distances: reader.overlaid(since, looked), ..PlaneClasses::default() };
        let changed = known.and_then(|shares| reader.shares_since(shares, since, &mut classes, looked));
        let shares = changed.unwrap_or_else(|| reader.new_shares(&mut classes, looked));
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
    sum: &'a Sum,
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

    fn summed(&self, seat: usize) -> Summed<'_> {
        Summed { absolute: self.absolute(), relative: self.relative(seat), sum: self.sum, table: self.table }
    }

    /// The distances at which a cell filled since then is also a cell of the other program, if that matters. It does not
    /// matter if the hidden content counts as 0, or if nobody reads the cell.
    fn overlaid(&self, since: u32, looked: &mut u64) -> Bases {
        let is_anything_hidden = self
            .sum
            .cells
            .iter()
            .any(|&(address, _)| self.absolute().cells[usize::from(address)].is_filled());
        let mut distances = Bases::NONE;
        for seat in 0..2 {
            if self.relative(seat).last <= since {
                continue;
            }
            let (starts, residues) = (self.starts(seat), self.starts(seat).residues());
            let mut read = Bases::NONE;
            self.relative(seat).each_since(since, |offset, _| {
                if self.sum.reads(offset, starts, residues) {
                    read.insert(offset);
                }
            });
            if read.is_empty() {
                continue;
            }
            let other = self.relative(1 - seat);
            *looked += if is_anything_hidden { CELLS as u64 } else { 0 };
            let others = if is_anything_hidden { other.filled() } else { other.counting.clone() };
            let negated = others.negated();
            read.each(|offset| {
                distances.insert_others(&match seat {
                    0 => negated.rotated(offset),
                    _ => others.rotated(CELLS - offset),
                });
            });
        }
        distances.and(&self.group.extent.distances)
    }

    /// The shares that most matches have, and the others (in `classes`), worked out from the changes. `None` if the
    /// changes are not known.
    fn shares_since(
        &self,
        mut shares: Shares,
        since: u32,
        classes: &mut PlaneClasses,
        looked: &mut u64,
    ) -> Option<Shares> {
        let mut everywhere = 0;
        for seat in 0..2 {
            let changes = self.summed(seat).changes_since(since, self.starts(seat), looked)?;
            let before = shares.programs[seat];
            let shares_of =
                changes.classes.into_iter().map(|(more, starts)| (before.wrapping_add(more), starts));
            let of_program = &mut classes.of_programs[seat];
            *of_program = shares_of.collect();
            if !of_program.is_empty() {
                shares.programs[seat] = take_most(of_program);
            }
            everywhere = changes.everywhere;
        }
        shares.absolute = shares.absolute.wrapping_add(everywhere);
        Some(shares)
    }

    /// Works out anew the shares that most matches have, and the others (in `classes`).
    fn new_shares(&self, classes: &mut PlaneClasses, looked: &mut u64) -> Shares {
        let summed = [0, 1].map(|seat| self.summed(seat));
        let mut programs = [0; 2];
        for seat in 0..2 {
            let of_program = &mut classes.of_programs[seat];
            *of_program = summed[seat].classes(self.starts(seat), looked);
            programs[seat] = take_most(of_program);
        }
        Shares { absolute: summed[0].everywhere(), programs }
    }
}

/// Takes out the share that most starts have, and returns it.
fn take_most(all: &mut Vec<(u16, Bases)>) -> u16 {
    let most = (0..all.len()).max_by_key(|&nth| all[nth].1.len());
    most.map_or(0, |most| all.swap_remove(most).0)
}

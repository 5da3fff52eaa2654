//! By how much sums of `[number]` change for each base when cells are written (C3).
//!
//! The cell at address `c` lies `c − base` after the base. So a write to a relative cell changes a sum for those bases
//! from which an address of the sum is that cell. There are as many of these bases as the sum has addresses, and they
//! are the set of these addresses, shifted. Where absolute cells were written, they may hide relative cells or be
//! hidden by them. Each such address is looked at by itself.

use super::super::instruction::CELLS;
use super::bases::{Bases, insert, insert_all};
use super::cells::Cell;
use super::extent::distance;
use super::layers::{Change, Layer};
use super::table::{Sum, Table};

/// By how much a sum has changed since some time.
pub(super) struct Changes {
    /// The change for all bases. [`Summed::changes_since`] counts here what absolute cells change where they hide no
    /// relative ones.
    pub(super) everywhere: u16,
    /// The further change because of relative cells, each with the bases that have it. No set is empty. There may be no
    /// sets if all bases have 0.
    pub(super) classes: Vec<(u16, Bases)>,
}

/// A relative layer, which each base shifts over an absolute one, and a sum of the cells that are read there.
pub(super) struct Summed<'a> {
    pub(super) absolute: &'a Layer,
    pub(super) relative: &'a Layer,
    pub(super) sum: &'a Sum,
    pub(super) table: &'a Table,
}

/// A sum of at most this many addresses is worked out for sets of bases, not for each base.
const FEW_ADDRESSES: usize = 8;
/// With more cells than this, going through all offsets at once is quicker.
const MANY_CELLS: u64 = 256;
/// About how many cells could be looked at one by one while all bases are compared or added up.
const LOOKS_PER_CLASS: usize = 150;
/// With more splits than this, working out the sum anew is better.
const MAX_SPLITS: usize = 64;
/// About how many cells could be looked at while the bases of a class are split.
const LOOKS_PER_SPLIT: u64 = 40;

impl Summed<'_> {
    pub(super) fn value(&self, cell: Cell) -> u16 {
        self.table.cell_value(cell.action()).into()
    }

    /// The sum where no relative cell is read.
    pub(super) fn everywhere(&self) -> u16 {
        let term = |&(address, factor): &(u16, u16)| {
            factor.wrapping_mul(self.value(self.absolute.cells[usize::from(address)]))
        };
        self.sum.cells.iter().map(term).fold(0, u16::wrapping_add)
    }

    /// The bases, by how much relative cells add to the sum for them.
    pub(super) fn classes(&self, bases: &Bases, looked: &mut u64) -> Vec<(u16, Bases)> {
        if self.sum.cells.len() <= FEW_ADDRESSES {
            return self.classes_by_address(bases, looked);
        }
        let more = self.by_base(looked);
        let mut classes = Vec::new();
        let mut left = bases.clone();
        while let Some(base) = left.first() {
            let alike = left.and(&Bases::where_equal(&more, more[base]));
            left.remove_all(&alike);
            classes.push((more[base], alike));
        }
        *looked += (LOOKS_PER_CLASS * (1 + classes.len())) as u64;
        classes
    }

    /// Works out the classes by splitting the bases at each address, by what they may read there.
    fn classes_by_address(&self, bases: &Bases, looked: &mut u64) -> Vec<(u16, Bases)> {
        let mut classes = Classes { classes: vec![(0, bases.clone())], splits: 0 };
        let mut alone = None;
        *looked += (LOOKS_PER_CLASS * self.sum.cells.len()) as u64;
        for &(address, factor) in &self.sum.cells {
            let absolute = self.absolute.cells[usize::from(address)];
            let hiding = absolute.is_filled().then(|| {
                let among = Bases::ALL;
                self.offsets_by_value(&self.relative.differing(&among, absolute.time(), absolute))
            });
            let offsets = match &hiding {
                Some(hiding) => hiding,
                None => alone.get_or_insert_with(|| self.offsets_by_value(&self.relative.counting)),
            };
            for (value, offsets) in (0..).zip(offsets) {
                let more = factor.wrapping_mul(u16::wrapping_sub(value, self.value(absolute)));
                if more != 0 && !offsets.is_empty() {
                    classes.split(more, &offsets.negated().rotated(address.into()));
                }
            }
        }
        *looked += LOOKS_PER_SPLIT * classes.splits;
        classes.classes.retain(|class| !class.1.is_empty());
        classes.classes
    }

    /// The offsets of relative cells, by the values of these cells.
    fn offsets_by_value(&self, offsets: &Bases) -> [Bases; 4] {
        let mut by_value = [Bases::NONE; 4];
        offsets.each(|offset| {
            by_value[usize::from(self.value(self.relative.cells[offset % CELLS])) % 4].insert(offset);
        });
        by_value
    }

    /// How much relative cells add to the sum for each base. Each relative cell that counts is added where it is read.
    fn by_base(&self, looked: &mut u64) -> [u16; CELLS] {
        let mut all = [0_u16; CELLS];
        let is_filled = |&(address, _): &(u16, u16)| self.absolute.cells[usize::from(address)].is_filled();
        let (filled, alone): (Vec<_>, Vec<_>) = self.sum.cells.iter().copied().partition(is_filled);
        let counting = self.relative.counting.len();
        if counting > MANY_CELLS {
            *looked += (LOOKS_PER_CLASS * alone.len()) as u64;
            let values = self.values_backwards();
            for &(address, factor) in &alone {
                add_times(&mut all, &values[CELLS - usize::from(address)..], factor);
            }
        } else {
            *looked += alone.len() as u64 / 2 * counting;
            self.relative.counting.each(|offset| {
                let value = self.value(self.relative.cells[offset % CELLS]);
                for &(address, factor) in &alone {
                    let of_base = &mut all[distance(offset, address.into())];
                    *of_base = of_base.wrapping_add(factor.wrapping_mul(value));
                }
            });
        }
        for &(address, factor) in &filled {
            let hidden = self.absolute.cells[usize::from(address)];
            let hiding = self.relative.differing(&Bases::ALL, hidden.time(), hidden);
            *looked += LOOKS_PER_CLASS as u64;
            hiding.each(|offset| {
                let more = self.value(self.relative.cells[offset % CELLS]).wrapping_sub(self.value(hidden));
                let of_base = &mut all[distance(offset, address.into())];
                *of_base = of_base.wrapping_add(factor.wrapping_mul(more));
            });
        }
        all
    }

    /// The values of the relative cells at the offsets 0, 4095, 4094 and so on, twice over.
    fn values_backwards(&self) -> [u16; 2 * CELLS] {
        let mut values = [0; 2 * CELLS];
        self.relative.counting.each(|offset| {
            let at = (CELLS - offset) % CELLS;
            let value = self.value(self.relative.cells[offset % CELLS]);
            (values[at], values[at + CELLS]) = (value, value);
        });
        values
    }

    /// By how much the sum has changed for these bases since some time. `None` if it is not known what was written, or
    /// if there would be too many splits.
    pub(super) fn changes_since(&self, since: u32, bases: &Bases, looked: &mut u64) -> Option<Changes> {
        let of_address = |of: &Change| self.sum.cells.iter().find(|cell| usize::from(cell.0) == of.offset);
        let absolute = self.absolute.changes_since(since)?;
        let absolute: Vec<(Change, u16)> =
            absolute.into_iter().filter_map(|change| Some((change, of_address(&change)?.1))).collect();
        let residues = bases.residues();
        let mut relative = self.relative.changes_since(since)?;
        relative.retain(|change| self.sum.reads(change.offset, bases, residues));
        let is_value_kept = |change: &&Change| self.value(change.before) == self.value(change.now);
        let other_values = relative.len() - relative.iter().filter(is_value_kept).count();
        let may_be_hidden = self.absolute.last > 0 && !relative.is_empty();
        if absolute.is_empty() && !may_be_hidden && other_values == 0 {
            return Some(Changes { everywhere: 0, classes: Vec::new() });
        }
        if other_values * self.sum.by_factor.len() > MAX_SPLITS {
            return None;
        }
        let mut classes = Classes { classes: vec![(0, bases.clone())], splits: 0 };
        self.of_relative(&relative, &absolute, &mut classes);
        let mut everywhere = 0_u16;
        for &(change, factor) in &absolute {
            let more = self.value(change.now).wrapping_sub(self.value(change.before));
            everywhere = everywhere.wrapping_add(factor.wrapping_mul(more));
            for (more, bases) in self.hidden(change, more, &relative, looked) {
                classes.split(factor.wrapping_mul(more), &bases);
            }
        }
        *looked += LOOKS_PER_SPLIT * classes.splits;
        classes.classes.retain(|class| !class.1.is_empty());
        Some(Changes { everywhere, classes: classes.classes })
    }

    /// Splits the classes by what the written relative cells change. It leaves out the addresses where absolute cells
    /// were written as well.
    fn of_relative(&self, relative: &[Change], absolute: &[(Change, u16)], classes: &mut Classes) {
        let is_filled = |address: u16| self.absolute.cells[usize::from(address)].is_filled();
        let mut filled = Bases::NONE;
        if self.absolute.last > 0 {
            let filled_cells = self.sum.cells.iter().filter(|cell| is_filled(cell.0));
            filled_cells.for_each(|&(address, _)| filled.insert(address.into()));
        }
        for &Change { offset, before, now } in relative {
            let more = self.value(now).wrapping_sub(self.value(before));
            if more != 0 {
                for (factor, addresses) in &self.sum.by_factor {
                    let mut addresses = addresses.clone();
                    addresses.remove_all(&filled);
                    classes.split(factor.wrapping_mul(more), &addresses.rotated((CELLS - offset) % CELLS));
                }
            }
            if filled.is_empty() {
                continue;
            }
            let alone = |address: u16| {
                filled.contains(address.into())
                    && absolute.iter().all(|(change, _)| change.offset != usize::from(address))
            };
            for &(address, factor) in self.sum.cells.iter().filter(|cell| alone(cell.0)) {
                let over = self.absolute.cells[usize::from(address)];
                let more = self.value(over.max(now)).wrapping_sub(self.value(over.max(before)));
                if more != 0 {
                    let base = distance(offset, address.into());
                    classes.split(factor.wrapping_mul(more), &Bases::from_iter([base]));
                }
            }
        }
    }

    /// The bases for which the change of an absolute cell differs from `everywhere`, by how much more it is.
    fn hidden(
        &self,
        absolute: Change,
        everywhere: u16,
        relative: &[Change],
        looked: &mut u64,
    ) -> Vec<(u16, Bases)> {
        let mut hidden = Vec::new();
        self.relative.each_since(0, |offset, now| {
            *looked += 1;
            let changed = relative.iter().find(|change| change.offset == offset);
            let before = changed.map_or(now, |change| change.before);
            let now = self.value(absolute.now.max(now));
            let before = self.value(absolute.before.max(before));
            let more = now.wrapping_sub(before).wrapping_sub(everywhere);
            if more != 0 {
                insert(&mut hidden, more, distance(offset, absolute.offset));
            }
        });
        hidden
    }
}

/// Adds values times a factor.
#[multiversion::multiversion(targets("x86_64+avx2"))]
fn add_times(all: &mut [u16; CELLS], values: &[u16], factor: u16) {
    for (sum, &value) in all.iter_mut().zip(values) {
        *sum = sum.wrapping_add(factor.wrapping_mul(value));
    }
}

/// The bases, by how much a sum changes for them.
struct Classes {
    classes: Vec<(u16, Bases)>,
    splits: u64,
}

impl Classes {
    /// Adds `more` to the change for these bases.
    fn split(&mut self, more: u16, touched: &Bases) {
        let mut moved = Vec::new();
        for (before, bases) in &mut self.classes {
            self.splits += 1;
            let touched = bases.and(touched);
            if !touched.is_empty() {
                bases.remove_all(&touched);
                moved.push((before.wrapping_add(more), touched));
            }
        }
        for (more, bases) in moved {
            insert_all(&mut self.classes, more, &bases);
        }
    }
}

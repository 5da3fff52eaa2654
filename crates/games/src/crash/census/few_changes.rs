//! By how much a sum of `[number]` changes in a line because of a few writes (C3).
//!
//! From one turn to the next, there are at most two writes. A relative cell is read from as many bases as the sum has
//! addresses. So each of these bases is looked at by itself. This is quicker than shifting sets of bases, because the
//! line mostly has none of them.

use super::super::instruction::CELLS;
use super::bases::{Bases, insert};
use super::cells::Cell;
use super::changes::{Changes, Summed};
use super::extent::{Line, distance};
use super::layers::{Change, Layer};

/// If an absolute cell of the sum was written, at most this many bases are looked at.
const FEW_BASES: u32 = 128;

/// At most this many changes are a few.
const MOST_OF_FEW: usize = 8;

/// A few changes. No two of them have the same offset.
#[derive(Debug, Default)]
struct FewChanges {
    changes: [Change; MOST_OF_FEW],
    count: usize,
}

impl FewChanges {
    /// The cells of a layer that were written after some time, with what they held at that time. `None` if that is not
    /// known, or if there are more than a few.
    #[inline]
    fn since(layer: &Layer, since: u32) -> Option<Self> {
        let mut few = Self::default();
        if layer.last <= since {
            return Some(few);
        }
        for (offset, before) in layer.writes_since(since)? {
            // The first write to a cell comes last here. It tells what the cell held before all of its writes.
            match few.changes[..few.count].iter_mut().find(|change| change.offset == offset) {
                Some(change) => change.before = before,
                None if few.count == MOST_OF_FEW => return None,
                None => {
                    few.changes[few.count] = Change { offset, before, now: layer.cells[offset % CELLS] };
                    few.count += 1;
                }
            }
        }
        few.as_slice().iter().all(|change| change.before != Cell::UNKNOWN).then_some(few)
    }

    #[inline]
    fn as_slice(&self) -> &[Change] {
        &self.changes[..self.count]
    }
}

impl Summed<'_> {
    /// By how much the sum has changed for these bases since some time. `None` if it is not known what was written, or
    /// if it is too much.
    pub(super) fn few_changes_since(&self, since: u32, line: &Line, looked: &mut u64) -> Option<Changes> {
        let absolute = FewChanges::since(self.absolute, since)?;
        let relative = FewChanges::since(self.relative, since)?;
        let (absolute, relative, bases) = (absolute.as_slice(), relative.as_slice(), &line.bases);
        if absolute.iter().all(|change| self.sum.factors[change.offset] == 0) {
            return Some(classes(bases, self.of_few_relative(relative, line, looked)));
        }
        if !bases.are_at_most(FEW_BASES) {
            return None;
        }
        let changed = bases.iter().map(|base| (base, self.change_at(base, absolute, relative)));
        *looked += bases.len();
        Some(classes(bases, changed.collect()))
    }

    /// The bases for which relative cells change the sum, once for each cell, with its change. No absolute cell of the
    /// sum may have been written.
    fn of_few_relative(&self, relative: &[Change], line: &Line, looked: &mut u64) -> Vec<(usize, u16)> {
        let mut changed = Vec::new();
        for &Change { offset, before, now } in relative {
            // An absolute cell may have been written between `before` and `now`.
            if self.absolute.last == 0 && self.value(before) == self.value(now) {
                continue;
            }
            if !self.sum.may_read(offset, line.residues) {
                continue;
            }
            *looked += self.sum.cells.len() as u64 / 2;
            changed.reserve(self.sum.cells.len());
            for &(address, factor) in &self.sum.cells {
                let base = distance(offset, address.into());
                if line.bases.contains(base) {
                    let over = self.absolute.cells[usize::from(address)];
                    let more = self.more(over.max(before), over.max(now));
                    changed.push((base, factor.wrapping_mul(more)));
                }
            }
        }
        changed
    }

    /// By how much the sum has changed for one base.
    fn change_at(&self, base: usize, absolute: &[Change], relative: &[Change]) -> u16 {
        let mut change = 0_u16;
        for &Change { offset, before, now } in absolute {
            let there = distance(base, offset);
            let is_now = self.relative.cells[there];
            let changed = relative.iter().find(|change| change.offset == there);
            let was_before = changed.map_or(is_now, |change| change.before);
            let more = self.more(before.max(was_before), now.max(is_now));
            change = change.wrapping_add(self.sum.factors[offset].wrapping_mul(more));
        }
        for &Change { offset, before, now } in relative {
            let address = (base + offset) % CELLS;
            // If the absolute cell was written as well, the change has already been counted.
            if absolute.iter().all(|change| change.offset != address) {
                let over = self.absolute.cells[address];
                let more = self.more(over.max(before), over.max(now));
                change = change.wrapping_add(self.sum.factors[address].wrapping_mul(more));
            }
        }
        change
    }

    fn more(&self, before: Cell, now: Cell) -> u16 {
        self.value(now).wrapping_sub(self.value(before))
    }
}

/// The bases, by how much a sum has changed for them.
fn classes(bases: &Bases, mut changed: Vec<(usize, u16)>) -> Changes {
    if changed.is_empty() {
        return Changes { everywhere: 0, classes: Vec::new() };
    }
    let touched: Bases = changed.iter().map(|&(base, _)| base).collect();
    let is_each_once = touched.len() == changed.len() as u64;
    if is_each_once && changed.iter().all(|&(_, more)| more == changed[0].1) {
        return class(bases, touched, changed[0].1);
    }
    if !is_each_once {
        changed = added_up(changed);
    }
    let mut classes = Vec::new();
    let mut unchanged = bases.clone();
    for (base, more) in changed.into_iter().filter(|&(_, more)| more != 0) {
        insert(&mut classes, more, base);
        unchanged.remove(base);
    }
    if !classes.is_empty() && !unchanged.is_empty() {
        classes.push((0, unchanged));
    }
    Changes { everywhere: 0, classes }
}

/// Each base once, with the total of what was added and taken away for it.
fn added_up(mut changed: Vec<(usize, u16)>) -> Vec<(usize, u16)> {
    changed.sort_unstable_by_key(|&(base, _)| base);
    let of_base = |of_base: &[(usize, u16)]| {
        (of_base[0].0, of_base.iter().fold(0_u16, |all, &(_, more)| all.wrapping_add(more)))
    };
    changed.chunk_by(|one, other| one.0 == other.0).map(of_base).collect()
}

/// The changes if a sum has changed by the same amount for all bases that were touched.
fn class(bases: &Bases, touched: Bases, more: u16) -> Changes {
    let mut unchanged = bases.clone();
    unchanged.remove_all(&touched);
    if more == 0 || unchanged.is_empty() {
        return Changes { everywhere: more, classes: Vec::new() };
    }
    Changes { everywhere: 0, classes: vec![(more, touched), (0, unchanged)] }
}

#[cfg(test)]
mod tests {
    use game::SeededRng;

    use super::super::table::Table;
    use super::*;
    use crate::crash::read;

    /// Adding up all cells of a match before and after a few writes shows by how much each sum has changed.
    #[test]
    fn what_a_few_writes_change_is_what_the_sums_differ_by() {
        let source = "store [64]+[128]+[128]-[1000]+[4095] a\nnoop\nstore 1 a\nwrite crash 5\n";
        let program = read(source.as_bytes()).program.expect("it is legal");
        let mut table = Table::new();
        let actions: Vec<u16> = program.instructions().iter().map(|one| table.add(one)).collect();
        let mut rng = SeededRng::for_setup(1);
        let mut changes_of_absolute = 0;
        for _ in 0..500 {
            let mut layers = [Layer::new(), Layer::new()];
            let mut time = 1;
            let mut write = |layers: &mut [Layer; 2], writes: usize, rng: &mut SeededRng| {
                for _ in 0..writes {
                    time += 1;
                    let layer = rng.index_below(2);
                    let near = [64, 128, 1000, 4095][rng.index_below(4)];
                    let offset = (near + rng.index_below(3)) % CELLS;
                    let action = if rng.index_below(3) == 0 { 0 } else { actions[rng.index_below(4)] };
                    layers[layer].write(offset, Cell::new(action, time));
                }
                time
            };
            let since = write(&mut layers, rng.index_below(12), &mut rng);
            let before = layers.clone();
            write(&mut layers, 1 + rng.index_below(6), &mut rng);
            let bases: Bases =
                (0..60).map(|_| [0, 64, 128][rng.index_below(3)] + rng.index_below(3)).collect();
            let sum = &table.sums()[0];
            let line = Line::of(bases.clone());
            let [absolute, relative] = &layers;
            let summed = Summed { absolute, relative, sum, table: &table };
            let changes = summed.few_changes_since(since, &line, &mut 0).expect("they are few");
            changes_of_absolute += usize::from(absolute.last > since);
            let value = |[absolute, relative]: &[Layer; 2], base: usize| {
                let content =
                    |address: usize| absolute.cells[address].max(relative.cells[distance(base, address)]);
                let term = |&(address, factor): &(u16, u16)| {
                    factor.wrapping_mul(table.cell_value(content(address.into()).action()).into())
                };
                sum.cells.iter().map(term).fold(0, u16::wrapping_add)
            };
            for base in bases.iter() {
                let of_base = changes.classes.iter().find(|class| class.1.contains(base));
                let more = changes.everywhere.wrapping_add(of_base.map_or(0, |class| class.0));
                assert_eq!(more, value(&layers, base).wrapping_sub(value(&before, base)), "base {base}");
            }
            assert!(changes.classes.iter().all(|class| !class.1.is_empty()));
        }
        assert!(changes_of_absolute > 100);
    }
}

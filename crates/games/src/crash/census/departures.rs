//! Bases for which a round would go differently, and what becomes of their matches.
//!
//! Suppose that a write of the next round goes to a cell that the round reads for some bases of a line. Most of these
//! matches end when the cell is read, by a `crash`. The round tells in which turn this happens, and what the other
//! executor does then, because nothing else changes for these matches before that. Some cells are repaired before they
//! are read. All other matches are left to the code that plays matches that come apart from a line.

use super::super::instruction::CELLS;
use super::bases::Bases;
use super::extent::{Extent as _, Line};
use super::group::Group;
use super::round_writes::Write;
use super::rounds::{Read, Rounds};
use super::table::{CRASH, Table};

/// With more bases than this, playing turn by turn shows more quickly what becomes of them.
const MOST_AT_ONCE: u64 = 24;
/// More changed cells than this are not followed.
const MOST_CHANGED: usize = 4;

/// What becomes of a match in which a cell that is read is changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Fate {
    /// The cell is repaired in the same round, before it is read.
    Stays,
    /// The match is over. The seat, if there is one, has won.
    Ends(Option<usize>),
    /// The match must be played.
    Unknown,
}

/// A cell that was changed for a base: which of the cells that are read it is, and what it holds now.
#[derive(Clone, Copy)]
struct Changed {
    place: (usize, usize),
    written: u16,
}

impl Rounds {
    /// The bases for which the next round changes a cell that is read. `None` if there are many, if the round changes
    /// for all bases what is read, or if it may change a sum.
    pub(super) fn departing(&self, line: &Group<Line>, table: &Table) -> Option<Bases> {
        let mut departing = Bases::NONE;
        for write in &self.writes {
            let offset = write.offset_in(0);
            if self.may_change_a_sum(line, table, write, offset) {
                return None;
            }
            if !self.may_be_forbidden(write, offset) {
                continue;
            }
            if self.changes_all(table, write, offset) {
                return None;
            }
            self.bases_changed_by(line, write, offset).for_each(|base| departing.insert(base));
        }
        (departing.len() <= MOST_AT_ONCE).then_some(departing)
    }

    /// Whether a write changes what is read for any base that is left.
    pub(super) fn is_forbidden(
        &self,
        line: &Group<Line>,
        table: &Table,
        write: &Write,
        offset: usize,
    ) -> bool {
        self.changes_all(table, write, offset) || self.bases_changed_by(line, write, offset).next().is_some()
    }

    /// Whether a write changes for all bases what is read, or may change an absolute cell of a sum.
    fn changes_all(&self, table: &Table, write: &Write, offset: usize) -> bool {
        let is_changed =
            |read: &Read| read.action != write.written && (read.layer, read.offset) == (write.layer, offset);
        self.reads.iter().any(is_changed)
            || write.layer == 0 && self.sums.iter().any(|sum| table.sums()[sum.0].factors[offset] != 0)
    }

    /// The bases that are left for which a write changes a cell that is read in the other layer.
    fn bases_changed_by(
        &self,
        line: &Group<Line>,
        write: &Write,
        offset: usize,
    ) -> impl Iterator<Item = usize> {
        let (layer, written) = (write.layer, write.written);
        let changed = self.reads.iter().filter(move |read| read.layer != layer && read.action != written);
        let bases = changed.map(move |read| match layer {
            0 => Line::meeting((0, offset), (1, read.offset)),
            _ => Line::meeting((0, read.offset), (1, offset)),
        });
        bases.filter(|&base| line.extent.contains(base))
    }

    /// What becomes of a match of the line if the next round changes a cell that is read in it. From the turn `last`
    /// on, this is unknown.
    pub(super) fn fate(&self, line: &Group<Line>, table: &Table, base: usize, last: u32) -> Fate {
        let mut changed: Vec<Changed> = Vec::with_capacity(MOST_CHANGED);
        let mut turn = line.turn;
        for round in 0..2 {
            let mut writes = self.writes.iter();
            for (nth, step) in self.steps.iter().enumerate() {
                if turn >= last {
                    return Fate::Unknown;
                }
                if changed.iter().any(|changed| step.places.contains(&changed.place)) {
                    return self.end_of(nth, base, &changed);
                }
                let written = step.actions.iter().filter(|&&action| table.action(action).writes()).count();
                for write in writes.by_ref().take(written) {
                    let offset = write.offset_in(round);
                    if self.may_change_a_sum_of(base, line, table, write, offset) {
                        return Fate::Unknown;
                    }
                    self.change(write, offset, base, &mut changed);
                }
                if changed.len() > MOST_CHANGED {
                    return Fate::Unknown;
                }
                turn += 1;
            }
            if changed.is_empty() {
                return Fate::Stays;
            }
        }
        Fate::Unknown
    }

    /// Notes which of the cells that are read a write changes or repairs for a base.
    fn change(&self, write: &Write, offset: usize, base: usize, changed: &mut Vec<Changed>) {
        let address = address_of((write.layer, offset), base);
        changed.retain(|changed| address_of(changed.place, base) != address);
        if !self.may_be_forbidden(write, offset) {
            return;
        }
        let is_there = |read: &&Read| {
            read.action != write.written && address_of((read.layer, read.offset), base) == address
        };
        let reads = self.reads.iter().filter(is_there);
        changed
            .extend(reads.map(|read| Changed { place: (read.layer, read.offset), written: write.written }));
    }

    /// Whether a write may change, for one base, a sum that the round reads.
    fn may_change_a_sum_of(
        &self,
        base: usize,
        line: &Group<Line>,
        table: &Table,
        write: &Write,
        offset: usize,
    ) -> bool {
        let address = address_of((write.layer, offset), base);
        let is_summed = |&(number, _): &(usize, u16)| table.sums()[number].factors[address] != 0;
        self.sums.iter().any(is_summed)
            && (write.layer == 0 || changes_cell(line, table, write, base, address))
    }

    /// How a match ends in a step in which somebody reads a changed cell (C5).
    fn end_of(&self, nth: usize, base: usize, changed: &[Changed]) -> Fate {
        let places = self.steps[nth].places;
        let read = |seat: usize| changed.iter().find(|changed| changed.place == places[seat]);
        let next = self.steps.get(nth + 1).unwrap_or(&self.steps[0]).places;
        let is_crash = |seat: usize| read(seat).is_some_and(|changed| changed.written == CRASH);
        let (own, other) = match [0, 1].map(is_crash) {
            [true, true] => return Fate::Ends(None),
            [true, false] => (0, 1),
            [false, true] => (1, 0),
            [false, false] => return Fate::Unknown,
        };
        if read(other).is_some() {
            return Fate::Unknown;
        }
        let meets = address_of(places[own], base) + 1 == address_of(next[other], base);
        Fate::Ends((!meets).then_some(other))
    }
}

/// The address of a cell of a layer if the higher layer begins at `base`.
fn address_of((layer, offset): (usize, usize), base: usize) -> usize {
    if layer == 0 { offset } else { (base + offset) % CELLS }
}

/// Whether a write changes the value of the cell at an address if the higher layer begins at `base`.
fn changes_cell(line: &Group<Line>, table: &Table, write: &Write, base: usize, address: usize) -> bool {
    let before = table.cell_value(line.content(base, address).action());
    before != table.cell_value(write.written)
}

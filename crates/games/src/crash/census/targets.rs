//! Where the writes of a round may not go, because they would change what it reads.

use super::bases::Bases;
use super::cells::Cell;
use super::extent::{Extent as _, Line};
use super::group::Group;
use super::round_writes::Write;
use super::rounds::Rounds;
use super::table::Table;

/// Where in a layer an instruction may not be written, because it would change what is executed.
pub(super) struct Target {
    layer: usize,
    written: u16,
    forbidden: Bases,
}

impl Rounds {
    /// Works out where nothing may be written.
    pub(super) fn know_targets(&mut self, line: &Group<Line>, table: &Table) {
        self.targets.clear();
        self.filled.clear();
        let (bases, mut negated) = (&line.extent.bases, None);
        for write in &mut self.writes {
            let Write { layer, written, .. } = *write;
            let is_alike = |target: &Target| (target.layer, target.written) == (layer, written);
            let known = self.targets.iter().position(is_alike);
            write.target = known.unwrap_or(self.targets.len());
            if known.is_some() {
                continue;
            }
            let mut forbidden = Bases::NONE;
            for read in self.reads.iter().filter(|read| read.action != written) {
                match (read.layer, layer) {
                    (0, 1) => {
                        let negated = negated.get_or_insert_with(|| bases.negated());
                        forbidden.insert_others(&negated.rotated(read.offset));
                    }
                    (1, 0) => forbidden.insert_others(&bases.rotated(read.offset)),
                    _ => forbidden.insert(read.offset),
                }
            }
            // An absolute cell that a sum reads is read for all bases.
            if layer == 0 {
                let cells = self.sums.iter().flat_map(|sum| &table.sums()[sum.0].cells);
                cells.for_each(|&(address, _)| forbidden.insert(address.into()));
            }
            self.targets.push(Target { layer, written, forbidden });
        }
        self.summed = Bases::NONE;
        for &(number, _) in &self.sums {
            let negated = negated.get_or_insert_with(|| bases.negated());
            self.summed.insert_others(&table.sums()[number].offsets_from(negated));
        }
        if line.layers[0].last > 0 {
            let cells = self.sums.iter().flat_map(|sum| &table.sums()[sum.0].cells);
            let filled = cells.map(|cell| cell.0);
            let filled = filled.filter(|&address| line.layers[0].cells[usize::from(address)].is_filled());
            self.filled.extend(filled);
        }
    }

    /// Whether, as far as is known, a write may not go to an offset.
    #[inline(always)]
    pub(super) fn may_be_forbidden(&self, write: &Write, offset: usize) -> bool {
        self.targets[write.target].forbidden.contains(offset)
    }

    /// How many of the next `rounds` rounds come before one that would change something that it reads.
    ///
    /// The cells are looked at in their state before all of these rounds. That is enough, because what the rounds write
    /// changes nothing that is read.
    pub(super) fn harmless(&mut self, line: &Group<Line>, table: &Table, mut rounds: u64) -> u64 {
        for nth in 0..self.writes.len() {
            let from = self.writes[nth].safe;
            if from >= rounds {
                continue;
            }
            let mut until = self.rounds_until_forbidden(line, table, nth, rounds);
            let write = &self.writes[nth];
            if write.layer == 1 && !self.sums.is_empty() {
                let is_harmful = |&nth: &u64| self.may_change_a_sum(line, table, write, write.offset_in(nth));
                until = (from..until).find(is_harmful).unwrap_or(until);
            }
            self.writes[nth].safe = until;
            rounds = until;
        }
        rounds
    }

    /// How many of the next `rounds` rounds come before one in which a write goes to an offset that is forbidden for it.
    fn rounds_until_forbidden(&mut self, line: &Group<Line>, table: &Table, nth: usize, rounds: u64) -> u64 {
        loop {
            let write = &self.writes[nth];
            let target = write.target;
            let until = write.rounds_until(&self.targets[target].forbidden, rounds);
            let offset = write.offset_in(until);
            if until == rounds || self.is_forbidden(line, table, write, offset) {
                return until;
            }
            // The bases for which it was forbidden have left the line.
            self.targets[target].forbidden.remove(offset);
            self.writes[nth].safe = until;
        }
    }

    /// Whether a write to a relative cell may change a sum that the round reads, for any base.
    #[inline(always)]
    pub(super) fn may_change_a_sum(
        &self,
        line: &Group<Line>,
        table: &Table,
        write: &Write,
        offset: usize,
    ) -> bool {
        write.layer == 1 && self.summed.contains(offset) && self.changes_a_sum(line, table, write, offset)
    }

    fn changes_a_sum(&self, line: &Group<Line>, table: &Table, write: &Write, offset: usize) -> bool {
        let [absolute, relative] = &line.layers;
        let value = |cell: Cell| table.cell_value(cell.action());
        let (before, after) = (relative.cells[offset], table.cell_value(write.written));
        let is_read = |address: u16| line.extent.contains(Line::meeting((0, address.into()), (1, offset)));
        let changes = |&address: &u16| {
            value(before.max(absolute.cells[usize::from(address)])) != after && is_read(address)
        };
        if self.filled.iter().any(changes) {
            return true;
        }
        let mut cells = self.sums.iter().flat_map(|sum| &table.sums()[sum.0].cells);
        value(before) != after
            && cells
                .any(|&(address, _)| !absolute.cells[usize::from(address)].is_filled() && is_read(address))
    }
}

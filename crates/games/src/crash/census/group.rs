//! The state of many matches at once.

use super::super::instruction::CELLS;
use super::bases::{Apart, Bases};
use super::symbol::Symbol;
use super::table::{CRASH, Table};

/// The registers of an executor.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Executor {
    /// Its weight is 0 or 1. It is never past the end: a match in which somebody counts past the end is decided in that
    /// very turn, and leaves the group.
    pub(super) i: Symbol,
    pub(super) a: Symbol,
    pub(super) b: Symbol,
}

/// Matches that have gone the same way so far: they differ in nothing but their base, the address at which the first
/// program began. Cells and values are kept relative to it.
#[derive(Debug, Clone)]
pub(super) struct Group {
    pub(super) bases: Bases,
    /// What each cell holds, by its distance from the base, where no later write to an absolute address hides it.
    pub(super) cells: Box<[u16; CELLS]>,
    /// The cells that were written, or executed, by an address that is the same for all bases.
    pub(super) fixed: Vec<Fixed>,
    pub(super) executors: [Executor; 2],
    /// Whether this is a single match, written relative to address 0 ([`Group::pin`]).
    pub(super) pinned: bool,
    /// Turns that are over.
    pub(super) turn: u64,
    /// The turn whose first half is over already, if the group came apart in the second.
    pub(super) half: Option<Half>,
    /// Where, in rising order of time, cells came to hold an instruction of another kind.
    pub(super) changes: Vec<u16>,
    /// What is known of each sum of cells.
    pub(super) sums: Vec<KnownSum>,
    /// How many cells, bases and hidden cells were looked at one by one, for estimates.
    pub(super) looked: u64,
}

/// What was read in a turn.
#[derive(Debug, Clone, Copy)]
pub(super) struct Half {
    pub(super) actions: [u16; 2],
    /// Where it was read.
    pub(super) from: [Symbol; 2],
    /// Whether somebody may count past the end.
    pub(super) edge: bool,
}

/// A cell with an absolute address.
#[derive(Debug, Clone)]
pub(super) struct Fixed {
    pub(super) address: usize,
    pub(super) action: u16,
    /// The bases for which the cell holds `action`. For others it holds what [`Group::cells`] has.
    pub(super) holds: Bases,
    /// Whether it is known that these are all bases of the group.
    pub(super) everywhere: bool,
}

/// A sum of cells that is the same for all bases of a group.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct KnownSum {
    /// What it was when `seen` of the group's changes had been made.
    pub(super) value: Option<u16>,
    pub(super) seen: usize,
}

/// At most this many cells with an absolute address are kept apart.
const MAX_FIXED: usize = 16;
/// At most this many changes are remembered.
const MAX_CHANGES: usize = 256;

/// To copy a cell with an absolute address takes about as long as to look at this many cells.
const LOOKS_TO_COPY_FIXED: u64 = 64;

impl Group {
    /// All placements at one distance before the first turn: the second program begins `distance` cells after the
    /// first, counted round the memory.
    pub(super) fn at_distance(programs: &[Vec<u16>; 2], distance: usize, sums: usize) -> Self {
        let [length, other] = [0, 1].map(|seat: usize| programs[seat].len());
        let mut bases = Bases::NONE;
        bases.insert_all(0..CELLS + 1 - other - distance); // The second lies higher,
        bases.insert_all(CELLS - distance..CELLS + 1 - length); // or lower.
        let mut cells = Box::new([CRASH; CELLS]);
        cells[..length].copy_from_slice(&programs[0]);
        cells[distance..distance + other].copy_from_slice(&programs[1]);
        let at =
            |offset| Executor { i: Symbol::relative(offset), a: Symbol::default(), b: Symbol::default() };
        Self {
            bases,
            cells,
            fixed: Vec::new(),
            executors: [at(0), at(distance)],
            pinned: false,
            turn: 0,
            half: None,
            changes: Vec::new(),
            sums: vec![KnownSum::default(); sums],
            looked: 0,
        }
    }

    /// What the cell at an address holds in the match of one base.
    pub(super) fn content(&self, base: usize, address: usize) -> u16 {
        let fixed = self.fixed.iter().find(|fixed| fixed.address == address && fixed.holds.contains(base));
        fixed.map_or_else(|| self.cells[distance(base, address)], |fixed| fixed.action)
    }

    /// Writes the cell that lies `offset` after each base. Returns what [`Group::cells`] had there.
    #[inline]
    pub(super) fn write_relative(&mut self, offset: usize, action: u16, table: &Table) -> u16 {
        let before = std::mem::replace(&mut self.cells[offset], action);
        let mut changes = before != action && table.cell_value(before) != table.cell_value(action);
        changes |= uncover(&mut self.fixed, &self.bases, offset);
        if changes && !self.sums.is_empty() {
            note_change(&mut self.changes, &mut self.sums, offset);
        }
        before
    }

    /// Writes the cell at one address in all matches. False if there is no room to keep one more apart.
    pub(super) fn write_fixed(&mut self, address: usize, action: u16) -> bool {
        let found = self.fixed.iter().position(|fixed| fixed.address == address);
        let written = Fixed { address, action, holds: Bases::ALL, everywhere: true };
        match found {
            Some(at) if self.fixed[at].action == action && self.fixed[at].everywhere => return true,
            Some(at) => self.fixed[at] = written,
            None if self.fixed.len() == MAX_FIXED => return false,
            None => self.fixed.push(written),
        }
        self.forget_sums();
        true
    }

    pub(super) fn forget_sums(&mut self) {
        forget(&mut self.changes, &mut self.sums);
    }

    /// Takes some bases out, into a group of their own.
    pub(super) fn split_off(&mut self, bases: &Bases) -> Self {
        let mut other = self.clone();
        self.bases.remove_all(bases);
        other.bases = bases.clone();
        other.looked = LOOKS_TO_COPY_FIXED * self.fixed.len() as u64;
        // What is known up to the last change may have been found out for those that stay.
        let now = other.changes.len();
        let fresh = other.sums.iter_mut().filter(|sum| sum.seen == now);
        fresh.for_each(|sum| *sum = KnownSum::default());
        other
    }

    /// All bases but the first: none, if there is only one.
    pub(super) fn all_but_one(&self) -> Apart {
        Box::new(self.bases.iter().skip(1).collect())
    }

    /// Writes the state of the only match that is left relative to address 0, so that nothing depends on a base
    /// any more: the set of bases is {0}, and weights mean nothing.
    pub(super) fn pin(&mut self) {
        let Some(base) = self.bases.iter().next() else { return };
        self.cells.rotate_right(base);
        for fixed in self.fixed.iter().filter(|fixed| fixed.holds.contains(base)) {
            self.cells[fixed.address] = fixed.action;
        }
        self.fixed.clear();
        self.pinned = true;
        self.bases = Bases::from_iter([0]);
        let pinned = |symbol: Symbol| Symbol::relative(symbol.at(base));
        for Executor { i, a, b } in &mut self.executors {
            (*i, *a, *b) = (pinned(*i), pinned(*a).unweighted(), pinned(*b).unweighted());
        }
        if let Some(half) = &mut self.half {
            half.from = half.from.map(pinned);
            half.edge = true; // It may be the end of this base; the end of the turn checks that.
        }
        self.forget_sums();
    }
}

/// Notes that the cell that lies `offset` after each base was written. True if some base held something else there.
#[inline]
pub(super) fn uncover(fixed: &mut [Fixed], bases: &Bases, offset: usize) -> bool {
    let mut uncovers = false;
    for fixed in fixed {
        let base = distance(offset, fixed.address);
        if fixed.holds.remove(base) {
            uncovers = true;
            fixed.everywhere &= !bases.contains(base);
        }
    }
    uncovers
}

/// How far an address lies after another, round the memory.
pub(super) fn distance(from: usize, to: usize) -> usize {
    to.wrapping_sub(from) % CELLS
}

/// Notes that a cell came to hold an instruction of another kind.
#[allow(clippy::cast_possible_truncation, reason = "offsets have twelve bits")]
pub(super) fn note_change(changes: &mut Vec<u16>, sums: &mut [KnownSum], offset: usize) {
    if changes.len() == MAX_CHANGES {
        forget_older_half(changes, sums);
    }
    changes.push(offset as u16);
}

/// Forgets the older half of the changes, and the sums that were not seen since.
fn forget_older_half(changes: &mut Vec<u16>, sums: &mut [KnownSum]) {
    let older = changes.len() / 2;
    changes.drain(..older);
    for sum in sums {
        *sum = match sum.seen.checked_sub(older) {
            Some(seen) => KnownSum { seen, ..*sum },
            None => KnownSum::default(),
        };
    }
}

fn forget(changes: &mut Vec<u16>, sums: &mut [KnownSum]) {
    changes.clear();
    sums.fill(KnownSum::default());
}

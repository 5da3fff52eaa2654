//! The memory of many matches at once.
//!
//! Cells are kept in layers: by their address, by their distance from where the first program began, and by their
//! distance from where the second one did. Where cells of two layers are the same cell of a match, the one that was
//! written later counts. Layers whose cells never meet need not know of one another. A cell of one layer may hold what
//! is in it for all matches of a group. This is checked when the cell is read, and then again only for what was written
//! since.

use std::ops::Range;

use super::super::instruction::CELLS;
use super::bases::{Bases, bits, ones};
use super::cells::{Cell, FIRST_TIME, time_of};
use super::extent::distance;
use super::table::CRASH;

/// The cells at addresses of one kind.
#[derive(Debug, Clone)]
pub(super) struct Layer {
    pub(super) cells: Box<[Cell; CELLS]>,
    /// Until when each cell is known to hold the same for all matches of the group. 0 if the layer was never written.
    pub(super) known: Box<[u32; CELLS]>,
    /// What was written after `noted_from`, in rising order of time.
    notes: Vec<Note>,
    noted_from: u32,
    /// The time of the last write, 0 if there was none.
    pub(super) last: u32,
    /// In which of 64 stretches of 64 cells anything was ever written or known, one bit each.
    touched: u64,
    /// The offsets of cells that hold anything but `crash`. Where layers were laid over one another, other offsets may
    /// be among them.
    pub(super) counting: Bases,
}

/// A write.
#[derive(Debug, Clone, Copy)]
struct Note {
    time: u32,
    offset: u16,
    /// What the cell held before. [`Cell::UNKNOWN`] if that is not known.
    before: Cell,
}

/// What a cell held at some time, and what it holds now.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Change {
    pub(super) offset: usize,
    pub(super) before: Cell,
    pub(super) now: Cell,
}

/// For how long before its beginning a line knows the writes one by one, as a difference of times.
const NOTED: u32 = 192;
/// At most this many notes are kept.
const MAX_NOTES: usize = 1 << 10;
/// At most this many changes are gone through one by one.
const MAX_CHANGES: usize = 400;

/// A layer is copied and looked at in stretches of this many cells.
const STRETCH: usize = 64;
const STRETCHES: usize = CELLS / STRETCH;

/// The time from which a line that begins after a turn knows the writes one by one.
pub(super) fn noted_from(turn: u32) -> u32 {
    time_of(turn, 0).saturating_sub(NOTED).max(FIRST_TIME)
}

impl Layer {
    pub(super) fn new() -> Self {
        Self {
            cells: Box::new([Cell::default(); CELLS]),
            known: Box::new([0; CELLS]),
            notes: Vec::new(),
            noted_from: 0,
            last: 0,
            touched: 0,
            counting: Bases::NONE,
        }
    }

    /// A layer with a program at its beginning.
    pub(super) fn with_program(program: &[u16]) -> Self {
        let mut layer = Self::new();
        for (offset, &action) in program.iter().enumerate() {
            layer.write(offset, Cell::new(action, FIRST_TIME));
        }
        layer
    }

    #[inline(always)]
    pub(super) fn write(&mut self, offset: usize, cell: Cell) {
        let before = self.put(offset, cell);
        let time = cell.time();
        // What has just been written there is the same for all matches.
        self.known[offset] = time;
        self.note(time, offset, before);
    }

    /// Notes that a cell holds the same for all matches of the group until this time.
    #[inline(always)]
    pub(super) fn know(&mut self, offset: usize, until: u32) {
        if self.last > 0 {
            self.touch(offset);
            self.known[offset] = until;
        }
    }

    /// Notes that a cell is written or known.
    #[inline(always)]
    pub(super) fn touch(&mut self, offset: usize) {
        self.touched |= 1 << (offset / STRETCH % STRETCHES);
    }

    /// Puts something into a cell without a note. Returns what was there.
    #[inline(always)]
    pub(super) fn put(&mut self, offset: usize, cell: Cell) -> Cell {
        self.count(offset, cell);
        self.touch(offset);
        std::mem::replace(&mut self.cells[offset], cell)
    }

    #[inline(always)]
    fn count(&mut self, offset: usize, cell: Cell) {
        if cell.action() == CRASH {
            self.counting.remove(offset);
        } else {
            self.counting.insert(offset);
        }
    }

    #[inline(always)]
    #[allow(clippy::cast_possible_truncation, reason = "offsets have twelve bits")]
    fn note(&mut self, time: u32, offset: usize, before: Cell) {
        if self.notes.len() == MAX_NOTES {
            self.noted_from = self.notes[MAX_NOTES / 2 - 1].time;
            self.notes.drain(..MAX_NOTES / 2);
        }
        self.notes.push(Note { time, offset: offset as u16, before });
        self.last = time;
    }

    /// Takes the last write back.
    pub(super) fn take_back(&mut self, undo: Undo) {
        let Undo { offset, cell, known, last, .. } = undo;
        self.notes.pop();
        self.cells[offset] = cell;
        self.count(offset, cell);
        self.known[offset] = known;
        self.last = last;
    }

    /// What [`Layer::take_back`] needs to take the next write back.
    pub(super) fn undo(&self, layer: usize, offset: usize) -> Undo {
        Undo { layer, offset, cell: self.cells[offset], known: self.known[offset], last: self.last }
    }

    /// The offsets of all cells into which something was put.
    pub(super) fn filled(&self) -> Bases {
        let offsets = stretches(self.touched).flatten();
        offsets.filter(|&offset| self.cells[offset].is_filled()).collect()
    }

    /// Forgets all notes, for example because cells were written without a note.
    pub(super) fn forget_notes(&mut self) {
        self.notes.clear();
        self.noted_from = self.last;
    }

    /// Goes through the cells that were written after `since`, once each, as they are now.
    #[inline(always)]
    pub(super) fn each_since(&self, since: u32, mut each: impl FnMut(usize, Cell)) {
        if self.last <= since {
            return;
        }
        if since < self.noted_from {
            return self.each_of_all_since(since, &mut each);
        }
        for &Note { time, offset, .. } in self.notes.iter().rev() {
            if time <= since {
                return;
            }
            let offset = usize::from(offset);
            let cell = self.cells[offset];
            // If the cell was written again, there is another note for it.
            if cell.time() == time {
                each(offset, cell);
            }
        }
    }

    /// Whether what was written after `since` is noted.
    #[inline(always)]
    pub(super) fn is_noted_since(&self, since: u32) -> bool {
        since >= self.noted_from
    }

    /// Those of some offsets whose cells were written after `since` and later than `here`, a cell of another layer, and
    /// hold something different from it.
    pub(super) fn differing(&self, among: &Bases, since: u32, here: Cell) -> Bases {
        let least = Cell::new(0, since + 1).max(here);
        differing(&self.cells, among, self.touched, least, here.action())
    }

    /// The cells that were written after some time, once each, with what they held at that time. `None` if that is not
    /// known, or if there are many.
    pub(super) fn changes_since(&self, since: u32) -> Option<Vec<Change>> {
        let mut changes: Vec<Change> = Vec::new();
        if self.last <= since {
            return Some(changes);
        }
        if since < self.noted_from {
            return None;
        }
        let mut seen = Bases::NONE;
        for &Note { offset, before, .. } in self.notes.iter().rev().take_while(|note| note.time > since) {
            let offset = usize::from(offset);
            // The first of the writes to a cell tells what was there before all of them.
            if seen.contains(offset) {
                let change = changes.iter_mut().find(|change| change.offset == offset);
                change.expect("it was seen").before = before;
                continue;
            }
            if changes.len() == MAX_CHANGES {
                return None;
            }
            seen.insert(offset);
            changes.push(Change { offset, before, now: self.cells[offset] });
        }
        let are_known = changes.iter().all(|change| change.before != Cell::UNKNOWN);
        are_known.then_some(changes)
    }

    /// Where something was written after some time, and what was there before, the last write first. `None` if that is
    /// not known.
    #[inline(always)]
    pub(super) fn writes_since(&self, since: u32) -> Option<impl Iterator<Item = (usize, Cell)>> {
        let notes = self.notes.iter().rev().take_while(move |note| note.time > since);
        self.is_noted_since(since).then(|| notes.map(|note| (note.offset.into(), note.before)))
    }

    #[inline(never)]
    fn each_of_all_since(&self, since: u32, each: &mut dyn FnMut(usize, Cell)) {
        let least = Cell::new(0, since + 1);
        for stretch in stretches(self.touched) {
            let (begin, cells) = (stretch.start, &self.cells[stretch]);
            // Most stretches have nothing new. This is seen at once, without a branch for each cell.
            let latest = cells.iter().copied().fold(Cell::default(), Cell::max);
            if latest < least {
                continue;
            }
            for (nth, &cell) in cells.iter().enumerate() {
                if cell >= least {
                    each(begin + nth, cell);
                }
            }
        }
    }

    /// Lays another layer over this one. Its offset 0 comes to lie at this one's offset `shift`. Of two cells, the
    /// later one counts.
    pub(super) fn lay_over(&mut self, other: &Self, shift: usize) {
        // The notes of both layers in order, from the time from which both have notes.
        let from = self.noted_from.max(other.noted_from);
        let begin = self.notes.partition_point(|note| note.time <= from);
        let own = self.notes[begin..]
            .iter()
            .map(|note| note.above(other.cells[distance(shift, note.offset.into())]));
        let begin = other.notes.partition_point(|note| note.time <= from);
        let others = other.notes[begin..].iter().map(|note| {
            let note = note.shifted(shift);
            note.above(self.cells[usize::from(note.offset)])
        });
        let notes = merged(own, others).collect();
        self.counting.insert_others(&other.counting.rotated(shift));
        for stretch in stretches(other.touched) {
            let begin = (stretch.start + shift) % CELLS;
            let (cells, known) = (&other.cells[stretch.clone()], &other.known[stretch]);
            let first = STRETCH.min(CELLS - begin);
            let own = |from: usize, count: usize| from..from + count;
            let rest = STRETCH - first;
            let (own_cells, own_known) = (&mut self.cells, &mut self.known);
            let at = own(begin, first);
            lay(&mut own_cells[at.clone()], &mut own_known[at], &cells[..first], &known[..first]);
            lay(&mut own_cells[..rest], &mut own_known[..rest], &cells[first..], &known[first..]);
            self.touch(begin);
            self.touch((begin + STRETCH - 1) % CELLS);
        }
        let last = self.last.max(other.last);
        self.notes = notes;
        if self.notes.len() > MAX_NOTES / 2 {
            self.last = last;
            self.forget_notes();
        } else {
            (self.noted_from, self.last) = (from, last);
        }
    }

    /// Becomes a copy of another layer, without the notes up to `noted_from`.
    pub(super) fn copy(&mut self, other: &Self, noted_from: u32) {
        let begin = other.notes.partition_point(|note| note.time <= noted_from);
        // Stretches that neither layer has touched are blank in both.
        for stretch in stretches(self.touched | other.touched) {
            self.cells[stretch.clone()].copy_from_slice(&other.cells[stretch.clone()]);
            self.known[stretch.clone()].copy_from_slice(&other.known[stretch]);
        }
        self.touched = other.touched;
        self.notes.clear();
        self.notes.extend_from_slice(&other.notes[begin..]);
        self.noted_from = other.noted_from.max(noted_from);
        self.last = other.last;
        self.counting = other.counting.clone();
    }
}

/// What is needed to take a write back.
#[derive(Debug, Clone, Copy)]
pub(super) struct Undo {
    pub(super) layer: usize,
    offset: usize,
    cell: Cell,
    known: u32,
    last: u32,
}

/// The offsets of each of these stretches of cells. `touched` has one bit for each of 64 stretches.
fn stretches(touched: u64) -> impl Iterator<Item = Range<usize>> {
    ones(touched).map(|at| STRETCH * at..STRETCH * (at + 1))
}

/// The notes of two layers in order of time.
fn merged(one: impl Iterator<Item = Note>, two: impl Iterator<Item = Note>) -> impl Iterator<Item = Note> {
    let (mut one, mut two) = (one.peekable(), two.peekable());
    std::iter::from_fn(move || match (one.peek(), two.peek()) {
        (Some(of_one), Some(of_two)) if of_two.time < of_one.time => two.next(),
        (Some(_), _) => one.next(),
        (None, _) => two.next(),
    })
}

impl Note {
    #[allow(clippy::cast_possible_truncation, reason = "offsets have twelve bits")]
    fn shifted(self, shift: usize) -> Self {
        Self { offset: ((usize::from(self.offset) + shift) % CELLS) as u16, ..self }
    }

    /// This note after its layer was laid over another one, or under it. `other` is what the other layer holds there.
    fn above(self, other: Cell) -> Self {
        let was_there = other.time() < self.time;
        Self { before: if was_there { self.before.max(other) } else { Cell::UNKNOWN }, ..self }
    }
}

/// Those of some offsets whose cells are not less than `least`, and whose action differs from this one.
#[multiversion::multiversion(targets("x86_64+avx2"))]
fn differing(cells: &[Cell; CELLS], among: &Bases, touched: u64, least: Cell, action: u16) -> Bases {
    let differs = |cell: Cell| cell >= least && cell.action() != action;
    let which_of_64_differ = |from: usize| {
        let cells = &cells[from..from + 64];
        // Most stretches have nothing new. This is seen at once.
        if cells.iter().fold(Cell::default(), |latest, &cell| latest.max(cell)) < least {
            return 0;
        }
        let mut differing = [0_u8; 64];
        for (differing, &cell) in differing.iter_mut().zip(cells) {
            *differing = u8::from((cell >= least) & (cell.action() != action));
        }
        bits(&differing)
    };
    among.filtered(touched, |offset| differs(cells[offset % CELLS]), which_of_64_differ)
}

#[multiversion::multiversion(targets("x86_64+avx2"))]
fn lay(cells: &mut [Cell], known: &mut [u32], over: &[Cell], over_known: &[u32]) {
    for (((cell, known), &over), &over_known) in cells.iter_mut().zip(known).zip(over).zip(over_known) {
        let later = over > *cell;
        *cell = if later { over } else { *cell };
        *known = if later { over_known } else { *known };
    }
}

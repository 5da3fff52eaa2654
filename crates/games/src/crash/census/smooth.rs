//! Turns of a line that are certain to be the same for all of its matches.
//!
//! Most turns are like this: nothing was written that somebody could read instead, no sum of cells that somebody adds up
//! has changed, and nobody passes the end, meets the other or crashes. These turns are played here, with less to check
//! than in [`super::group::Reader::turn`]. A turn that may not be one of them is left to that function, before any part
//! of it is played.

use super::super::instruction::CELLS;
use super::cells::{Cell, time_of};
use super::cycle::Cycle;
use super::extent::{Extent as _, KnownSum, Line};
use super::group::{Executor, Group, Meeting, meeting};
use super::symbol::Symbol;
use super::table::{CRASH, Kind, Table};

/// If there are fewer writes than this, it is checked here whether they fall on a cell that is read.
const MOST_WRITES: usize = 12;

/// A cell that is written, and the action that is written to it.
type Write = Option<((usize, usize), u16)>;

/// Plays turns that are the same for all matches, until at most `until` turns have been played.
#[inline(never)]
pub(super) fn play(line: &mut Group<Line>, table: &Table, cycle: &mut Cycle, until: u32) {
    while line.turn < until {
        let [one, two] = line.executors;
        let Some((one, of_one)) = turn(line, table, one, None) else { return };
        let Some((two, of_two)) = turn(line, table, two, of_one) else { return };
        let executors = [one, two];
        match meeting::<Line>(executors) {
            Meeting::Nowhere => {}
            Meeting::Within(base) if !line.extent.contains(base) => {}
            Meeting::Within(_) | Meeting::Everywhere => return,
        }
        if cycle.may_close(executors) {
            return;
        }
        write(line, cycle, of_one, 0);
        write(line, cycle, of_two, 1);
        line.executors = executors;
        line.turn += 1;
    }
}

/// What an executor does, if that is the same in all matches. The other executor may write before it in this turn
/// (`before`).
#[inline(always)]
fn turn(
    line: &mut Group<Line>,
    table: &Table,
    executor: Executor,
    before: Write,
) -> Option<(Executor, Write)> {
    let (layer, offset) = executor.i.place()?;
    let is_known = line.layers[1 - layer].last <= line.layers[layer].known[offset];
    if executor.is_past_end || !is_known && !is_still_known(line, (layer, offset)) {
        return None;
    }
    let number = line.layers[layer].cells[offset].action();
    let action = table.action(number);
    let passes_end = match layer {
        0 => offset == CELLS - 1,
        _ => line.extent.contains(CELLS - 1 - offset),
    };
    if number == CRASH || passes_end && !action.jumps() {
        return None;
    }
    let Executor { i, a, b, .. } = executor;
    let next = i.next();
    let after = Executor { i: next, ..executor };
    let to = |i: Symbol| i.place().map(|_| (Executor { i, ..executor }, None));
    let writes = |address: Symbol| address.place().map(|place| (after, Some((place, action.written))));
    match action.kind {
        Kind::Crash => None,
        Kind::Noop => Some((after, None)),
        Kind::Jump => to(next.plus(action.constant)),
        Kind::AddA => Some((Executor { a: a.plus(action.constant), ..after }, None)),
        Kind::AddB => Some((Executor { b: b.plus(action.constant), ..after }, None)),
        Kind::WriteI => writes(next.plus(action.constant)),
        Kind::WriteIA => writes(next.plus(a).plus(action.constant)),
        Kind::WriteIB => writes(next.plus(b).plus(action.constant)),
        Kind::StoreI => to(value(line, table, number, after, before)?),
        Kind::StoreA => Some((Executor { a: value(line, table, number, after, before)?, ..after }, None)),
        Kind::StoreB => Some((Executor { b: value(line, table, number, after, before)?, ..after }, None)),
        Kind::Write => writes(value(line, table, number, after, before)?),
    }
}

/// Whether a cell is still known to hold the same in all matches after a few writes to the other layer.
#[inline(never)]
fn is_still_known(line: &mut Group<Line>, (layer, offset): (usize, usize)) -> bool {
    let is_known = are_elsewhere(line, (layer, offset));
    if is_known {
        line.layers[layer].know(offset, time_of(line.turn, 0) - 1);
    }
    is_known
}

/// Checks a few writes to the other layer, made since the cell was last known. True if none of them falls on it in any
/// match.
fn are_elsewhere(line: &Group<Line>, (layer, offset): (usize, usize)) -> bool {
    let (own, other) = (&line.layers[layer], &line.layers[1 - layer]);
    let (here, known) = (own.cells[offset], own.known[offset]);
    let Some(writes) = other.writes_since(known) else { return false };
    let mut left = MOST_WRITES;
    for (there, _) in writes {
        let (lower, higher) = if layer == 0 { (offset, there) } else { (there, offset) };
        let is_in_a_match = line.extent.contains(Line::meeting((0, lower), (1, higher)));
        let cell = other.cells[there % CELLS];
        left -= 1;
        if left == 0 || is_in_a_match && cell > here && cell.action() != here.action() {
            return false;
        }
    }
    true
}

/// The value of an instruction's expression, if it is certain to be the same in all matches. `i` has already been counted
/// up.
#[inline(always)]
fn value(
    line: &mut Group<Line>,
    table: &Table,
    number: u16,
    Executor { i, a, b, .. }: Executor,
    before: Write,
) -> Option<Symbol> {
    let factors = table.factors(number);
    let constant = match factors.sum {
        Some(sum) => {
            let cells = sum.value(line.unchanged_sum(sum.number, table, before)?);
            factors.constant.plus(Symbol::plain(cells % 4096))
        }
        None => factors.constant,
    };
    Some(Symbol::sum([(i, factors.i), (a, factors.a), (b, factors.b)], constant))
}

impl Group<Line> {
    /// The value of a sum of cells that was known some time ago. `None` if a write since then, or the next write, may
    /// have changed it for any match.
    fn unchanged_sum(&mut self, number: usize, table: &Table, next: Write) -> Option<u16> {
        let KnownSum { value, since } = self.sums[number];
        let value = value?;
        let [absolute, relative] = &self.layers;
        let sum = &table.sums()[number];
        let is_kept = |offset: usize, before: Cell, now: u16| {
            let is_like_before = || {
                absolute.last == 0
                    && before != Cell::UNKNOWN
                    && table.cell_value(before.action()) == table.cell_value(now)
            };
            !sum.reads(offset, &self.extent.bases, self.extent.residues) || is_like_before()
        };
        if relative.last > since {
            let now = |offset: usize| relative.cells[offset % CELLS].action();
            let mut writes = relative.writes_since(since)?;
            if !writes.all(|(offset, before)| is_kept(offset, before, now(offset))) {
                return None;
            }
        }
        if absolute.last > since
            && !absolute.writes_since(since)?.all(|(address, _)| sum.factors[address % CELLS] == 0)
        {
            return None;
        }
        let is_next_harmless = next.is_none_or(|((layer, offset), written)| match layer {
            0 => sum.factors[offset % CELLS] == 0,
            _ => is_kept(offset, relative.cells[offset % CELLS], written),
        });
        if !is_next_harmless {
            return None;
        }
        self.sums[number].since = time_of(self.turn, 0) - 1;
        Some(value)
    }
}

#[inline(always)]
fn write(line: &mut Group<Line>, cycle: &mut Cycle, write: Write, seat: usize) {
    let Some(((layer, offset), written)) = write else { return };
    let before = line.layers[layer].cells[offset].action();
    line.layers[layer].write(offset, Cell::new(written, time_of(line.turn, seat)));
    if before != written {
        cycle.changed(layer * CELLS + offset, before, written);
    }
}

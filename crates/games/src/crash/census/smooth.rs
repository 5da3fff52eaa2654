//! Turns of a line that are the same for all of its matches for certain.
//!
//! Most turns are: nothing was written that somebody could read instead, nobody adds up cells, passes the end, meets the other
//! or crashes. Such turns are played here, with less to look at than [`super::group::Reader::turn`] has. A turn that may not be
//! one of them is left to that, before anything of it is done.

use super::super::instruction::CELLS;
use super::cycle::Cycle;
use super::extent::{Extent as _, Line};
use super::group::{Executor, Group, Meeting, meeting};
use super::layers::{Cell, time_of};
use super::symbol::Symbol;
use super::table::{CRASH, Kind, Table};

/// A cell that is written, and what becomes of it.
type Write = Option<((usize, usize), u16)>;

/// Plays such turns, until `until` turns have been played at most.
#[inline(never)]
pub(super) fn play(line: &mut Group<Line>, table: &Table, cycle: &mut Cycle, until: u32) {
    while line.turn < until {
        let [one, two] = line.executors;
        let (Some((one, of_one)), Some((two, of_two))) = (turn(line, table, one), turn(line, table, two))
        else {
            return;
        };
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

/// What an executor does, if it is the same in all matches.
#[inline(always)]
fn turn(line: &Group<Line>, table: &Table, executor: Executor) -> Option<(Executor, Write)> {
    let (layer, offset) = executor.i.place()?;
    if executor.is_past_end || line.layers[1 - layer].last > line.layers[layer].known[offset] {
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
        Kind::StoreI => to(value(table, number, after)?),
        Kind::StoreA => Some((Executor { a: value(table, number, after)?, ..after }, None)),
        Kind::StoreB => Some((Executor { b: value(table, number, after)?, ..after }, None)),
        Kind::Write => writes(value(table, number, after)?),
    }
}

/// The value of an instruction's expression, if it adds up no cells; `i` is already one further.
#[inline(always)]
fn value(table: &Table, number: u16, Executor { i, a, b, .. }: Executor) -> Option<Symbol> {
    let factors = table.factors(number);
    let value = || Symbol::sum([(i, factors.i), (a, factors.a), (b, factors.b)], factors.constant);
    factors.sum.is_none().then(value)
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

//! A fast path for turns in which nothing can depend on the base.

use super::super::instruction::CELLS;
use super::bases::Bases;
use super::cycle::Cycle;
use super::group::{Executor, Fixed, Group, Half, KnownSum, distance, note_change, uncover};
use super::player::Player;
use super::symbol::Symbol;
use super::table::{Action, Kind, Table};

/// Why a rush is over.
pub(super) enum Rush {
    /// The next turn is none of those, or it is the one until which to play.
    Over,
    /// The second half of the turn is none of those.
    Half(Half),
    /// The turn that is over has led to the kept state, or both to the same address for some base.
    Eventful(Half),
}

impl Player<'_> {
    /// Plays turns until `until` have been played or one comes up that is not plain: in a plain turn all bases read the
    /// same, no `crash` and no sum of cells, nobody passes the end for any base (C2), all jumps are to addresses that are
    /// absolute or relative to the base, and all writes to relative ones, or to absolute ones that hold the same already.
    #[inline(never)]
    pub(super) fn rush(&mut self, group: &mut Group, until: u64) -> Rush {
        let [mut one, mut two] = group.executors;
        let mut turn = group.turn;
        let mut memory = Memory {
            table: self.table,
            actions: self.table.actions(),
            bases: &group.bases,
            cells: &mut group.cells,
            fixed: &mut group.fixed,
            changes: &mut group.changes,
            sums: &mut group.sums,
            cycle: &mut self.cycle,
            pinned: group.pinned,
        };
        let over = loop {
            if turn >= until {
                break Rush::Over;
            }
            let from = [one.i, two.i];
            let (Some(first), Some(second)) = (memory.read(from[0]), memory.read(from[1])) else {
                break Rush::Over;
            };
            let Some(after) = memory.execute(one, first) else { break Rush::Over };
            one = after;
            let actions = [first, second];
            let Some(after) = memory.execute(two, second) else {
                break Rush::Half(Half { actions, from, edge: false });
            };
            two = after;
            turn += 1;
            if memory.meet(one.i, two.i) || memory.cycle.is_kept(&[one, two]) {
                break Rush::Eventful(Half { actions, from, edge: false });
            }
        };
        group.executors = [one, two];
        group.turn = turn;
        over
    }
}

/// What a plain turn reads and writes.
struct Memory<'a> {
    table: &'a Table,
    actions: &'a [Action],
    bases: &'a Bases,
    cells: &'a mut [u16; CELLS],
    fixed: &'a mut [Fixed],
    changes: &'a mut Vec<u16>,
    sums: &'a mut [KnownSum],
    cycle: &'a mut Cycle,
    /// See [`Group::pinned`].
    pinned: bool,
}

impl Memory<'_> {
    /// The instruction that all bases read there. `None` if they differ, if it is a `crash` or if it takes the reader past
    /// the end for some base.
    #[inline(always)]
    fn read(&self, from: Symbol) -> Option<u16> {
        let offset = from.offset();
        let last = CELLS - 1 - offset;
        let (read, at_the_end) = if from.weight() == 1 {
            let read = self.cells[offset];
            (!self.is_hidden(offset, read)).then_some((read, self.bases.contains(last)))?
        } else {
            (self.read_fixed(offset)?, last == 0)
        };
        let action = self.actions[usize::from(read)];
        let is_plain = action.kind != Kind::Crash && (!at_the_end || action.jumps());
        is_plain.then_some(read)
    }

    /// Whether some base holds something else than `action` there, which was written to an absolute address.
    #[inline(always)]
    fn is_hidden(&self, offset: usize, action: u16) -> bool {
        self.fixed.iter().any(|fixed| {
            let base = distance(offset, fixed.address);
            fixed.action != action && fixed.holds.contains(base) && self.bases.contains(base)
        })
    }

    /// What all bases are known to hold at an absolute address.
    #[inline(always)]
    fn read_fixed(&self, address: usize) -> Option<u16> {
        let fixed = self.fixed.iter().find(|fixed| fixed.address == address && fixed.everywhere)?;
        Some(fixed.action)
    }

    /// Whether two addresses are the same for some base.
    #[inline(always)]
    fn meet(&self, one: Symbol, two: Symbol) -> bool {
        if one.weight() == two.weight() {
            return one == two;
        }
        let (relative, absolute) = if one.weight() == 1 { (one, two) } else { (two, one) };
        self.bases.contains(distance(relative.offset(), absolute.offset()))
    }

    /// Executes an instruction that was read, and gives the registers after it. Nothing, with nothing done, if it is not
    /// plain.
    #[inline(always)]
    fn execute(&mut self, executor: Executor, number: u16) -> Option<Executor> {
        let action = self.actions[usize::from(number)];
        let Executor { i, a, b } = executor;
        let next = i.next();
        let after = Executor { i: next, ..executor };
        match action.kind {
            Kind::Crash => None,
            Kind::Noop => Some(after),
            Kind::Jump => Some(Executor { i: next.plus(action.constant), ..executor }),
            Kind::AddA => Some(Executor { a: a.plus(action.constant), ..after }),
            Kind::AddB => Some(Executor { b: b.plus(action.constant), ..after }),
            Kind::WriteI => self.write(next.plus(action.constant), action.written).then_some(after),
            Kind::WriteIA => self.write(next.plus(a).plus(action.constant), action.written).then_some(after),
            Kind::WriteIB => self.write(next.plus(b).plus(action.constant), action.written).then_some(after),
            Kind::StoreI | Kind::StoreA | Kind::StoreB | Kind::Write => {
                self.execute_general(executor, number)
            }
        }
    }

    /// Executes an instruction of any expression.
    #[inline(never)]
    fn execute_general(&mut self, executor: Executor, number: u16) -> Option<Executor> {
        let (action, factors) = (self.table.action(number), self.table.factors(number));
        if factors.sum.is_some() {
            return None;
        }
        let Executor { i, a, b } = executor;
        let after = Executor { i: i.next(), ..executor };
        let value = Symbol::sum([(after.i, factors.i), (a, factors.a), (b, factors.b)], factors.constant);
        let (address, value) =
            if self.pinned { (Symbol::relative(value.offset()), value.unweighted()) } else { (value, value) };
        match action.kind {
            Kind::StoreI if address.weight() <= 1 => Some(Executor { i: address, ..executor }),
            Kind::StoreA => Some(Executor { a: value, ..after }),
            Kind::StoreB => Some(Executor { b: value, ..after }),
            Kind::Write if self.write(address, action.written) => Some(after),
            _ => None,
        }
    }

    #[inline(always)]
    fn write(&mut self, address: Symbol, written: u16) -> bool {
        let offset = address.offset();
        if address.weight() != 1 {
            return address.weight() == 0 && self.read_fixed(offset) == Some(written);
        }
        let before = std::mem::replace(&mut self.cells[offset], written);
        let mut changes = !self.fixed.is_empty() && uncover(self.fixed, self.bases, offset);
        if before != written {
            self.cycle.changed(offset, before, written);
            changes |= self.table.cell_value(before) != self.table.cell_value(written);
        }
        if changes && !self.sums.is_empty() {
            note_change(self.changes, self.sums, offset);
        }
        true
    }
}

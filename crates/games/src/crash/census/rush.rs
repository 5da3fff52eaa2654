//! Turns in which nothing can depend on the base, played as fast as may be.

use super::super::instruction::CELLS;
use super::bases::Bases;
use super::cycle::Cycle;
use super::group::{Executor, Group, Half, KnownSum, note_change};
use super::player::Player;
use super::symbol::Symbol;
use super::table::{Action, Kind, Table};

/// Why a rush is over.
pub(super) enum Rush {
    /// The next turn is none of those, or it is the one until which to play.
    Over,
    /// The second half of the turn is none of those.
    Half(Half),
    /// The turn that is over has led to the kept state, or both to the same address.
    Eventful(Half),
}

impl Player<'_> {
    /// Plays turns until `until` have been played or one comes up that is not plain: in a plain turn both read what all
    /// bases have there, no `crash` and no sum of cells, nobody passes the end for any base (C2), and all jumps and
    /// writes are relative to the base.
    #[inline(never)]
    pub(super) fn rush(&mut self, group: &mut Group, until: u64) -> Rush {
        let from = group.executors.map(|executor| executor.i);
        if !group.fixed.is_empty() || from.iter().any(|from| from.weight() != 1) {
            return Rush::Over;
        }
        let [mut one, mut two] = group.executors;
        let mut turn = group.turn;
        let mut memory = Memory {
            table: self.table,
            actions: self.table.actions(),
            cells: &mut group.cells,
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
            let actions = from.map(|from| memory.cells[from.offset()]);
            let kinds = actions.map(|action| memory.actions[usize::from(action)].kind);
            if passes(&group.bases, from[0], kinds[0]) || passes(&group.bases, from[1], kinds[1]) {
                break Rush::Over;
            }
            let Some(after) = memory.execute(one, actions[0]) else { break Rush::Over };
            one = after;
            let Some(after) = memory.execute(two, actions[1]) else {
                break Rush::Half(Half { actions, from, edge: false });
            };
            two = after;
            turn += 1;
            if one.i == two.i || memory.cycle.is_kept(&[one, two]) {
                break Rush::Eventful(Half { actions, from, edge: false });
            }
        };
        group.executors = [one, two];
        group.turn = turn;
        over
    }
}

/// Whether a player is past the end after this turn for some base, or executes a `crash`.
#[inline(always)]
fn passes(bases: &Bases, from: Symbol, kind: Kind) -> bool {
    kind == Kind::Crash
        || (bases.contains(CELLS - 1 - from.offset()) && !matches!(kind, Kind::Jump | Kind::StoreI))
}

/// What a plain turn reads and writes.
struct Memory<'a> {
    table: &'a Table,
    actions: &'a [Action],
    cells: &'a mut [u16; CELLS],
    changes: &'a mut Vec<u16>,
    sums: &'a mut [KnownSum],
    cycle: &'a mut Cycle,
    /// See [`Group::pinned`].
    pinned: bool,
}

impl Memory<'_> {
    /// Executes an instruction that was read at an address relative to the base, and gives the registers after it.
    /// Nothing, with nothing done, if it is not plain.
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
            Kind::StoreI if address.weight() == 1 => Some(Executor { i: address, ..executor }),
            Kind::StoreA => Some(Executor { a: value, ..after }),
            Kind::StoreB => Some(Executor { b: value, ..after }),
            Kind::Write if self.write(address, action.written) => Some(after),
            _ => None,
        }
    }

    #[inline(always)]
    fn write(&mut self, address: Symbol, written: u16) -> bool {
        if address.weight() != 1 {
            return false;
        }
        let offset = address.offset();
        let before = std::mem::replace(&mut self.cells[offset], written);
        if before != written {
            self.cycle.changed(offset, before, written);
            if !self.sums.is_empty() && self.table.cell_value(before) != self.table.cell_value(written) {
                note_change(self.changes, self.sums, offset);
            }
        }
        true
    }
}

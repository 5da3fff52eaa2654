//! A single match in the memory of the line that it left.
//!
//! Cells are read from the layers of the line. What the match writes is put into the absolute layer and taken out again
//! when the match is over, or it is kept as stripes. A match for which this takes long gets cells of its own.

use std::ops::Range;

use super::super::instruction::CELLS;
use super::bases::Bases;
use super::cells::{Cell, time_of};
use super::extent::Line;
use super::group::Group;
use super::stripes::Stripe;
use super::table::{Action, CRASH, Factors, Kind, Table};
use super::trail::Trail;
use super::ways::Way;

const MASK: usize = CELLS - 1;

/// The registers of an executor in a single match. `i` is 4096 past the end (C2).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Executor {
    pub(super) i: usize,
    pub(super) a: usize,
    pub(super) b: usize,
}

/// How a match ended.
#[derive(Debug, Clone, Copy)]
pub(super) struct Ended {
    pub(super) winner: Option<usize>,
}

/// What was written in a match.
pub(super) struct Written {
    /// What absolute cells held before they were written, in order.
    before: Vec<(usize, Cell)>,
    stripes: Vec<Stripe>,
    /// Cells of a match that has a memory of its own.
    own: Box<[Cell; CELLS]>,
}

/// With more stripes than this, every cell takes long to read.
const MOST_STRIPES: usize = 24;

impl Written {
    pub(super) fn new() -> Self {
        Self { before: Vec::new(), stripes: Vec::new(), own: Box::new([Cell::default(); CELLS]) }
    }
}

/// A match that is played in the memory of a line.
pub(super) struct Single<'a> {
    pub(super) table: &'a Table,
    line: &'a mut Group<Line>,
    base: usize,
    written: &'a mut Written,
    pub(super) executors: [Executor; 2],
    /// Turns that are over.
    pub(super) turn: u32,
    /// The number of the sum of cells that was added up last, and its present value.
    sum: Option<(usize, u16)>,
    has_own_memory: bool,
    /// Where the match goes, if it notes that.
    trail: Option<Trail>,
}

impl<'a> Single<'a> {
    /// Creates the match of one base of a line. Dropping it restores the line.
    pub(super) fn new(
        table: &'a Table,
        line: &'a mut Group<Line>,
        base: usize,
        written: &'a mut Written,
    ) -> Self {
        let executors = line.executors.map(|executor| Executor {
            i: if executor.is_past_end { CELLS } else { executor.i.at(base) },
            a: executor.a.at(base),
            b: executor.b.at(base),
        });
        let turn = line.turn;
        Self { table, line, base, written, executors, turn, sum: None, has_own_memory: false, trail: None }
    }

    /// Notes from now on where the match goes.
    pub(super) fn with_trail(mut self) -> Self {
        self.trail = Some(Trail::default());
        self
    }

    /// Whether the match notes where it goes.
    pub(super) fn has_trail(&self) -> bool {
        self.trail.is_some()
    }

    /// Plays a turn: both read before either executes.
    #[inline(always)]
    pub(super) fn play_turn(&mut self) -> Option<Ended> {
        let actions = [self.fetch(0), self.fetch(1)];
        for (seat, action) in actions.into_iter().enumerate() {
            self.execute(seat, action);
        }
        self.turn += 1;
        // C5
        match actions.map(|action| action == CRASH) {
            _ if self.executors[0].i == self.executors[1].i => Some(Ended { winner: None }),
            [true, true] => Some(Ended { winner: None }),
            [true, false] => Some(Ended { winner: Some(1) }),
            [false, true] => Some(Ended { winner: Some(0) }),
            [false, false] => None,
        }
    }

    /// What a cell holds.
    #[inline(always)]
    pub(super) fn content(&self, address: usize) -> u16 {
        self.cell(address).action()
    }

    /// The first of these addresses whose cell does not hold this action, or the end of the addresses.
    pub(super) fn end_of(&self, number: u16, mut addresses: Range<usize>) -> usize {
        const AT_ONCE: usize = 32;
        let end = addresses.end;
        if self.has_own_memory {
            let cells = self.written.own[addresses.clone()].chunks_exact(AT_ONCE);
            let alike = cells
                .take_while(|cells| cells.iter().fold(true, |all, cell| all & (cell.action() == number)));
            addresses.start += AT_ONCE * alike.count();
        }
        addresses.find(|&address| self.content(address) != number).unwrap_or(end)
    }

    #[inline(always)]
    fn cell(&self, address: usize) -> Cell {
        if self.has_own_memory {
            return self.written.own[address % CELLS];
        }
        let cell = self.line.content(self.base, address);
        self.written.stripes.iter().fold(cell, |cell, stripe| cell.max(stripe.cell_at(address)))
    }

    /// What a seat reads.
    #[inline(always)]
    fn fetch(&self, seat: usize) -> u16 {
        let i = self.executors[seat].i;
        if i == CELLS { CRASH } else { self.content(i) }
    }

    #[inline(always)]
    fn execute(&mut self, seat: usize, number: u16) {
        let executor = self.executors[seat];
        let action = self.table.action(number);
        if executor.i < CELLS
            && let Some(trail) = &mut self.trail
        {
            trail.go(executor.i, action);
        }
        let after = self.after(executor, action, number);
        self.executors[seat] = after;
        if action.writes() {
            let address = self.address(after, action, number);
            self.write(seat, address, action.written);
        }
    }

    /// The address that a writing instruction writes to, with `i` counted up (C1).
    #[inline(always)]
    fn address(&mut self, after: Executor, action: Action, number: u16) -> usize {
        let Executor { i, a, b } = after;
        let register = match action.kind {
            Kind::WriteI => 0,
            Kind::WriteIA => a,
            Kind::WriteIB => b,
            _ => return self.value(after, number),
        };
        i + register + action.constant.offset()
    }

    /// The registers of an executor after an instruction.
    #[inline(always)]
    pub(super) fn after(&mut self, executor: Executor, action: Action, number: u16) -> Executor {
        // C2: past the end `i` stays 4096.
        let after = Executor { i: (executor.i + 1).min(CELLS), ..executor };
        let Executor { i, a, b } = after;
        let constant = action.constant.offset();
        match action.kind {
            Kind::Jump => Executor { i: (i + constant) & MASK, ..after },
            Kind::AddA => Executor { a: (a + constant) & MASK, ..after },
            Kind::AddB => Executor { b: (b + constant) & MASK, ..after },
            Kind::StoreI => Executor { i: self.value(after, number), ..after },
            Kind::StoreA => Executor { a: self.value(after, number), ..after },
            Kind::StoreB => Executor { b: self.value(after, number), ..after },
            Kind::Crash | Kind::Noop | Kind::WriteI | Kind::WriteIA | Kind::WriteIB | Kind::Write => after,
        }
    }

    /// The value of an instruction's expression, with `i` counted up (C1).
    #[inline(always)]
    pub(super) fn value(&mut self, executor: Executor, number: u16) -> usize {
        let Factors { i, a, b, constant, sum } = self.table.factors(number);
        let sum = sum.map_or(0, |sum| sum.value(self.sum(sum.number)));
        let term = |value: usize, factor: u16| value * usize::from(factor);
        let terms = term(executor.i, i) + term(executor.a, a) + term(executor.b, b);
        (terms + constant.offset() + usize::from(sum)) & MASK
    }

    /// The present value of a sum of cells.
    fn sum(&mut self, number: usize) -> u16 {
        match self.sum {
            Some((known, value)) if known == number => value,
            _ => {
                let read = |&(address, factor): &(u16, u16)| {
                    let action = self.content(address.into());
                    factor.wrapping_mul(self.table.cell_value(action).into())
                };
                let value = self.table.sums()[number].cells.iter().map(read).fold(0, u16::wrapping_add);
                self.sum = Some((number, value));
                value
            }
        }
    }

    #[inline(always)]
    fn write(&mut self, seat: usize, address: usize, written: u16) {
        let address = address & MASK;
        let cell = Cell::new(written, time_of(self.turn, seat));
        if let Some((number, sum)) = &self.sum {
            let value = |cell: Cell| u16::from(self.table.cell_value(cell.action()));
            let more = value(cell).wrapping_sub(value(self.cell(address)));
            let factor = self.table.sums()[*number].factors[address];
            self.sum = Some((*number, sum.wrapping_add(factor.wrapping_mul(more))));
        }
        self.put(address, cell);
    }

    /// Puts something into a cell, unless something later is there.
    #[inline(always)]
    fn put(&mut self, address: usize, cell: Cell) {
        if self.has_own_memory {
            let held = &mut self.written.own[address];
            *held = cell.max(*held);
        } else {
            // If the relative layer or a stripe holds something later, that takes precedence when the cell is read.
            let held = &mut self.line.layers[0].cells[address];
            self.written.before.push((address, *held));
            *held = cell.max(*held);
        }
    }

    /// What all cells hold.
    pub(super) fn contents(&mut self) -> Vec<u16> {
        self.take_own_memory();
        self.written.own.iter().map(|cell| cell.action()).collect()
    }

    /// Moves past some turns whose writes are these stripes. Sums of cells that were read in these turns (`sums`) did not
    /// change.
    pub(super) fn leap(
        &mut self,
        turns: u32,
        executors: [Executor; 2],
        stripes: impl Iterator<Item = Stripe>,
        sums: [&[usize]; 2],
    ) {
        self.turn += turns;
        self.executors = executors;
        for stripe in stripes {
            if stripe.is_long() && !self.has_own_memory {
                self.written.stripes.push(stripe);
            } else {
                self.write_all(&stripe);
            }
        }
        if self.written.stripes.len() > MOST_STRIPES {
            self.take_own_memory();
        }
        self.sum = self.sum.filter(|(number, _)| sums.iter().any(|sums| sums.contains(number)));
    }

    /// Writes the cells of a stripe.
    fn write_all(&mut self, stripe: &Stripe) {
        if self.has_own_memory {
            for (address, cell) in stripe.cells() {
                let held = &mut self.written.own[address % CELLS];
                *held = cell.max(*held);
            }
            return;
        }
        self.written.before.reserve(stripe.count());
        stripe.cells().for_each(|(address, cell)| self.put(address, cell));
    }

    /// Notes where the ways go that the match follows.
    pub(super) fn walk(&mut self, ways: [&Way; 2]) {
        let Some(trail) = &mut self.trail else { return };
        for way in ways {
            trail.join(&way.trail);
        }
    }

    /// The bases whose matches have gone like this one so far, if they begin alike. There are none if this match does not
    /// note where it goes.
    pub(super) fn where_alike(&self) -> Bases {
        self.trail.as_ref().map_or(Bases::NONE, |trail| trail.where_alike(self.base))
    }

    /// Copies all cells, so that they are quicker to read and to write.
    pub(super) fn take_own_memory(&mut self) {
        if self.has_own_memory {
            return;
        }
        let [absolute, relative] = self.line.layers.each_ref().map(|layer| layer.cells.as_slice());
        let (from_start, from_base) = absolute.split_at(self.base);
        let (until_end, rest) = relative.split_at(CELLS - self.base);
        let (own_start, own_rest) = self.written.own.split_at_mut(self.base);
        lay_over(own_rest, from_base, until_end);
        lay_over(own_start, from_start, rest);
        self.has_own_memory = true;
        let mut stripes = std::mem::take(&mut self.written.stripes);
        stripes.drain(..).for_each(|stripe| self.write_all(&stripe));
        self.written.stripes = stripes;
    }
}

/// Puts together the cells of two layers: of each two, the later one counts.
#[multiversion::multiversion(targets("x86_64+avx2"))]
fn lay_over(own: &mut [Cell], absolute: &[Cell], relative: &[Cell]) {
    for ((cell, &absolute), &relative) in own.iter_mut().zip(absolute).zip(relative) {
        *cell = absolute.max(relative);
    }
}

impl Drop for Single<'_> {
    fn drop(&mut self) {
        for (address, cell) in self.written.before.drain(..).rev() {
            self.line.layers[0].cells[address] = cell;
        }
        self.written.stripes.clear();
    }
}

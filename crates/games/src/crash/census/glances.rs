//! Single matches that are soon over, played in the memory of the line that they leave.
//!
//! Most matches that come apart end within some turns, for which a memory of their own would not be worth filling: cells are
//! read from the layers of the line, and what is written is put into the absolute layer and taken out again.

use super::super::instruction::CELLS;
use super::extent::Line;
use super::group::Group;
use super::layers::{Cell, LAST_TURN, time_of};
use super::table::{CRASH, Factors, Kind, Table};

/// After so many turns a memory of its own is worth it.
const TURNS: u32 = 32;
const MASK: usize = CELLS - 1;

/// Plays the first turns of single matches.
pub(super) struct Glances<'a> {
    table: &'a Table,
    max_turns: u64,
    /// What was in absolute cells before they were written, in order.
    written: Vec<(usize, Cell)>,
    /// The sum of cells that was added up last in this match, as it is now, and its number.
    sum: Option<(usize, u16)>,
    /// How many turns were played.
    pub(super) turns: u64,
}

/// The registers of an executor in a single match. `i` is 4096 past the end (C2).
#[derive(Clone, Copy)]
struct Executor {
    i: usize,
    a: usize,
    b: usize,
}

/// How a match ended.
#[derive(Clone, Copy)]
pub(super) struct Ended {
    pub(super) winner: Option<usize>,
}

impl<'a> Glances<'a> {
    pub(super) fn new(table: &'a Table, max_turns: u64) -> Self {
        Self { table, max_turns, written: Vec::new(), sum: None, turns: 0 }
    }

    /// Returns how the match of one base ends, if it ends soon. The line stays as it was.
    pub(super) fn end(&mut self, line: &mut Group<Line>, base: usize) -> Option<Ended> {
        let mut executors = line.executors.map(|executor| Executor {
            i: if executor.is_past_end { CELLS } else { executor.i.at(base) },
            a: executor.a.at(base),
            b: executor.b.at(base),
        });
        self.sum = None;
        let mut turn = line.turn;
        let until = (turn + TURNS).min(LAST_TURN);
        let mut ended = None;
        while ended.is_none() && turn < until {
            ended = self.turn(line, base, &mut executors, turn);
            turn += 1;
            if ended.is_none() && u64::from(turn) >= self.max_turns {
                ended = Some(Ended { winner: None }); // C6
            }
        }
        self.turns += u64::from(turn - line.turn);
        let absolute = &mut line.layers[0];
        for (address, cell) in self.written.drain(..).rev() {
            absolute.cells[address] = cell;
        }
        ended
    }

    /// Plays a turn: both read before either executes.
    #[inline(always)]
    fn turn(
        &mut self,
        line: &mut Group<Line>,
        base: usize,
        executors: &mut [Executor; 2],
        turn: u32,
    ) -> Option<Ended> {
        let read = |executor: &Executor| {
            if executor.i == CELLS { CRASH } else { line.content(base, executor.i).action() }
        };
        let actions = [read(&executors[0]), read(&executors[1])];
        for (seat, executor) in executors.iter_mut().enumerate() {
            self.execute(line, base, executor, actions[seat], time_of(turn, seat));
        }
        let crashed = actions.map(|action| action == CRASH);
        // C5
        match crashed {
            _ if executors[0].i == executors[1].i => Some(Ended { winner: None }),
            [true, true] => Some(Ended { winner: None }),
            [true, false] => Some(Ended { winner: Some(1) }),
            [false, true] => Some(Ended { winner: Some(0) }),
            [false, false] => None,
        }
    }

    #[inline(always)]
    fn execute(
        &mut self,
        line: &mut Group<Line>,
        base: usize,
        executor: &mut Executor,
        number: u16,
        time: u32,
    ) {
        // C2: past the end `i` stays 4096.
        let next = (executor.i + 1).min(CELLS);
        let Executor { a, b, .. } = *executor;
        executor.i = next;
        let action = self.table.action(number);
        let constant = action.constant.offset();
        match action.kind {
            Kind::Crash | Kind::Noop => {}
            Kind::Jump => executor.i = (next + constant) & MASK,
            Kind::AddA => executor.a = (a + constant) & MASK,
            Kind::AddB => executor.b = (b + constant) & MASK,
            Kind::StoreI => executor.i = self.value(line, base, *executor, number),
            Kind::StoreA => executor.a = self.value(line, base, *executor, number),
            Kind::StoreB => executor.b = self.value(line, base, *executor, number),
            Kind::WriteI => self.write(line, base, next + constant, Cell::new(action.written, time)),
            Kind::WriteIA => self.write(line, base, next + a + constant, Cell::new(action.written, time)),
            Kind::WriteIB => self.write(line, base, next + b + constant, Cell::new(action.written, time)),
            Kind::Write => {
                let address = self.value(line, base, *executor, number);
                self.write(line, base, address, Cell::new(action.written, time));
            }
        }
    }

    /// The value of an instruction's expression, with `i` counted up (C1).
    fn value(&mut self, line: &Group<Line>, base: usize, executor: Executor, number: u16) -> usize {
        let Factors { i, a, b, constant, sum } = self.table.factors(number);
        let sum = sum.map_or(0, |sum| sum.value(self.sum(line, base, sum.number)));
        let term = |value: usize, factor: u16| value * usize::from(factor);
        let terms = term(executor.i, i) + term(executor.a, a) + term(executor.b, b);
        (terms + constant.offset() + usize::from(sum)) & MASK
    }

    /// A sum of cells as it is now.
    fn sum(&mut self, line: &Group<Line>, base: usize, number: usize) -> u16 {
        match self.sum {
            Some((known, value)) if known == number => value,
            _ => {
                let value = line.sum_at(base, number, self.table);
                self.sum = Some((number, value));
                value
            }
        }
    }

    #[inline(always)]
    fn write(&mut self, line: &mut Group<Line>, base: usize, address: usize, cell: Cell) {
        let address = address & MASK;
        if let Some((number, sum)) = &mut self.sum {
            let value = |cell: Cell| u16::from(self.table.cell_value(cell.action()));
            let more = value(cell).wrapping_sub(value(line.content(base, address)));
            let factor = self.table.sums()[*number].factors[address];
            *sum = sum.wrapping_add(factor.wrapping_mul(more));
        }
        let before = std::mem::replace(&mut line.layers[0].cells[address], cell);
        self.written.push((address, before));
    }
}

//! The moves of a program until it meets the other one.
//!
//! Until a player reads a cell that the other one filled, both go on as if they were alone. So each is played alone
//! once, and only from the first turn in which they meet is a distance played.

use super::super::instruction::CELLS;
use super::group::Executor;
use super::symbol::Symbol;
use super::table::{CRASH, Kind, Table};

/// This many turns are played alone at most.
const MAX_TURNS: usize = 1 << 14;

/// A program alone in the memory, at base 0.
#[derive(Debug)]
pub(super) struct Solo {
    /// The registers before each turn, and after the last.
    pub(super) executors: Vec<Executor>,
    /// What was executed in each turn.
    pub(super) actions: Vec<u16>,
    /// What was written, in rising order of turns.
    pub(super) writes: Vec<Written>,
    /// For each cell, what it came to hold and the first turn in which that is read.
    contents: Vec<Vec<(usize, u16)>>,
    /// The cells that were executed, and in which turns.
    pub(super) visits: Vec<(usize, Vec<usize>)>,
    /// The cells at which something else than a jump was executed, and the first turn in which it was.
    pub(super) edges: Vec<(usize, usize)>,
}

/// A write.
#[derive(Debug, Clone, Copy)]
pub(super) struct Written {
    pub(super) turn: usize,
    pub(super) offset: usize,
    pub(super) action: u16,
}

impl Solo {
    /// Plays a program alone, for as long as nothing depends on the base and it executes no `crash`.
    pub(super) fn play(program: &[u16], table: &Table) -> Self {
        let mut contents = vec![Vec::new(); CELLS];
        for (held, &action) in contents.iter_mut().zip(program) {
            held.push((0, action));
        }
        let start = Executor { i: Symbol::relative(0), a: Symbol::default(), b: Symbol::default() };
        let (executors, actions, writes) = (vec![start], Vec::new(), Vec::new());
        let mut solo = Self { executors, actions, writes, contents, visits: Vec::new(), edges: Vec::new() };
        while solo.actions.len() < MAX_TURNS && solo.take_turn(table) {}
        solo.gather_visits(table);
        solo
    }

    pub(super) fn turns(&self) -> usize {
        self.actions.len()
    }

    /// Plays a turn. False, with nothing done, if it is none of those that are played alone.
    fn take_turn(&mut self, table: &Table) -> bool {
        let turn = self.turns();
        let before = self.executors[turn];
        let number = self.contents[before.i.offset()].last().map_or(CRASH, |held| held.1);
        let (action, factors) = (table.action(number), table.factors(number));
        if number == CRASH || factors.sum.is_some() {
            return false;
        }
        let mut after = Executor { i: before.i.next(), ..before };
        let terms = [(after.i, factors.i), (after.a, factors.a), (after.b, factors.b)];
        let value = Symbol::sum(terms, factors.constant);
        match action.kind {
            Kind::Crash | Kind::Noop => {}
            Kind::AddA | Kind::StoreA => after.a = value,
            Kind::AddB | Kind::StoreB => after.b = value,
            _ if value.weight() != 1 => return false,
            Kind::Jump | Kind::StoreI => after.i = value,
            Kind::WriteI | Kind::WriteIA | Kind::WriteIB | Kind::Write => {
                let written = Written { turn, offset: value.offset(), action: action.written };
                self.contents[written.offset].push((turn + 1, written.action));
                self.writes.push(written);
            }
        }
        self.executors.push(after);
        self.actions.push(number);
        true
    }

    fn gather_visits(&mut self, table: &Table) {
        let mut turns = vec![Vec::new(); CELLS];
        for (turn, executor) in self.executors[..self.turns()].iter().enumerate() {
            turns[executor.i.offset()].push(turn);
        }
        let visits = turns.into_iter().enumerate().filter(|(_, turns)| !turns.is_empty());
        self.visits = visits.collect();
        for (cell, turns) in &self.visits {
            let falls_through = |turn: &&usize| !table.action(self.actions[**turn]).jumps();
            self.edges.extend(turns.iter().find(falls_through).map(|&turn| (*cell, turn)));
        }
    }

    /// The cells that the program fills, and the first turn in which that is read.
    pub(super) fn filled(&self) -> Vec<(usize, usize)> {
        let first = |(cell, held): (usize, &Vec<(usize, u16)>)| held.first().map(|first| (cell, first.0));
        self.contents.iter().enumerate().filter_map(first).collect()
    }

    /// What is read from a cell in a turn, and since when it is there, if the program filled it.
    pub(super) fn content(&self, cell: usize, turn: usize) -> Option<(usize, u16)> {
        let held = &self.contents[cell];
        let until = held.partition_point(|&(since, _)| since <= turn);
        until.checked_sub(1).map(|last| held[last])
    }
}

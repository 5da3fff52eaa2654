//! The instructions of a pair, made ready for execution by values that depend on the base.

use std::collections::HashMap;

use super::super::instruction::Instruction;
use super::super::operation;
use super::bases::{Bases, insert};
use super::symbol::Symbol;

/// What an action does. Those that programs are mostly made of have a kind of their own; the rest is worked out from
/// [`Factors`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Crash,
    Noop,
    /// `i` becomes `i + constant`.
    Jump,
    /// `a` becomes `a + constant`.
    AddA,
    /// `b` becomes `b + constant`.
    AddB,
    StoreI,
    StoreA,
    StoreB,
    /// The cell at `i + constant` is written.
    WriteI,
    /// The cell at `i + a + constant` is written.
    WriteIA,
    /// The cell at `i + b + constant` is written.
    WriteIB,
    Write,
}

/// One instruction.
#[derive(Debug, Clone, Copy)]
pub(super) struct Action {
    pub(super) kind: Kind,
    /// The value of `[number]` for a cell with this instruction (C3).
    pub(super) cell_value: u8,
    /// The action that is written, for the kinds that write.
    pub(super) written: u16,
    /// The constant of the kinds that have one.
    pub(super) constant: Symbol,
}

impl Action {
    /// Whether it stores to `i`, and thereby saves itself from counting past the end (C2).
    pub(super) fn jumps(self) -> bool {
        matches!(self.kind, Kind::Jump | Kind::StoreI)
    }
}

/// The value or the address of an instruction: a sum of the registers, a constant and cells.
#[derive(Debug, Clone, Copy)]
pub(super) struct Factors {
    pub(super) i: u16,
    pub(super) a: u16,
    pub(super) b: u16,
    pub(super) constant: Symbol,
    /// Which of [`Table::sums`] it adds, if it has any `[number]`.
    pub(super) sum: Option<usize>,
}

/// Cells that are added up.
#[derive(Debug)]
pub(super) struct Sum {
    /// Addresses and factors, no address twice.
    pub(super) cells: Vec<(u16, u16)>,
    /// The addresses that have the same factor.
    pub(super) by_factor: Vec<(u16, Bases)>,
}

/// All that can stand in a cell in matches of one pair. Number 0 is `crash`.
#[derive(Debug)]
pub(super) struct Table {
    actions: Vec<Action>,
    factors: Vec<Factors>,
    sums: Vec<Sum>,
    numbers: HashMap<Instruction, u16>,
}

/// The number of `crash`.
pub(super) const CRASH: u16 = 0;

impl Table {
    pub(super) fn new() -> Self {
        let mut table =
            Self { actions: Vec::new(), factors: Vec::new(), sums: Vec::new(), numbers: HashMap::new() };
        table.add(&Instruction::CRASH);
        table
    }

    /// The number of an instruction, which is added if it is new.
    pub(super) fn add(&mut self, instruction: &Instruction) -> u16 {
        if let Some(&number) = self.numbers.get(instruction) {
            return number;
        }
        let written = match instruction {
            Instruction::Write(written, _) => self.add(&Instruction::Plain(written.clone())),
            Instruction::Plain(_) => CRASH,
        };
        let (kind, linear) = operation::prepared(instruction);
        let constant = Symbol::plain(linear.constant);
        let number = u16::try_from(self.actions.len()).expect("two programs have at most 513 instructions");
        self.actions.push(Action {
            kind: kind.into(),
            cell_value: instruction.cell_value(),
            written,
            constant,
        });
        let (i, a, b) = (linear.i, linear.a, linear.b);
        let sum = self.add_sum(linear.cells);
        self.factors.push(Factors { i, a, b, constant, sum });
        self.numbers.insert(instruction.clone(), number);
        number
    }

    /// Instructions that read the same cells with the same factors share a sum.
    fn add_sum(&mut self, cells: Vec<(u16, u16)>) -> Option<usize> {
        if cells.is_empty() {
            return None;
        }
        let known = self.sums.iter().position(|sum| sum.cells == cells);
        Some(known.unwrap_or_else(|| {
            self.sums.push(Sum::of(cells));
            self.sums.len() - 1
        }))
    }

    #[inline]
    pub(super) fn action(&self, number: u16) -> Action {
        self.actions[usize::from(number)]
    }

    #[inline]
    pub(super) fn factors(&self, number: u16) -> Factors {
        self.factors[usize::from(number)]
    }

    /// The cells that instructions read.
    pub(super) fn sums(&self) -> &[Sum] {
        &self.sums
    }

    /// The value of `[number]` for a cell with this action (C3).
    #[inline]
    pub(super) fn cell_value(&self, number: u16) -> u8 {
        self.actions[usize::from(number)].cell_value
    }
}

impl Sum {
    fn of(cells: Vec<(u16, u16)>) -> Self {
        let mut by_factor = Vec::new();
        for &(address, factor) in &cells {
            insert(&mut by_factor, factor, address.into());
        }
        Self { cells, by_factor }
    }
}

impl From<operation::Kind> for Kind {
    /// Staying is a jump like any other here: what matters is where it leads.
    fn from(kind: operation::Kind) -> Self {
        match kind {
            operation::Kind::Crash => Self::Crash,
            operation::Kind::Noop => Self::Noop,
            operation::Kind::Stay | operation::Kind::Jump => Self::Jump,
            operation::Kind::AddA => Self::AddA,
            operation::Kind::AddB => Self::AddB,
            operation::Kind::StoreI => Self::StoreI,
            operation::Kind::StoreA => Self::StoreA,
            operation::Kind::StoreB => Self::StoreB,
            operation::Kind::WriteI => Self::WriteI,
            operation::Kind::WriteIA => Self::WriteIA,
            operation::Kind::WriteIB => Self::WriteIB,
            operation::Kind::Write => Self::Write,
        }
    }
}

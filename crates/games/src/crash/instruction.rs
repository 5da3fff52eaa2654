//! Instructions and the expressions in them, as the player wrote them.

use std::fmt;

use super::expression;

/// Cells of the memory.
pub const CELLS: usize = 4096;

/// A register of an executor.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Register {
    /// The address of the next instruction.
    I,
    /// Storage.
    A,
    /// Storage.
    B,
}

/// What a term stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Operand {
    /// `[i]`, `[a]`, `[b]`: the register's value.
    Register(Register),
    /// `[number]`: which instruction is in that cell (C3).
    Cell(u16),
    /// `number`.
    Number(u16),
}

/// A term with the sign before it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Term {
    /// Whether it is subtracted.
    pub negative: bool,
    /// What it stands for.
    pub operand: Operand,
}

/// One or more terms, added up modulo 4096 (C1). The first is never negative.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Expression {
    /// The terms from left to right.
    pub terms: Vec<Term>,
}

/// What a `write` can write: every instruction but a `write`.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Writable {
    /// The executing player loses.
    Crash,
    /// Nothing.
    Noop,
    /// The register becomes the value.
    Store(Expression, Register),
}

/// One instruction.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Instruction {
    /// `crash`, `noop` or `store`.
    Plain(Writable),
    /// The cell at the address becomes the instruction.
    Write(Writable, Expression),
}

impl Expression {
    /// Reads one word; `None` if it is not a valid expression.
    ///
    /// ```
    /// assert_eq!(games::crash::Expression::read(b"[i]-04").unwrap().to_string(), "[i]-4");
    /// assert!(games::crash::Expression::read(b"[i").is_none());
    /// ```
    #[must_use]
    pub fn read(word: &[u8]) -> Option<Self> {
        expression::read(word).ok()
    }
}

impl Instruction {
    /// The cell that holds nothing else.
    pub const CRASH: Self = Self::Plain(Writable::Crash);

    /// The value of `[number]` where this instruction is in the cell (C3): the order in which the
    /// document lists the instructions.
    #[must_use]
    pub fn cell_value(&self) -> u8 {
        match self {
            Self::Plain(Writable::Crash) => 0,
            Self::Plain(Writable::Noop) => 1,
            Self::Write(..) => 2,
            Self::Plain(Writable::Store(..)) => 3,
        }
    }
}

impl fmt::Display for Register {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(match self {
            Self::I => "i",
            Self::A => "a",
            Self::B => "b",
        })
    }
}

impl fmt::Display for Expression {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (nth, term) in self.terms.iter().enumerate() {
            match (nth, term.negative) {
                (0, _) => {}
                (_, true) => out.write_str("-")?,
                (_, false) => out.write_str("+")?,
            }
            match term.operand {
                Operand::Register(register) => write!(out, "[{register}]")?,
                Operand::Cell(address) => write!(out, "[{address}]")?,
                Operand::Number(number) => write!(out, "{number}")?,
            }
        }
        Ok(())
    }
}

impl fmt::Display for Writable {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Crash => out.write_str("crash"),
            Self::Noop => out.write_str("noop"),
            Self::Store(value, register) => write!(out, "store {value} {register}"),
        }
    }
}

impl fmt::Display for Instruction {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Plain(plain) => plain.fmt(out),
            Self::Write(written, address) => write!(out, "write {written} {address}"),
        }
    }
}

/// An expression with its terms gathered: `constant + i·[i] + a·[a] + b·[b] + Σ factor·[address]`, all
/// modulo 4096. It has the same value as the expression, because sums modulo 4096 do not depend on
/// the order of their terms.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub struct Linear {
    /// What is added.
    pub constant: u16,
    /// The factor of `[i]`.
    pub i: u16,
    /// The factor of `[a]`.
    pub a: u16,
    /// The factor of `[b]`.
    pub b: u16,
    /// Addresses and factors, no address twice, no factor 0.
    pub cells: Vec<(u16, u16)>,
}

/// Addition modulo 4096 (C1).
const MASK: u16 = 4095;

impl Linear {
    /// Gathers the terms of an expression.
    #[must_use]
    pub fn of(expression: &Expression) -> Self {
        let mut linear = Self::default();
        for term in &expression.terms {
            let factor = if term.negative { MASK } else { 1 };
            linear.add(term.operand, factor);
        }
        linear.gather_cells();
        linear
    }

    fn add(&mut self, operand: Operand, factor: u16) {
        let (sum, amount) = match operand {
            Operand::Register(Register::I) => (&mut self.i, factor),
            Operand::Register(Register::A) => (&mut self.a, factor),
            Operand::Register(Register::B) => (&mut self.b, factor),
            Operand::Number(number) => (&mut self.constant, number.wrapping_mul(factor)),
            Operand::Cell(address) => {
                self.cells.push((address, factor));
                return;
            }
        };
        *sum = sum.wrapping_add(amount) & MASK;
    }

    /// Adds up the factors of each address.
    fn gather_cells(&mut self) {
        self.cells.sort_unstable();
        self.cells.dedup_by(|next, kept| {
            let same = next.0 == kept.0;
            if same {
                kept.1 = (kept.1 + next.1) & MASK;
            }
            same
        });
        self.cells.retain(|&(_, factor)| factor != 0);
        self.cells.shrink_to_fit();
    }

    /// The constant by which the value differs from `[i]`, if it depends on nothing else.
    #[must_use]
    pub fn offset_from_i(&self) -> Option<u16> {
        let only_i = self.i == 1 && self.a == 0 && self.b == 0 && self.cells.is_empty();
        only_i.then_some(self.constant)
    }
}

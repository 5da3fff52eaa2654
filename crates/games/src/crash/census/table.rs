//! The instructions of a pair, made ready for execution with values that depend on the base.

use std::collections::HashMap;

use super::super::instruction::{CELLS, Instruction};
use super::super::operation;
use super::bases::{Bases, insert};
use super::extent::distance;
use super::symbol::Symbol;

/// What an action does. The instructions that make up most programs have a kind of their own. All others are worked out
/// from [`Factors`].
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
    /// The constant, for the kinds that have one.
    pub(super) constant: Symbol,
    /// Whether it does the same wherever it stands: it writes and jumps only to addresses relative to its own, and puts
    /// no address into `a` or `b`.
    pub(super) is_movable: bool,
}

impl Action {
    /// Whether it stores to `i`, and therefore does not count past the end (C2).
    pub(super) fn jumps(self) -> bool {
        matches!(self.kind, Kind::Jump | Kind::StoreI)
    }

    pub(super) fn writes(self) -> bool {
        matches!(self.kind, Kind::WriteI | Kind::WriteIA | Kind::WriteIB | Kind::Write)
    }

    pub(super) fn sets_a(self) -> bool {
        matches!(self.kind, Kind::AddA | Kind::StoreA)
    }

    pub(super) fn sets_b(self) -> bool {
        matches!(self.kind, Kind::AddB | Kind::StoreB)
    }
}

/// The value or the address of an instruction: a sum of the registers, a constant and cells.
#[derive(Debug, Clone, Copy)]
pub(super) struct Factors {
    pub(super) i: u16,
    pub(super) a: u16,
    pub(super) b: u16,
    pub(super) constant: Symbol,
    /// The sum that it adds, if it has any `[number]`.
    pub(super) sum: Option<Summand>,
}

/// A sum of cells in an expression.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Summand {
    /// Its index in [`Table::sums`].
    pub(super) number: usize,
    /// Whether it is subtracted.
    is_negative: bool,
}

impl Summand {
    /// What is added if the sum has this value.
    #[inline(always)]
    pub(super) fn value(self, sum: u16) -> u16 {
        if self.is_negative { sum.wrapping_neg() } else { sum }
    }
}

/// Cells that are added up.
#[derive(Debug)]
pub(super) struct Sum {
    /// Addresses and factors. No address occurs twice.
    pub(super) cells: Vec<(u16, u16)>,
    /// For each factor, the addresses that have it.
    pub(super) by_factor: Vec<(u16, Bases)>,
    /// The factor of each address, 0 if the sum does not read it.
    pub(super) factors: Box<[u16; CELLS]>,
    /// Which remainders modulo 64 the addresses have, one bit each.
    residues: u64,
    /// The least power of two, from 64 on, by which the set of addresses can be shifted and stays the same set.
    period: usize,
    /// The remainder of all addresses modulo the period, if they all have the same one and no other address has it.
    remainder: Option<usize>,
}

/// Everything that a cell can hold in matches of one pair. Number 0 is `crash`.
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

    /// The number of an instruction. The instruction is added if it is new.
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
        let (i, a, b) = (linear.i, linear.a, linear.b);
        let mut action = Action {
            kind: kind.into(),
            cell_value: instruction.cell_value(),
            written,
            constant,
            is_movable: true,
        };
        if action.writes() || action.jumps() {
            action.is_movable = i == 1;
        } else if action.sets_a() || action.sets_b() {
            action.is_movable = i == 0;
        }
        self.actions.push(action);
        let sum = self.add_sum(linear.cells);
        self.factors.push(Factors { i, a, b, constant, sum });
        self.numbers.insert(instruction.clone(), number);
        number
    }

    /// Instructions that read the same cells with the same factors share a sum. Instructions that subtract what others
    /// add share it, too: a program that waits until a sum changes does both.
    fn add_sum(&mut self, cells: Vec<(u16, u16)>) -> Option<Summand> {
        if cells.is_empty() {
            return None;
        }
        for is_negative in [false, true] {
            let is_it = |sum: &Sum| sum.is_of(&cells, is_negative);
            if let Some(number) = self.sums.iter().position(is_it) {
                return Some(Summand { number, is_negative });
            }
        }
        self.sums.push(Sum::of(cells));
        Some(Summand { number: self.sums.len() - 1, is_negative: false })
    }

    #[inline]
    pub(super) fn action(&self, number: u16) -> Action {
        self.actions[usize::from(number)]
    }

    #[inline]
    pub(super) fn factors(&self, number: u16) -> Factors {
        self.factors[usize::from(number)]
    }

    /// The sums of cells that instructions read.
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
        let mut factors = Box::new([0; CELLS]);
        let mut residues = 0;
        for &(address, factor) in &cells {
            insert(&mut by_factor, factor, address.into());
            factors[usize::from(address)] = factor;
            residues |= 1 << (address % 64);
        }
        let addresses: Bases = cells.iter().map(|cell| cell.0.into()).collect();
        let periods = std::iter::successors(Some(64), |period| Some(2 * period));
        let mut is_period = periods.take_while(|&period| period < CELLS);
        let period = is_period.find(|&period| addresses.rotated(period) == addresses).unwrap_or(CELLS);
        let is_alone = period < CELLS && cells.len() == CELLS / period;
        let remainder = is_alone.then(|| usize::from(cells[0].0) % period);
        Self { cells, by_factor, factors, residues, period, remainder }
    }

    /// Whether it adds up these cells with these factors, or subtracts them (C1).
    fn is_of(&self, cells: &[(u16, u16)], subtracts: bool) -> bool {
        let factor = |factor: u16| if subtracts { factor.wrapping_neg() % 4096 } else { factor };
        self.cells.len() == cells.len()
            && self.cells.iter().zip(cells).all(|(own, other)| *own == (other.0, factor(other.1)))
    }

    /// The remainder modulo a power of two, and that power, if all addresses have this remainder and no others have it.
    pub(super) fn every(&self) -> Option<(usize, usize)> {
        self.remainder.map(|remainder| (remainder, self.period))
    }

    /// Whether it reads the same relative cells, with the same factors, for all of these bases.
    pub(super) fn is_alike_for(&self, bases: &Bases) -> bool {
        let Some(first) = bases.first() else { return true };
        let alike: Bases = (first % self.period..CELLS).step_by(self.period).collect();
        self.by_factor.len() == 1 && bases.and(&alike) == *bases
    }

    /// The offsets of the addresses from any of some bases. `negated` has the negatives of these bases.
    pub(super) fn offsets_from(&self, negated: &Bases) -> Bases {
        // The addresses repeat with the period, so a base reads the same offsets as the bases a period further on.
        let mut folded = negated.clone();
        let mut period = self.period;
        while period < CELLS {
            folded.insert_others(&folded.rotated(period));
            period *= 2;
        }
        let mut offsets = Bases::NONE;
        let of_period = self.cells.iter().map(|cell| usize::from(cell.0)).take_while(|&at| at < self.period);
        of_period.for_each(|address| offsets.insert_others(&folded.rotated(address)));
        offsets
    }

    /// Whether a cell this far after a base is one of the addresses, for any of these bases. Only false is certain. The
    /// remainders of the bases modulo 64 are among `residues`.
    #[inline(always)]
    pub(super) fn reads(&self, offset: usize, bases: &Bases, residues: u64) -> bool {
        const FEW: usize = 8;
        let is_read = |&(address, _): &(u16, u16)| bases.contains(distance(offset, address.into()));
        self.may_read(offset, residues) && (self.cells.len() > FEW || self.cells.iter().any(is_read))
    }

    /// Whether a cell this far after a base may be one of the addresses, for bases that have these remainders modulo 64.
    #[inline(always)]
    pub(super) fn may_read(&self, offset: usize, of_bases: u64) -> bool {
        #[expect(clippy::cast_possible_truncation, reason = "it is below 64")]
        let shift = (offset % 64) as u32;
        of_bases.rotate_left(shift) & self.residues != 0
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::crash::read;

    /// The table of the instructions of a program, and what they add up.
    fn read_sums(source: &str) -> (Table, Vec<Option<Summand>>) {
        let program = read(source.as_bytes()).program.expect("it is legal");
        let mut table = Table::new();
        let numbers: Vec<u16> = program.instructions().iter().map(|one| table.add(one)).collect();
        let summands = numbers.iter().map(|&number| table.factors(number).sum).collect();
        (table, summands)
    }

    #[test]
    fn who_subtracts_what_another_adds_shares_its_sum() {
        let source = "store [7]+[7]-[9] a\nstore 5-[7]+[9]-[7] b\nstore [7]+[7]+[9] a\nnoop\n";
        let (table, summands) = read_sums(source);
        assert_eq!(table.sums().len(), 2);
        let values: Vec<_> =
            summands.iter().map(|summand| summand.map(|one| (one.number, one.value(3)))).collect();
        assert_eq!(values, [Some((0, 3)), Some((0, 3_u16.wrapping_neg())), Some((1, 3)), None]);
    }

    #[test]
    fn a_sum_of_all_addresses_with_one_remainder_says_so() {
        let every = |step: usize, from: usize| {
            let terms = (from..CELLS).step_by(step).map(|at| format!("+[{at}]"));
            terms.collect::<String>()
        };
        let without_one = every(64, 3).replace("+[67]", "");
        let sums = [every(64, 3), every(512, 100), without_one, every(64, 3) + &every(64, 4), "+[9]".into()];
        let found = sums.map(|sum| read_sums(&format!("store 0{sum} a\n")).0.sums()[0].every());
        assert_eq!(found, [Some((3, 64)), Some((100, 512)), None, None, None]);
    }

    #[test]
    fn a_sum_reads_from_bases_what_its_addresses_are_from_them() {
        let every = |step: usize| {
            let terms: Vec<String> = (0..CELLS).step_by(step).map(|at| format!("+[{at}]")).collect();
            terms.concat()
        };
        let sums =
            [every(64), every(512), "+[1]+[65]+[700]+[2748]".into(), every(128).replace("+[1280]", "")];
        for sum in sums {
            let (table, _) = read_sums(&format!("store 0{sum} a\n"));
            let sum = &table.sums()[0];
            let bases: Bases = [0, 3, 64, 65, 1000, 4095].into_iter().collect();
            let read: Bases = (bases.iter())
                .flat_map(|base| sum.cells.iter().map(move |cell| distance(base, cell.0.into())))
                .collect();
            assert_eq!(sum.offsets_from(&bases.negated()), read);
            assert!(read.iter().all(|offset| sum.reads(offset, &bases, bases.residues())));
        }
    }
}

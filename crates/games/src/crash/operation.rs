//! What cells hold while a match is played: instructions made ready for execution.

use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;

use super::instruction::{Expression, Instruction, Linear, Register, Writable};

/// What an operation does. The forms that programs use most have a kind of their own, so that a single jump by kind
/// decides everything. All others go through [`Linear`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub(super) enum Kind {
    Crash,
    Noop,
    /// `i` becomes what it was before this turn: `store [i]-1 i`.
    Stay,
    /// `i` becomes `i + constant`.
    Jump,
    /// `a` becomes `a + constant`.
    AddA,
    /// `b` becomes `b + constant`.
    AddB,
    /// A register becomes any value.
    StoreI,
    StoreA,
    StoreB,
    /// The cell at `i + constant` becomes `operand`.
    WriteI,
    /// The cell at `i + a + constant` becomes `operand`.
    WriteIA,
    /// The cell at `i + b + constant` becomes `operand`.
    WriteIB,
    /// The cell at any address becomes `operand`.
    Write,
}

/// One instruction, ready for execution, in eight bytes, so that a memory of them fits into a first-level cache. The kind
/// is the first byte, because the processor reads that byte fastest.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(C, align(8))]
pub(super) struct Operation {
    pub(super) kind: Kind,
    /// The value of `[number]` for a cell with this instruction (C3).
    pub(super) cell_value: u8,
    /// The constant part, for the kinds that have one.
    pub(super) constant: u16,
    /// Which instruction this is: an index into [`Table`].
    pub(super) id: u16,
    /// Which instruction is written, for the writing kinds: an index into [`Table`].
    pub(super) operand: u16,
}

impl Operation {
    /// The content of cells that hold nothing else. All its bytes are 0, so that a memory is cleared at once.
    pub(super) const CRASH: Self =
        Self { kind: Kind::Crash, cell_value: 0, constant: 0, id: Table::CRASH, operand: 0 };
}

/// Every instruction that can come up in a match, each once; index 0 is `crash`.
#[derive(Debug, Clone)]
pub(super) struct Table {
    /// A search for programs makes a table for every few games. The hash of the standard library, which is designed to
    /// withstand collisions, took a sixth of all time there. At most 513 instructions can collide here.
    instructions: IndexSet<Instruction, FxBuildHasher>,
    operations: Vec<Operation>,
    /// The value or address of each instruction that has one.
    linears: Vec<Linear>,
}

impl Table {
    /// The number of `crash`.
    pub(super) const CRASH: u16 = 0;

    /// A table that holds `crash` only.
    pub(super) fn new() -> Self {
        let mut table =
            Self { instructions: IndexSet::default(), operations: Vec::new(), linears: Vec::new() };
        table.add(&Instruction::CRASH);
        table
    }

    /// The number of an instruction. The instruction is added if it is new. An instruction that it can write is added
    /// before it (C4: as it stands, not evaluated).
    pub(super) fn add(&mut self, instruction: &Instruction) -> u16 {
        if let Some(id) = self.instructions.get_index_of(instruction) {
            return number(id);
        }
        let operand = match instruction {
            Instruction::Write(written, _) => self.add(&Instruction::Plain(written.clone())),
            Instruction::Plain(_) => 0,
        };
        let id = number(self.instructions.len());
        let (kind, linear) = prepared(instruction);
        let (cell_value, constant) = (instruction.cell_value(), linear.constant);
        self.operations.push(Operation { kind, cell_value, constant, id, operand });
        self.linears.push(linear);
        self.instructions.insert(instruction.clone());
        id
    }

    /// Adds an instruction in the middle of a match. `None` if all numbers are in use.
    pub(super) fn add_later(&mut self, instruction: &Instruction) -> Option<u16> {
        const NUMBERS: usize = 1 << u16::BITS;
        // It may come with another instruction, which it writes.
        let has_room = self.instructions.len() + 2 <= NUMBERS;
        (has_room || self.instructions.contains(instruction)).then(|| self.add(instruction))
    }

    /// How many instructions there are.
    pub(super) fn len(&self) -> usize {
        self.instructions.len()
    }

    #[inline]
    pub(super) fn operation(&self, id: u16) -> Operation {
        self.operations[usize::from(id)]
    }

    #[inline]
    pub(super) fn linear(&self, id: u16) -> &Linear {
        &self.linears[usize::from(id)]
    }

    pub(super) fn instruction(&self, id: u16) -> &Instruction {
        &self.instructions[usize::from(id)]
    }
}

fn number(index: usize) -> u16 {
    u16::try_from(index).expect("two programs have at most 513 instructions")
}

/// The kind of an instruction, and its value or address.
pub(super) fn prepared(instruction: &Instruction) -> (Kind, Linear) {
    match instruction {
        Instruction::Plain(Writable::Crash) => (Kind::Crash, Linear::default()),
        Instruction::Plain(Writable::Noop) => (Kind::Noop, Linear::default()),
        Instruction::Plain(Writable::Store(value, register)) => prepared_store(value, *register),
        Instruction::Write(_, address) => prepared_write(address),
    }
}

/// Minus one, modulo 4096.
const MINUS_ONE: u16 = 4095;

fn prepared_store(value: &Expression, register: Register) -> (Kind, Linear) {
    let linear = Linear::of(value);
    let kind = match (register, linear.i, linear.a, linear.b, linear.cells.is_empty()) {
        (Register::I, 1, 0, 0, true) if linear.constant == MINUS_ONE => Kind::Stay,
        (Register::I, 1, 0, 0, true) => Kind::Jump,
        (Register::A, 0, 1, 0, true) => Kind::AddA,
        (Register::B, 0, 0, 1, true) => Kind::AddB,
        (Register::I, ..) => Kind::StoreI,
        (Register::A, ..) => Kind::StoreA,
        (Register::B, ..) => Kind::StoreB,
    };
    (kind, linear)
}

fn prepared_write(address: &Expression) -> (Kind, Linear) {
    let linear = Linear::of(address);
    let kind = match (linear.i, linear.a, linear.b, linear.cells.is_empty()) {
        (1, 0, 0, true) => Kind::WriteI,
        (1, 1, 0, true) => Kind::WriteIA,
        (1, 0, 1, true) => Kind::WriteIB,
        _ => Kind::Write,
    };
    (kind, linear)
}

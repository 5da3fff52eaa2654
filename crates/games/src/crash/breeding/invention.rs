//! Programs, instructions and numbers at random. Most of them are of the forms that programs have use for: numbers that are
//! small, powers of two or multiples of four, addresses relative to `[i]`, jumps into the program.

use game::Draw;

use super::super::instruction::{Expression, Instruction, Operand, Register, Term, Writable};
use super::weighted;

/// The longest program made from nothing. Longer ones come of copied lines.
const MAX_INVENTED: u64 = 8;

pub(super) fn program(draw: &mut Draw) -> Vec<Instruction> {
    let length = 1 + draw.index_below(usize::try_from(MAX_INVENTED).expect("it is small"));
    let mut lines: Vec<Instruction> = (0..length).map(|at| instruction(at, draw)).collect();
    if draw.below(4) > 0 {
        lines[length - 1] = jump_back(length - 1, draw);
    }
    lines
}

/// Any instruction, to stand on line `at` of a program.
pub(super) fn instruction(at: usize, draw: &mut Draw) -> Instruction {
    #[derive(Clone, Copy)]
    enum Form {
        Bomb,
        Write,
        Step,
        Store,
        Jump,
        Noop,
        Crash,
    }
    let forms = [
        (10, Form::Bomb),
        (4, Form::Write),
        (8, Form::Step),
        (3, Form::Store),
        (4, Form::Jump),
        (1, Form::Noop),
        (1, Form::Crash),
    ];
    match weighted(&forms, draw) {
        Form::Bomb => Instruction::Write(Writable::Crash, address(draw)),
        Form::Write => Instruction::Write(writable(at, draw), address(draw)),
        Form::Step => Instruction::Plain(step(draw)),
        Form::Store => Instruction::Plain(Writable::Store(expression(draw), register(draw))),
        Form::Jump => jump_back(at, draw),
        Form::Noop => Instruction::Plain(Writable::Noop),
        Form::Crash => Instruction::CRASH,
    }
}

/// A jump from line `at` to a line up to it.
fn jump_back(at: usize, draw: &mut Draw) -> Instruction {
    let lines_back = draw.index_below(at + 1);
    let back = Term { negative: true, operand: number_of(lines_back + 1) };
    let terms = vec![plus(Operand::Register(Register::I)), back];
    Instruction::Plain(Writable::Store(Expression { terms }, Register::I))
}

fn number_of(value: usize) -> Operand {
    Operand::Number(u16::try_from(value & 4095).expect("it has twelve bits"))
}

/// Something that a `write` can write.
pub(super) fn writable(at: usize, draw: &mut Draw) -> Writable {
    match draw.below(8) {
        0..=3 => Writable::Crash,
        4 => Writable::Noop,
        5 => Writable::Store(expression(draw), Register::I),
        6 => step(draw),
        _ => match jump_back(at, draw) {
            Instruction::Plain(jump) => jump,
            Instruction::Write(written, _) => written,
        },
    }
}

/// Something is added to `a` or `b`.
fn step(draw: &mut Draw) -> Writable {
    let register = counter(draw);
    let by = Term { negative: draw.below(4) == 0, operand: Operand::Number(number(draw)) };
    Writable::Store(Expression { terms: vec![plus(Operand::Register(register)), by] }, register)
}

/// An address, mostly relative to `[i]` and counted by `a` or `b`.
fn address(draw: &mut Draw) -> Expression {
    let offset = Term { negative: draw.below(4) == 0, operand: Operand::Number(number(draw)) };
    let here = plus(Operand::Register(Register::I));
    let count = Term { negative: draw.below(4) == 0, operand: Operand::Register(counter(draw)) };
    let terms = match draw.below(8) {
        0..=4 => vec![here, count, offset],
        5 => vec![here, offset],
        6 => vec![plus(Operand::Register(counter(draw))), offset],
        _ => return expression(draw),
    };
    Expression { terms }
}

/// Any expression of up to three terms.
fn expression(draw: &mut Draw) -> Expression {
    let others: Vec<Term> = (0..draw.below(3)).map(|_| term(draw)).collect();
    Expression { terms: [vec![plus(operand(draw))], others].concat() }
}

/// Any term.
pub(super) fn term(draw: &mut Draw) -> Term {
    Term { negative: draw.below(2) == 0, operand: operand(draw) }
}

fn operand(draw: &mut Draw) -> Operand {
    match draw.below(8) {
        0..=3 => Operand::Register(register(draw)),
        4..=6 => Operand::Number(number(draw)),
        _ => Operand::Cell(number(draw)),
    }
}

fn plus(operand: Operand) -> Term {
    Term { negative: false, operand }
}

pub(super) fn register(draw: &mut Draw) -> Register {
    [Register::I, Register::A, Register::B][draw.index_below(3)]
}

/// `a` or `b`, mostly `a`: programs that use one count in one.
pub(super) fn counter(draw: &mut Draw) -> Register {
    if draw.below(4) == 0 { Register::B } else { Register::A }
}

/// A number from 0 to 4095: small, a power of two, a multiple of four, or any.
pub(super) fn number(draw: &mut Draw) -> u16 {
    let number = match draw.below(8) {
        0..=3 => draw.below(9),
        4 => 1 << draw.below(12),
        5 | 6 => 4 * draw.below(1024),
        _ => draw.below(4096),
    };
    u16::try_from(number).expect("it has twelve bits")
}

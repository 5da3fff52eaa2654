//! Random programs, instructions and numbers. Most of them have forms that are useful in programs: numbers that are small,
//! powers of two or multiples of four, addresses relative to `[i]`, jumps into the program.

use game::SeededRng;

use super::super::instruction::{Expression, Instruction, Operand, Register, Term, Writable};
use super::weighted;

/// The longest program made from nothing. Longer ones arise when lines are copied.
const MAX_INVENTED: u64 = 8;

pub(super) fn program(rng: &mut SeededRng) -> Vec<Instruction> {
    let length = 1 + rng.index_below(usize::try_from(MAX_INVENTED).expect("it is small"));
    let mut lines: Vec<Instruction> = (0..length).map(|at| instruction(at, rng)).collect();
    if rng.below(4) > 0 {
        lines[length - 1] = jump_back(length - 1, rng);
    }
    lines
}

/// Any instruction, for line `at` of a program.
pub(super) fn instruction(at: usize, rng: &mut SeededRng) -> Instruction {
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
    match weighted(&forms, rng) {
        Form::Bomb => Instruction::Write(Writable::Crash, address(rng)),
        Form::Write => Instruction::Write(writable(at, rng), address(rng)),
        Form::Step => Instruction::Plain(step(rng)),
        Form::Store => Instruction::Plain(Writable::Store(expression(rng), register(rng))),
        Form::Jump => jump_back(at, rng),
        Form::Noop => Instruction::Plain(Writable::Noop),
        Form::Crash => Instruction::CRASH,
    }
}

/// A jump from line `at` to that line or an earlier one.
fn jump_back(at: usize, rng: &mut SeededRng) -> Instruction {
    let lines_back = rng.index_below(at + 1);
    let back = Term { negative: true, operand: number_of(lines_back + 1) };
    let terms = vec![plus(Operand::Register(Register::I)), back];
    Instruction::Plain(Writable::Store(Expression { terms }, Register::I))
}

fn number_of(value: usize) -> Operand {
    Operand::Number(u16::try_from(value & 4095).expect("it has twelve bits"))
}

/// Something that a `write` can write.
pub(super) fn writable(at: usize, rng: &mut SeededRng) -> Writable {
    match rng.below(8) {
        0..=3 => Writable::Crash,
        4 => Writable::Noop,
        5 => Writable::Store(expression(rng), Register::I),
        6 => step(rng),
        _ => match jump_back(at, rng) {
            Instruction::Plain(jump) => jump,
            Instruction::Write(written, _) => written,
        },
    }
}

/// A `store` that adds something to `a` or `b`.
fn step(rng: &mut SeededRng) -> Writable {
    let register = counter(rng);
    let by = Term { negative: rng.below(4) == 0, operand: Operand::Number(number(rng)) };
    Writable::Store(Expression { terms: vec![plus(Operand::Register(register)), by] }, register)
}

/// An address, mostly relative to `[i]` and counted by `a` or `b`.
fn address(rng: &mut SeededRng) -> Expression {
    let offset = Term { negative: rng.below(4) == 0, operand: Operand::Number(number(rng)) };
    let here = plus(Operand::Register(Register::I));
    let count = Term { negative: rng.below(4) == 0, operand: Operand::Register(counter(rng)) };
    let terms = match rng.below(8) {
        0..=4 => vec![here, count, offset],
        5 => vec![here, offset],
        6 => vec![plus(Operand::Register(counter(rng))), offset],
        _ => return expression(rng),
    };
    Expression { terms }
}

/// Any expression of up to three terms.
fn expression(rng: &mut SeededRng) -> Expression {
    let others: Vec<Term> = (0..rng.below(3)).map(|_| term(rng)).collect();
    Expression { terms: [vec![plus(operand(rng))], others].concat() }
}

/// Any term.
pub(super) fn term(rng: &mut SeededRng) -> Term {
    Term { negative: rng.below(2) == 0, operand: operand(rng) }
}

fn operand(rng: &mut SeededRng) -> Operand {
    match rng.below(8) {
        0..=3 => Operand::Register(register(rng)),
        4..=6 => Operand::Number(number(rng)),
        _ => Operand::Cell(number(rng)),
    }
}

fn plus(operand: Operand) -> Term {
    Term { negative: false, operand }
}

pub(super) fn register(rng: &mut SeededRng) -> Register {
    [Register::I, Register::A, Register::B][rng.index_below(3)]
}

/// `a` or `b`, mostly `a`, so that most programs that need one counter use the same one.
pub(super) fn counter(rng: &mut SeededRng) -> Register {
    if rng.below(4) == 0 { Register::B } else { Register::A }
}

/// A number from 0 to 4095: small, a power of two, a multiple of four, or any.
pub(super) fn number(rng: &mut SeededRng) -> u16 {
    let number = match rng.below(8) {
        0..=3 => rng.below(9),
        4 => 1 << rng.below(12),
        5 | 6 => 4 * rng.below(1024),
        _ => rng.below(4096),
    };
    u16::try_from(number).expect("it has twelve bits")
}

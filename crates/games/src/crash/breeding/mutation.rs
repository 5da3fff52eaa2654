//! One change to a program.

use game::SeededRng;

use super::super::instruction::{Expression, Instruction, Operand, Register, Term, Writable};
use super::super::program::MAX_INSTRUCTIONS;
use super::invention;
use super::lines::{Line, arranged, constant, own_expression, set_offset};
use super::weighted;

/// The program after one change of any kind. It keeps at least one line.
pub(super) fn changed(lines: &[Instruction], rng: &mut SeededRng) -> Vec<Instruction> {
    type Change = fn(&[Instruction], &mut SeededRng) -> Vec<Instruction>;
    let kinds: [(u64, Change); 9] = [
        (8, with_other_number),
        (3, with_other_terms),
        (3, with_other_kind),
        (3, with_line_put_in),
        (3, with_lines_taken_out),
        (3, with_lines_copied),
        (2, with_line_unrolled),
        (1, with_lines_exchanged),
        (1, with_line_replaced),
    ];
    weighted(&kinds, rng)(lines, rng)
}

fn all(lines: &[Instruction]) -> Vec<Line> {
    (0..lines.len()).map(Line::Old).collect()
}

/// A number of an expression becomes a nearby number, a multiple, or any other number.
fn with_other_number(lines: &[Instruction], rng: &mut SeededRng) -> Vec<Instruction> {
    let mut lines = lines.to_vec();
    let at = rng.index_below(lines.len());
    if let Some(expression) = any_expression(&mut lines[at], rng) {
        let before = constant(expression);
        let near = 1 + isize::try_from(rng.below(4)).expect("it is small");
        let drawn = isize::try_from(invention::number(rng)).expect("it has twelve bits");
        let after = match rng.below(10) {
            0..=2 => before + near,
            3..=5 => before - near,
            6 => before * 2,
            7 => before / 2,
            8 => -before,
            _ => drawn,
        };
        set_offset(expression, (after + 2048).rem_euclid(4096) - 2048);
    }
    lines
}

/// The expression of an instruction. If the instruction writes another expression, sometimes that one.
fn any_expression<'a>(instruction: &'a mut Instruction, rng: &mut SeededRng) -> Option<&'a mut Expression> {
    let wants_written = rng.below(2) == 0;
    match instruction {
        Instruction::Write(Writable::Store(written, _), address) => {
            Some(if wants_written { written } else { address })
        }
        other => own_expression(other),
    }
}

/// A term comes, goes, or becomes another one.
fn with_other_terms(lines: &[Instruction], rng: &mut SeededRng) -> Vec<Instruction> {
    let mut lines = lines.to_vec();
    let at = rng.index_below(lines.len());
    if let Some(expression) = any_expression(&mut lines[at], rng) {
        let which = rng.index_below(expression.terms.len());
        match rng.below(4) {
            0 if expression.terms.len() < MAX_TERMS => expression.terms.push(invention::term(rng)),
            1 if expression.terms.len() > 1 => {
                expression.terms.remove(which);
            }
            2 => expression.terms[which].operand = Operand::Register(invention::register(rng)),
            _ => expression.terms[which] = invention::term(rng),
        }
        let numbers = constant(expression);
        set_offset(expression, numbers);
    }
    lines
}

/// Expressions with this many terms get no more terms: otherwise every expression could grow for ever.
const MAX_TERMS: usize = 16;

/// Changes what is written, or the register stored to, or makes a plain instruction one that is written.
fn with_other_kind(lines: &[Instruction], rng: &mut SeededRng) -> Vec<Instruction> {
    let mut lines = lines.to_vec();
    let at = rng.index_below(lines.len());
    let other = match &lines[at] {
        Instruction::Plain(Writable::Store(value, _)) if rng.below(2) == 0 => {
            Instruction::Plain(Writable::Store(value.clone(), invention::register(rng)))
        }
        Instruction::Write(_, address) => Instruction::Write(invention::writable(at, rng), address.clone()),
        Instruction::Plain(plain) => {
            let here = Term { negative: false, operand: Operand::Register(Register::I) };
            let count = Term { negative: false, operand: Operand::Register(invention::counter(rng)) };
            Instruction::Write(plain.clone(), Expression { terms: vec![here, count] })
        }
    };
    lines[at] = other;
    lines
}

fn with_line_put_in(lines: &[Instruction], rng: &mut SeededRng) -> Vec<Instruction> {
    let at = rng.index_below(lines.len() + 1);
    let mut arrangement = all(lines);
    arrangement.insert(at, Line::New(invention::instruction(at, rng)));
    arranged(lines, arrangement)
}

fn with_lines_taken_out(lines: &[Instruction], rng: &mut SeededRng) -> Vec<Instruction> {
    let (from, to) = some_lines(lines, rng);
    let mut arrangement = all(lines);
    arrangement.drain(from..to);
    if arrangement.is_empty() { lines.to_vec() } else { arranged(lines, arrangement) }
}

/// Some lines are repeated, up to as often as there is room.
fn with_lines_copied(lines: &[Instruction], rng: &mut SeededRng) -> Vec<Instruction> {
    let (from, to) = some_lines(lines, rng);
    let room = (MAX_INSTRUCTIONS - lines.len()) / (to - from);
    let most = 1_usize << rng.below(7);
    let times = 1 + rng.index_below(most.min(room).max(1));
    let mut arrangement = all(lines);
    let copies: Vec<Line> = (0..times).flat_map(|_| (from..to).map(Line::Old)).collect();
    arrangement.splice(to..to, copies);
    arranged(lines, arrangement)
}

/// A line is repeated, and the steps of `a` and `b` grow to match: what one round of the loop did for one cell, it now
/// does for several that lie side by side.
fn with_line_unrolled(lines: &[Instruction], rng: &mut SeededRng) -> Vec<Instruction> {
    let at = rng.index_below(lines.len());
    let room = MAX_INSTRUCTIONS - lines.len();
    let most = 1_usize << rng.below(8);
    let times = 1 + rng.index_below(most.min(room).max(1));
    let mut arrangement = all(lines);
    arrangement.splice(at..at, vec![Line::New(lines[at].clone()); times]);
    let mut unrolled = arranged(lines, arrangement);
    for line in &mut unrolled {
        if let Instruction::Plain(Writable::Store(value, Register::A | Register::B)) = line {
            let more = isize::try_from(times).expect("programs are short");
            set_offset(value, (constant(value) + more + 2048).rem_euclid(4096) - 2048);
        }
    }
    unrolled
}

fn with_lines_exchanged(lines: &[Instruction], rng: &mut SeededRng) -> Vec<Instruction> {
    let [one, other] = [rng.index_below(lines.len()), rng.index_below(lines.len())];
    let mut arrangement = all(lines);
    arrangement.swap(one, other);
    arranged(lines, arrangement)
}

fn with_line_replaced(lines: &[Instruction], rng: &mut SeededRng) -> Vec<Instruction> {
    let mut lines = lines.to_vec();
    let at = rng.index_below(lines.len());
    lines[at] = invention::instruction(at, rng);
    lines
}

/// Mostly one line, sometimes several in a row: from the first number up to, but without, the second.
fn some_lines(lines: &[Instruction], rng: &mut SeededRng) -> (usize, usize) {
    let from = rng.index_below(lines.len());
    let to = if rng.below(2) == 0 { from + 1 } else { from + 1 + rng.index_below(lines.len() - from) };
    (from, to)
}

#[cfg(test)]
mod tests {
    use game::Program;

    use super::super::super::program::{Code, read};
    use super::*;

    #[test]
    fn every_kind_of_change_keeps_a_line_of_one() {
        let mut rng = SeededRng::for_setup(1);
        for _ in 0..5000 {
            let wait = read(b"store [i]-1 i").program.unwrap().instructions().to_vec();
            let changed = Code::of(changed(&wait, &mut rng)).canonical();
            assert!(read(changed.as_bytes()).program.is_some(), "{changed}");
        }
    }
}

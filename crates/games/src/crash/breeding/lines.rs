//! Inserts, removes and moves lines. An expression relative to `[i]` that points into the program or just behind it
//! keeps pointing at the same line: a jump back to the first line still goes to the first line, however many lines are
//! inserted in between.

use game::SeededRng;

use super::super::instruction::{Expression, Instruction, Operand, Register, Term, Writable};
use super::super::program::MAX_INSTRUCTIONS;

/// A new line of a program: where it came from.
#[derive(Debug, Clone)]
pub(super) enum Line {
    /// This line of the old program.
    Old(usize),
    /// A new instruction.
    New(Instruction),
}

/// The program with these lines, made of the lines of `old`.
pub(super) fn arranged(old: &[Instruction], mut lines: Vec<Line>) -> Vec<Instruction> {
    lines.truncate(MAX_INSTRUCTIONS);
    let places: Vec<Option<usize>> = lines
        .iter()
        .map(|line| match line {
            Line::Old(at) => Some(*at),
            Line::New(_) => None,
        })
        .collect();
    let arrange = |(to, line)| match line {
        Line::New(instruction) => instruction,
        Line::Old(from) => moved(&old[from], from, to, old.len(), &places),
    };
    lines.into_iter().enumerate().map(arrange).collect()
}

/// An instruction that stood on line `from` and now stands on line `to`.
fn moved(
    instruction: &Instruction,
    from: usize,
    to: usize,
    length: usize,
    places: &[Option<usize>],
) -> Instruction {
    let mut moved = instruction.clone();
    let Some(expression) = own_expression(&mut moved) else { return moved };
    let Some(offset) = offset(expression) else { return moved };
    // While line `from` is executed, `[i]` is one further.
    let Some(target) = (from + 1).checked_add_signed(offset).filter(|target| *target <= length) else {
        return moved;
    };
    let now = new_place(target, to, length, places);
    set_offset(expression, signed(now) - signed(to + 1));
    moved
}

/// Where line `target` is now, as seen from the new line `to`: if the line has copies, the nearest one; if it has gone,
/// the line after it.
fn new_place(target: usize, to: usize, length: usize, places: &[Option<usize>]) -> usize {
    for wanted in target..length {
        let copies = places.iter().enumerate().filter(|(_, place)| **place == Some(wanted));
        if let Some((at, _)) = copies.min_by_key(|(at, _)| at.abs_diff(to)) {
            return at;
        }
    }
    places.len()
}

fn signed(line: usize) -> isize {
    isize::try_from(line).expect("programs are short")
}

/// The expression that is evaluated when the instruction is executed, if there is one.
pub(super) fn own_expression(instruction: &mut Instruction) -> Option<&mut Expression> {
    match instruction {
        Instruction::Write(_, expression) | Instruction::Plain(Writable::Store(expression, _)) => {
            Some(expression)
        }
        Instruction::Plain(_) => None,
    }
}

/// The number in an expression of the form `[i]` ± numbers and `[a]`, `[b]`: from −2048 to 2047.
fn offset(expression: &Expression) -> Option<isize> {
    let counts = |term: &Term| matches!(term.operand, Operand::Register(Register::I));
    let here: Vec<&Term> = expression.terms.iter().filter(|term| counts(term)).collect();
    let reads_cells = expression.terms.iter().any(|term| matches!(term.operand, Operand::Cell(_)));
    let relative = matches!(here[..], [Term { negative: false, .. }]) && !reads_cells;
    relative.then(|| constant(expression))
}

/// The sum of an expression's numbers: from −2048 to 2047.
pub(super) fn constant(expression: &Expression) -> isize {
    let sum: isize = expression
        .terms
        .iter()
        .map(|term| match (term.operand, term.negative) {
            (Operand::Number(number), false) => isize::from(number.cast_signed()),
            (Operand::Number(number), true) => -isize::from(number.cast_signed()),
            _ => 0,
        })
        .sum();
    (sum + 2048).rem_euclid(4096) - 2048
}

/// Makes `offset` the sum of an expression's numbers.
pub(super) fn set_offset(expression: &mut Expression, offset: isize) {
    expression.terms.retain(|term| !matches!(term.operand, Operand::Number(_)));
    let value =
        |number: isize| Operand::Number(u16::try_from(number.rem_euclid(4096)).expect("it has twelve bits"));
    if expression.terms.is_empty() {
        expression.terms.push(Term { negative: false, operand: value(offset) });
    } else if offset != 0 {
        expression.terms.push(Term { negative: offset < 0, operand: value(offset.abs()) });
    }
    // The first term has no sign: a subtracted term must stand behind one that is not.
    if expression.terms[0].negative {
        match expression.terms.iter().position(|term| !term.negative) {
            Some(at) => expression.terms.swap(0, at),
            None => expression.terms.insert(0, Term { negative: false, operand: Operand::Number(0) }),
        }
    }
}

/// The first lines of one program and the last of the other, or one program with some lines of the other inserted.
pub(super) fn crossed(
    mother: &[Instruction],
    father: &[Instruction],
    rng: &mut SeededRng,
) -> Vec<Instruction> {
    let from = rng.index_below(father.len());
    let at = rng.index_below(mother.len() + 1);
    if rng.below(2) == 0 {
        return mother[..at].iter().chain(&father[from..]).take(MAX_INSTRUCTIONS).cloned().collect();
    }
    let to = from + 1 + rng.index_below(father.len() - from);
    let mut lines: Vec<Line> = (0..mother.len()).map(Line::Old).collect();
    lines.splice(at..at, father[from..to].iter().cloned().map(Line::New));
    arranged(mother, lines)
}

#[cfg(test)]
mod tests {
    use game::Program;

    use super::super::super::program::{Code, read};
    use super::*;

    fn code(text: &str) -> Vec<Instruction> {
        read(text.as_bytes()).program.unwrap().instructions().to_vec()
    }

    fn arranged_text(old: &str, lines: Vec<Line>) -> String {
        Code::of(arranged(&code(old), lines)).canonical()
    }

    const BOMBER: &str = "write crash [i]+[a]+4\nwrite crash [i]+[a]+4\nstore [a]+2 a\nstore [i]-4 i\n";

    #[test]
    fn a_jump_keeps_its_target_and_a_bomb_its_first_cell() {
        let noop = Line::New(Instruction::Plain(Writable::Noop));
        let lines = vec![Line::Old(0), Line::Old(1), noop, Line::Old(2), Line::Old(3)];
        let expected = "write crash [i]+[a]+4\nwrite crash [i]+[a]+4\nnoop\nstore [a]+2 a\nstore [i]-5 i\n";
        // The document's first bomb falls one cell behind the program's end, which is now one cell further on, and
        // the second two cells behind it. Only the end itself is known to belong to the program.
        assert_eq!(arranged_text(BOMBER, lines), expected);
        let strider = "write crash [i]+[a]+2\nstore [a]+4 a\nstore [i]-3 i\n";
        let lines = vec![Line::Old(0), Line::Old(0), Line::Old(1), Line::Old(2)];
        let expected = "write crash [i]+[a]+3\nwrite crash [i]+[a]+2\nstore [a]+4 a\nstore [i]-3 i\n";
        assert_eq!(arranged_text(strider, lines), expected);
    }

    #[test]
    fn a_jump_to_a_line_that_has_gone_goes_to_the_next() {
        let old = "noop\nnoop\nstore [a]+1 a\nstore [i]-3 i\n";
        let lines = vec![Line::Old(0), Line::Old(2), Line::Old(3)];
        assert_eq!(arranged_text(old, lines), "noop\nstore [a]+1 a\nstore [i]-2 i\n");
    }

    #[test]
    fn an_offset_is_written_with_its_sign() {
        let mut wait = code("store [i]-1 i");
        let expression = own_expression(&mut wait[0]).unwrap();
        for (offset, text) in [(7, "[i]+7"), (0, "[i]"), (-2048, "[i]-2048")] {
            set_offset(expression, offset);
            assert_eq!((expression.to_string().as_str(), constant(expression)), (text, offset));
        }
    }
}

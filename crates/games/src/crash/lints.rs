//! Warnings for code that is legal but almost certainly a mistake.
//!
//! All of them rest on where control can go. A program that writes a `noop` or a `store` anywhere may build new paths
//! for itself, so it gets none of these warnings; a `write crash` cannot open a path.

use game::{Diagnostics, Span};

use super::instruction::{CELLS, Instruction, Linear, Register, Writable};
use super::program::WAIT_FOR_EVER;

/// Where control can go after one instruction.
enum Next {
    /// The match is over.
    Nowhere,
    /// To this offset from the program's first cell.
    Offset(usize),
    /// It depends on what happens.
    Anywhere,
}

/// Adds the warnings for a program.
pub(super) fn warn(program: &[(Instruction, Span)], diagnostics: &mut Diagnostics) {
    if program.iter().any(|(instruction, _)| builds(instruction)) {
        return;
    }
    let next: Vec<Next> =
        program.iter().enumerate().map(|(at, (instruction, _))| next(at, instruction)).collect();
    let reached = reached(&next);
    warn_leaving(program, &next, &reached, diagnostics);
    warn_never_reached(program, &reached, diagnostics);
}

/// Whether it writes something that can be executed and survived.
fn builds(instruction: &Instruction) -> bool {
    matches!(instruction, Instruction::Write(Writable::Noop | Writable::Store(..), _))
}

/// Where control goes from the instruction at offset `at`. When it is executed, `i` is already one
/// further.
fn next(at: usize, instruction: &Instruction) -> Next {
    match instruction {
        Instruction::Plain(Writable::Crash) => Next::Nowhere,
        Instruction::Plain(Writable::Store(value, Register::I)) => match Linear::of(value).offset_from_i() {
            Some(offset) => Next::Offset((at + 1 + usize::from(offset)) % CELLS),
            None => Next::Anywhere,
        },
        _ => Next::Offset(at + 1),
    }
}

/// Which instructions can be reached from the first one.
fn reached(next: &[Next]) -> Vec<bool> {
    let mut reached = vec![false; next.len()];
    let mut at = Some(0);
    // Control never forks, so one walk that stops where it has been before is enough.
    while let Some(here) = at.filter(|&here| here < next.len() && !reached[here]) {
        reached[here] = true;
        at = match next[here] {
            Next::Nowhere => None,
            Next::Offset(offset) => Some(offset),
            Next::Anywhere => return vec![true; next.len()],
        };
    }
    reached
}

fn warn_leaving(
    program: &[(Instruction, Span)],
    next: &[Next],
    reached: &[bool],
    diagnostics: &mut Diagnostics,
) {
    for (at, (instruction, span)) in program.iter().enumerate() {
        let Next::Offset(offset) = next[at] else { continue };
        if offset < program.len() || !reached[at] {
            continue;
        }
        if matches!(instruction, Instruction::Plain(Writable::Store(_, Register::I))) {
            diagnostics.warning(
                "leaves-program",
                Some(*span),
                "this `store` to `i` always leaves the program",
                "wherever the program lies, the cell that comes next is not its own, and most likely holds `crash`; \
                 `i` is already one further when this is executed",
            );
        } else {
            diagnostics.warning(
                "runs-off-end",
                Some(*span),
                "after this the program runs off its own end",
                "the cell after it is not its own and most likely holds `crash`; jump back, such as with `store [i]-1 i`",
            );
            let after = Span { start: span.end, end: span.end };
            diagnostics.fix("let it wait there for ever", after, format!("\n{WAIT_FOR_EVER}"));
        }
    }
}

fn warn_never_reached(program: &[(Instruction, Span)], reached: &[bool], diagnostics: &mut Diagnostics) {
    let mut at = 0;
    while at < program.len() {
        let count = reached[at..].iter().take_while(|reached| !**reached).count();
        if count > 0 {
            let these =
                if count == 1 { "this instruction".into() } else { format!("these {count} instructions") };
            diagnostics.warning(
                "never-reached",
                Some(program[at].1),
                format!("{these} can never be reached"),
                "nothing jumps here; if it is meant as a decoy, say so with a comment `;allow never-reached`",
            );
        }
        at += count.max(1);
    }
}

#[cfg(test)]
mod tests {
    fn warnings(source: &str) -> Vec<(&'static str, usize)> {
        let reading = crate::crash::read(source.as_bytes());
        let index = game::LineIndex::new(source.as_bytes());
        let place = |d: &game::Diagnostic| (d.code, index.position(d.span.unwrap().start).line);
        reading.diagnostics.iter().map(place).collect()
    }

    #[test]
    fn a_jump_out_of_the_program_is_warned_of() {
        assert_eq!(warnings("store [i]+200 i"), [("leaves-program", 1)]);
        assert_eq!(warnings("noop\nstore [i]-3 i"), [("leaves-program", 2)], "one before the first");
        assert_eq!(warnings("noop\nstore [i]-2 i"), []);
        assert_eq!(warnings("store 5 i"), [], "cell 5 may be its own");
        assert_eq!(warnings("store [i]+[a]-[a]+7 i"), [("leaves-program", 1)], "the terms cancel");
    }

    #[test]
    fn what_cannot_be_reached_is_warned_of_once_a_stretch() {
        assert_eq!(warnings("store [i]-1 i\nnoop\nnoop"), [("never-reached", 2)]);
        assert_eq!(warnings("store [i]+1 i\nnoop\nstore [i]-1 i"), [("never-reached", 2)]);
        assert_eq!(warnings("store [a] i\nnoop\nstore [i]-1 i"), [], "the jump may lead anywhere");
        assert_eq!(warnings("store [i]-1 i\nnoop;allow never-reached"), []);
    }

    #[test]
    fn running_off_the_end_is_warned_of() {
        assert_eq!(warnings("noop"), [("runs-off-end", 1)]);
        assert_eq!(warnings("crash"), []);
    }

    #[test]
    fn a_program_that_builds_may_go_anywhere() {
        assert_eq!(warnings("write noop [i]\nstore [i]+200 i\nnoop"), []);
    }
}

//! What a run does to the Array.

use std::sync::Arc;

use game::{Observer, Seat};

use super::board::{Board, Watched};
use super::code::Code;
use super::instruction::Instruction;
use super::question::Run;
use super::round::RunResult;

/// Keeps the change that a snippet made to itself, then carries out its instruction (P7).
pub(super) fn carry_out<O: Observer>(
    board: &mut Board,
    cell: usize,
    owner: Seat,
    run: Run,
    watched: &mut Watched<'_, O>,
) -> RunResult {
    if let Some(own) = run.own {
        board.write(cell, Code::new(own).map(|code| (owner, code)), watched);
    }
    let size = board.owners().len();
    let absolute = |position: usize| (cell + position) % size;
    let Some(instruction) = Instruction::parse(&run.returned, size) else { return RunResult::Noop };
    // Position 0 means `$_`, whose change has already been kept (P3).
    let changed: Option<Arc<str>> = instruction.cell_used().and(run.cell);
    let code_of = |board: &Board, cell| changed.map_or_else(|| board.code(cell).cloned(), Code::new);
    let target = absolute(instruction.target());
    let (content, result) = match (instruction, board.owners()[target]) {
        (Instruction::Copy { .. }, Some(other)) if other != owner => {
            return RunResult::Refused { target };
        }
        (Instruction::Copy { source, .. }, _) => {
            let source = absolute(source);
            let code = code_of(board, source);
            (code.map(|code| (owner, code)), RunResult::Copied { source, target })
        }
        (_, None) => return RunResult::Noop,
        (Instruction::Nuke(_), _) => (None, RunResult::Nuked { target }),
        (Instruction::Update(_), Some(other)) => {
            (code_of(board, target).map(|code| (other, code)), RunResult::Updated { target })
        }
        (Instruction::Claim(_), _) => {
            (board.code(target).map(|code| (owner, code.clone())), RunResult::Claimed { target })
        }
    };
    board.write(target, content, watched);
    result
}

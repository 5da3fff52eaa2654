//! Playing a match again without one write.

use game::{Change, EventKind, Outcome, Seat};

use crate::Replay;

/// The most writes that are left out, each in its own fork.
pub const MAX_FORKS: usize = 64;

/// The most turns that are played in all forks together.
pub const MAX_FORK_TURNS: u64 = 1 << 26;

/// Turns of a fork between two checks whether to stop.
const TURNS_PER_LOOK: u64 = 1 << 20;

/// A write of the match.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Write {
    /// The turn in which it happened.
    pub turn: u64,
    /// The cell.
    pub cell: usize,
    /// The seat that wrote.
    pub seat: Seat,
    /// The text of the cell before the write.
    pub before: String,
    /// The text of the cell after the write.
    pub after: String,
}

/// A write without which a program does better. To find out, the match was played on from the end of the write's turn, with
/// the cell's earlier text restored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Counterfactual {
    /// The write that is left out.
    pub write: Write,
    /// How the match ends without it.
    pub outcome: Outcome,
}

/// The forks and turns that may still be played.
pub(super) struct Budget {
    forks: usize,
    turns: u64,
    /// How many forks were played to their end.
    pub(super) finished: usize,
}

impl Budget {
    pub(super) fn new() -> Self {
        Self { forks: MAX_FORKS, turns: MAX_FORK_TURNS, finished: 0 }
    }
}

/// The write of a cell in a turn. `None` if it changed nothing, or if the cell was written twice in that turn.
pub(super) fn write_at(
    replay: &mut Replay<'_>,
    turn: u64,
    cell: usize,
    stop: &dyn Fn() -> bool,
) -> Option<Write> {
    replay.seek_until(turn.checked_sub(1)?, stop).then_some(())?;
    let before = replay.text_of(cell)?.into_owned();
    replay.seek_until(turn, stop).then_some(())?;
    let after = replay.text_of(cell)?.into_owned();
    let is_here =
        |kind: &EventKind| matches!(kind, EventKind::Write { cell: written, .. } if *written == cell);
    let mut writes = replay.happened().iter().filter(|event| event.turn == turn && is_here(&event.kind));
    let (write, other) = (writes.next()?, writes.next());
    let write = Write { turn, cell, seat: write.seat, before, after };
    (other.is_none() && write.before != write.after).then_some(write)
}

/// How the match ends without a write; `None` if the budget is used up, or the write cannot be left out.
pub(super) fn without(
    replay: &mut Replay<'_>,
    write: &Write,
    budget: &mut Budget,
    stop: &dyn Fn() -> bool,
) -> Option<Outcome> {
    budget.forks = budget.forks.checked_sub(1)?;
    replay.seek_until(write.turn, stop).then_some(())?;
    let mut fork = replay.changed(&[Change::Cell { cell: write.cell, text: write.before.clone() }]).ok()?;
    while !fork.is_over() && !stop() {
        let before = fork.turn();
        let until = before.saturating_add(TURNS_PER_LOOK.min(budget.turns));
        fork.skip(until, &mut replay.answers).ok()?;
        budget.turns -= (fork.turn() - before).min(budget.turns);
        if fork.turn() == before {
            return None;
        }
    }
    let outcome = fork.played().outcome().cloned();
    budget.finished += usize::from(outcome.is_some());
    outcome
}

/// Whether a seat does better in one outcome than in another.
pub(super) fn is_better(one: &Outcome, other: &Outcome, seat: Seat) -> bool {
    let wins = |outcome: &Outcome| outcome.winner() == Some(seat);
    let place = |outcome: &Outcome| outcome.places.get(seat).copied().unwrap_or(u32::MAX);
    place(one) < place(other) || (wins(one) && !wins(other))
}

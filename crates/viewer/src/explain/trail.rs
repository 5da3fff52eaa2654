//! Finds the cells that a program executed.

use game::{Cells, Frame, Scene, Seat};

use crate::Replay;
use crate::snapshot::Snapshot;

/// At most this many turns before a death are watched one by one.
pub const MAX_TRAIL_TURNS: u64 = 1 << 18;

/// The lengths of the stretches before a death that are tried one after the other.
const STRETCHES: [u64; 3] = [1 << 10, 1 << 14, MAX_TRAIL_TURNS];

/// Turns between two checks whether to stop.
const TURNS_PER_LOOK: u64 = 1 << 12;

/// A move of an executor from one cell to another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Step {
    /// The turn in which it executed `from`.
    pub(super) turn: u64,
    pub(super) from: usize,
    pub(super) to: usize,
}

/// Where the executor of a seat stands.
pub(super) fn position(snapshot: &Snapshot, scene: &dyn Scene, role: &str, seat: Seat) -> Option<usize> {
    let played = snapshot.played();
    let frame = Frame { turn: played.turn(), registers: played.registers(), cells: Cells::default() };
    let agents = scene.agents(&frame);
    agents.iter().find(|agent| agent.seat == seat && agent.role == role).map(|agent| agent.cell)
}

/// The moves of an executor in the turns after `after`, up to and including `until`; `None` if stopped.
pub(super) fn steps(
    replay: &mut Replay<'_>,
    (role, seat): (&str, Seat),
    (after, until): (u64, u64),
    stop: &dyn Fn() -> bool,
) -> Option<Vec<Step>> {
    let (_, scene) = replay.shared();
    let mut snapshot = replay.copies.before(after).copy();
    let mut steps = Vec::new();
    snapshot.watch(after, &mut replay.answers, &mut |_| {}).ok()?;
    let mut from = position(&snapshot, scene.as_ref(), role, seat);
    while snapshot.turn() < until && !snapshot.is_over() {
        if snapshot.turn().is_multiple_of(TURNS_PER_LOOK) && stop() {
            return None;
        }
        let turn = snapshot.turn() + 1;
        snapshot.watch(turn, &mut replay.answers, &mut |_| {}).ok()?;
        let to = position(&snapshot, scene.as_ref(), role, seat);
        if let (Some(from), Some(to)) = (from, to)
            && from != to
        {
            steps.push(Step { turn, from, to });
        }
        from = to;
    }
    Some(steps)
}

/// The moves of an executor up to a turn. They go back to before it last stood in its own code, if that is near enough. `None`
/// if stopped.
pub(super) fn back_to_own_code(
    replay: &mut Replay<'_>,
    (role, seat): (&str, Seat),
    until: u64,
    stop: &dyn Fn() -> bool,
) -> Option<Vec<Step>> {
    let (_, scene) = replay.shared();
    let mut found = Vec::new();
    for stretch in STRETCHES {
        let after = until.saturating_sub(stretch).max(replay.first_turn());
        found = steps(replay, (role, seat), (after, until), stop)?;
        let is_home = found.iter().any(|step| scene.home(step.from) == Some(seat));
        if is_home || after == replay.first_turn() {
            break;
        }
    }
    Some(found)
}

//! How close a program came to killing the program that beat it.

use game::{CodeOnBoard, EventKind, ExplanationStep, ExplanationStepKind, Outcome, Scene, Seat, Shape};

use super::trail::position;
use super::wording::Words;
use crate::Replay;

/// Longer matches are not watched turn by turn for near misses.
pub const MAX_WATCHED_TURNS: u64 = 1 << 16;

/// Turns between two checks whether to stop.
const TURNS_PER_LOOK: u64 = 1 << 12;

/// A write of a deadly text, and its distance from the other program's position after that turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Miss {
    pub(super) turn: u64,
    pub(super) cell: usize,
    pub(super) distance: usize,
}

/// Describes the nearest miss of a seat that was beaten by another, if it wrote anything deadly.
pub(super) fn nearest(
    replay: &mut Replay<'_>,
    seat: Seat,
    outcome: &Outcome,
    code: &CodeOnBoard,
    stop: &dyn Fn() -> bool,
) -> Option<ExplanationStep> {
    let winner = outcome.winner().filter(|winner| *winner != seat)?;
    let is_short = outcome.turns - replay.first_turn() <= MAX_WATCHED_TURNS;
    let miss = is_short.then(|| nearest_miss(replay, (seat, winner), outcome, code, stop))??;
    let names = replay.names().clone();
    Some(Words { names: &names, code }.miss(seat, winner, miss))
}

/// The nearest miss; among equally near ones, the first.
fn nearest_miss(
    replay: &mut Replay<'_>,
    (seat, winner): (Seat, Seat),
    outcome: &Outcome,
    code: &CodeOnBoard,
    stop: &dyn Fn() -> bool,
) -> Option<Miss> {
    let (_, scene) = replay.shared();
    let mut snapshot = replay.copies.first().copy();
    let mut nearest: Option<Miss> = None;
    let mut written = Vec::new();
    while snapshot.turn() < outcome.turns {
        if snapshot.turn().is_multiple_of(TURNS_PER_LOOK) && stop() {
            return None;
        }
        let turn = snapshot.turn() + 1;
        written.clear();
        let note = &mut |event: &game::Event| {
            if let (EventKind::Write { cell, .. }, true) = (event.kind, event.seat == seat) {
                written.push(cell);
            }
        };
        snapshot.watch(turn, &mut replay.answers, note).ok()?;
        // A program that writes into its own code does not aim at any other program.
        written.retain(|cell| {
            let is_deadly = snapshot.played().cell_text(*cell).is_some_and(|text| text == code.deadly);
            is_deadly && scene.home(*cell) != Some(seat)
        });
        if written.is_empty() {
            continue;
        }
        let Some(stands) = position(&snapshot, scene.as_ref(), code.role, winner) else { continue };
        for &cell in &written {
            let distance = distance(scene.as_ref(), cell, stands);
            if nearest.is_none_or(|nearest| distance < nearest.distance) {
                nearest = Some(Miss { turn, cell, distance });
            }
        }
    }
    nearest
}

/// The distance between two cells; on a ring, by the shorter way.
fn distance(scene: &dyn Scene, one: usize, other: usize) -> usize {
    let straight = one.abs_diff(other);
    match scene.shape() {
        Shape::Ring { cells } => straight.min(cells.saturating_sub(straight)),
        Shape::Row { .. } | Shape::Grid { .. } => straight,
    }
}

impl Words<'_> {
    fn miss(&self, seat: Seat, winner: Seat, miss: Miss) -> ExplanationStep {
        let Miss { turn, cell, distance } = miss;
        let unit = self.code.cell;
        let far = match distance {
            0 => "exactly where".to_owned(),
            1 => format!("1 {unit} from where"),
            _ => format!("{} {unit}s from where", game::text::grouped(distance as u64)),
        };
        let sentence = format!(
            "The nearest miss: in turn {}, {} wrote `{}` on {}, {far} {} stood after that turn.",
            game::text::grouped(turn),
            self.writes_as(seat),
            self.code.deadly,
            self.cell(cell),
            self.executor(winner)
        );
        ExplanationStep::new(ExplanationStepKind::Fact, sentence).in_turn(turn).on_cell(cell).by(seat)
    }
}

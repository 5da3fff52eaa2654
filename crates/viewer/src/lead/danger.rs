//! Measures how near other programs write to a program that is code on the board.

use std::collections::VecDeque;
use std::ops::Range;
use std::sync::Arc;

use game::{Cells, CodeOnBoard, Endangered, Event, EventKind, Frame, Scene, Seat, Shape};

use super::RECENT_TURNS;
use crate::Replay;
use crate::snapshot::Snapshot;

/// The recent writes of a match, and the targets that they endanger.
pub(super) struct Danger {
    scene: Arc<dyn Scene>,
    role: &'static str,
    endangered: Endangered,
    /// For each seat, the range from the first to the last cell of its code.
    code: Vec<Range<usize>>,
    recent: VecDeque<Event>,
}

impl Danger {
    pub(super) fn new(replay: &Replay<'_>, code: &CodeOnBoard) -> Self {
        let (_, scene) = replay.shared();
        let &CodeOnBoard { role, endangered, .. } = code;
        let mut spans = vec![0..0; replay.lineup().programs().len()];
        for cell in 0..scene.shape().cells() {
            if let Some(span) = scene.home(cell).and_then(|seat| spans.get_mut(seat)) {
                *span = if span.end == 0 { cell..cell + 1 } else { span.start..cell + 1 };
            }
        }
        Self { scene, role, endangered, code: spans, recent: VecDeque::new() }
    }

    pub(super) fn note(&mut self, event: &Event) {
        if let EventKind::Write { .. } = event.kind {
            self.recent.push_back(*event);
        }
        while self.recent.front().is_some_and(|old| old.turn + RECENT_TURNS <= event.turn) {
            self.recent.pop_front();
        }
    }

    /// For each seat, the distance to the nearest recent write by another seat. Without such a write, it is the greatest
    /// distance that a cell can have; for a seat that is out, it is 0.
    pub(super) fn distances(&self, here: &Snapshot, turn: u64) -> Vec<u64> {
        let played = here.played();
        let frame = Frame { turn: played.turn(), registers: played.registers(), cells: Cells::default() };
        let agents = self.scene.agents(&frame);
        let distance = |seat: Seat| {
            let executor = agents.iter().find(|agent| agent.seat == seat && agent.role == self.role)?;
            let target = match self.endangered {
                Endangered::Executor => executor.cell..executor.cell + 1,
                Endangered::Code => self.code[seat].clone(),
            };
            let is_recent = |event: &&Event| event.seat != seat && event.turn + RECENT_TURNS > turn;
            let written = self.recent.iter().filter(is_recent).filter_map(|event| match event.kind {
                EventKind::Write { cell, .. } => Some(self.distance(cell, &target)),
                EventKind::Death { .. } => None,
            });
            Some(written.min().unwrap_or_else(|| self.farthest()))
        };
        (0..self.code.len()).map(|seat| distance(seat).unwrap_or(0) as u64).collect()
    }

    fn farthest(&self) -> usize {
        match self.scene.shape() {
            Shape::Ring { cells } => cells / 2,
            shape @ (Shape::Row { .. } | Shape::Grid { .. }) => shape.cells(),
        }
    }

    /// The distance from a cell to the nearest cell of a range; on a ring, by the shorter way.
    fn distance(&self, cell: usize, target: &Range<usize>) -> usize {
        if target.contains(&cell) {
            return 0;
        }
        let to = |end: usize| match self.scene.shape() {
            Shape::Ring { cells } => cell.abs_diff(end).min(cells.saturating_sub(cell.abs_diff(end))),
            Shape::Row { .. } | Shape::Grid { .. } => cell.abs_diff(end),
        };
        to(target.start).min(to(target.end.saturating_sub(1)))
    }
}

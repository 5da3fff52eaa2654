//! The next and the last turn in which something happens.

use game::{Event, EventKind, NotableKind, Scene};

use crate::Replay;
use crate::answer_source::AnswerSource;
use crate::snapshot::Snapshot;

/// Turns between two looks at whether to stop.
const SLICE: u64 = 1 << 12;

impl Replay<'_> {
    /// The next turn after the one that is shown with a notable event of one of these kinds; `None` if there is none,
    /// or `stop` said so. Searches go on past what was looked through.
    pub fn next_notable(&mut self, kinds: &[NotableKind], stop: &dyn Fn() -> bool) -> Option<u64> {
        let (_, scene) = self.shared();
        self.next_with(&is_notable(scene.as_ref(), kinds), stop)
    }

    /// The last one before.
    pub fn previous_notable(&mut self, kinds: &[NotableKind], stop: &dyn Fn() -> bool) -> Option<u64> {
        let (_, scene) = self.shared();
        self.previous_with(&is_notable(scene.as_ref(), kinds), stop)
    }

    /// The next turn after the one that is shown in which a cell is written.
    pub fn next_write(&mut self, cell: usize, stop: &dyn Fn() -> bool) -> Option<u64> {
        self.next_with(&|event| is_write_of(event, cell), stop)
    }

    /// The last one before.
    pub fn previous_write(&mut self, cell: usize, stop: &dyn Fn() -> bool) -> Option<u64> {
        match self.last_write(cell) {
            Some(write) if write.turn < self.turn() => Some(write.turn),
            None if self.knows_writers() => None,
            _ => self.previous_with(&|event| is_write_of(event, cell), stop),
        }
    }

    /// The next turn after the one that is shown with such an event.
    pub fn next_with(&mut self, wanted: &dyn Fn(&Event) -> bool, stop: &dyn Fn() -> bool) -> Option<u64> {
        self.forwards(u64::MAX, stop, |snapshot, until, answers| {
            let mut found = None;
            let played = snapshot.watch(until, answers, &mut |event| {
                if found.is_none() && wanted(event) {
                    found = Some(event.turn);
                }
            });
            played.ok().and(found)
        })
    }

    /// The last turn before the one that is shown with such an event.
    pub fn previous_with(&mut self, wanted: &dyn Fn(&Event) -> bool, stop: &dyn Fn() -> bool) -> Option<u64> {
        self.backwards(stop, |snapshot, until, answers| {
            let mut found = None;
            let played = snapshot.watch(until, answers, &mut |event| {
                if wanted(event) {
                    found = Some(event.turn);
                }
            });
            played.ok().and(found)
        })
    }

    /// Asks of every slice of turns from the one that is shown on, up to `last`, for what is looked for, until there is
    /// some. A slice is handed out as the match at its start, and the turn at its end, to which it must be played.
    pub(crate) fn forwards<T>(
        &mut self,
        last: u64,
        stop: &dyn Fn() -> bool,
        mut first_in: impl FnMut(&mut Snapshot, u64, &mut AnswerSource) -> Option<T>,
    ) -> Option<T> {
        let mut snapshot = self.still_here();
        while snapshot.turn() < last && !snapshot.is_over() && !stop() {
            let before = snapshot.turn();
            let until = self.playable(last.min(before.saturating_add(SLICE)), before, stop);
            let found = first_in(&mut snapshot, until, &mut self.answers);
            if found.is_some() || snapshot.turn() == before {
                return found;
            }
        }
        None
    }

    /// How far a search may go on from `turn`: to `until`, but where foreign code is asked, no farther than it answers.
    fn playable(&mut self, until: u64, turn: u64, stop: &dyn Fn() -> bool) -> u64 {
        if !self.lineup().game().runs_foreign_code() {
            return until;
        }
        if self.surveyed() <= turn {
            self.survey(turn + 1, stop);
        }
        until.min(self.surveyed())
    }

    /// Asks of every slice of turns between two copies, from the turn before the one that is shown backwards, for the last
    /// of what is looked for: of the stretches from copy to copy the last one first, and within each its slices in
    /// order, where what is found later counts.
    pub(crate) fn backwards<T>(
        &mut self,
        stop: &dyn Fn() -> bool,
        mut last_in: impl FnMut(&mut Snapshot, u64, &mut AnswerSource) -> Option<T>,
    ) -> Option<T> {
        let mut until = self.turn().saturating_sub(1);
        let mut index = self.copies.index_before(until);
        loop {
            let mut snapshot = self.copies.get(index).copy();
            let start = snapshot.turn();
            let mut found = None;
            while snapshot.turn() < until && !snapshot.is_over() {
                if stop() {
                    return None;
                }
                let before = snapshot.turn();
                let slice_ends = until.min(before.saturating_add(SLICE));
                found = last_in(&mut snapshot, slice_ends, &mut self.answers).or(found);
                if snapshot.turn() == before {
                    break;
                }
            }
            if found.is_some() || index == 0 {
                return found;
            }
            (until, index) = (start, index - 1);
        }
    }
}

fn is_notable(scene: &dyn Scene, kinds: &[NotableKind]) -> impl Fn(&Event) -> bool {
    |event| scene.notable(event).is_some_and(|one| kinds.contains(&one.kind))
}

pub(crate) fn is_write_of(event: &Event, wanted: usize) -> bool {
    matches!(event.kind, EventKind::Write { cell, .. } if cell == wanted)
}

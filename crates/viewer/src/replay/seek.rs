//! Goes to a turn.

use game::{Cells, Exchange, Frame, Void};

use super::{End, LastTurn, Replay, SLICE};

/// If a turn is at most this far beyond the surveyed turns, the turns on the way are watched, which takes some milliseconds.
/// Turns on the way to a later one are skipped, which is faster but reveals no events; who wrote its cells is known once the
/// survey has reached it.
const WATCHED_AHEAD: u64 = 1 << 16;

/// The corresponding limit within the surveyed turns, whose copies know who wrote which cell. Only in matches of many millions
/// of turns are copies farther apart.
const WATCHED_BETWEEN: u64 = 1 << 21;

/// Turns that are skipped between two checks whether to stop.
const SKIPPED_SLICE: u64 = 1 << 20;

impl Replay<'_> {
    /// Goes to a turn, or to the nearest that exists. Afterwards, the events of that turn are available.
    pub fn seek(&mut self, turn: u64) {
        self.seek_until(turn, &|| false);
    }

    /// Goes to a turn until `stop` ends it. True if it arrived there, or at the nearest turn that exists.
    pub fn seek_until(&mut self, turn: u64, stop: &dyn Fn() -> bool) -> bool {
        let turn = turn.max(self.first_turn());
        let is_near = turn.saturating_sub(self.surveyed()) <= WATCHED_AHEAD;
        let is_whole = !(is_near || self.may_be_cut_off()) || self.survey(turn, stop);
        let last = match (&self.end, self.claimed_turns()) {
            (Some(end), _) => end.turn(),
            _ if self.may_be_cut_off() => self.surveyed(),
            (None, Some(turns)) => turns.max(self.surveyed()),
            (None, None) => turn,
        };
        let turn = turn.min(last);
        if turn != self.turn() {
            self.go(turn, stop);
        }
        is_whole && (self.turn() == turn || self.here.is_over())
    }

    /// Goes to a turn, or to the end if the match ends earlier, or until `stop` ends it.
    fn go(&mut self, turn: u64, stop: &dyn Fn() -> bool) {
        self.last_turn_events = LastTurn::default();
        let last = turn.saturating_sub(1);
        let before = if self.head.turn() <= last { &self.head } else { self.copies.before(last) };
        let farthest = if turn <= self.surveyed() { WATCHED_BETWEEN } else { WATCHED_AHEAD };
        // After skipping turns, a match does not know who wrote which cell, but copies do.
        let knows_less = self.here.last_writes().is_none() && before.last_writes().is_some();
        let is_on_the_way = self.here.turn() < turn && self.here.turn() >= before.turn();
        if !is_on_the_way || (knows_less && turn - before.turn() <= farthest) {
            self.here = before.copy();
        }
        if self.knows_writers() {
            self.learner = None;
        }
        let arrived = self.approach(last, farthest, stop).and_then(|()| self.step_to(turn));
        if arrived.is_err() {
            // This does not happen, because the survey played the match without a failure. If it does, nothing is lost.
            self.here = self.copies.first().copy();
            self.last_turn_events = self.first_turn_events.clone();
        } else if let Some(outcome) = self.here.played().outcome() {
            let turns = outcome.turns;
            self.end = Some(End::Outcome(outcome.clone()));
            if self.here.turn() < turn {
                // It was not known that the match ends this early. The events of its last turn are wanted.
                self.go(turns, stop);
            }
        }
    }

    /// Plays on from the current turn, and skips turns if the way is long.
    fn approach(&mut self, last: u64, farthest: u64, stop: &dyn Fn() -> bool) -> Result<(), Void> {
        let Self { here, answers, .. } = self;
        let is_far = last.saturating_sub(here.turn()) > farthest;
        while here.turn() < last && !here.is_over() && !stop() {
            let next = |slice| last.min(here.turn().saturating_add(slice));
            if is_far {
                here.skip(next(SKIPPED_SLICE), answers)?;
            } else {
                here.watch(next(SLICE), answers, &mut |_| {})?;
            }
        }
        Ok(())
    }

    /// Plays one turn, unless the match already stands at `turn`, where the replay starts.
    fn step_to(&mut self, turn: u64) -> Result<(), Void> {
        let Self { here, answers, last_turn_events, first_turn_events, scene, .. } = self;
        if here.turn() >= turn {
            *last_turn_events = first_turn_events.clone();
            return Ok(());
        }
        let registers = here.played().registers();
        let frame = Frame { turn: here.turn(), registers, cells: Cells::default() };
        last_turn_events.before = scene.agents(&frame);
        here.step(answers, &mut last_turn_events.happened, &mut last_turn_events.asked)
    }

    /// The questions and answers of the turn that is shown, in order.
    pub(crate) fn asked_in_turn(&self) -> &[Exchange] {
        &self.last_turn_events.asked
    }

    /// The number of questions that were asked up to the turn that is shown.
    pub(crate) fn asked(&self) -> usize {
        self.here.played().asked()
    }
}

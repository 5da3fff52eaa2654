//! Going to a turn.

use game::{Cells, Exchange, Frame, Void};

use super::{End, LastTurn, Replay, SLICE};

/// Up to this many turns beyond what was looked through are watched on the way, in some milliseconds. Farther ones are gone
/// to the fast way, which tells nothing; who wrote what is known there once the match was looked through up to them.
const WATCHED_AHEAD: u64 = 1 << 16;

/// The limit within the surveyed turns, whose copies know who wrote what. Only matches of many millions of turns have
/// copies farther apart.
const WATCHED_BETWEEN: u64 = 1 << 21;

/// Turns that are skipped between two looks at whether to stop.
const SKIPPED_SLICE: u64 = 1 << 20;

impl Replay<'_> {
    /// Goes to a turn, or as near as there is one. What happened in it can be asked for then.
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

    /// Goes to a turn, or to the end if there is none so late, or until `stop` says so.
    fn go(&mut self, turn: u64, stop: &dyn Fn() -> bool) {
        self.last_turn_events = LastTurn::default();
        let last = turn.saturating_sub(1);
        let before = if self.head.turn() <= last { &self.head } else { self.copies.before(last) };
        let farthest = if turn <= self.surveyed() { WATCHED_BETWEEN } else { WATCHED_AHEAD };
        // A match that skipped turns does not know who wrote what, which copies do.
        let knows_less = self.here.ledger().is_none() && before.ledger().is_some();
        let is_on_the_way = self.here.turn() < turn && self.here.turn() >= before.turn();
        if !is_on_the_way || (knows_less && turn - before.turn() <= farthest) {
            self.here = before.copy();
        }
        if self.knows_writers() {
            self.learner = None;
        }
        let arrived = self.approach(last, farthest, stop).and_then(|()| self.step_to(turn));
        if arrived.is_err() {
            // It was looked through without a failure, so that this does not happen; if it does, nothing is lost.
            self.here = self.copies.first().copy();
            self.last_turn_events = self.first_turn_events.clone();
        } else if let Some(outcome) = self.here.played().outcome() {
            let turns = outcome.turns;
            self.end = Some(End::Outcome(outcome.clone()));
            if self.here.turn() < turn {
                // Nobody knew how soon it ends; what happened there is asked for.
                self.go(turns, stop);
            }
        }
    }

    /// Plays on from where the match stands, the fast way if that is far.
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

    /// Plays one turn, if the match does not stand at `turn` already, where the replay starts.
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

    /// What was asked in the turn that is shown, in order.
    pub(crate) fn asked_in_turn(&self) -> &[Exchange] {
        &self.last_turn_events.asked
    }

    /// How many questions were asked up to the turn that is shown.
    pub(crate) fn asked(&self) -> usize {
        self.here.played().asked()
    }
}

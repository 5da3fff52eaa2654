//! The lead over time: a curve through a match, and the moments that mattered.

mod danger;
mod moments;

use std::collections::HashMap;

use game::{Event, Outcome, Seat};

use crate::snapshot::Snapshot;
use crate::{Death, Replay};
use danger::Danger;

pub use moments::{MAX_MOMENTS, MatchMoment, moments};

/// The most points of a curve.
pub const MAX_POINTS: u64 = 64;

/// Writes count as recent for this many turns: those of other seats endanger a program that is code on the board.
pub const RECENT_TURNS: u64 = 1000;

/// Turns that are played between two checks whether to stop.
const SLICE: u64 = 1 << 20;

/// One number per seat at some turns; more is better.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LeadCurve {
    /// The meaning of the numbers.
    pub what: &'static str,
    /// Turns in ascending order, and the numbers by seat after each of them.
    pub points: Vec<(u64, Vec<u64>)>,
    /// The winner, if the match was played to its end. At the end, all other seats have nothing.
    pub winner: Option<Seat>,
}

/// Who is ahead at a turn, on a scale that all seats share.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Standing {
    /// The turn.
    pub turn: u64,
    /// For each seat, its share of the total in thousandths. 0 for a seat that is out.
    pub shares: Vec<u64>,
}

impl Standing {
    /// The seat with the greatest share, if it is the only one.
    #[must_use]
    pub fn leader(&self) -> Option<Seat> {
        let most = self.shares.iter().max()?;
        let mut leaders = self.shares.iter().enumerate().filter(|(_, share)| *share == most);
        let (leader, _) = leaders.next()?;
        leaders.next().is_none().then_some(leader)
    }
}

impl LeadCurve {
    /// The curve on a scale that all seats share. A dead seat has nothing from its death on, and a beaten seat has nothing at
    /// the end.
    #[must_use]
    pub fn standings(&self, deaths: &[Death]) -> Vec<Standing> {
        let died: HashMap<Seat, u64> = deaths.iter().map(|death| (death.seat, death.turn)).collect();
        let last = self.points.last().map(|(turn, _)| *turn);
        let standing = |(turn, numbers): &(u64, Vec<u64>)| {
            let is_beaten = |seat| self.winner.is_some_and(|winner| winner != seat) && last == Some(*turn);
            let is_out = |seat| is_beaten(seat) || died.get(&seat).is_some_and(|died| died <= turn);
            let counts = |(seat, number): (Seat, &u64)| if is_out(seat) { 0 } else { *number };
            let counted: Vec<u64> = numbers.iter().enumerate().map(counts).collect();
            let all = counted.iter().sum();
            // If the total is zero at the end, the winner has all of it.
            let left = |seat| all == 0 && self.winner == Some(seat) && last == Some(*turn);
            let share =
                |(seat, number): (Seat, &u64)| if left(seat) { 1000 } else { thousandths(*number, all) };
            Standing { turn: *turn, shares: counted.iter().enumerate().map(share).collect() }
        };
        self.points.iter().map(standing).collect()
    }
}

fn thousandths(number: u64, of: u64) -> u64 {
    let share = u128::from(number) * 1000 / u128::from(of.max(1));
    u64::try_from(share).unwrap_or(1000)
}

/// Computes the curve of a surveyed match, piece by piece and without going to another turn.
pub struct LeadSearch {
    /// The turns that are still to be visited, in descending order.
    turns: Vec<u64>,
    danger: Option<Danger>,
    here: Snapshot,
    curve: LeadCurve,
}

impl LeadSearch {
    /// Starts the computation; `None` for a game that does not say what counts.
    #[must_use]
    pub fn new(replay: &Replay<'_>) -> Option<Self> {
        let here = replay.copies.first().copy();
        let (_, scene) = replay.shared();
        let danger = scene.code_on_board().map(|code| Danger::new(replay, code));
        let what = match scene.code_on_board() {
            Some(code) => code.distance,
            None => scene.advantage(&here.played().frame())?.unit,
        };
        let (first, last) = (replay.first_turn(), replay.last_turn());
        let spacing = (last - first).div_ceil(MAX_POINTS - 1).max(1);
        let spaced = (first..last).step_by(usize::try_from(spacing).unwrap_or(usize::MAX));
        let mut turns: Vec<u64> = spaced.chain([last]).collect();
        turns.reverse();
        Some(Self { turns, danger, here, curve: LeadCurve { what, points: Vec::new(), winner: None } })
    }

    /// Finds the next point, or plays on towards it until `stop` ends it. Returns whether the curve is complete.
    pub fn step(&mut self, replay: &mut Replay<'_>, stop: &dyn Fn() -> bool) -> bool {
        let Some(&turn) = self.turns.last() else { return true };
        // The danger at a turn follows from the writes shortly before it.
        let watched = if self.danger.is_some() { RECENT_TURNS } else { 0 };
        let skipped = turn.saturating_sub(watched);
        let before = replay.copies.before(skipped);
        if before.turn() > self.here.turn() {
            self.here = before.copy();
        }
        while self.here.turn() < skipped && !self.here.is_over() {
            if stop() {
                return false;
            }
            let next = skipped.min(self.here.turn().saturating_add(SLICE));
            if self.here.skip(next, &mut replay.answers).is_err() {
                return self.give_up();
            }
        }
        let Self { here, danger, .. } = self;
        let mut note = |event: &Event| danger.iter_mut().for_each(|danger| danger.note(event));
        if here.watch(turn, &mut replay.answers, &mut note).is_err() {
            return self.give_up();
        }
        let numbers = match danger {
            Some(danger) => Some(danger.distances(here, turn)),
            None => replay.scene().advantage(&here.played().frame()).map(|advantage| advantage.of),
        };
        self.curve.points.extend(numbers.map(|numbers| (turn, numbers)));
        self.curve.winner = self.here.played().outcome().and_then(Outcome::winner);
        self.turns.pop();
        self.turns.is_empty()
    }

    /// This does not happen, because the survey played the match without a failure.
    fn give_up(&mut self) -> bool {
        self.turns.clear();
        true
    }

    /// The curve, as far as it is known.
    #[must_use]
    pub fn curve(&self) -> &LeadCurve {
        &self.curve
    }

    /// Completes the curve; `None` if it was stopped.
    pub fn finish(mut self, replay: &mut Replay<'_>, stop: &dyn Fn() -> bool) -> Option<LeadCurve> {
        while !self.step(replay, stop) {
            if stop() {
                return None;
            }
        }
        Some(self.curve)
    }
}

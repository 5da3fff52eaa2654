//! Who was ahead when: a curve through a match, and the moments on it that mattered.

mod moments;

use std::collections::HashMap;

use game::{Cells, Frame, Seat};

use crate::snapshot::Snapshot;
use crate::{Death, Replay};

pub use moments::{MAX_MOMENTS, MatchMoment, moments};

/// A curve has at most this many points.
pub const MAX_POINTS: u64 = 64;

/// Turns that are played between two looks at whether to stop.
const SLICE: u64 = 1 << 20;

/// What is counted where programs are code on the board.
const INTACT: &str = "cells of the own code that are as they were";

/// One number per seat at some turns, of which more is better.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LeadCurve {
    /// What the numbers are.
    pub what: &'static str,
    /// Turns, rising, and the numbers after them by seat.
    pub points: Vec<(u64, Vec<u64>)>,
    /// What each seat has at most, where each has something of its own; nothing where all share the same.
    pub of: Option<Vec<u64>>,
}

/// Who is ahead at a turn, on a scale that all seats share.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Standing {
    /// The turn.
    pub turn: u64,
    /// For each seat, thousandths: of its own code that are as they were, or of what all have together. 0 for who is out.
    pub shares: Vec<u64>,
}

impl Standing {
    /// Who has most, if it is one alone.
    #[must_use]
    pub fn leader(&self) -> Option<Seat> {
        let most = self.shares.iter().max()?;
        let mut leaders = self.shares.iter().enumerate().filter(|(_, share)| *share == most);
        let (leader, _) = leaders.next()?;
        leaders.next().is_none().then_some(leader)
    }
}

impl LeadCurve {
    /// The curve on a scale that all seats share. Where each has code of its own, who died has nothing from then on.
    #[must_use]
    pub fn standings(&self, deaths: &[Death]) -> Vec<Standing> {
        let died: HashMap<Seat, u64> = deaths.iter().map(|death| (death.seat, death.turn)).collect();
        let standing = |(turn, numbers): &(u64, Vec<u64>)| {
            let all = numbers.iter().sum::<u64>();
            let is_out = |seat| died.get(&seat).is_some_and(|died| died <= turn);
            let share = |(seat, number): (Seat, &u64)| match &self.of {
                Some(_) if is_out(seat) => 0,
                Some(of) => thousandths(*number, of.get(seat).copied().unwrap_or(0)),
                None => thousandths(*number, all),
            };
            Standing { turn: *turn, shares: numbers.iter().enumerate().map(share).collect() }
        };
        self.points.iter().map(standing).collect()
    }
}

fn thousandths(number: u64, of: u64) -> u64 {
    let share = u128::from(number) * 1000 / u128::from(of.max(1));
    u64::try_from(share).unwrap_or(1000)
}

/// Finds the curve of a match that was looked through, piece by piece and without going to another turn.
pub struct LeadSearch {
    /// The turns that are still to be looked at, the last one first.
    turns: Vec<u64>,
    code: Option<InitialCode>,
    here: Snapshot,
    curve: LeadCurve,
}

impl LeadSearch {
    /// Starts; `None` for a game that does not say what counts.
    #[must_use]
    pub fn new(replay: &Replay<'_>) -> Option<Self> {
        let here = replay.copies.first().copy();
        let (_, scene) = replay.shared();
        let code = scene.code_on_board().map(|_| InitialCode::of(replay, &here));
        let what = match code {
            Some(_) => INTACT,
            None => scene.score(&registers_of(&here))?.unit,
        };
        let (first, last) = (replay.first_turn(), replay.last_turn());
        let spacing = (last - first).div_ceil(MAX_POINTS - 1).max(1);
        let spaced = (first..last).step_by(usize::try_from(spacing).unwrap_or(usize::MAX));
        let mut turns: Vec<u64> = spaced.chain([last]).collect();
        turns.reverse();
        let of = code.as_ref().map(InitialCode::sizes);
        Some(Self { turns, code, here, curve: LeadCurve { what, points: Vec::new(), of } })
    }

    /// Finds the next point, or plays on towards it until `stop` says so. Says whether the curve is whole.
    pub fn step(&mut self, replay: &mut Replay<'_>, stop: &dyn Fn() -> bool) -> bool {
        let Some(&turn) = self.turns.last() else { return true };
        let before = replay.copies.before(turn);
        if before.turn() > self.here.turn() {
            self.here = before.copy();
        }
        while self.here.turn() < turn && !self.here.is_over() {
            if stop() {
                return false;
            }
            let next = turn.min(self.here.turn().saturating_add(SLICE));
            if self.here.skip(next, &mut replay.answers).is_err() {
                // It was looked through without a failure, so that this does not happen.
                self.turns.clear();
                return true;
            }
        }
        let numbers = match &self.code {
            Some(code) => Some(code.intact(&self.here)),
            None => replay.scene().score(&registers_of(&self.here)).map(|score| score.of),
        };
        self.curve.points.extend(numbers.map(|numbers| (turn, numbers)));
        self.turns.pop();
        self.turns.is_empty()
    }

    /// The curve, as far as it is known.
    #[must_use]
    pub fn curve(&self) -> &LeadCurve {
        &self.curve
    }

    /// The whole curve; `None` if it was stopped.
    pub fn finish(mut self, replay: &mut Replay<'_>, stop: &dyn Fn() -> bool) -> Option<LeadCurve> {
        while !self.step(replay, stop) {
            if stop() {
                return None;
            }
        }
        Some(self.curve)
    }
}

/// What scores are read from.
fn registers_of(here: &Snapshot) -> Frame {
    let played = here.played();
    Frame { turn: played.turn(), registers: played.registers(), cells: Cells::default() }
}

/// The programs as they stood before the first turn.
struct InitialCode {
    seats: usize,
    cells: Vec<(usize, Seat, String)>,
}

impl InitialCode {
    fn of(replay: &Replay<'_>, start: &Snapshot) -> Self {
        let scene = replay.scene();
        let homes = (0..scene.shape().cells()).filter_map(|cell| Some((cell, scene.home(cell)?)));
        let text = |(cell, seat)| Some((cell, seat, start.played().cell_text(cell)?.into_owned()));
        Self { seats: replay.lineup().programs().len(), cells: homes.filter_map(text).collect() }
    }

    fn sizes(&self) -> Vec<u64> {
        self.count(|_, _| true)
    }

    fn intact(&self, here: &Snapshot) -> Vec<u64> {
        self.count(|cell, text| here.played().cell_text(cell).is_some_and(|now| now == text))
    }

    /// For each seat, how many cells of its code are so.
    fn count(&self, is_so: impl Fn(usize, &str) -> bool) -> Vec<u64> {
        let mut counts = vec![0; self.seats];
        for (cell, seat, text) in &self.cells {
            counts[*seat] += u64::from(is_so(*cell, text));
        }
        counts
    }
}

//! Who was ahead when.

use game::Seat;

use crate::Replay;

/// A curve has at most this many points.
pub const MAX_POINTS: u64 = 64;

/// One number per seat at some turns, of which more is better.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LeadCurve {
    /// What the numbers are.
    pub what: &'static str,
    /// Turns, rising, and the numbers after them by seat.
    pub points: Vec<(u64, Vec<u64>)>,
}

/// What is counted where programs are code on the board.
const INTACT: &str = "cells of the own code that are as they were";

/// The curve of a match that was looked through; nothing for a game that does not say what counts.
pub(super) fn curve(replay: &mut Replay<'_>, stop: &dyn Fn() -> bool) -> Option<LeadCurve> {
    let (_, scene) = replay.shared();
    let (first, last) = (replay.first_turn(), replay.last_turn());
    let spacing = (last - first).div_ceil(MAX_POINTS - 1).max(1);
    let mut turns: Vec<u64> = (first..last).step_by(usize::try_from(spacing).unwrap_or(usize::MAX)).collect();
    turns.push(last);
    let code = scene.code_on_board().map(|_| InitialCode::of(replay, stop));
    let mut what = INTACT;
    let mut points = Vec::new();
    for turn in turns {
        if !replay.seek_until(turn, stop) {
            return None;
        }
        let numbers = if let Some(code) = &code {
            code.intact(replay)
        } else {
            let score = scene.score(&replay.frame())?;
            what = score.unit;
            score.of
        };
        points.push((turn, numbers));
    }
    Some(LeadCurve { what, points })
}

/// The programs as they stood before the first turn.
struct InitialCode {
    seats: usize,
    cells: Vec<(usize, Seat, String)>,
}

impl InitialCode {
    fn of(replay: &mut Replay<'_>, stop: &dyn Fn() -> bool) -> Self {
        replay.seek_until(replay.first_turn(), stop);
        let scene = replay.scene();
        let homes = (0..scene.shape().cells()).filter_map(|cell| Some((cell, scene.home(cell)?)));
        let text = |(cell, seat)| Some((cell, seat, replay.text_of(cell)?.into_owned()));
        Self { seats: replay.lineup().programs().len(), cells: homes.filter_map(text).collect() }
    }

    fn intact(&self, replay: &Replay<'_>) -> Vec<u64> {
        let mut intact = vec![0; self.seats];
        for (cell, seat, text) in &self.cells {
            intact[*seat] += u64::from(replay.text_of(*cell).is_some_and(|now| now == text.as_str()));
        }
        intact
    }
}

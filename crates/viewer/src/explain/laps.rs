//! Robots that sweep round a ring, and how long each round takes.

use game::text::grouped;
use game::{CodeOnBoard, ExplanationStep, ExplanationStepKind, Outcome, Seat, Shape};

use super::trail::position;
use super::wording::Words;
use crate::Replay;

/// At most this many laps of a robot are timed.
pub const MAX_LAPS: usize = 16;

/// At most this many lap times are listed one by one.
const MAX_TOLD: usize = 4;

/// The most turns between two looks at where a robot is. It moves by at most one square per turn, so two looks are enough to
/// narrow down the turns that matter.
const MAX_SPACING: u64 = 1 << 16;

/// Turns between two checks whether to stop.
const TURNS_PER_LOOK: u64 = 1 << 12;

/// A path once round the ring, between two visits to the same square.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Lap {
    /// The last turn after which the robot stood on the square before it went round.
    from: u64,
    /// The turn in which it returned to the square.
    to: u64,
}

impl Lap {
    fn turns(self) -> u64 {
        self.to - self.from
    }
}

/// Describes the laps of a seat and of the seat that beat it; in a draw of two, the laps of both.
pub(super) fn told(
    replay: &mut Replay<'_>,
    seat: Seat,
    outcome: &Outcome,
    code: &CodeOnBoard,
    stop: &dyn Fn() -> bool,
) -> Vec<ExplanationStep> {
    let (_, scene) = replay.shared();
    let (Shape::Ring { cells }, Some(role)) = (scene.shape(), code.writer) else { return Vec::new() };
    let is_of_two = outcome.places.len() == 2;
    let other = outcome.winner().or((is_of_two && seat <= 1).then(|| 1 - seat));
    let names = replay.names().clone();
    let words = Words { names: &names, code };
    let mut steps = Vec::new();
    for seat in [Some(seat), other].into_iter().flatten() {
        let Some(mut way) = Way::of(replay, (role, seat), cells, stop) else { continue };
        let laps = way.laps(replay, outcome.turns, stop);
        steps.extend(words.laps(seat, way.start, &laps));
    }
    steps
}

/// The path of a robot, as its distance from its start: positive to the right, with full rounds included.
struct Way<'r> {
    role: &'r str,
    seat: Seat,
    start: usize,
    cells: i64,
    spacing: u64,
    /// Evenly spaced turns, and the distance of the robot after each.
    points: Vec<(u64, i64)>,
}

impl<'r> Way<'r> {
    /// The path before the first turn; `None` if there is no such robot, or the ring is too small for a robot to go round it.
    fn of(
        replay: &Replay<'_>,
        (role, seat): (&'r str, Seat),
        cells: usize,
        stop: &dyn Fn() -> bool,
    ) -> Option<Self> {
        let (_, scene) = replay.shared();
        let first = replay.copies.first();
        let start = position(first, scene.as_ref(), role, seat).filter(|_| !stop())?;
        // Between two looks, a robot moves so little that its direction is certain.
        let spacing = (cells as u64 / 4).min(MAX_SPACING);
        let cells = i64::try_from(cells).ok()?;
        let points = vec![(first.turn(), 0)];
        (spacing > 0).then_some(Self { role, seat, start, cells, spacing, points })
    }

    /// The distance from the start of a robot that stands on `square` now and shortly before was at the distance `before`.
    fn distance(&self, square: usize, before: i64) -> i64 {
        let square = i64::try_from(square).unwrap_or(0) - i64::try_from(self.start).unwrap_or(0);
        let moved = (square - before).rem_euclid(self.cells);
        before + if moved > self.cells / 2 { moved - self.cells } else { moved }
    }

    /// The laps in the direction of the robot's first complete round.
    fn laps(&mut self, replay: &mut Replay<'_>, last: u64, stop: &dyn Fn() -> bool) -> Vec<Lap> {
        if self.look(replay, last, stop).is_none() {
            return Vec::new();
        }
        let ways = [self.cells, -self.cells].map(|target| (self.first(replay, target, 0, stop), target));
        let came = ways.into_iter().filter_map(|(turn, target)| Some((turn?, target))).min();
        let Some((mut to, round)) = came else { return Vec::new() };
        let mut laps = Vec::new();
        let mut place = 0;
        while laps.len() < MAX_LAPS {
            let Some(from) = self.last_before(replay, place, to, stop) else { break };
            laps.push(Lap { from, to });
            place += round;
            let Some(next) = self.first(replay, place + round, to, stop) else { break };
            to = next;
        }
        laps
    }

    /// Records where the robot is, as long as the seat has one.
    fn look(&mut self, replay: &mut Replay<'_>, last: u64, stop: &dyn Fn() -> bool) -> Option<()> {
        let (_, scene) = replay.shared();
        let mut snapshot = replay.copies.first().copy();
        while snapshot.turn() < last && !stop() {
            let next = last.min(snapshot.turn() + self.spacing);
            snapshot.skip(next, &mut replay.answers).ok()?;
            let Some(square) = position(&snapshot, scene.as_ref(), self.role, self.seat) else { break };
            let before = self.points.last().map_or(0, |(_, distance)| *distance);
            self.points.push((snapshot.turn(), self.distance(square, before)));
        }
        (!stop()).then_some(())
    }

    /// The first turn after `after` in which the robot is at the distance `target` from the start.
    fn first(
        &self,
        replay: &mut Replay<'_>,
        target: i64,
        after: u64,
        stop: &dyn Fn() -> bool,
    ) -> Option<u64> {
        let stretches = (0..self.points.len()).filter(|at| self.may_reach(*at, target));
        let mut found = stretches.filter_map(|at| {
            let turns = self.turns_at(replay, at, target, stop)?;
            turns.into_iter().find(|turn| *turn > after)
        });
        found.next()
    }

    /// The last turn before `before` in which the robot is at the distance `target` from the start.
    fn last_before(
        &self,
        replay: &mut Replay<'_>,
        target: i64,
        before: u64,
        stop: &dyn Fn() -> bool,
    ) -> Option<u64> {
        let is_before = |at: &usize| self.points[*at].0 < before && self.may_reach(*at, target);
        let stretches = (0..self.points.len()).rev().filter(is_before);
        let mut found = stretches.filter_map(|at| {
            let turns = self.turns_at(replay, at, target, stop)?;
            turns.into_iter().rfind(|turn| *turn < before)
        });
        found.next()
    }

    /// Whether the robot may reach the distance `target` in the stretch that begins at a point.
    fn may_reach(&self, at: usize, target: i64) -> bool {
        self.points[at].1.abs_diff(target) <= self.spacing
    }

    /// The turns, in the stretch that begins at a point, after which the robot is at the distance `target`; `None` if stopped.
    fn turns_at(
        &self,
        replay: &mut Replay<'_>,
        at: usize,
        target: i64,
        stop: &dyn Fn() -> bool,
    ) -> Option<Vec<u64>> {
        let (_, scene) = replay.shared();
        let (first, mut distance) = self.points[at];
        let last = self.points.get(at + 1).map_or(first, |(turn, _)| *turn);
        let mut snapshot = replay.copies.before(first).copy();
        snapshot.skip(first, &mut replay.answers).ok()?;
        let mut turns = Vec::new();
        loop {
            if distance == target {
                turns.push(snapshot.turn());
            }
            if snapshot.turn() >= last || snapshot.is_over() {
                return Some(turns);
            }
            if snapshot.turn().is_multiple_of(TURNS_PER_LOOK) && stop() {
                return None;
            }
            let next = snapshot.turn() + 1;
            snapshot.watch(next, &mut replay.answers, &mut |_| {}).ok()?;
            let Some(square) = position(&snapshot, scene.as_ref(), self.role, self.seat) else {
                return Some(turns);
            };
            distance = self.distance(square, distance);
        }
    }
}

impl Words<'_> {
    fn laps(&self, seat: Seat, start: usize, laps: &[Lap]) -> Option<ExplanationStep> {
        let last = laps.last()?;
        let (robot, place) = (self.writes_as(seat), self.cell(start));
        let turns: Vec<u64> = laps.iter().map(|lap| lap.turns()).collect();
        let sentence = match turns.as_slice() {
            [turns] => format!(
                "{robot} swept round the ring once: it came back to {place} in turn {}, {} turns after it had left there.",
                grouped(last.to),
                grouped(*turns)
            ),
            turns => format!(
                "{robot} swept round the ring {}{} times, from {place} back to it in {} turns; the last of these laps ended in turn {}.",
                if turns.len() == MAX_LAPS { "at least " } else { "" },
                turns.len(),
                lap_times(turns),
                grouped(last.to)
            ),
        };
        Some(
            ExplanationStep::new(ExplanationStepKind::Fact, sentence)
                .in_turn(last.to)
                .on_cell(start)
                .by(seat),
        )
    }
}

/// `12`, `12 and 14`, `12, 14 and 15`, or the range from the shortest to the longest.
fn lap_times(turns: &[u64]) -> String {
    let (shortest, longest) = (turns.iter().min().unwrap_or(&0), turns.iter().max().unwrap_or(&0));
    if shortest == longest {
        return grouped(*shortest);
    }
    match turns.split_last() {
        Some((last, others)) if turns.len() <= MAX_TOLD => {
            let others: Vec<String> = others.iter().map(|turns| grouped(*turns)).collect();
            format!("{} and {}", others.join(", "), grouped(*last))
        }
        _ => format!("{} to {}", grouped(*shortest), grouped(*longest)),
    }
}

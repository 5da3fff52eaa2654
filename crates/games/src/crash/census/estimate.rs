//! Estimates the time of a census from samples.

use std::ops::Range;

use super::explore::Replay;
use super::lines::Player;
use super::{LineAt, Placements};

/// This many lines are tried, each from another stretch of them.
const SAMPLES: usize = 96;
/// At first each is given up after this many nanoseconds of work, so that the cheap ones are known.
const MOST_AT_FIRST: u64 = 60_000;
/// The work in nanoseconds that is spent on those that were given up, to play some of them to their ends.
const MOST_WORK: u64 = 8_000_000;
/// Those that were given up are tried again in steps of so many, since those side by side are often alike. It has no
/// divisor in common with [`SAMPLES`].
const STEP: usize = 35;

/// How much was done.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Work {
    /// Lines that were played.
    pub(super) lines: u64,
    /// Turns of lines.
    pub(super) turns: u64,
    /// Writes of rounds that were played by their writes alone.
    pub(super) written: u64,
    /// Cells and bases that were looked at one by one.
    pub(super) looks: u64,
    /// Single matches that were played, their turns, and writes of their rounds.
    pub(super) points: u64,
    pub(super) point_turns: u64,
    pub(super) point_writes: u64,
}

impl Work {
    /// About how many nanoseconds it takes a core, by measurements on one machine.
    pub(super) fn nanoseconds(self) -> u64 {
        13_000 * self.lines
            + 18 * self.turns
            + 3 * self.written
            + 2 * self.looks
            + 6_000 * self.points
            + 3 * self.point_turns
            + 2 * self.point_writes
    }
}

/// About how many milliseconds all parts take.
pub(super) fn milliseconds(placements: &Placements) -> u64 {
    let lines = placements.lines();
    let samples = SAMPLES.min(lines);
    let mut nanoseconds = 0_u64;
    let mut given_up = Vec::new();
    let mut tried = Sampler { placements, replay: None };
    for nth in 0..samples {
        let line = somewhere(nth as u64, nth * lines / samples..(nth + 1) * lines / samples);
        match tried.work(line, MOST_AT_FIRST) {
            Ok(spent) => nanoseconds += spent,
            Err(_) => given_up.push(line),
        }
    }
    nanoseconds = nanoseconds.saturating_add(tried.work_of_all(&given_up));
    // Planes that are left are taken to come to as many lines as those that were played.
    let (planes, left) = (placements.explored.planes, placements.explored.left.len());
    let of_lines = nanoseconds.saturating_mul(lines as u64) / samples.max(1) as u64;
    let of_all = of_lines.saturating_mul((planes + left) as u64) / planes.max(1) as u64;
    (of_all + super::MOST_WORK * left as u64 / (planes as u64 + 1)) / 1_000_000
}

/// Plays lines for a while.
struct Sampler<'a> {
    placements: &'a Placements,
    /// Where the replay of a history stands, and of which.
    replay: Option<(LineAt, Replay<'a>)>,
}

impl Sampler<'_> {
    /// About how much work lines are altogether, by those that can be played to their ends.
    fn work_of_all(&mut self, lines: &[usize]) -> u64 {
        let (mut spent, mut played) = (0, 0);
        let order = (0..SAMPLES).map(|nth| nth * STEP % SAMPLES).filter_map(|nth| lines.get(nth));
        for &line in order {
            match self.work(line, MOST_WORK.saturating_sub(spent)) {
                Ok(work) => spent += work,
                Err(work) => {
                    // Nothing tells how far from its end it was, so that what is to come is taken to be as much again; or
                    // what was spent on it goes to the account of those that were played.
                    spent += if played == 0 { 2 * work } else { work };
                    break;
                }
            }
            played += 1;
        }
        spent.saturating_mul(lines.len() as u64) / played.max(1)
    }

    /// About how many nanoseconds it takes to play a line; or, if they are more than `most`, how many were spent until it
    /// was given up.
    fn work(&mut self, line: usize, most: u64) -> Result<u64, u64> {
        let placements = self.placements;
        let at = placements.line_at(line);
        let replay = match self.replay.take() {
            Some((before, replay)) if before.history == at.history && before.line <= at.line => replay,
            _ => Replay::new(&placements.explored.histories[at.history]),
        };
        let (_, replay) = self.replay.insert((at, replay));
        let mut player = Player::new(&placements.table, placements.max_turns, placements.points.clone());
        let line = replay.line(at.line, &mut player.spare);
        let is_done = player.settle(line, &|work| work.nanoseconds() < most).is_ok();
        let spent = player.work.nanoseconds();
        if is_done { Ok(spent) } else { Err(spent) }
    }
}

/// A number of a range, as if by chance: programs that look at every 64th cell would be met at their best or at their
/// worst by equal steps. The mixing is that of splitmix64 (G. L. Steele et al., "Fast splittable pseudorandom number
/// generators", OOPSLA 2014).
fn somewhere(nth: u64, range: Range<usize>) -> usize {
    let mixed = (nth + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    let length = (range.end - range.start) as u64;
    let further = (mixed ^ mixed >> 31) % length;
    range.start + usize::try_from(further).expect("it is in the range")
}

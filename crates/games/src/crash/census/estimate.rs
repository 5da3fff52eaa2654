//! Estimates the time of a census from samples.

use std::ops::Range;

use super::Placements;
use super::explore::{Explored, LineAt, Playing, explore};
use super::history::Replay;
use super::lines::Player;

/// This many lines are tried, each from a different stretch of all lines.
const SAMPLES: usize = 96;
/// At first, each line is given up after this many nanoseconds of work, so that the cost of the cheap lines is known.
const MOST_AT_FIRST: u64 = 60_000;
/// The work, in nanoseconds, that is then spent on the lines that were given up, to play some of them to their ends.
const MOST_WORK: u64 = 8_000_000;
/// This many of the planes that are left are tried, and this many lines of each.
const PLANES: usize = 6;
const SAMPLES_OF_PLANE: usize = 12;
/// The work, in nanoseconds, that is spent on each of these planes, and again on its lines.
const MOST_OF_PLANE: u64 = 1_500_000;
/// A match stands for at most this many others.
const MOST_FOR_ONE: u64 = 128;
/// The lines that were given up are tried again in steps of this many, because lines side by side are often alike. The
/// step has no divisor in common with [`SAMPLES`].
const STEP: usize = 35;

/// How much work was done.
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
    /// Turns of single matches that were played in the memory of a line, how often ways were searched for there, and
    /// how many turns these ways had.
    pub(super) in_place_turns: u64,
    pub(super) searches: u64,
    pub(super) followed: u64,
}

impl Work {
    /// About how many nanoseconds the work takes on one core, as measured on one machine.
    pub(super) fn nanoseconds(self) -> u64 {
        7_000 * self.lines
            + 18 * self.turns
            + 3 * self.written
            + 2 * self.looks
            + 6_000 * self.points
            + 5 * self.point_turns
            + 2 * self.point_writes
            + 22 * self.in_place_turns
            + 800 * self.searches
            + 4 * self.followed
    }
}

/// About how many milliseconds all parts take.
pub(super) fn milliseconds(placements: &Placements) -> u64 {
    let Placements { explored, .. } = placements;
    let of_lines = work_of_lines(placements, explored, SAMPLES, MOST_WORK);
    of_lines.saturating_add(work_of_planes(placements, &explored.left)) / 1_000_000
}

/// Estimates the work for the planes that are left from some of them.
fn work_of_planes(placements: &Placements, left: &[Playing]) -> u64 {
    let planes = PLANES.min(left.len());
    let (mut matches, mut work) = (0_u128, 0_u128);
    for nth in 0..planes {
        let plane = &left[somewhere(nth as u64, nth * left.len() / planes..(nth + 1) * left.len() / planes)];
        matches += u128::from(plane.matches());
        work += u128::from(work_of_plane(placements, plane));
    }
    let all: u128 = left.iter().map(|plane| u128::from(plane.matches())).sum();
    u64::try_from(work * all / matches.max(1)).unwrap_or(u64::MAX)
}

/// Estimates the work for a plane, with all that comes apart from it, from those of its matches that came apart soon.
fn work_of_plane(placements: &Placements, plane: &Playing) -> u64 {
    let goes_on = |work| work < MOST_OF_PLANE;
    let explored = explore(plane.again(), &placements.table, placements.max_turns, &goes_on);
    let of_lines = work_of_lines(placements, &explored, SAMPLES_OF_PLANE, MOST_OF_PLANE);
    let left: u64 = explored.left.iter().map(Playing::matches).sum();
    let work = u128::from(of_lines.saturating_add(explored.work));
    let matches = plane.matches();
    // If next to nothing came apart, next to nothing is known.
    let known = (matches - left).max(matches / MOST_FOR_ONE).max(1);
    u64::try_from(work * u128::from(matches) / u128::from(known)).unwrap_or(u64::MAX)
}

/// Estimates the work for the lines that came apart from planes, from some of these lines.
fn work_of_lines(placements: &Placements, explored: &Explored, samples: usize, most: u64) -> u64 {
    let lines = explored.lines();
    let samples = samples.min(lines);
    let mut work = 0_u64;
    let mut given_up = Vec::new();
    let mut tried = Sampler { placements, explored, replay: None };
    for nth in 0..samples {
        let line = somewhere(nth as u64, nth * lines / samples..(nth + 1) * lines / samples);
        match tried.work(line, MOST_AT_FIRST) {
            Ok(spent) => work += spent,
            Err(_) => given_up.push(line),
        }
    }
    work = work.saturating_add(tried.work_of_all(&given_up, most));
    work.saturating_mul(lines as u64) / samples.max(1) as u64
}

/// Plays lines for a while.
struct Sampler<'a> {
    placements: &'a Placements,
    explored: &'a Explored,
    /// The replay of a history, and which line of which history it has reached.
    replay: Option<(LineAt, Replay<'a>)>,
}

impl Sampler<'_> {
    /// Estimates the work for all of these lines, from those that can be played to their ends.
    fn work_of_all(&mut self, lines: &[usize], most: u64) -> u64 {
        let (mut spent, mut played) = (0, 0);
        let order = (0..SAMPLES).map(|nth| nth * STEP % SAMPLES).filter_map(|nth| lines.get(nth));
        for &line in order {
            match self.work(line, most.saturating_sub(spent)) {
                Ok(work) => spent += work,
                Err(work) => {
                    // It is not known how far this line was from its end. If no line was played to its end before it,
                    // the rest is taken to be as much work again. Otherwise its work is counted as work for the lines
                    // that were played.
                    spent += if played == 0 { 2 * work } else { work };
                    break;
                }
            }
            played += 1;
        }
        spent.saturating_mul(lines.len() as u64) / played.max(1)
    }

    /// About how many nanoseconds of work it takes to play a line. If this is more than `most`, the line is given up,
    /// and the error is the work until then.
    fn work(&mut self, line: usize, most: u64) -> Result<u64, u64> {
        let placements = self.placements;
        let at = self.explored.line_at(line);
        let replay = match self.replay.take() {
            Some((before, replay)) if before.history == at.history && before.line <= at.line => replay,
            _ => Replay::new(&self.explored.histories[at.history]),
        };
        let (_, replay) = self.replay.insert((at, replay));
        let mut player = Player::new(&placements.table, placements.max_turns, placements.points.clone());
        let line = replay.line(at.line, &mut player.spare);
        let is_done = player.settle(line, &|work| work.nanoseconds() < most).is_ok();
        let spent = player.work.nanoseconds();
        if is_done { Ok(spent) } else { Err(spent) }
    }
}

/// A number in a range, as if by chance. Equal steps would meet programs that look at every 64th cell at their best or
/// at their worst. The mixing is that of splitmix64 (G. L. Steele et al., "Fast splittable pseudorandom number
/// generators", OOPSLA 2014).
fn somewhere(nth: u64, range: Range<usize>) -> usize {
    let mixed = (nth + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    let length = (range.end - range.start) as u64;
    let further = (mixed ^ mixed >> 31) % length;
    range.start + usize::try_from(further).expect("it is in the range")
}

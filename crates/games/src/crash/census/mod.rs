//! Scores over every placement.
//!
//! Almost all of a match depends only on how far the programs lie apart, or on where one of them begins, so that matches
//! are played together: all placements as one at first (`explore`), then those that agree in an address or in the
//! distance (`lines`), and one by one what is left (`points`).

mod bases;
mod cycle;
mod estimate;
mod explore;
mod extent;
mod group;
mod layers;
mod lines;
mod plane_sums;
mod points;
mod rounds;
mod sums;
mod symbol;
mod table;

use game::{Census, Counts};

use self::bases::Bases;
use self::estimate::Work;
use self::explore::{Explored, Replay};
use self::extent::Plane;
use self::lines::Player;
use self::points::Points;
use self::table::Table;
use super::engine::Engine;
use super::instruction::CELLS;
use super::program::Code;
use super::setup::Parameters;

/// All matches of a pair: a part is some of the lines that came apart from one plane.
pub(super) struct Placements {
    table: Table,
    max_turns: u64,
    setups: u64,
    explored: Explored,
    points: Points,
    parts: Vec<Part>,
}

/// Some lines of a history.
struct Part {
    history: usize,
    lines: std::ops::Range<usize>,
}

/// A line of a history.
#[derive(Clone, Copy)]
struct LineAt {
    history: usize,
    line: usize,
}

/// So many lines are a part: for less the replay of the plane is not worth it.
const LINES_A_PART: usize = 64;

impl Placements {
    pub(super) fn new(parameters: Parameters, programs: &[&Code]) -> Self {
        let [ones, twos, distances] = Plane::of_lengths(lengths(programs));
        Self::of(parameters, programs, Plane::new(ones, twos, distances))
    }

    /// Only the matches in which the programs begin at some of these addresses.
    pub(super) fn of_starts(parameters: Parameters, programs: &[&Code], starts: [&[usize]; 2]) -> Self {
        let [ones, twos, distances] = Plane::of_lengths(lengths(programs));
        let [one, two] = starts.map(|starts| starts.iter().map(|start| start % CELLS).collect::<Bases>());
        Self::of(parameters, programs, Plane::new(ones.and(&one), twos.and(&two), distances))
    }

    fn of(parameters: Parameters, programs: &[&Code], plane: Plane) -> Self {
        let points = Points::new(Engine::new(parameters, programs));
        let mut table = Table::new();
        let programs = [0, 1].map(|seat: usize| {
            let instructions = programs[seat].instructions().iter();
            instructions.map(|instruction| table.add(instruction)).collect()
        });
        let max_turns = parameters.max_turns;
        let setups = extent::Extent::len(&plane);
        let explored = explore::explore(&programs, &table, max_turns, plane);
        let mut parts = Vec::new();
        for (history, lines) in explored.histories.iter().map(|history| history.lines.len()).enumerate() {
            let starts = (0..lines).step_by(LINES_A_PART);
            parts.extend(starts.map(|start| Part { history, lines: start..lines.min(start + LINES_A_PART) }));
        }
        Self { table, max_turns, setups, explored, points, parts }
    }

    /// How many lines came apart from all planes.
    fn lines(&self) -> usize {
        self.explored.histories.iter().map(|history| history.lines.len()).sum()
    }

    /// Where a line is, of all.
    fn line_at(&self, nth: usize) -> LineAt {
        let mut line = nth;
        for (history, lines) in self.explored.histories.iter().map(|history| history.lines.len()).enumerate()
        {
            match line.checked_sub(lines) {
                Some(rest) => line = rest,
                None => return LineAt { history, line },
            }
        }
        unreachable!("there are not so many lines")
    }

    /// Plays a part. `None` if it was left off.
    fn play(&self, part: &Part, goes_on: &dyn Fn(Work) -> bool) -> Option<Counts> {
        let mut player = Player::new(&self.table, self.max_turns, self.points.clone());
        let mut replay = Replay::new(&self.explored.histories[part.history], &self.table);
        for line in part.lines.clone() {
            player.settle(replay.line(line), goes_on).ok()?;
        }
        Some(player.counts)
    }
}

fn lengths(programs: &[&Code]) -> [usize; 2] {
    [0, 1].map(|seat: usize| programs[seat].instructions().len())
}

impl Census for Placements {
    fn setups(&self) -> u64 {
        self.setups
    }

    fn estimated_ms(&self) -> u64 {
        estimate::milliseconds(self)
    }

    /// One more than there are parts to play: the first is what was decided before.
    fn parts(&self) -> u64 {
        self.parts.len() as u64 + 1
    }

    fn count(&self, part: u64, stop: &dyn Fn() -> bool) -> Option<Counts> {
        match part.checked_sub(1) {
            None => Some(self.explored.counts),
            Some(nth) => {
                let nth = usize::try_from(nth).expect("it is one of the parts");
                self.play(&self.parts[nth], &|_| !stop())
            }
        }
    }
}

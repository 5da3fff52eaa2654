//! Scores over every placement.
//!
//! Almost everything in a match depends only on how far apart the programs lie, or on where one of them begins. So
//! matches are played together: at first all placements as one (`explore`), then those that agree in an address or in
//! the distance (`lines`). The matches that are left are played one by one (`in_place`, `points`).

mod bases;
mod cells;
mod changes;
mod cheaper_method;
mod cycle;
mod departures;
mod estimate;
mod explore;
mod extent;
mod few_changes;
mod group;
mod history;
mod in_place;
mod layers;
mod leaps;
mod lines;
mod orbits;
mod plane_sums;
mod points;
mod round_writes;
mod rounds;
mod searches;
mod single;
mod smooth;
mod spare;
mod splits;
mod strides;
mod stripes;
mod sums;
mod symbol;
mod table;
mod targets;
mod trail;
mod ways;

use game::{Census, Counts};

use self::bases::Bases;
use self::explore::{Explored, Playing};
use self::extent::Plane;
use self::history::{History, Replay};
use self::lines::Player;
use self::points::Points;
use self::table::Table;
use super::engine::Engine;
use super::instruction::CELLS;
use super::program::Code;
use super::setup::Parameters;

/// All matches of a pair. A part is some of the lines that came apart from one plane, or a plane that was left.
pub(super) struct Placements {
    table: Table,
    max_turns: u64,
    setups: u64,
    explored: Explored,
    points: Points,
    parts: Vec<Part>,
}

/// Matches that are played together.
enum Part {
    /// Some lines of a history.
    Lines { history: usize, lines: std::ops::Range<usize> },
    /// A plane and all lines that come apart from it. The number says which of the planes that were left it is.
    Plane(usize),
}

/// After this many nanoseconds of work, planes that are left become parts.
const MOST_WORK: u64 = 10_000_000;
/// A part has up to this many lines. For fewer, the replay of the plane would not be worth it.
const LINES_PER_PART: usize = 64;

impl Placements {
    pub(super) fn new(parameters: Parameters, programs: &[&Code]) -> Self {
        let [ones, twos, distances] = Plane::of_lengths(lengths(programs));
        Self::of(parameters, programs, Plane::new(ones, twos, distances), MOST_WORK)
    }

    /// Only the matches in which the programs begin at some of these addresses.
    pub(super) fn of_starts(parameters: Parameters, programs: &[&Code], starts: [&[usize]; 2]) -> Self {
        let [ones, twos, distances] = Plane::of_lengths(lengths(programs));
        let [one, two] = starts.map(|starts| starts.iter().map(|start| start % CELLS).collect::<Bases>());
        Self::of(parameters, programs, Plane::new(ones.and(&one), twos.and(&two), distances), MOST_WORK)
    }

    fn of(parameters: Parameters, programs: &[&Code], plane: Plane, most_work: u64) -> Self {
        let points = Points::new(Engine::new(parameters, programs));
        let mut table = Table::new();
        let programs = [0, 1].map(|seat: usize| {
            let instructions = programs[seat].instructions().iter();
            instructions.map(|instruction| table.add(instruction)).collect()
        });
        let max_turns = parameters.max_turns;
        let setups = extent::Extent::len(&plane);
        let plane = Playing::begin(&programs, &table, plane);
        let explored = explore::explore(plane, &table, max_turns, &|work| work < most_work);
        let mut parts = Vec::new();
        for (history, lines) in explored.histories.iter().map(|history| history.lines.len()).enumerate() {
            let starts = (0..lines).step_by(LINES_PER_PART);
            let until = |start: usize| lines.min(start + LINES_PER_PART);
            parts.extend(starts.map(|start| Part::Lines { history, lines: start..until(start) }));
        }
        parts.extend((0..explored.left.len()).map(Part::Plane));
        Self { table, max_turns, setups, explored, points, parts }
    }

    /// Plays a part. `None` if it was stopped.
    fn play(&self, part: &Part, stop: &dyn Fn() -> bool) -> Option<Counts> {
        match part {
            Part::Lines { history, lines } => {
                self.play_lines(&self.explored.histories[*history], lines.clone(), stop)
            }
            Part::Plane(nth) => {
                let plane = self.explored.left[*nth].again();
                let explored = explore::explore(plane, &self.table, self.max_turns, &|_| !stop());
                let mut counts = explored.counts;
                for history in &explored.histories {
                    counts += self.play_lines(history, 0..history.lines.len(), stop)?;
                }
                explored.left.is_empty().then_some(counts)
            }
        }
    }

    fn play_lines(
        &self,
        history: &History,
        lines: std::ops::Range<usize>,
        stop: &dyn Fn() -> bool,
    ) -> Option<Counts> {
        let mut player = Player::new(&self.table, self.max_turns, self.points.clone());
        let mut replay = Replay::new(history);
        for line in lines {
            let line = replay.line(line, &mut player.spare);
            player.settle(line, &|_| !stop()).ok()?;
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

    /// One more than there are parts to play. The first one stands for what was decided before.
    fn parts(&self) -> u64 {
        self.parts.len() as u64 + 1
    }

    fn count(&self, part: u64, stop: &dyn Fn() -> bool) -> Option<Counts> {
        match part.checked_sub(1) {
            None => Some(self.explored.counts),
            Some(nth) => {
                let nth = usize::try_from(nth).expect("it is one of the parts");
                self.play(&self.parts[nth], stop)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::crash::read;

    /// Two programs. The first is of Radar's kind: it adds up cells, so a plane comes apart into planes. The second is
    /// what it meets.
    const WATCHES: &str = "write noop 1024\nwrite noop 2048\nstore [a]+1 a\nstore [i]-[1024]-[2048]+1 i\nwrite crash [a]\nstore [i]-2 i\n";
    const LEAVES_PADS: &str = "write store [i]+3 i [i]+[a]+2531\nstore [a]+2532 a\nstore [i]-3 i\n";

    fn counts(most_work: u64) -> (Counts, u64) {
        let code = [WATCHES, LEAVES_PADS].map(|source| read(source.as_bytes()).program.expect("it is legal"));
        let programs = [&code[0], &code[1]];
        let some = |step: usize| (0..CELLS).step_by(step).collect::<Bases>();
        let [ones, twos, distances] = Plane::of_lengths(lengths(&programs));
        let plane = Plane::new(ones.and(&some(7)), twos.and(&some(5)), distances);
        let placements = Placements::of(Parameters { max_turns: 3_000 }, &programs, plane, most_work);
        let mut counts = Counts::default();
        for part in 0..placements.parts() {
            counts += placements.count(part, &|| false).expect("nobody stops it");
        }
        assert_eq!(counts.setups(), placements.setups());
        (counts, placements.parts())
    }

    #[test]
    fn planes_that_are_left_are_counted_as_those_that_are_not() {
        let (at_once, _) = counts(u64::MAX);
        let (left, parts) = counts(0);
        assert_eq!(parts, 2, "all is left to one part");
        assert_eq!(at_once, left);
        let (some_left, _) = counts(100_000);
        assert_eq!(at_once, some_left);
    }

    #[test]
    fn a_part_is_left_off_if_somebody_says_so() {
        let code = [WATCHES, LEAVES_PADS].map(|source| read(source.as_bytes()).program.expect("it is legal"));
        let placements = Placements::new(Parameters { max_turns: 1_000_000 }, &[&code[0], &code[1]]);
        assert_eq!(placements.count(placements.parts() - 1, &|| true), None);
    }
}

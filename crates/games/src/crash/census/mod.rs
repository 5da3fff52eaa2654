//! Scores over every placement.
//!
//! Almost all of a match depends only on how far the programs lie apart, so matches at one distance are played
//! together, as a group.

mod bases;
mod cycle;
mod edges;
mod estimate;
mod group;
mod player;
mod rush;
mod sums;
mod symbol;
mod table;

use game::{Census, Counts};

use self::group::Group;
use self::player::Player;
use self::table::Table;
use super::instruction::CELLS;
use super::program::Code;
use super::setup::Parameters;

/// All matches of a pair: a part is the placements at one distance, from the first program to the second, round the
/// memory.
pub(super) struct Placements {
    table: Table,
    programs: [Vec<u16>; 2],
    max_turns: u64,
}

impl Placements {
    pub(super) fn new(parameters: Parameters, programs: &[&Code]) -> Self {
        let mut table = Table::new();
        let programs = [0, 1].map(|seat: usize| {
            let instructions = programs[seat].instructions().iter();
            instructions.map(|instruction| table.add(instruction)).collect()
        });
        Self { table, programs, max_turns: parameters.max_turns }
    }

    fn lengths(&self) -> [usize; 2] {
        self.programs.each_ref().map(Vec::len)
    }

    /// The matches of a part before the first turn.
    fn group(&self, part: u64) -> Group {
        let part = usize::try_from(part).expect("a part is a distance");
        Group::at_distance(&self.programs, self.lengths()[0] + part, self.table.sums().len())
    }
}

impl Census for Placements {
    fn setups(&self) -> u64 {
        self.parts() * (self.parts() + 1)
    }

    fn estimated_ms(&self) -> u64 {
        estimate::milliseconds(self)
    }

    fn parts(&self) -> u64 {
        let [one, two] = self.lengths();
        (CELLS + 1 - one - two) as u64
    }

    fn count(&self, part: u64, stop: &dyn Fn() -> bool) -> Option<Counts> {
        let group = self.group(part);
        let mut player = Player::new(&self.table, self.max_turns, &group);
        player.settle(group, stop).then_some(player.counts)
    }
}

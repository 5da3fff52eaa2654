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
mod prelude;
mod rounds;
mod rush;
mod solo;
mod sums;
mod symbol;
mod table;

use game::{Census, Counts};

use self::group::Group;
use self::player::Player;
use self::prelude::Prelude;
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
    prelude: Prelude,
}

impl Placements {
    pub(super) fn new(parameters: Parameters, programs: &[&Code]) -> Self {
        let mut table = Table::new();
        let programs = [0, 1].map(|seat: usize| {
            let instructions = programs[seat].instructions().iter();
            instructions.map(|instruction| table.add(instruction)).collect()
        });
        let max_turns = parameters.max_turns;
        let prelude = Prelude::new(&programs, &table, max_turns);
        Self { table, programs, max_turns, prelude }
    }

    fn lengths(&self) -> [usize; 2] {
        self.programs.each_ref().map(Vec::len)
    }

    /// The matches of a part in the turn in which the programs meet, and the player who is to play them.
    fn begin(&self, part: u64) -> (Player<'_>, Group) {
        let distance = self.lengths()[0] + usize::try_from(part).expect("a part is a distance");
        let mut group = Group::at_distance(&self.programs, distance, self.table.sums().len());
        let mut player = Player::new(&self.table, self.max_turns, &group);
        self.prelude.skip(&mut player, &mut group, distance);
        (player, group)
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
        let (mut player, group) = self.begin(part);
        player.settle(group, stop).then_some(player.counts)
    }
}

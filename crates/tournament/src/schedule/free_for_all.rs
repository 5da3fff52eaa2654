//! Tournaments of games with more than two seats.

use std::fmt;

use game::SeededRng;

use super::Schedule;
use super::blocks::Blocks;
use super::history::History;
use crate::{Encounter, EncounterResult, EntrantIndex, rounded_up};

/// If there are at most this many groups, all of them can play.
const ALL_GROUPS: u64 = 500;

/// Groups of entrants, chosen so that everybody plays in equally many, and all pairs meet as equally often as
/// could be found.
///
/// In a round everybody plays in as many groups as a group has seats: the round is a base block of a cyclic
/// design, developed (see the module `blocks`). If the field is one group, it plays once a round. The
/// design depends on numbers alone; who takes which place in it is drawn from the seed.
#[derive(Debug, Clone)]
pub struct FreeForAll {
    /// The entrants in the drawn order.
    order: Vec<EntrantIndex>,
    seats: usize,
    games: u64,
    design: Design,
    rounds_played: u64,
}

#[derive(Debug, Clone)]
enum Design {
    /// The whole field is a group.
    OneGroup {
        rounds: u64,
    },
    /// A single round of all possible groups.
    AllGroups {
        groups: u64,
    },
    Cyclic {
        rounds: u64,
        blocks: Blocks,
    },
}

/// Why such a tournament is not possible.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FreeForAllError {
    /// A group needs two seats at least.
    TooFewSeats {
        /// The seats of a group.
        seats: usize,
    },
    /// There are fewer entrants than a group has seats.
    TooFewEntrants {
        /// The entrants.
        entrants: usize,
        /// The seats of a group.
        seats: usize,
    },
}

impl fmt::Display for FreeForAllError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooFewSeats { seats } => write!(out, "a group needs at least 2 seats, not {seats}"),
            Self::TooFewEntrants { entrants, seats } => {
                write!(out, "a group has {seats} seats, but there are only {entrants} entrants")
            }
        }
    }
}

impl std::error::Error for FreeForAllError {}

impl FreeForAll {
    /// Groups of `seats` of the `entrants`, each for `games` games, which are rounded up to a multiple of
    /// `seats`.
    ///
    /// Without a number of rounds, all groups play if they are at most 500. Otherwise there are as many
    /// rounds as it takes that every pair meets, or up to about twice as many if pairs then meet more
    /// equally often; but at most 256.
    ///
    /// # Errors
    /// If the entrants do not fill a group, or a group is less than two.
    pub fn new(
        entrants: usize,
        seats: usize,
        rounds: Option<u64>,
        games: u64,
        seed: u64,
    ) -> Result<Self, FreeForAllError> {
        if seats < 2 {
            return Err(FreeForAllError::TooFewSeats { seats });
        }
        if entrants < seats {
            return Err(FreeForAllError::TooFewEntrants { entrants, seats });
        }
        let order = SeededRng::for_setup(seed).order(entrants);
        let design = Design::new(entrants, seats, rounds);
        Ok(Self { order, seats, games: rounded_up(games, seats), design, rounds_played: 0 })
    }

    /// The least and the greatest number of games that any two entrants play together.
    #[must_use]
    pub fn meetings(&self) -> (u64, u64) {
        let (least, most) = match &self.design {
            Design::OneGroup { rounds } => (*rounds, *rounds),
            Design::AllGroups { .. } => {
                let groups = few_choices(self.order.len() - 2, self.seats - 2).unwrap_or(0);
                (groups, groups)
            }
            Design::Cyclic { rounds, blocks } => blocks.meetings(*rounds),
        };
        (least.saturating_mul(self.games), most.saturating_mul(self.games))
    }

    /// The groups of the next round, by places in the drawn order.
    fn next_groups(&self) -> Vec<Vec<usize>> {
        let entrants = self.order.len();
        let round = self.rounds_played;
        match &self.design {
            Design::OneGroup { rounds } if round < *rounds => vec![(0..entrants).collect()],
            Design::AllGroups { .. } if round == 0 => choices(entrants, self.seats),
            Design::Cyclic { rounds, blocks } if round < *rounds => blocks.developed(round),
            _ => Vec::new(),
        }
    }
}

impl Schedule for FreeForAll {
    fn next_round(&mut self, played: &[EncounterResult]) -> Vec<Encounter> {
        let mut history = History::of(played);
        let groups = self.next_groups();
        self.rounds_played = self.rounds_played.saturating_add(1);
        let members = groups.iter().map(|group| group.iter().map(|&place| self.order[place]).collect());
        members.map(|members| history.meet(members, self.games)).collect()
    }

    fn matches(&self) -> u64 {
        let groups = match &self.design {
            Design::OneGroup { rounds } => *rounds,
            Design::AllGroups { groups } => *groups,
            Design::Cyclic { rounds, .. } => rounds.saturating_mul(self.order.len() as u64),
        };
        groups.saturating_mul(self.games)
    }
}

impl Design {
    fn new(entrants: usize, seats: usize, rounds: Option<u64>) -> Self {
        if entrants == seats {
            return Self::OneGroup { rounds: rounds.unwrap_or(1) };
        }
        match (rounds, few_choices(entrants, seats)) {
            (Some(rounds), _) => Self::Cyclic { rounds, blocks: Blocks::searched(entrants, seats, rounds) },
            (None, Some(groups)) => Self::AllGroups { groups },
            (None, None) => {
                let blocks = Blocks::covering(entrants, seats);
                Self::Cyclic { rounds: blocks.len() as u64, blocks }
            }
        }
    }
}

/// In how many ways `chosen` of `all` can be chosen, if that is not too many.
fn few_choices(all: usize, chosen: usize) -> Option<u64> {
    let fewer = chosen.min(all - chosen) as u64;
    let mut choices = 1;
    for nth in 1..=fewer {
        // Exact: after each step it is a number of choices itself.
        choices = choices * (all as u64 - fewer + nth) / nth;
        if choices > ALL_GROUPS {
            return None;
        }
    }
    Some(choices)
}

/// All ways to choose `chosen` of `all` numbers, in lexicographic order.
fn choices(all: usize, chosen: usize) -> Vec<Vec<usize>> {
    let mut choices = vec![Vec::new()];
    for nth in 0..chosen {
        let last = all - (chosen - nth);
        let longer = |choice: Vec<usize>| {
            let first = choice.last().map_or(0, |&before| before + 1);
            (first..=last).map(move |next| choice.iter().copied().chain([next]).collect())
        };
        choices = choices.into_iter().flat_map(longer).collect();
    }
    choices
}

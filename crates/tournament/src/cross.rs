//! The cross table: everybody against everybody.

use crate::{Entrant, Games, Played};

/// How one entrant did against another.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct HeadToHead {
    /// Games in which it had the better place.
    pub ahead: Games,
    /// Games in which both had the same place.
    pub level: Games,
    /// Games in which it had the worse place.
    pub behind: Games,
}

impl HeadToHead {
    /// Games that both played.
    #[must_use]
    pub fn games(self) -> Games {
        self.ahead + self.level + self.behind
    }

    /// The share of games that it was ahead in, level games counting half, in thousandths, rounded to the
    /// nearest; nothing if they never met.
    #[must_use]
    pub fn score_thousandths(self) -> Option<u64> {
        let [ahead, level, games] = [self.ahead, self.level, self.games()].map(Games::in_billionths);
        let thousandths = ((2 * ahead + level) * 1000 + games).checked_div(2 * games)?;
        u64::try_from(thousandths).ok()
    }
}

/// How everybody did against everybody.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CrossTable {
    entrants: usize,
    cells: Vec<HeadToHead>,
}

impl CrossTable {
    /// The cross table of these encounters.
    #[must_use]
    pub fn new(entrants: usize, played: &[Played]) -> Self {
        let mut table = Self { entrants, cells: vec![HeadToHead::default(); entrants * entrants] };
        for Played { encounter, tally } in played {
            for (at, &one) in encounter.members.iter().enumerate() {
                for (other_at, &other) in encounter.members.iter().enumerate().filter(|(b, _)| *b != at) {
                    let (ahead, behind) = (tally.ahead[at][other_at], tally.ahead[other_at][at]);
                    let cell = &mut table.cells[one * entrants + other];
                    cell.ahead += tally.games_of(ahead);
                    cell.behind += tally.games_of(behind);
                    cell.level += tally.games_of(tally.counted() - ahead - behind);
                }
            }
        }
        table
    }

    /// How `one` did against `other`.
    #[must_use]
    pub fn of(&self, one: Entrant, other: Entrant) -> HeadToHead {
        self.cells[one * self.entrants + other]
    }
}

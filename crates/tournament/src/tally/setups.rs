//! How the places in the games of a setup came out together, where more than two meet.

use std::collections::BTreeMap;

/// The setups all of whose games were played. A setup that lost a game is not counted.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Setups {
    /// How many setups these are.
    pub(crate) count: u64,
    /// For each member.
    pub(crate) members: Vec<PlaceSums>,
    /// By their numbers, the setups that still miss a game.
    waiting: BTreeMap<u64, Unfinished>,
}

/// The places of one member, added up.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct PlaceSums {
    /// All places.
    pub(crate) places: u64,
    /// The squares of all places.
    pub(crate) squares: u64,
    /// The squares of the sums of each setup.
    pub(crate) setup_squares: u64,
}

#[derive(Debug, Clone, Default, PartialEq, Eq)]
struct Unfinished {
    games: usize,
    /// For each member the sum of its places, and that of their squares.
    sums: Vec<[u64; 2]>,
}

impl Setups {
    /// Adds a game of a setup by the places of the members.
    pub(super) fn add(&mut self, setup: u64, places: &[u32]) {
        let squares = |&place: &u32| [u64::from(place), u64::from(place) * u64::from(place)];
        self.join(setup, &Unfinished { games: 1, sums: places.iter().map(squares).collect() });
    }

    pub(super) fn merge(&mut self, other: &Self) {
        self.count += other.count;
        self.members.resize(self.members.len().max(other.members.len()), PlaceSums::default());
        for (mine, theirs) in self.members.iter_mut().zip(&other.members) {
            mine.places += theirs.places;
            mine.squares += theirs.squares;
            mine.setup_squares += theirs.setup_squares;
        }
        for (&setup, games) in &other.waiting {
            self.join(setup, games);
        }
    }

    /// Adds games to a setup, and counts it if it then has a game for each seat.
    fn join(&mut self, setup: u64, games: &Unfinished) {
        let seats = games.sums.len();
        let known = self.waiting.entry(setup).or_default();
        known.games += games.games;
        known.sums.resize(seats, [0; 2]);
        for (mine, theirs) in known.sums.iter_mut().zip(&games.sums) {
            mine.iter_mut().zip(theirs).for_each(|(mine, theirs)| *mine += theirs);
        }
        if known.games < seats {
            return;
        }
        let sums = self.waiting.remove(&setup).unwrap_or_default().sums;
        self.count += 1;
        self.members.resize(seats, PlaceSums::default());
        for (member, [places, squares]) in self.members.iter_mut().zip(sums) {
            member.places += places;
            member.squares += squares;
            member.setup_squares += places * places;
        }
    }
}

//! Who won how often: for two in little memory, for any number and any places in whatever it takes.

use std::collections::BTreeMap;

use super::MemberTally;
use super::setups::Setups;

/// The value for a first win that never came.
const NEVER: u64 = u64::MAX;

/// The counts of two of whom one has place 1 and the other place 2, or both place 1.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct PairCounts {
    wins: [u64; 2],
    draws: u64,
    first_wins: [u64; 2],
    /// Repeated games: wins of member 0, draws, wins of member 1. Mostly there are none.
    repeats: Option<Box<[u64; 3]>>,
    /// Games that ended by a member's fault. Mostly there are none.
    faults: Option<Box<[u64; 2]>>,
}

impl Default for PairCounts {
    fn default() -> Self {
        Self { wins: [0; 2], draws: 0, first_wins: [NEVER; 2], repeats: None, faults: None }
    }
}

/// The index of the count of a game of two with these places. `None` if a game of two cannot have these places.
fn result(places: &[u32]) -> Option<usize> {
    match places {
        [1, 2] => Some(0),
        [1, 1] => Some(1),
        [2, 1] => Some(2),
        _ => None,
    }
}

impl PairCounts {
    pub(super) fn exact(wins: [u64; 2], draws: u64) -> Self {
        Self { wins, draws, ..Self::default() }
    }

    /// Wins of member 0, draws, wins of member 1.
    fn results(&self) -> [u64; 3] {
        [self.wins[0], self.draws, self.wins[1]]
    }

    /// The counts without repeated games.
    pub(super) fn distinct_results(&self) -> [u64; 3] {
        let repeats = self.repeats.as_deref().copied().unwrap_or_default();
        let results = self.results();
        [0, 1, 2].map(|at| results[at] - repeats[at])
    }

    pub(super) fn distinct_games(&self) -> u64 {
        self.distinct_results().iter().sum()
    }

    pub(super) fn distinct(&self) -> Vec<(Vec<u32>, u64)> {
        let [wins, draws, losses] = self.distinct_results();
        let counts = [(vec![1, 1], draws), (vec![1, 2], wins), (vec![2, 1], losses)];
        counts.into_iter().filter(|(_, count)| *count > 0).collect()
    }

    pub(super) fn ahead(&self, member: usize, other: usize) -> u64 {
        if member == other { 0 } else { self.wins[member] }
    }

    pub(super) fn member(&self, member: usize) -> MemberTally {
        let first_win = self.first_wins[member];
        MemberTally {
            wins: self.wins[member],
            draws: (self.draws > 0).then_some((2, self.draws)).into_iter().collect(),
            faults: self.faults.as_ref().map_or(0, |faults| faults[member]),
            places: self.wins[member] + self.draws + 2 * self.wins[1 - member],
            first_win: (first_win != NEVER).then_some(first_win),
        }
    }

    /// Counts a game; says whether it has room for such places.
    pub(super) fn add(&mut self, game: u64, places: &[u32], faulty: Option<usize>) -> bool {
        let Some(result) = result(places) else { return false };
        match result {
            0 => self.win(0, game),
            1 => self.draws += 1,
            _ => self.win(1, game),
        }
        if let Some(member) = faulty {
            self.faults.get_or_insert_default()[member] += 1;
        }
        true
    }

    fn win(&mut self, member: usize, game: u64) {
        self.wins[member] += 1;
        self.first_wins[member] = self.first_wins[member].min(game);
    }

    /// The game that was counted last, with these places, is a repeated one.
    pub(super) fn add_repeat(&mut self, places: &[u32]) {
        if let Some(result) = result(places) {
            self.repeats.get_or_insert_default()[result] += 1;
        }
    }

    pub(super) fn merge(&mut self, other: &Self) {
        self.draws += other.draws;
        for member in [0, 1] {
            self.wins[member] += other.wins[member];
            self.first_wins[member] = self.first_wins[member].min(other.first_wins[member]);
        }
        if let Some(theirs) = &other.repeats {
            let mine = self.repeats.get_or_insert_default();
            mine.iter_mut().zip(theirs.iter()).for_each(|(mine, theirs)| *mine += theirs);
        }
        if let Some(theirs) = &other.faults {
            let mine = self.faults.get_or_insert_default();
            mine.iter_mut().zip(theirs.iter()).for_each(|(mine, theirs)| *mine += theirs);
        }
    }

    /// These counts in the form that allows any places.
    pub(super) fn as_any(&self) -> FieldCounts {
        FieldCounts {
            members: [0, 1].map(|member| self.member(member)).into(),
            ahead: vec![vec![0, self.wins[0]], vec![self.wins[1], 0]],
            distinct: self.distinct().into_iter().collect(),
            setups: Setups::default(),
        }
    }
}

/// The counts of any number of members.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct FieldCounts {
    members: Vec<MemberTally>,
    /// `ahead[a][b]`: games in which member `a` had a better place than member `b`.
    ahead: Vec<Vec<u64>>,
    /// How often the members had these places, in their order. Repeated games count once.
    distinct: BTreeMap<Vec<u32>, u64>,
    /// How the places of each setup came out together.
    setups: Setups,
}

impl FieldCounts {
    pub(super) fn new(members: usize) -> Self {
        Self {
            members: vec![MemberTally::default(); members],
            ahead: vec![vec![0; members]; members],
            distinct: BTreeMap::new(),
            setups: Setups::default(),
        }
    }

    pub(super) fn setups(&self) -> &Setups {
        &self.setups
    }

    /// Adds a game of three or more that is not a repeated one. Setups of two are counted elsewhere.
    pub(super) fn add_to_setup(&mut self, game: u64, places: &[u32]) {
        if places.len() > 2 {
            self.setups.add(game / places.len() as u64, places);
        }
    }

    pub(super) fn seats(&self) -> usize {
        self.members.len()
    }

    pub(super) fn member(&self, member: usize) -> &MemberTally {
        &self.members[member]
    }

    pub(super) fn ahead(&self, member: usize, other: usize) -> u64 {
        self.ahead[member][other]
    }

    pub(super) fn distinct(&self) -> Vec<(Vec<u32>, u64)> {
        self.distinct.iter().map(|(places, &count)| (places.clone(), count)).collect()
    }

    pub(super) fn distinct_games(&self) -> u64 {
        self.distinct.values().sum()
    }

    pub(super) fn distinct_of_two(&self) -> Option<[u64; 3]> {
        let of = |places: [u32; 2]| self.distinct.get(&places[..]).copied().unwrap_or_default();
        (self.members.len() == 2).then(|| [of([1, 2]), of([1, 1]), of([2, 1])])
    }

    /// Counts a game by the places of the members.
    pub(super) fn add(&mut self, game: u64, places: &[u32], faulty: Option<usize>) {
        let first = places.iter().filter(|&&place| place == 1).count();
        for (at, &place) in places.iter().enumerate() {
            let member = &mut self.members[at];
            member.places += u64::from(place);
            match (place, first) {
                (1, 1) => {
                    member.wins += 1;
                    member.first_win = Some(member.first_win.map_or(game, |known| known.min(game)));
                }
                (1, tied) => *member.draws.entry(tied).or_default() += 1,
                _ => {}
            }
            for (other, _) in places.iter().enumerate().filter(|(_, theirs)| place < **theirs) {
                self.ahead[at][other] += 1;
            }
        }
        if let Some(member) = faulty {
            self.members[member].faults += 1;
        }
    }

    pub(super) fn add_distinct(&mut self, places: Vec<u32>, count: u64) {
        *self.distinct.entry(places).or_default() += count;
    }

    pub(super) fn merge(&mut self, other: &Self) {
        for (mine, theirs) in self.members.iter_mut().zip(&other.members) {
            mine.wins += theirs.wins;
            mine.faults += theirs.faults;
            mine.places += theirs.places;
            for (tied, count) in &theirs.draws {
                *mine.draws.entry(*tied).or_default() += count;
            }
            mine.first_win = [mine.first_win, theirs.first_win].into_iter().flatten().min();
        }
        for (mine, theirs) in self.ahead.iter_mut().zip(&other.ahead) {
            mine.iter_mut().zip(theirs).for_each(|(mine, theirs)| *mine += theirs);
        }
        for (places, count) in &other.distinct {
            self.add_distinct(places.clone(), *count);
        }
        self.setups.merge(&other.setups);
    }
}

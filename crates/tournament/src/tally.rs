//! The results of the games of an encounter.

mod counts;
mod setups;

use std::cmp::Ordering;
use std::collections::BTreeMap;

use game::Counts;

use self::counts::{FieldCounts, PairCounts};
pub(crate) use self::setups::Setups;
use crate::{Games, Points, Scoring, Seating};

/// Counts over the games of an encounter, or over every setup there is. Members count as in [`Encounter::members`](crate::Encounter::members).
///
/// A tournament of a thousand programs has half a million of these, so that those of two take little memory.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tally {
    /// Games that were played, or that the encounter counts for where its score is exact.
    pub games: u64,
    /// Where the score is exact, the matches that all counts of this tally are of: one from every setup in either order.
    /// The games are shared out as these are.
    pub census: Option<u64>,
    /// Games that stayed void: nobody has won or lost them.
    pub voids: u64,
    /// Of encounters of two, the setups both of whose games were played, by the half-points that member 0 made in
    /// the two together: how far luck cancels within a setup. A setup that lost a game is not counted.
    pub setups: [u64; 5],
    counts: Counted,
    /// Who sat where.
    seating: Seating,
    /// The half-points of member 0 in games whose twin, the other game of the setup, has not come yet. Games come
    /// about in order, so that these are few.
    waiting: BTreeMap<u64, usize>,
}

/// Who won how often.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Counted {
    PairCounts(PairCounts),
    Any(Box<FieldCounts>),
}

impl Tally {
    /// Nothing yet, for this many members.
    #[must_use]
    pub fn new(members: usize) -> Self {
        Self::seated(members, Seating::default())
    }

    /// Nothing yet, for this many members who take their seats in this order.
    #[must_use]
    pub fn seated(members: usize, seating: Seating) -> Self {
        let counts = match members {
            2 => Counted::PairCounts(PairCounts::default()),
            _ => Counted::Any(Box::new(FieldCounts::new(members))),
        };
        Self { games: 0, census: None, voids: 0, setups: [0; 5], counts, seating, waiting: BTreeMap::new() }
    }

    /// The exact score of two, for `games` games. The first counts are of member 0 in seat 0, the others of member 1
    /// there.
    #[must_use]
    pub fn exact(games: u64, [one, other]: [Counts; 2]) -> Self {
        let wins = [one.wins[0] + other.wins[1], one.wins[1] + other.wins[0]];
        let counts = PairCounts::exact(wins, one.draws + other.draws);
        let matches = one.setups() + other.setups();
        Self { games, census: Some(matches), counts: Counted::PairCounts(counts), ..Self::new(2) }
    }

    /// How many members there are.
    #[must_use]
    pub fn seats(&self) -> usize {
        match &self.counts {
            Counted::PairCounts(_) => 2,
            Counted::Any(counts) => counts.seats(),
        }
    }

    /// Who sat where.
    #[must_use]
    pub fn seating(&self) -> Seating {
        self.seating
    }

    /// What a member has reached.
    ///
    /// # Panics
    /// If there is no such member.
    #[must_use]
    pub fn member(&self, member: usize) -> MemberTally {
        match &self.counts {
            Counted::PairCounts(counts) => counts.member(member),
            Counted::Any(counts) => counts.member(member).clone(),
        }
    }

    /// Games in which `member` had a better place than `other`.
    ///
    /// # Panics
    /// If there are no such members.
    #[must_use]
    pub fn ahead(&self, member: usize, other: usize) -> u64 {
        match &self.counts {
            Counted::PairCounts(counts) => counts.ahead(member, other),
            Counted::Any(counts) => counts.ahead(member, other),
        }
    }

    /// How often the members had these places, in their order, by rising places. Repeated games count once.
    #[must_use]
    pub fn distinct(&self) -> Vec<(Vec<u32>, u64)> {
        match &self.counts {
            Counted::PairCounts(counts) => counts.distinct(),
            Counted::Any(counts) => counts.distinct(),
        }
    }

    /// How many games these are.
    #[must_use]
    pub fn distinct_games(&self) -> u64 {
        match &self.counts {
            Counted::PairCounts(counts) => counts.distinct_games(),
            Counted::Any(counts) => counts.distinct_games(),
        }
    }

    /// Of encounters of two: how often member 0 won, both had the same place, and member 1 won. Repeated games count once.
    /// `None` for other encounters.
    #[must_use]
    pub fn distinct_of_two(&self) -> Option<[u64; 3]> {
        match &self.counts {
            Counted::PairCounts(counts) => Some(counts.distinct_results()),
            Counted::Any(counts) => counts.distinct_of_two(),
        }
    }

    /// Of encounters of three or more, how places came out within setups.
    pub(crate) fn setups_of_many(&self) -> Option<&Setups> {
        match &self.counts {
            Counted::Any(counts) if counts.seats() > 2 => Some(counts.setups()),
            _ => None,
        }
    }

    /// The matches that the counts of this tally are of.
    #[must_use]
    pub fn counted(&self) -> u64 {
        self.census.unwrap_or(self.games)
    }

    /// The games that this many of the counted matches stand for: themselves, where they are what was played.
    #[must_use]
    pub fn games_of(&self, counted: u64) -> Games {
        match self.census {
            Some(all) => Games::share(self.games, counted, all),
            None => Games::whole(counted),
        }
    }

    /// Adds a game by the places of its seats.
    pub fn add(&mut self, game: u64, places: &[u32], faulty_seat: Option<usize>) {
        let by_member = self.count(game, places, faulty_seat);
        if let &[own, other] = &by_member[..] {
            self.add_to_setup(game, half_points(own, other).into());
        }
        if let Counted::Any(counts) = &mut self.counts {
            counts.add_to_setup(game, &by_member);
            counts.add_distinct(by_member, 1);
        }
    }

    /// Adds a game that repeats one that was added before: it counts for points, and says nothing new.
    pub fn add_repeat(&mut self, game: u64, places: &[u32], faulty_seat: Option<usize>) {
        let by_member = self.count(game, places, faulty_seat);
        if let Counted::PairCounts(counts) = &mut self.counts {
            counts.add_repeat(&by_member);
        }
    }

    /// Counts a game for points, and returns the places of the members.
    fn count(&mut self, game: u64, places: &[u32], faulty_seat: Option<usize>) -> Vec<u32> {
        let seats = self.seats();
        let member_at = |seat| self.seating.member(seats, game, seat);
        let mut by_member = vec![0; seats];
        for (seat, &place) in places.iter().enumerate() {
            by_member[member_at(seat)] = place;
        }
        let faulty = faulty_seat.map(member_at);
        self.games += 1;
        if let Counted::PairCounts(counts) = &mut self.counts
            && counts.add(game, &by_member, faulty)
        {
            return by_member;
        }
        self.any().add(game, &by_member, faulty);
        by_member
    }

    /// The counts in the form that has room for any places.
    fn any(&mut self) -> &mut FieldCounts {
        if let Counted::PairCounts(counts) = &self.counts {
            self.counts = Counted::Any(Box::new(counts.as_any()));
        }
        match &mut self.counts {
            Counted::Any(counts) => counts,
            Counted::PairCounts(_) => unreachable!("they were turned into the other form"),
        }
    }

    /// Adds a game of two by the half-points of member 0: counts its setup if it is the second game of it.
    fn add_to_setup(&mut self, game: u64, half_points: usize) {
        match self.waiting.remove(&(game ^ 1)) {
            Some(others) => {
                self.setups[half_points + others] += 1;
                if self.waiting.is_empty() {
                    // An empty map that was not empty before keeps its memory.
                    self.waiting = BTreeMap::new();
                }
            }
            None => {
                self.waiting.insert(game, half_points);
            }
        }
    }

    /// Adds a game that stayed void.
    pub fn add_void(&mut self) {
        self.voids += 1;
    }

    /// Adds another tally of other games of the same members. Exact scores go with exact ones only.
    pub fn merge(&mut self, other: &Self) {
        self.census = match (self.games, self.census, other.census) {
            (0, None, census) => census,
            (_, own, more) => own.map(|own| own + more.unwrap_or_default()),
        };
        self.games += other.games;
        self.voids += other.voids;
        self.setups.iter_mut().zip(other.setups).for_each(|(mine, theirs)| *mine += theirs);
        for (&game, &half_points) in &other.waiting {
            self.add_to_setup(game, half_points);
        }
        match (&mut self.counts, &other.counts) {
            (Counted::PairCounts(mine), Counted::PairCounts(theirs)) => mine.merge(theirs),
            (_, Counted::PairCounts(theirs)) => self.any().merge(&theirs.as_any()),
            (_, Counted::Any(theirs)) => self.any().merge(theirs),
        }
    }

    /// Repeated games.
    #[must_use]
    pub fn repeats(&self) -> u64 {
        self.counted() - self.distinct_games()
    }

    /// The points of a member.
    #[must_use]
    pub fn points(&self, member: usize, scoring: &Scoring) -> Points {
        let points = self.member(member).points(self.counted(), scoring);
        self.census.map_or(points, |all| points.scaled(self.games, all))
    }
}

/// What one member has reached.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct MemberTally {
    /// Games won.
    pub wins: u64,
    /// Games drawn, by how many shared the draw.
    pub draws: BTreeMap<usize, u64>,
    /// Games that ended by this member's fault.
    pub faults: u64,
    /// The places of all games together.
    pub places: u64,
    /// The first game won.
    pub first_win: Option<u64>,
}

/// The half-points of a place against another: 2 for a better one, 1 for the same.
#[must_use]
pub fn half_points(place: u32, other: u32) -> u8 {
    match place.cmp(&other) {
        Ordering::Less => 2,
        Ordering::Equal => 1,
        Ordering::Greater => 0,
    }
}

impl MemberTally {
    /// All games drawn.
    #[must_use]
    pub fn drawn(&self) -> u64 {
        self.draws.values().sum()
    }

    /// The points for these of `games` games.
    #[must_use]
    pub fn points(&self, games: u64, scoring: &Scoring) -> Points {
        let draws: Points = self.draws.iter().map(|(&tied, &count)| scoring.draw(tied).times(count)).sum();
        let losses = games - self.wins - self.drawn();
        scoring.win.times(self.wins) + draws + scoring.loss.times(losses)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seats_are_told_apart_from_members() {
        let mut tally = Tally::new(2);
        tally.add(0, &[1, 2], None);
        tally.add(1, &[1, 2], Some(1));
        tally.add(2, &[1, 1], None);
        assert_eq!([0, 1].map(|at| tally.member(at).wins), [1, 1]);
        assert_eq!([tally.ahead(0, 1), tally.ahead(1, 0), tally.ahead(1, 1)], [1, 1, 0]);
        assert_eq!(tally.member(0).faults, 1, "member 0 sat in seat 1 in game 1");
        assert_eq!(tally.distinct(), [(vec![1, 1], 1), (vec![1, 2], 1), (vec![2, 1], 1)]);
        assert_eq!(tally.distinct_of_two(), Some([1, 1, 1]));
        assert_eq!(tally.points(0, &Scoring::default()).to_string(), "1.5");
        tally.add_repeat(4, &[1, 2], None);
        assert_eq!((tally.games, tally.repeats(), tally.member(0).wins), (4, 1, 2));
    }

    #[test]
    fn an_exact_score_counts_for_its_games() {
        // Of 12 setups, member 0 wins 9 from seat 0 and 4 from seat 1.
        let tally = Tally::exact(10, [Counts { wins: [9, 1], draws: 2 }, Counts { wins: [6, 4], draws: 2 }]);
        assert_eq!((tally.games, tally.counted(), tally.repeats()), (10, 24, 0));
        let wins = [0, 1].map(|at| tally.member(at).wins);
        assert_eq!((wins, tally.member(0).drawn()), ([13, 7], 4));
        // 15 points of 24, times 10.
        assert_eq!(tally.points(0, &Scoring::default()).to_string(), "6.25");
        assert_eq!(tally.points(1, &Scoring::default()).to_string(), "3.75");
        assert_eq!(tally.games_of(13).to_string(), "5.417");
        let mut twice = Tally::new(2);
        twice.merge(&tally);
        twice.merge(&tally);
        assert_eq!((twice.games, twice.counted()), (20, 48));
        assert_eq!(twice.points(0, &Scoring::default()).to_string(), "12.5");
    }

    /// Member 0 sits in seat 0 of even games and in seat 1 of odd ones.
    #[test]
    fn setups_are_counted_by_half_points_of_member_0() {
        let mut tally = Tally::new(2);
        let games: [[u32; 2]; 8] = [[1, 2], [1, 2], [1, 2], [2, 1], [2, 1], [1, 2], [1, 1], [2, 1]];
        for (game, places) in (0..).zip(games) {
            tally.add(game, &places, None);
        }
        assert_eq!(tally.setups, [1, 0, 1, 1, 1], "1-1, 2-0, 0-2 and a draw and a win");
        assert!(tally.waiting.is_empty());
    }

    #[test]
    fn a_setup_counts_when_both_of_its_games_are_there() {
        let game = |number: u64, places: &[u32]| {
            let mut tally = Tally::new(2);
            tally.add(number, places, None);
            tally
        };
        let pieces =
            [game(5, &[1, 2]), game(0, &[1, 2]), game(3, &[1, 1]), game(4, &[1, 2]), game(1, &[2, 1])];
        let merged = |order: &[usize]| {
            let mut whole = Tally::new(2);
            for &at in order {
                whole.merge(&pieces[at]);
            }
            whole
        };
        let whole = merged(&[0, 1, 2, 3, 4]);
        assert_eq!(
            whole.setups,
            [0, 0, 1, 0, 1],
            "games 4 and 5 came to 1-1, 0 and 1 to 2-0, and 2 is missing"
        );
        assert_eq!(whole, merged(&[4, 2, 0, 3, 1]));
        let (mut left, right) = (merged(&[1, 2]), merged(&[3, 4, 0]));
        left.merge(&right);
        assert_eq!(whole, left);
    }

    #[test]
    fn places_of_many() {
        let mut tally = Tally::new(3);
        tally.add(2, &[1, 1, 3], None);
        // In game 2 the seats are taken by members 2, 0, 1.
        assert_eq!([0, 1, 2].map(|at| tally.member(at).places), [1, 3, 1]);
        let ahead = [0, 1, 2].map(|one| [0, 1, 2].map(|other| tally.ahead(one, other)));
        assert_eq!(ahead, [[0, 1, 0], [0, 0, 0], [0, 1, 0]]);
        assert_eq!(tally.distinct(), [(vec![1, 3, 1], 1)]);
        assert_eq!(tally.points(2, &Scoring::default()), Points::share(2));
        let mut twice = tally.clone();
        twice.merge(&tally);
        assert_eq!(twice.points(2, &Scoring::default()), Points::share(1));
        assert_eq!(twice.games, 2);
    }

    /// Games of two with places that no game has, such as nobody's first place, are counted as those of any number are.
    #[test]
    fn games_of_two_are_counted_as_those_of_any_number() {
        let ordinary: [&[u32; 2]; 3] = [&[1, 2], &[1, 1], &[2, 1]];
        let all_ordinary = (0..27).map(|n| [n % 3, n / 3 % 3, n / 9].map(|at| ordinary[at]));
        for games in all_ordinary {
            let (mut two, mut any) = (Tally::new(2), Tally::new(2));
            any.any();
            for (game, places) in (0..).zip(games) {
                two.add(game, places, Some(1));
                any.add(game, places, Some(1));
                two.add_repeat(7 + game, places, None);
                any.add_repeat(7 + game, places, None);
            }
            assert_ne!(two, any, "one is counted in each form");
            for tally in [&mut two, &mut any] {
                tally.add(4, &[2, 2], None);
            }
            assert_eq!(two, any);
            assert_eq!(
                (two.repeats(), two.member(0).drawn() + two.member(1).drawn()),
                (3, { 2 * 2 * games.iter().filter(|places| **places == &[1, 1]).count() as u64 })
            );
        }
    }
}

//! What the games of an encounter came to.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use game::Counts;

use crate::{Encounter, Games, Points, Scoring};

/// Counts over the games of an encounter, or over every setup there is. Members count as in [`Encounter::members`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tally {
    /// Games that were played, or that the encounter counts for where its score is exact.
    pub games: u64,
    /// Where the score is exact, the matches that all counts of this tally are of: one from every setup in either order.
    /// The games are shared out as these are.
    pub census: Option<u64>,
    /// Games that stayed void: nobody has won or lost them.
    pub voids: u64,
    /// What each member has reached.
    pub members: Vec<MemberTally>,
    /// `ahead[a][b]`: games in which member `a` had a better place than member `b`.
    pub ahead: Vec<Vec<u64>>,
    /// How often the members had these places, in their order. Games that are another one over again count once.
    pub distinct: BTreeMap<Vec<u32>, u64>,
    /// Of encounters of two, the setups both of whose games were played, by the half-points that member 0 made in
    /// the two together: how far luck cancels within a setup. A setup that lost a game is not counted.
    pub setups: [u64; 5],
    /// The half-points of member 0 in games whose twin, the other game of the setup, has not come yet. Games come
    /// about in order, so that these are few.
    waiting: BTreeMap<u64, usize>,
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

impl Tally {
    /// Nothing yet, for so many members.
    #[must_use]
    pub fn new(members: usize) -> Self {
        Self {
            games: 0,
            census: None,
            voids: 0,
            members: vec![MemberTally::default(); members],
            ahead: vec![vec![0; members]; members],
            distinct: BTreeMap::new(),
            setups: [0; 5],
            waiting: BTreeMap::new(),
        }
    }

    /// The exact score of two, for `games` games. The first counts are of member 0 in seat 0, the others of member 1
    /// there.
    #[must_use]
    pub fn exact(games: u64, [one, other]: [Counts; 2]) -> Self {
        let wins = [one.wins[0] + other.wins[1], one.wins[1] + other.wins[0]];
        let draws = one.draws + other.draws;
        let matches = one.setups() + other.setups();
        let member = |own: usize| MemberTally {
            wins: wins[own],
            draws: BTreeMap::from([(2, draws)]),
            places: wins[own] + draws + 2 * wins[1 - own],
            ..MemberTally::default()
        };
        let distinct = [(vec![1, 2], wins[0]), (vec![1, 1], draws), (vec![2, 1], wins[1])];
        Self {
            games,
            census: Some(matches),
            members: vec![member(0), member(1)],
            ahead: vec![vec![0, wins[0]], vec![wins[1], 0]],
            distinct: distinct.into(),
            ..Self::new(2)
        }
    }

    /// The matches that the counts of this tally are of.
    #[must_use]
    pub fn counted(&self) -> u64 {
        self.census.unwrap_or(self.games)
    }

    /// The games that so many of the counted matches stand for: themselves, where they are what was played.
    #[must_use]
    pub fn games_of(&self, counted: u64) -> Games {
        match self.census {
            Some(all) => Games::share(self.games, counted, all),
            None => Games::whole(counted),
        }
    }

    /// Takes up a game by the places of its seats.
    pub fn add(&mut self, game: u64, places: &[u32], faulty_seat: Option<usize>) {
        self.add_repeat(game, places, faulty_seat);
        let seats = self.members.len();
        let rotation = Encounter::rotation(seats, game);
        let of_member = |member: usize| places[(member + seats - rotation) % seats];
        let by_member: Vec<u32> = (0..seats).map(of_member).collect();
        if let &[own, other] = &by_member[..] {
            self.add_to_setup(game, half_points(own, other).into());
        }
        *self.distinct.entry(by_member).or_default() += 1;
    }

    /// Takes up a game that is one over again which was taken up before: it counts for points, and says nothing new.
    pub fn add_repeat(&mut self, game: u64, places: &[u32], faulty_seat: Option<usize>) {
        let seats = self.members.len();
        let rotation = Encounter::rotation(seats, game);
        let member_at = |seat: usize| (seat + rotation) % seats;
        let first = places.iter().filter(|&&place| place == 1).count();
        self.games += 1;
        for (seat, &place) in places.iter().enumerate() {
            let member = &mut self.members[member_at(seat)];
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
                self.ahead[member_at(seat)][member_at(other)] += 1;
            }
        }
        if let Some(seat) = faulty_seat {
            self.members[member_at(seat)].faults += 1;
        }
    }

    /// Takes up a game of two by the half-points of member 0: counts its setup if it is the second game of it.
    fn add_to_setup(&mut self, game: u64, half_points: usize) {
        let twin = game ^ 1;
        match self.waiting.remove(&twin) {
            Some(others) => self.setups[half_points + others] += 1,
            None => {
                self.waiting.insert(game, half_points);
            }
        }
    }

    /// Takes up a game that stayed void.
    pub fn add_void(&mut self) {
        self.voids += 1;
    }

    /// Takes up another tally of other games of the same members. Exact scores go with exact ones only.
    pub fn merge(&mut self, other: &Self) {
        self.census = match (self.games, self.census, other.census) {
            (0, None, census) => census,
            (_, own, more) => own.map(|own| own + more.unwrap_or_default()),
        };
        self.games += other.games;
        self.voids += other.voids;
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
        self.setups.iter_mut().zip(other.setups).for_each(|(mine, theirs)| *mine += theirs);
        for (&game, &half_points) in &other.waiting {
            self.add_to_setup(game, half_points);
        }
        for (places, count) in &other.distinct {
            *self.distinct.entry(places.clone()).or_default() += count;
        }
    }

    /// Games that are another one over again.
    #[must_use]
    pub fn repeats(&self) -> u64 {
        self.counted() - self.distinct.values().sum::<u64>()
    }

    /// The points of a member.
    #[must_use]
    pub fn points(&self, member: usize, scoring: &Scoring) -> Points {
        let points = self.members[member].points(self.counted(), scoring);
        self.census.map_or(points, |all| points.scaled(self.games, all))
    }
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
        let wins: Vec<u64> = tally.members.iter().map(|member| member.wins).collect();
        assert_eq!(wins, [1, 1]);
        assert_eq!(tally.ahead, [[0, 1], [1, 0]]);
        assert_eq!(tally.members[0].faults, 1, "member 0 sat in seat 1 in game 1");
        assert_eq!(tally.distinct, BTreeMap::from([(vec![1, 2], 1), (vec![2, 1], 1), (vec![1, 1], 1)]));
        assert_eq!(tally.points(0, &Scoring::default()).to_string(), "1.5");
        tally.add_repeat(4, &[1, 2], None);
        assert_eq!((tally.games, tally.repeats(), tally.members[0].wins), (4, 1, 2));
    }

    #[test]
    fn an_exact_score_counts_for_its_games() {
        // Of 12 setups, member 0 wins 9 from seat 0 and 4 from seat 1.
        let tally = Tally::exact(10, [Counts { wins: [9, 1], draws: 2 }, Counts { wins: [6, 4], draws: 2 }]);
        assert_eq!((tally.games, tally.counted(), tally.repeats()), (10, 24, 0));
        let wins = tally.members.iter().map(|member| member.wins).collect::<Vec<_>>();
        assert_eq!((wins, tally.members[0].drawn()), (vec![13, 7], 4));
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
        assert_eq!(tally.members.iter().map(|member| member.places).collect::<Vec<_>>(), [1, 3, 1]);
        assert_eq!(tally.ahead, [[0, 1, 0], [0, 0, 0], [0, 1, 0]]);
        assert_eq!(tally.distinct, BTreeMap::from([(vec![1, 3, 1], 1)]));
        assert_eq!(tally.points(2, &Scoring::default()), Points::share(2));
        let mut twice = tally.clone();
        twice.merge(&tally);
        assert_eq!(twice.points(2, &Scoring::default()), Points::share(1));
        assert_eq!(twice.games, 2);
    }
}

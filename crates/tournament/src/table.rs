//! The table: who is best.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use crate::{EncounterResult, EntrantIndex, Games, Points, Scoring};

/// What an entrant has reached in all its encounters.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Standing {
    /// Points, those for byes included.
    pub points: Points,
    /// Games won.
    pub wins: Games,
    /// Games drawn.
    pub draws: Games,
    /// Games neither won nor drawn.
    pub losses: Games,
    /// Games that were played, or that exact scores count for.
    pub games: u64,
    /// Games that stayed void.
    pub voids: u64,
    /// Games that ended by this entrant's fault.
    pub faults: u64,
    /// Games that would have been played in rounds without an opponent; they count as won.
    pub bye_games: u64,
    /// The places of all games together.
    pub places: Games,
}

impl Standing {
    /// Points per game, byes included. Entrants are ranked by it, since they may have played different
    /// numbers of games.
    #[must_use]
    pub fn score(&self) -> Points {
        self.points.per(self.games + self.bye_games)
    }

    /// The mean place in thousandths, rounded to the nearest; nothing without games.
    #[must_use]
    pub fn mean_place_thousandths(&self) -> Option<u64> {
        let thousandths = u64::try_from(self.places.in_thousandths()).unwrap_or(u64::MAX);
        thousandths.saturating_add(self.games / 2).checked_div(self.games)
    }
}

/// What ranks entrants.
#[derive(Debug, Clone, Default, PartialEq)]
pub enum Ranking {
    /// Points per game.
    #[default]
    Score,
    /// Points per game, then these points (Buchholz: the points of all opponents).
    ScoreThen(Vec<Points>),
    /// How far each came: 0 for the winner. Those who came as far share a rank.
    Stage(Vec<u32>),
    /// These numbers, the greatest first: the points per game that each entrant would have if all pairs had met equally
    /// often. Points per game do not show the best entrants if these mostly meet each other.
    Rated(Vec<f64>),
}

/// A line of the table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Row {
    /// 1 for the best; those who tie share a rank and the next ones are skipped.
    pub rank: usize,
    /// The entrant.
    pub entrant: EntrantIndex,
    /// What it has reached.
    pub standing: Standing,
    /// What decides between equal scores, where the schedule has such a thing.
    pub tie_break: Option<Points>,
}

/// All entrants, the best first. Those who share a rank stand in the order of the field.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Table {
    /// The lines.
    pub rows: Vec<Row>,
}

impl Table {
    /// The table of `entrants` entrants after these encounters. `bye_games` are, for who had any, the games
    /// of rounds without an opponent.
    #[must_use]
    pub fn new(
        entrants: usize,
        played: &[EncounterResult],
        bye_games: &BTreeMap<EntrantIndex, u64>,
        scoring: &Scoring,
        ranking: &Ranking,
    ) -> Self {
        let standings = standings(entrants, played, bye_games, scoring);
        let rated = match ranking {
            Ranking::Rated(ratings) => places_of(ratings),
            Ranking::Score | Ranking::ScoreThen(_) | Ranking::Stage(_) => Vec::new(),
        };
        let key = |entrant: EntrantIndex| match ranking {
            Ranking::Score => (0, Reverse((standings[entrant].score(), Points::default()))),
            Ranking::ScoreThen(then) => (0, Reverse((standings[entrant].score(), then[entrant]))),
            Ranking::Stage(stages) => (stages[entrant] as usize, Reverse(Default::default())),
            Ranking::Rated(_) => (rated[entrant], Reverse(Default::default())),
        };
        let mut order: Vec<EntrantIndex> = (0..entrants).collect();
        order.sort_by_key(|&entrant| key(entrant));
        let mut rows: Vec<Row> = Vec::with_capacity(entrants);
        for (at, &entrant) in order.iter().enumerate() {
            let rank = match rows.last() {
                Some(before) if key(before.entrant) == key(entrant) => before.rank,
                _ => at + 1,
            };
            let tie_break = match ranking {
                Ranking::ScoreThen(then) => Some(then[entrant]),
                Ranking::Score | Ranking::Stage(_) | Ranking::Rated(_) => None,
            };
            rows.push(Row { rank, entrant, standing: standings[entrant].clone(), tie_break });
        }
        Self { rows }
    }

    /// The line of an entrant.
    ///
    /// # Panics
    /// If there is no such entrant.
    #[must_use]
    pub fn row_of(&self, entrant: EntrantIndex) -> &Row {
        self.rows.iter().find(|row| row.entrant == entrant).expect("every entrant has a row")
    }
}

/// For each number, how many are greater.
fn places_of(numbers: &[f64]) -> Vec<usize> {
    let mut sorted = numbers.to_vec();
    sorted.sort_unstable_by(|a, b| b.total_cmp(a));
    numbers.iter().map(|number| sorted.partition_point(|other| other.total_cmp(number).is_gt())).collect()
}

/// What everybody has reached.
pub(crate) fn standings(
    entrants: usize,
    played: &[EncounterResult],
    bye_games: &BTreeMap<EntrantIndex, u64>,
    scoring: &Scoring,
) -> Vec<Standing> {
    let mut standings = vec![Standing::default(); entrants];
    for EncounterResult { encounter, tally } in played {
        for (at, &entrant) in encounter.members.iter().enumerate() {
            let member = tally.member(at);
            let standing = &mut standings[entrant];
            standing.points += tally.points(at, scoring);
            standing.wins += tally.games_of(member.wins);
            standing.draws += tally.games_of(member.drawn());
            standing.losses += tally.games_of(tally.counted() - member.wins - member.drawn());
            standing.games += tally.games;
            standing.voids += tally.voids;
            standing.faults += member.faults;
            standing.places += tally.games_of(member.places);
        }
    }
    for (&entrant, &games) in bye_games {
        standings[entrant].bye_games += games;
        standings[entrant].points += scoring.win.times(games);
    }
    standings
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Encounter, Tally};

    fn game(members: &[usize], places: &[u32]) -> EncounterResult {
        let mut tally = Tally::new(members.len());
        tally.add(0, places, None);
        EncounterResult { encounter: Encounter::new(members.to_vec(), 0, 1), tally }
    }

    fn ranks(table: &Table) -> Vec<(usize, usize)> {
        table.rows.iter().map(|row| (row.rank, row.entrant)).collect()
    }

    #[test]
    fn those_who_tie_share_a_rank_and_the_next_is_skipped() {
        let played = [game(&[0, 1], &[2, 1]), game(&[1, 2], &[2, 1]), game(&[0, 2], &[1, 2])];
        let mut table = Table::new(4, &played, &BTreeMap::new(), &Scoring::default(), &Ranking::Score);
        assert_eq!(ranks(&table), [(1, 0), (1, 1), (1, 2), (4, 3)]);
        table = Table::new(
            4,
            &played,
            &BTreeMap::from([(3, 2)]),
            &Scoring::default(),
            &Ranking::ScoreThen(vec![1, 3, 1, 0].into_iter().map(|n| Points::share(1).times(n)).collect()),
        );
        assert_eq!(ranks(&table), [(1, 3), (2, 1), (3, 0), (3, 2)]);
    }

    #[test]
    fn ratings_rank_whatever_the_points() {
        let played = [game(&[0, 1], &[1, 2]), game(&[2, 3], &[1, 2])];
        let rated = Ranking::Rated(vec![0.25, 0.5, -1.0, 0.5]);
        let table = Table::new(4, &played, &BTreeMap::new(), &Scoring::default(), &rated);
        assert_eq!(ranks(&table), [(1, 1), (1, 3), (3, 0), (4, 2)]);
    }

    #[test]
    fn different_numbers_of_games_are_compared_by_points_a_game() {
        let played = [game(&[0, 1], &[1, 2]), game(&[0, 2], &[2, 1]), game(&[0, 3], &[1, 2])];
        let table = Table::new(4, &played, &BTreeMap::new(), &Scoring::default(), &Ranking::Score);
        assert_eq!(ranks(&table), [(1, 2), (2, 0), (3, 1), (3, 3)]);
    }
}

//! The Swiss system: in every round each entrant meets one with a similar score.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use game::SeededRng;

use super::Schedule;
use super::history::History;
use super::matching::{Graph, Matching};
use crate::table::standings;
use crate::{Encounter, EncounterResult, EntrantIndex, Points, Ranking, Scoring};

/// The number of rounds that usually tells the best apart: one more than a knock-out would need.
#[must_use]
pub fn default_rounds(entrants: usize) -> u64 {
    u64::from(entrants.max(1).next_power_of_two().trailing_zeros()) + 1
}

/// A Swiss tournament.
///
/// In each round the entrants are ranked by points per game, then Buchholz (the points of all opponents,
/// once per encounter), then in an order drawn from the seed. From the top, each meets the highest-ranked
/// opponent it has not met such that all others can still be paired without a rematch. This holds to what
/// FIDE's basic rules (Handbook C.04.1) say on rematches and byes; colours need no rules, since both play
/// every seat equally often in each encounter.
///
/// Where rematches cannot be avoided, the greatest number of times that any pair meets stays as small as can
/// be, and from the top, each meets one it has met least often. In odd fields the lowest-ranked of those
/// with the fewest byes has a bye, if the others can be paired then; a bye counts as games won.
#[derive(Debug, Clone)]
pub struct Swiss {
    rounds_left: u64,
    rounds: u64,
    games: u64,
    scoring: Scoring,
    /// The place of each entrant in the drawn order.
    drawn: Vec<usize>,
    byes: Vec<u64>,
}

impl Swiss {
    /// This many rounds of `entrants`, each encounter of `games` games, an even number.
    #[must_use]
    pub fn new(entrants: usize, rounds: u64, games: u64, seed: u64, scoring: Scoring) -> Self {
        let drawn = SeededRng::for_setup(seed).order(entrants);
        Self { rounds_left: rounds, rounds, games, scoring, drawn, byes: vec![0; entrants] }
    }

    fn entrants(&self) -> usize {
        self.drawn.len()
    }

    /// Everybody, the best first.
    fn ranked(&self, played: &[EncounterResult]) -> Vec<EntrantIndex> {
        let standings = standings(self.entrants(), played, &self.bye_games(), &self.scoring);
        let buchholz = self.buchholz(played);
        let mut ranked: Vec<EntrantIndex> = (0..self.entrants()).collect();
        ranked.sort_by_key(|&one| (Reverse(standings[one].score()), Reverse(buchholz[one]), self.drawn[one]));
        ranked
    }

    /// For each the points of all opponents, once an encounter.
    fn buchholz(&self, played: &[EncounterResult]) -> Vec<Points> {
        let standings = standings(self.entrants(), played, &self.bye_games(), &self.scoring);
        let mut buchholz = vec![Points::default(); self.entrants()];
        for EncounterResult { encounter, .. } in played {
            if let [one, other] = encounter.members[..] {
                buchholz[one] += standings[other].points;
                buchholz[other] += standings[one].points;
            }
        }
        buchholz
    }
}

impl Schedule for Swiss {
    fn next_round(&mut self, played: &[EncounterResult]) -> Vec<Encounter> {
        if self.rounds_left == 0 || self.entrants() < 2 {
            return Vec::new();
        }
        self.rounds_left -= 1;
        let ranked = self.ranked(played);
        let mut history = History::of(played);
        let byes = ranked.iter().map(|&one| self.byes[one]).collect();
        let pairing = Ranked::new(&ranked, &history, byes).pair();
        if let Some(rank) = pairing.bye {
            self.byes[ranked[rank]] += 1;
        }
        let pairs = pairing.pairs.iter().map(|&(one, other)| vec![ranked[one], ranked[other]]);
        pairs.map(|members| history.meet(members, self.games)).collect()
    }

    fn matches(&self) -> u64 {
        (self.entrants() as u64 / 2).saturating_mul(self.rounds).saturating_mul(self.games)
    }

    fn bye_games(&self) -> BTreeMap<EntrantIndex, u64> {
        let had = self.byes.iter().enumerate().filter(|&(_, &byes)| byes > 0);
        had.map(|(entrant, &byes)| (entrant, byes.saturating_mul(self.games))).collect()
    }

    fn pairs_by_results(&self) -> bool {
        true
    }

    fn ranking(&self, played: &[EncounterResult]) -> Ranking {
        Ranking::ScoreThen(self.buchholz(played))
    }
}

/// The field of a round. Everybody is known by rank here, 0 for the best.
struct Ranked {
    size: usize,
    /// How often each pair has met.
    met: Vec<u64>,
    byes: Vec<u64>,
}

/// Who meets whom, by rank, and who has a bye.
struct RoundPairings {
    pairs: Vec<(usize, usize)>,
    bye: Option<usize>,
}

impl Ranked {
    fn new(ranked: &[EntrantIndex], history: &History, byes: Vec<u64>) -> Self {
        let size = ranked.len();
        let mut rank = vec![0; size];
        ranked.iter().enumerate().for_each(|(at, &entrant)| rank[entrant] = at);
        let mut met = vec![0; size * size];
        for (members, times) in history.all() {
            if let &[one, other] = members {
                met[rank[one] * size + rank[other]] += times;
                met[rank[other] * size + rank[one]] += times;
            }
        }
        Self { size, met, byes }
    }

    fn pair(&self) -> RoundPairings {
        let (graph, mut matching) = self.any_pairing();
        let lowest_first: Vec<usize> = self.bye_candidates().rev().collect();
        let bye = if self.has_bye() { matching.settle(&graph, self.size, &lowest_first) } else { None };
        let mut pairs = Vec::with_capacity(self.size / 2);
        for one in 0..self.size {
            if !matching.is_settled(one) {
                let wishes = self.wishes(one, &graph, &matching);
                pairs.extend(matching.settle(&graph, one, &wishes).map(|other| (one, other)));
            }
        }
        RoundPairings { pairs, bye }
    }

    /// Some complete pairing, and the graph of all pairs that are allowed: those who have met so seldom that
    /// no smaller bound would do.
    fn any_pairing(&self) -> (Graph, Matching) {
        let vertices = self.size.next_multiple_of(2);
        let mut graph = Graph::new(vertices);
        if self.has_bye() {
            self.bye_candidates().for_each(|one| graph.join(one, self.size));
        }
        let mut matching = Matching::new(vertices);
        for times in self.numbers_of_meetings() {
            for (one, other) in self.pairs_that_met(times) {
                graph.join(one, other);
            }
            if matching.complete(&graph) {
                break;
            }
        }
        (graph, matching)
    }

    /// Whom this one may meet, whom it would rather meet first.
    fn wishes(&self, one: usize, graph: &Graph, matching: &Matching) -> Vec<usize> {
        let others = (0..self.size).filter(|&other| graph.are_joined(one, other));
        let mut wishes: Vec<usize> = others.filter(|&other| !matching.is_settled(other)).collect();
        wishes.sort_by_key(|&other| self.met[one * self.size + other]);
        wishes
    }

    fn numbers_of_meetings(&self) -> BTreeSet<u64> {
        let above_diagonal = (0..self.size).flat_map(|one| &self.met[one * self.size..][one + 1..self.size]);
        above_diagonal.copied().collect()
    }

    fn pairs_that_met(&self, times: u64) -> impl Iterator<Item = (usize, usize)> {
        let pairs = (0..self.size).flat_map(|one| (one + 1..self.size).map(move |other| (one, other)));
        pairs.filter(move |&(one, other)| self.met[one * self.size + other] == times)
    }

    /// The bye is an opponent like any other: a vertex after all others.
    fn has_bye(&self) -> bool {
        !self.size.is_multiple_of(2)
    }

    fn bye_candidates(&self) -> impl DoubleEndedIterator<Item = usize> {
        let fewest = self.byes.iter().min().copied().unwrap_or(0);
        (0..self.size).filter(move |&one| self.byes[one] == fewest)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rounds_by_default() {
        let rounds: Vec<u64> = [0, 1, 2, 3, 4, 5, 8, 9, 1000].map(default_rounds).to_vec();
        assert_eq!(rounds, [1, 1, 2, 3, 3, 4, 4, 5, 11]);
    }
}

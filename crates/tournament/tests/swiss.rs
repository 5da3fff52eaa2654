//! Swiss tournaments, compared with pairings found by trying everything.

mod common;

use std::cmp::Reverse;
use std::collections::BTreeMap;

use common::{Run, all_level, all_void, assert_games_go_on, at_random, by_strength, run, run_and_look};
use game::SeededRng;
use proptest::prelude::*;
use tournament::schedule::{Schedule, Swiss};
use tournament::{Encounter, EncounterResult, EntrantIndex, Points, Ranking, Scoring, Table};

const GAMES: u64 = 2;

fn swiss(entrants: usize, rounds: u64, seed: u64) -> Swiss {
    Swiss::new(entrants, rounds, GAMES, seed, Scoring::default())
}

/// The state before a round, derived from the results alone.
struct Before {
    ranked: Vec<EntrantIndex>,
    met: BTreeMap<(EntrantIndex, EntrantIndex), u64>,
    byes: Vec<u64>,
}

impl Before {
    fn new(entrants: usize, seed: u64, rounds: &[Vec<Encounter>], played: &[EncounterResult]) -> Self {
        let mut met = BTreeMap::new();
        let mut byes = vec![rounds.len() as u64; entrants];
        for encounter in rounds.iter().flatten() {
            let [one, other] = encounter.members[..] else { panic!("a pair") };
            *met.entry((one, other)).or_default() += 1;
            byes[one] -= 1;
            byes[other] -= 1;
        }
        let bye_games = (0..entrants).map(|one| (one, byes[one] * GAMES)).collect();
        let table = Table::new(entrants, played, &bye_games, &Scoring::default(), &Ranking::Score);
        let points = |one: EntrantIndex| table.row_of(one).standing.points;
        let opponents = |one: EntrantIndex| {
            let pairs = rounds.iter().flatten().filter(move |encounter| encounter.members.contains(&one));
            pairs.flat_map(|encounter| encounter.members.clone()).filter(move |&other| other != one)
        };
        let buchholz = |one: EntrantIndex| opponents(one).map(points).sum::<Points>();
        let drawn = SeededRng::for_setup(seed).order(entrants);
        let mut ranked: Vec<EntrantIndex> = (0..entrants).collect();
        ranked.sort_by_key(|&one| {
            (Reverse(table.row_of(one).standing.score()), Reverse(buchholz(one)), drawn[one])
        });
        Self { ranked, met, byes }
    }

    fn times(&self, one: EntrantIndex, other: EntrantIndex) -> u64 {
        self.met.get(&(one.min(other), one.max(other))).copied().unwrap_or(0)
    }

    /// The first pairing in the order of preference in which nobody has met more than `most` times, by trying
    /// all of them in that order.
    fn first_pairing(&self, left: &[EntrantIndex], most: u64) -> Option<Vec<[EntrantIndex; 2]>> {
        let Some((&top, others)) = left.split_first() else { return Some(Vec::new()) };
        let mut wishes: Vec<EntrantIndex> =
            others.iter().copied().filter(|&other| self.times(top, other) <= most).collect();
        wishes.sort_by_key(|&other| self.times(top, other));
        wishes.into_iter().find_map(|other| {
            let rest: Vec<EntrantIndex> = others.iter().copied().filter(|&one| one != other).collect();
            let mut pairs = self.first_pairing(&rest, most)?;
            pairs.insert(0, [top.min(other), top.max(other)]);
            Some(pairs)
        })
    }

    fn best(&self) -> Vec<[EntrantIndex; 2]> {
        let fewest = self.byes.iter().min().copied().unwrap_or(0);
        let with_bye = |bye: EntrantIndex| -> Vec<EntrantIndex> {
            self.ranked.iter().copied().filter(|&one| one != bye).collect()
        };
        let fields: Vec<Vec<EntrantIndex>> = if self.ranked.len().is_multiple_of(2) {
            vec![self.ranked.clone()]
        } else {
            let lowest_first = self.ranked.iter().rev().copied();
            lowest_first.filter(|&one| self.byes[one] == fewest).map(with_bye).collect()
        };
        let mut bounds = 0..;
        bounds.find_map(|most| fields.iter().find_map(|field| self.first_pairing(field, most))).unwrap()
    }
}

fn pairs(round: &[Encounter]) -> Vec<[EntrantIndex; 2]> {
    round.iter().map(|encounter| [encounter.members[0], encounter.members[1]]).collect()
}

/// Plays a tournament, and compares every round with the best of all pairings.
fn assert_best_pairings(
    entrants: usize,
    rounds: u64,
    seed: u64,
    result: impl FnMut(&Encounter) -> tournament::Tally,
) {
    let run = run(&mut swiss(entrants, rounds, seed), result);
    assert_eq!(run.rounds.len() as u64, rounds);
    let mut begun = 0;
    for (at, round) in run.rounds.iter().enumerate() {
        let before = Before::new(entrants, seed, &run.rounds[..at], &run.played[..begun]);
        assert_eq!(pairs(round), before.best(), "{entrants} entrants, seed {seed}, round {at}");
        begun += round.len();
    }
    assert_games_go_on(&run.played);
}

/// Checks what must hold in any Swiss tournament; the byes before each round are counted independently.
fn assert_sound(entrants: usize, Run { rounds, played }: &Run) {
    assert_games_go_on(played);
    let mut byes = vec![0; entrants];
    for round in rounds {
        let mut is_playing = vec![false; entrants];
        for one in round.iter().flat_map(|encounter| &encounter.members) {
            assert!(!std::mem::replace(&mut is_playing[*one], true), "{one} plays twice in a round");
        }
        let fewest = byes.iter().min().copied().unwrap_or(0);
        let idle: Vec<EntrantIndex> = (0..entrants).filter(|&one| !is_playing[one]).collect();
        assert_eq!(idle.len(), entrants % 2);
        for one in idle {
            assert_eq!(byes[one], fewest, "{one} has another bye before everybody had one");
            byes[one] += 1;
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 150, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn pairings_are_the_best_there_are(entrants in 2..=8_usize, rounds in 1..12_u64, seed: u64, luck: u64) {
        assert_best_pairings(entrants, rounds, seed, at_random(luck));
    }

    #[test]
    fn everybody_plays_each_round(entrants in 2..60_usize, rounds in 1..25_u64, seed: u64, luck: u64) {
        let run = run(&mut swiss(entrants, rounds, seed), at_random(luck));
        assert_eq!(run.rounds.len() as u64, rounds);
        assert_sound(entrants, &run);
    }

    #[test]
    fn equal_seeds_and_results_make_equal_tournaments(entrants in 0..30_usize, seed: u64, luck: u64) {
        let [one, other] = [(); 2].map(|()| run(&mut swiss(entrants, 6, seed), at_random(luck)));
        prop_assert_eq!(one.rounds, other.rounds);
    }

    #[test]
    fn looking_changes_nothing(entrants in 0..20_usize, seed: u64, luck: u64) {
        let plain = run(&mut swiss(entrants, 6, seed), at_random(luck));
        let looked = run_and_look(&mut swiss(entrants, 6, seed), at_random(luck), |schedule, played| {
            assert!(matches!(schedule.ranking(&played[..played.len() / 2]), Ranking::ScoreThen(_)));
        });
        prop_assert_eq!(plain.rounds, looked.rounds);
    }
}

/// Trying everything is feasible for at most ten entrants.
#[test]
fn rematches_only_if_there_is_no_way_around() {
    for seed in 0..40 {
        assert_best_pairings(10, 11, seed, at_random(seed));
        assert_best_pairings(9, 11, seed, by_strength(&[3, 1, 4, 1, 5, 9, 2, 6, 5]));
    }
}

#[test]
fn voids_and_draws_only() {
    for entrants in 2..=8 {
        assert_best_pairings(entrants, 9, 3, all_level);
        assert_best_pairings(entrants, 9, 3, all_void);
    }
}

#[test]
fn two_meet_again_and_again() {
    let run = run(&mut swiss(2, 5, 1), at_random(1));
    let games: Vec<_> = run.played.iter().map(|played| played.encounter.games.clone()).collect();
    assert_eq!(games, [0..2, 2..4, 4..6, 6..8, 8..10]);
}

#[test]
fn one_or_nobody_plays_nothing() {
    for entrants in 0..2 {
        let mut schedule = swiss(entrants, 5, 1);
        assert_eq!(schedule.matches(), 0);
        assert_eq!(schedule.next_round(&[]), []);
        assert_eq!(schedule.bye_games(), BTreeMap::new());
        assert_eq!(schedule.ranking(&[]), Ranking::ScoreThen(vec![Points::default(); entrants]));
    }
}

/// A bye counts as won games, and the points of an opponent count once per encounter.
#[test]
fn byes_and_buchholz() {
    let mut schedule = swiss(3, 3, 1);
    let run = run(&mut schedule, by_strength(&[0, 1, 2]));
    assert_eq!(run.played.len(), 3, "everybody has met everybody, since all have one bye");
    assert_eq!(schedule.matches(), 6);
    assert_eq!(schedule.bye_games(), (0..3).map(|one| (one, GAMES)).collect());
    let points = [2, 4, 6].map(|points| Points::share(1).times(points));
    let buchholz = vec![points[1] + points[2], points[0] + points[2], points[0] + points[1]];
    assert_eq!(schedule.ranking(&run.played), Ranking::ScoreThen(buchholz));
}

#[test]
fn the_strongest_of_a_large_field_wins() {
    let strength: Vec<usize> = (0..200).map(|at| at * 77 % 200).collect();
    let mut schedule = swiss(200, 10, 5);
    let run = run(&mut schedule, by_strength(&strength));
    assert_sound(200, &run);
    let ranking = schedule.ranking(&run.played);
    let table = Table::new(200, &run.played, &schedule.bye_games(), &Scoring::default(), &ranking);
    assert_eq!(strength[table.rows[0].entrant], 199);
    let pairs: std::collections::BTreeSet<_> = run.rounds.iter().flat_map(|round| pairs(round)).collect();
    assert_eq!(pairs.len(), 1000, "no rematch in ten rounds");
}

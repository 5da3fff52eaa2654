//! Knock-out tournaments, judged by counting who lost to whom.

mod common;

use std::collections::BTreeMap;

use common::{Run, all_level, all_void, assert_games_go_on, at_random, by_strength, run, run_and_look};
use game::SeededRng;
use proptest::prelude::*;
use tournament::schedule::{DoubleElimination, MAX_EXTRA, Schedule, SingleElimination};
use tournament::{Encounter, EncounterResult, EntrantIndex, Points, Ranking, Scoring, Seating};

const GAMES: u64 = 2;

fn single(entrants: usize, seed: u64) -> SingleElimination {
    SingleElimination::new(entrants, GAMES, seed, Scoring::default())
}

fn double(entrants: usize, seed: u64) -> DoubleElimination {
    DoubleElimination::new(entrants, GAMES, seed, Scoring::default())
}

/// An encounter, or several if it was level, that one entrant won and the other lost.
#[derive(Debug)]
struct Decision {
    winner: EntrantIndex,
    loser: EntrantIndex,
}

/// The decisions, derived from the encounters alone. Nobody may play on after `lives` defeats, which is two or one.
fn decisions(entrants: usize, seed: u64, lives: usize, Run { rounds, played }: &Run) -> Vec<Decision> {
    assert_games_go_on(played);
    let mut drawn = vec![0; entrants];
    SeededRng::for_setup(seed).order(entrants).into_iter().enumerate().for_each(|(at, one)| drawn[one] = at);
    let mut level: BTreeMap<Vec<EntrantIndex>, usize> = BTreeMap::new();
    let mut losses = vec![0; entrants];
    let mut decisions = Vec::new();
    let mut results = played.iter();
    for round in rounds {
        let playing: Vec<EntrantIndex> =
            round.iter().flat_map(|encounter| encounter.members.clone()).collect();
        let different: std::collections::BTreeSet<&EntrantIndex> = playing.iter().collect();
        assert_eq!(different.len(), playing.len(), "nobody plays twice in a round");
        for EncounterResult { encounter, tally } in results.by_ref().take(round.len()) {
            let [one, other] = encounter.members[..] else { panic!("a pair") };
            assert!(losses[one] < lives && losses[other] < lives, "{encounter:?} after being out");
            let [mine, theirs] = [0, 1].map(|member| tally.points(member, &Scoring::default()));
            let so_far = level.entry(encounter.members.clone()).or_default();
            if mine == theirs && *so_far < MAX_EXTRA {
                *so_far += 1;
                continue;
            }
            *so_far = 0;
            let first_wins = if mine == theirs { drawn[one] < drawn[other] } else { mine > theirs };
            let (winner, loser) = if first_wins { (one, other) } else { (other, one) };
            losses[loser] += 1;
            decisions.push(Decision { winner, loser });
        }
    }
    assert!(level.values().all(|level| *level == 0), "nothing stays level");
    decisions
}

fn losses(entrants: usize, decisions: &[Decision]) -> Vec<usize> {
    (0..entrants).map(|one| decisions.iter().filter(|decision| decision.loser == one).count()).collect()
}

fn stages(schedule: &impl Schedule, played: &[EncounterResult]) -> Vec<u32> {
    let Ranking::Stage(stages) = schedule.ranking(played) else { panic!("stages") };
    stages
}

fn winner(stages: &[u32]) -> EntrantIndex {
    let best: Vec<EntrantIndex> = (0..stages.len()).filter(|&one| stages[one] == 0).collect();
    assert_eq!(best.len(), 1, "{stages:?}");
    best[0]
}

fn assert_single(entrants: usize, seed: u64, result: impl FnMut(&Encounter) -> tournament::Tally) {
    let mut schedule = single(entrants, seed);
    let run = run(&mut schedule, result);
    let decisions = decisions(entrants, seed, 1, &run);
    assert_eq!(decisions.len(), entrants - 1);
    assert_eq!(schedule.matches(), GAMES * decisions.len() as u64);
    let stages = stages(&schedule, &run.played);
    let losses = losses(entrants, &decisions);
    let champion = winner(&stages);
    let all_but_one: Vec<usize> = (0..entrants).map(|one| usize::from(one != champion)).collect();
    assert_eq!(losses, all_but_one);
    assert!(decisions.iter().all(|decision| stages[decision.winner] < stages[decision.loser]));
}

fn assert_double(entrants: usize, seed: u64, result: impl FnMut(&Encounter) -> tournament::Tally) {
    let mut schedule = double(entrants, seed);
    let run = run(&mut schedule, result);
    let decisions = decisions(entrants, seed, 2, &run);
    let stages = stages(&schedule, &run.played);
    let losses = losses(entrants, &decisions);
    let champion = winner(&stages);
    for (one, &losses) in losses.iter().enumerate() {
        assert!(losses == 2 || one == champion && losses < 2, "{one} lost {losses} times");
    }
    assert_eq!(schedule.matches(), GAMES * (decisions.len() - losses[champion]) as u64);
    let last = decisions.last().unwrap();
    assert_eq!((stages[last.winner], stages[last.loser]), (0, 1));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn all_but_one_lose_once(entrants in 2..70_usize, seed: u64, luck: u64) {
        assert_single(entrants, seed, at_random(luck));
    }

    #[test]
    fn all_but_one_lose_twice(entrants in 2..70_usize, seed: u64, luck: u64) {
        assert_double(entrants, seed, at_random(luck));
    }

    #[test]
    fn the_strongest_win(entrants in 2..70_usize, seed: u64, luck: u64) {
        let strength = SeededRng::for_setup(luck).order(entrants);
        let at = |strong: usize| strength.iter().position(|&one| one == strong).unwrap();
        let mut schedule = single(entrants, seed);
        let run_of_single = run(&mut schedule, by_strength(&strength));
        prop_assert_eq!(winner(&stages(&schedule, &run_of_single.played)), at(entrants - 1));
        let mut schedule = double(entrants, seed);
        let run_of_double = run(&mut schedule, by_strength(&strength));
        let stages = stages(&schedule, &run_of_double.played);
        prop_assert_eq!(winner(&stages), at(entrants - 1));
        prop_assert_eq!(stages[at(entrants - 2)], 1);
        prop_assert_eq!(run_of_double.played.len(), 2 * (entrants - 1), "no second final");
    }

    /// Half-way through, the entrants who are still in share the best stage, and those who are out keep their stage.
    #[test]
    fn stages_are_true_half_way(entrants in 2..40_usize, seed: u64, luck: u64) {
        let mut seen: Vec<Vec<u32>> = Vec::new();
        let mut schedule = double(entrants, seed);
        let run = run_and_look(&mut schedule, at_random(luck), |schedule, played| {
            seen.push(stages(schedule, played));
        });
        let last = stages(&schedule, &run.played);
        for (earlier, later) in seen.iter().zip(seen.iter().skip(1).chain([&last])) {
            for (earlier, later) in earlier.iter().zip(later) {
                prop_assert!(*earlier == 0 || earlier == later);
            }
        }
    }

    #[test]
    fn equal_seeds_and_results_make_equal_tournaments(entrants in 0..30_usize, seed: u64, luck: u64) {
        let [one, other] = [(); 2].map(|()| run(&mut double(entrants, seed), at_random(luck)));
        prop_assert_eq!(one.rounds, other.rounds);
    }
}

#[test]
fn every_small_field_works_out() {
    for entrants in 2..=33 {
        for seed in 0..20 {
            assert_single(entrants, seed, at_random(seed));
            assert_double(entrants, seed, at_random(seed));
        }
    }
}

/// If only the draw decides, the entrant who was drawn earlier wins each encounter.
#[test]
fn the_better_drawn_goes_on_at_last() {
    for entrants in 2..20 {
        for result in [all_level, all_void] {
            assert_single(entrants, 5, result);
            assert_double(entrants, 5, result);
            let mut schedule = single(entrants, 5);
            let run = run(&mut schedule, result);
            assert_eq!(run.played.len(), (entrants - 1) * (1 + MAX_EXTRA));
            assert_eq!(winner(&stages(&schedule, &run.played)), SeededRng::for_setup(5).order(entrants)[0]);
        }
    }
}

/// Byes go to the first drawn, and the first two drawn meet in the final if both win.
#[test]
fn the_bracket_is_laid_out_by_the_draw() {
    let order = SeededRng::for_setup(8).order(6);
    let pair = |one: usize, other: usize| vec![order[one].min(order[other]), order[one].max(order[other])];
    let members = |round: &[Encounter]| -> Vec<Vec<EntrantIndex>> {
        round.iter().map(|encounter| encounter.members.clone()).collect()
    };
    let mut strength = vec![0; 6];
    order.iter().enumerate().for_each(|(at, &one)| strength[one] = 6 - at);
    let run = run(&mut single(6, 8), by_strength(&strength));
    assert_eq!(members(&run.rounds[0]), [pair(3, 4), pair(2, 5)]);
    assert_eq!(members(&run.rounds[1]), [pair(0, 3), pair(1, 2)]);
    assert_eq!(members(&run.rounds[2]), [pair(0, 1)]);
}

/// The loser of the first encounter wins the final, and then loses the second final.
#[test]
fn the_unbeaten_one_has_a_second_final() {
    let mut encounters = 0;
    let mut first = None;
    let mut schedule = double(2, 1);
    let run = run(&mut schedule, |encounter| {
        // Member 0 wins, then 1, then 0.
        let places = if encounters % 2 == 0 { [1, 2] } else { [2, 1] };
        encounters += 1;
        first.get_or_insert(encounter.members[0]);
        let mut tally = tournament::Tally::new(2);
        for game in encounter.games.clone() {
            let seats = Seating::default().members(2, game);
            tally.add(game, &[places[seats[0]], places[seats[1]]], None);
        }
        tally
    });
    assert_eq!(run.played.len(), 3);
    assert_eq!(schedule.matches(), 2 * GAMES);
    assert_eq!(winner(&stages(&schedule, &run.played)), first.unwrap());
    assert_games_go_on(&run.played);
}

/// In a full bracket, nobody meets again in the first rounds. Later, not all rematches can be avoided.
#[test]
fn rematches_come_late() {
    for (entrants, rounds_without) in [(8, 3), (16, 4), (32, 5), (64, 7)] {
        for luck in 0..100 {
            let strength = SeededRng::for_setup(luck).order(entrants);
            let run = run(&mut double(entrants, luck), by_strength(&strength));
            let mut met = std::collections::BTreeSet::new();
            for encounter in run.rounds.iter().take(rounds_without).flatten() {
                assert!(met.insert(encounter.members.clone()), "{entrants}: {encounter:?}");
            }
        }
    }
}

#[test]
fn one_or_nobody_plays_nothing() {
    for entrants in 0..2 {
        let (mut single, mut double) = (single(entrants, 1), double(entrants, 1));
        assert_eq!((single.matches(), double.matches()), (0, 0));
        assert_eq!((single.next_round(&[]), double.next_round(&[])), (Vec::new(), Vec::new()));
        assert_eq!(stages(&single, &[]), vec![0; entrants]);
        assert_eq!(stages(&double, &[]), vec![0; entrants]);
    }
}

/// Points can be given so that everything is level.
#[test]
fn points_that_tell_nobody_apart_leave_it_to_the_draw() {
    let flat = Scoring { win: Points::share(1), draw: Some(Points::share(1)), loss: Points::share(1) };
    let mut schedule = SingleElimination::new(5, GAMES, 2, flat);
    let run = run(&mut schedule, at_random(1));
    assert_eq!(winner(&stages(&schedule, &run.played)), SeededRng::for_setup(2).order(5)[0]);
}

//! Groups: everybody plays equally often, and all pairs meet about equally often.

mod common;

use common::{all_level, assert_games_go_on, at_random, run};
use tournament::schedule::{FreeForAll, FreeForAllError, Schedule};
use tournament::{EncounterResult, EntrantIndex, Seating};

/// Checks the groups of a tournament, and that `meetings` counts correctly. Returns the spread of the meetings in encounters.
fn assert_sound(entrants: usize, seats: usize, rounds: Option<u64>, seed: u64) -> u64 {
    let games = seats as u64;
    let mut schedule = FreeForAll::new(entrants, seats, rounds, games, seed).unwrap();
    let (matches, meetings) = (schedule.matches(), schedule.meetings());
    let run = run(&mut schedule, all_level);
    assert_games_go_on(&run.played);
    assert_eq!(matches, run.played.len() as u64 * games);
    let mut groups = vec![0; entrants];
    let mut met = vec![vec![0; entrants]; entrants];
    for round in &run.rounds {
        for encounter in round {
            assert_eq!(encounter.members.len(), seats);
            assert!(encounter.members.is_sorted_by(|one, other| one < other), "{encounter:?}");
            for &one in &encounter.members {
                groups[one] += 1;
                encounter.members.iter().for_each(|&other| met[one][other] += games);
            }
        }
        assert!(groups.iter().all(|count| *count == groups[0]), "{entrants}/{seats}: {groups:?}");
    }
    let pairs = (0..entrants).flat_map(|one| (0..one).map(move |other| (one, other)));
    let counts: Vec<u64> = pairs.map(|(one, other)| met[one][other]).collect();
    let (least, most) = (*counts.iter().min().unwrap(), *counts.iter().max().unwrap());
    assert_eq!(meetings, (least, most), "{entrants}/{seats}");
    if rounds.is_none() {
        assert!(least > 0, "{entrants}/{seats}: everybody meets");
    }
    (most - least) / games
}

/// Usually the spread is 1, which is the least possible unless the meetings can be shared out equally. It is never above 2.
/// Measured: with one round, it is 2 for 35 of the 357 sizes. With more rounds, it is 2 for fewer sizes, and for 5 if the
/// number of rounds is left open.
#[test]
fn pairs_meet_about_equally_often() {
    for (rounds, most_with_two) in [(Some(1), 35), (Some(4), 25), (Some(12), 20), (None, 5)] {
        let sizes = (3..=8).flat_map(|seats| (seats..=64).map(move |entrants| (entrants, seats)));
        let spreads: Vec<u64> =
            sizes.map(|(entrants, seats)| assert_sound(entrants, seats, rounds, 1)).collect();
        assert!(spreads.iter().all(|spread| *spread <= 2), "{spreads:?}");
        let with_two = spreads.iter().filter(|spread| **spread == 2).count();
        assert!(with_two <= most_with_two, "{rounds:?}: {with_two}");
    }
}

/// All multiples of a block contain all differences equally often.
#[test]
fn primes_are_exactly_even_after_half_as_many_rounds() {
    for entrants in [3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 61] {
        for seats in 2..=8.min(entrants) {
            assert_eq!(assert_sound(entrants, seats, Some(entrants as u64 / 2), 9), 0);
        }
    }
}

/// Planes of orders 2 to 7 except 6, and other designs (the Handbook of Combinatorial Designs lists them): every pair meets
/// exactly once.
#[test]
fn known_designs_are_found() {
    for (entrants, seats) in [(7, 3), (13, 4), (21, 5), (31, 6), (57, 8), (13, 3), (19, 3), (25, 3)] {
        let rounds = (entrants - 1) / (seats * (seats - 1));
        assert_eq!(assert_sound(entrants, seats, Some(rounds as u64), 0), 0, "{entrants}/{seats}");
    }
}

#[test]
fn few_groups_all_play() {
    for (entrants, seats, groups) in [(3, 3, 1), (5, 3, 10), (8, 4, 70), (11, 5, 462), (32, 2, 496)] {
        let mut schedule = FreeForAll::new(entrants, seats, None, 1, 7).unwrap();
        let round = schedule.next_round(&[]);
        let different: std::collections::BTreeSet<Vec<EntrantIndex>> =
            round.iter().map(|encounter| encounter.members.clone()).collect();
        assert_eq!((round.len(), different.len()), (groups, groups));
        assert_eq!(assert_sound(entrants, seats, None, 7), 0);
    }
}

#[test]
fn a_field_of_one_group_plays_each_round() {
    assert_eq!(assert_sound(4, 4, Some(3), 1), 0);
    let run = run(&mut FreeForAll::new(4, 4, Some(3), 4, 1).unwrap(), all_level);
    let games: Vec<_> = run.played.iter().map(|played| played.encounter.games.clone()).collect();
    assert_eq!(games, [0..4, 4..8, 8..12]);
}

/// After the last base block, the first one is used again. Nobody plays nearly that many rounds.
#[test]
fn many_rounds_repeat_the_design() {
    assert_eq!(assert_sound(4, 3, Some(600), 1), 0);
    for (entrants, seats) in [(10, 4), (11, 4), (12, 5), (16, 3)] {
        assert!(assert_sound(entrants, seats, Some(600), 1) <= 2, "{entrants}/{seats}");
    }
    let endless = FreeForAll::new(10, 4, Some(u64::MAX), 4, 1).unwrap();
    assert_eq!(endless.matches(), u64::MAX);
    assert_eq!(FreeForAll::new(10, 4, Some(0), 4, 1).unwrap().next_round(&[]), []);
}

#[test]
fn everybody_sits_everywhere_equally_often() {
    for (entrants, seats) in [(6, 3), (7, 3), (9, 4), (12, 4), (20, 8)] {
        // 1 is rounded up to one game per seat.
        let run = run(&mut FreeForAll::new(entrants, seats, Some(3), 1, 4).unwrap(), at_random(1));
        let mut sat = vec![vec![0; seats]; entrants];
        for EncounterResult { encounter, .. } in &run.played {
            for game in encounter.games.clone() {
                for (seat, member) in Seating::default().members(seats, game).into_iter().enumerate() {
                    sat[encounter.members[member]][seat] += 1;
                }
            }
        }
        assert!(sat.iter().flatten().all(|count| *count == sat[0][0]), "{entrants}/{seats}: {sat:?}");
    }
}

#[test]
fn the_seed_moves_entrants_but_not_the_design() {
    let new = |seed| FreeForAll::new(20, 4, Some(2), 4, seed).unwrap();
    assert_eq!(run(&mut new(1), at_random(1)).rounds, run(&mut new(1), at_random(2)).rounds);
    assert_ne!(run(&mut new(1), all_level).rounds, run(&mut new(2), all_level).rounds);
    assert_eq!(new(1).meetings(), new(2).meetings());
}

#[test]
fn fields_that_fill_no_group_are_refused() {
    let refused = |entrants, seats| FreeForAll::new(entrants, seats, None, 4, 1).unwrap_err();
    assert_eq!(refused(2, 3), FreeForAllError::TooFewEntrants { entrants: 2, seats: 3 });
    assert_eq!(refused(0, 2), FreeForAllError::TooFewEntrants { entrants: 0, seats: 2 });
    assert_eq!(refused(5, 1), FreeForAllError::TooFewSeats { seats: 1 });
    assert_eq!(refused(5, 0).to_string(), "a group needs at least 2 seats, not 0");
}

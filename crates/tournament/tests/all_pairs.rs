//! Everybody against everybody, and one against all.

mod common;

use std::collections::BTreeSet;

use common::{all_level, run};
use tournament::schedule::{Gauntlet, RoundRobin, Schedule};

#[test]
fn every_pair_meets_once() {
    for entrants in 0..=40_usize {
        let mut schedule = RoundRobin::new(entrants, 6);
        let pairs = entrants * entrants.saturating_sub(1) / 2;
        assert_eq!(schedule.matches(), 6 * pairs as u64);
        let run = run(&mut schedule, all_level);
        let different: BTreeSet<_> =
            run.played.iter().map(|played| played.encounter.members.clone()).collect();
        assert_eq!((run.played.len(), different.len()), (pairs, pairs));
        for played in &run.played {
            assert_eq!(played.encounter.games, 0..6);
            assert!(matches!(played.encounter.members[..], [one, other] if one < other && other < entrants));
        }
    }
}

/// In any stretch of the schedule, nobody plays more than three encounters more than anybody else. The difference arises
/// because a round may be cut at either end, and because in odd fields an entrant has pauses that others have before or
/// after.
#[test]
fn any_stretch_is_balanced() {
    for entrants in 2..=40 {
        let round = RoundRobin::new(entrants, 2).next_round(&[]);
        let mut up_to = vec![vec![0_usize; entrants]];
        for encounter in &round {
            let mut counts = up_to[up_to.len() - 1].clone();
            encounter.members.iter().for_each(|&one| counts[one] += 1);
            up_to.push(counts);
        }
        for (from, before) in up_to.iter().enumerate() {
            for after in &up_to[from..] {
                let counts = || after.iter().zip(before).map(|(after, before)| after - before);
                let spread = counts().max().unwrap() - counts().min().unwrap();
                assert!(spread <= 3, "{entrants} entrants: {spread}");
            }
        }
    }
}

#[test]
fn the_challenger_meets_every_other_once() {
    for entrants in 0..=10_usize {
        for challenger in 0..entrants {
            let mut schedule = Gauntlet::new(entrants, challenger, 4);
            assert_eq!(schedule.matches(), 4 * (entrants as u64 - 1));
            let run = run(&mut schedule, all_level);
            let others: Vec<usize> = run
                .played
                .iter()
                .flat_map(|played| played.encounter.members.clone())
                .filter(|&one| one != challenger)
                .collect();
            let expected: Vec<usize> = (0..entrants).filter(|&one| one != challenger).collect();
            assert_eq!(others, expected);
            assert!(run.played.iter().all(|played| played.encounter.members.contains(&challenger)));
        }
    }
}

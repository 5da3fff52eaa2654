//! Tournaments played with invented results.

#![allow(dead_code, reason = "each test uses some of these")]

use std::collections::BTreeMap;

use game::SeededRng;
use tournament::schedule::Schedule;
use tournament::{Encounter, EncounterResult, EntrantIndex, Seating, Tally};

/// All rounds of a tournament, and all encounters with their results.
pub(crate) struct Run {
    pub(crate) rounds: Vec<Vec<Encounter>>,
    pub(crate) played: Vec<EncounterResult>,
}

/// Plays a tournament to its end. After each round, `look` sees what has been played so far.
pub(crate) fn run_and_look<S: Schedule>(
    schedule: &mut S,
    mut result: impl FnMut(&Encounter) -> Tally,
    mut look: impl FnMut(&S, &[EncounterResult]),
) -> Run {
    let mut run = Run { rounds: Vec::new(), played: Vec::new() };
    loop {
        let round = schedule.next_round(&run.played);
        if round.is_empty() {
            assert!(schedule.next_round(&run.played).is_empty(), "over is over");
            return run;
        }
        run.played.extend(
            round
                .iter()
                .map(|encounter| EncounterResult { encounter: encounter.clone(), tally: result(encounter) }),
        );
        run.rounds.push(round);
        look(schedule, &run.played);
        assert!(run.rounds.len() < 100_000, "a tournament ends");
    }
}

/// Plays a tournament to its end.
pub(crate) fn run<S: Schedule>(schedule: &mut S, result: impl FnMut(&Encounter) -> Tally) -> Run {
    run_and_look(schedule, result, |_, _| {})
}

/// Random results: wins, draws and voids, including encounters that are entirely void.
pub(crate) fn at_random(seed: u64) -> impl FnMut(&Encounter) -> Tally {
    let mut rng = SeededRng::for_setup(seed);
    move |encounter| {
        let seats = encounter.members.len();
        let mut tally = Tally::new(seats);
        let is_void = rng.below(20) == 0;
        let is_level = rng.below(6) == 0;
        for game in encounter.games.clone() {
            if is_void || rng.below(10) == 0 {
                tally.add_void();
                continue;
            }
            let places = match rng.below(4) {
                0 => vec![1; seats],
                _ if is_level => vec![1; seats],
                _ => rng.order(seats).into_iter().map(|place| u32::try_from(place).unwrap() + 1).collect(),
            };
            tally.add(game, &places, None);
        }
        tally
    }
}

/// The stronger entrant wins every game.
pub(crate) fn by_strength(strength: &[usize]) -> impl FnMut(&Encounter) -> Tally {
    move |encounter| {
        let seats = encounter.members.len();
        let mut tally = Tally::new(seats);
        for game in encounter.games.clone() {
            let strengths: Vec<usize> = Seating::default()
                .members(seats, game)
                .iter()
                .map(|&at| strength[encounter.members[at]])
                .collect();
            let place = |mine: &usize| strengths.iter().filter(|theirs| *theirs > mine).count();
            let places: Vec<u32> =
                strengths.iter().map(|mine| u32::try_from(place(mine)).unwrap() + 1).collect();
            tally.add(game, &places, None);
        }
        tally
    }
}

/// Every game is drawn.
pub(crate) fn all_level(encounter: &Encounter) -> Tally {
    let mut tally = Tally::new(encounter.members.len());
    encounter.games.clone().for_each(|game| tally.add(game, &vec![1; encounter.members.len()], None));
    tally
}

/// Every game stays void.
pub(crate) fn all_void(encounter: &Encounter) -> Tally {
    let mut tally = Tally::new(encounter.members.len());
    encounter.games.clone().for_each(|_| tally.add_void());
    tally
}

/// Checks that the games of the same entrants are numbered from 0 on, without gaps.
pub(crate) fn assert_games_go_on(played: &[EncounterResult]) {
    let mut next: BTreeMap<&[EntrantIndex], u64> = BTreeMap::new();
    for EncounterResult { encounter, .. } in played {
        let next = next.entry(&encounter.members).or_default();
        assert_eq!(encounter.games.start, *next, "{encounter:?}");
        *next = encounter.games.end;
        assert!(encounter.members.is_sorted_by(|one, other| one < other), "{encounter:?}");
    }
}

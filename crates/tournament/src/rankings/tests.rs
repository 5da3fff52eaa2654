//! What rankings say about fields with invented results.

use super::*;
use crate::ratings::Results;
use crate::{Encounter, Tally};

/// Each beats all later ones in both seats; `games` per pairing, all but two of which are repeats.
fn ladder(entrants: usize, games: u64) -> Vec<EncounterResult> {
    let pairs = (0..entrants).flat_map(|one| (one + 1..entrants).map(move |two| (one, two)));
    let meeting = |(one, two)| {
        let mut tally = Tally::new(2);
        for game in 0..games {
            let places: [u32; 2] = if game % 2 == 0 { [1, 2] } else { [2, 1] };
            if game < 2 { tally.add(game, &places, None) } else { tally.add_repeat(game, &places, None) }
        }
        EncounterResult { encounter: Encounter::new(vec![one, two], 0, games), tally }
    };
    pairs.map(meeting).collect()
}

#[test]
fn games_over_again_make_nobody_surer() {
    let once = Rankings::new(6, &ladder(6, 2), ChanceSource::InAnswers, Confidence::P95, 1);
    let often = Rankings::new(6, &ladder(6, 40), ChanceSource::InAnswers, Confidence::P95, 1);
    assert_eq!(once.entrants, often.entrants);
    assert_eq!((once.repeats, often.repeats), (0, 15 * 38));
    assert_eq!(often.basis, IntervalBasis::Field);
}

#[test]
fn where_anything_varies_chance_is_what_is_uncertain() {
    let mut played = ladder(6, 2);
    played[3].tally.add(2, &[2, 1], None);
    let rankings = Rankings::new(6, &played, ChanceSource::InAnswers, Confidence::P95, 1);
    assert_eq!(rankings.basis, IntervalBasis::Setups);
    let drawn = Rankings::new(6, &ladder(6, 2), ChanceSource::InSetups, Confidence::P95, 1);
    assert_eq!(drawn.basis, IntervalBasis::Setups);
    assert!(drawn.fit.is_some());
}

/// Each wins three quarters of all setups against every later one; the rest is lost.
fn exact_ladder(entrants: usize, games: u64, setups: u64) -> Vec<EncounterResult> {
    let counts = |wins: [u64; 2]| game::Counts { wins: wins.map(|part| setups / 4 * part), draws: 0 };
    let score = |one: &EncounterResult| EncounterResult {
        encounter: one.encounter.clone(),
        tally: Tally::exact(games, [counts([3, 1]), counts([1, 3])]),
    };
    ladder(entrants, games).iter().map(score).collect()
}

#[test]
fn an_exact_score_is_worth_the_games_that_it_counts_for() {
    let rankings =
        |setups| Rankings::new(6, &exact_ladder(6, 10, setups), ChanceSource::InSetups, Confidence::P95, 1);
    let (few, many) = (rankings(40), rankings(16_000_000));
    assert_eq!((many.basis, many.exact, many.sampled), (IntervalBasis::Field, 15, 0));
    for (few, many) in few.entrants.iter().zip(&many.entrants) {
        assert!((few.elo - many.elo).abs() < 1e-6, "{few:?} {many:?}");
    }
}

#[test]
fn one_sampled_pair_makes_setups_what_is_uncertain() {
    let mut played = exact_ladder(6, 10, 16_000_000);
    played[2] = ladder(6, 10)[2].clone();
    let rankings = Rankings::new(6, &played, ChanceSource::InSetups, Confidence::P95, 1);
    assert_eq!((rankings.basis, rankings.exact, rankings.sampled), (IntervalBasis::Setups, 14, 1));
}

#[test]
fn a_field_too_small_to_draw_others_is_said_to_be() {
    let rankings = Rankings::new(3, &ladder(3, 2), ChanceSource::InAnswers, Confidence::P95, 1);
    assert_eq!((rankings.basis, rankings.fit), (IntervalBasis::Results, None));
}

/// Setups in which both games come out the same are as many games as there are setups.
#[test]
fn circles_are_told_by_what_games_are_worth() {
    let circle = |setups: u64| -> Vec<EncounterResult> {
        let meeting = |(one, two, first_wins): (usize, usize, bool)| {
            let mut tally = Tally::new(2);
            for setup in 0..setups {
                // One setup of each pairing goes the other way: else nothing would be left to chance.
                let wins = first_wins != (setup == 0);
                let places = |is_won: bool| if is_won { [1, 2] } else { [2, 1] };
                tally.add(2 * setup, &places(wins), None);
                tally.add(2 * setup + 1, &places(!wins), None);
            }
            EncounterResult { encounter: Encounter::new(vec![one, two], 0, 2 * setups), tally }
        };
        [(0, 1, true), (1, 2, true), (0, 2, false)].map(meeting).to_vec()
    };
    let cycles = |setups: u64| {
        Rankings::new(3, &circle(setups), ChanceSource::InSetups, Confidence::P95, 1).cycles.len()
    };
    // By the sign test, 7 of 8 and 14 of 16 have chances of 0.07 and 0.004.
    assert_eq!(cycles(8), 0);
    assert_eq!(Results::of(3, &circle(8)).cycles(Confidence::P95, 3).len(), 1);
    assert_eq!(cycles(16), 1, "15 of 16, 0.0005");
}

/// Of six programs with one setup per pair, nobody knows whether luck doubles; with two setups it is seen.
#[test]
fn without_a_second_setup_small_fields_have_no_ranks() {
    let field = crate::simulation::SimulatedField::even_gaps(6);
    let rankings = |games: u64| {
        Rankings::new(6, &field.played(|_, _| games, 1), ChanceSource::InSetups, Confidence::P95, 1)
    };
    assert_eq!(rankings(2).withheld, Some(NoRankRanges::OneSetupPerPair));
    assert_eq!(rankings(4).withheld, None);
}

#[test]
fn an_anchor_moves_all_ratings_and_has_no_interval() {
    let played = crate::simulation::SimulatedField::even_gaps(6).played(|_, _| 10, 1);
    let plain = Rankings::new(6, &played, ChanceSource::InSetups, Confidence::P95, 1);
    let moved = plain.clone().anchored(2, 1500.0, ProgressMonitor::none()).unwrap();
    for (one, rated) in moved.entrants.iter().enumerate() {
        let apart = plain.entrants[one].elo - plain.entrants[2].elo;
        assert!((rated.elo - 1500.0 - apart).abs() < 1e-9 && rated.ranks == plain.entrants[one].ranks);
        assert!(rated.interval.holds(rated.elo) && (one == 2) == (rated.interval.width() < 1e-9));
    }
}

#[test]
fn an_estimate_says_what_rankings_say() {
    for (luck, entrants) in
        [(ChanceSource::InSetups, 4), (ChanceSource::InAnswers, 6), (ChanceSource::InAnswers, 3)]
    {
        let played = ladder(entrants, 2);
        let rankings = Rankings::new(entrants, &played, luck, Confidence::P95, 1);
        let estimate = Estimate::new(entrants, &played, luck, 1);
        for (entrant, rated) in rankings.entrants.iter().enumerate() {
            assert_eq!(rated.elo.to_bits(), estimate.elo(entrant).to_bits());
            assert_eq!(rated.interval, estimate.interval(entrant, Confidence::P95));
        }
    }
}

#[test]
fn nobody_and_one_have_rankings() {
    for entrants in 0..2 {
        let rankings = Rankings::new(entrants, &[], ChanceSource::InSetups, Confidence::P95, 1);
        assert_eq!(rankings.entrants.len(), entrants);
        assert!(rankings.entrants.iter().all(|rated| rated.ranks.is_settled()));
    }
}

/// Everything that takes long keeps asking whether to stop. Whenever the answer is yes, its only result is that it was
/// stopped.
#[test]
fn what_takes_long_can_be_stopped_at_any_moment() {
    let mut varied = ladder(8, 4);
    varied[3].tally.add(4, &[2, 1], None);
    for (played, luck) in [(varied, ChanceSource::InSetups), (ladder(8, 2), ChanceSource::InAnswers)] {
        let asked = std::cell::Cell::new(0);
        let work = |most: usize| {
            asked.set(0);
            let stop = || asked.replace(asked.get() + 1) >= most;
            let monitor = ProgressMonitor::new(&stop, &|_| ());
            let rankings = Rankings::compute(8, &played, luck, Confidence::P95, 1, monitor)?;
            rankings.compute_likelihoods(monitor)?;
            rankings.of_chosen_games(vec![RankInterval { best: 1, worst: 8 }; 8], monitor)
        };
        assert!(work(usize::MAX).is_ok());
        let all = asked.get();
        assert!(all > 100, "it is asked {all} times");
        for most in (0..all).step_by(all / 50) {
            assert_eq!(work(most).err(), Some(Interrupted));
            assert_eq!(asked.get(), most + 1, "it goes on after it was told to stop");
        }
    }
}

//! The engine of `PerlWar` against the plain reference, over whole matches, and what holds for every match.

#[path = "support/choices.rs"]
mod choices;
#[path = "support/perlwar.rs"]
mod perlwar;

use std::collections::BTreeMap;

use choices::{Bytes, Choices, SplitMix};
use game::{Engine as _, Unobserved};
use perlwar::{AnyPerl, Match, Wired, advance, compare, compare_events, end};
use proptest::prelude::*;

fn matches() -> impl Strategy<Value = Match> {
    prop::collection::vec(any::<u8>(), 0..400).prop_map(|bytes| Match::any(&mut Bytes(&bytes)))
}

fn config(cases: u32) -> ProptestConfig {
    ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() }
}

#[test]
fn every_round_is_the_references_p2_to_p16() {
    let mut choices = SplitMix(1);
    let (mut ends, mut words) = (BTreeMap::new(), BTreeMap::new());
    for _ in 0..3000 {
        let (plain, happened) = Match::any(&mut choices).compare_every_round();
        let end = plain.end().expect("it is over");
        *ends.entry((end.reason, end.is_win, plain.round > 1)).or_insert(0) += 1;
        for word in happened {
            *words.entry(word).or_insert(0) += 1;
        }
    }
    // Nobody is left at the end of a round, or one is, or several are; at once, and later.
    assert_eq!(ends.len(), 8, "how the matches ended: {ends:?}");
    assert!(ends.values().all(|count| *count > 10), "how the matches ended: {ends:?}");
    assert_eq!(words.len(), 7, "what came of the runs: {words:?}");
    assert!(words.values().all(|count| *count > 1000), "what came of the runs: {words:?}");
}

proptest! {
    #![proptest_config(config(500))]

    #[test]
    fn every_round_of_any_match_is_the_references(game in matches()) {
        game.compare_every_round();
    }

    #[test]
    fn whatever_is_replied_every_round_is_the_references(
        game in matches(),
        replies in prop::collection::vec(any::<u8>(), 0..2000),
    ) {
        game.compare_with_replies(&mut Bytes(&replies));
    }

    #[test]
    fn advancing_in_steps_is_advancing_round_by_round(game in matches(), seed: u64) {
        let (mut choices, mut engine, mut whole) = (SplitMix(seed), game.engine(), game.engine());
        while engine.outcome().is_none() {
            let until = engine.turn() + choices.below(4) as u64;
            advance(&mut engine, until, &mut Unobserved);
            prop_assert!(engine.turn() == until || engine.outcome().is_some());
        }
        advance(&mut whole, u64::MAX, &mut Unobserved);
        prop_assert_eq!(end(&engine), end(&whole));
        let expected = end(&engine);
        advance(&mut engine, u64::MAX, &mut Unobserved);
        prop_assert_eq!(end(&engine), expected, "what is over stays as it is");
    }

    #[test]
    fn watching_a_match_does_not_change_it(game in matches(), seed: u64) {
        let (mut unwatched, mut watched, mut events) = (game.engine(), game.engine(), Vec::new());
        advance(&mut unwatched, u64::MAX, &mut Unobserved);
        advance(&mut watched, u64::MAX, &mut events);
        compare_events(&events, &watched);
        prop_assert_eq!(end(&watched), end(&unwatched));
        let (mut choices, mut engine, mut in_steps) = (SplitMix(seed), game.engine(), Vec::new());
        while engine.outcome().is_none() {
            let until = engine.turn() + choices.below(4) as u64;
            advance(&mut engine, until, &mut in_steps);
        }
        prop_assert_eq!(in_steps, events);
        prop_assert_eq!(end(&engine), end(&unwatched));
    }

    /// An engine plays match after match: nothing of one may be left over in the next.
    #[test]
    fn beginning_again_gives_the_same_match(game in matches(), key: u64, seed: u64) {
        let (mut choices, mut fresh, mut engine) = (SplitMix(seed), game.engine(), game.engine());
        advance(&mut fresh, u64::MAX, &mut Unobserved);
        for _ in 0..3 {
            Match { key, ..game.clone() }.begin(&mut engine);
            advance(&mut engine, choices.below(8) as u64, &mut Unobserved);
            game.begin(&mut engine);
            compare(&engine, &game.reference());
            advance(&mut engine, u64::MAX, &mut Unobserved);
            prop_assert_eq!(end(&engine), end(&fresh));
            prop_assert_eq!(engine.last_round(), fresh.last_round());
        }
    }

    #[test]
    fn questions_and_answers_lose_nothing_as_bytes(game in matches()) {
        let (mut direct, mut wired) = (game.engine(), game.engine());
        advance(&mut direct, u64::MAX, &mut Unobserved);
        let Ok(()) = wired.advance(u64::MAX, &mut Wired(AnyPerl::default()), &mut Unobserved);
        prop_assert_eq!(end(&wired), end(&direct));
    }
}

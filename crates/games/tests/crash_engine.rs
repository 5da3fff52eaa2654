//! The fast engine of Crash against the reference interpreter, which does everything the plain way.

#[path = "support/choices.rs"]
mod choices;
#[path = "support/crash.rs"]
mod crash;

use choices::{Bytes, Choices, SplitMix};
use crash::{Match, advance};
use game::{Engine as _, Event, Outcome, Unobserved, Verdict};
use games::crash::reference::End;
use proptest::prelude::*;

/// A program that waits for ever (the document).
const WAIT: &str = "store [i]-1 i\n";

fn matches() -> impl Strategy<Value = Match> {
    prop::collection::vec(any::<u8>(), 0..300).prop_map(|bytes| Match::any(&mut Bytes(&bytes)))
}

fn config(cases: u32) -> ProptestConfig {
    ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() }
}

/// Every turn of one program against one that waits in the cells from 2000 on.
fn alone(program: &str, start: usize) -> (End, Match) {
    let game = Match { programs: [program.into(), WAIT.into()], start: [start, 2000], max_turns: 40 };
    (game.compare_every_turn(), game)
}

#[test]
fn every_turn_is_the_references_c1_to_c6() {
    let (mut choices, mut ends) = (SplitMix(1), [0; 4]);
    for _ in 0..2000 {
        let end = match Match::any(&mut choices).compare_every_turn() {
            End::Win { .. } => 0,
            End::BothCrash => 1,
            End::SameAddress => 2,
            End::TurnLimit => 3,
        };
        ends[end] += 1;
    }
    assert!(ends.iter().all(|&count| count > 30), "how the matches ended: {ends:?}");
}

/// Every expression of one term and of two, as an address and as the value of each register, with
/// registers and cells that are not 0.
#[test]
fn every_instruction_with_one_or_two_terms_is_the_references_c1_c3() {
    let operands = ["[i]", "[a]", "[b]", "[2]", "[2000]", "[4095]", "0", "7", "4095"];
    let mut expressions: Vec<String> = operands.map(String::from).to_vec();
    for left in operands {
        for right in operands {
            expressions.push(format!("{left}+{right}"));
            expressions.push(format!("{left}-{right}"));
        }
    }
    for expression in expressions {
        for instruction in [
            format!("store {expression} i"),
            format!("store {expression} a"),
            format!("store {expression} b"),
            format!("write crash {expression}"),
            format!("write noop {expression}"),
            format!("write store {expression} i {expression}"),
            format!("write store {expression} a {expression}"),
            format!("write store {expression} b {expression}"),
        ] {
            // Twice in a row, and as the very last instruction of the memory (C2).
            let program = format!("store 3000 a\nstore 4001 b\n{instruction}\n{instruction}\n");
            alone(&program, 0);
            alone(&program, 4092);
        }
    }
}

/// 4096 times any value is 0 (C1), and 4095 times is minus that value.
#[test]
fn terms_that_come_thousands_of_times_count_modulo_4096_c1() {
    for operand in ["[i]", "[a]", "[b]", "[1]", "[0]", "4095"] {
        for (count, first) in [(4095, "5"), (4096, "5"), (4097, "[i]"), (4096, "[i]"), (4095, "[a]")] {
            for sign in ["+", "-"] {
                let expression = format!("{first}{}", format!("{sign}{operand}").repeat(count));
                for form in ["store E a", "store E b", "store E i", "write noop E"] {
                    let instruction = form.replace('E', &expression);
                    alone(&format!("store 100 a\nstore 200 b\n{instruction}\n{WAIT}"), 0);
                }
            }
        }
    }
}

#[test]
fn counting_up_beyond_the_last_cell_is_a_crash_unless_a_store_to_i_saves_c2() {
    let lost = End::Win { winner: 1 };
    for last in ["noop", "store [i] a", "store 7-[i] b", "write noop [i]", "write store 1 i [i]-1", "crash"] {
        assert_eq!(alone(&format!("{last}\n"), 4095).0, lost, "{last}");
        assert_eq!(alone(&format!("store 5 a\n{last}\n"), 4094).0, lost, "{last}");
    }
    for saved in ["store [i]-1 i", "store [i]+4095 i", "store 4095 i", "store [a]-[i]-1 i"] {
        assert_eq!(alone(&format!("{saved}\n"), 4095).0, End::TurnLimit, "{saved}");
    }
    // `[i]` is 0 there, so these lead to the first cells.
    assert_eq!(alone("write store [i]-1 i 3\nstore [i]+3 i\n", 4094).0, End::TurnLimit);
    assert_eq!(alone("write store [i]-1 i 0\nstore [i] i\n", 4094).0, End::TurnLimit);
}

#[test]
fn an_instruction_that_was_read_is_executed_though_it_is_overwritten_in_between() {
    // The first program overwrites what the second has just read, and what it has just read itself.
    for (program, start) in
        [("write crash 2000\nstore [i]-1 i\n", 1000), ("write crash [i]-1\nstore [i]-2 i\n", 1)]
    {
        let (end, game) = alone(program, start);
        let mut reference = game.reference();
        reference.run(1);
        assert_eq!(reference.end(), None, "nobody crashes in the turn of the write");
        assert_ne!(end, End::TurnLimit, "but the next one to read it does");
    }
}

#[test]
fn the_last_turn_may_still_decide_the_match_c6() {
    for max_turns in 1..6 {
        for program in ["crash\n", "noop\ncrash\n", "noop\nnoop\ncrash\n", "store 1999 i\nnoop\n"] {
            let programs = [program.into(), WAIT.into()];
            let end = Match { programs, start: [0, 2000], max_turns }.compare_every_turn();
            let ends_by_itself = program.lines().count() as u64;
            assert_eq!(end == End::TurnLimit, max_turns < ends_by_itself, "{program:?} {max_turns}");
        }
    }
}

/// The last cells and the place past the end are where both-crash and same-address, or a crash and
/// same-address, fall together.
#[test]
fn draws_come_before_losses_and_both_crash_before_same_address_c5() {
    let end = |first: &str, second: &str, start| {
        let programs = [format!("{first}\n"), format!("{second}\n")];
        let game = Match { programs, start, max_turns: 9 };
        let end = game.compare_every_turn();
        let mut reference = game.reference();
        reference.run(u64::MAX);
        (end, reference.turns, reference.i)
    };
    // The first is past the end; the second comes to the last cell, which by then is a crash.
    assert_eq!(end("write crash 4095", "store 4095 i", [4095, 0]), (End::BothCrash, 2, [4096; 2]));
    // The same, but the last cell is a noop: only the first crashes, and both are at 4096.
    assert_eq!(end("noop", "store 4095 i", [4095, 0]), (End::SameAddress, 2, [4096; 2]));
    assert_eq!(end("store 4095 i", "noop", [0, 4095]), (End::SameAddress, 2, [4096; 2]));
    // A crash, and in the same turn a jump to the cell after it.
    assert_eq!(end("crash", "store 8 i", [7, 100]), (End::SameAddress, 1, [8; 2]));
    assert_eq!(end("crash", "store 9 i", [7, 100]), (End::Win { winner: 1 }, 1, [8, 9]));
    // 4096 and 0 are two addresses, though `[i]` is 0 in both.
    assert_eq!(end("noop", "store 0 i", [4095, 100]).0, End::BothCrash);
}

/// The events of a match and how it ended, watched in one step.
fn watched(game: &Match) -> (Vec<Event>, Option<Outcome>, Option<game::Digest>) {
    let (mut engine, mut events) = (game.engine(), Vec::new());
    advance(&mut engine, u64::MAX, &mut events);
    game.compare_events(&events, &engine);
    (events, engine.outcome().cloned(), engine.state_hash())
}

proptest! {
    #![proptest_config(config(1000))]

    #[test]
    fn every_turn_of_any_match_is_the_references(game in matches()) {
        game.compare_every_turn();
    }

    #[test]
    fn advancing_in_slices_is_advancing_turn_by_turn(game in matches(), seed: u64) {
        let (mut choices, mut engine, mut reference) = (SplitMix(seed), game.engine(), game.reference());
        while reference.end().is_none() {
            let until = reference.turns + choices.below(60) as u64;
            advance(&mut engine, until, &mut Unobserved);
            reference.run(until);
            game.compare(&engine, &reference);
        }
        game.compare_in_slices(&mut choices);
    }

    #[test]
    fn watching_a_match_does_not_change_it(game in matches(), seed: u64) {
        let (events, outcome, hash) = watched(&game);
        let mut engine = game.engine();
        advance(&mut engine, u64::MAX, &mut Unobserved);
        prop_assert_eq!((engine.outcome(), engine.state_hash()), (outcome.as_ref(), hash));
        // Watched in slices: the same events, none twice, none lost between two slices.
        let (mut choices, mut engine, mut in_slices) = (SplitMix(seed), game.engine(), Vec::new());
        while engine.outcome().is_none() {
            let until = engine.turn() + choices.below(30) as u64;
            advance(&mut engine, until, &mut in_slices);
        }
        advance(&mut engine, u64::MAX, &mut in_slices);
        prop_assert_eq!(in_slices, events);
        prop_assert_eq!((engine.outcome(), engine.state_hash()), (outcome.as_ref(), hash));
    }

    /// An engine plays match after match: nothing of one may be left over in the next, whether it was broken off or
    /// played to the end.
    #[test]
    fn beginning_again_gives_the_same_match(game in matches(), seed: u64) {
        let (mut choices, expected) = (SplitMix(seed), watched(&game));
        let mut engine = game.engine();
        let lengths = game.programs.each_ref().map(|program| program.lines().count());
        for _ in 0..3 {
            let first = choices.below(4097 - lengths[0] - lengths[1]);
            let other = Match { start: [first, 4096 - lengths[1]], ..game.clone() };
            other.begin(&mut engine);
            advance(&mut engine, choices.below(500) as u64, &mut Unobserved);
            game.begin(&mut engine);
            game.compare(&engine, &game.reference());
            let mut events = Vec::new();
            advance(&mut engine, u64::MAX, &mut events);
            prop_assert_eq!((events, engine.outcome().cloned(), engine.state_hash()), expected.clone());
        }
    }

    #[test]
    fn the_loser_has_the_second_place_and_who_ties_the_first(game in matches()) {
        let mut engine = game.engine();
        advance(&mut engine, u64::MAX, &mut Unobserved);
        let outcome = engine.outcome().expect("it is over");
        match &outcome.verdict {
            Verdict::Win { winner } => prop_assert_eq!(
                (outcome.places[*winner], outcome.places[1 - winner], outcome.places.len()),
                (1, 2, 2)
            ),
            Verdict::Draw { tied } => prop_assert_eq!((&tied[..], &outcome.places[..]), (&[0, 1][..], &[1, 1][..])),
        }
    }
}

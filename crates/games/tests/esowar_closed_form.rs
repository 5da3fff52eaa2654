//! The unwatched engine of Esowar, which may do many turns of a loop at once, against the reference interpreter, which
//! does every turn: matches of loops, and cases in which something happens while a loop runs.

#[allow(dead_code, reason = "other tests use more of it")]
#[path = "support/choices.rs"]
mod choices;
#[allow(dead_code, reason = "other tests use more of it")]
#[path = "support/esowar.rs"]
mod esowar;
#[path = "support/hunters.rs"]
mod hunters;
#[path = "support/loops.rs"]
mod loops;
#[path = "support/passes.rs"]
mod passes;
#[path = "support/rematches.rs"]
mod rematches;
#[path = "support/shrinking.rs"]
mod shrinking;

use choices::SplitMix;
use esowar::{Match, base};
use game::{AnyPlayers, Rules, Void};
use games::conformance;
use games::esowar::reference::{DeathReason, End, Reference};
use games::esowar::symbol::CHARACTERS;
use hunters::hostile_match;
use loops::{any_match, large_match};
use passes::Happened;
use serde_json::{Value, json};
use shrinking::{Comparable as _, differs, shrunk};

/// How many matches a test plays. A campaign of hours sets `BOUT_MATCHES` to more of them.
fn campaign(matches: u64) -> u64 {
    std::env::var("BOUT_MATCHES").map_or(matches, |text| text.parse().expect("a number"))
}

#[test]
fn matches_of_loops_are_the_references_e1_to_e7() {
    let matches = campaign(10_000);
    let lasted = (1..=matches).filter(|&seed| lasts(&any_match(&mut SplitMix(seed)), seed)).count() as u64;
    assert!(lasted > matches / 5, "only {lasted} of {matches} matches lasted");
}

#[test]
fn matches_of_loops_on_large_boards_are_the_references_e1_to_e7() {
    let lasted = (1..=20).filter(|&seed| lasts(&large_match(&mut SplitMix(seed)), seed)).count();
    assert!(lasted > 8, "only {lasted} of 20 matches lasted");
}

#[test]
fn matches_of_hunters_and_of_odd_brackets_are_the_references_e1_to_e7() {
    let matches = campaign(2000);
    let lasted =
        (1..=matches).filter(|&seed| lasts(&hostile_match(&mut SplitMix(seed)), seed)).count() as u64;
    assert!(lasted > matches / 5, "only {lasted} of {matches} matches lasted");
}

/// An engine that has leapt often knows the passes of loops, and need not find them.
#[test]
fn rematches_on_an_engine_that_knows_passes_are_the_references_e1_to_e7() {
    for seed in 1..=campaign(40) {
        rematches::compare_rematches(&mut SplitMix(seed), 100);
    }
}

/// The matches contain what a closed form could get wrong: steady loops, and everything that may end them.
#[test]
fn much_happens_while_loops_run_steadily() {
    let mut happened = Happened::default();
    for seed in 1..=1000 {
        passes::watch(&any_match(&mut SplitMix(seed)), &mut happened);
    }
    let Happened { sweeps, idlers, together, own_code, others_code, .. } = happened;
    assert!(sweeps > 500 && idlers > 500 && together > 50_000, "{happened:?}");
    assert!(own_code > 50 && others_code > 100 && happened.others_robot > 1000, "{happened:?}");
    assert!(happened.brackets > 100 && happened.deaths > 30 && happened.limits > 30, "{happened:?}");
}

/// Compares a match, and says whether it lasted.
fn lasts(game: &Match, seed: u64) -> bool {
    let smallest = || shrunk(game, |game| differs(game, seed));
    assert!(!differs(game, seed), "seed {seed}, made smaller: {:?}", smallest());
    let mut reference = game.reference();
    reference.run(u64::MAX);
    reference.turns > 1000
}

/// The cases of `testdata/esowar/closed-form.json`, which `closed_form.py` there worked out with two interpreters of its
/// own, in Python and in C: the reference must get the results that they got, and the engine in slices those of the
/// reference.
#[test]
fn the_reference_and_the_engine_in_slices_agree_on_the_cases() {
    let file: Value = serde_json::from_str(&cases()).expect("it is JSON");
    let cases = file["cases"].as_array().expect("a list");
    assert!(cases.len() > 300, "{} cases", cases.len());
    for (case, seed) in cases.iter().zip(1..) {
        let game = match_of(case);
        let mut reference = game.reference();
        reference.run(u64::MAX);
        assert_eq!(found(&reference), case["expect"], "{}", case["name"]);
        game.compare_unwatched(&mut SplitMix(seed));
    }
}

/// Watched and unwatched, as everybody else would play them.
#[test]
fn the_engine_passes_the_cases() {
    let nobody =
        |_: &Rules| -> Result<Box<dyn AnyPlayers>, Void> { Err(Void { cause: "Esowar asks nobody".into() }) };
    for case in conformance::cases(cases().as_bytes()).expect("they are cases") {
        let result = case.play(&nobody, &|| false);
        assert!(result.passed(), "{result:#?}");
    }
}

fn cases() -> String {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/esowar/closed-form.json");
    std::fs::read_to_string(path).expect("it is part of the repository")
}

fn match_of(case: &Value) -> Match {
    let numbers = |of: &Value| -> Vec<usize> { serde_json::from_value(of.clone()).expect("numbers") };
    let bases: Vec<String> = serde_json::from_value(case["bases"].clone()).expect("texts");
    Match {
        squares: serde_json::from_value(case["params"]["squares"].clone()).expect("a number"),
        max_turns: case["params"]["max_turns"].as_u64().expect("a number"),
        bases: bases.iter().map(|symbols| base(symbols)).collect(),
        start: numbers(&case["start"]),
        robots: numbers(&case["robots"]),
    }
}

/// What a case's `expect` says, of a match that is over.
fn found(reference: &Reference) -> Value {
    let winner = match reference.end() {
        Some(End::Win { winner }) => Some(winner),
        _ => None,
    };
    let deaths = reference.deaths.iter().map(|death| {
        let reason = if death.reason == DeathReason::ReadD { "read-d" } else { "no-match" };
        json!({"player": death.seat, "turn": death.turn, "reason": reason})
    });
    let runs = reference.board.chunk_by(|one, next| one == next).map(|run| {
        let symbol = CHARACTERS[usize::from(run[0])];
        if run.len() == 1 { symbol.to_owned() } else { format!("{symbol}*{}", run.len()) }
    });
    json!({
        "outcome": if winner.is_some() { "win" } else { "draw" },
        "winner": winner,
        "turns": reference.turns,
        "deaths": deaths.collect::<Vec<_>>(),
        "commanders": reference.commanders,
        "robots": reference.robots,
        "board": runs.collect::<Vec<_>>().join(" "),
    })
}

/// The shrinking itself: what is left of a match still fails, and nothing of it could be left out.
#[test]
fn a_match_is_made_smaller_for_as_long_as_it_fails() {
    let dies = |game: &Match| -> bool {
        let mut reference: Reference = game.reference();
        reference.run(u64::MAX);
        matches!(reference.end(), Some(End::Win { .. }))
    };
    let found = (1..=100).map(|seed| any_match(&mut SplitMix(seed))).find(|game| dies(game));
    let game = found.expect("some match is won");
    let smallest = shrunk(&game, dies);
    assert!(dies(&smallest) && smallest.bases.len() == 2);
    // A first turn is enough to die: of a `d`, or of a bracket without a partner, which takes a robot on an `r`.
    assert!(smallest.max_turns <= 2 && smallest.squares <= 3, "{smallest:?}");
}

//! The unwatched engine of Esowar, which may do many turns of a loop at once, against the reference interpreter, which
//! does every turn: matches of loops, and cases in which something happens while a loop runs.

#[allow(dead_code, reason = "other tests use more of it")]
#[path = "support/choices.rs"]
mod choices;
#[allow(dead_code, reason = "other tests use more of it")]
#[path = "support/esowar.rs"]
mod esowar;
#[path = "support/loops.rs"]
mod loops;

use choices::SplitMix;
use games::esowar::reference::{End, Reference};
use loops::{any_match, differs, large_match, shrunk};

/// Matches that the test plays. A campaign of hours sets `BOUT_MATCHES` to more of them.
const MATCHES: u64 = 16_000;

#[test]
fn matches_of_loops_are_the_references_e1_to_e7() {
    let matches = std::env::var("BOUT_MATCHES").map_or(MATCHES, |text| text.parse().expect("a number"));
    let lasted = (1..=matches).filter(|&seed| lasts(&any_match(&mut SplitMix(seed)), seed)).count() as u64;
    assert!(lasted > matches / 5, "only {lasted} of {matches} matches lasted");
}

#[test]
fn matches_of_loops_on_large_boards_are_the_references_e1_to_e7() {
    let lasted = (1..=20).filter(|&seed| lasts(&large_match(&mut SplitMix(seed)), seed)).count();
    assert!(lasted > 8, "only {lasted} of 20 matches lasted");
}

/// Compares a match, and says whether it lasted.
fn lasts(game: &esowar::Match, seed: u64) -> bool {
    let smallest = || shrunk(game, |game| differs(game, seed));
    assert!(!differs(game, seed), "seed {seed}, made smaller: {:?}", smallest());
    let mut reference = game.reference();
    reference.run(u64::MAX);
    reference.turns > 1000
}

/// The shrinking itself: what is left of a match still fails, and nothing of it could be left out.
#[test]
fn a_match_is_made_smaller_for_as_long_as_it_fails() {
    let dies = |game: &esowar::Match| -> bool {
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

//! Counting every placement of a pair of Crash against playing them one by one.

#[allow(dead_code, reason = "other tests use more of it")]
#[path = "support/choices.rs"]
mod choices;
#[allow(dead_code, reason = "other tests use more of it")]
#[path = "support/crash.rs"]
mod crash;

use choices::{Choices, SplitMix};
use crash::Match;
use games::crash::CELLS;

const WAIT: &str = "store [i]-1 i\n";
const BOMBER: &str = "write crash [i]+[a]+4\nwrite crash [i]+[a]+4\nstore [a]+2 a\nstore [i]-4 i\n";

fn pair(one: &str, two: &str, max_turns: u64) -> Match {
    Match { programs: [one.into(), two.into()], start: [0, 0], max_turns }
}

/// Distances at which something special may happen, and some others.
fn compare(game: &Match, choices: &mut impl Choices, count: usize) -> u64 {
    let parts = game.census().parts();
    let mut placements = 0;
    for _ in 0..count {
        let near = choices.below(8) as u64 % parts;
        let part = match choices.below(3) {
            0 => near,
            1 => parts - 1 - near,
            _ => choices.below(CELLS) as u64 % parts,
        };
        placements += game.compare_census(part);
    }
    placements
}

#[test]
fn random_pairs_are_counted_as_played() {
    let mut choices = SplitMix(3);
    let placements: u64 = (0..60)
        .map(|_| {
            let game = Match::any(&mut choices);
            compare(&game, &mut choices, 1)
        })
        .sum();
    assert!(placements > 100_000, "{placements} placements were compared");
}

#[test]
fn the_documents_pairs_are_counted_as_played() {
    let mut choices = SplitMix(4);
    for one in [WAIT, BOMBER] {
        for two in [WAIT, BOMBER] {
            compare(&pair(one, two, 300), &mut choices, 4);
        }
    }
}

/// A longer search, for a person: `cargo test --release -p games --test crash_census -- --ignored campaign --nocapture`.
#[test]
#[ignore = "it takes minutes"]
fn campaign() {
    let seed = std::env::var("SEED").map_or(100, |seed| seed.parse().expect("a number"));
    let pairs = std::env::var("PAIRS").map_or(10_000, |pairs| pairs.parse().expect("a number"));
    let mut choices = SplitMix(seed);
    let mut placements = 0;
    for _ in 0..pairs {
        let game = Match::any(&mut choices);
        placements += compare(&game, &mut choices, 2);
    }
    println!("{placements} placements");
}

//! The pairs that a search found because the engines are slow on them (`testdata/slow`): they follow the paths through an
//! engine that are followed most rarely. Here they are compared with the reference interpreters; `cargo xtask speed --slow`
//! times them.

#[allow(dead_code, reason = "other tests use more of it")]
#[path = "support/choices.rs"]
mod choices;
#[allow(dead_code, reason = "other tests use more of it")]
#[path = "support/crash.rs"]
mod crash;
#[allow(dead_code, reason = "other tests use more of it")]
#[path = "support/crash_loops.rs"]
mod crash_loops;
#[allow(dead_code, reason = "other tests use more of it")]
#[path = "support/esowar.rs"]
mod esowar;
#[allow(dead_code, reason = "other tests use more of it")]
#[path = "support/loops.rs"]
mod loops;
#[allow(dead_code, reason = "other tests use more of it")]
#[path = "support/shrinking.rs"]
mod shrinking;

use choices::SplitMix;
use game::{Game, NamedLists, Rules, SeededRng};
use serde_json::Value;
use shrinking::Comparable as _;

/// Setups of a pair.
const SETUPS: u64 = 3;

/// No match goes on for longer: the references walk far at some turns.
const MAX_TURNS: u64 = 20_000;

#[test]
fn slow_pairs_of_esowar_are_the_references() {
    for_all::<games::esowar::Esowar>(
        include_str!("../../../testdata/slow/esowar.json"),
        |programs, setup, seed| {
            let places = |name| list(setup, name);
            let bases: Vec<_> = programs.iter().map(|program| esowar::base(program)).collect();
            let squares = 100_000 * bases.len();
            let game = esowar::Match {
                squares,
                max_turns: MAX_TURNS,
                bases,
                start: places("start"),
                robots: places("robots"),
            };
            let mut reference = game.reference();
            // On the whole board as far as that is affordable.
            let game =
                if loops::walk(&mut reference, 20_000_000) { game } else { game.turns(reference.turns) };
            game.compare_unwatched(&mut SplitMix(seed));
        },
    );
}

#[test]
fn slow_pairs_of_crash_are_the_references() {
    for_all::<games::crash::Crash>(
        include_str!("../../../testdata/slow/crash.json"),
        |programs, setup, seed| {
            let start = list(setup, "start").try_into().expect("there are two");
            let game = crash::Match { programs: programs.clone(), start, max_turns: MAX_TURNS };
            game.compare_unwatched(&mut SplitMix(seed));
        },
    );
}

/// Compares drawn setups of every pair.
fn for_all<G: Game>(set: &str, compare: impl Fn(&[String; 2], &NamedLists, u64)) {
    let pairs: Vec<Value> = serde_json::from_str(set).expect("it is JSON");
    assert!(!pairs.is_empty());
    for pair in pairs {
        let sources: [String; 2] =
            [0, 1].map(|seat| pair["programs"][seat].as_str().expect("a program").to_owned());
        let programs =
            sources.each_ref().map(|source| G::read(source.as_bytes()).program.expect("it is legal"));
        let programs = programs.each_ref();
        let parameters = G::parameters(&Rules::new(), &programs).expect("the defaults are legal");
        for seed in 1..=SETUPS {
            let setup = G::draw_setup(&parameters, &programs, &mut SeededRng::for_setup(seed));
            compare(&sources, &G::setup_lists(&setup), seed);
        }
    }
}

fn list(setup: &NamedLists, name: &str) -> Vec<usize> {
    let numbers = setup.get(name).expect("it is there");
    numbers.iter().map(|&number| usize::try_from(number).expect("a place")).collect()
}

//! Matches of Crash that go on for long or for ever: what the fast engine leaves out is proven not to matter.

#[allow(dead_code, reason = "other tests use more of it")]
#[path = "support/choices.rs"]
mod choices;
#[allow(dead_code, reason = "other tests use more of it")]
#[path = "support/crash.rs"]
mod crash;

use std::fs;
use std::path::Path;

use choices::{Choices as _, SplitMix};
use crash::{Match, advance};
use game::{Engine as _, Outcome, Unobserved};
use games::crash::TURN_LIMIT;

/// A program that waits for ever (the document).
const WAIT: &str = "store [i]-1 i\n";
/// Registers that come back after 4096 rounds of two turns.
const CLOCK: &str = "store [a]+1 a\nstore [i]-2 i\n";
/// A loop of three turns with other strides, one of them set anew from the other register.
const CLOCKS: &str = "store [b]-6 b\nstore [b]+[b]+1 a\nstore [i]-3 i\n";
/// It turns every fourth cell into a `noop`, round and round, but none of its own: it begins at the cell after its
/// last one.
const SOWER: &str = "write noop [i]+[a]+6\nstore [a]+4 a\nstore [i]-3 i\n";
/// Two writes in each round to the same cells, so that their order counts, and no cell stays as it is.
const RESTLESS: &str = "write noop [i]+[a]+9\nwrite store [i]+1 i [i]+[a]+8\nstore [a]+8 a\nwrite crash [i]+[a]+6\nstore [i]-5 i\n";
/// It reads the value of a cell that changes twice in each round.
const SWITCH: &str =
    "write noop 4000\nstore [a]+[4000] a\nwrite crash 4000\nstore [a]+[4000] a\nstore [i]-5 i\n";
/// Its path depends on a register, `b`.
const FORK: &str = "store [a]+1024 a\nstore [i]+[b] i\nnoop\nnoop\nstore [a]+[a] b\nstore [i]-6 i\n";
/// It rewrites its own jump in the turn before it reaches it, with the instruction that is already there (as a guard
/// does).
const GUARD: &str = "write crash [i]+[a]+5\nwrite store [a]+2532 a [i]\nstore [a]+2532 a\nwrite store [i]-5 i [i]\n\
                     store [i]-5 i\n";
/// It runs over a cell that it changes in every round, to another instruction in each half of the round.
const CHAMELEON: &str = "write store [a]+1 a [i]+1\nnoop\nnoop\nwrite store [b]+3 b [i]-2\nstore [i]-4 i\n";
/// It draws the cells that it bombs at random: 1024 of them, each once, and never one of its own.
const LOTTERY: &str = "write crash [i]+[a]+2\nstore [a]+[a]+[a]+[a]+[a]+4 a\nstore [i]-3 i\n";
/// A program like that with two registers. One of them is drawn from both. In the end, the program hits itself.
const TOMBOLA: &str =
    "write noop [b]\nstore [a]+[a]+[a]+[a]+[a]+4 a\nstore [b]+[b]+[b]+[a]+[i]+5 b\nstore [i]-4 i\n";
/// Its register goes down where others go up, so that it comes back after two rounds; it writes in its own rhythm.
const MIRROR: &str = "store [b]+7 b\nstore [4000]-[b] b\nwrite store [b]+[a] a [b]+2000\nstore [i]-4 i\n";
/// Its register ends at 0 and never comes back.
const DOUBLER: &str = "store 3 b\nstore [b]+[b] b\nwrite noop [b]+500\nstore [i]-3 i\n";
/// It jumps by a register that is the same for 32 rounds, then another.
const GATE: &str = "store [a]+32 a\nstore [a]+[a]+[a]+[a]+[a]+[a]+[a]+[a]+[a]+[a]+[a]+[a]+[a]+[a]+[a]+[a] b\nstore [b]+[b]+[b]+[b] b\n\
                    write noop [a]+[a]+[a]+1001\nstore [i]+[b] i\nstore [i]-6 i\n";
/// It reads so many cells that their sum is remembered, and writes to some of them, of its own and of the other.
const ACCOUNTANT: &str = "store [99]+[100]+[101]+[102]-[103]+[3000]+[3001]+[3001]+[2003]+[2006]+[2009] a\nwrite noop [a]+1996\n\
                          write crash [b]+1999\nstore [b]+[a]+3 b\nstore [i]-5 i\n";

/// Counts in cells, bit by bit: as long as there is another bit, no state repeats, and the path is a different one each
/// time.
fn counter(bits: usize) -> String {
    let bit = |bit: usize| {
        let (cell, back) = (97 + 199 * bit, 4 * bit + 3);
        format!("store [i]+[{cell}]+[{cell}] i\nwrite noop {cell}\nstore [i]-{back} i\nwrite crash {cell}\n")
    };
    (0..bits).map(bit).collect::<String>() + &format!("store [i]-{} i\n", 4 * bits + 1)
}

/// A loop of `length` turns that moves its writes by `stride` each round.
fn long(length: usize, stride: usize) -> String {
    let noops = "noop\n".repeat(length - 3);
    format!("{noops}write store [i] a [a]+2000\nstore [a]+{stride} a\nstore [i]-{length} i\n")
}

fn endless_programs() -> Vec<String> {
    let mut programs: Vec<String> =
        [WAIT, CLOCK, CLOCKS, SOWER, RESTLESS, SWITCH, FORK, GUARD, CHAMELEON].map(String::from).to_vec();
    programs.extend([LOTTERY, TOMBOLA, MIRROR, DOUBLER, GATE, ACCOUNTANT].map(String::from));
    programs.extend([long(127, 0), long(128, 64), long(101, 1024), counter(3), counter(12)]);
    programs
}

/// The first at 100, the second at 3000.
fn pair(first: &str, second: &str, max_turns: u64) -> Match {
    Match { programs: [first.into(), second.into()], start: [100, 3000], max_turns }
}

#[test]
fn every_two_loops_are_the_references_however_they_are_sliced() {
    let mut choices = SplitMix(7);
    for first in endless_programs() {
        for second in endless_programs() {
            pair(&first, &second, 100_000).compare_in_slices(&mut choices);
        }
    }
}

/// The turns that are left after whole periods take every possible number.
#[test]
fn the_turn_limit_may_come_anywhere_in_a_period_c6() {
    for (first, second) in [(CLOCKS, GUARD), (SOWER, CLOCK), (SWITCH, CLOCK), (CHAMELEON, WAIT)] {
        for max_turns in (1..90).chain(4096 * 5 - 40..4096 * 5 + 40).chain(50_000..50_010) {
            let game = pair(first, second, max_turns);
            let (mut engine, mut reference) = (game.engine(), game.reference());
            advance(&mut engine, u64::MAX, &mut Unobserved);
            reference.run(u64::MAX);
            game.compare(&engine, &reference);
        }
    }
}

/// Bombs that are drawn at random meet the other program, wherever it is.
#[test]
fn random_bombs_hit_what_they_hit_in_the_reference() {
    let mut choices = SplitMix(17);
    for first in [LOTTERY, TOMBOLA, MIRROR] {
        for second in [WAIT, SOWER, GUARD, LOTTERY, TOMBOLA, ACCOUNTANT] {
            for _ in 0..12 {
                let start = [choices.below(1900), 2048 + choices.below(1900)];
                Match { start, ..pair(first, second, 30_000) }.compare_in_slices(&mut choices);
            }
        }
    }
}

/// These are too many turns to play one by one. `a` of a clock counts rounds.
#[test]
fn matches_of_a_trillion_turns_are_proven_to_be_endless_c6() {
    let max_turns = 1 << 40;
    for second in [WAIT, CLOCK, CLOCKS, SOWER, GUARD, SWITCH, LOTTERY, MIRROR] {
        let game = pair(CLOCK, second, max_turns);
        let mut engine = game.engine();
        let until = (1 << 39) + 6;
        advance(&mut engine, until, &mut Unobserved);
        assert_eq!((engine.turn(), engine.outcome()), (until, None), "{second}");
        assert_eq!((engine.frame().register("a")[0], engine.frame().register("i")[0]), (3, 100), "{second}");
        let (mut plain, mut events) = (engine.clone(), Vec::new());
        advance(&mut plain, until + 3000, &mut events);
        advance(&mut engine, until + 3000, &mut Unobserved);
        assert_eq!(engine.state_hash(), plain.state_hash(), "{second}");
        advance(&mut engine, u64::MAX, &mut Unobserved);
        assert_eq!(engine.outcome(), Some(&Outcome::draw_of_two(TURN_LIMIT, max_turns)), "{second}");
        assert_eq!(engine.frame().register("a")[0], 0, "{second}");
    }
}

/// Once it is known that a match never ends, that must not be remembered in the next.
#[test]
fn the_next_match_may_end_again() {
    let (endless, decided) =
        (pair(SOWER, WAIT, 100_000), Match { start: [100, 2003], ..pair(SOWER, WAIT, 100_000) });
    let mut engine = endless.engine();
    for game in [&endless, &decided, &endless, &decided] {
        game.begin(&mut engine);
        advance(&mut engine, u64::MAX, &mut Unobserved);
        let mut reference = game.reference();
        reference.run(u64::MAX);
        game.compare(&engine, &reference);
    }
}

/// Random programs, at length: most of those that do not crash soon come to some loop.
#[test]
fn long_random_matches_are_the_references() {
    let mut choices = SplitMix(11);
    for _ in 0..1500 {
        let game = Match::any(&mut choices);
        Match { max_turns: 300 * game.max_turns, ..game }.compare_in_slices(&mut choices);
    }
}

#[test]
fn every_two_example_programs_play_as_the_reference_does() {
    let mut choices = SplitMix(13);
    let programs = examples();
    assert!(programs.len() > 10);
    for first in &programs {
        for second in &programs {
            let starts = [choices.below(1900), 2048 + choices.below(1900)];
            let game = Match { programs: [first.clone(), second.clone()], start: starts, max_turns: 40_000 };
            game.compare_in_slices(&mut choices);
        }
    }
}

/// The canonical texts of the example programs.
fn examples() -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../bout/examples/crash");
    let mut paths: Vec<_> = fs::read_dir(folder)
        .expect("the folder is there")
        .map(|entry| entry.expect("readable").path())
        .collect();
    paths.sort();
    let canonical = |path| {
        let program = games::crash::read(&fs::read(path).expect("readable")).program.expect("legal");
        game::Program::canonical(&program)
    };
    paths.iter().map(canonical).collect()
}

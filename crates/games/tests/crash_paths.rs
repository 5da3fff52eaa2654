//! Matches of Crash whose path depends on data: the fast engine plays many of their turns at once, using what it has
//! learnt in earlier turns and matches.

#[allow(dead_code, reason = "other tests use more of it")]
#[path = "support/choices.rs"]
mod choices;
#[allow(dead_code, reason = "other tests use more of it")]
#[path = "support/crash.rs"]
mod crash;
#[path = "support/crash_data.rs"]
mod crash_data;

use choices::SplitMix;
use crash::{Match, advance};
use crash_data::{any_matches, compare_all};
use game::{Change, Engine as _, Unobserved};

/// A program that waits for ever (the document).
const WAIT: &str = "store [i]-1 i\n";
/// Every second cell becomes a `noop`, downwards, and the ones between them `crash`.
const SOWER: &str = "write noop [i]-[a]-9\nwrite crash [i]-[a]-9\nstore [a]+2 a\nstore [i]-4 i\n";
/// It counts modulo 3 in a register, and jumps by it.
const THREE: &str = "store [i]+[a] i\nstore 2 a\nstore [i]-3 i\nstore 0 a\nstore [i]-5 i\n";

/// Counts in cells, bit by bit, from this cell on.
fn counter(bits: usize, first: usize) -> String {
    counter_after(&[], bits, first)
}

/// Counts in cells as `counter` does, and executes these lines before each step.
fn counter_after(lines: &[String], bits: usize, first: usize) -> String {
    let bit = |bit: usize| {
        let (cell, back) = (first + 61 * bit, lines.len() + 4 * bit + 3);
        format!("store [i]+[{cell}]+[{cell}] i\nwrite noop {cell}\nstore [i]-{back} i\nwrite crash {cell}\n")
    };
    let before: String = lines.iter().map(|line| line.clone() + "\n").collect();
    before
        + &(0..bits).map(bit).collect::<String>()
        + &format!("store [i]-{} i\n", lines.len() + 4 * bits + 1)
}

/// Plays and compares a match of these programs at each of these places, on one engine.
fn compare(first: &str, second: &str, starts: &[[usize; 2]]) {
    let programs = [first.to_owned(), second.to_owned()];
    let game = |&start| Match { programs: programs.clone(), start, max_turns: 30_000 };
    let matches: Vec<Match> = starts.iter().map(game).collect();
    for seed in 0..4 {
        compare_all(&matches, &mut SplitMix(seed));
    }
}

#[test]
fn matches_whose_way_follows_data_are_the_references() {
    let (mut choices, mut turns) = (SplitMix(11), 0);
    for _ in 0..600 {
        turns += compare_all(&any_matches(&mut choices), &mut choices);
    }
    assert!(turns > 1_000_000, "they hardly last: {turns} turns");
}

#[test]
fn counters_are_the_references_wherever_they_lie() {
    // Apart, among the cells in which they count, next to each other, and at the ends of the memory.
    let starts = [[1000, 2000], [90, 2200], [190, 130], [400, 300], [0, 4000], [3990, 700], [2500, 2550]];
    let counters = [counter(8, 100), counter(10, 1301), counter(12, 100)];
    for first in &counters {
        for second in [WAIT, SOWER, THREE, &counters[0], &counters[1]] {
            compare(first, second, &starts);
            compare(second, first, &starts.map(|[one, two]| [two, one]));
        }
    }
}

#[test]
fn a_path_ends_where_somebody_writes_to_what_it_needs() {
    // The second program writes to a cell of the first, or to one that it reads, every 4096 rounds.
    for (target, written) in [(1003, "noop"), (1004, "store [i]-5 i"), (161, "noop"), (161, "store 1 a")] {
        let writer = format!("store [a]+1 a\nwrite {written} [a]+{target}\nstore [i]-3 i\n");
        compare(&counter(6, 100), &writer, &[[1000, 2000], [1001, 2000], [999, 500]]);
    }
}

#[test]
fn writes_near_each_other_are_the_references() {
    let sower = |written: &str, target: usize, distances: &[usize], stride: usize, cells: usize| {
        let write = |distance: &usize| format!("write {written} [a]+{}", target + distance);
        let lines: Vec<String> =
            distances.iter().map(write).chain([format!("store [a]+{stride} a")]).collect();
        counter_after(&lines, 5, cells)
    };
    // In a row, with gaps, further apart than a word has bits, and some twice.
    let spreads: [(&[usize], usize); 6] =
        [(&[0, 1], 2), (&[0, 2, 1], 3), (&[0, 7], 5), (&[0, 70], 3), (&[5, 5, 0], 1), (&[0], 4093)];
    let starts = [[1000, 3000], [3050, 900], [0, 4020]];
    for (nth, &(distances, stride)) in spreads.iter().enumerate() {
        let first = sower("noop", 1500, distances, stride, 100);
        // Both sow into the same cells: the other is ahead, catches up, or writes what the first one does.
        for (written, target) in [("crash", 1520), ("crash", 1495), ("noop", 1501), ("store 1 b", 2900)] {
            let (distances, stride) = spreads[(nth + 1) % spreads.len()];
            let second = sower(written, target, distances, stride, 130);
            compare(&first, &second, &starts);
            compare(&second, &first, &starts);
        }
    }
}

#[test]
fn what_a_path_knows_of_cells_ends_where_somebody_else_writes_to_them() {
    // The second program clears or sets a bit of the counter now and then, and writes nowhere else that matters.
    for (bit, written) in
        [(0, "noop"), (1, "crash"), (3, "noop"), (5, "store 3 b"), (6, "crash"), (7, "noop")]
    {
        let target = 100 + 61 * bit;
        for stride in [1, 3, 16] {
            let lines = [format!("write {written} [a]+{target}"), format!("store [a]+{stride} a")];
            let second = counter_after(&lines, 3, 130);
            compare(&counter(8, 100), &second, &[[1000, 2000], [2000, 1000], [3000, 3300]]);
            compare(&second, &counter(8, 100), &[[1000, 2000], [2000, 1000], [3300, 3000]]);
        }
    }
}

#[test]
fn what_an_engine_played_before_changes_no_match() {
    // Matches that are carried by paths, by rounds, and by neither, in turn.
    let bomber = "write crash [i]+[a]+4\nwrite crash [i]+[a]+4\nstore [a]+2 a\nstore [i]-4 i\n";
    let starts: Vec<[usize; 2]> = (0..24).map(|nth| [nth * 997 % 3900, (nth * 1531 + 500) % 3900]).collect();
    let starts: Vec<[usize; 2]> = starts.into_iter().filter(|[one, two]| one.abs_diff(*two) > 100).collect();
    assert!(starts.len() > 12, "hardly any placement is legal");
    for second in [bomber, SOWER, WAIT, THREE] {
        compare(&counter(8, 100), second, &starts);
        compare(&counter_after(&["write noop [a]+9".into()], 2, 130), second, &starts);
    }
}

#[test]
fn a_match_that_is_changed_goes_on_as_it_is_then() {
    let programs = [counter(6, 100), SOWER.to_owned()];
    let game = Match { programs, start: [1000, 3000], max_turns: 30_000 };
    for (cell, text) in [(1000, "noop"), (100, "store 0 a"), (161, "noop"), (3003, WAIT.trim_end())] {
        let (mut engine, mut plain) = (game.engine(), game.engine());
        let change = Change::Cell { cell, text: text.to_owned() };
        for until in [5000, 30_000] {
            advance(&mut engine, until, &mut Unobserved);
            // A match that is watched is played turn by turn.
            advance(&mut plain, until, &mut Vec::new());
            assert_eq!(engine.state_hash(), plain.state_hash(), "{change:?}, turn {until}");
            assert_eq!(engine.outcome(), plain.outcome());
            if engine.outcome().is_none() {
                engine.change(&change).expect("it is legal");
                plain.change(&change).expect("it is legal");
            }
        }
    }
}

#[test]
fn watched_turns_in_between_change_nothing() {
    let mut choices = SplitMix(5);
    for second in [SOWER, THREE, WAIT] {
        let programs = [counter(9, 100), second.to_owned()];
        let game = Match { programs, start: [1000, 3000], max_turns: 60_000 };
        game.compare_in_slices(&mut choices);
    }
}

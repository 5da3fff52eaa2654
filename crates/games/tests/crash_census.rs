//! Counting every placement of a pair of Crash against playing them one by one.

#[allow(dead_code, reason = "other tests use more of it")]
#[path = "support/choices.rs"]
mod choices;
#[allow(dead_code, reason = "other tests use more of it")]
#[path = "support/crash.rs"]
mod crash;
#[path = "support/crash_census.rs"]
mod crash_census;
#[allow(dead_code, reason = "other tests use more of it")]
#[path = "support/crash_loops.rs"]
mod crash_loops;
#[allow(dead_code, reason = "other tests use more of it")]
#[path = "support/shrinking.rs"]
mod shrinking;

use choices::{Choices, SplitMix};
use crash::Match;
use crash_census::any_starts;
use game::Program as _;
use games::crash::CELLS;

const WAIT: &str = "store [i]-1 i\n";
const BOMBER: &str = "write crash [i]+[a]+4\nwrite crash [i]+[a]+4\nstore [a]+2 a\nstore [i]-4 i\n";

/// An expression that reads 64 cells splits a group on every turn, even if a match is short.
#[test]
fn what_was_not_tried_to_its_end_is_not_said_to_be_soon_counted() {
    let canonical = |source: &[u8]| games::crash::read(source).program.expect("it is legal").canonical();
    let lookout = canonical(include_bytes!("../../bout/examples/crash/lookout.crash"));
    let diplomat = canonical(include_bytes!("../../bout/examples/crash/diplomat.crash"));
    assert!(pair(&lookout, &diplomat, 300).census().estimated_ms() >= 1_000);
    assert!(pair(WAIT, BOMBER, 1_000_000).census().estimated_ms() < 1_000);
}

fn pair(one: &str, two: &str, max_turns: u64) -> Match {
    Match { programs: [one.into(), two.into()], start: [0, 0], max_turns }
}

/// Placements at which something special may happen, and some others.
fn compare(game: &Match, choices: &mut impl Choices, count: usize) -> u64 {
    let mut placements = 0;
    for _ in 0..count {
        let [ones, twos] = any_starts(choices);
        placements += game.compare_census([&ones, &twos]);
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

/// Loops are played by their writes alone, until one of these falls on a cell that they read.
#[test]
fn random_loops_are_counted_as_played() {
    let mut choices = SplitMix(7);
    for _ in 0..20 {
        let game =
            Match { max_turns: 1_000 + choices.below(4_000) as u64, ..crash_loops::any_match(&mut choices) };
        compare(&game, &mut choices, 1);
    }
}

/// One player waits at an absolute address, which lies at another distance from the base in each match. The other's
/// loop comes by again and again with something that is deadly, harmless, or leads away.
#[test]
fn who_waits_at_an_absolute_address_is_found_by_every_base_in_its_turn() {
    let mut choices = SplitMix(8);
    let written = ["crash", "noop", "store [i]-1 i", "store [i]+[a]+2 i", "store 7 i", "store [i]-[4000] i"];
    for (length, written) in written.into_iter().enumerate() {
        for hut in [0, 2048, 4095] {
            let waits = format!("write store [i]-1 i {hut}\nstore {hut} i\n");
            let bombs = format!(
                "{}write {written} [i]+[a]+4\nwrite noop 2048\nstore [a]+2003 a\nstore [i]-4 i\n",
                "noop\n".repeat(length)
            );
            compare(&pair(&waits, &bombs, 9_000), &mut choices, 1);
        }
    }
}

/// One player goes back and forth between two absolute addresses; the other one walks over them. From there, both would
/// go on to different places, so that an overlooked meeting does not become a draw later.
#[test]
fn who_walks_over_an_absolute_address_meets_who_is_there() {
    let mut choices = SplitMix(9);
    let to_and_fro = "write store 2049+[a] i 2048\nwrite store 2048 i 2049\nstore 2048 i\n";
    let walks = format!("store 5 a\n{}store [i]-1 i\n", "noop\n".repeat(100));
    compare(&pair(to_and_fro, &walks, 500), &mut choices, 2);
    compare(&pair(&walks, to_and_fro, 500), &mut choices, 2);
}

/// Every match is played alone, since a base is written to twice. One player's loop waits until a cell changes, and then
/// hunts; the other's loop reaches that cell only after many rounds. If the change is overlooked, the hunt begins too
/// late.
#[test]
fn rounds_end_where_a_cell_changes_whose_value_is_read() {
    let mut choices = SplitMix(10);
    let waits =
        "store [i] a\nwrite noop [i]+[a]+9\nstore [b]+[1000] b\nwrite crash [b]+3000\nstore [i]-3 i\n";
    for written in ["noop", "store [i]+0 i"] {
        let bombs = format!("write {written} [i]+[a]+4\nstore [a]+2003 a\nstore [i]-3 i\n");
        compare(&pair(waits, &bombs, 9_000), &mut choices, 1);
    }
}

/// The first player bombs absolute cells one after the other, and once itself: the first cell of its loop. The second one goes
/// back and forth between two absolute cells. For one base, the first player is at the upper of these cells when it crashes. Its
/// first action has an address that depends on twice its own, so that matches with one address of the second player go together.
#[test]
fn who_crashes_in_a_round_next_to_the_other_comes_to_a_draw() {
    let bombs = "store [i]+1 i\nnoop\nwrite crash [a]+100\nstore [a]+1 a\nstore [i]-5 i\n";
    for before in 0..4 {
        let hops = format!(
            "write noop [i]+[i]\n{}write store 700 i 3900\nwrite store 3900 i 700\nstore 3900 i\n",
            "noop\n".repeat(before)
        );
        let ones: Vec<usize> = (640..740).collect();
        assert!(pair(bombs, &hops, 9_000).compare_census([&ones, &[2_000, 2_001]]) > 0);
        assert!(pair(&hops, bombs, 9_000).compare_census([&[2_000, 2_001], &ones]) > 0);
    }
}

/// One player goes round through four absolute cells, and the value of cell 200 decides where the last of them leads. In a few
/// matches, a cell of the round becomes a `crash` after it was executed, and cell 200 is written just before that cell would be
/// executed again. The player then turns aside in time, and waits. No two of these matches are 7 addresses apart, or cell 200
/// would be written for one of them when a cell of the round is written for the other, and the round would end for both.
#[test]
fn who_turns_aside_in_the_round_in_which_it_would_crash_goes_on() {
    let round =
        "write store 97 i 97\nwrite noop 100\nwrite noop 101\nwrite noop 102\nwrite store 100-[200] i 103\n";
    let bombs = "write store 7 i [i]+[a]+104\nstore [a]+7 a\nwrite crash [i]+[a]+2\nstore [i]-4 i\n";
    for before in 0..4 {
        let turns = format!("write noop [i]+[i]\n{round}{}store 100 i\n", "noop\n".repeat(before));
        let ones: Vec<usize> = (4..90).step_by(14).chain(300..400).collect();
        assert!(pair(bombs, &turns, 1_000).compare_census([&ones, &[2_000, 2_001]]) > 0);
        assert!(pair(&turns, bombs, 1_000).compare_census([&[2_000, 2_001], &ones]) > 0);
    }
}

/// One player waits at an absolute address, or until cells change, or writes the same to an absolute cell in each round;
/// the other does likewise, or bombs. A round reads from both layers, and a write to one of them may change what it reads
/// for a few bases.
#[test]
fn rounds_with_absolute_cells_and_sums_are_counted_as_played() {
    let mut choices = SplitMix(11);
    for _ in 0..24 {
        let programs = [0, 1].map(|_| round(&mut choices));
        let game = Match { programs, start: [0, 0], max_turns: 2_000 + choices.below(9_000) as u64 };
        compare(&game, &mut choices, 1);
    }
}

/// A program that soon does the same in each round, apart from strides.
fn round(choices: &mut impl Choices) -> String {
    let hut = choices.pick(&[0, 64, 2048, 4000, 4095]);
    let wire = choices.pick(&[0, 128, 2048, 2049, 3999]);
    let written =
        choices.pick(&["crash", "noop", "store [i]-1 i", "store [i]+2 i", "store 2048 i", "store 0-[64] i"]);
    let step = choices.pick(&[1, 2, 4, 63, 64, 988, 2532, 4092]);
    match choices.below(5) {
        0 => format!("write store [i]-1 i {hut}\nstore {hut} i\n"),
        1 => format!(
            "noop\nstore [{wire}]-[{hut}]+[64] b\nstore [i]-1+[b]-[{wire}]+[{hut}]-[64] i\nstore [i]-1 i\n"
        ),
        2 => format!("write {written} {hut}\nwrite {written} [i]+[a]+5\nstore [a]+{step} a\nstore [i]-4 i\n"),
        3 => {
            format!("write {written} [a]+{hut}\nstore [a]+{step} a\nstore [i]-3+[{wire}] i\nstore [i]-4 i\n")
        }
        _ => format!(
            "write {written} [i]-[a]-2\nwrite {written} [i]-[a]+70\nstore [a]+{step} a\nstore [i]-4 i\n"
        ),
    }
}

/// One player waits until a sum of many cells changes, and then waits on for the new one, or jumps as far ahead as it fell. The
/// other one writes relative and absolute cells, which are among those that are added up in some matches, and in some turns before
/// the sum is read, in others after it.
#[test]
fn who_waits_for_a_change_of_many_cells_is_counted_as_played() {
    let mut choices = SplitMix(13);
    let mut placements = 0;
    for _ in 0..160 {
        let game = watched(watcher(&mut choices), &mut choices);
        placements += compare(&game, &mut choices, 1);
    }
    assert!(placements > 200_000, "{placements} placements were compared");
}

/// One player waits until a sum of many cells changes, adds them up again and waits on; some that waited for long jump, write or
/// end by what they added up. The other one has written some of these cells before it goes round, so that a write changes
/// something in most of the matches that went alike, but changes nothing in a few.
#[test]
fn who_waits_on_after_a_change_is_counted_as_played() {
    let mut choices = SplitMix(14);
    let mut placements = 0;
    for _ in 0..120 {
        let game = watched(patient_watcher(&mut choices), &mut choices);
        placements += compare(&game, &mut choices, 1);
    }
    assert!(placements > 150_000, "{placements} placements were compared");
}

/// A match between a program that watches cells and one that writes to them.
fn watched(watcher: String, choices: &mut impl Choices) -> Match {
    let written = choices.pick(&["store 2048 i", "store [i]-1 i", "noop", "crash"]);
    let before: Vec<String> =
        (0..choices.below(5)).map(|_| format!("write {written} {}\n", 64 * choices.below(64))).collect();
    let before = before.concat();
    let step = choices.pick(&[1, 63, 65, 2532, 2611]);
    let bombs = format!(
        "{before}write {written} [i]+[a]+5\nwrite {written} [i]+[a]+{}\nstore [a]+{step} a\nstore [i]-4 i\n",
        5 + choices.below(3_000)
    );
    let other = if choices.once_in(3) { round(choices) } else { bombs };
    let mut programs = [watcher, other];
    programs.rotate_left(choices.below(2));
    Match { programs, start: [0, 0], max_turns: 500 + choices.below(3_000) as u64 }
}

/// A program that adds up cells in equal steps again whenever their sum has changed.
fn patient_watcher(choices: &mut impl Choices) -> String {
    let step = choices.pick(&[32, 64, 64, 64, 128]);
    let factor = choices.pick(&["", "", "+[64]"]);
    let sum = |sign: char| {
        let terms: Vec<String> = (0..CELLS).step_by(step).map(|at| format!("{sign}[{at}]")).collect();
        format!("{}{}", terms.concat(), factor.replace('+', &sign.to_string()))
    };
    let (register, other) = if choices.once_in(2) { ('b', 'a') } else { ('a', 'b') };
    // Where the sum rose by up to four, it jumps back onto the ramp, and where it fell, ahead.
    let ramp = "store [i]+0 i\n".repeat(5);
    let again = format!("store 0{} {register}\n", sum('+'));
    let wait = format!("store [i]-1+[{register}]{} i\n", sum('-'));
    let ahead = ["store [i]-3 i\n", "store [i]-4 i\n", "store [i]-5 i\n"].concat();
    let then = match choices.below(5) {
        0 => format!("write crash [{register}]+[i]\n"),
        1 => format!("store [{register}]+[{register}] i\n"),
        2 => format!("store [{other}]+1 {other}\nwrite noop [{other}]+[{register}]\nstore [i]-8 i\n"),
        3 => "noop\n".repeat(choices.below(6)),
        _ => String::new(),
    };
    let count = if choices.once_in(3) { format!("store [{other}]+1 {other}\n") } else { String::new() };
    format!("{ramp}{again}{count}{wait}{ahead}{then}store [i]-1 i\n")
}

/// Where a program that adds up every 64th cell begins at addresses that differ by multiples of 64, all matches but one go
/// alike. When one of its cells is bombed, the program lays two cells behind itself and goes there to wait; if this is the
/// last cell of the memory, it passes the end.
#[test]
fn matches_that_go_alike_are_counted_as_played() {
    let sum = |sign: char| {
        let terms: Vec<String> = (0..CELLS).step_by(64).map(|at| format!("{sign}[{at}]")).collect();
        terms.concat()
    };
    let waits = format!(
        "{}store 0{} b\nstore [i]-1+[b]{} i\nwrite noop [i]+11\nwrite store [i]-1 i [i]+11\n{}",
        "noop\n".repeat(64),
        sum('+'),
        sum('-'),
        "noop\n".repeat(10)
    );
    for stride in [4, 2_532] {
        let other = format!("write crash [i]+[a]+3\nstore [a]+{stride} a\nstore [i]-3 i\n");
        // Three of 64 kinds of addresses each, so that lines come apart: one kind goes on apart.
        let [ones, twos] = [(CELLS - waits.lines().count()) % 64, 60]
            .map(|first| (first..CELLS).step_by(64).flat_map(|start| start - 2..=start).collect::<Vec<_>>());
        pair(&waits, &other, 4_000).compare_census([&ones, &twos]);
    }
}

/// A program that waits until a sum of cells in equal steps, most or all of them, changes.
fn watcher(choices: &mut impl Choices) -> String {
    let step = choices.pick(&[32, 64, 64, 128, 256, 512]);
    let left_out = choices.pick(&[usize::MAX, usize::MAX, 5, 9]);
    let read: Vec<usize> =
        (0..CELLS).step_by(step).filter(|at| at / step % left_out != left_out - 1).collect();
    let with = |sign: char| {
        let terms: Vec<String> = read.iter().map(|at| format!("{sign}[{at}]")).collect();
        terms.concat()
    };
    let written = choices.pick(&["crash", "noop", "store [i]-1 i", "store [i]+70 i"]);
    let (ramp, wires) = (choices.below(40), choices.below(40));
    let (noops, jumps) = ("noop\n".repeat(ramp), "store [i]-1 i\n".repeat(wires));
    let sum_up = format!("{noops}store [i]+1 i\nnoop\nstore 0{} b\n", with('+'));
    let waits = match choices.below(3) {
        0 => format!("store [i]-1+[b]{} i\nstore [i]-3 i\nwrite {written} [i]+75\n", with('-')),
        // The cell that it bombs shows when it noticed the change.
        1 => format!("store [a]+1 a\nstore [i]-2+[b]{} i\nwrite {written} [i]+[a]+75\n", with('-')),
        _ => format!("store [i]-1+[b]{} i\n", with('-')),
    };
    format!("{sum_up}{waits}write crash [i]+[a]+2\nstore [a]+2532 a\nstore [i]-3 i\n{jumps}")
}

/// In a line, which comes apart when the second player reads what the first has written, all matches are decided in one turn; it
/// may be the turn after which a round is looked for. The first player is then about to read cells, but no match is left.
#[test]
fn no_round_is_looked_for_where_no_match_is_left() {
    let ones: Vec<usize> = (0..CELLS).step_by(128).collect();
    let twos: Vec<usize> = (1..5).map(|read| 2048 - read).collect();
    for turns in 12..90 {
        let writes = format!(
            "write store [i]+0 i 2048\n{}store [b]+[3000] b\nstore [i]-2 i\n",
            "noop\n".repeat(turns)
        );
        let crashes = format!("{}crash\n", "noop\n".repeat(turns));
        assert!(pair(&writes, &crashes, 1_000).compare_census([&ones, &twos]) > 0);
    }
}

/// In the end nobody writes, and each hops or walks along its own path, which does not fit into the other's. To see that the
/// match goes on for ever, one must follow it, or both paths. Some of these paths end in a `crash` after a long time.
#[test]
fn who_only_walks_on_is_counted_as_played() {
    let mut choices = SplitMix(12);
    let phoenix = example("phoenix");
    for other in ["flood", "frog", "diplomat"].map(example) {
        for programs in [[&other, &phoenix], [&phoenix, &other]] {
            let starts = [0, 1].map(|_| different_starts(&mut choices, 18));
            pair(programs[0], programs[1], 1_000_000).compare_census([&starts[0], &starts[1]]);
        }
    }
    // The first lays a path of jumps over jumps and then walks on it, ever further; the second waits or hops.
    for step in [4, 12, 20] {
        let path = format!("write store [i]+3 i [i]+[a]+{}\nstore [a]+{step} a\nstore [i]-3 i\n", step - 1);
        for other in [WAIT, &example("frog"), "noop\nstore [i]+1 i\ncrash\nstore [i]-4 i\n"] {
            let starts = [0, 1].map(|_| different_starts(&mut choices, 12));
            pair(&path, other, 1_000_000).compare_census([&starts[0], &starts[1]]);
        }
    }
}

fn different_starts(choices: &mut impl Choices, count: usize) -> Vec<usize> {
    let starts: std::collections::BTreeSet<usize> = (0..count).map(|_| choices.below(CELLS)).collect();
    starts.into_iter().collect()
}

/// Estimates count work, not time: they are the same on every machine.
#[test]
fn what_takes_long_is_not_estimated_to_be_quick() {
    let estimate = |one: &str, two: &str| pair(one, two, 1_000_000).census().estimated_ms();
    assert!(estimate(BOMBER, WAIT) < 500);
    // They act differently nearly wherever they begin.
    assert!(estimate(&example("bloodhound"), &example("radar")) > 1_000);
    assert!(estimate(&example("diplomat"), &example("lookout")) > 5_000);
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

/// A program that comes with bout.
fn example(name: &str) -> String {
    let path = format!("{}/../bout/examples/crash/{name}.crash", env!("CARGO_MANIFEST_DIR"));
    let read = games::crash::read(&std::fs::read(path).expect("it can be read"));
    read.program.expect("it is a program").canonical()
}

/// The programs that come with bout, by name.
fn examples() -> Vec<String> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../bout/examples/crash");
    let files = std::fs::read_dir(folder).expect("there are examples");
    let mut paths: Vec<_> = files.map(|file| file.expect("it can be listed").path()).collect();
    paths.sort();
    let read = |path| games::crash::read(&std::fs::read(path).expect("it can be read"));
    paths.into_iter().map(|path| read(path).program.expect("it is a program").canonical()).collect()
}

#[test]
fn examples_are_counted_as_played() {
    let (examples, mut choices) = (examples(), SplitMix(5));
    for one in &examples {
        let two = choices.pick(&examples.iter().collect::<Vec<_>>());
        compare(&pair(one, two, 150), &mut choices, 1);
    }
}

/// Every pair of examples, longer: `cargo test --release -p bout-games --test crash_census -- --ignored every_pair`.
#[test]
#[ignore = "it takes minutes"]
fn every_pair_of_examples_is_counted_as_played() {
    let (examples, mut choices) = (examples(), SplitMix(6));
    let mut placements = 0;
    for one in &examples {
        for two in &examples {
            let max_turns = choices.pick(&[700, 5_000, 12_000]);
            placements += compare(&pair(one, two, max_turns), &mut choices, 1);
        }
    }
    println!("{placements} placements");
}

/// The document gives the results of some pairs, and brute force those of the others.
#[test]
fn the_documents_pairs_come_to_what_is_known() {
    let score = |one, two| {
        let census = pair(one, two, 1_000_000).census();
        let mut counts = game::Counts::default();
        for part in 0..census.parts() {
            counts += census.count(part, &|| false).expect("nobody stops it");
        }
        assert_eq!(counts.setups(), census.setups());
        (counts.wins, counts.draws)
    };
    assert_eq!(score(BOMBER, WAIT), ([16_744_463, 16_748_556 - 16_744_463], 0));
    assert_eq!(score(WAIT, WAIT), ([0, 0], 4095 * 4096));
}

/// Every placement of the document's pairs, played one by one:
/// `cargo test --release -p bout-games --test crash_census -- --ignored every_placement`.
#[test]
#[ignore = "it takes about five minutes"]
fn every_placement_of_the_documents_pairs_is_counted_as_played() {
    for (one, two) in [(BOMBER, WAIT), (WAIT, BOMBER), (BOMBER, BOMBER), (WAIT, WAIT)] {
        let game = pair(one, two, 1_000_000);
        let all: Vec<usize> = (0..CELLS).collect();
        let placements: u64 = all.iter().map(|&one| game.compare_census([&[one], &all])).sum();
        assert_eq!(placements, game.census().setups());
    }
}

/// A longer search, for a person: `cargo test --release -p bout-games --test crash_census -- --ignored campaign --nocapture`.
#[test]
#[ignore = "it takes minutes"]
fn campaign() {
    let seed = std::env::var("SEED").map_or(100, |seed| seed.parse().expect("a number"));
    let pairs = std::env::var("PAIRS").map_or(10_000, |pairs| pairs.parse().expect("a number"));
    let mut choices = SplitMix(seed);
    let mut placements = 0;
    for _ in 0..pairs {
        let game = match choices.below(4) {
            0 => Match::any(&mut choices),
            1 => crash_loops::any_match(&mut choices),
            2 => watched(watcher(&mut choices), &mut choices),
            _ => watched(patient_watcher(&mut choices), &mut choices),
        };
        placements += compare(&game, &mut choices, 2);
    }
    println!("{placements} placements");
}

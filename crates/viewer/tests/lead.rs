//! Who is ahead, in matches whose numbers follow from the rules.

mod support;

use record::Record;
use support::{STAYS, answered, crash, find, moves, never, record_from};
use viewer::Replay;
use viewer::lead::{LeadCurve, LeadSearch, Standing};

fn curve(record: &Record) -> (LeadCurve, Vec<Standing>) {
    let mut replay = Replay::open(record, find).expect("a record of ours");
    replay.survey(u64::MAX, &never);
    let search = LeadSearch::new(&replay).expect("the game says what counts");
    let curve = search.finish(&mut replay, &never).expect("it was not stopped");
    let standings = curve.standings(replay.timeline().deaths());
    (curve, standings)
}

#[test]
fn in_crash_it_is_how_near_others_write_to_the_code() {
    // bob stays on cell 200 and writes no cell. ann writes on 230, on 197 and on 240, and then runs into the crash behind her code.
    let record = crash("write crash 230\nwrite crash 197\nwrite crash 240\n", STAYS);
    let (curve, standings) = curve(&record);
    assert_eq!(curve.what, "cells between the code and the nearest write of others");
    // Nobody writes near ann: as far as there are cells.
    let memory = 4096;
    let expected = [[memory, memory], [memory, 30], [memory, 3], [memory, 3], [memory, 3]];
    let found: Vec<(u64, Vec<u64>)> = (0..).zip(expected.map(Vec::from)).collect();
    assert_eq!(curve.points, found);
    let leaders: Vec<Option<usize>> = standings.iter().map(Standing::leader).collect();
    assert_eq!(leaders, [None, Some(0), Some(0), Some(0), Some(1)], "ann is out at the end");
}

#[test]
fn in_esowar_it_is_how_near_others_write_to_the_commander() {
    // ann's robot turns the square 300 in every turn of hers; bob's commander begins on 590 of 600 and walks right.
    let base = "+".repeat(3);
    let lists: [(&str, &[u64]); 2] = [("start", &[100, 590]), ("robots", &[300, 0])];
    let record = record_from("esowar", &[&base, "rr"], &[("squares", 600), ("max_turns", 4)], &lists);
    let (curve, _) = curve(&record);
    // After two turns each, he is on 592: 292 squares to the right of 300. Nobody writes near ann: half of the ring is the farthest.
    let numbers: Vec<Vec<u64>> = curve.points.into_iter().map(|(_, numbers)| numbers).collect();
    assert_eq!(numbers, [[300, 300], [300, 290], [300, 291], [300, 291], [300, 292]]);
}

#[test]
fn in_snakes_it_is_the_room_of_the_bots() {
    // At first, 16 squares are as near to one bot as to the other. Then X steps to the right and O stays: the bots are 45 steps apart,
    // and no square is as near to both.
    let record = answered("snakes", &[("turns", 1)], [moves("R"), moves("R")]);
    let (curve, standings) = curve(&record);
    assert_eq!(curve.points, [(0, vec![248, 248]), (1, vec![264, 248])]);
    assert_eq!(standings[1].shares, [1000, 0], "X won with two squares to one");
}

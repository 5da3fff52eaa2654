//! Forks of replays.

mod support;

use game::Event;
use support::{Bots, CRASH, ESOWAR, Plain, find, game, record_of};
use viewer::{End, Replay};

/// A fork without changes is the same match, with the bots asked again; they are not asked what is known.
#[test]
fn a_fork_goes_on_by_itself() {
    let bot = "int f(void) { return 0; }";
    let record = record_of("snakes", &[bot, bot], &[], 5);
    let mut replay = Replay::open(&record, find).expect("a record of ours");
    replay.seek(7);
    let mut fork = replay.fork(&[], Some(Box::new(Bots))).expect("nothing is changed");
    assert_eq!((fork.first_turn(), fork.turn()), (7, 7));
    fork.seek(record.outcome.turns + 1);
    replay.seek(record.outcome.turns);
    assert_eq!(fork.state_hash(), replay.state_hash());
    assert_eq!(fork.end(), replay.end());
    fork.seek(0);
    assert_eq!(fork.turn(), 7, "there is nothing before a fork");
    replay.seek(7);
    assert!(!replay.happened().is_empty());
    assert_eq!(fork.happened(), replay.happened(), "its first turn has the events of the original");
    // Without anybody to be asked it ends at once.
    replay.seek(7);
    let mut fork = replay.fork(&[], None).expect("nothing is changed");
    fork.seek(20);
    assert!(matches!(fork.end(), Some(End::CutOff { turn: 7, .. })));
}

/// What was put into a cell by hand was written by nobody, until somebody writes there.
#[test]
fn what_was_changed_by_hand_is_known_to_be() {
    // Executor 0 is on 101 in its second turn, and on 102 in its third; then it writes 101 + 9 + 7.
    let mut record = record_of("crash", &[CRASH[0], "store [i]-1 i\n"], &[], 1);
    record.setup.set("start", vec![100, 2000]);
    let mut replay = Replay::open(&record, find).expect("a record of ours");
    replay.seek(2);
    let change = |cell| game::Change::Cell { cell, text: "store 1 b".into() };
    let mut fork = replay.fork(&[change(110), change(117)], None).expect("they can be changed");
    let known =
        |replay: &Replay, cell| (replay.last_write(cell).map(|write| write.turn), replay.by_hand(cell));
    assert_eq!(
        [110, 117, 111].map(|cell| known(&fork, cell)),
        [(None, Some(2)), (None, Some(2)), (None, None)]
    );
    assert_eq!(known(&replay, 110), (Some(1), None), "as it is in the original");
    fork.seek(4);
    assert_eq!([110, 117].map(|cell| known(&fork, cell)), [(None, Some(2)), (Some(4), None)]);
    let again = fork.fork(&[change(300)], None).expect("it can be changed");
    assert_eq!([110, 117, 300].map(|cell| known(&again, cell).1), [Some(2), None, Some(4)]);
}

/// Nobody knows how soon a fork ends: a turn beyond is its last one, with what happened there.
#[test]
fn a_turn_beyond_the_end_of_a_fork_is_its_last_one() {
    let record = record_of("crash", &[CRASH[1], "store [i]-1 i\n"], &[("max_turns", 250_000)], 1);
    let replay = Replay::open(&record, find).expect("a record of ours");
    let mut fork = replay.fork(&[], None).expect("nothing is changed");
    fork.seek(u64::MAX);
    let (played, events) = Plain::of(&record).at(u64::MAX);
    assert_eq!((fork.turn(), fork.state_hash()), (record.outcome.turns, played.state_hash()));
    let of_turn: Vec<Event> = events.into_iter().filter(|event| event.turn == fork.turn()).collect();
    assert_eq!(fork.happened(), of_turn);
}

/// In turn 0 a fork with another program is the match of that program, with the same setup.
#[test]
fn a_fork_with_another_program_in_turn_0_is_its_match() {
    for (name, sources, other) in
        [("esowar", [ESOWAR[0], ESOWAR[2]], ESOWAR[4]), ("crash", [CRASH[0], CRASH[3]], CRASH[2])]
    {
        let parameters = if name == "esowar" { vec![("squares", 600), ("max_turns", 900)] } else { vec![] };
        let record = record_of(name, &sources, &parameters, 7);
        let replay = Replay::open(&record, find).expect("a record of ours");
        let program = game(name).read(other.as_bytes()).into_program().expect("it is legal");
        let lineup = replay.lineup_with(1, program).expect("they can play");
        let mut fork = replay.fork_with(1, lineup, None).expect("it fits");
        let mut theirs = record_of(name, &[sources[0], other], &parameters, 7);
        theirs.setup = record.setup.clone();
        let plain = Plain::of(&theirs);
        for turn in [0, 1, 100, 900] {
            fork.seek(turn);
            assert_eq!(fork.state_hash(), plain.at(turn).0.state_hash(), "{name} turn {turn}");
        }
    }
}

/// Later its code stands where the old one stood at first; what is left of that is blank, and nothing else changes.
#[test]
fn a_fork_with_another_program_later_has_its_code_on_the_board() {
    let (long, short) = ("store [i]-1 i\nstore 1 a\nstore 2 a\nstore 3 a\n", "store [i] b\nstore [i]-2 i\n");
    let mut record = record_of("crash", &[long, "store [i]-1 i\n"], &[], 1);
    record.setup.set("start", vec![100, 2000]);
    let mut replay = Replay::open(&record, find).expect("a record of ours");
    replay.seek(3);
    let program = game("crash").read(short.as_bytes()).into_program().expect("it is legal");
    let lineup = replay.lineup_with(0, program).expect("they can play");
    let fork = replay.fork_with(0, lineup, None).expect("it fits");
    let frame = fork.frame();
    let held: Vec<&str> = frame.cells_from(99).take(6).map(AsRef::as_ref).collect();
    assert_eq!(held, ["crash", "store [i] b", "store [i]-2 i", "crash", "crash", "crash"]);
    assert_eq!((fork.turn(), frame.register("i")), (3, replay.frame().register("i")));
    assert_eq!(frame.cell(2000), replay.frame().cell(2000));
}

#[test]
fn programs_that_cannot_take_over_are_refused_with_a_reason() {
    let mut record = record_of("crash", &[CRASH[0], CRASH[1]], &[], 1);
    record.setup.set("start", vec![100, 104]);
    let replay = Replay::open(&record, find).expect("a record of ours");
    let read = |name, source: &str| game(name).read(source.as_bytes()).into_program().expect("it is legal");
    let program = || read("crash", CRASH[1]);
    let refused = |error: viewer::ReplaceError| error.to_string();
    let seat = replay.lineup_with(2, program()).err().map(refused).expect("there are two");
    assert!(seat.contains("0 to 1"), "{seat}");
    let other = replay.lineup_with(0, read("esowar", "[+]")).err().map(refused).expect("another game");
    assert!(other.contains("esowar"), "{other}");
    let long = read("crash", &"noop\n".repeat(9));
    let lineup = replay.lineup_with(0, long).expect("they can play elsewhere");
    let late = replay.fork_with(0, lineup, None).err().map(refused).expect("it does not fit");
    assert!(late.contains("cannot begin"), "{late}");
}

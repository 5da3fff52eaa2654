//! Films against the same match played plainly from its first turn.

mod support;

use game::{Event, EventKind, NamedLists, Notable, NotableKind, SeededRng};
use record::Record;
use support::{CRASH, Plain, check_writers, find, never, record_of, records};
use viewer::Direction::{self, Backwards, Forwards};
use viewer::{Comparison, Condition, End, Found, Replay, SearchStep, TurnSearch};

#[test]
fn every_turn_looks_as_it_was_played() {
    for seed in 0..6 {
        for record in records(seed) {
            let plain = Plain::of(&record);
            let mut replay = Replay::open(&record, find).expect("a record of ours");
            let last = record.outcome.turns;
            assert_eq!(replay.last_turn(), last);
            let mut rng = SeededRng::for_setup(seed + 100);
            for step in 0..25 {
                let turn = match step {
                    0 => 0,
                    1 => last,
                    2 => last + 5,
                    step if step % 3 == 0 => (replay.turn() + 1).min(last),
                    step if step % 3 == 1 => replay.turn().saturating_sub(1),
                    _ => rng.below(last + 1),
                };
                replay.seek(turn);
                let turn = turn.min(last);
                let (played, events) = plain.at(turn);
                let what = format!("{} seed {seed} turn {turn}", record.game);
                assert_eq!(replay.turn(), turn, "{what}");
                assert_eq!(replay.state_hash(), played.state_hash(), "{what}");
                assert_eq!(replay.frame(), played.frame(), "{what}");
                let of_turn: Vec<Event> = events.iter().filter(|event| event.turn == turn).copied().collect();
                assert_eq!(replay.happened(), of_turn, "{what}");
                check_writers(&replay, &events, &what);
            }
            replay.survey(u64::MAX, &never);
            let Some(End::Outcome(outcome)) = replay.end() else { panic!("it was played to its end") };
            assert_eq!(record::RecordedOutcome::from(outcome), record.outcome);
        }
    }
}

/// The nearest turn in a direction where one of some conditions begins to hold, and its index. Steps of any size find the
/// same.
fn search(replay: &mut Replay<'_>, conditions: &[Condition], direction: Direction) -> Option<(u64, usize)> {
    let whole = TurnSearch::new(replay, conditions.to_vec(), direction);
    let found = replay.search(whole, &never).map(|found| (found.turn, found.condition));
    for turns in [1, 77] {
        let mut in_steps = TurnSearch::new(replay, conditions.to_vec(), direction);
        let here = replay.turn();
        let step = loop {
            match in_steps.step(replay, turns) {
                SearchStep::Searching(_) => assert_eq!(replay.turn(), here, "it stays where it is"),
                ended => break ended,
            }
        };
        let expected = found
            .map_or(SearchStep::NotFound, |(turn, condition)| SearchStep::Found(Found { turn, condition }));
        assert_eq!(step, expected, "steps of {turns} turns");
        assert_eq!(in_steps.step(replay, turns), expected, "the result is repeated");
    }
    found
}

/// The turn of that.
fn nearest(replay: &mut Replay<'_>, conditions: &[Condition], direction: Direction) -> Option<u64> {
    search(replay, conditions, direction).map(|(turn, _)| turn)
}

#[test]
fn searches_find_what_a_list_of_all_events_has() {
    let mut found_any = 0;
    for seed in 0..6 {
        for record in records(seed) {
            let plain = Plain::of(&record);
            let last = record.outcome.turns;
            let (_, events) = plain.at(last);
            let notables = plain.notables(&events);
            let mut replay = Replay::open(&record, find).expect("a record of ours");
            let mut rng = SeededRng::for_setup(seed + 200);
            for step in 0..8 {
                let turn = rng.below(last + 1);
                replay.seek(turn);
                let what = format!("{} seed {seed} turn {turn} step {step}", record.game);
                for kinds in [&NotableKind::ALL[..], &[NotableKind::Death]] {
                    let happens: Vec<_> = kinds.iter().copied().map(Condition::Happens).collect();
                    let is_one = |(_, one): &&(u64, Notable)| kinds.contains(&one.kind);
                    let next = notables.iter().filter(is_one).map(|(at, _)| *at).find(|at| *at > turn);
                    let previous = notables.iter().filter(is_one).map(|(at, _)| *at).rfind(|at| *at < turn);
                    assert_eq!(nearest(&mut replay, &happens, Forwards), next, "{what}");
                    assert_eq!(nearest(&mut replay, &happens, Backwards), previous, "{what}");
                }
                let written = events.iter().filter_map(|event| match event.kind {
                    EventKind::Write { cell, .. } => Some((event.turn, cell)),
                    EventKind::Death { .. } => None,
                });
                let written: Vec<(u64, usize)> = written.collect();
                let index = rng.below(written.len().max(1) as u64);
                let Some(&(_, cell)) = written.get(usize::try_from(index).expect("small")) else { continue };
                found_any += 1;
                let turns = || written.iter().filter(|(_, other)| *other == cell).map(|(at, _)| *at);
                let (next, previous) = (turns().find(|at| *at > turn), turns().filter(|at| *at < turn).max());
                let is_written = [Condition::Written(cell)];
                assert_eq!(nearest(&mut replay, &is_written, Forwards), next, "{what}");
                assert_eq!(nearest(&mut replay, &is_written, Backwards), previous, "{what}");
                // The same without what is known of last writes, and with the state looked at after every turn.
                let watched = [Condition::Written(cell), Condition::Holds(cell, "no cell holds this".into())];
                assert_eq!(nearest(&mut replay, &watched, Forwards), next, "{what}");
                assert_eq!(nearest(&mut replay, &watched, Backwards), previous, "{what}");
            }
        }
    }
    assert!(found_any > 100, "{found_any}");
}

/// Conditions about states hold where they begin to.
#[test]
fn conditions_hold_where_they_begin_to() {
    let record = record_of("crash", &[CRASH[1], CRASH[3]], &[("max_turns", 3000)], 4);
    let plain = Plain::of(&record);
    let last = record.outcome.turns;
    let register = |turn: u64, name: &str, seat: usize| plain.at(turn).0.frame().register(name)[seat];
    let conditions = [
        Condition::Register("a".into(), 1, Comparison::Greater, 2000),
        Condition::Register("b".into(), 0, Comparison::Equal, 1),
        Condition::Turn(700),
    ];
    let holds = |turn: u64| [register(turn, "a", 1) > 2000, register(turn, "b", 0) == 1, turn == 700];
    let mut begun = Vec::new();
    let mut before = holds(0);
    for turn in 1..=last {
        let now = holds(turn);
        if let Some(index) = (0..3).find(|&index| now[index] && !before[index]) {
            begun.push((turn, index));
        }
        before = now;
    }
    assert!(begun.len() > 3, "{begun:?}");
    let mut replay = Replay::open(&record, find).expect("a record of ours");
    for from in [0, 1, 699, 700, 701, last / 2, last] {
        replay.seek(from);
        let next = begun.iter().find(|(turn, _)| *turn > from).copied();
        let previous = begun.iter().rfind(|(turn, _)| *turn < from).copied();
        assert_eq!(search(&mut replay, &conditions, Forwards), next, "{from}");
        assert_eq!(search(&mut replay, &conditions, Backwards), previous, "{from}");
    }
}

#[test]
fn conditions_are_read_as_they_are_written() {
    let texts = [
        "turn 12",
        "write 4095",
        "cell 7 = store a b",
        "at 1 30",
        "run 0 crash",
        "1 a >= 12",
        "0 i != 3",
        "death",
        "hit",
    ];
    for text in texts {
        let condition = Condition::parse(text).expect("it is one");
        assert_eq!(condition.to_string(), text);
    }
    assert_eq!(
        Condition::parse(" 1  a>12 "),
        Ok(Condition::Register("a".into(), 1, Comparison::Greater, 12))
    );
    for text in [
        "",
        "turn",
        "turn x",
        "write -1",
        "cell 7",
        "1 a",
        "1 a =",
        "1 a == 3",
        "x a = 3",
        "at 1",
        "0 a = 99999999999999999999",
    ] {
        let error = Condition::parse(text).expect_err(text).to_string();
        assert!(error.contains("expected") && error.contains(&format!("`{text}`")), "{error}");
    }
}

/// A far turn is gone to the fast way. Who wrote what becomes known there once the match was looked through, and is what
/// it is for who watched every turn.
#[test]
fn far_turns_look_as_they_were_played_and_writers_become_known() {
    let turns = [("max_turns", 250_000)];
    let esowar = [("max_turns", 250_000), ("squares", 600)];
    let records = [
        record_of("esowar", &["[+]+[]", "[+]+[>[+]+<]"], &esowar, 2),
        record_of("crash", &[CRASH[1], CRASH[0]], &turns, 1),
        record_of("crash", &[CRASH[3], CRASH[3]], &turns, 5),
    ];
    let mut skipped = 0;
    for record in records {
        let plain = Plain::of(&record);
        let last = record.outcome.turns;
        for turn in [last, last - 1, last / 2, last / 3 * 2] {
            let what = format!("{} turn {turn} of {last}", record.game);
            let mut replay = Replay::open(&record, find).expect("a record of ours");
            replay.seek(turn);
            let (played, events) = plain.at(turn);
            let looks_right = |replay: &Replay| {
                assert_eq!((replay.turn(), replay.state_hash()), (turn, played.state_hash()), "{what}");
                let of_turn = events.iter().filter(|event| event.turn == turn);
                assert!(replay.happened().iter().eq(of_turn), "{what}");
            };
            looks_right(&replay);
            skipped += usize::from(!replay.knows_writers());
            // From there on backwards and forwards.
            replay.seek(turn - 1);
            replay.seek(turn);
            looks_right(&replay);
            replay.survey(turn, &never);
            assert!(replay.knows_writers(), "{what}");
            looks_right(&replay);
            check_writers(&replay, &events, &what);
        }
    }
    assert!(skipped > 3, "some were far enough: {skipped}");
}

/// A record that is well-formed and says what did not happen is played as it was; it is known at its end.
#[test]
fn a_record_that_is_not_true_is_told_apart() {
    let record = record_of("crash", &[CRASH[0], "store [i]-1 i\n"], &[], 2);
    let mut replay = Replay::open(&record, find).expect("a record of ours");
    replay.survey(u64::MAX, &never);
    assert!(!replay.contradicts_record());
    let last = record.outcome.turns;
    for turns in [last - 3, last + 3] {
        let mut claimed = record.clone();
        claimed.outcome.turns = turns;
        let mut replay = Replay::open(&claimed, find).expect("it can be played");
        assert!(!replay.contradicts_record(), "nobody knows yet");
        replay.survey(u64::MAX, &never);
        assert!(replay.contradicts_record());
        replay.seek(last + 9);
        assert_eq!(replay.turn(), last);
    }
}

/// A jump that is stopped ends at a turn that is shown whole.
#[test]
fn jumps_can_be_stopped() {
    let bot = "int f(void) { return 0; }";
    let record = record_of("snakes", &[bot, bot], &[], 5);
    let mut replay = Replay::open(&record, find).expect("a record of ours");
    replay.seek(2);
    let looks = std::cell::Cell::new(0);
    let third = || looks.replace(looks.get() + 1) >= 3;
    assert!(!replay.seek_until(record.outcome.turns, &third));
    let turn = replay.turn();
    assert!((2..record.outcome.turns).contains(&turn), "{turn}");
    let plain = Plain::of(&record);
    assert_eq!(replay.state_hash(), plain.at(turn).0.state_hash());
    assert!(replay.seek_until(record.outcome.turns, &never));
    assert_eq!(replay.turn(), record.outcome.turns);
    let record = record_of("crash", &[CRASH[1], CRASH[0]], &[("max_turns", 250_000)], 1);
    let mut replay = Replay::open(&record, find).expect("a record of ours");
    assert!(!replay.seek_until(200_000, &|| true));
    let turn = replay.turn();
    assert!(turn < 200_000, "{turn}");
    assert_eq!(replay.state_hash(), Plain::of(&record).at(turn).0.state_hash());
}

/// Up to a turn, breakpoints are looked for no farther.
#[test]
fn conditions_are_looked_for_up_to_a_turn() {
    let record = record_of("crash", &[CRASH[1], CRASH[3]], &[("max_turns", 3000)], 4);
    let mut replay = Replay::open(&record, find).expect("a record of ours");
    replay.seek(10);
    let conditions = [Condition::Turn(700)];
    let mut until = |last| {
        let search = TurnSearch::new(&replay, conditions.to_vec(), Forwards).until(last);
        replay.search(search, &never).map(|found| (found.turn, found.condition))
    };
    assert_eq!(until(699), None);
    assert_eq!(until(700), Some((700, 0)));
}

/// Of a match whose answers end early, all whole turns can be seen, and it says why there are no more.
#[test]
fn a_match_that_was_cut_off_ends_where_it_was() {
    let bot = "int f(void) { return 0; }";
    let mut record = record_of("snakes", &[bot, bot], &[], 3);
    record.answers.replies.truncate(21);
    let mut replay = Replay::open(&record, find).expect("a record of ours");
    replay.seek(1_000_000);
    assert_eq!(replay.turn(), 10);
    let Some(End::CutOff { turn: 10, cause }) = replay.end() else { panic!("{:?}", replay.end()) };
    assert!(replay.contradicts_record());
    assert!(cause.contains("the answers end before the match does"), "{cause}");
    assert_eq!(nearest(&mut replay, &Condition::notable_events(), Forwards), None);
    assert_eq!(nearest(&mut replay, &[Condition::Turn(11)], Forwards), None);
    replay.seek(3);
    assert_eq!(replay.turn(), 3);
}

/// The buckets of a timeline sum up to all events of the surveyed turns.
#[test]
fn a_timeline_sums_up_all_events() {
    for record in records(9) {
        let plain = Plain::of(&record);
        let last = record.outcome.turns;
        let (_, events) = plain.at(last);
        let mut replay = Replay::open(&record, find).expect("a record of ours");
        replay.survey(u64::MAX, &never);
        let timeline = replay.timeline();
        assert!(timeline.buckets().len() <= viewer::MAX_BUCKETS);
        let all = timeline.between(0, last);
        for seat in 0..record.programs.len() {
            let writes = events.iter().filter(|event| event.seat == seat);
            let writes = writes.filter(|event| matches!(event.kind, EventKind::Write { .. })).count();
            assert_eq!(all.writes[seat], writes as u64, "{}", record.game);
        }
        for kind in NotableKind::ALL {
            let notable = plain.notables(&events).iter().filter(|(_, one)| one.kind == kind).count();
            assert_eq!(all.notable(kind), notable as u64, "{}", record.game);
        }
        let bucket = timeline.turns_per_bucket();
        let (one, other) = (timeline.between(0, 10 * bucket), timeline.between(10 * bucket, last));
        for seat in 0..record.programs.len() {
            assert_eq!(one.writes[seat] + other.writes[seat], all.writes[seat], "{}", record.game);
        }
    }
}

/// A setup that is not legal, programs of another game, newer rules: each is refused with a reason.
#[test]
fn records_that_are_not_ours_are_refused() {
    let good = record_of("crash", &[CRASH[0], CRASH[1]], &[], 1);
    let refused = |record: &Record| Replay::open(record, find).err().expect("it is refused").to_string();
    let mut newer = good.clone();
    newer.rules_version += 1;
    assert!(refused(&newer).contains("version"), "{}", refused(&newer));
    let mut unknown = good.clone();
    unknown.game = "chess".into();
    assert!(refused(&unknown).contains("chess"));
    let mut setup = good.clone();
    setup.setup = NamedLists::default();
    assert!(!refused(&setup).is_empty());
}

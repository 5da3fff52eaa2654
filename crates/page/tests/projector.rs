//! What the page's scripts are told, against the same match played plainly.

use game::{AnyGame, Nobody, Rules};
use games::registry;
use page::{DIFFERS, FILLED, GLOW_SHIFT, OWNER_BITS, Projector, WRITTEN, Way};
use referee::{Lineup, Source};

fn find(name: &str) -> Option<&'static dyn AnyGame> {
    registry::by_name(name).map(|game| game as &dyn AnyGame)
}

/// The bytes of a record of a small match, and the match's lineup.
fn record_of(name: &str, sources: &[&str], parameters: &[(&str, u64)]) -> (Vec<u8>, Lineup<'static>) {
    let game = find(name).expect("it is registered");
    let programs = sources.iter().map(|source| game.read(source.as_bytes()).into_program().expect("legal"));
    let mut rules = Rules::new();
    for &(key, value) in parameters {
        rules.add(key, value).expect("a new key");
    }
    let lineup = Lineup::new(game, programs.collect(), &rules).expect("a legal contest");
    let finished = lineup.table().play(&lineup.draw_setup(7), &mut Nobody, &|| false).expect("it is played");
    let files = sources
        .iter()
        .enumerate()
        .map(|(seat, source)| Source { file: format!("{seat}.{name}"), bytes: source.as_bytes().to_vec() });
    let record = lineup.record(&finished, &files.collect::<Vec<_>>(), Some(7), 0);
    (record::write(&record), lineup)
}

fn esowar() -> (Vec<u8>, Lineup<'static>) {
    record_of("esowar", &["+[>+]<", "[>+]+<[+<]"], &[("squares", 600), ("max_turns", 4000)])
}

fn crash() -> (Vec<u8>, Lineup<'static>) {
    let writer = "write noop [i]+[a]+9\nstore [a]+7 a\nstore [i]-3 i\n";
    record_of("crash", &[writer, "noop\nstore [i]-2 i\n"], &[("max_turns", 3000)])
}

/// The state after a turn, played plainly.
fn state_after(lineup: &Lineup<'_>, turn: u64) -> Option<String> {
    let mut played = lineup.played();
    played.begin(&lineup.draw_setup(7)).expect("a legal setup");
    played.advance(turn, &mut Nobody).expect("nobody is asked");
    played.state_hash().map(|hash| hash.to_string())
}

#[test]
fn any_turn_can_be_gone_to() {
    for (record, lineup) in [esowar(), crash()] {
        let mut projector = Projector::open(&record).expect("a record of ours");
        let last = projector.about()["last_turn"].as_u64().expect("a number");
        for turn in [last, 0, last / 2, 1, last / 3, last] {
            projector.seek(turn);
            assert_eq!(projector.turn(), turn);
            assert_eq!(projector.state_hash(), state_after(&lineup, turn), "turn {turn} of {last}");
        }
        while !projector.survey(500) {}
        let end = &projector.shown()["end"];
        assert_eq!((&end["turn"], &end["agrees"]), (&last.into(), &true.into()));
    }
}

#[test]
fn the_board_is_painted_as_the_rules_have_it() {
    let (record, _) = crash();
    let mut projector = Projector::open(&record).expect("a record of ours");
    // Crash's memory is full of `crash` but for the programs, three cells and two (C1).
    let spots = projector.paint(1).to_vec();
    assert_eq!(spots.len(), 4096);
    let of = |seat: u16| spots.iter().filter(|&&spot| spot & OWNER_BITS == seat + 1).count();
    assert_eq!((of(0), of(1)), (3, 2));
    assert_eq!(spots.iter().filter(|&&spot| spot & FILLED != 0).count(), 5);
    assert!(spots.iter().all(|&spot| spot & WRITTEN == 0), "nobody wrote anything yet");
    // After its first instruction program 0 has written one cell, and program 1 nothing; it glows.
    projector.seek(2);
    let written: Vec<u16> = projector.paint(1).iter().copied().filter(|spot| spot & WRITTEN != 0).collect();
    assert_eq!(written.len(), 1);
    assert_eq!(written[0] & OWNER_BITS, 1);
    assert!(written[0] & FILLED != 0 && written[0] >> GLOW_SHIFT > 0);
}

#[test]
fn a_change_goes_on_as_a_match_of_its_own_and_can_be_dropped() {
    let (record, lineup) = crash();
    let mut projector = Projector::open(&record).expect("a record of ours");
    projector.seek(10);
    projector.change("cell 4000 = store 5 a").expect("it can be changed");
    let shown = projector.shown();
    assert_eq!((&shown["is_fork"], &shown["first_turn"]), (&true.into(), &10.into()));
    assert_eq!(shown["differences"]["cells"], 1);
    assert_eq!(shown["differences"]["stretches"][0][0], 4000);
    let differing = |projector: &mut Projector| {
        let spots = projector.paint(1).iter().enumerate();
        spots.filter(|(_, spot)| *spot & DIFFERS != 0).map(|(cell, _)| cell).collect::<Vec<_>>()
    };
    assert_eq!(differing(&mut projector), [4000]);
    assert_eq!(projector.cells(4000, 1)[0]["text"], "store 5 a");
    projector.drop_fork();
    projector.seek(20);
    assert_eq!(projector.state_hash(), state_after(&lineup, 20));
    assert_eq!(differing(&mut projector), [0; 0]);
    let refused = projector.change("cell 5000 = noop").expect_err("there is no such cell");
    assert!(refused.contains("4095"), "{refused}");
}

#[test]
fn conditions_are_run_to_both_ways() {
    let (record, _) = esowar();
    let mut projector = Projector::open(&record).expect("a record of ours");
    let none = projector.find("condition", Way::Forwards, 100).expect_err("there are none yet");
    assert!(none.contains("add one"), "{none}");
    projector.set_conditions(&["turn 321"]).expect("it is one");
    assert_eq!(projector.find("condition", Way::Forwards, 100), Ok(321));
    projector.seek(1000);
    assert_eq!(projector.find("condition", Way::Backwards, 100), Ok(321));
    let wrong = projector.set_conditions(&["nonsense"]).expect_err("it is none");
    assert!(wrong.contains("`turn N`"), "{wrong}");
    projector.seek(0);
    assert_eq!(projector.find("condition", Way::Forwards, 100), Ok(321), "those before stay");
    assert!(projector.find("something", Way::Forwards, 100).is_err());
}

#[test]
fn what_is_no_record_is_refused_with_the_reason() {
    let (record, _) = crash();
    let said = |bytes: &[u8]| Projector::open(bytes).err().expect("it is refused");
    assert!(said(b"").contains("record"));
    assert!(said(&record[..record.len() - 90]).contains("cut off"));
    let mut altered = record.clone();
    let at = altered.len() - 100;
    altered[at] ^= 1;
    assert!(said(&altered).contains("altered"));
}

#[test]
fn a_timeline_counts_every_write_once() {
    let (record, lineup) = esowar();
    let mut projector = Projector::open(&record).expect("a record of ours");
    while !projector.survey(1000) {}
    let mut writes = 0;
    let mut played = lineup.played();
    played.begin(&lineup.draw_setup(7)).expect("a legal setup");
    let mut note =
        |event: game::Event| writes += u64::from(matches!(event.kind, game::EventKind::Write { .. }));
    played.advance_watched(4000, &mut Nobody, &mut note).expect("nobody is asked");
    let timeline = projector.timeline(4000);
    let columns = timeline["columns"].as_array().expect("a list");
    let counted = columns.iter().flat_map(|column| column[0].as_array().expect("one a seat"));
    assert_eq!(counted.map(|count| count.as_u64().expect("a count")).sum::<u64>(), writes);
}

//! Whole matches of `PerlWar`, worked out by hand: who enters, who is out, who wins, and what observers see of it.

#[path = "support/talk.rs"]
mod talk;

use std::collections::BTreeMap;

use game::{Engine as _, Event, EventKind, Game, Players, Reply, Seat, Unobserved, Void};
use games::perlwar::{
    Answer, ELIMINATED, Engine, Entry, MOST_SNIPPETS, NOBODY_LEFT, PerlWar, Question, Setup, entering_draw,
};
use talk::{Talk, begun, cells, happened, parameters, play, six};

#[test]
fn snippets_enter_in_an_order_and_into_cells_that_are_drawn_p14() {
    let (mut orders, mut places) = (BTreeMap::new(), BTreeMap::new());
    for key in 0..1200 {
        let mut engine = begun(&["size=4"], &["a", "b", "c"], key);
        play(&mut engine, 1);
        let seats: Vec<Seat> = engine.last_entries().iter().map(|entry| entry.seat).collect();
        let landed: Vec<usize> = engine.last_entries().iter().filter_map(|entry| entry.cell).collect();
        for (seat, cell) in seats.iter().zip(&landed) {
            assert_eq!(engine.cell(*cell), Some((*seat, ["a", "b", "c"][*seat])));
        }
        // The manual's description of the draw, done by hand.
        let mut draw = entering_draw(key, 1);
        assert_eq!(seats, draw.order(3));
        let mut empty = vec![0, 1, 2, 3];
        let expected: Vec<usize> = (0..3).map(|_| empty.remove(draw.index_below(empty.len()))).collect();
        assert_eq!(landed, expected);
        *orders.entry(seats).or_insert(0) += 1;
        *places.entry(landed).or_insert(0) += 1;
    }
    // 6 orders, of about 200 each; 24 places, of about 50 each.
    assert!(orders.len() == 6 && orders.values().all(|count| (130..270).contains(count)), "{orders:?}");
    assert!(places.len() == 24 && places.values().all(|count| (15..90).contains(count)), "{places:?}");
}

/// The manual's examples, which a separate program worked out.
#[test]
fn snippets_land_where_the_manual_says_p14() {
    let landed = |files: &[&str]| {
        let mut engine = begun(&[], files, 0x903d_f1a0_ade0_b876);
        play(&mut engine, 1);
        engine.last_entries().iter().map(|entry| (entry.seat, entry.cell)).collect::<Vec<_>>()
    };
    assert_eq!(landed(&["a", "b"]), [(1, Some(9)), (0, Some(98))]);
    assert_eq!(landed(&["a", "b", "c"]), [(0, Some(6)), (1, Some(97)), (2, Some(21))]);
    assert_eq!(landed(&["=round 2\na", "b"]), [(1, Some(9))], "who enters nothing is in the order, too");
}

#[test]
fn without_an_empty_cell_one_of_its_own_is_replaced_p14() {
    let mut landed = [0; 3];
    for key in 0..300 {
        let first = ":1";
        let mut engine = begun(&["size=4"], &[&format!("{first}\n=round 3\nnew"), "x"], key);
        play(&mut engine, 2);
        let Some(full) = Some(cells(&engine)).filter(|cells| cells.len() == 4) else { continue };
        let own: Vec<usize> = (0..4).filter(|cell| engine.cell(*cell).unwrap().0 == 0).collect();
        play(&mut engine, 1);
        let [Entry { seat: 0, cell: Some(cell) }] = *engine.last_entries() else { panic!("{full:?}") };
        landed[own.iter().position(|own| *own == cell).unwrap()] += 1;
    }
    assert!(landed.iter().all(|count| *count > 20), "{landed:?}");
}

#[test]
fn with_neither_a_snippet_is_lost_and_with_it_the_player_p14_p15() {
    for key in 0..20 {
        let mut engine = begun(&["size=2"], &["a\n=round 2\nA", "b\n=round 2\nB", "c\n=round 2\nC"], key);
        let mut events = Vec::<Event>::new();
        let Ok(()) = engine.advance(1, &mut Talk::default(), &mut events);
        let [_, _, Entry { seat: lost, cell: None }] = *engine.last_entries() else { panic!("{key}") };
        let mut expected = [None; 3];
        expected[lost] = Some(1);
        assert_eq!(engine.eliminated(), expected);
        let death = Event { turn: 1, seat: lost, kind: EventKind::Death { reason: ELIMINATED } };
        assert_eq!(events[2..], [death], "two snippets came in before");
        // Out for good: in round 2 only the others enter, each over its own.
        play(&mut engine, 1);
        assert_eq!(engine.last_entries().len(), 2);
        assert!(engine.last_entries().iter().all(|entry| entry.seat != lost && entry.cell.is_some()));
        let codes: Vec<&str> = (0..2).map(|cell| engine.cell(cell).unwrap().1).collect();
        assert!(codes.iter().all(|code| code.chars().all(char::is_uppercase)), "{codes:?}");
    }
}

#[test]
fn who_enters_nothing_in_round_1_is_out_in_round_1_p15() {
    let mut engine = begun(&["size=4", "rounds=5"], &["=round 2\na", "b", "c", "=round 5\nd"], 7);
    play(&mut engine, 5);
    assert_eq!(engine.eliminated(), [Some(1), None, None, Some(1)]);
    let outcome = engine.outcome().unwrap();
    assert_eq!((outcome.reason, outcome.turns, outcome.tied()), (MOST_SNIPPETS, 5, &[1, 2][..]));
    assert_eq!(outcome.places, [3, 1, 1, 3]);
    // It is known before anything is run.
    let (mut engine, mut events) = (begun(&["size=4"], &["=round 2\na", "b|c", "d"], 7), Vec::<Event>::new());
    let Ok(()) = engine.advance(1, &mut Talk::default(), &mut events);
    let died = events.iter().position(|event| matches!(event.kind, EventKind::Death { .. }));
    assert_eq!((died, events.len()), (Some(2), 4), "two come in, one is out, and one changes");
    let mut engine = begun(&["size=4"], &["=round 2\na", "=round 2\nb"], 7);
    play(&mut engine, 5);
    let outcome = engine.outcome().unwrap();
    assert_eq!((outcome.reason, outcome.turns, outcome.tied()), (NOBODY_LEFT, 1, &[0, 1][..]));
}

#[test]
fn a_round_is_played_to_its_end_p15() {
    let mut engine = six(&[(0, 0, "!1"), (1, 1, "x"), (5, 0, "!1")]);
    play(&mut engine, 9);
    assert_eq!(happened(&engine), ["0: nuked 1", "5: nuked 0"]);
    let outcome = engine.outcome().unwrap();
    assert_eq!((outcome.winner(), outcome.reason, outcome.turns), (Some(0), ELIMINATED, 1));
    assert_eq!(engine.eliminated(), [None, Some(1)]);
}

#[test]
fn nobody_left_is_a_draw_of_those_who_went_last_p16() {
    let mut engine = six(&[(0, 2, "die"), (1, 0, "!|die"), (2, 0, "?|die"), (5, 1, "?|die")]);
    play(&mut engine, 9);
    let outcome = engine.outcome().unwrap();
    assert_eq!((outcome.reason, outcome.turns, outcome.tied()), (NOBODY_LEFT, 2, &[0, 1][..]));
    assert_eq!(outcome.places, [1, 1, 3]);
    assert_eq!(outcome.tallies, [("snippets", vec![0, 0, 0])]);
}

#[test]
fn the_most_snippets_win_p16() {
    let rules = parameters(&["size=9", "rounds=2"]);
    let mut engine = Engine::on_array(rules, 3, &[(0, 1, ":1"), (4, 0, "x"), (5, 2, "x"), (6, 2, "x")]);
    play(&mut engine, 9);
    let outcome = engine.outcome().unwrap();
    assert_eq!((outcome.winner(), outcome.reason, outcome.turns), (Some(1), MOST_SNIPPETS, 2));
    assert_eq!((&outcome.places, &outcome.tallies[0].1), (&vec![3, 1, 2], &vec![1, 3, 2]));
}

#[test]
fn events_tell_every_change() {
    let mut engine = six(&[(0, 0, "^5|n"), (1, 0, ":1"), (2, 0, ":"), (4, 1, "!1"), (5, 1, "x")]);
    let mut events = Vec::<Event>::new();
    let Ok(()) = engine.advance(1, &mut Talk::default(), &mut events);
    let seen: Vec<_> = events.iter().map(|event| (event.turn, event.seat, event.kind)).collect();
    let write = |seat, cell, before, after| (1, seat, EventKind::Write { cell, before, after });
    // Different code is a change, and so is a different owner; a snippet that is copied onto an identical one is not.
    let expected =
        [write(0, 0, 1, 1), write(0, 5, 2, 1), write(0, 2, 1, 1), write(0, 3, 0, 1), write(1, 5, 1, 0)];
    assert_eq!(seen, expected);
}

#[test]
fn a_failure_of_ours_is_nobodys_loss() {
    struct Broken;
    impl Players<Question, Answer> for Broken {
        type Failure = Void;

        fn ask(&mut self, _: Seat, _: &Question) -> Result<Reply<Answer>, Void> {
            Err(Void { cause: "no Perl".into() })
        }
    }
    let mut engine = begun(&["size=4"], &["!1", "!2"], 3);
    assert!(engine.advance(9, &mut Broken, &mut Unobserved).is_err());
    assert_eq!(engine.outcome(), None);
    PerlWar::begin(&mut engine, &Setup { key: 3 });
    play(&mut engine, 9);
    let mut other = begun(&["size=4"], &["!1", "!2"], 3);
    play(&mut other, 9);
    assert_eq!((engine.outcome(), engine.state_hash()), (other.outcome(), other.state_hash()));
}

#[test]
fn a_frame_shows_owners_and_codes() {
    let mut engine = six(&[(1, 0, "x"), (2, 0, "x"), (3, 1, "x"), (4, 2, "die")]);
    play(&mut engine, 1);
    let frame = engine.frame();
    let runs: Vec<(&str, usize)> = frame.cells.iter().map(|run| (&*run.text, run.count)).collect();
    assert_eq!(runs, [(".", 1), ("0 x", 2), ("1 x", 1), (".", 2)]);
    assert_eq!(frame.register("snippets"), [2, 1, 0]);
    assert_eq!(frame.register("eliminated"), [0, 0, 1]);
}

/// The fields that the manual page lists, put together by hand.
#[test]
fn the_state_hash_is_that_of_the_manual() {
    let mut engine =
        Engine::on_array(parameters(&["size=4"]), 3, &[(0, 0, ":1"), (2, 2, "\u{e9}"), (3, 1, "die")]);
    let mut canonical = game::Canonical::new("perlwar state");
    canonical.number("round", 0);
    canonical.numbers("owner", &[1, 0, 3, 2]);
    for code in [":1", "\u{e9}", "die"] {
        canonical.text("code", code);
    }
    canonical.numbers("eliminated", &[0, 0, 0]);
    assert_eq!(engine.state_hash(), Some(canonical.finish()));
    play(&mut engine, 1);
    let mut canonical = game::Canonical::new("perlwar state");
    canonical.number("round", 1);
    canonical.numbers("owner", &[1, 1, 3, 0]);
    for code in [":1", ":1", "\u{e9}"] {
        canonical.text("code", code);
    }
    canonical.numbers("eliminated", &[0, 1, 0]);
    assert_eq!(engine.state_hash(), Some(canonical.finish()));
    let hash = engine.state_hash().expect("it is never absent").to_string();
    let manual = games::RegisteredGame::manual(&PerlWar);
    assert!(manual.contains(&hash), "the manual's example should be {hash}");
}

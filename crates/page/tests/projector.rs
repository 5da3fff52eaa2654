//! What the page's scripts are told, against the same match played plainly.

use game::{AnyGame, AnyPlayers, NoPlayers, Reply, Rules, Seat, Void};
use games::registry;
use page::{DIFFERS, FILLED, GLOW_SHIFT, MAX_SPOTS, OWNER_BITS, Projector, Searched, WRITTEN, Way};
use record::Record;
use referee::{Lineup, Source};

fn game_called(name: &str) -> Option<&'static dyn AnyGame> {
    registry::by_name(name).map(|game| game as &dyn AnyGame)
}

/// The bytes of a record of a small match, and the match's lineup.
fn record_of(name: &str, sources: &[&str], parameters: &[(&str, u64)]) -> (Vec<u8>, Lineup<'static>) {
    asked_record_of(name, sources, parameters, &mut NoPlayers)
}

/// A match of a game that asks its programs.
fn asked_record_of(
    name: &str,
    sources: &[&str],
    parameters: &[(&str, u64)],
    players: &mut dyn AnyPlayers,
) -> (Vec<u8>, Lineup<'static>) {
    let game = game_called(name).expect("it is registered");
    let programs = sources.iter().map(|source| game.read(source.as_bytes()).into_program().expect("legal"));
    let mut rules = Rules::new();
    for &(key, value) in parameters {
        rules.add(key, value).expect("a new key");
    }
    let lineup = Lineup::new(game, programs.collect(), &rules).expect("a legal contest");
    let finished = lineup.runner().play(&lineup.draw_setup(7), players, &|| false).expect("it is played");
    let files = sources
        .iter()
        .enumerate()
        .map(|(seat, source)| Source { file: format!("{seat}.{name}"), bytes: source.as_bytes().to_vec() });
    let record = lineup.record(
        &finished,
        referee::Provenance {
            sources: &files.collect::<Vec<_>>(),
            seed: Some(7),
            match_index: 0,
            environment: &[],
        },
    );
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
    let mut played = lineup.new_match();
    played.begin(&lineup.draw_setup(7)).expect("a legal setup");
    played.advance(turn, &mut NoPlayers).expect("nobody is asked");
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

/// Searches to the end, in pieces of so many turns.
fn find(projector: &mut Projector, what: &str, way: Way, turns: u64) -> Result<u64, String> {
    projector.begin_search(what, way)?;
    loop {
        if let Searched::Found(turn) = projector.search_on(turns)? {
            assert_eq!(projector.turn(), turn);
            return Ok(turn);
        }
    }
}

/// Bots that answer these letters, in order, X before O.
struct Script(&'static [u8]);

impl AnyPlayers for Script {
    fn ask(&mut self, _: Seat, _: &[u8]) -> Result<Reply<Vec<u8>>, Void> {
        let (letter, rest) = self.0.split_first().expect("the match is over before");
        self.0 = rest;
        Ok(Reply::Answer(vec![*letter]))
    }
}

/// A match of four turns: X goes right, O left.
fn snakes() -> Vec<u8> {
    let bot = "char *bot_name = \"one\";\nint bot(int board[16][32], char player) { return 'L'; }\n";
    asked_record_of("snakes", &[bot, bot], &[("turns", 4)], &mut Script(b"RLRLRLRL")).0
}

/// Rows and columns of both bots, X first: where they stand.
fn standing(projector: &Projector) -> [u64; 2] {
    let shown = projector.shown();
    let cell = |seat: usize| shown["agents"][seat][2].as_u64().expect("a cell");
    [cell(0), cell(1)]
}

#[test]
fn a_bot_is_moved_by_hand_and_the_other_does_as_recorded() {
    let mut projector = Projector::open(&snakes()).expect("a record of ours");
    assert_eq!(projector.about()["moves"], serde_json::json!(["L", "U", "D", "R"]));
    // X starts at column 0 of row 0, O at column 31 of row 15; rows have 32 columns (S3).
    projector.seek(1);
    assert_eq!(standing(&projector), [1, 510]);
    projector.move_by_hand(&[(0, 'D')]).expect("it can be moved");
    assert_eq!((projector.turn(), standing(&projector)), (2, [33, 509]));
    assert_eq!(projector.shown()["is_fork"], true);
    // X stands on cell 33, not on cell 2, which nobody has painted; cells 0 and 1 are its land in both.
    assert_eq!(projector.shown()["differences"]["cells"], 2);
    // Both go on as recorded.
    projector.seek(4);
    assert_eq!(standing(&projector), [35, 507]);
    while !projector.survey(100) {}
    assert_eq!(projector.shown()["end"]["is_cut_off"], false);
    // Another move for an earlier turn takes the place of what came after.
    projector.seek(1);
    projector.move_by_hand(&[(0, 'R'), (1, 'U')]).expect("both can be moved");
    assert_eq!(standing(&projector), [2, 478]);
    projector.drop_fork();
    projector.seek(2);
    assert_eq!(standing(&projector), [2, 509]);
}

#[test]
fn a_match_that_ended_early_goes_on_by_hand_as_far_as_there_are_moves() {
    // A match of 1024 turns that is cut short by a fault of X in turn 3.
    struct Failing(Script, u32);
    impl AnyPlayers for Failing {
        fn ask(&mut self, seat: Seat, question: &[u8]) -> Result<Reply<Vec<u8>>, Void> {
            self.1 += 1;
            if self.1 == 5 {
                return Ok(Reply::Fault(game::FaultKind::Signal, "SIGSEGV".into()));
            }
            self.0.ask(seat, question)
        }
    }
    let bot = "char *bot_name = \"one\";\nint bot(int board[16][32], char player) { return 'L'; }\n";
    let (record, _) = asked_record_of("snakes", &[bot, bot], &[], &mut Failing(Script(b"RLRL"), 0));
    let mut projector = Projector::open(&record).expect("a record of ours");
    assert!(projector.about()["outcome"].as_str().is_some_and(|told| told.contains("SIGSEGV")));
    projector.seek(2);
    projector.move_by_hand(&[(0, 'D')]).expect("the match is not over after turn 2");
    // Nothing is recorded of O for turn 3: it stays.
    assert_eq!((projector.turn(), standing(&projector)), (3, [34, 509]));
    while !projector.survey(100) {}
    let end = &projector.shown()["end"];
    assert_eq!((&end["turn"], &end["is_cut_off"]), (&3.into(), &true.into()));
    assert!(end["text"].as_str().is_some_and(|told| told.contains("by hand")), "{end}");
    projector.move_by_hand(&[(1, 'U')]).expect("it goes on");
    assert_eq!((projector.turn(), standing(&projector)), (4, [34, 477]));
}

#[test]
fn what_cannot_be_moved_is_said_and_nothing_changes() {
    let mut projector = Projector::open(&snakes()).expect("a record of ours");
    projector.seek(2);
    let said = projector.move_by_hand(&[(0, 'X')]).expect_err("no such move");
    assert!(said.contains('X'), "{said}");
    assert!(projector.move_by_hand(&[(2, 'L')]).is_err());
    assert_eq!((projector.turn(), &projector.shown()["is_fork"]), (2, &false.into()));
    projector.seek(4);
    let said = projector.move_by_hand(&[(0, 'L')]).expect_err("the match is over");
    assert!(said.contains("over"), "{said}");
    assert_eq!((projector.turn(), standing(&projector)), (4, [4, 507]));
    let (record, _) = esowar();
    let mut projector = Projector::open(&record).expect("a record of ours");
    assert_eq!(projector.about()["moves"], serde_json::json!([]));
    assert!(projector.move_by_hand(&[(0, 'L')]).is_err_and(|said| said.contains("esowar")));
}

#[test]
fn what_is_whose_is_counted_as_it_is_painted() {
    let (record, _) = crash();
    let mut projector = Projector::open(&record).expect("a record of ours");
    projector.seek(500);
    let spots = projector.paint(1).to_vec();
    let of = |seat: u16| u32::try_from(spots.iter().filter(|&&spot| spot & OWNER_BITS == seat + 1).count());
    assert_eq!(projector.owned().iter().map(|&count| Ok(count)).collect::<Vec<_>>(), [of(0), of(1)]);
    assert!(projector.owned()[0] > 3, "program 0 writes");
}

#[test]
fn on_a_large_board_every_write_and_every_program_shows() {
    let squares = 2 * MAX_SPOTS - 1000;
    let parameters = [("squares", u64::try_from(squares).expect("it fits")), ("max_turns", 300)];
    let (record, lineup) = record_of("esowar", &["+[>+]<", "[>+]+<[+<]"], &parameters);
    let mut projector = Projector::open(&record).expect("a record of ours");
    assert_eq!(projector.about()["cells_a_spot"], 2);
    projector.seek(300);
    let spots = projector.paint(1).to_vec();
    assert_eq!(spots.len(), squares.div_ceil(2));
    let mut played = lineup.new_match();
    played.begin(&lineup.draw_setup(7)).expect("a legal setup");
    let mut written = Vec::new();
    let mut note = |event: game::Event| {
        if let game::EventKind::Write { cell, .. } = event.kind {
            written.push(cell);
        }
    };
    played.advance_watched(300, &mut NoPlayers, &mut note).expect("nobody is asked");
    assert!(written.len() > 10);
    assert!(written.iter().all(|cell| spots[cell / 2] & WRITTEN != 0));
    // Bases have 6 and 10 squares, which are 3 to 6 spots each.
    let homes = spots.iter().filter(|&&spot| spot & WRITTEN == 0 && spot & OWNER_BITS != 0).count();
    assert!((1..=12).contains(&homes), "{homes}");
}

#[test]
fn texts_are_those_of_the_cells_round_and_round() {
    let (record, _) = crash();
    let projector = Projector::open(&record).expect("a record of ours");
    let (texts, cells) = (projector.texts(4090, 100), projector.cells(4090, 100));
    let texts = texts.as_array().expect("a list");
    assert_eq!(texts.len(), 100);
    assert!(texts.iter().zip(cells.as_array().expect("a list")).all(|(text, cell)| *text == cell["text"]));
    assert_eq!(projector.texts(0, usize::MAX).as_array().map(Vec::len), Some(4096));
}

#[test]
fn both_sides_of_a_change_are_shown_at_the_same_turn() {
    let (record, lineup) = crash();
    let mut projector = Projector::open(&record).expect("a record of ours");
    projector.seek(10);
    projector.change("cell 4000 = store 5 a").expect("it can be changed");
    projector.seek(20);
    let changed = projector.state_hash();
    projector.show_other();
    let shown = projector.shown();
    assert_eq!((projector.turn(), projector.state_hash()), (20, state_after(&lineup, 20)));
    assert_eq!((&shown["is_original_shown"], &shown["forked_at"]), (&true.into(), &10.into()));
    assert_eq!(shown["differences"]["cells"], 1);
    // Before the change there is nothing to compare; the fork begins at its first turn.
    projector.seek(3);
    assert_eq!(projector.shown()["differences"]["cells"], 0);
    projector.show_other();
    assert_eq!((projector.turn(), &projector.shown()["is_original_shown"]), (10, &false.into()));
    projector.seek(20);
    assert_eq!(projector.state_hash(), changed);
    // A change of the original takes the place of the other one.
    projector.show_other();
    projector.change("cell 4001 = store 6 a").expect("it can be changed");
    assert_eq!(projector.shown()["differences"]["stretches"], serde_json::json!([[4001, 1]]));
    projector.show_other();
    projector.drop_fork();
    assert_eq!((projector.turn(), projector.state_hash()), (20, state_after(&lineup, 20)));
    assert_eq!(projector.shown()["is_fork"], false);
    projector.show_other();
    assert_eq!(projector.state_hash(), state_after(&lineup, 20), "there is no other side");
}

#[test]
fn conditions_are_run_to_both_ways() {
    let (record, _) = esowar();
    let mut projector = Projector::open(&record).expect("a record of ours");
    let none = find(&mut projector, "condition", Way::Forwards, 100).expect_err("there are none yet");
    assert!(none.contains("add one"), "{none}");
    projector.set_conditions(&["turn 321"]).expect("it is one");
    assert_eq!(find(&mut projector, "condition", Way::Forwards, 100), Ok(321));
    projector.seek(1000);
    assert_eq!(find(&mut projector, "condition", Way::Backwards, 100), Ok(321));
    let wrong = projector.set_conditions(&["nonsense"]).expect_err("it is none");
    assert!(wrong.contains("`turn N`"), "{wrong}");
    projector.seek(0);
    assert_eq!(find(&mut projector, "condition", Way::Forwards, 100), Ok(321), "those before stay");
    assert!(find(&mut projector, "something", Way::Forwards, 100).is_err());
    // The first death is in the turn in which the match is over, as there are two programs.
    let (record, _) = crash();
    let mut projector = Projector::open(&record).expect("a record of ours");
    let last = projector.about()["last_turn"].as_u64().expect("a number");
    let outcome = projector.about()["outcome"].to_string();
    assert!(outcome.contains("wins"), "{outcome}");
    assert_eq!(find(&mut projector, "death", Way::Forwards, 100), Ok(last));
}

#[test]
fn a_search_finds_the_same_in_pieces_of_any_size() {
    let (record, lineup) = esowar();
    let mut writes = Vec::new();
    let mut played = lineup.new_match();
    played.begin(&lineup.draw_setup(7)).expect("a legal setup");
    let mut heard = |event: game::Event| {
        if let game::EventKind::Write { cell, .. } = event.kind {
            writes.push((event.turn, cell));
        }
    };
    played.advance_watched(4000, &mut NoPlayers, &mut heard).expect("nobody is asked");
    let last = played.turn();
    let cell = writes[writes.len() / 2].1;
    let turns: Vec<u64> =
        writes.iter().filter(|(_, written)| *written == cell).map(|(turn, _)| *turn).collect();
    let what = format!("write {cell}");
    for pieces in [1, 7, 100, 1 << 20] {
        let mut projector = Projector::open(&record).expect("a record of ours");
        for turn in &turns {
            assert_eq!(find(&mut projector, &what, Way::Forwards, pieces), Ok(*turn), "pieces of {pieces}");
        }
        let none = find(&mut projector, &what, Way::Forwards, pieces).expect_err("there are no more");
        assert!(none.contains("none after"), "{none}");
        assert_eq!(Some(projector.turn()), turns.last().copied(), "the turn is that of before");
        projector.seek(last);
        for turn in turns.iter().rev().filter(|turn| **turn < last) {
            assert_eq!(find(&mut projector, &what, Way::Backwards, pieces), Ok(*turn), "pieces of {pieces}");
        }
        assert!(find(&mut projector, &what, Way::Backwards, pieces).is_err());
    }
}

#[test]
fn a_search_that_is_given_up_leaves_the_turn_as_it_was() {
    let (record, _) = esowar();
    let mut projector = Projector::open(&record).expect("a record of ours");
    projector.seek(17);
    let before = projector.state_hash();
    projector.set_conditions(&["0 commander = 99999"]).expect("it is one");
    projector.begin_search("condition", Way::Forwards).expect("it can be searched for");
    assert_eq!(projector.search_on(50), Ok(Searched::Going(67)));
    assert_eq!(projector.search_on(50), Ok(Searched::Going(117)));
    projector.end_search();
    assert_eq!((projector.turn(), projector.state_hash()), (17, before));
    assert!(projector.search_on(50).is_err(), "nothing is searched for");
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
fn a_record_of_something_unknown_says_of_what() {
    let (bytes, _) = crash();
    let record = record::read(&bytes).expect("a record of ours");
    let said = |changed: &Record| Projector::open(&record::write(changed)).err().expect("it is refused");
    let unknown = said(&Record { game: "chess".into(), ..record.clone() });
    assert!(unknown.contains("chess"), "{unknown}");
    let newer = said(&Record { rules_version: 99, ..record });
    assert!(newer.contains("version 99"), "{newer}");
}

#[test]
fn a_match_whose_answers_end_early_is_shown_as_far_as_they_go() {
    let mut record = record::read(&snakes()).expect("a record of ours");
    record.answers.replies.truncate(5);
    let mut projector = Projector::open(&record::write(&record)).expect("it can be shown");
    while !projector.survey(100) {}
    let end = &projector.shown()["end"];
    // Two answers a turn: in the third one is missing.
    assert_eq!((&end["turn"], &end["is_cut_off"]), (&2.into(), &true.into()));
    projector.seek(4);
    assert_eq!((projector.turn(), standing(&projector)), (2, [2, 509]));
}

#[test]
fn a_timeline_counts_every_write_once() {
    let (record, lineup) = esowar();
    let mut projector = Projector::open(&record).expect("a record of ours");
    while !projector.survey(1000) {}
    let mut writes = 0;
    let mut played = lineup.new_match();
    played.begin(&lineup.draw_setup(7)).expect("a legal setup");
    let mut note =
        |event: game::Event| writes += u64::from(matches!(event.kind, game::EventKind::Write { .. }));
    played.advance_watched(4000, &mut NoPlayers, &mut note).expect("nobody is asked");
    let timeline = projector.timeline(4000);
    let columns = timeline["columns"].as_array().expect("a list");
    let counted = columns.iter().flat_map(|column| column[0].as_array().expect("one a seat"));
    assert_eq!(counted.map(|count| count.as_u64().expect("a count")).sum::<u64>(), writes);
}

/// A far turn is gone to the fast way, which tells nobody's writes; looking through the match does, up to that turn.
#[test]
fn who_wrote_what_becomes_known_after_a_long_jump() {
    let (writer, waiter) = ("write noop [i]+9\nstore [i]-2 i\n", "noop\nstore [i]-2 i\n");
    let (record, _) = record_of("crash", &[writer, waiter], &[("max_turns", 300_000)]);
    let mut looked_through = Projector::open(&record).expect("it can be shown");
    while !looked_through.survey(1 << 14) {}
    looked_through.seek(200_001);
    let mut jumped = Projector::open(&record).expect("it can be shown");
    jumped.seek(200_001);
    assert!(!jumped.knows_writers() && looked_through.knows_writers());
    assert_ne!(jumped.cells(0, 4096), looked_through.cells(0, 4096));
    while !jumped.knows_writers() {
        assert!(!jumped.survey(1 << 14), "it was looked through, and nobody knows");
    }
    assert_eq!(jumped.turn(), 200_001);
    assert_eq!(jumped.cells(0, 4096), looked_through.cells(0, 4096));
    assert_eq!(jumped.paint(1), looked_through.paint(1));
    assert_eq!(jumped.shown()["events"], looked_through.shown()["events"]);
}

//! What the page's scripts are told, against the same match played plainly.

use game::{AnyGame, AnyPlayers, NoPlayers, Reply, Rules, Seat, Void};
use games::registry;
use page::{DIFFERS, FILLED, GLOW_SHIFT, MAX_SPOTS, MatchView, OWNER_BITS, WRITTEN};
use record::Record;
use referee::{Lineup, Source};
use serde_json::{Value, json};
use viewer::Direction::{self, Backwards, Forwards};

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
        let mut view = MatchView::open(&record).expect("a record of ours");
        let last = view.about()["last_turn"].as_u64().expect("a number");
        for turn in [last, 0, last / 2, 1, last / 3, last] {
            view.seek(turn);
            assert_eq!(view.turn(), turn);
            assert_eq!(view.state_hash(), state_after(&lineup, turn), "turn {turn} of {last}");
        }
        while !view.survey(500) {}
        let end = &view.shown()["end"];
        assert_eq!((&end["turn"], &end["agrees"]), (&last.into(), &true.into()));
    }
}

#[test]
fn the_board_is_painted_as_the_rules_have_it() {
    let (record, _) = crash();
    let mut view = MatchView::open(&record).expect("a record of ours");
    // Crash's memory is full of `crash` but for the programs, three cells and two (C1).
    let spots = view.paint(1).to_vec();
    assert_eq!(spots.len(), 4096);
    let of = |seat: u16| spots.iter().filter(|&&spot| spot & OWNER_BITS == seat + 1).count();
    assert_eq!((of(0), of(1)), (3, 2));
    assert_eq!(spots.iter().filter(|&&spot| spot & FILLED != 0).count(), 5);
    assert!(spots.iter().all(|&spot| spot & WRITTEN == 0), "nobody wrote anything yet");
    // After its first instruction program 0 has written one cell, and program 1 nothing; it glows.
    view.seek(2);
    let written: Vec<u16> = view.paint(1).iter().copied().filter(|spot| spot & WRITTEN != 0).collect();
    assert_eq!(written.len(), 1);
    assert_eq!(written[0] & OWNER_BITS, 1);
    assert!(written[0] & FILLED != 0 && written[0] >> GLOW_SHIFT > 0);
}

#[test]
fn a_change_goes_on_as_a_match_of_its_own_and_can_be_dropped() {
    let (record, lineup) = crash();
    let mut view = MatchView::open(&record).expect("a record of ours");
    view.seek(10);
    view.change("cell 4000 = store 5 a").expect("it can be changed");
    let shown = view.shown();
    assert_eq!((&shown["is_fork"], &shown["first_turn"]), (&true.into(), &10.into()));
    assert_eq!(shown["differences"]["cells"], 1);
    assert_eq!(shown["differences"]["stretches"][0][0], 4000);
    let differing = |view: &mut MatchView| {
        let spots = view.paint(1).iter().enumerate();
        spots.filter(|(_, spot)| *spot & DIFFERS != 0).map(|(cell, _)| cell).collect::<Vec<_>>()
    };
    assert_eq!(differing(&mut view), [4000]);
    assert_eq!(view.cells(4000, 1)[0]["text"], "store 5 a");
    view.drop_fork();
    view.seek(20);
    assert_eq!(view.state_hash(), state_after(&lineup, 20));
    assert_eq!(differing(&mut view), [0; 0]);
    let refused = view.change("cell 5000 = noop").expect_err("there is no such cell");
    assert!(refused.contains("4095"), "{refused}");
}

/// Searches to the end, in pieces of so many turns.
fn find(view: &mut MatchView, what: &str, direction: Direction, turns: u64) -> Result<u64, String> {
    view.start_search(what, direction)?;
    loop {
        if view.continue_search(turns)?.is_none() {
            return Ok(view.turn());
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
fn standing(view: &MatchView) -> [u64; 2] {
    let shown = view.shown();
    let cell = |seat: usize| shown["agents"][seat][2].as_u64().expect("a cell");
    [cell(0), cell(1)]
}

#[test]
fn a_bot_is_moved_by_hand_and_the_other_does_as_recorded() {
    let mut view = MatchView::open(&snakes()).expect("a record of ours");
    assert_eq!(view.about()["moves"], json!(["L", "U", "D", "R"]));
    // X starts at column 0 of row 0, O at column 31 of row 15; rows have 32 columns (S3).
    view.seek(1);
    assert_eq!(standing(&view), [1, 510]);
    view.move_by_hand(&[(0, 'D')]).expect("it can be moved");
    assert_eq!((view.turn(), standing(&view)), (2, [33, 509]));
    assert_eq!(view.shown()["is_fork"], true);
    // X stands on cell 33, not on cell 2, which nobody has painted; cells 0 and 1 are its land in both.
    assert_eq!(view.shown()["differences"]["cells"], 2);
    // Both go on as recorded.
    view.seek(4);
    assert_eq!(standing(&view), [35, 507]);
    while !view.survey(100) {}
    assert_eq!(view.shown()["end"]["is_cut_off"], false);
    // Another move for an earlier turn takes the place of what came after.
    view.seek(1);
    view.move_by_hand(&[(0, 'R'), (1, 'U')]).expect("both can be moved");
    assert_eq!(standing(&view), [2, 478]);
    view.drop_fork();
    view.seek(2);
    assert_eq!(standing(&view), [2, 509]);
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
    let mut view = MatchView::open(&record).expect("a record of ours");
    assert!(view.about()["outcome"].as_str().is_some_and(|text| text.contains("SIGSEGV")));
    view.seek(2);
    view.move_by_hand(&[(0, 'D')]).expect("the match is not over after turn 2");
    // Nothing is recorded of O for turn 3: it stays.
    assert_eq!((view.turn(), standing(&view)), (3, [34, 509]));
    while !view.survey(100) {}
    let end = &view.shown()["end"];
    assert_eq!((&end["turn"], &end["is_cut_off"]), (&3.into(), &true.into()));
    assert!(end["text"].as_str().is_some_and(|text| text.contains("by hand")), "{end}");
    view.move_by_hand(&[(1, 'U')]).expect("it goes on");
    assert_eq!((view.turn(), standing(&view)), (4, [34, 477]));
}

#[test]
fn what_cannot_be_moved_is_said_and_nothing_changes() {
    let mut view = MatchView::open(&snakes()).expect("a record of ours");
    view.seek(2);
    let said = view.move_by_hand(&[(0, 'X')]).expect_err("no such move");
    assert!(said.contains('X'), "{said}");
    assert!(view.move_by_hand(&[(2, 'L')]).is_err());
    assert_eq!((view.turn(), &view.shown()["is_fork"]), (2, &false.into()));
    view.seek(4);
    let said = view.move_by_hand(&[(0, 'L')]).expect_err("the match is over");
    assert!(said.contains("over"), "{said}");
    assert_eq!((view.turn(), standing(&view)), (4, [4, 507]));
    let (record, _) = esowar();
    let mut view = MatchView::open(&record).expect("a record of ours");
    assert_eq!(view.about()["moves"], json!([]));
    assert!(view.move_by_hand(&[(0, 'L')]).is_err_and(|said| said.contains("esowar")));
}

#[test]
fn what_is_whose_is_counted_as_it_is_painted() {
    let (record, _) = crash();
    let mut view = MatchView::open(&record).expect("a record of ours");
    view.seek(500);
    let spots = view.paint(1).to_vec();
    let of = |seat: u16| u32::try_from(spots.iter().filter(|&&spot| spot & OWNER_BITS == seat + 1).count());
    assert_eq!(view.owned().iter().map(|&count| Ok(count)).collect::<Vec<_>>(), [of(0), of(1)]);
    assert!(view.owned()[0] > 3, "program 0 writes");
}

#[test]
fn on_a_large_board_every_write_and_every_program_shows() {
    let squares = 2 * MAX_SPOTS - 1000;
    let parameters = [("squares", u64::try_from(squares).expect("it fits")), ("max_turns", 300)];
    let (record, lineup) = record_of("esowar", &["+[>+]<", "[>+]+<[+<]"], &parameters);
    let mut view = MatchView::open(&record).expect("a record of ours");
    assert_eq!(view.about()["cells_per_spot"], 2);
    view.seek(300);
    let spots = view.paint(1).to_vec();
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
    let view = MatchView::open(&record).expect("a record of ours");
    let (texts, cells) = (view.texts(4090, 100), view.cells(4090, 100));
    let texts = texts.as_array().expect("a list");
    assert_eq!(texts.len(), 100);
    assert!(texts.iter().zip(cells.as_array().expect("a list")).all(|(text, cell)| *text == cell["text"]));
    assert_eq!(view.texts(0, usize::MAX).as_array().map(Vec::len), Some(4096));
}

#[test]
fn both_sides_of_a_change_are_shown_at_the_same_turn() {
    let (record, lineup) = crash();
    let mut view = MatchView::open(&record).expect("a record of ours");
    view.seek(10);
    view.change("cell 4000 = store 5 a").expect("it can be changed");
    view.seek(20);
    let changed = view.state_hash();
    view.show_other();
    let shown = view.shown();
    assert_eq!((view.turn(), view.state_hash()), (20, state_after(&lineup, 20)));
    assert_eq!((&shown["is_original_shown"], &shown["forked_at"]), (&true.into(), &10.into()));
    assert_eq!(shown["differences"]["cells"], 1);
    // Before the change there is nothing to compare; the fork begins at its first turn.
    view.seek(3);
    assert_eq!(view.shown()["differences"]["cells"], 0);
    view.show_other();
    assert_eq!((view.turn(), &view.shown()["is_original_shown"]), (10, &false.into()));
    view.seek(20);
    assert_eq!(view.state_hash(), changed);
    // A change of the original takes the place of the other one.
    view.show_other();
    view.change("cell 4001 = store 6 a").expect("it can be changed");
    assert_eq!(view.shown()["differences"]["stretches"], json!([[4001, 1]]));
    view.show_other();
    view.drop_fork();
    assert_eq!((view.turn(), view.state_hash()), (20, state_after(&lineup, 20)));
    assert_eq!(view.shown()["is_fork"], false);
    view.show_other();
    assert_eq!(view.state_hash(), state_after(&lineup, 20), "there is no other side");
}

#[test]
fn conditions_are_run_to_both_ways() {
    let (record, _) = esowar();
    let mut view = MatchView::open(&record).expect("a record of ours");
    let none = find(&mut view, "breakpoint", Forwards, 100).expect_err("there are none yet");
    assert!(none.contains("add one"), "{none}");
    assert_eq!(view.set_breakpoints(&["turn 321"]), json!({"breakpoints": ["turn 321"], "errors": []}));
    assert_eq!(find(&mut view, "breakpoint", Forwards, 100), Ok(321));
    view.seek(1000);
    assert_eq!(find(&mut view, "breakpoint", Backwards, 100), Ok(321));
    let mixed = view.set_breakpoints(&["nonsense", " turn  321", "write 600", "write 601", "0 height > 1"]);
    // One past the end is where a program runs off.
    assert_eq!(mixed["breakpoints"], json!(["turn 321", "write 600"]), "those that are valid count");
    let errors = mixed["errors"].as_array().expect("a list");
    let expected = ["`nonsense` is not a valid condition", "there is no cell 601", "nothing called `height`"];
    assert_eq!(errors.len(), expected.len());
    for (error, expected) in errors.iter().zip(expected) {
        assert!(error.as_str().is_some_and(|error| error.contains(expected)), "{error}");
    }
    view.seek(0);
    assert_eq!(find(&mut view, "breakpoint", Forwards, 100), Ok(321));
    assert!(find(&mut view, "something", Forwards, 100).is_err());
    // The first death is in the turn in which the match is over, as there are two programs.
    let (record, _) = crash();
    let mut view = MatchView::open(&record).expect("a record of ours");
    let last = view.about()["last_turn"].as_u64().expect("a number");
    let outcome = view.about()["outcome"].to_string();
    assert!(outcome.contains("wins"), "{outcome}");
    assert_eq!(find(&mut view, "death", Forwards, 100), Ok(last));
}

#[test]
fn playing_stops_at_breakpoints() {
    let (record, lineup) = esowar();
    let mut view = MatchView::open(&record).expect("a record of ours");
    assert_eq!((view.play_to(50), view.turn()), (None, 50));
    view.set_breakpoints(&["turn 100", "turn 70", "turn 70"]);
    assert_eq!((view.play_to(60), view.turn()), (None, 60));
    assert_eq!((view.play_to(1000), view.turn()), (Some("turn 70".into()), 70));
    assert_eq!((view.play_to(1000), view.turn()), (Some("turn 100".into()), 100));
    assert_eq!((view.play_to(300), view.turn()), (None, 300), "and on after the last one");
    assert_eq!(view.state_hash(), state_after(&lineup, 300));
    assert_eq!((view.play_to(20), view.turn()), (None, 20), "nothing is played backwards");
}

/// As long as there are breakpoints, requests between two pictures are answered.
#[test]
fn far_turns_are_played_in_parts_where_breakpoints_are_looked_for() {
    let (record, _) = record_of("crash", &["noop\nstore [i]-2 i\n"; 2], &[("max_turns", 200_000)]);
    let mut view = MatchView::open(&record).expect("a record of ours");
    view.set_breakpoints(&["turn 150000"]);
    let mut parts = 0;
    let stopped_at = loop {
        if let Some(breakpoint) = view.play_to(200_000) {
            break breakpoint;
        }
        parts += 1;
        assert!(view.turn() < 150_000);
    };
    assert_eq!((stopped_at.as_str(), view.turn()), ("turn 150000", 150_000));
    assert!(parts > 1, "{parts}");
}

#[test]
fn the_page_has_the_keys_of_the_table() {
    let lines = page::keys();
    let lines = lines.as_array().expect("a list");
    let line = |name: &str| {
        let has = |line: &&Value| {
            line["commands"].as_array().is_some_and(|all| all.iter().any(|one| one["name"] == name))
        };
        lines.iter().find(has)
    };
    let back = &line("10 turns back").expect("it is there")["commands"][1];
    let presses = json!([
        {"key": "ArrowLeft", "shift": true, "ctrl": false, "shown": "Shift-←"},
        {"key": ",", "shift": false, "ctrl": false, "shown": ","},
    ]);
    assert_eq!(*back, json!({"name": "10 turns back", "presses": presses}));
    assert_eq!(line("1000 turns back").expect("it is there")["keys"], json!([[")", "("]]));
    assert!(line("quit").is_none() && line("overview").is_none(), "they are the terminal's");
}

#[test]
fn a_search_finds_the_same_in_pieces_of_any_size() {
    let (record, lineup) = esowar();
    let mut writes = Vec::new();
    let mut played = lineup.new_match();
    played.begin(&lineup.draw_setup(7)).expect("a legal setup");
    let mut observe = |event: game::Event| {
        if let game::EventKind::Write { cell, .. } = event.kind {
            writes.push((event.turn, cell));
        }
    };
    played.advance_watched(4000, &mut NoPlayers, &mut observe).expect("nobody is asked");
    let last = played.turn();
    let cell = writes[writes.len() / 2].1;
    let turns: Vec<u64> =
        writes.iter().filter(|(_, written)| *written == cell).map(|(turn, _)| *turn).collect();
    let what = format!("write {cell}");
    for pieces in [1, 7, 100, 1 << 20] {
        let mut view = MatchView::open(&record).expect("a record of ours");
        for turn in &turns {
            assert_eq!(find(&mut view, &what, Forwards, pieces), Ok(*turn), "pieces of {pieces}");
        }
        let none = find(&mut view, &what, Forwards, pieces).expect_err("there are no more");
        assert!(none.contains("none after"), "{none}");
        assert_eq!(Some(view.turn()), turns.last().copied(), "the turn is that of before");
        view.seek(last);
        for turn in turns.iter().rev().filter(|turn| **turn < last) {
            assert_eq!(find(&mut view, &what, Backwards, pieces), Ok(*turn), "pieces of {pieces}");
        }
        assert!(find(&mut view, &what, Backwards, pieces).is_err());
    }
}

#[test]
fn a_search_that_is_given_up_leaves_the_turn_as_it_was() {
    let (record, _) = esowar();
    let mut view = MatchView::open(&record).expect("a record of ours");
    view.seek(17);
    let before = view.state_hash();
    view.set_breakpoints(&["cell 0 = no cell holds this"]);
    view.start_search("breakpoint", Forwards).expect("it can be searched for");
    assert_eq!(view.continue_search(50), Ok(Some(67)));
    assert_eq!(view.continue_search(50), Ok(Some(117)));
    view.stop_search();
    assert_eq!((view.turn(), view.state_hash()), (17, before));
    assert!(view.continue_search(50).is_err(), "nothing is searched for");
}

#[test]
fn what_is_no_record_is_refused_with_the_reason() {
    let (record, _) = crash();
    let said = |bytes: &[u8]| MatchView::open(bytes).err().expect("it is refused");
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
    let said = |changed: &Record| MatchView::open(&record::write(changed)).err().expect("it is refused");
    let unknown = said(&Record { game: "chess".into(), ..record.clone() });
    assert!(unknown.contains("chess"), "{unknown}");
    let newer = said(&Record { rules_version: 99, ..record });
    assert!(newer.contains("version 99"), "{newer}");
}

#[test]
fn a_match_whose_answers_end_early_is_shown_as_far_as_they_go() {
    let mut record = record::read(&snakes()).expect("a record of ours");
    record.answers.replies.truncate(5);
    let mut view = MatchView::open(&record::write(&record)).expect("it can be shown");
    while !view.survey(100) {}
    let end = &view.shown()["end"];
    // Two answers a turn: in the third one is missing.
    assert_eq!((&end["turn"], &end["is_cut_off"]), (&2.into(), &true.into()));
    view.seek(4);
    assert_eq!((view.turn(), standing(&view)), (2, [2, 509]));
}

#[test]
fn a_timeline_counts_every_write_once() {
    let (record, lineup) = esowar();
    let mut view = MatchView::open(&record).expect("a record of ours");
    while !view.survey(1000) {}
    let mut writes = 0;
    let mut played = lineup.new_match();
    played.begin(&lineup.draw_setup(7)).expect("a legal setup");
    let mut note =
        |event: game::Event| writes += u64::from(matches!(event.kind, game::EventKind::Write { .. }));
    played.advance_watched(4000, &mut NoPlayers, &mut note).expect("nobody is asked");
    let timeline = view.timeline(4000);
    let columns = timeline["columns"].as_array().expect("a list");
    let counted = columns.iter().flat_map(|column| column[0].as_array().expect("one a seat"));
    assert_eq!(counted.map(|count| count.as_u64().expect("a count")).sum::<u64>(), writes);
}

/// A far turn is gone to the fast way, which tells nobody's writes; looking through the match does, up to that turn.
#[test]
fn who_wrote_what_becomes_known_after_a_long_jump() {
    let (writer, waiter) = ("write noop [i]+9\nstore [i]-2 i\n", "noop\nstore [i]-2 i\n");
    let (record, _) = record_of("crash", &[writer, waiter], &[("max_turns", 300_000)]);
    let mut looked_through = MatchView::open(&record).expect("it can be shown");
    while !looked_through.survey(1 << 14) {}
    looked_through.seek(200_001);
    let mut jumped = MatchView::open(&record).expect("it can be shown");
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

/// The story is in order; it ends with the death that ends the match, and the result names the winner and the reason.
#[test]
fn the_story_leads_to_the_result() {
    let (record, _) = crash();
    let mut view = MatchView::open(&record).expect("a record of ours");
    assert_eq!(view.story(), json!([]), "the story has nothing that was not looked through");
    while !view.survey(1 << 14) {}
    let story = view.story();
    let story = story.as_array().expect("a list");
    let turns: Vec<u64> = story.iter().map(|told| told["turn"].as_u64().expect("a turn")).collect();
    assert!(turns.is_sorted());
    let about = view.about();
    let result = &about["result"];
    let last = story.last().expect("somebody dies");
    assert_eq!((&last["kind"], &last["turn"]), (&"death".into(), &about["last_turn"]));
    assert_ne!(last["seat"], result["winner"]);
    assert_eq!(result["why"], "the other program executed `crash`");
    let winner =
        result["winner"].as_u64().and_then(|seat| usize::try_from(seat).ok()).expect("somebody wins");
    let name = about["programs"][winner]["name"].as_str().expect("a name");
    assert_eq!(result["verdict"], format!("{name} wins"));
    assert_eq!(view.shown()["end"]["result"], *result);
    assert_eq!(view.shown()["score"], json!(null), "no number tells who is ahead");
}

#[test]
fn a_score_is_that_of_the_turn_that_is_shown() {
    let mut view = MatchView::open(&snakes()).expect("a record of ours");
    assert_eq!(view.about()["score_unit"], "squares");
    assert_eq!(view.shown_briefly()["score"], json!([1, 1]));
    view.seek(2);
    assert_eq!(view.shown_briefly()["score"], json!([3, 3]));
    assert_eq!(view.cells(101, 1)[0]["name"], "row 3, column 5");
}

#[test]
fn who_is_ahead_is_known_once_the_match_was_looked_through() {
    let mut view = MatchView::open(&snakes()).expect("a record of ours");
    assert_eq!(view.lead(), json!(null));
    while !view.survey(1 << 14) {}
    let turn = view.turn();
    while !view.find_lead() {}
    assert_eq!(view.turn(), turn, "the turn that is shown stays");
    let lead = view.lead();
    assert_eq!(lead["what"], "squares of its own or nearer to it than to the other bot");
    let points = lead["points"].as_array().expect("a list");
    assert!(points.len() <= 64);
    // Both start with as much room, and have all of what they have together.
    assert_eq!(points[0], json!([0, [500, 500]]));
    for point in points {
        let shares = point[1].as_array().expect("a share each");
        let sum: u64 = shares.iter().map(|share| share.as_u64().expect("a number")).sum();
        assert!((999..=1000).contains(&sum), "{point}");
    }
    for moment in lead["moments"].as_array().expect("a list") {
        assert!(moment["turn"].as_u64() <= view.about()["last_turn"].as_u64(), "{moment}");
    }
}

#[test]
fn the_dead_have_nothing_and_changed_matches_no_curve() {
    let (record, _) = crash();
    let mut view = MatchView::open(&record).expect("a record of ours");
    while !view.survey(1 << 14) {}
    while !view.find_lead() {}
    let lead = view.lead();
    let points = lead["points"].as_array().expect("a list");
    assert_eq!(points[0], json!([0, [500, 500]]), "nobody has written yet");
    let about = view.about();
    let winner = usize::try_from(about["result"]["winner"].as_u64().expect("somebody wins")).expect("a seat");
    let last = points.last().expect("there is one");
    assert_eq!((&last[0], &last[1][1 - winner]), (&about["last_turn"], &json!(0)));
    let moments = lead["moments"].as_array().expect("a list");
    assert!(moments.iter().any(|moment| moment["turn"] == about["last_turn"]), "a death is one: {moments:?}");
    view.seek(1);
    view.change("cell 3000 = noop").expect("it can be changed");
    assert_eq!((view.find_lead(), view.lead()), (true, json!(null)));
    view.drop_fork();
    assert_eq!((view.find_lead(), view.lead()), (true, lead));
}

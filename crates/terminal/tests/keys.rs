//! What keys do to what is shown.

mod support;

use support::{Screen, crash, esowar, snakes};
use terminal::ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

#[test]
fn turns_are_gone_to() {
    let record = crash();
    let last = record.outcome.turns;
    let mut screen = Screen::of(&record, 80, 24);
    let mut goes = |keys: &str, turn: u64| assert_eq!(screen.press(keys).app.turn(), turn, "{keys}");
    goes("→", 1);
    goes("→", 2);
    goes("←", 1);
    goes(".", 11);
    goes(",", 1);
    goes("←", 0);
    goes("←", 0);
    goes(">", 100);
    goes("End", last);
    goes("→", last);
    goes("Home", 0);
    screen.type_in("g", "50%");
    assert_eq!(screen.app.turn(), last / 2);
    screen.type_in("g", "soon");
    screen.says("`soon` is not a valid turn");
    screen.press("Esc").type_in("g", "end");
    assert_eq!(screen.app.turn(), last);
    let control_right = KeyEvent::new(KeyCode::Right, KeyModifiers::CONTROL);
    screen.press("Home").app.key(&control_right, &|| false);
    assert_eq!(screen.app.turn(), 100);
}

#[test]
fn pasted_text_is_part_of_a_line_and_submits_nothing() {
    let record = crash();
    let mut screen = Screen::of(&record, 100, 24);
    screen.app.paste("q\n100\n");
    assert!(!screen.app.is_over(), "it is not a key");
    screen.redraw().says("pasted text is taken only where a line is typed");
    screen.press("g").app.paste("  1\n");
    assert_eq!(screen.app.turn(), 0, "the line break submits nothing");
    screen.type_more("2");
    assert_eq!(screen.app.turn(), 12);
    screen.press("b").app.paste("cell 7\r\n= noop");
    screen.type_more("").says("breakpoint `cell 7 = noop`");
}

#[test]
fn titles_of_boards_are_not_cut() {
    let record = crash();
    let mut screen = Screen::of(&record, 100, 24);
    screen.type_in("g", "end").type_in("g", "-5").type_in("x", "cell 3000 = noop");
    let turn = game::text::grouped(record.outcome.turns - 5);
    let title = screen.row_of(&format!("fork of turn {turn}"));
    let lines = screen.at(0, title, 66) + &screen.at(0, title + 1, 66);
    assert!(lines.contains("1 cell") && lines.contains("differs"), "{}", screen.text());
}

#[test]
fn squares_of_a_grid_have_rows_and_columns() {
    let mut screen = Screen::of(&snakes(), 100, 24);
    // The first bot starts in the upper left corner; the cursor goes a row down and a square to the right.
    for key in ["j", "l"] {
        screen.press(key);
    }
    screen.says("row 1, column 1 (cell 33)");
    screen.press("w").says("row 1, column 1 (cell 33): not written yet");
}

/// Sets the speed, which at first depends on the length of the match: to the lowest one, and then from 1 over 2 and 5 to 10.
fn at_ten_turns_a_second(screen: &mut Screen<'static>) {
    for key in ["-"; 20].into_iter().chain(["+"; 3]) {
        screen.press(key);
    }
}

#[test]
fn playing_goes_on_by_time_and_ends_with_the_match() {
    let record = crash();
    let mut screen = Screen::of(&record, 80, 24);
    let second = std::time::Duration::from_secs(1);
    screen.app.tick(second, &|| false);
    assert_eq!(screen.app.turn(), 0, "not before Space");
    at_ten_turns_a_second(&mut screen);
    screen.press(" ").app.tick(second, &|| false);
    assert_eq!(screen.app.turn(), 10);
    screen.press("-").app.tick(second, &|| false);
    assert_eq!(screen.app.turn(), 15, "and five with one step down");
    screen.press(" ").app.tick(second, &|| false);
    assert_eq!(screen.app.turn(), 15);
    screen.press(" ").app.tick(second * 1_000_000, &|| false);
    assert_eq!((screen.app.turn(), screen.app.is_playing()), (record.outcome.turns, false));
}

#[test]
fn the_cursor_follows_agents_until_it_is_moved() {
    let record = esowar();
    let mut screen = Screen::of(&record, 80, 24);
    assert_eq!(screen.app.cursor(), 10, "the first commander");
    assert_eq!(screen.press("Tab").app.cursor(), 30, "her robot");
    assert_eq!(screen.press("Tab").app.cursor(), 60, "the other commander");
    assert_eq!(screen.press("BackTab").press("BackTab").press("→").app.cursor(), 11, "she walked on");
    assert_eq!(screen.press("h").press("←").app.cursor(), 10, "and the cursor stays");
    for _ in 0..11 {
        screen.press("h");
    }
    assert_eq!(screen.app.cursor(), 89, "round the ring");
    assert_eq!(screen.press("f").app.cursor(), 80, "the nearest agent: the other robot");
}

#[test]
fn breakpoints_are_added_listed_reached_and_removed() {
    let record = crash();
    let mut screen = Screen::of(&record, 100, 24);
    screen.press("c").says("b adds one");
    screen.press("b").has_anywhere("`turn N`");
    screen.type_more("0 q > 1").has_anywhere("there is nothing called `q`: there is ");
    screen.press("Esc").type_in("b", "at 9 1").has_anywhere("there is no player 9: they are 0 to 1");
    // The third instruction is [i]-3 to i: executor A is on 102 after two turns, and again three turns later.
    screen.press("Esc").type_in("b", "at 0 102").says("breakpoint `at 0 102`");
    assert_eq!(screen.press("c").app.turn(), 2);
    assert_eq!(screen.press("c").app.turn(), 5);
    assert_eq!(screen.press("C").app.turn(), 2);
    screen.press("C").says("there was no breakpoint before");
    screen.press("B").has_anywhere("▸ at 0 102");
    screen.press("d").has_anywhere("none");
}

#[test]
fn playing_stops_at_breakpoints() {
    let record = crash();
    let mut screen = Screen::of(&record, 100, 24);
    // Executor A is on 102 after two turns, and again three turns later.
    screen.type_in("b", "at 0 102").press(" ");
    at_ten_turns_a_second(&mut screen);
    let second = std::time::Duration::from_secs(1);
    for turn in [2, 5, 8] {
        screen.app.tick(second, &|| false);
        assert_eq!((screen.app.turn(), screen.app.is_playing()), (turn, false));
        screen.redraw().says("breakpoint `at 0 102`");
        screen.press(" ");
    }
    screen.press("B").press("d").press("Esc");
    screen.app.tick(second, &|| false);
    assert_eq!((screen.app.turn(), screen.app.is_playing()), (18, true));
}

#[test]
fn cells_of_breakpoints_are_shown() {
    let record = crash();
    let mut screen = Screen::of(&record, 120, 30);
    screen.type_in("b", "write 110").type_in("b", "cell 5000 = noop").has_anywhere("there is no cell 5000");
    screen.press("Esc").has_anywhere("110 `crash`");
    // It is written in turn 1, as 101 + 0 + 9.
    screen.press("c").has_anywhere("110 `noop` by A in turn 1");
    screen.press("B").press("d").press("Esc");
    assert!(!screen.text().contains("watched"));
}

#[test]
fn walks_are_drawn_below_the_board() {
    let record = crash();
    let mut screen = Screen::of(&record, 100, 24);
    // From 102 back to 99 + 1 by `store [i]-3 i`, of which 1 is every turn's own.
    screen.type_in("g", "3").has_anywhere("A←─");
    screen.press("←");
    assert!(!screen.text().contains('←'), "a single step is not drawn as a path\n{}", screen.text());
}

#[test]
fn writes_are_found_in_both_directions() {
    let record = crash();
    let mut screen = Screen::of(&record, 80, 24);
    screen.type_in("g", "2");
    for _ in 0..8 {
        screen.press("l");
    }
    // From 102 on: 110 was written in turn 1.
    assert_eq!(screen.app.cursor(), 110);
    screen.press("w").says("cell 110: written by A 0:first in turn 1");
    assert_eq!(screen.press("W").app.turn(), 1);
    screen.says("A 0:first wrote `noop` in this turn");
    screen.press("h").press("w").says("cell 109: not written yet");
    assert_eq!(screen.press("l").press("Home").press("n").app.turn(), 1);
    screen.press("N").says("cell 110 was not written before");
}

#[test]
fn sentences_that_explain_the_match_lead_to_their_turns() {
    // The commander on 60 reads its d and dies of it.
    let record = esowar();
    let last = record.outcome.turns;
    let mut screen = Screen::of(&record, 100, 30);
    screen.press("y").has_anywhere("how did it come to this? (B 1:second)");
    screen.has_anywhere("▸ first won in turn");
    screen.press("Enter").says("first won in turn");
    assert_eq!(screen.app.turn(), last);
    screen.press("Home").press("y").press("j").has_anywhere("second's commander read the `d` on square 60");
    screen.press("Enter");
    assert_eq!((screen.app.turn(), screen.app.cursor()), (last, 60), "{}", screen.text());
    screen.press("y").has_anywhere("▸ In turn");
    screen.press("y");
    assert!(!screen.text().contains("how did it come to this?"), "the same key closes it");
}

#[test]
fn an_explanation_is_of_the_program_in_focus_unless_it_won() {
    let record = support::perlwar();
    let mut screen = Screen::of(&record, 100, 30);
    // Nobody wins where nothing is done.
    screen.press("y").has_anywhere("how did it come to this? (A 0:first)");
    let record = crash();
    let mut screen = Screen::of(&record, 60, 12);
    screen.press("Tab").press("y").has_anywhere("how did it come to this?");
    for _ in 0..40 {
        screen.press("j");
    }
    screen.has_anywhere("▸ ");
    screen.has_anywhere("Enter: go to its turn");
}

#[test]
fn an_explanation_that_is_stopped_leaves_the_turn_as_it_was() {
    let record = crash();
    let mut screen = Screen::of(&record, 100, 24);
    screen.type_in("g", "50%");
    let turn = screen.app.turn();
    let key = KeyEvent::new(KeyCode::Char('y'), KeyModifiers::NONE);
    assert!(screen.app.may_take_long(&key));
    for looks in [0, 1, 2, 3, 5, 20, 70, 100] {
        let looked = std::cell::Cell::new(0);
        screen.app.key(&key, &|| looked.replace(looked.get() + 1) >= looks);
        screen.redraw();
        assert_eq!(screen.app.turn(), turn);
        if screen.app.message() == Some("stopped") {
            assert!(!screen.text().contains("how did it come to this?"));
        }
        screen.press("Esc").press("→").press("←");
        assert_eq!(screen.app.turn(), turn);
    }
}

#[test]
fn searches_that_are_stopped_say_so() {
    let record = crash();
    let mut screen = Screen::of(&record, 80, 24);
    screen.type_in("b", "cell 3 = crash crash");
    let key = KeyEvent::new(KeyCode::Char('c'), KeyModifiers::NONE);
    assert!(screen.app.may_take_long(&key));
    screen.app.key(&key, &|| true);
    screen.redraw();
    screen.says("stopped");
}

#[test]
fn a_fork_stands_beside_the_original_and_goes_with_it() {
    let record = crash();
    let mut screen = Screen::of(&record, 120, 30);
    screen.type_in("x", "cell 9999 = noop");
    screen.has_anywhere("there is no cell 9999");
    screen.press("Esc").type_in("x", "nonsense").has_anywhere("`cell CELL = TEXT`");
    screen.press("Esc").press("→").type_in("x", "0 a = 5");
    assert_eq!((screen.app.turn(), screen.app.differing_cells()), (1, Some(0)), "registers are no cells");
    screen.has_anywhere("i 101  a 5  b 0");
    // a becomes 7 in the original and 12 in the fork, so that turn 4 writes to 110 + 7 here and to 110 + 12 there.
    screen.press("→").press("→").press("→");
    assert_eq!((screen.app.turn(), screen.app.differing_cells()), (4, Some(2)));
    screen.has_anywhere("fork of turn 1: 2 cells differ");
    screen.has_anywhere("+0 a = 5");
    screen.has_anywhere("A a 7 → 12");
    screen.press("o").has_anywhere("a 7");
    screen.press("←").press("←").press("←").press("←");
    assert_eq!(screen.app.turn(), 0);
    screen.has_anywhere("before it begins");
    screen.press("X");
    assert_eq!(screen.app.differing_cells(), None);
    screen.press("X").says("there is no fork");
}

#[test]
fn a_fork_of_foreign_code_needs_somebody_who_answers() {
    let record = snakes();
    let mut screen = Screen::of(&record, 80, 24);
    screen.type_in("x", "cell 100 = X").has_anywhere("nobody can be asked here");
}

#[test]
fn the_cell_under_the_cursor_can_be_named_by_a_dot() {
    let record = crash();
    let mut screen = Screen::of(&record, 120, 30);
    screen.press("l").type_in("b", "at 0 .").says("breakpoint `at 0 101`");
    screen.type_in("x", "cell . = noop").says("forked at turn 0");
    screen.has_anywhere("+cell 101 = noop");
}

#[test]
fn another_program_plays_on_in_a_fork() {
    let mut screen = Screen::with_answers(&crash(), vec![]);
    screen.type_in("g", "3").type_in("x", "program 1 store [i]-1 b");
    assert_eq!((screen.app.turn(), screen.app.differing_cells()), (3, Some(1)));
    screen.press("z").press("Tab").has_anywhere("▸2000~ B   store [i]-1 b");
    screen.press("Esc").type_in("x", "program 1 what").has_anywhere("`what` is no program");
    screen.press("Esc").type_in("x", "program 2 noop").has_anywhere("there is no player 2: they are 0 to 1");
}

#[test]
fn programs_that_are_asked_can_be_stopped() {
    let mut screen = Screen::with_answers(&snakes(), vec![b"R".to_vec(), b"L".to_vec()]);
    screen.type_in("g", "4").type_in("x", "cell 100 = X").says("forked at turn 4");
    let press = |screen: &mut Screen<'static>, code, stop: &dyn Fn() -> bool| {
        let key = KeyEvent::new(code, KeyModifiers::NONE);
        assert!(screen.app.may_take_long(&key), "each turn may");
        screen.app.key(&key, stop);
        screen.redraw();
    };
    press(&mut screen, KeyCode::Char('>'), &|| true);
    screen.says("stopped");
    assert_eq!(screen.app.turn(), 4);
    let asked = std::cell::Cell::new(0);
    let later = || asked.replace(asked.get() + 1) > 20;
    press(&mut screen, KeyCode::Char('>'), &later);
    screen.says("stopped");
    assert!((5..104).contains(&screen.app.turn()), "{}", screen.app.turn());
    press(&mut screen, KeyCode::Right, &|| false);
    assert!(screen.app.message().is_none_or(|message| message != "stopped"));
}

#[test]
fn clicks_go_to_turns_and_cells() {
    let record = crash();
    let last = record.outcome.turns;
    let mut screen = Screen::of(&record, 80, 24);
    screen.press("?").press("Esc");
    let timeline = screen.row_of("▲") - 1;
    screen.app.click(79, timeline, &|| false);
    assert_eq!(screen.app.turn(), last);
    screen.app.click(0, timeline, &|| false);
    assert_eq!(screen.app.turn(), 0);
    let row = screen.redraw().row_of("  70 ..");
    screen.app.click(5 + 33, row, &|| false);
    assert_eq!(screen.app.cursor(), 103);
}

#[test]
fn it_ends_by_q_and_by_control_c_even_while_typing() {
    let record = crash();
    let mut screen = Screen::of(&record, 80, 24);
    screen.press("b").press("q");
    assert!(!screen.app.is_over(), "a letter of what is typed");
    screen.app.key(&KeyEvent::new(KeyCode::Char('c'), KeyModifiers::CONTROL), &|| false);
    assert!(screen.app.is_over());
    assert!(Screen::of(&record, 80, 24).press("q").app.is_over());
}

//! Pictures of matches, against what the rules say must be where.

mod support;

use support::{Screen, crash, crowd, esowar, perlwar, snakes};
use terminal::Theme;

#[test]
fn the_timeline_says_who_is_ahead_once_that_is_known() {
    // Nobody writes before the first turn; the commander on 60 dies in the last one.
    let mut screen = Screen::of(&support::esowar(), 100, 30);
    let line = screen.row_of("▲") - 3;
    assert_eq!(screen.at(0, line, 100).trim(), "");
    while screen.app.is_surveying() {
        screen.app.survey(&|| false);
    }
    let shown = screen.redraw().at(0, line, 100);
    assert_eq!(shown.chars().next(), Some('─'), "nobody is ahead at first: {shown}");
    assert!(
        shown.contains('A') && shown.ends_with('█'),
        "the last column is the last turn, and only one is left: {shown}"
    );
}

#[test]
fn crash_shows_memory_registers_and_what_comes_next() {
    let record = crash();
    let mut screen = Screen::of(&record, 100, 30);
    screen.has(0, "crash · turn 0 of ");
    screen.has(1, "A 0:first  B 1:second");
    // Panels take a third, the addresses five columns: 60 cells a row, and 100 is the 41st of those from 60 on.
    let row = screen.row_of("  60 ......");
    assert_eq!(screen.at(5 + 40, row, 3), "wss", "the program stands on 100 to 102");
    assert_eq!(screen.at(5 + 40, row + 1, 1), "A", "executor A stands on 100");
    screen.has_anywhere("i 100  a 0  b 0");
    screen.has_anywhere("▸ 100 write noop [i]+[a]+9");
    // `i` is 101 when the first instruction is executed: it writes to 101 + 0 + 9.
    screen.press("→");
    screen.has(0, "turn 1 of ");
    assert_eq!(screen.at(5 + 40, row, 11), "wss.......-");
    assert_eq!(screen.at(5 + 41, row + 1, 1), "A");
    screen.has_anywhere("i 101  a 0  b 0");
}

#[test]
fn esowar_shows_the_ring_and_who_stands_where() {
    let record = esowar();
    let mut screen = Screen::of(&record, 100, 20);
    screen.has(0, "esowar · turn 0 of ");
    // 90 squares in rows of 60: addresses take three columns.
    let row = screen.row_of(" 0 rrrrrrrrrr+>+rrrrr");
    assert_eq!(screen.at(3 + 10, row + 1, 1), "A", "a commander starts on her first square");
    assert_eq!(screen.at(3 + 30, row + 1, 1), "a", "her robot starts where the setup says");
    screen.has_anywhere("▸next: +, her robot turns r to");
    // She reads `+`, and her robot's square goes from r to d.
    screen.press("→");
    assert_eq!(screen.at(3 + 30, row, 1), "d");
    assert_eq!(screen.at(3 + 11, row + 1, 1), "A");
    screen.press("Tab").press("w");
    screen.says("cell 30: written by A 0:first in turn 1");
}

#[test]
fn snakes_shows_land_and_bots() {
    let record = snakes();
    let mut screen = Screen::of(&record, 120, 24);
    // Each turn A goes right and B left; the panels take 40 columns.
    screen.press("→").press("→");
    screen.has(0, "snakes · turn 2 of ");
    let [top, bottom] = [2, 17];
    assert_eq!(screen.at(0, top, 8), "X X *A. ");
    assert_eq!(screen.at(2 * 29, bottom, 6), "@BO O ");
    screen.has_anywhere("▸moves right");
    screen.has_anywhere("▸moves left");
    let narrow = Screen::of(&record, 40, 24);
    assert_eq!(narrow.at(0, 2, 4), "*...", "a column a cell, where two do not fit");
}

#[test]
fn perlwar_shows_whose_cells_are_and_their_code() {
    let record = perlwar();
    let mut screen = Screen::of(&record, 100, 24);
    screen.press("→").press("z");
    screen.has(0, "perlwar · turn 1 of 3");
    let texts = screen.text();
    assert!(texts.contains("0 'a'") && texts.contains("1 'b'"), "{texts}");
    screen.has_anywhere("snippets run 2");
}

#[test]
fn the_timeline_marks_deaths_and_breakpoints_and_what_is_not_seen_yet() {
    let record = esowar();
    let mut screen = Screen::of(&record, 80, 20);
    screen.has_anywhere("░░░░░░░░");
    // B dies of the `d` on its first square, in its first turn: turn 2 is the last one.
    screen.press("End");
    screen.has(0, "A 0:first wins: the last other commander read `d`");
    let marks = screen.row_of("✝");
    assert!(screen.at(40, marks, 40).contains('✝'), "{}", screen.text());
    assert_eq!(screen.at(0, marks, 40).trim(), "", "nothing in the first half");
    screen.type_in("b", "turn 1");
    assert!(screen.at(0, marks, 40).contains('◆'));
}

#[test]
fn without_colours_nothing_is_coloured_and_letters_tell_whose_it_is() {
    let record = snakes();
    let mut screen = Screen::with_look(&record, Theme::Plain, 100, 24);
    screen.press("→").press("→");
    assert!(!screen.has_colours());
    assert!(Screen::of(&record, 100, 24).has_colours());
    let record = crash();
    let screen = Screen::with_look(&record, Theme::Plain, 100, 24);
    assert!(!screen.has_colours());
    let overview = screen.at(0, 2, 100);
    assert!(overview.contains('A'), "{overview}");
    let second = screen.row_of("b");
    assert!(second > 1, "the other program by its letter");
}

#[test]
fn of_many_players_the_followed_one_is_named_and_numbers_tell_whose_letter_it_is() {
    let mut screen = Screen::of(&crowd(64), 100, 30);
    screen.has(1, "A 0:first  B 1:second");
    // Of each the commander and the robot.
    for _ in 0..2 * 40 {
        screen.press("Tab");
    }
    assert_eq!(screen.at(0, 1, 10), "O 40:first");
    screen.has_anywhere("home of O 40");
}

#[test]
fn both_boards_of_a_fork_are_as_wide() {
    let mut screen = Screen::of(&esowar(), 120, 30);
    for width in [120, 121, 64, 65] {
        screen.resize(width, 30);
        screen.type_in("x", "cell 70 = +");
        let title = screen.row_of("original");
        let second = screen.at(0, title, width).chars().take_while(|character| *character != '▸').count();
        let second = u16::try_from(second).expect("within the line");
        // The first rows of both boards are the same but for the cell that was changed.
        let row = screen.row_of(" 0 rrrrr");
        assert_eq!(screen.at(0, row, 20), screen.at(second, row, 20));
        screen.press("X");
    }
}

#[test]
fn a_record_that_is_not_true_is_told_apart() {
    let mut record = crash();
    let mut screen = Screen::of(&record, 120, 24);
    screen.press("End");
    assert!(!screen.text().contains("NOT WHAT"));
    record.outcome.turns -= 1;
    let mut screen = Screen::of(&record, 120, 24);
    screen.app.survey(&|| false);
    screen.redraw().has(0, "NOT WHAT THE RECORD SAYS");
}

#[test]
fn every_size_and_state_can_be_drawn() {
    for record in [esowar(), crash(), snakes(), perlwar(), crowd(40)] {
        let mut screen = Screen::of(&record, 40, 12);
        let sizes = [(0, 0), (1, 1), (2, 9), (9, 2), (20, 6), (40, 12), (83, 23), (84, 40), (250, 90)];
        for keys in
            ["", "→", "z", "Z", "Z", "v", "p", "p", "?", "Esc", "B", "Esc", "g", "Esc", "b", "Esc", "p"]
        {
            if !keys.is_empty() {
                screen.press(keys);
            }
            for (width, height) in sizes {
                screen.resize(width, height);
                for (x, y) in [(0, 0), (width / 2, height / 2), (width, height)] {
                    screen.app.click(x, y, &|| false);
                }
            }
        }
    }
}

#[test]
fn a_small_window_still_has_turn_board_timeline_and_message() {
    let record = crash();
    let mut screen = Screen::of(&record, 40, 12);
    screen.has(0, "turn 0 of ");
    screen.has_anywhere("wss");
    screen.press("→").press("w");
    screen.has(11, "cell 101: ");
    screen.press("?");
    screen.has_anywhere("Space");
}

//! Single moves on drawn boards: the rulings, worked out by hand; and on any boards, against the
//! reference. Whole matches are played in `tests/snakes_engine.rs`.

use game::{Engine as _, Event, EventKind, FaultKind, Unobserved, Verdict};
use proptest::prelude::*;

use super::super::board::{BOT, LAND};
use super::super::reference::{End, Reference};
use super::super::squares::{CELLS, ROWS, Squares};
use super::super::{DEFAULT_TURNS, Snakes};
use super::*;

#[allow(dead_code, reason = "other tests use more of it")]
#[path = "../../../tests/support/choices.rs"]
mod choices;

use choices::{Choices, SplitMix};

/// The whole board from a picture of its top left part. Squares outside the picture are empty, but O stands in its
/// corner if the picture does not show it.
fn whole(picture: &str) -> [u8; CELLS] {
    let mut shown = [EMPTY; CELLS];
    for (row, line) in picture.split_whitespace().enumerate() {
        for (column, character) in line.bytes().enumerate() {
            shown[row * COLUMNS + column] = character;
        }
    }
    if !shown.contains(&b'@') {
        shown[CELLS - 1] = b'@';
    }
    shown
}

/// An engine in turn 1 of a match on this board.
fn on(shown: &[u8; CELLS]) -> Engine {
    let parameters = <Snakes as game::Game>::parameters(&game::Rules::new(), &[]).unwrap();
    let mut engine = Engine::new(parameters);
    engine.turn = 1;
    engine.board.shown = *shown;
    for seat in [PLAYER_X, PLAYER_O] {
        let mut squares = Squares::default();
        for (cell, shown) in shown.iter().copied().enumerate() {
            if shown == LAND[seat] || shown == BOT[seat] {
                squares.insert(cell);
            }
            if shown == BOT[seat] {
                engine.board.bots[seat] = cell;
            }
        }
        let found = enclosure(&squares);
        engine.one_region[seat] = found.one_region && found.enclosed == Squares::default();
        engine.board.territory[seat] = squares;
    }
    engine
}

fn go(engine: &mut Engine, seat: Seat, letters: &str) -> Vec<Event> {
    let mut events = Vec::new();
    for letter in letters.bytes() {
        let watched = &mut Watched { observer: &mut events, turn: 1 };
        engine.play_move(seat, Answer::from_letter(letter.into()), watched);
    }
    events
}

#[track_caller]
fn assert_board(engine: &Engine, picture: &str) {
    let text = |shown: [u8; CELLS]| {
        let rows = shown.chunks(COLUMNS).map(|row| String::from_utf8_lossy(row).into_owned());
        rows.collect::<Vec<_>>().join("\n")
    };
    let (found, expected) = (text(engine.board.shown), text(whole(picture)));
    assert!(found == expected, "found\n{found}\nbut expected\n{expected}");
}

/// The result of X's moves on a board.
#[track_caller]
fn x_goes(before: &str, letters: &str, after: &str) -> Engine {
    let mut engine = on(&whole(before));
    go(&mut engine, PLAYER_X, letters);
    assert_board(&engine, after);
    engine
}

/// The result of O's moves on a board.
#[track_caller]
fn o_goes(before: &str, letters: &str, after: &str) -> Engine {
    let mut engine = on(&whole(before));
    go(&mut engine, PLAYER_O, letters);
    assert_board(&engine, after);
    engine
}

#[test]
fn the_letters_lead_up_down_left_and_right_s3() {
    let before = "..... ..... ..*.. ..... .....";
    x_goes(before, "U", "..... ..*.. ..X.. ..... .....");
    x_goes(before, "D", "..... ..... ..X.. ..*.. .....");
    x_goes(before, "L", "..... ..... .*X.. ..... .....");
    x_goes(before, "R", "..... ..... ..X*. ..... .....");
}

#[test]
fn outside_the_board_nothing_moves() {
    for (before, letters) in [("*", "UULLUL"), ("*@", "LU")] {
        let engine = x_goes(before, letters, before);
        assert_eq!(engine.invalid, [0, 0], "these are no invalid answers (S6)");
    }
    let engine = o_goes("*", "RDRDDR", "*");
    assert_eq!(engine.invalid, [0, 0]);
    // No wrapping round: to the right of column 31 there is nothing, not column 0 of the next row.
    let at_the_right = format!("{}*\nX", "X".repeat(31));
    x_goes(&at_the_right, "R", &at_the_right);
}

#[test]
fn entering_the_enemys_land_repaints_it_s4() {
    let engine = x_goes("*OO", "R", "X*O");
    assert_eq!(engine.territory(), [2, 2]);
    let engine = x_goes("*OO", "RR", "XX*");
    assert_eq!(engine.territory(), [3, 1]);
    // And back again: a square changes hands as often as it is entered.
    let engine = o_goes("*X@", "L", "*@O");
    assert_eq!(engine.territory(), [1, 2]);
}

#[test]
fn the_enemys_own_square_cannot_be_entered_s5() {
    let engine = x_goes("*@", "RR", "*@");
    assert_eq!((engine.territory(), engine.invalid), (vec![1, 1], [0, 0]));
    o_goes("*@", "L", "*@");
    o_goes("* @", "UUU", "* @");
    // Once it has gone, it can be.
    let mut engine = on(&whole("*@."));
    go(&mut engine, PLAYER_O, "R");
    go(&mut engine, PLAYER_X, "R");
    assert_board(&engine, "X*@");
}

#[test]
fn what_is_no_letter_does_nothing_and_is_counted_s6() {
    let engine = x_goes("*.", "lrud.?X*@ \0", "*.");
    assert_eq!(engine.invalid, [11, 0]);
    let engine = o_goes("*.", "r", "*.");
    assert_eq!(engine.invalid, [0, 1]);
}

#[test]
fn a_closed_curve_takes_what_is_inside_s7() {
    x_goes("..... .XX*. .X... .XXX.", "D", "..... .XXX. .XX*. .XXX.");
    // With one edge of the board, and with two.
    x_goes(".X.... .XXX*.", "U", ".XXX*. .XXXX.");
    x_goes("...* XX.", "L", "XX*X XX.");
    // One gap, and nothing is closed.
    x_goes(".X.... .XX.*.", "U", ".X..*. .XX.X.");
}

#[test]
fn regions_do_not_connect_diagonally_s7() {
    x_goes("..* X..", "L", "X*X X..");
    x_goes(".... ..*. X.X. .X..", "L", ".... .*X. XXX. .X..");
    // On the other side of a corner, O is in another region.
    let engine = x_goes("@.. .X. ..*", "U", "@.. .X* ..X");
    assert_eq!(engine.outcome, None);
    let engine = x_goes("@X. .*.", "L", "@X. *X.");
    assert_eq!(engine.outcome.unwrap().reason, ENCLOSED);
}

#[test]
fn every_region_but_the_largest_is_enclosed_s7() {
    x_goes("..... .X.X. X...X .X*X.", "U", "..... .X.X. XX*XX .XXX.");
}

/// What squares show, by row and column.
fn drawn(shown: impl Fn(usize, usize) -> u8) -> [u8; CELLS] {
    std::array::from_fn(|cell| shown(cell / COLUMNS, cell % COLUMNS))
}

/// A ring of land all round, one square from the edges, that lacks the square on the right of X.
fn open_ring(o: (usize, usize)) -> Engine {
    on(&drawn(|row, column| match (row, column) {
        (1, 1) => b'*',
        (1, 2) => b'.',
        (1 | 14, 1..=30) | (1..=14, 1 | 30) => b'X',
        place if place == o => b'@',
        _ => b'.',
    }))
}

/// The ring has 84 squares. Outside of it there are 92, inside 336.
#[test]
fn outside_is_where_there_are_fewer_squares_s7() {
    let mut engine = open_ring((8, 16));
    go(&mut engine, PLAYER_X, "R");
    assert_eq!(engine.territory(), [84 + 92, 1]);
    assert_eq!(engine.outcome, None, "O is inside of the ring, and that stays open");
    let mut engine = open_ring((15, 31));
    go(&mut engine, PLAYER_X, "R");
    assert_eq!(engine.territory(), [84 + 92, 0]);
    assert_eq!(engine.outcome.unwrap().verdict, Verdict::Win { winner: PLAYER_X });
}

#[test]
fn the_only_region_is_never_enclosed_s7() {
    let mut engine = on(&drawn(|row, column| match (row, column) {
        (0, 0) => b'*',
        (15, 31) => b'@',
        _ => b'X',
    }));
    go(&mut engine, PLAYER_X, "RDLU.?");
    assert_eq!((engine.territory(), engine.outcome), (vec![511, 1], None));
}

/// The top row up to column 16, and column 16 down to where X stands, a square above the bottom: 240
/// squares on either side, when the cut is done. O stands on the right.
fn cut(extra: &[(usize, usize)]) -> Engine {
    let engine = on(&drawn(|row, column| match (row, column) {
        (14, 16) => b'*',
        (0, 0..=16) | (1..=13, 16) => b'X',
        (1, 17) => b'@',
        place if extra.contains(&place) => b'X',
        _ => b'.',
    }));
    assert_eq!(engine.territory(), [31 + extra.len() as u64, 1]);
    engine
}

#[test]
fn regions_that_tie_for_largest_stay_open_s7() {
    let mut engine = cut(&[]);
    go(&mut engine, PLAYER_X, "D");
    assert_eq!(engine.territory(), [32, 1]);
    go(&mut engine, PLAYER_X, "D.?U");
    assert_eq!(
        (engine.territory(), &engine.outcome),
        (vec![32, 1], &None),
        "no-ops and own land change nothing"
    );
    // One step to either side, and that side is the smaller one.
    let mut left = engine.clone();
    go(&mut left, PLAYER_X, "L");
    assert_eq!((left.territory(), left.outcome), (vec![32 + 240, 1], None));
    go(&mut engine, PLAYER_X, "R");
    assert_eq!(engine.territory(), [32 + 240, 0]);
    assert_eq!(engine.outcome.unwrap().reason, ENCLOSED);
}

/// A third region of one square beside the cut, at row 1, column 15, and as many squares less on the
/// right.
#[test]
fn regions_smaller_than_those_that_tie_are_enclosed_s7() {
    let mut engine = cut(&[(1, 14), (2, 15), (2, 17), (3, 17), (4, 17)]);
    go(&mut engine, PLAYER_X, "D");
    assert_eq!((engine.territory(), engine.outcome), (vec![31 + 5 + 1 + 1, 1], None));
}

/// O takes the corner of the cut, which joins nothing, but makes its own side larger by one.
#[test]
fn a_no_op_encloses_too_s7() {
    for no_op in [".", "D", "\0"] {
        let mut engine = cut(&[]);
        go(&mut engine, PLAYER_X, "D");
        go(&mut engine, PLAYER_O, "UL");
        assert_eq!(engine.territory(), [31, 3]);
        go(&mut engine, PLAYER_X, no_op);
        assert_eq!((engine.territory(), engine.outcome), (vec![31 + 240, 3], None), "{no_op:?}");
    }
    // In the middle of the cut, it joins both sides.
    let mut engine = cut(&[]);
    go(&mut engine, PLAYER_X, "D");
    go(&mut engine, PLAYER_O, "L");
    go(&mut engine, PLAYER_X, "..L");
    assert_eq!((engine.territory(), engine.outcome), (vec![32, 2], None));
}

#[test]
fn enclosed_land_changes_hands_s8() {
    let engine = x_goes("OO..* O..X XXXX", "L", "XXX*X XXXX XXXX");
    assert_eq!((engine.territory(), engine.outcome), (vec![13, 1], None));
}

#[test]
fn an_enclosed_bot_loses_and_is_still_shown_s8() {
    let mut engine = on(&whole("@O..* O..X XXXX"));
    let events = go(&mut engine, PLAYER_X, "L");
    assert_board(&engine, "@XX*X XXXX XXXX");
    let write = |cell, before: u8, after: u8| {
        let kind = EventKind::Write { cell, before: before.into(), after: after.into() };
        Event { turn: 1, seat: PLAYER_X, kind }
    };
    let expected = [
        write(4, b'*', b'X'),
        write(3, b'.', b'*'),
        write(0, b'@', b'@'),
        write(1, b'O', b'X'),
        write(2, b'.', b'X'),
        write(32, b'O', b'X'),
        write(33, b'.', b'X'),
        write(34, b'.', b'X'),
        Event { turn: 1, seat: PLAYER_O, kind: EventKind::Death { reason: ENCLOSED } },
    ];
    assert_eq!(events, expected);
    let lost = Outcome::win_of_two(PLAYER_X, ENCLOSED, 1);
    let tallies = vec![("invalid", vec![0, 0]), ("territory", vec![13, 0])];
    assert_eq!(engine.outcome, Some(Outcome { tallies, ..lost }));
    // The same for O.
    let engine = o_goes("*X..@ X..O OOOO", "L", "*OO@O OOOO OOOO");
    assert_eq!(engine.territory(), [0, 13]);
    assert_eq!(engine.outcome.unwrap().winner(), Some(PLAYER_O));
}

#[test]
fn a_bot_on_its_own_land_can_be_enclosed_and_one_with_a_way_out_is_not_s8() {
    let engine = x_goes("XXXX. XOOOX XO@O. XOOO* .XXX.", "U", "XXXX. XXXXX XX@X* XXXXX .XXX.");
    assert_eq!(engine.outcome.unwrap().winner(), Some(PLAYER_X));
    let engine = x_goes("XXXX. XOOOX XO@OO XOOO* .XXX.", "D", "XXXX. XOOOX XO@OO XOOOX .XXX*");
    assert_eq!(engine.outcome, None);
}

/// Any board on which each bot stands on its own square. Some are the same on both sides of a cut, so that
/// regions tie.
fn any_board(choices: &mut SplitMix) -> [u8; CELLS] {
    let (x, o) = (choices.below(80), choices.below(60));
    let mut chance = |_: usize, _: usize| match choices.below(100) {
        number if number < x => b'X',
        number if number < x + o => b'O',
        _ => b'.',
    };
    let plain: [u8; CELLS] = drawn(|_, _| 0).map(|_| chance(0, 0));
    let cut = choices.pick(b"XO.");
    let half = choices.below(4);
    let mut shown = drawn(|row, column| {
        let mirrored = match half {
            0 => (row, column.min(31 - column)),
            1 if column < 16 => (row, column),
            1 => (15 - row, 31 - column),
            _ => (row, column),
        };
        let is_cut = half < 2 && matches!(column, 15 | 16);
        if is_cut && cut != b'.' { cut } else { plain[mirrored.0 * COLUMNS + mirrored.1] }
    });
    let first = choices.below(CELLS);
    let second = (first + 1 + choices.below(CELLS - 1)) % CELLS;
    (shown[first], shown[second]) = (b'*', b'@');
    shown
}

fn reference(engine: &Engine) -> Reference {
    let mut owners = [[EMPTY; COLUMNS]; ROWS];
    for seat in [PLAYER_X, PLAYER_O] {
        for cell in engine.board.territory[seat].cells() {
            owners[cell / COLUMNS][cell % COLUMNS] = LAND[seat];
        }
    }
    let bots = engine.board.bots.map(|cell| (cell / COLUMNS, cell % COLUMNS));
    Reference::on(owners, bots, DEFAULT_TURNS)
}

/// Fails unless both are in the same state and the engine's belief about its regions is true.
fn compare(engine: &Engine, plain: &Reference) {
    assert_eq!(engine.board.shown[..], plain.board());
    for seat in [PLAYER_X, PLAYER_O] {
        assert_eq!(engine.territory()[seat], plain.territory(seat));
        let is_own = |cell: usize| plain.owners[cell / COLUMNS][cell % COLUMNS] == LAND[seat];
        assert!((0..CELLS).all(|cell| engine.board.territory[seat].contains(cell) == is_own(cell)));
        let regions = plain.regions(seat).len();
        assert!(!engine.one_region[seat] || regions <= 1, "it passes over {regions} regions");
    }
    let winner = match plain.end() {
        Some(End::Enclosed { winner }) => Some(winner),
        end => {
            assert_eq!(end, None, "these matches are short");
            None
        }
    };
    assert_eq!(engine.outcome.as_ref().and_then(Outcome::winner), winner);
}

/// Plays moves from any board, and says how often regions tied.
fn play_from_any_board(seed: u64) -> usize {
    let mut choices = SplitMix(seed);
    let mut engine = on(&any_board(&mut choices));
    let mut plain = reference(&engine);
    let mut ties = 0;
    for half in 0..80 {
        let letter = choices.pick(b"LRUDLRUDLRUD.");
        let seat = half % 2;
        let watched = &mut Watched { observer: &mut Unobserved, turn: 1 };
        engine.play_move(seat, Answer::from_letter(letter.into()), watched);
        plain.half(letter);
        compare(&engine, &plain);
        if engine.outcome.is_some() {
            break;
        }
        ties += usize::from(!engine.one_region[seat]);
    }
    ties
}

#[test]
fn from_any_board_every_move_is_the_references_s4_to_s8() {
    let ties: usize = (0..2500).map(play_from_any_board).sum();
    assert!(ties > 300, "regions tied after {ties} moves");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn from_any_other_board_too(seed: u64) {
        play_from_any_board(seed);
    }
}

#[test]
fn a_failure_loses_and_is_told_s9() {
    let (mut engine, mut events) = (on(&whole("*..")), Vec::<Event>::new());
    let fault = Fault { seat: PLAYER_X, kind: FaultKind::Signal, detail: "SIGSEGV".into() };
    engine.fail(fault.clone(), &mut Watched { observer: &mut events, turn: 1 });
    let outcome = engine.outcome().unwrap();
    assert_eq!((outcome.winner(), outcome.reason, outcome.turns), (Some(PLAYER_O), "fault", 1));
    assert_eq!(outcome.fault, Some(fault));
    let death = EventKind::Death { reason: Outcome::FAULT };
    assert_eq!(events, [Event { turn: 1, seat: PLAYER_X, kind: death }]);
}

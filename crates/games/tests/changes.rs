//! Changes by hand, on random matches: afterwards the engine agrees with a plain reference that started from the same
//! changed state. Also copies of a match, which go on independently.

#[allow(dead_code, reason = "other tests use more of it")]
#[path = "support/choices.rs"]
mod choices;
#[allow(dead_code, reason = "other tests use more of it")]
#[path = "support/crash.rs"]
mod crash;
#[allow(dead_code, reason = "other tests use more of it")]
#[path = "support/crash_loops.rs"]
mod crash_loops;
#[allow(dead_code, reason = "other tests use more of it")]
#[path = "support/esowar.rs"]
mod esowar;
#[allow(dead_code, reason = "other tests use more of it")]
#[path = "support/loops.rs"]
mod loops;
#[allow(dead_code, reason = "other tests use more of it")]
#[path = "support/perlwar.rs"]
mod perlwar;
#[allow(dead_code, reason = "other tests use more of it")]
#[path = "support/shrinking.rs"]
mod shrinking;
#[allow(dead_code, reason = "other tests use more of it")]
#[path = "support/snakes.rs"]
mod snakes;

use choices::{Choices, SplitMix};
use game::{Change, Engine as _, Seat, Unobserved};

/// At most this many turns are played between two changes.
const SLICES: [usize; 4] = [3, 40, 600, 20_000];

fn cell(cell: usize, text: impl Into<String>) -> Change {
    Change::Cell { cell, text: text.into() }
}

fn register(name: &str, seat: Seat, value: usize) -> Change {
    Change::Register { name: name.into(), seat, value: value as u64 }
}

/// Changes a match, and fails unless the quick ways to look at it show the same as its frame.
#[track_caller]
fn make(engine: &mut impl game::Engine, change: &Change) {
    engine.change(change).unwrap_or_else(|error| panic!("{change:?}: {error}"));
    let frame = engine.frame();
    assert_eq!(engine.registers(), frame.registers);
    match change {
        Change::Cell { cell, text } => {
            assert_eq!(engine.cell_text(*cell).as_deref(), Some(&text[..]));
            assert_eq!(engine.cell_text(*cell).as_ref(), frame.cell(*cell));
        }
        Change::Register { name, seat, value } => assert_eq!(frame.register(name)[*seat], *value),
    }
}

/// A square of a board, usually near one that matters.
fn near(choices: &mut impl Choices, matters: usize, cells: usize) -> usize {
    if choices.once_in(4) { choices.below(cells) } else { (matters + choices.below(24)) % cells }
}

/// Plays a match of Esowar in slices, most of them unwatched, with a few changes after each. Returns how many.
fn change_esowar(game: &esowar::Match, choices: &mut impl Choices) -> usize {
    let (mut engine, mut plain, mut changes) = (game.engine(), game.reference(), 0);
    for _ in 0..6 {
        let longest = choices.pick(&SLICES);
        let until = plain.turns + choices.below(longest) as u64;
        if choices.once_in(4) {
            esowar::advance(&mut engine, until, &mut Vec::new());
        } else {
            esowar::advance(&mut engine, until, &mut Unobserved);
        }
        plain.run(until);
        game.compare(&engine, &plain);
        if plain.end().is_some() {
            return changes;
        }
        for _ in 0..=choices.below(2) {
            let living: Vec<Seat> = (0..plain.alive.len()).filter(|&seat| plain.alive[seat]).collect();
            let seat = choices.pick(&living);
            let matters = choices.pick(&[plain.commanders[seat], plain.robots[seat], game.start[seat]]);
            let square = near(choices, matters, game.squares);
            let change = match choices.below(4) {
                0 => {
                    plain.commanders[seat] = square;
                    register("commanders", seat, square)
                }
                1 => {
                    plain.robots[seat] = square;
                    register("robots", seat, square)
                }
                _ => {
                    let symbol = choices.below(7);
                    plain.board[square] = u8::try_from(symbol).expect("one of seven");
                    cell(square, ["r", "d", ">", "<", "+", "[", "]"][symbol])
                }
            };
            make(&mut engine, &change);
            changes += 1;
        }
        game.compare(&engine, &plain);
    }
    esowar::advance(&mut engine, u64::MAX, &mut Unobserved);
    plain.run(u64::MAX);
    game.compare(&engine, &plain);
    changes
}

#[test]
fn changed_matches_of_esowar_are_the_references() {
    let mut choices = SplitMix(1);
    let mut changes = 0;
    for _ in 0..1500 {
        let game = esowar::Match::small(&mut choices);
        changes += change_esowar(&game, &mut choices);
    }
    assert!(changes > 2000, "{changes}");
}

#[test]
fn changed_loops_of_esowar_are_the_references() {
    let mut choices = SplitMix(3);
    let mut changes = 0;
    for _ in 0..180 {
        let game = loops::any_match(&mut choices).turns(60_000);
        changes += change_esowar(&game, &mut choices);
    }
    assert!(changes > 600, "{changes}");
}

/// Changes cells and registers of Crash by hand.
fn change_crash(game: &crash::Match, choices: &mut impl Choices) -> usize {
    let (mut engine, mut plain, mut changes) = (game.engine(), game.reference(), 0);
    let other = crash::Match::any(choices);
    let lines: Vec<&str> =
        game.programs.iter().chain(&other.programs).flat_map(|text| text.lines()).collect();
    for _ in 0..6 {
        let longest = choices.pick(&SLICES);
        let until = plain.turns + choices.below(longest) as u64;
        if choices.once_in(4) {
            crash::advance(&mut engine, until, &mut Vec::new());
        } else {
            crash::advance(&mut engine, until, &mut Unobserved);
        }
        plain.run(until);
        game.compare(&engine, &plain);
        if plain.end().is_some() {
            return changes;
        }
        for _ in 0..=choices.below(2) {
            let seat = choices.below(2);
            let matters = choices.pick(&[plain.i[seat].into(), game.start[seat]]);
            let address = near(choices, matters, 4096);
            let value = u16::try_from(address).expect("12 bits");
            let change = match choices.below(8) {
                0 => {
                    plain.i[seat] = value;
                    register("i", seat, address)
                }
                1 => {
                    plain.a[seat] = value;
                    register("a", seat, address)
                }
                2 => {
                    plain.b[seat] = value;
                    register("b", seat, address)
                }
                3 if choices.once_in(9) => {
                    plain.i[seat] = 4096; // C2
                    register("i", seat, 4096)
                }
                _ => {
                    let text = choices.pick(&lines);
                    plain.put(address, text);
                    cell(address, text)
                }
            };
            make(&mut engine, &change);
            changes += 1;
        }
        game.compare(&engine, &plain);
    }
    crash::advance(&mut engine, u64::MAX, &mut Unobserved);
    plain.run(u64::MAX);
    game.compare(&engine, &plain);
    changes
}

#[test]
fn changed_matches_of_crash_are_the_references() {
    let mut choices = SplitMix(4);
    let mut changes = 0;
    for _ in 0..2000 {
        let game = crash::Match::any(&mut choices);
        changes += change_crash(&game, &mut choices);
    }
    assert!(changes > 1500, "{changes}");
}

/// Matches of loops, many of which are proven to be endless before a change.
#[test]
fn changed_loops_of_crash_are_the_references() {
    let mut choices = SplitMix(5);
    let mut changes = 0;
    for _ in 0..600 {
        let game = crash::Match { max_turns: 200_000, ..crash_loops::any_match(&mut choices) };
        changes += change_crash(&game, &mut choices);
    }
    assert!(changes > 1500, "{changes}");
}

/// Two programs that wait for ever, and the effect of a change after this has been proven.
#[test]
fn what_was_proven_before_a_change_does_not_hold_after_it() {
    let wait = "store [i]-1 i\n".to_owned();
    let game = crash::Match { programs: [wait.clone(), wait], start: [0, 2000], max_turns: 1_000_000 };
    let mut engine = game.engine();
    crash::advance(&mut engine, 500_000, &mut Unobserved);
    make(&mut engine, &cell(2000, "store [i]+[a] i"));
    crash::advance(&mut engine, 1_000_000, &mut Unobserved);
    // The second reads the new instruction in turn 500,001 and goes on to a cell that holds `crash`.
    let outcome = engine.outcome().unwrap();
    assert_eq!((outcome.winner(), outcome.reason, outcome.turns), (Some(0), "crash", 500_002));
}

/// Changes cells and registers of Snakes by hand.
fn change_snakes(game: &snakes::Match, choices: &mut impl Choices) -> usize {
    let (mut engine, mut plain, mut changes) = (game.engine(), game.reference(), 0);
    while plain.end().is_none() {
        let until = plain.turns + choices.below(30) as u64;
        game.advance(&mut engine, until, &mut Unobserved);
        while plain.turns < until && plain.end().is_none() {
            let place = usize::try_from(plain.turns).expect("a short match");
            plain.turn(game.moves.each_ref().map(|moves| *moves.as_bytes().get(place).unwrap_or(&b'.')));
        }
        game.compare(&engine, &plain);
        for _ in 0..choices.below(5) {
            if plain.end().is_some() {
                return changes;
            }
            let seat = choices.below(2);
            let [(row, column), there] = [plain.bots[seat], plain.bots[1 - seat]];
            let square = near(choices, row * 32 + column, 512);
            let (line, across) = (square / 32, square % 32);
            let change = match choices.below(8) {
                0 if (line, column) != there => {
                    plain.bots[seat] = (line, column);
                    plain.owners[line][column] = b"XO"[seat];
                    register("row", seat, line)
                }
                1 if (row, across) != there => {
                    plain.bots[seat] = (row, across);
                    plain.owners[row][across] = b"XO"[seat];
                    register("column", seat, across)
                }
                _ if plain.bots.contains(&(line, across)) => continue,
                _ => {
                    let owner = choices.pick(b".XO");
                    plain.owners[line][across] = owner;
                    cell(square, char::from(owner).to_string())
                }
            };
            make(&mut engine, &change);
            changes += 1;
        }
        game.compare(&engine, &plain);
    }
    changes
}

#[test]
fn changed_matches_of_snakes_are_the_references() {
    let mut choices = SplitMix(6);
    let mut changes = 0;
    for _ in 0..600 {
        let game = snakes::Match::any(&mut choices);
        changes += change_snakes(&game, &mut choices);
    }
    assert!(changes > 4000, "{changes}");
}

/// Changes cells of `PerlWar` by hand.
fn change_perlwar(game: &perlwar::Match, choices: &mut impl Choices) -> usize {
    let (mut engine, mut plain, mut changes) = (game.engine(), game.reference(), 0);
    while plain.end().is_none() {
        let mut events = Vec::new();
        perlwar::advance(&mut engine, plain.round + 1, &mut events);
        plain.play_round(&mut perlwar::seeded_answer);
        perlwar::compare(&engine, &plain);
        // A match that is over is not changed.
        let most = if plain.end().is_some() { 0 } else { choices.below(4) };
        for _ in 0..most {
            let at = choices.below(plain.cells.len());
            let seat = choices.below(plain.eliminated.len());
            let change = if choices.once_in(3) || plain.eliminated[seat].is_some() {
                plain.cells[at] = None;
                cell(at, ".")
            } else {
                let code = choices.pick(&["a", " b\n1", "too long to be run"]).to_owned();
                let text = format!("{seat} {code}");
                plain.cells[at] = Some(games::perlwar::reference::Snippet { owner: seat, code });
                cell(at, text)
            };
            make(&mut engine, &change);
            changes += 1;
        }
    }
    changes
}

#[test]
fn changed_matches_of_perlwar_are_the_references() {
    let mut choices = SplitMix(7);
    let mut changes = 0;
    for _ in 0..3000 {
        let game = perlwar::Match::any(&mut choices);
        changes += change_perlwar(&game, &mut choices);
    }
    assert!(changes > 4000, "{changes}");
}

/// Fails unless the engine refuses this change with this message.
#[track_caller]
fn refuses(engine: &mut impl game::Engine, change: &Change, said: &str) {
    let before = engine.frame();
    assert_eq!(engine.change(change).unwrap_err().to_string(), said);
    assert_eq!(engine.frame(), before, "everything stays as it is");
}

#[test]
fn what_esowar_cannot_hold_is_refused() {
    let game = esowar::Match {
        squares: 10,
        max_turns: 100,
        bases: ["d", "r", "r"].map(esowar::base).to_vec(),
        start: vec![0, 3, 6],
        robots: vec![9, 9, 9],
    };
    let engine = &mut game.engine();
    esowar::advance(engine, 1, &mut Unobserved); // in which program 0 dies
    refuses(engine, &cell(10, "r"), "there is no cell 10: they are 0 to 9");
    refuses(engine, &cell(1, "rr"), "a cell cannot hold `rr`: one of `r d > < + [ ]`");
    refuses(engine, &cell(1, ""), "a cell cannot hold ``: one of `r d > < + [ ]`");
    refuses(engine, &register("robots", 1, 10), "`robots` cannot be 10: it is a square, 0 to 9");
    refuses(engine, &register("robots", 0, 1), "program 0 is not in the match (any more)");
    refuses(engine, &register("commanders", 3, 1), "program 3 is not in the match (any more)");
    let died = "there is no register `died` that can be set: `commanders` and `robots` can be";
    refuses(engine, &register("died", 1, 1), died);
}

#[test]
fn what_crash_cannot_hold_is_refused() {
    let game = crash::Match { programs: ["noop\n".into(), "noop\n".into()], start: [0, 9], max_turns: 9 };
    let engine = &mut game.engine();
    refuses(engine, &cell(4096, "noop"), "there is no cell 4096: they are 0 to 4095");
    refuses(engine, &cell(0, ""), "a cell cannot hold ``: a cell without a program holds `crash`");
    refuses(engine, &cell(0, "noop\nnoop"), "a cell cannot hold `noop\nnoop`: it holds one instruction");
    let expected = "`halt` does not fit here; expected `crash`, `noop`, `write` or `store`";
    refuses(engine, &cell(0, "halt"), &format!("a cell cannot hold `halt`: {expected}"));
    refuses(engine, &register("i", 0, 4097), "`i` cannot be 4097: it is 0 to 4096");
    refuses(engine, &register("b", 1, 4096), "`b` cannot be 4096: it is 0 to 4095");
    refuses(engine, &register("i", 2, 0), "program 2 is not in the match (any more)");
    refuses(
        engine,
        &register("c", 1, 0),
        "there is no register `c` that can be set: `i`, `a` and `b` can be",
    );
}

/// Instructions are numbered with 16 bits, and two programs need only a few of these numbers. Changes by hand can use
/// them all up.
#[test]
fn crash_refuses_more_instructions_than_it_can_number() {
    let game = crash::Match { programs: ["noop\n".into(), "noop\n".into()], start: [0, 9], max_turns: 9 };
    let engine = &mut game.engine();
    let mut texts =
        (0..4096).flat_map(|number| (0..17).map(move |other| format!("store {number}-{other} a")));
    let refused = texts.find_map(|text| engine.change(&cell(4000, text)).err()).expect("there are 69,632");
    assert!(refused.to_string().contains("as many different instructions as it can tell apart"), "{refused}");
    make(engine, &cell(4000, "store 0-0 a"));
}

#[test]
fn what_snakes_cannot_hold_is_refused() {
    let game = snakes::Match { moves: ["R".into(), "L".into()], turns: 9, key: 0 };
    let engine = &mut game.engine();
    refuses(engine, &cell(512, "."), "there is no cell 512: they are 0 to 511");
    let text = "a cell cannot hold `*`: `.`, `X` or `O`; `row` and `column` move the bots";
    refuses(engine, &cell(5, "*"), text);
    let text = "a cell cannot hold `.`: a bot stands there; `row` and `column` move it";
    refuses(engine, &cell(511, "."), text);
    refuses(engine, &register("row", 0, 16), "`row` cannot be 16: it is 0 to 15");
    refuses(engine, &register("column", 0, 32), "`column` cannot be 32: it is 0 to 31");
    refuses(engine, &register("row", 2, 0), "program 2 is not in the match (any more)");
    let text = "there is no register `territory` that can be set: `row` and `column` can be";
    refuses(engine, &register("territory", 0, 5), text);
    make(engine, &register("column", 0, 31));
    let text = "`row` cannot be 15: it is not where the other bot stands (S5)";
    refuses(engine, &register("row", 0, 15), text);
}

#[test]
fn what_perlwar_cannot_hold_is_refused() {
    let files = vec![vec![(1, "a".to_owned())], vec![(1, "b".to_owned())], vec![(9, "c".to_owned())]];
    let game = perlwar::Match { parameters: [4, 9, 9, 0], key: 1, files };
    let engine = &mut game.engine();
    refuses(engine, &cell(4, "."), "there is no cell 4: they are 0 to 3");
    let expected = "`.`, or the number of a program, a space and its code";
    for text in ["", "x", "3 a", "+1 a", "01 a", "0"] {
        refuses(engine, &cell(0, text), &format!("a cell cannot hold `{text}`: {expected}"));
    }
    let text = "a cell cannot hold `0  `: code is not blank: an empty cell is `.` (P6)";
    refuses(engine, &cell(0, "0  "), text);
    let long = engine.change(&cell(0, format!("0 {}", "a".repeat(65_537)))).unwrap_err();
    assert!(long.to_string().ends_with("code has 65536 characters at most (P8)"));
    make(engine, &cell(0, format!("0 {}", "a".repeat(65_536))));
    make(engine, &cell(0, "."));
    let text = "there is no register `snippets` that can be set: nothing but cells can be";
    refuses(engine, &register("snippets", 0, 1), text);
    perlwar::advance(engine, 1, &mut Unobserved); // in which program 2 has nothing and is out (P15)
    refuses(engine, &cell(0, "2 a"), "program 2 is not in the match (any more)");
}

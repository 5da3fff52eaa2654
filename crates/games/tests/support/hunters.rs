//! Matches of Esowar between bases that make an engine work: hunters as the examples have them, whose code is one block
//! over and over, brackets in odd patterns, and code in which others write all the time.

use games::esowar::Base;

use crate::choices::Choices;
use crate::esowar::{Match, base};
use crate::loops::{loops, walk};

/// Brackets in patterns that take a search for a partner far, or often to the next square.
const DENSE: &[&str] = &["][", "[]", "[[]", "[]]", ">][", "[<]", "[+]", "+][", "[][[]]", "]]["];

/// Loops that end when the robot comes to something, and what they do with it.
const LEFTWARD: &[&str] = &["[[>]<+++[++<]++++[<]]", "[[>]<++++++[+<]+[<]]"];
const RIGHTWARD: &[&str] = &["[[<]>+++++[++>]++[[>]>]]", "[++++[+>]+++[>]]"];

/// What a hunter has on both sides of its code.
const COSTUMES: &[&str] = &["", "<", "ddd", "dddddddddr", "<<<<<<<<<r", "dddddddddrdddddddddrdddddddddr"];

/// A hunter: a block over and over, in a loop that it never leaves by itself.
fn hunter(choices: &mut impl Choices) -> String {
    let way = 1 + choices.below(12);
    let block = if choices.once_in(2) {
        "<".repeat(way) + choices.pick(LEFTWARD)
    } else {
        ">".repeat(way) + choices.pick(RIGHTWARD)
    };
    let blocks = block.repeat(1 + choices.below(20));
    format!("{}+[{blocks}+]{}", choices.pick(COSTUMES), choices.pick(COSTUMES))
}

/// A base of one of these kinds, or of loops.
fn hostile(choices: &mut impl Choices) -> String {
    let length = 1 + choices.below(60);
    match choices.below(8) {
        0 | 1 => loops(choices),
        2 => choices.pick(DENSE).repeat(length),
        3 => {
            let deeds = ["[+]+", "<", "<", ">", "[[+]+<++++++]", "+", "[<]", "[>]"];
            let deeds: String = (0..length).map(|_| choices.pick(&deeds)).collect();
            format!("[+]+{}[{deeds}]", "[+]+[]".repeat(choices.below(4)))
        }
        4 => {
            let body: String = (0..length).map(|_| char::from(choices.pick(b"<>[]++r"))).collect();
            format!("[+]+[{body}]")
        }
        5 => (0..3 * length).map(|_| char::from(choices.pick(b"<>+[]r<+[]"))).collect(),
        _ => hunter(choices),
    }
}

/// Some match of 2 to 4 such bases, on a board that is full or has up to 20,000 squares to spare: far more than an engine
/// takes together. It ends before the reference has walked too far.
pub(crate) fn hostile_match(choices: &mut impl Choices) -> Match {
    let players = choices.pick(&[2, 2, 2, 3, 4]);
    let bases: Vec<Base> = (0..players).map(|_| base(&hostile(choices))).collect();
    let most_spare = choices.pick(&[1, 10, 200, 3000, 3000, 20_000]);
    let (mut start, mut spare, mut squares) = (Vec::new(), choices.below(most_spare), 0);
    for base in &bases {
        let gap = choices.below(spare + 1);
        spare -= gap;
        start.push(squares + gap);
        squares += gap + base.symbols().len();
    }
    squares += spare;
    let robots = (0..players).map(|_| {
        let near = choices.below(players);
        let beside = start[near] + bases[near].symbols().len() + 40;
        if choices.once_in(2) {
            choices.below(squares)
        } else {
            (beside + squares - choices.below(80).min(squares)) % squares
        }
    });
    let robots = robots.collect();
    let most_turns = choices.pick(&[300, 5000, 40_000, 200_000]);
    let game = Match { squares, max_turns: 1 + choices.below(most_turns) as u64, bases, start, robots };
    let mut reference = game.reference();
    if walk(&mut reference, 2_000_000) { game } else { game.turns(reference.turns) }
}

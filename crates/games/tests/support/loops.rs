//! Matches of Esowar between bases that are made of loops, as those of good players are: an engine could do many
//! turns of these matches at once, but something comes in between.

use game::{Program, Unobserved};
use games::esowar::Base;
use games::esowar::reference::Reference;
use games::esowar::symbol::{CLOSE, OPEN};

use crate::choices::Choices;
use crate::esowar::{Match, advance, base, parts};
use crate::shrinking::Comparable;

/// Loops that come up in bases, and what stands before and after them.
const IDIOMS: &[&str] = &[
    "[+]",
    "[+]+",
    "[<]",
    "[>]",
    "[]",
    "[[]]",
    "+[]",
    "[<[+]+]",
    "[>[+]+]",
    "[<<<<[+]+]",
    "[>>>[+]++]",
    "[[+]+<++++++]",
    "[[+]+>++++++]",
    "[[+]+<+++++]",
    "[<+]",
    "[>+]",
    "[+<]",
    "[+>]",
    "[<<+]",
    "[<<<<<+]",
    "[<>]",
    "[<+>]",
    "[<[+]]",
    "[+++++++]",
    "[<[>]<]",
    "[[>]<+++[++<]++++[<]]",
    "[[+]+[<]+]",
    "r",
];

/// Whole bases: those of the document, and some that live long, or do nothing but walk.
const BASES: &[&str] = &[
    "[+]+[<[+]+]",
    "[+]+[[[+]+<++++++][+]+[<][+]+]d",
    "[+]+[>[+]+]",
    "[+]+[<<<<[+]+]",
    "[+]+[]d",
    "[+]+[][+]+[][+]+[]d",
    "+[<<+]",
    "+[+++++++]",
    "r",
    "<",
    "+[",
];

/// The middle of a loop that goes round for long: it says how far the robot moves each time, and what it does there.
const STEPS: &[&str] =
    &["<", ">", "<<", ">>", "<<<", "<<<<", ">>>>>", "<><", "<<<<<<<<", "", "<>", "<r", "r<", ">>>>>>>>>>>"];
const DEEDS: &[&str] = &[
    "[+]+",
    "+",
    "[+]++",
    "[+]++++++",
    "++",
    "+++++++",
    "[[+]]+",
    "[+[+]]+",
    "",
    "[<]+",
    "[++]+",
    "r[+]r+",
    "+[+]+",
    "[[+]+<++++++]",
];

/// A part of a base; what is nested in it is nested at most `depth` deep.
fn piece(choices: &mut impl Choices, depth: usize) -> String {
    match choices.below(if depth == 0 { 6 } else { 8 }) {
        0 | 1 => choices.pick(IDIOMS).to_owned(),
        2 => "+".repeat(1 + choices.below(8)),
        3 => choices.pick(&["<", ">", "r", "<", "[", "]"]).repeat(1 + choices.below(6)),
        4 => choices.pick(&["r", "r", ">", "<", "+", "[", "]", "d"]).to_owned(),
        5 => sweep(choices),
        6 => format!("[{}]", pieces(choices, depth - 1)),
        _ => piece(choices, depth - 1).repeat(2 + choices.below(5)),
    }
}

fn pieces(choices: &mut impl Choices, depth: usize) -> String {
    (0..=choices.below(4)).map(|_| piece(choices, depth)).collect()
}

/// A loop that goes on for as long as nobody comes in between.
fn sweep(choices: &mut impl Choices) -> String {
    let (step, deed) = (choices.pick(STEPS), choices.pick(DEEDS));
    let body = format!("{step}{deed}");
    let times = if choices.once_in(5) { 1 + choices.below(12) } else { 1 };
    format!("[{}]", body.repeat(times))
}

/// A loop that leaves a pattern behind, which others come across.
fn trail(choices: &mut impl Choices) -> String {
    let step = choices.pick(&["<", ">"]);
    let marks = (0..=choices.below(3)).map(|_| {
        let way = step.repeat(1 + choices.below(4));
        format!("{way}{}", "+".repeat(choices.below(8)))
    });
    format!("[{}]", marks.collect::<String>())
}

/// Code that a commander walks over for long, and perhaps comes back to.
fn runs(choices: &mut impl Choices) -> String {
    let some = (0..=choices.below(5)).map(|_| {
        let pattern = choices.pick(&["r", "<", ">", "+", "+<", "+>", "<<+", "r+", "++>", "+++++++<"]);
        pattern.repeat(1 + choices.below(150))
    });
    let symbols: String = some.collect();
    choices.pick(&["", "["]).to_owned() + &symbols + choices.pick(&["", "]", "[+]+[]"])
}

/// A base of loops, with symbols sprinkled in; not longer than a base may be.
pub(crate) fn loops(choices: &mut impl Choices) -> String {
    let mut symbols = match choices.below(14) {
        0 => pieces(choices, 3),
        1 => format!("[+]+[{}]", pieces(choices, 2)),
        2 => format!("+[{}]", pieces(choices, 2)),
        // Loops to fall into, one after the other, when one of them is opened.
        3 => (0..=choices.below(4)).flat_map(|_| ["[+]+".to_owned(), sweep(choices)]).collect(),
        4 => format!("[+]+{}[+]+[]{}", sweep(choices), pieces(choices, 1)),
        5 => choices.pick(BASES).to_owned(),
        // A deep nest that is gone through again and again, or a nest that is never left.
        6 => {
            let depth = 1 + choices.below(40);
            format!("{}{}{}", "[".repeat(depth), piece(choices, 1), "]".repeat(depth))
        }
        // A sweep, and loops to fall into when it has come to its end.
        7 | 8 => format!("[+]+{}{}", sweep(choices), "[+]+[]".repeat(choices.below(3))),
        9 => format!("+{}{}", trail(choices), pieces(choices, 1)),
        10 => format!("+{}", runs(choices)),
        // Passes of hundreds of turns.
        11 => {
            let length = 50 + choices.below(500);
            let body: String =
                (0..length).map(|_| choices.pick(&["<", ">", "+", "r", "<", "[+]+"])).collect();
            format!("+[{body}]")
        }
        12 => BASES[1].to_owned(),
        // No bracket at all: the commander walks round the ring.
        _ => (0..=choices.below(20)).map(|_| choices.pick(&["r", "+", "<", ">", "+<", "rrrr"])).collect(),
    }
    .into_bytes();
    if choices.once_in(4) {
        for _ in 0..=choices.below(3) {
            let at = choices.below(symbols.len());
            symbols[at] = choices.pick(b"rd><+[]");
        }
    }
    symbols.truncate(3000);
    String::from_utf8(symbols).expect("symbols are ASCII")
}

/// Some match of 2 to 5 such bases on a board that is full, or has up to 3000 squares to spare.
pub(crate) fn any_match(choices: &mut impl Choices) -> Match {
    let most_spare = choices.pick(&[1, 4, 30, 200, 200, 1000, 3000]);
    // On a small board, a loop goes round and round.
    let long = if most_spare <= 30 { 200_000 } else { 20_000 };
    let most_turns = choices.pick(&[40, 400, 4000, 20_000, long, 60_000]);
    match_of_loops(choices, most_spare, most_turns)
}

/// Some match of such bases on a board as large as the document's: a loop runs for long, and what happened far away
/// matters in the end.
///
/// It ends before the reference has walked too far: a commander who goes round the whole ring at every turn would keep
/// it busy for hours.
pub(crate) fn large_match(choices: &mut impl Choices) -> Match {
    let game = match_of_loops(choices, 300_000, 2_000_000);
    let mut reference = game.reference();
    if walk(&mut reference, 20_000_000) { game } else { game.turns(reference.turns) }
}

/// Plays on until the commanders have walked over `most` squares. Says whether the match ended before that.
pub(crate) fn walk(reference: &mut Reference, most: u64) -> bool {
    let (squares, mut walked) = (reference.board.len(), 0);
    let mut before: Vec<(usize, u8)> = Vec::new();
    while walked < most {
        before.clear();
        before.extend(reference.commanders.iter().map(|&square| (square, reference.board[square])));
        if !reference.step() {
            return true;
        }
        let moved = before.iter().zip(&reference.commanders).find(|((from, _), to)| from != *to);
        walked += match moved {
            Some(((from, OPEN), to)) => (to + squares - from) % squares,
            Some(((from, CLOSE), to)) => (from + squares - to) % squares,
            Some(_) => 1,
            // She looked everywhere and died, or has come back to where she was.
            None => squares,
        } as u64;
    }
    false
}

fn match_of_loops(choices: &mut impl Choices, most_spare: usize, most_turns: usize) -> Match {
    let players = choices.pick(&[2, 2, 2, 2, 3, 3, 4, 5]);
    let mut bases: Vec<Base> = (0..players).map(|_| base(&loops(choices))).collect();
    if choices.once_in(4) {
        // The same program more than once: all in step.
        bases = vec![bases[0].clone(); players];
    }
    let gathered = choices.once_in(4);
    let spare = choices.below(most_spare);
    let start = starts(choices, &bases, spare);
    let squares = bases.iter().map(length).sum::<usize>() + spare;
    let mut robots = Vec::new();
    for _ in 0..players {
        let near = choices.below(players);
        let kind = if gathered && !robots.is_empty() { 5 } else { choices.below(8) };
        let robot = match kind {
            0 | 1 => choices.below(squares),
            2 => start[near] + choices.below(length(&bases[near])),
            // Just beside a base, on either side.
            3 => start[near] + length(&bases[near]) + choices.below(3),
            4 => start[near] + squares - 1 - choices.below(3).min(squares - 1),
            // On the same square as another, or a few squares away.
            5 => robots.first().copied().unwrap_or(0) + choices.below(3),
            6 => robots.last().copied().unwrap_or(start[near]),
            // At the edge.
            _ => squares + 1 - choices.below(3),
        };
        robots.push(robot % squares);
    }
    let max_turns = 1 + choices.below(most_turns) as u64;
    Match { squares, max_turns, bases, start, robots }
}

fn length(base: &Base) -> usize {
    base.symbols().len()
}

/// Where the bases start, by seat: one after the other, with `spare` squares before, between and behind them.
fn starts(choices: &mut impl Choices, bases: &[Base], spare: usize) -> Vec<usize> {
    let gaps = parts(choices, spare, bases.len() + 1, 0);
    let first = choices.below(bases.len());
    let mut start = vec![0; bases.len()];
    let mut next = 0;
    for (place, gap) in gaps.iter().take(bases.len()).enumerate() {
        let seat = (first + place) % bases.len();
        start[seat] = next + gap;
        next = start[seat] + length(&bases[seat]);
    }
    start
}

impl Comparable for Match {
    fn compare_unwatched(&self, choices: &mut impl Choices) {
        let (mut engine, mut reference) = (self.engine(), self.reference());
        advance(&mut engine, u64::MAX, &mut Unobserved);
        reference.run(u64::MAX);
        self.compare(&engine, &reference);
        // The same engine again: nothing of the first time may be left over.
        self.begin(&mut engine);
        let mut reference = self.reference();
        let longest = choices.pick(&[3, 60, 1000, 10_000, 300_000]);
        // Where slices are short, the rest is played in one: the match may be long.
        for _ in 0..100 {
            if reference.end().is_some() {
                return;
            }
            let until = reference.turns + 1 + choices.below(longest) as u64;
            advance(&mut engine, until, &mut Unobserved);
            reference.run(until);
            self.compare(&engine, &reference);
        }
        advance(&mut engine, u64::MAX, &mut Unobserved);
        reference.run(u64::MAX);
        self.compare(&engine, &reference);
    }

    fn smaller_ones(&self) -> impl Iterator<Item = Self> {
        let turns = halves(self.max_turns - 1).map(|less| self.clone().turns(self.max_turns - less));
        let players = (0..self.bases.len()).filter_map(|seat| without_player(self, seat));
        let bases = (0..self.bases.len()).flat_map(|seat| shorter_bases(self, seat));
        let squares = halves(self.squares as u64).flat_map(|width| without_squares(self, index(width)));
        turns.chain(players).chain(bases).chain(squares)
    }
}

/// `most`, its half, its quarter, and so on to 1.
fn halves(most: u64) -> impl Iterator<Item = u64> {
    std::iter::successors(Some(most), |&less| Some(less / 2)).take_while(|&less| less > 0)
}

fn without_player(game: &Match, seat: usize) -> Option<Match> {
    let mut fewer = game.clone();
    fewer.bases.remove(seat);
    fewer.start.remove(seat);
    fewer.robots.remove(seat);
    (game.bases.len() > 2).then_some(fewer)
}

/// The match with some symbols next to each other cut out of a base, or with a symbol of it made `r`, which counts as
/// smaller.
fn shorter_bases(game: &Match, seat: usize) -> impl Iterator<Item = Match> {
    let symbols = game.bases[seat].canonical().trim().to_owned();
    let length = symbols.len();
    let cuts = halves(length as u64 - 1).map(index);
    let cuts = cuts.flat_map(move |width| (0..length / width).map(move |block| (block * width, width, "")));
    let other_than_r = symbols.bytes().map(|symbol| symbol != b'r').collect::<Vec<_>>();
    let blanks = (0..length).filter(move |&at| other_than_r[at]).map(|at| (at, 1, "r"));
    cuts.chain(blanks).map(move |(first, width, instead)| {
        let mut symbols = symbols.clone();
        symbols.replace_range(first..first + width, instead);
        let mut other = game.clone();
        other.bases[seat] = base(&symbols);
        other
    })
}

/// The match without some `width` squares next to each other that no base covers.
fn without_squares(game: &Match, width: usize) -> impl Iterator<Item = Match> {
    (0..game.squares / width).filter_map(move |block| without_block(game, block * width, width))
}

fn without_block(game: &Match, first: usize, width: usize) -> Option<Match> {
    let end = first + width;
    let covers = |(&start, base): (&usize, &Base)| start < end && first < start + base.symbols().len();
    if game.start.iter().zip(&game.bases).any(covers) {
        return None;
    }
    let mut smaller = game.clone();
    smaller.squares -= width;
    for place in smaller.start.iter_mut().chain(&mut smaller.robots) {
        if *place >= end {
            *place -= width;
        } else if *place >= first {
            *place = first % smaller.squares;
        }
    }
    Some(smaller)
}

fn index(number: u64) -> usize {
    usize::try_from(number).expect("it is no more than a board has squares")
}

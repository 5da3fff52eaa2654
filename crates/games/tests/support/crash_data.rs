//! Matches of Crash between programs whose path depends on data, one after the other on one engine: what an engine
//! learns about two programs in a match, it may use in the next, where they lie elsewhere.

use game::Unobserved;
use games::crash::CELLS;

use crate::choices::Choices;
use crate::crash::{Layout, Match, advance};

/// No program has more than 128 lines.
const MOST_BLOCKS: usize = 16;

/// Where a program lies in the first match, and its cells.
struct Ground {
    start: usize,
    cells: Vec<usize>,
}

impl Ground {
    fn any(choices: &mut impl Choices, start: usize, both: &[usize]) -> Self {
        let count = 1 + choices.below(7);
        let mut cell = || if choices.once_in(12) { choices.pick(both) } else { choices.below(CELLS) };
        Self { start, cells: (0..count).map(|_| cell()).collect() }
    }

    fn cell(&self, choices: &mut impl Choices) -> usize {
        choices.pick(&self.cells)
    }
}

/// What a block of a program does, in lines; `at` is where it begins in the program.
fn block(choices: &mut impl Choices, ground: &Ground, at: usize) -> Vec<String> {
    let (cell, written) = (ground.cell(choices), written(choices, ground));
    let (register, other) = choices.pick(&[("a", "b"), ("b", "a")]);
    match choices.below(16) {
        // A bit of a counter, which begins again or goes on.
        0..5 => vec![
            format!("store [i]+[{cell}]+[{cell}] i"),
            format!("write noop {cell}"),
            if choices.once_in(4) { "store [i]+1 i".into() } else { format!("store [i]-{} i", at + 3) },
            format!("write crash {cell}"),
        ],
        // A leap over up to three of the lines that come next.
        5 => {
            vec![format!("store [i]+[{cell}] i"), filler(choices, ground), format!("write {written} {cell}")]
        }
        6 => {
            let far = 1 + choices.below(2);
            vec![
                format!("store {far}-[{register}] {register}"),
                format!("store [i]+[{register}] i"),
                filler(choices, ground),
                filler(choices, ground),
            ]
        }
        7 | 8 => vec![
            format!("write {written} [i]+[{register}]+{}", choices.below(CELLS)),
            format!("store [{register}]+{} {register}", stride(choices)),
        ],
        9 => vec![format!("write {written} [{register}]+[{other}]+{}", choices.below(CELLS))],
        10 => vec![format!("write {written} {cell}")],
        11 => vec![format!("write {written} [i]+{}", choices.below(CELLS))],
        12 => vec![format!("store [{register}]+[{cell}] {register}")],
        13 => vec![
            format!("store [i]+2 {register}"),
            filler(choices, ground),
            format!("store [{register}]+0 i"),
        ],
        // Right only where the program lies in the first match.
        14 => match choices.below(3) {
            0 => vec![format!("store [i]+[i]-{} i", ground.start + at + 1)],
            1 => vec![format!("store {} i", ground.start + at + 1)],
            _ => vec![format!("store [i]+[i]+[{cell}] {register}")],
        },
        _ => vec![filler(choices, ground)],
    }
}

fn stride(choices: &mut impl Choices) -> usize {
    match choices.below(4) {
        0 => choices.below(CELLS),
        1 => CELLS - 1 - choices.below(4),
        2 => 1 << choices.below(12),
        _ => 1 + choices.below(8),
    }
}

/// What can be written; the values of these instructions in cells are 0, 1 and 3.
fn written(choices: &mut impl Choices, ground: &Ground) -> String {
    match choices.below(6) {
        0 | 1 => "crash".into(),
        2..5 => "noop".into(),
        _ => format!("store [{}] a", ground.cell(choices)),
    }
}

fn filler(choices: &mut impl Choices, ground: &Ground) -> String {
    let register = choices.pick(&['a', 'b']);
    match choices.below(6) {
        0 => format!("store [{register}]+{} {register}", stride(choices)),
        1 => format!("store [{register}]+[{register}]+[{register}]+[a]+[b]+1 {register}"),
        2 => format!("store {} {register}", stride(choices)),
        3 => format!("write {} {}", written(choices, ground), ground.cell(choices)),
        _ => "noop".into(),
    }
}

fn program(choices: &mut impl Choices, start: usize, both: &[usize]) -> String {
    let ground = Ground::any(choices, start, both);
    let blocks = 1 + choices.below(MOST_BLOCKS);
    let mut lines = Vec::new();
    for _ in 0..blocks {
        lines.extend(block(choices, &ground, lines.len()));
    }
    for _ in 0..choices.below(3) {
        lines.push("noop".into());
    }
    lines.push(format!("store [i]-{} i", lines.len() + 1));
    lines.join("\n") + "\n"
}

/// A few matches of two such programs, which lie in other places in each.
pub(crate) fn any_matches(choices: &mut impl Choices) -> Vec<Match> {
    let both = [0; 4].map(|_| choices.below(CELLS));
    let start = [choices.below(1900), 2000 + choices.below(1900)];
    let programs = start.map(|start| program(choices, start, &both));
    let turns = choices.pick(&[2000, 2000, 20_000, 60_000]);
    let first = Match { programs, start, max_turns: 1 + choices.below(turns) as u64 };
    let mut matches = vec![first.clone()];
    for _ in 0..choices.below(4) {
        matches.push(Match { start: elsewhere(choices, &first), ..first.clone() });
    }
    matches
}

/// Other places for the programs of a match: often next to each other, or at the ends of the memory.
fn elsewhere(choices: &mut impl Choices, game: &Match) -> [usize; 2] {
    let length = game.programs.each_ref().map(|program| program.lines().count());
    Layout::of(choices, length).start
}

/// Plays the matches one after the other, each in up to three slices, and compares them after each slice. Returns the
/// number of turns.
pub(crate) fn compare_all(matches: &[Match], choices: &mut impl Choices) -> u64 {
    let Some(first) = matches.first() else { return 0 };
    let (mut engine, mut turns) = (first.engine(), 0);
    for game in matches {
        game.begin(&mut engine);
        let mut reference = game.reference();
        for _ in 0..choices.below(3) {
            let until = reference.turns + 1 + choices.below(5000) as u64;
            advance(&mut engine, until, &mut Unobserved);
            reference.run(until);
            game.compare(&engine, &reference);
        }
        advance(&mut engine, u64::MAX, &mut Unobserved);
        reference.run(u64::MAX);
        game.compare(&engine, &reference);
        turns += reference.turns;
    }
    turns
}

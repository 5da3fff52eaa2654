//! Matches of Crash between loops, since good programs are loops: an engine could do many turns of these matches at
//! once, but something comes in between: a write into code, into a cell whose value is read, or over the edge.

use game::Unobserved;
use games::crash::CELLS;

use crate::choices::Choices;
use crate::crash::{Layout, Match, advance};
use crate::shrinking::Comparable;

/// Where two programs lie, and the cells that both like to read and to write.
struct Ground {
    layout: Layout,
    favourites: [usize; 3],
}

impl Ground {
    fn any(choices: &mut impl Choices) -> Self {
        let longest = choices.pick(&[2, 5, 5, 9, 9, 16, 40]);
        let layout = Layout::any(choices, longest);
        let favourites = [0; 3].map(|_| choices.below(CELLS));
        Self { layout, favourites }
    }

    /// The address of a cell that matters to somebody.
    fn address(&self, choices: &mut impl Choices) -> usize {
        let seat = choices.below(2);
        match choices.below(8) {
            0 => choices.below(CELLS),
            1 => choices.pick(&[0, 1, 4094, 4095]),
            2..5 => choices.pick(&self.favourites),
            _ => (self.layout.start[seat] + choices.below(self.layout.length[seat] + 1)) % CELLS,
        }
    }
}

/// By how much a register grows: often so that it comes back soon, or lands on the same cells again.
fn stride(choices: &mut impl Choices) -> usize {
    match choices.below(6) {
        0 => choices.below(CELLS),
        1 => 1 + choices.below(8),
        2 => CELLS - 1 - choices.below(8),
        3 => choices.below(64) * 64,
        _ => 1 << choices.below(12),
    }
}

/// What is stored to `a` or `b`: `own` is the register's own name.
fn grown(choices: &mut impl Choices, ground: &Ground, own: char) -> String {
    let other = if own == 'a' { 'b' } else { 'a' };
    let cell = ground.address(choices);
    match choices.below(16) {
        0..6 => format!("[{own}]+{}", stride(choices)),
        // No fixed strides: five times itself, as random numbers are made, twice itself, or what is left to a sum.
        12 => format!("{}+{}", [own; 5].map(|own| format!("[{own}]")).join("+"), stride(choices)),
        13 => format!("[{own}]+[{own}]+[{other}]"),
        14 => format!("{}-[{own}]", stride(choices)),
        // More cells than are added up anew each time.
        15 => {
            let cells = [(); 6].map(|()| format!("[{}]", ground.address(choices)));
            format!("{}+[{own}]", cells.join("+"))
        }
        6 => format!("[{other}]+{}", stride(choices)),
        7 => format!("[{own}]+[{cell}]"),
        8 => format!("[{cell}]+{}", stride(choices)),
        9 => format!("[{own}]+[{other}]"),
        10 => format!("[{other}]-[{own}]+[i]"),
        _ => stride(choices).to_string(),
    }
}

/// An instruction that can be written, of a loop of `length` instructions.
fn plain(choices: &mut impl Choices, ground: &Ground, length: usize) -> String {
    match choices.below(20) {
        0 => "crash".into(),
        1..5 => "noop".into(),
        5 => format!("store [i]-{} i", 1 + choices.below(length)),
        6 => format!("store [i]+{} i", choices.below(3)),
        7 => format!("store [i]+[{}]-1 i", ground.address(choices)),
        8 => format!("store {} i", ground.address(choices)),
        9 => "store [i]+[b]-[b] i".into(),
        10..15 => format!("store {} b", grown(choices, ground, 'b')),
        _ => format!("store {} a", grown(choices, ground, 'a')),
    }
}

/// Where a write goes.
fn target(choices: &mut impl Choices, ground: &Ground, length: usize) -> String {
    let (cell, far) = (ground.address(choices), choices.below(CELLS));
    match choices.below(14) {
        0..4 => format!("[i]+[a]+{}", choices.below(2 * length)),
        4 | 5 => format!("[i]+[b]+{far}"),
        6 => format!("[a]+{cell}"),
        7 => format!("[b]-{cell}"),
        8 => format!("[a]+[b]+{far}"),
        9 => format!("[a]+[{cell}]"),
        10 => format!("[a]+[a]+{far}"),
        11 => format!("[i]+{}", choices.below(length + 2)),
        _ => cell.to_string(),
    }
}

/// A program that goes round again: something to begin with, a loop, and something behind it.
fn program(choices: &mut impl Choices, ground: &Ground, seat: usize) -> String {
    let length = ground.layout.length[seat];
    let before = choices.below(3).min(length - 1);
    let behind = choices.pick(&[0, 0, 1, 2]).min(length - 1 - before);
    let last = length - 1 - behind;
    let plains: Vec<String> = (0..length).map(|_| plain(choices, ground, length)).collect();
    let mut lines: Vec<String> = plains
        .iter()
        .map(|line| if choices.below(5) < 3 { line.clone() } else { "noop".to_owned() })
        .collect();
    lines[last] = match choices.below(6) {
        0 => format!("store {} i", ground.layout.start[seat] + before),
        1 => format!("store [i]-{}+[b]-[b] i", last + 1 - before),
        _ => format!("store [i]-{} i", last + 1 - before),
    };
    for at in before..last {
        if choices.below(5) < 2 {
            // Often it writes what a cell already holds: nothing changes then.
            let whose = choices.below(length);
            let (written, address) = match choices.below(4) {
                0 if !lines[whose].starts_with("write") => {
                    (lines[whose].clone(), (ground.layout.start[seat] + whose).to_string())
                }
                1 => (lines[last].clone(), target(choices, ground, length)),
                2 => ("noop".to_owned(), target(choices, ground, length)),
                _ => (plain(choices, ground, length), target(choices, ground, length)),
            };
            lines[at] = format!("write {written} {address}");
        }
    }
    lines.join("\n") + "\n"
}

/// Some match of two such programs; once in four both are the same one.
pub(crate) fn any_match(choices: &mut impl Choices) -> Match {
    let ground = Ground::any(choices);
    let mut programs = [0, 1].map(|seat| program(choices, &ground, seat));
    if choices.once_in(4) && ground.layout.length[0] == ground.layout.length[1] {
        let [first, second] = &mut programs;
        second.clone_from(first);
    }
    let most_turns = choices.pick(&[300, 3000, 20_000, 20_000, 60_000]);
    Match { programs, start: ground.layout.start, max_turns: 1 + choices.below(most_turns) as u64 }
}

impl Comparable for Match {
    fn compare_unwatched(&self, choices: &mut impl Choices) {
        let (mut engine, mut reference) = (self.engine(), self.reference());
        advance(&mut engine, u64::MAX, &mut Unobserved);
        reference.run(u64::MAX);
        self.compare(&engine, &reference);
        if choices.once_in(4) {
            self.begin(&mut engine);
            self.play_in_slices(&mut engine, choices);
        }
    }

    /// Matches with fewer turns, and with a `noop` in the place of another instruction.
    fn smaller_ones(&self) -> impl Iterator<Item = Self> {
        let less = std::iter::successors(Some(self.max_turns - 1), |&less| Some(less / 2));
        let turns = less
            .take_while(|&less| less > 0)
            .map(|less| Self { max_turns: self.max_turns - less, ..self.clone() });
        turns.chain((0..2).flat_map(|seat| with_noops(self, seat)))
    }
}

fn with_noops(game: &Match, seat: usize) -> impl Iterator<Item = Match> {
    let lines: Vec<&str> = game.programs[seat].lines().collect();
    let others = (0..lines.len()).filter(|&at| lines[at] != "noop").collect::<Vec<_>>();
    others.into_iter().map(move |at| {
        let mut fewer = lines.clone();
        fewer[at] = "noop";
        let mut other = game.clone();
        other.programs[seat] = fewer.join("\n") + "\n";
        other
    })
}

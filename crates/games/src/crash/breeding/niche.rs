//! The idea that a program follows: its length, what it writes and where, measured while nobody disturbs it.

use std::collections::BTreeSet;

use game::{Draw, Engine as _, Event, EventKind, Game, Nobody, Observer, Rules};

use super::super::instruction::{CELLS, Instruction, Writable};
use super::super::program::{Code, read};
use super::super::{Crash, Engine};

/// How long a program is watched: long enough for several rounds of the loops of the longest programs.
const TURNS: u64 = 600;

/// The niche of a program.
pub(super) fn of(program: &Code) -> String {
    let watched = watched(program);
    format!("{} {} {}", length(program), watched.writes(), watched.walk())
}

fn length(program: &Code) -> &'static str {
    match program.instructions().len() {
        1..=2 => "tiny",
        3..=4 => "short",
        5..=8 => "middling",
        9..=24 => "long",
        25..=64 => "longer",
        _ => "longest",
    }
}

/// What a program wrote, in order.
#[derive(Default)]
struct Watched {
    /// The cells it wrote to.
    cells: Vec<usize>,
    crashes: usize,
    noops: usize,
    stores: usize,
}

/// The writes of one seat, as the engine tells them.
struct Writes(Vec<(usize, u32)>);

impl Observer for Writes {
    fn event(&mut self, event: Event) {
        if let (0, EventKind::Write { cell, after, .. }) = (event.seat, event.kind) {
            self.0.push((cell, after));
        }
    }
}

/// Watches a program beside one that waits far away.
fn watched(program: &Code) -> Watched {
    let mut watched = Watched::default();
    let wait = read(b"store [i]-1 i").program;
    let Some((wait, parameters)) = wait.zip(Crash::parameters(&Rules::new(), &[]).ok()) else {
        return watched;
    };
    let programs = [program, &wait];
    let mut engine: Engine = Crash::engine(&parameters, &programs);
    Crash::begin(&mut engine, &Crash::draw_setup(&parameters, &programs, &mut Draw::for_setup(0)));
    let mut writes = Writes(Vec::new());
    if engine.advance(TURNS, &mut Nobody, &mut writes).is_err() {
        return watched;
    }
    for (cell, instruction) in writes.0 {
        watched.cells.push(cell);
        match engine.instruction(instruction) {
            Instruction::Plain(Writable::Crash) => watched.crashes += 1,
            Instruction::Plain(Writable::Store(..)) => watched.stores += 1,
            Instruction::Plain(Writable::Noop) | Instruction::Write(..) => watched.noops += 1,
        }
    }
    watched
}

impl Watched {
    /// What it writes, in a word.
    fn writes(&self) -> &'static str {
        let half = self.cells.len() / 2;
        match (self.crashes, self.noops, self.stores) {
            (0, 0, 0) => "idle",
            (_, 0, 0) => "bombs",
            (_, noops, _) if noops > half => "noops",
            (_, _, stores) if stores > half => "stores",
            _ => "mixed",
        }
    }

    /// How what it writes lies in the memory: in the same few cells, or from one to the next up, down, in strides or far
    /// apart.
    fn walk(&self) -> &'static str {
        let different = self.cells.iter().collect::<BTreeSet<_>>().len();
        if different < 3 {
            return "spot";
        }
        let mut steps: Vec<usize> = self
            .cells
            .windows(2)
            .map(|pair| (pair[1] + CELLS - pair[0]) % CELLS)
            .filter(|step| *step > 0)
            .collect();
        steps.sort_unstable();
        match steps[steps.len() / 2] {
            1 => "up",
            2..4 => "skipping up",
            4..64 => "striding up",
            64..4032 => "leaping",
            4032..4092 => "striding down",
            4092..4095 => "skipping down",
            _ => "down",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ideas_are_told_apart() {
        let niche = |text: &str| of(&read(text.as_bytes()).program.unwrap());
        assert_eq!(niche("store [i]-1 i"), "tiny idle spot");
        assert_eq!(niche("write crash [i]+[a]+2\nstore [a]+4 a\nstore [i]-3 i"), "short bombs striding up");
        assert_eq!(niche("write crash [i]+[a]+2\nstore [a]+2532 a\nstore [i]-3 i"), "short bombs leaping");
        assert_eq!(niche("write noop [i]-[a]-5\nstore [a]+1 a\nstore [i]-3 i"), "short noops down");
        assert_eq!(niche("write store [i]-1 i 4095\nstore 4095 i"), "tiny stores spot");
    }
}

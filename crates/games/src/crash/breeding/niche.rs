//! The idea that a program follows: how much of it is executed, what it writes and where, measured while nobody disturbs it.

use std::collections::BTreeSet;

use game::{Engine as _, Event, EventKind, Game, NoPlayers, Observer, Rules, SeededRng};

use super::super::instruction::{CELLS, Instruction, Writable};
use super::super::program::{Code, read};
use super::super::{Crash, Engine};

/// How long a program is watched: long enough for several rounds of the loops of the longest programs.
const TURNS: u64 = 600;

/// The niche of a program.
pub(super) fn of(program: &Code) -> String {
    let watched = watched(program);
    format!("{} {} {}", watched.extent(), watched.writes(), watched.walk())
}

/// What a program did.
#[derive(Default)]
struct Watched {
    /// How many of the cells that it was loaded into it executed. Lines that it never reaches cost nothing, so
    /// mutations pile them up: they are not part of its idea.
    executed: usize,
    /// The cells it wrote to, in order.
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

/// A match of a program beside one that waits far away, before its first turn.
fn begun(program: &Code) -> Option<Engine> {
    let wait = read(b"store [i]-1 i").program?;
    let parameters = Crash::parameters(&Rules::new(), &[]).ok()?;
    let programs = [program, &wait];
    let mut engine = Crash::engine(&parameters, &programs);
    Crash::begin(&mut engine, &Crash::draw_setup(&parameters, &programs, &mut SeededRng::for_setup(0)));
    Some(engine)
}

fn watched(program: &Code) -> Watched {
    let mut watched = Watched::default();
    let Some(mut engine) = begun(program) else { return watched };
    let start = engine.next_address(0);
    let own = start..start + program.instructions().len();
    let mut executed = BTreeSet::new();
    let mut writes = Writes(Vec::new());
    while engine.turn() < TURNS && engine.outcome().is_none() {
        executed.insert(engine.next_address(0));
        let Ok(()) = engine.advance(engine.turn() + 1, &mut NoPlayers, &mut writes);
    }
    watched.executed = executed.range(own).count();
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
    /// How much of the program is executed, in a word.
    fn extent(&self) -> &'static str {
        match self.executed {
            ..=2 => "tiny",
            3..=4 => "short",
            5..=8 => "middling",
            9..=24 => "long",
            25..=64 => "longer",
            _ => "longest",
        }
    }

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

    /// How the cells that it writes lie in the memory: the same few cells, or from one to the next up, down, in strides
    /// or far apart.
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
    use game::{Breeding as _, Program as _};

    use super::super::super::reference::Reference;
    use super::super::Breeder;
    use super::*;

    fn niche(text: &str) -> String {
        of(&read(text.as_bytes()).program.unwrap())
    }

    #[test]
    fn ideas_are_told_apart() {
        assert_eq!(niche("store [i]-1 i"), "tiny idle spot");
        assert_eq!(niche("write crash [i]+[a]+2\nstore [a]+4 a\nstore [i]-3 i"), "short bombs striding up");
        assert_eq!(niche("write crash [i]+[a]+2\nstore [a]+2532 a\nstore [i]-3 i"), "short bombs leaping");
        assert_eq!(niche("write noop [i]-[a]-5\nstore [a]+1 a\nstore [i]-3 i"), "short noops down");
        assert_eq!(niche("write store [i]-1 i 4095\nstore 4095 i"), "tiny stores spot");
    }

    #[test]
    fn what_is_never_executed_is_no_part_of_an_idea() {
        let bomber = "write crash [i]+[a]+120\nstore [a]+4 a\nstore [i]-3 i\n";
        let padded = bomber.to_owned() + &"noop\n".repeat(100);
        assert_eq!(niche(&padded), "short bombs striding up");
        let skipping = "store [i]+100 i\n".to_owned() + &"crash\n".repeat(100) + bomber;
        assert_eq!(niche(&skipping), "short bombs striding up");
        let sledge = "noop\n".repeat(100) + bomber;
        assert_eq!(niche(&sledge), "longest bombs striding up", "these are executed");
    }

    /// The cells counted as executed are those that the reference interpreter executes.
    #[test]
    fn what_is_executed_is_the_references() {
        let mut rng = SeededRng::for_setup(3);
        let mut program = Breeder.random(&mut rng);
        let (mut whole, mut part) = (0, 0);
        for nth in 0..300 {
            program =
                if nth % 20 == 0 { Breeder.random(&mut rng) } else { Breeder.mutated(&program, &mut rng) };
            let code = read(program.as_bytes()).program.unwrap();
            let engine = begun(&code).unwrap();
            let start = [0, 1].map(|seat| engine.next_address(seat));
            let mut reference = Reference::new([&code.canonical(), "store [i]-1 i\n"], start, TURNS);
            let mut executed = vec![false; CELLS + 1];
            while reference.end().is_none() {
                executed[usize::from(reference.i[0])] = true;
                reference.step();
            }
            let length = code.instructions().len();
            let expected = executed[start[0]..][..length].iter().filter(|executed| **executed).count();
            assert_eq!(watched(&code).executed, expected, "{program}");
            *if expected == length { &mut whole } else { &mut part } += 1;
        }
        assert!(whole > 30 && part > 30, "{whole} executed as a whole, {part} in part");
    }
}

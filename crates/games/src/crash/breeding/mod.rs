//! How programs of Crash are bred: made at random, changed, crossed, and told apart by what they do.

mod invention;
mod lines;
mod mutation;
mod niche;

use game::{Breeding, Program, SeededRng, changes_of_a_mutation};

use super::instruction::Instruction;
use super::program::{Code, MAX_INSTRUCTIONS, read};

/// Breeds programs of Crash.
#[derive(Debug, Clone, Copy)]
pub(super) struct Breeder;

impl Breeding for Breeder {
    fn random(&self, rng: &mut SeededRng) -> String {
        text(invention::program(rng))
    }

    fn mutated(&self, parent: &str, rng: &mut SeededRng) -> String {
        let mut lines = instructions(parent, rng);
        for _ in 0..changes_of_a_mutation(rng) {
            lines = mutation::changed(&lines, rng);
        }
        text(lines)
    }

    fn crossed(&self, mother: &str, father: &str, rng: &mut SeededRng) -> String {
        let (mother, father) = (instructions(mother, rng), instructions(father, rng));
        text(lines::crossed(&mother, &father, rng))
    }

    fn niche(&self, program: &str) -> String {
        read(program.as_bytes()).program.map_or_else(|| "not legal".into(), |code| niche::of(&code))
    }

    /// The bomber of the document has bombed all it can after 8192 turns; the slowest combs take twice as long.
    fn quick_rules(&self) -> &'static [(&'static str, u64)] {
        &[("max_turns", 20_000)]
    }
}

/// The program's instructions, or those of a random one.
fn instructions(program: &str, rng: &mut SeededRng) -> Vec<Instruction> {
    let legal = read(program.as_bytes()).program;
    legal.map_or_else(|| invention::program(rng), |code| code.instructions().to_vec())
}

/// The canonical text of a program; it has 1 to [`MAX_INSTRUCTIONS`] of these instructions.
fn text(mut lines: Vec<Instruction>) -> String {
    lines.truncate(MAX_INSTRUCTIONS);
    if lines.is_empty() {
        lines.push(Instruction::CRASH);
    }
    Code::of(lines).canonical()
}

/// One of the choices by their weights.
fn weighted<T: Copy>(choices: &[(u64, T)], rng: &mut SeededRng) -> T {
    let mut left = rng.below(choices.iter().map(|(weight, _)| weight).sum());
    for &(weight, choice) in choices {
        if left < weight {
            return choice;
        }
        left -= weight;
    }
    unreachable!("the number drawn is below the sum of all weights")
}

//! How programs of Crash are bred: made at random, changed, crossed, and told apart by what they do.

mod invention;
mod lines;
mod mutation;
mod niche;

use game::{Breeding, Draw, Program};

use super::instruction::Instruction;
use super::program::{Code, MAX_INSTRUCTIONS, read};

/// Breeds programs of Crash.
#[derive(Debug, Clone, Copy)]
pub(super) struct Breeder;

impl Breeding for Breeder {
    fn random(&self, draw: &mut Draw) -> String {
        text(invention::program(draw))
    }

    fn mutated(&self, parent: &str, draw: &mut Draw) -> String {
        let mut lines = instructions(parent, draw);
        for _ in 0..changes(draw) {
            lines = mutation::changed(&lines, draw);
        }
        text(lines)
    }

    fn crossed(&self, mother: &str, father: &str, draw: &mut Draw) -> String {
        let (mother, father) = (instructions(mother, draw), instructions(father, draw));
        text(lines::crossed(&mother, &father, draw))
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
fn instructions(program: &str, draw: &mut Draw) -> Vec<Instruction> {
    let legal = read(program.as_bytes()).program;
    legal.map_or_else(|| invention::program(draw), |code| code.instructions().to_vec())
}

/// The canonical text of a program; it has 1 to [`MAX_INSTRUCTIONS`] of these instructions.
fn text(mut lines: Vec<Instruction>) -> String {
    lines.truncate(MAX_INSTRUCTIONS);
    if lines.is_empty() {
        lines.push(Instruction::CRASH);
    }
    Code::of(lines).canonical()
}

/// How many changes a mutation makes: one half of the time, two a quarter of it, and so on.
fn changes(draw: &mut Draw) -> u32 {
    1 + draw.next_u64().trailing_ones().min(5)
}

/// One of the choices by their weights.
fn weighted<T: Copy>(choices: &[(u64, T)], draw: &mut Draw) -> T {
    let mut left = draw.below(choices.iter().map(|(weight, _)| weight).sum());
    for &(weight, choice) in choices {
        if left < weight {
            return choice;
        }
        left -= weight;
    }
    unreachable!("the number drawn is below the sum of all weights")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Bred over and over from each other, programs stay legal and canonical, and are never too long.
    #[test]
    fn what_is_bred_is_legal() {
        let mut draw = Draw::for_setup(5);
        let mut pool: Vec<String> = (0..40).map(|_| Breeder.random(&mut draw)).collect();
        for nth in 0..20_000 {
            let [one, other] = [draw.index_below(pool.len()), draw.index_below(pool.len())];
            let child = match nth % 3 {
                0 => Breeder.random(&mut draw),
                1 => Breeder.mutated(&pool[one], &mut draw),
                _ => Breeder.crossed(&pool[one], &pool[other], &mut draw),
            };
            let code = read(child.as_bytes()).program.unwrap_or_else(|| panic!("not legal:\n{child}"));
            assert_eq!(code.canonical(), child);
            pool[one] = child;
        }
    }

    #[test]
    fn a_parent_that_is_not_legal_is_replaced() {
        let mut draw = Draw::for_setup(5);
        for bad in ["", "jump", "store 5000 a"] {
            for child in [Breeder.mutated(bad, &mut draw), Breeder.crossed(bad, bad, &mut draw)] {
                assert!(read(child.as_bytes()).program.is_some(), "{child}");
            }
        }
    }

    #[test]
    fn the_same_draws_breed_the_same_program() {
        let bred = |seed| {
            let mut draw = Draw::for_setup(seed);
            let random = Breeder.random(&mut draw);
            Breeder.mutated(&random, &mut draw)
        };
        assert_eq!((0..50).map(bred).collect::<Vec<_>>(), (0..50).map(bred).collect::<Vec<_>>());
    }
}

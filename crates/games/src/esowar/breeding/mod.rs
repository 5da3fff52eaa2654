//! How bases of Esowar are bred: made at random, changed, crossed, and told apart by what they do.

mod invention;
mod mutation;
mod niche;

use game::{Breeding, SeededRng, changes_of_a_mutation};

use super::program::read;
use super::symbol::{CHARACTERS, CLOSE, OPEN, PLUS};

/// The longest base that is bred. Longer ones are legal, but a search gains more from playing more games.
const MAX_BRED: usize = 400;

/// Breeds bases of Esowar.
#[derive(Debug, Clone, Copy)]
pub(super) struct Breeder;

impl Breeding for Breeder {
    fn random(&self, rng: &mut SeededRng) -> String {
        text(invention::base(rng))
    }

    fn mutated(&self, parent: &str, rng: &mut SeededRng) -> String {
        let mut symbols = symbols(parent, rng);
        for _ in 0..changes_of_a_mutation(rng) {
            symbols = mutation::changed(symbols, rng);
        }
        text(symbols)
    }

    fn crossed(&self, mother: &str, father: &str, rng: &mut SeededRng) -> String {
        let (mother, father) = (symbols(mother, rng), symbols(father, rng));
        text(mutation::crossed(mother, &father, rng))
    }

    fn niche(&self, program: &str) -> String {
        read(program.as_bytes()).program.map_or_else(|| "not legal".into(), |base| niche::of(&base))
    }

    /// A tenth of the default board for two players, and a tenth of the turns: a robot goes round the board as many
    /// times.
    fn quick_rules(&self) -> &'static [(&'static str, u64)] {
        &[("squares", 20_000), ("max_turns", 200_000)]
    }
}

/// The base's symbols, or those of a random base if it is not legal.
fn symbols(base: &str, rng: &mut SeededRng) -> Vec<u8> {
    let legal = read(base.as_bytes()).program;
    legal.map_or_else(|| invention::base(rng), |base| base.symbols().to_vec())
}

/// The canonical text of a base that has 1 to [`MAX_BRED`] of these symbols.
fn text(mut symbols: Vec<u8>) -> String {
    symbols.truncate(MAX_BRED);
    if symbols.is_empty() {
        symbols.push(PLUS);
    }
    symbols.iter().map(|&symbol| CHARACTERS[usize::from(symbol)]).collect()
}

/// For each symbol, the place of its partner within the base, if it is a bracket that has one.
fn partners(symbols: &[u8]) -> Vec<Option<usize>> {
    let mut partners = vec![None; symbols.len()];
    let mut open = Vec::new();
    for (at, &symbol) in symbols.iter().enumerate() {
        match symbol {
            OPEN => open.push(at),
            CLOSE => {
                if let Some(partner) = open.pop() {
                    partners[at] = Some(partner);
                    partners[partner] = Some(at);
                }
            }
            _ => {}
        }
    }
    partners
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn most_mutations_leave_brackets_in_pairs() {
        let mut rng = SeededRng::for_setup(6);
        let mut balanced = 0;
        for _ in 0..2000 {
            let random = Breeder.random(&mut rng);
            let base = Breeder.mutated(&random, &mut rng);
            let diagnostics = read(base.as_bytes()).diagnostics;
            balanced += usize::from(diagnostics.iter().all(|one| one.code != "unmatched-bracket"));
        }
        assert!(balanced > 1000, "{balanced} of 2000");
    }

    #[test]
    fn partners_are_found_by_nesting() {
        let symbols = read(b"[+[]]]").program.unwrap().symbols().to_vec();
        assert_eq!(partners(&symbols), [Some(4), None, Some(3), Some(2), Some(0), None]);
    }
}

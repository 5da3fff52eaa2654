//! How programs of a game are bred: what a search for strong programs needs to know about the game's language.

use crate::SeededRng;

/// Makes programs at random or from other programs, at the level of the game's language.
///
/// Programs are canonical texts here, as [`Program::canonical`](crate::Program::canonical) gives them. The results are
/// always canonical texts of legal programs. All randomness comes from the `rng` that is passed in, so equal draws make
/// equal programs.
pub trait Breeding: Send + Sync {
    /// A program from nothing.
    fn random(&self, rng: &mut SeededRng) -> String;

    /// A program that differs from `parent` by a few changes. A `parent` that is not legal gives a random program.
    fn mutated(&self, parent: &str, rng: &mut SeededRng) -> String;

    /// A program with parts of both. A parent that is not legal is replaced by a random program.
    fn crossed(&self, mother: &str, father: &str, rng: &mut SeededRng) -> String;

    /// The idea that a program follows, in a few words, as far as it can be found cheaply: what the program does when
    /// it runs alone for a while, and how much of it is executed. A part that is not executed has no influence. A
    /// search keeps the best program of every niche, so that it finds different ideas. There are at most a few hundred
    /// niches. The words are lower-case letters, digits, `-` and spaces.
    fn niche(&self, program: &str) -> String;

    /// The default parameters for candidates. They make short games, and most winners of these win by the full rules,
    /// too.
    fn quick_rules(&self) -> &'static [(&'static str, u64)];
}

/// How many changes a mutation makes: one in half of all cases, two in a quarter, and so on; at most six.
pub fn changes_of_a_mutation(rng: &mut SeededRng) -> u32 {
    1 + rng.next_u64().trailing_ones().min(5)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_further_change_is_half_as_likely() {
        let mut rng = SeededRng::for_setup(1);
        let mut counts = [0_i32; 7];
        for _ in 0..64_000 {
            counts[changes_of_a_mutation(&mut rng) as usize] += 1;
        }
        // Six also stands for all higher numbers, and is as likely as five.
        for (count, expected) in counts.into_iter().zip([0, 32_000, 16_000, 8000, 4000, 2000, 2000]) {
            assert!(count.abs_diff(expected) <= 500, "{counts:?}");
        }
    }
}

//! How programs of a game are bred: what a search for strong programs needs to know about its language.

use crate::SeededRng;

/// Makes programs at random and from other programs, at the level of the game's language.
///
/// Programs are canonical texts here, as [`Program::canonical`](crate::Program::canonical) gives them. What is returned
/// is always the canonical text of a legal program. All randomness is that of the `draw` handed in, so the same draws
/// make the same programs.
pub trait Breeding: Send + Sync {
    /// A program from nothing.
    fn random(&self, rng: &mut SeededRng) -> String;

    /// A program that differs from `parent` by a few changes. A `parent` that is not legal gives a random program.
    fn mutated(&self, parent: &str, rng: &mut SeededRng) -> String;

    /// A program with parts of both. Where one of them is not legal, it is a random one.
    fn crossed(&self, mother: &str, father: &str, rng: &mut SeededRng) -> String;

    /// The idea that a program follows, in a few words, as far as it can be found cheaply: what it does when it runs alone
    /// for a while, and how much of it is executed. A part that is not executed has no influence. A search keeps the best program of every niche, so that it finds different ideas.
    /// There are at most a few hundred niches. The words are lower-case letters, digits, `-` and spaces.
    fn niche(&self, program: &str) -> String;

    /// The default parameters for candidates: their games are short, and their winners mostly win by the full rules, too.
    fn quick_rules(&self) -> &'static [(&'static str, u64)];
}

/// How many changes a mutation makes: one half of the time, two a quarter of it, and so on; at most six.
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
        // Six stands for all that would be more, too, and is as likely as five.
        for (count, expected) in counts.into_iter().zip([0, 32_000, 16_000, 8000, 4000, 2000, 2000]) {
            assert!(count.abs_diff(expected) <= 500, "{counts:?}");
        }
    }
}

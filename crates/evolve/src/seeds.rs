//! The seeds that a search draws its numbers from.

use game::{SeededRng, match_seed};

/// The purpose of a draw. The seeds of different purposes and generations are unrelated.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Purpose {
    /// Making programs.
    Breeding = 1,
    /// Setups of a generation.
    Setups = 2,
    /// Setups on which contenders for first place are compared.
    Choosing = 3,
    /// Setups on which the best program is confirmed.
    Confirming = 4,
    /// Setups that decide whether the target is reached. The reported score comes from other setups: a search may end because
    /// the best program was lucky, and its score must not include that luck.
    Deciding = 5,
}

/// The seed for a purpose in a generation.
pub(crate) fn seed(seed: u64, purpose: Purpose, generation: u64) -> u64 {
    // The match seed with number 0 would be the seed itself.
    match_seed(match_seed(seed, purpose as u64), generation.saturating_add(1))
}

/// The random numbers with which a generation is bred.
pub(crate) fn breeding(search: u64, generation: u64) -> SeededRng {
    SeededRng::for_setup(seed(search, Purpose::Breeding, generation))
}

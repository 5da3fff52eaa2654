//! What the numbers of a search are drawn from.

use game::{SeededRng, match_seed};

/// What numbers are drawn for. The seeds of different purposes and numbers have nothing to do with each other.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Purpose {
    /// Making programs.
    Breeding = 1,
    /// Setups of a generation.
    Setups = 2,
    /// Setups that contenders for the first place are compared on.
    Choosing = 3,
    /// Setups that the first is confirmed on.
    Confirming = 4,
    /// Setups that decide whether the target is reached. The score that is reported comes from others, or searches that end
    /// because the best was lucky would report its luck.
    Deciding = 5,
}

/// The seed for a purpose in a generation.
pub(crate) fn seed(seed: u64, purpose: Purpose, generation: u64) -> u64 {
    // Number 0 would be the seed itself.
    match_seed(match_seed(seed, purpose as u64), generation.saturating_add(1))
}

/// The draw that a generation is bred by.
pub(crate) fn breeding(search: u64, generation: u64) -> SeededRng {
    SeededRng::for_setup(seed(search, Purpose::Breeding, generation))
}

//! A set of programs that meet for some games, and the seeds of these games.

use std::ops::Range;

use game::{Canonical, Digest, match_seed};

use crate::{EntrantIndex, Seating, Tally};

/// Who takes part, in the order of their programs' identities. Two entrants with the same program
/// stand side by side.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Field {
    programs: Vec<Digest>,
}

impl Field {
    /// The field of these programs, and for each entrant the place at which it was named.
    #[must_use]
    pub fn new(named: &[Digest]) -> (Self, Vec<usize>) {
        let mut order: Vec<usize> = (0..named.len()).collect();
        order.sort_by_key(|&at| (named[at], at));
        (Self { programs: order.iter().map(|&at| named[at]).collect() }, order)
    }

    /// How many take part.
    #[must_use]
    pub fn len(&self) -> usize {
        self.programs.len()
    }

    /// Whether nobody takes part.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.programs.is_empty()
    }

    /// The identity of an entrant's program.
    #[must_use]
    pub fn program(&self, entrant: EntrantIndex) -> Digest {
        self.programs[entrant]
    }
}

/// Entrants who meet for some games.
///
/// The games of the same entrants are counted from 0, over the whole tournament. With `n` members, the
/// games `n·k` to `n·k + n - 1` share one setup seed; [`Seating`] says who sits where in each.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Encounter {
    /// The entrants, in rising order.
    pub members: Vec<EntrantIndex>,
    /// The numbers of the games; both ends are multiples of the number of members.
    pub games: Range<u64>,
}

/// An encounter and its results.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EncounterResult {
    /// Who met.
    pub encounter: Encounter,
    /// Its results.
    pub tally: Tally,
}

impl Encounter {
    /// These entrants, in any order, for `games` games from number `first` on.
    #[must_use]
    pub fn new(mut members: Vec<EntrantIndex>, first: u64, games: u64) -> Self {
        members.sort_unstable();
        Self { members, games: first..first + games }
    }

    /// How many matches these are.
    #[must_use]
    pub fn matches(&self) -> u64 {
        self.games.end - self.games.start
    }

    /// The seed of a game, if `seed` is the seed of these entrants ([`pairing_seed`]).
    #[must_use]
    pub fn match_seed(seed: u64, seats: usize, game: u64) -> u64 {
        match_seed(seed, game / seats as u64)
    }
}

/// `games`, rounded up so that everybody sits in every seat equally often.
#[must_use]
pub fn rounded_up(games: u64, seats: usize) -> u64 {
    games.next_multiple_of(seats as u64)
}

/// The number for [`Seating::Reversing`] in the bytes that a seed is made from. The orders of older versions have no
/// number.
const REVERSING: u64 = 2;

/// The seed of the games that these programs play against each other, in a tournament with this seed.
///
/// It depends on the programs alone, not on who else takes part: so results of a pair can be kept and
/// used again in another field. It is the first 8 bytes, least significant first and shifted right by
/// 11, of the digest of the canonical bytes of `pairing`, the seed, and the programs' identities in rising
/// order. Three or more programs whose order is reversed have other seeds: before the programs, the bytes then have the number
/// `seating`, 2. The manual's chapter on seeds (`crates/bout/manual/seeds.md`) has an example.
#[must_use]
pub fn pairing_seed(seed: u64, programs: &[Digest], seating: Seating) -> u64 {
    let mut sorted = programs.to_vec();
    sorted.sort_unstable();
    let mut canonical = Canonical::new("pairing");
    canonical.number("seed", seed);
    if programs.len() > 2 && seating == Seating::Reversing {
        canonical.number("seating", REVERSING);
    }
    for program in sorted {
        canonical.text("program", &program.to_string());
    }
    canonical.finish().first_u64() >> 11
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_games_of_a_setup_share_a_seed() {
        let seeds: Vec<u64> = (0..6).map(|game| Encounter::match_seed(9, 3, game)).collect();
        assert_eq!(seeds[..3], [9; 3]);
        assert_eq!(seeds[3..], [match_seed(9, 1); 3]);
    }

    #[test]
    fn the_order_of_programs_does_not_change_their_seed() {
        let [a, b] = [Digest::of(b"a"), Digest::of(b"b")];
        let seed_of = |seed, programs: &[Digest]| pairing_seed(seed, programs, Seating::Reversing);
        assert_eq!(seed_of(1, &[a, b]), seed_of(1, &[b, a]));
        assert_ne!(seed_of(1, &[a, b]), seed_of(2, &[a, b]));
        assert_ne!(seed_of(1, &[a, b]), seed_of(1, &[a, a]));
        assert!(seed_of(1, &[a, b]) < 1 << 53);
    }

    #[test]
    fn only_three_or_more_have_other_seeds_where_their_order_is_reversed() {
        let [a, b, c] = [Digest::of(b"a"), Digest::of(b"b"), Digest::of(b"c")];
        let both = |programs: &[Digest]| {
            [Seating::Rotating, Seating::Reversing].map(|seating| pairing_seed(7, programs, seating))
        };
        let [old, new] = both(&[a, b]);
        assert_eq!(old, new);
        let [old, new] = both(&[a, b, c]);
        assert_ne!(old, new);
    }
}

//! Parameters and setups of a match, and what follows from a setup: the cells in which snippets enter, and the
//! seeds of `rand`.

use game::{NamedLists, Parameter, Rules, RulesError, SeededRng, SetupError};

/// The most cells of an Array.
pub const MAX_SIZE: usize = 10_000;
/// The most rounds of a match.
pub const MAX_ROUNDS: u64 = 1_000_000;
/// The length, in characters, of the longest snippet that can be stored (P8).
pub const MAX_STORED: usize = 65_536;
/// The longest snippet that runs, in characters, by default.
pub const DEFAULT_MAX_LEN: usize = 100;

const SIZE: Parameter =
    Parameter { key: "size", help: "cells of the Array", default: "100", range: "2 to 10000" };
const MAX_LEN: Parameter = Parameter {
    key: "max_len",
    help: "the longest snippet that runs, in characters",
    default: "100",
    range: "1 to 65536",
};
const ROUNDS: Parameter = Parameter {
    key: "rounds",
    help: "rounds after which the most snippets win",
    default: "100",
    range: "1 to 1000000",
};
const SNIPPET_TIME_MS: Parameter = Parameter {
    key: "snippet_time_ms",
    help: "processor time that a snippet may use for one run, in milliseconds",
    default: "100",
    range: "1 to 60000",
};
const MEMORY_MIB: Parameter = Parameter {
    key: "memory_mib",
    help: "memory that a snippet may use, in MiB",
    default: "64",
    range: "16 to 4096",
};
const MAMBO: Parameter = Parameter {
    key: "mambo",
    help: "1 to make the longest snippet that runs shorter by a character each round",
    default: "0",
    range: "0 to 1",
};

/// The parameters, as shown to users.
pub const PARAMETERS: &[Parameter] = &[SIZE, MAX_LEN, ROUNDS, SNIPPET_TIME_MS, MEMORY_MIB, MAMBO];

/// The names of the lists of a setup.
pub const SETUP_LISTS: &[&str] = &["key"];

/// Checked parameters. The limits of time and memory apply to the processes that run the snippets.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Parameters {
    /// Cells of the Array: 2 to [`MAX_SIZE`].
    pub size: usize,
    /// The longest snippet that runs in round 1, in characters (P8): 1 to [`MAX_STORED`].
    pub max_len: usize,
    /// The rounds of a match: 1 to [`MAX_ROUNDS`].
    pub rounds: u64,
    /// Processor time for one run, in milliseconds (P9).
    pub snippet_time_ms: u64,
    /// Memory for one run, in MiB (P9).
    pub memory_mib: u64,
    /// Whether the longest snippet that runs gets shorter from round to round.
    pub mambo: bool,
}

impl Parameters {
    pub(super) fn check(rules: &Rules) -> Result<Self, RulesError> {
        rules.only(PARAMETERS)?;
        Ok(Self {
            size: length(rules.value(&SIZE, 100, 2, MAX_SIZE as u64)?),
            max_len: length(rules.value(&MAX_LEN, DEFAULT_MAX_LEN as u64, 1, MAX_STORED as u64)?),
            rounds: rules.value(&ROUNDS, 100, 1, MAX_ROUNDS)?,
            snippet_time_ms: rules.value(&SNIPPET_TIME_MS, 100, 1, 60_000)?,
            memory_mib: rules.value(&MEMORY_MIB, 64, 16, 4096)?,
            mambo: rules.value(&MAMBO, 0, 0, 1)? == 1,
        })
    }

    /// All of them by key, in the order of [`PARAMETERS`].
    pub(super) fn values(self) -> Vec<(&'static str, u64)> {
        vec![
            (SIZE.key, self.size as u64),
            (MAX_LEN.key, self.max_len as u64),
            (ROUNDS.key, self.rounds),
            (SNIPPET_TIME_MS.key, self.snippet_time_ms),
            (MEMORY_MIB.key, self.memory_mib),
            (MAMBO.key, self.mambo.into()),
        ]
    }

    /// The longest snippet that runs in a round, in characters: what snippets see as `$W`.
    #[must_use]
    pub fn longest(self, round: u64) -> usize {
        let shorter = if self.mambo { length(round.saturating_sub(1).min(MAX_ROUNDS)) } else { 0 };
        self.max_len.saturating_sub(shorter).max(1)
    }
}

/// A number that was checked against a bound far below that of `usize`.
fn length(number: u64) -> usize {
    usize::try_from(number).expect("it was checked against a small bound")
}

/// A setup: every number is legal. Everything else that a match depends on is in its programs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Setup {
    /// The key that gives the order of the players and the cells in which they land (P14), and the seeds of `rand`
    /// (P12).
    pub key: u64,
}

impl Setup {
    pub(super) fn draw(rng: &mut SeededRng) -> Self {
        Self { key: rng.next_u64() }
    }

    pub(super) fn check(wished: &NamedLists) -> Result<Self, SetupError> {
        Ok(Self { key: wished.one_a_seat("key", 1)?[0] })
    }

    pub(super) fn lists(self) -> NamedLists {
        NamedLists::default().with("key", vec![self.key])
    }
}

/// The seed of a round: the number at this place of the generator `SplitMix64` seeded with the setup's
/// key, counting from 1.
fn round_seed(key: u64, round: u64) -> u64 {
    splitmix(key, round)
}

/// The stream of the numbers that say who enters where in a round (P14): a match with the round's seed would draw its
/// setup from it.
///
/// Each round has a stream of its own, so nothing depends on what was drawn in the rounds before. First comes the
/// order of all players, including those who enter nothing. Then, in this order, comes one number for each player who
/// enters a snippet. It is below the number of cells that are open to that player, and counts these from cell 0.
#[must_use]
pub fn entering_draw(key: u64, round: u64) -> SeededRng {
    SeededRng::for_setup(round_seed(key, round))
}

/// The seed from which `rand` starts when the snippet in a cell is run in a round (P12): the upper 32 bits
/// of the number at place `cell + 1` of the generator `SplitMix64` seeded with the seed of the round, which
/// is the number at place `round` of the same generator seeded with the setup's key. Places count from 1.
#[must_use]
pub fn rand_seed(key: u64, round: u64, cell: usize) -> u32 {
    let [.., a, b, c, d] = splitmix(round_seed(key, round), cell as u64 + 1).to_le_bytes();
    u32::from_le_bytes([a, b, c, d])
}

/// The number at a place of the generator `SplitMix64`, counting from 1.
fn splitmix(seed: u64, place: u64) -> u64 {
    let state = seed.wrapping_add(place.wrapping_mul(0x9e37_79b9_7f4a_7c15));
    let mixed = (state ^ state >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ mixed >> 31
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first numbers of every published `SplitMix64` with the seed 1234567 (the example of Rosetta
    /// Code).
    #[test]
    fn seeds_of_rounds_are_numbers_of_splitmix64() {
        let published = [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423];
        assert_eq!([1, 2, 3].map(|round| round_seed(1_234_567, round)), published);
    }

    /// The manual's examples, which a separate program worked out.
    #[test]
    fn seeds_are_those_of_the_manual_p12_p14() {
        let key = 0x903d_f1a0_ade0_b876;
        assert_eq!(
            [1, 2].map(|round| round_seed(key, round)),
            [0x6ced_3fef_4fc3_f849, 0xd391_1970_96f5_5943]
        );
        let found = [rand_seed(key, 1, 0), rand_seed(key, 1, 99), rand_seed(key, 2, 0)];
        assert_eq!(found, [0xf324_78b2, 0x473b_0c0e, 0x1dfb_f222]);
        let drawn = |players: usize| {
            let mut rng = entering_draw(key, 1);
            let order = rng.order(players);
            (order, (0..players).map(|before| rng.index_below(100 - before)).collect::<Vec<_>>())
        };
        assert_eq!(drawn(2), (vec![1, 0], vec![9, 97]));
        assert_eq!(drawn(3), (vec![0, 1, 2], vec![6, 96, 20]));
    }

    #[test]
    fn the_longest_snippet_gets_shorter_with_mambo_only() {
        let with = |pairs: &[&str]| Parameters::check(&Rules::parse(pairs).unwrap()).unwrap();
        let plain = with(&[]);
        assert_eq!([1, 2, 100, 1_000_000].map(|round| plain.longest(round)), [100; 4]);
        let mambo = with(&["mambo=1", "max_len=3"]);
        assert_eq!([1, 2, 3, 4, 1_000_000].map(|round| mambo.longest(round)), [3, 2, 1, 1, 1]);
    }
}

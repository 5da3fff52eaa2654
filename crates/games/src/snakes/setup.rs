//! Parameters and setups of a match, and the seeds of `rand` that follow from a setup.

use game::{NamedLists, Parameter, Rules, RulesError, Seat, SeededRng, SetupError};

/// The default number of turns of a match (S1).
pub const DEFAULT_TURNS: u64 = 1024;
/// The most turns of a match.
pub const MAX_TURNS: u64 = 1_000_000;

const TURNS: Parameter = Parameter {
    key: "turns",
    help: "turns after which the larger territory wins",
    default: "1024",
    range: "1 to 1000000",
};
const MOVE_TIME_MS: Parameter = Parameter {
    key: "move_time_ms",
    help: "processor time that a bot may use for one move, in milliseconds",
    default: "100",
    range: "1 to 60000",
};
const MEMORY_MIB: Parameter = Parameter {
    key: "memory_mib",
    help: "memory that a bot may allocate, in MiB",
    default: "64",
    range: "1 to 4096",
};
const STACK_MIB: Parameter =
    Parameter { key: "stack_mib", help: "a bot's stack, in MiB", default: "8", range: "1 to 4096" };

/// The parameters, as shown to users.
pub const PARAMETERS: &[Parameter] = &[TURNS, MOVE_TIME_MS, MEMORY_MIB, STACK_MIB];

/// The names of the lists of a setup.
pub const SETUP_LISTS: &[&str] = &["key"];

/// Checked parameters. The engine looks at the turns only; the others apply to the processes that run the bots.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Parameters {
    /// Turns after which the larger territory wins (S1).
    pub turns: u64,
    /// Processor time for one move in milliseconds (S9).
    pub move_time_ms: u64,
    /// Memory that a bot may allocate, in MiB (S9).
    pub memory_mib: u64,
    /// A bot's stack in MiB (S9).
    pub stack_mib: u64,
}

impl Parameters {
    pub(super) fn check(rules: &Rules) -> Result<Self, RulesError> {
        rules.only(PARAMETERS)?;
        Ok(Self {
            turns: rules.value(&TURNS, DEFAULT_TURNS, 1, MAX_TURNS)?,
            move_time_ms: rules.value(&MOVE_TIME_MS, 100, 1, 60_000)?,
            memory_mib: rules.value(&MEMORY_MIB, 64, 1, 4096)?,
            stack_mib: rules.value(&STACK_MIB, 8, 1, 4096)?,
        })
    }

    /// All of them by key, in the order of [`PARAMETERS`].
    pub(super) fn values(self) -> Vec<(&'static str, u64)> {
        vec![
            (TURNS.key, self.turns),
            (MOVE_TIME_MS.key, self.move_time_ms),
            (MEMORY_MIB.key, self.memory_mib),
            (STACK_MIB.key, self.stack_mib),
        ]
    }
}

/// A setup: every number is legal. The board always starts the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Setup {
    /// The key from which the seeds of `rand` are made (S11).
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

/// The seed from which `rand` starts in one call of one bot (S11): the number at place
/// `2 * turn + player` of the generator `SplitMix64` seeded with the setup's key, counting from 1.
///
/// `player` is 0 for X and 1 for O, and the first turn is 1, so that no two calls of a match share a
/// place.
#[must_use]
pub fn rand_seed(key: u64, player: Seat, turn: u64) -> u64 {
    let place = turn.wrapping_mul(2).wrapping_add(player as u64);
    let state = key.wrapping_add(place.wrapping_mul(0x9e37_79b9_7f4a_7c15));
    let mixed = (state ^ state >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ mixed >> 31
}

#[cfg(test)]
mod tests {
    use super::rand_seed;

    /// The second and third number of every published `SplitMix64` with the seed 0; and with the seed
    /// 1234567, whose first five are the example of Rosetta Code.
    #[test]
    fn seeds_are_numbers_of_splitmix64_s11() {
        assert_eq!(rand_seed(0, 0, 1), 0x6e78_9e6a_a1b9_65f4);
        assert_eq!(rand_seed(0, 1, 1), 0x06c4_5d18_8009_454f);
        let published = [3_203_168_211_198_807_973, 9_817_491_932_198_370_423, 4_593_380_528_125_082_431];
        let found = [rand_seed(1_234_567, 0, 1), rand_seed(1_234_567, 1, 1), rand_seed(1_234_567, 0, 2)];
        assert_eq!(found, published);
        // The manual's example.
        let key = 0x903d_f1a0_ade0_b876;
        let found = [rand_seed(key, 0, 1), rand_seed(key, 1, 1), rand_seed(key, 0, 2)];
        assert_eq!(found, [0xd391_1970_96f5_5943, 0x0f4c_25eb_7d84_e9ae, 0x9ebc_6673_d4b6_7203]);
    }
}

//! Parameters and setups of a match.

use game::{NamedLists, Parameter, Rules, RulesError, SeededRng, SetupError};

use super::program::Base;

/// Squares per player on the default board (the document).
pub const SQUARES_PER_PLAYER: u64 = 100_000;
/// Turns per player until the turn limit (the document).
pub const TURNS_PER_PLAYER: u64 = 1_000_000;
/// The largest board. It takes up 64 MiB, and squares fit into 32 bits with room for flags.
pub const MAX_SQUARES: u64 = 1 << 26;
/// The highest turn limit.
pub const MAX_TURNS: u64 = 1 << 40;

const SQUARES: Parameter = Parameter {
    key: "squares",
    help: "squares of the board",
    default: "100000 × players",
    range: "the bases' lengths together, to 67108864",
};
const TURN_LIMIT: Parameter = Parameter {
    key: "max_turns",
    help: "turns of all players together after which the living tie",
    default: "1000000 × players",
    range: "1 to 1099511627776",
};

/// The parameters, as shown to users.
pub const PARAMETERS: &[Parameter] = &[SQUARES, TURN_LIMIT];

/// The names of the lists of a setup.
pub const SETUP_LISTS: &[&str] = &["start", "robots"];

/// Checked parameters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Parameters {
    /// Squares of the board.
    pub squares: usize,
    /// Turns of all players together after which the living tie (E1).
    pub max_turns: u64,
}

impl Parameters {
    /// Checks parameters for these bases. In both default products, "players" is the number of players that start (E1).
    pub(super) fn check(rules: &Rules, bases: &[&Base]) -> Result<Self, RulesError> {
        rules.only(PARAMETERS)?;
        let players = bases.len() as u64;
        let needed = lengths(bases).iter().sum::<usize>() as u64;
        let squares = rules.value(&SQUARES, SQUARES_PER_PLAYER * players, needed, MAX_SQUARES)?;
        let max_turns = rules.value(&TURN_LIMIT, TURNS_PER_PLAYER * players, 1, MAX_TURNS)?;
        Ok(Self { squares: usize::try_from(squares).expect("at most 2^26"), max_turns })
    }

    /// The parameters by key.
    pub(super) fn values(self) -> Vec<(&'static str, u64)> {
        vec![(SQUARES.key, self.squares as u64), (TURN_LIMIT.key, self.max_turns)]
    }
}

fn lengths(bases: &[&Base]) -> Vec<usize> {
    bases.iter().map(|base| base.symbols().len()).collect()
}

/// A legal setup: the bases are inside the board and do not overlap, and the robots are on squares (E8).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Setup {
    pub(super) start: Vec<usize>,
    pub(super) robots: Vec<usize>,
}

impl Setup {
    /// Draws the placement of the bases first. Then draws the robots' squares in the order of seats, uniformly from the
    /// whole board (E8).
    pub(super) fn draw(parameters: Parameters, bases: &[&Base], rng: &mut SeededRng) -> Self {
        let start = rng.placement(&lengths(bases), parameters.squares);
        let robots = bases.iter().map(|_| rng.index_below(parameters.squares)).collect();
        Self { start, robots }
    }

    /// Turns a requested setup into a legal one: bases inside the board, not over its right edge, no overlap (E8).
    pub(super) fn check(
        parameters: Parameters,
        bases: &[&Base],
        wished: &NamedLists,
    ) -> Result<Self, SetupError> {
        let start = crate::placement::check(wished, &lengths(bases), parameters.squares, "E8")?;
        let robots = wished.one_a_seat("robots", bases.len())?;
        let last = parameters.squares as u64 - 1;
        if let Some(seat) = robots.iter().position(|&robot| robot > last) {
            let why = "E8: robots start on a square of the board";
            return Err(SetupError::TooLarge { name: "robots", seat, value: robots[seat], max: last, why });
        }
        Ok(Self { start, robots: crate::placement::indices(robots) })
    }

    /// The setup as named lists.
    pub(super) fn lists(&self) -> NamedLists {
        let numbers = |list: &[usize]| list.iter().map(|&number| number as u64).collect();
        NamedLists::default().with("start", numbers(&self.start)).with("robots", numbers(&self.robots))
    }
}

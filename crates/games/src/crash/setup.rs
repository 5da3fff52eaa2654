//! Parameters and setups of a match.

use game::{NamedLists, Parameter, Rules, RulesError, SeededRng, SetupError};

use super::instruction::CELLS;
use super::program::Code;

/// The default turn limit (C6).
pub const DEFAULT_MAX_TURNS: u64 = 1_000_000;
/// The highest turn limit.
pub const MAX_TURNS: u64 = 1 << 40;

const TURN_LIMIT: Parameter = Parameter {
    key: "max_turns",
    help: "turns after which the match is a draw",
    default: "1000000",
    range: "1 to 1099511627776",
};

/// The parameters, as shown to users.
pub const PARAMETERS: &[Parameter] = &[TURN_LIMIT];

/// The names of the lists of a setup.
pub const SETUP_LISTS: &[&str] = &["start"];

/// Checked parameters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Parameters {
    /// Turns after which the match is a draw (C6).
    pub max_turns: u64,
}

impl Parameters {
    pub(super) fn check(rules: &Rules) -> Result<Self, RulesError> {
        rules.only(PARAMETERS)?;
        Ok(Self { max_turns: rules.value(&TURN_LIMIT, DEFAULT_MAX_TURNS, 1, MAX_TURNS)? })
    }
}

/// A legal setup: both programs inside the memory, without overlap (C7).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Setup {
    pub(super) start: [usize; 2],
}

impl Setup {
    /// Drawn as E8 says, with two programs (C7).
    pub(super) fn draw(programs: &[&Code], rng: &mut SeededRng) -> Self {
        Self { start: pair(&rng.placement(&lengths(programs), CELLS)) }
    }

    pub(super) fn check(programs: &[&Code], wished: &NamedLists) -> Result<Self, SetupError> {
        let start = crate::placement::check(wished, &lengths(programs), CELLS, "C7")?;
        Ok(Self { start: pair(&start) })
    }

    pub(super) fn lists(self) -> NamedLists {
        NamedLists::default().with("start", self.start.map(|start| start as u64).to_vec())
    }
}

fn lengths(programs: &[&Code]) -> Vec<usize> {
    programs.iter().map(|program| program.instructions().len()).collect()
}

fn pair(list: &[usize]) -> [usize; 2] {
    list.try_into().expect("exactly two programs play (C9)")
}

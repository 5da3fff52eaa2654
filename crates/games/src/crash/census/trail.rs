//! Where a single match goes. This tells whether other matches are like it.
//!
//! A match in which no address matters is the same wherever it is played, except for the end of the memory: see
//! [`Trail::where_alike`].

use std::ops::Range;

use super::super::instruction::CELLS;
use super::bases::Bases;
use super::table::Action;

/// Where executors go.
#[derive(Debug, Clone)]
pub(super) struct Trail {
    /// Where something is executed that does not jump. At 4095, it passes the end (C2).
    steps: Bases,
    /// Whether everything that is executed does the same wherever it stands.
    is_movable: bool,
}

impl Default for Trail {
    fn default() -> Self {
        Self { steps: Bases::NONE, is_movable: true }
    }
}

impl Trail {
    /// Notes that an instruction is executed.
    #[inline(always)]
    pub(super) fn go(&mut self, address: usize, action: Action) {
        self.is_movable &= action.is_movable;
        if !action.jumps() {
            self.steps.insert(address);
        }
    }

    /// Notes that instructions are executed that do nothing.
    pub(super) fn walk(&mut self, addresses: Range<usize>) {
        self.steps.insert_all(addresses);
    }

    pub(super) fn join(&mut self, other: &Self) {
        self.steps.insert_others(&other.steps);
        self.is_movable &= other.is_movable;
    }

    /// The bases whose matches go like the match of this base, which has this trail. This holds if registers hold no
    /// addresses and each base reads the same.
    pub(super) fn where_alike(&self, base: usize) -> Bases {
        const LAST: usize = CELLS - 1;
        let mut bases = Bases::NONE;
        if self.is_movable && !self.steps.contains(LAST) {
            bases = Bases::ALL;
            bases.remove_all(&self.steps.negated().rotated((base + LAST) % CELLS));
        }
        bases
    }
}

#[cfg(test)]
mod tests {
    use super::super::table::Table;
    use super::*;
    use crate::crash::read;

    fn trail(source: &str, addresses: &[usize]) -> Trail {
        let program = read(source.as_bytes()).program.expect("it is legal");
        let mut table = Table::new();
        let mut trail = Trail::default();
        for (instruction, &address) in program.instructions().iter().zip(addresses) {
            let number = table.add(instruction);
            trail.go(address, table.action(number));
        }
        trail
    }

    #[test]
    fn a_match_is_alike_but_where_it_would_pass_the_end() {
        let trail = trail("noop\nstore [a]+1 a\nstore [i]-2 i\n", &[1000, 1001, 1002]);
        let alike = trail.where_alike(900);
        // At these bases, what is executed at 1000 or 1001 would be executed at 4095. An instruction that jumps there
        // does not pass the end.
        let differing: Vec<usize> = (0..CELLS).filter(|&base| !alike.contains(base)).collect();
        assert_eq!(differing, [3994, 3995]);
    }

    #[test]
    fn who_uses_addresses_is_alike_nowhere_else() {
        for instruction in ["write crash 5", "store 7 i", "store [i] a", "store [i]+[i] i", "write noop [a]"]
        {
            assert!(trail(instruction, &[10]).where_alike(0).is_empty(), "{instruction}");
        }
        assert!(trail("noop\n", &[CELLS - 1]).where_alike(0).is_empty(), "it passes the end itself");
    }
}

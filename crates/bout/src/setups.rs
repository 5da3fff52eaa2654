//! Setups of which parts are given and the rest is drawn.

use game::NamedLists;
use referee::Lineup;

use crate::failure::Failure;

/// Checks lists that were wished for, together with those that `seed` gives for the rest.
pub(crate) fn check(lineup: &Lineup, wished: &NamedLists, seed: u64) -> Result<(), Failure> {
    if wished.is_empty() {
        return Ok(());
    }
    let checked = lineup.check_setup(&completed(lineup, wished, seed));
    checked.map(|_| ()).map_err(|error| Failure::Refused(format!("the setup is not legal: {error}")))
}

/// The setup drawn from `seed`, with the lists of `wished` in place of the drawn ones.
pub(crate) fn completed(lineup: &Lineup, wished: &NamedLists, seed: u64) -> NamedLists {
    let mut setup = lineup.draw_setup(seed);
    for (name, numbers) in wished.iter() {
        setup.set(name, numbers.to_vec());
    }
    setup
}

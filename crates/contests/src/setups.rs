//! Setups that are partly given by the user and partly drawn.

use game::NamedLists;
use referee::Lineup;

use crate::Failure;

/// Checks the given lists together with the others, which are drawn from `seed`.
pub fn check(lineup: &Lineup, given: &NamedLists, seed: u64) -> Result<(), Failure> {
    if given.is_empty() {
        return Ok(());
    }
    let checked = lineup.check_setup(&completed(lineup, given, seed));
    checked.map(|_| ()).map_err(|error| Failure::Refused(format!("the setup is not legal: {error}")))
}

/// Returns the setup drawn from `seed`, in which the `given` lists replace the drawn ones.
#[must_use]
pub fn completed(lineup: &Lineup, given: &NamedLists, seed: u64) -> NamedLists {
    let mut setup = lineup.draw_setup(seed);
    for (name, numbers) in given.iter() {
        setup.set(name, numbers.to_vec());
    }
    setup
}

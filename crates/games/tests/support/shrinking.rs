//! Matches on which an engine and its reference differ, made as small as possible, so that the fault is easier to
//! find.

use std::panic::{AssertUnwindSafe, catch_unwind, set_hook, take_hook};

use crate::choices::{Choices, SplitMix};

/// A match that is played by an engine and by a reference.
pub(crate) trait Comparable: Clone {
    /// Plays the match unwatched, in one step and in slices, and fails if anything differs from the reference.
    fn compare_unwatched(&self, choices: &mut impl Choices);

    /// Matches that are smaller, by a measure of which there is a least: first those that are much smaller.
    fn smaller_ones(&self) -> impl Iterator<Item = Self>;
}

/// Whether the engine differs from the reference, or does not come to an end of the match at all because it panics.
pub(crate) fn differs(game: &impl Comparable, seed: u64) -> bool {
    catch_unwind(AssertUnwindSafe(|| game.compare_unwatched(&mut SplitMix(seed)))).is_err()
}

/// A match, as small as can be found, that still `fails`, as `game` does.
pub(crate) fn shrunk<M: Comparable>(game: &M, fails: impl Fn(&M) -> bool) -> M {
    // Each of the many that fail would print that it does.
    set_hook(Box::new(|_| {}));
    let mut smallest = game.clone();
    // Every change makes it smaller, so this ends.
    loop {
        let smaller = smallest.smaller_ones().find(&fails);
        match smaller {
            Some(smaller) => smallest = smaller,
            None => break,
        }
    }
    // What is taken is the silence: failures are told again.
    drop(take_hook());
    smallest
}

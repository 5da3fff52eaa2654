//! Matches on which an engine and its reference differ, made as small as possible, so that the fault is easier to
//! find.

use std::panic::{AssertUnwindSafe, catch_unwind, set_hook, take_hook};

use crate::choices::{Choices, SplitMix};

/// A match that is played by an engine and by a reference.
pub(crate) trait Comparable: Clone {
    /// Plays the match unwatched, in one step and in slices, and fails if anything differs from the reference.
    fn compare_unwatched(&self, choices: &mut impl Choices);

    /// Smaller matches, by a measure that has a least value; much smaller ones come first.
    fn smaller_ones(&self) -> impl Iterator<Item = Self>;
}

/// Whether the engine differs from the reference, or panics before the match ends.
pub(crate) fn differs(game: &impl Comparable, seed: u64) -> bool {
    catch_unwind(AssertUnwindSafe(|| game.compare_unwatched(&mut SplitMix(seed)))).is_err()
}

/// A match that still `fails`, as `game` does, and is as small as can be found.
pub(crate) fn shrunk<M: Comparable>(game: &M, fails: impl Fn(&M) -> bool) -> M {
    // Otherwise each of the many failing matches would print its failure.
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
    // This removes the hook that keeps silent: failures are printed again.
    drop(take_hook());
    smallest
}

//! Rates the versions of a program against a hill in stages, in memory: the hill is neither changed nor locked.

mod hill_field;
mod stage_results;
mod version;

pub use hill_field::HillField;
pub use stage_results::{ChangedOpponent, Opponent, StageRank, StageResults};
pub use version::Version;

/// Returns true if the current work should stop.
pub type ShouldStop<'a> = &'a (dyn Fn() -> bool + Sync);

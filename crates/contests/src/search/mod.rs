//! Searches for strong programs: their folders, and playing their games.

mod evaluator;
mod folder;
mod remote;

pub use evaluator::MatchEvaluator;
pub use folder::{Folder, SavedSearch, SearchBasis};
pub use remote::{RemoteEvaluator, SearchStatus};

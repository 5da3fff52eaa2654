//! Searches for strong programs: their folders, and playing their games.

mod evaluator;
mod folder;

pub use evaluator::MatchEvaluator;
pub use folder::{Folder, SavedSearch, SearchBasis};

//! Searches for strong programs: their folders, and playing their games.

mod distant;
mod evaluator;
mod folder;

pub use distant::{Course, DistantEvaluator};
pub use evaluator::MatchEvaluator;
pub use folder::{Folder, SavedSearch, SearchBasis};

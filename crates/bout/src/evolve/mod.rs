//! Parts of `bout evolve`: who plays its games, the folder that it is kept in, and what it says.

pub(crate) mod evaluator;
pub(crate) mod folder;
pub(crate) mod progress;
pub(crate) mod report;

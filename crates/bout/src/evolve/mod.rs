//! Parts of `bout evolve`: playing its games, its folder, and its report.

pub(crate) mod evaluator;
pub(crate) mod folder;
pub(crate) mod progress;
pub(crate) mod report;

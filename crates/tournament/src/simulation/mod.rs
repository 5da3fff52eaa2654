//! Invented fields whose true strengths are known, and what ratings of their results are worth.

mod coverage;
mod field;

pub use coverage::{Coverage, coverage, coverage_of};
pub use field::{Luck, SimulatedField};

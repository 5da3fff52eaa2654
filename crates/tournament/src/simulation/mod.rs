//! Invented fields whose true strengths are known, and what ratings of their results are worth.

mod adaptive;
mod claims;
mod coverage;
mod field;
mod paired;

pub use adaptive::{AdaptiveRow, Trial, adaptive_row, adaptive_rows};
pub use claims::{ClaimRow, claim_rows};
pub use coverage::{Coverage, coverage, coverage_of};
pub use field::{SharedLuck, SimulatedField};
pub use paired::{IntervalCoverage, PairedBy, PairedCoverage, normal_strengths, paired_coverage};

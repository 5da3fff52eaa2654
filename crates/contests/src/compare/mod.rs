//! Comparisons: whether a new version of a program is better than the old one.

mod comparison;
mod play;
mod remote;
mod rounds;
mod state;

pub use comparison::Comparison;
pub use play::{ComparisonPlayer, StopReason};
pub use state::{
    ComparisonState, Decision, OpponentResult, OpponentTotals, Pair, RoundResult, VersionTotals,
};

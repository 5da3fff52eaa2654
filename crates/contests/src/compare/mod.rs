//! Comparisons: whether a new version of a program is better than the old one.

mod field;
mod play;
mod rounds;
mod state;

pub use field::Field;
pub use play::{ComparisonPlayer, StopReason};
pub use state::{ComparisonState, Decision, OpponentResult, Pair, RoundResult, Standing, Tally};

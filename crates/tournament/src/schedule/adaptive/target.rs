//! What an adaptive tournament should find out.

use crate::ratings::Confidence;

/// The question about the first entrants.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Goal {
    /// Who has which of the first ranks.
    Ranks,
    /// Who belongs to the first ones, in any order.
    Set,
}

/// What an adaptive tournament should find out, and how surely.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Target {
    /// The number of first entrants.
    pub top: usize,
    /// The question about them.
    pub goal: Goal,
    /// Two entrants whose scores against the whole field differ by no more than this are as good as equal: points per
    /// game, from 0 to 1. With 0, equals stay open until the budget is spent.
    pub gap: f64,
    /// The probability that all claims of a tournament are true, at all looks together.
    pub confidence: Confidence,
}

impl Target {
    /// The first ranks, where equals are not told apart from others before the budget is spent.
    #[must_use]
    pub fn ranks(top: usize, confidence: Confidence) -> Self {
        Self { top, goal: Goal::Ranks, gap: 0.0, confidence }
    }
}

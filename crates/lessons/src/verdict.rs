//! What comes of a check.

use serde::Serialize;

use crate::Fight;

/// How far a check is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Progress {
    /// The check that is under way, from 1; the number of checks when all are done.
    pub check: usize,
    /// The parts of it that are done: matches, or parts of a count.
    pub done: u64,
    /// All parts of it.
    pub parts: u64,
    /// Whether everything is checked.
    pub finished: bool,
}

/// What is to be said of a learner's program.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Verdict {
    /// Whether it passes.
    pub passed: bool,
    /// What was found, check by check. The first that fails is the last: what follows it is not checked.
    pub findings: Vec<Finding>,
}

/// What came of one check.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Finding {
    /// The number of the check, from 1; 0 for whether the program is legal.
    pub check: usize,
    /// Whether the program passes it.
    pub passed: bool,
    /// What was asked and what happened, in a plain sentence or two.
    pub sentence: String,
    /// What to do about it, in Markdown.
    pub advice: Option<String>,
    /// A match that shows it.
    pub fight: Option<Fight>,
}

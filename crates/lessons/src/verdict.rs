//! The results of a check.

use serde::Serialize;

use crate::Fight;

/// How far a check has got.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Progress {
    /// The number of the current check, from 1; the number of checks when all are done.
    pub check: usize,
    /// The parts of the check that are done: matches, or parts of a count.
    pub done: u64,
    /// The number of all its parts.
    pub parts: u64,
    /// Whether all checks are done.
    pub finished: bool,
}

/// The verdict on a learner's program.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Verdict {
    /// Whether it passes.
    pub passed: bool,
    /// The findings, check by check. The first failed check is the last one listed: later checks do not run.
    pub findings: Vec<Finding>,
}

/// The result of one check.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Finding {
    /// The number of the check, from 1; 0 for the check whether the program is legal.
    pub check: usize,
    /// Whether the program passes it.
    pub passed: bool,
    /// What the check required and what happened, in one or two plain sentences.
    pub sentence: String,
    /// Advice on how to pass, in Markdown.
    pub advice: Option<String>,
    /// A match that shows the problem.
    pub fight: Option<Fight>,
}

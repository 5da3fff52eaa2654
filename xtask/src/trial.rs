//! Tests bout on other machines: the same commands must give the same output as on this one.

pub(crate) mod cases;
pub(crate) mod report;
pub(crate) mod table;

/// The shell function that runs the command and prints its result, for [`report::read`].
pub(crate) const SHELL: &str = include_str!("trial/try.sh");

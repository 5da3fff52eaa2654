//! A checker for object files alone, without a compiler, for tests with files that no compiler makes.

use super::build::{BuildError, judge};
use super::build_cache::Bot;
use super::inspect::Inspected;
use super::link::{Runtime, link};
use crate::source::Checker;

/// Decides which object files may play.
#[derive(Debug)]
pub struct ObjectChecker {
    runtime: Runtime,
}

impl ObjectChecker {
    /// The checker; `None` where bout was built for a machine that cannot run C bots.
    #[must_use]
    pub fn new() -> Option<Self> {
        Some(Self { runtime: Runtime::embedded()? })
    }

    /// Checks an object file as if a bot's source had been compiled to it, and links it. Returns the bytes of the executable.
    ///
    /// # Errors
    /// [`BuildError::Refused`] if it may not play. Everything else is a failure of ours.
    pub fn executable(&self, object: &[u8]) -> Result<(Inspected, Vec<u8>), BuildError> {
        judge(&mut Checker::new(b""), &self.runtime, object)
    }

    /// Checks and links an object file like [`ObjectChecker::executable`], ready to play.
    ///
    /// # Errors
    /// As [`ObjectChecker::executable`].
    pub fn bot(&self, object: &[u8]) -> Result<Bot, BuildError> {
        let (inspected, _) = self.executable(object)?;
        Ok(Bot { image: link(&self.runtime, object)?, name: inspected.name })
    }
}

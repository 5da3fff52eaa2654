//! Bots in C, as a kind of foreign code.

use std::path::PathBuf;
use std::sync::Arc;

use game::Diagnostics;
use referee::PlayerFactory;
use sandbox::{Isolation, IsolationFeatures};

use super::build::BuildError;
use super::build_cache::BuildCache;
use super::compiler::FLAGS;
use super::factory::Factory;
use super::prove::proofs;
use crate::kind::{CheckedProgram, GuestError, Kind};
use crate::methods::{MethodCheck, WarnOnce};
use crate::settings::IsolationSettings;

/// Which C library bots in C have. Its sources and the version of libm decide this, not the compiler.
const LIBRARY_VERSION: &str = env!("LIBRARY_VERSION");

/// Looks for the isolation features and for a compiler. Compiled bots are kept in `folder`. Errors say what is missing.
pub(crate) fn kind(folder: Option<PathBuf>) -> Result<Box<dyn Kind>, GuestError> {
    IsolationFeatures::available().required_for_tools().map_err(BuildError::from)?;
    Ok(Box::new(Bots(Arc::new(BuildCache::new(folder)?))))
}

/// What compiles and runs bots on this machine.
struct Bots(Arc<BuildCache>);

impl Kind for Bots {
    fn examine(&self, source: &[u8]) -> Result<CheckedProgram, GuestError> {
        let (bot, compiled) = self.0.examine(source)?;
        Ok(CheckedProgram { name: Some(bot.name.clone()), diagnostics: compiled.diagnostics })
    }

    fn accept(&self, source: &[u8]) -> Result<CheckedProgram, GuestError> {
        let bot = self.0.bot(source)?;
        Ok(CheckedProgram { name: Some(bot.name.clone()), diagnostics: Diagnostics::default() })
    }

    fn factory(&self, isolation: Isolation, notices: &WarnOnce) -> Box<dyn PlayerFactory> {
        let settings = IsolationSettings { isolation, features: IsolationFeatures::available() };
        Box::new(Factory::new(Arc::clone(&self.0), settings, notices.clone()))
    }

    fn prove(&self) -> Vec<MethodCheck> {
        proofs(&self.0, IsolationFeatures::available())
    }

    fn environment(&self) -> Vec<(&'static str, String)> {
        vec![
            ("gcc", self.0.compiler_version().to_owned()),
            ("flags", FLAGS.join(" ")),
            ("library", LIBRARY_VERSION.to_owned()),
        ]
    }
}

impl From<BuildError> for GuestError {
    fn from(error: BuildError) -> Self {
        match error {
            BuildError::Refused(diagnostics) => Self::Refused(diagnostics),
            error => Self::Machine(error.to_string()),
        }
    }
}

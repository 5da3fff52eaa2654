//! Bots in C, as a kind of foreign code.

use std::path::PathBuf;
use std::sync::Arc;

use game::Diagnostics;
use referee::GuestHouse;
use sandbox::{Isolation, Walls};

use super::build::BuildError;
use super::compiler::FLAGS;
use super::house::House;
use super::prove::proofs;
use super::workshop::Workshop;
use crate::kind::{GuestError, Kind, LetIn};
use crate::settings::Settings;
use crate::ways::{Notices, Proof};

/// Which C library bots in C have: its sources and the version of libm decide, not the compiler.
const LIBRARY_VERSION: &str = env!("LIBRARY_VERSION");

/// Looks for the walls, and for a compiler. `folder` is where compiled bots are kept. Errors say what is missing.
pub(crate) fn kind(folder: Option<PathBuf>) -> Result<Box<dyn Kind>, GuestError> {
    Walls::available().required_for_tools().map_err(BuildError::from)?;
    Ok(Box::new(Bots(Arc::new(Workshop::new(folder)?))))
}

/// What compiles and runs bots on this machine.
struct Bots(Arc<Workshop>);

impl Kind for Bots {
    fn examine(&self, source: &[u8]) -> Result<LetIn, GuestError> {
        let (bot, compiled) = self.0.examine(source)?;
        Ok(LetIn { name: Some(bot.name.clone()), diagnostics: compiled.diagnostics })
    }

    fn let_in(&self, source: &[u8]) -> Result<LetIn, GuestError> {
        let bot = self.0.bot(source)?;
        Ok(LetIn { name: Some(bot.name.clone()), diagnostics: Diagnostics::default() })
    }

    fn house(&self, isolation: Isolation, notices: &Notices) -> Box<dyn GuestHouse> {
        let settings = Settings { isolation, walls: Walls::available() };
        Box::new(House::new(Arc::clone(&self.0), settings, notices.clone()))
    }

    fn prove(&self) -> Vec<Proof> {
        proofs(&self.0, Walls::available())
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

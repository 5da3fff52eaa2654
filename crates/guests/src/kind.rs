//! The kinds of foreign code, by game.

use std::path::PathBuf;
use std::sync::Arc;

use game::{Diagnostics, Digest};
use jobs::GuestHouse;
use sandbox::{Isolation, Walls};

use crate::c::{BuildError, FLAGS, House, Settings, Workshop};

/// A program that may play.
#[derive(Debug, Clone)]
pub struct LetIn {
    /// The name that it gives itself in its code, as bytes, if it does.
    pub name: Option<Vec<u8>>,
    /// Warnings; empty where the program was known already and nobody asked for them.
    pub diagnostics: Diagnostics,
}

/// Why a program is not let in.
#[derive(Debug, thiserror::Error)]
pub enum GuestError {
    /// It is no program that may play, for these reasons.
    #[error("the program is refused")]
    Refused(Diagnostics),
    /// This machine cannot run such programs, or failed at it.
    #[error("{0}")]
    Machine(String),
}

/// Foreign code of one kind.
pub trait Kind: Send + Sync {
    /// Looks at a program anew, with all that there is to say about it.
    ///
    /// # Errors
    /// If it is refused, or the machine fails.
    fn examine(&self, source: &[u8]) -> Result<LetIn, GuestError>;

    /// Lets a program in that is about to play.
    ///
    /// # Errors
    /// If it is refused, or the machine fails.
    fn let_in(&self, source: &[u8]) -> Result<LetIn, GuestError>;

    /// Where programs are asked.
    fn house(&self, isolation: Isolation) -> Box<dyn GuestHouse>;

    /// Everything beyond programs and parameters that answers may depend on, by name.
    fn environment(&self) -> Vec<(&'static str, String)>;
}

/// The kind of foreign code that a game asks; nothing for games that ask nobody. `folder` is where compiled programs
/// are kept.
///
/// # Errors
/// If this machine cannot run it: what is missing, and the remedy.
pub fn kind(game: &str, folder: Option<PathBuf>) -> Result<Option<Box<dyn Kind>>, GuestError> {
    match game {
        "snakes" => {
            Walls::available().required().map_err(|error| GuestError::Machine(error.to_string()))?;
            Ok(Some(Box::new(Bots(Arc::new(Workshop::new(folder)?)))))
        }
        _ => Ok(None),
    }
}

/// C functions.
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

    fn house(&self, isolation: Isolation) -> Box<dyn GuestHouse> {
        Box::new(House::new(Arc::clone(&self.0), Settings { isolation, walls: Walls::available() }))
    }

    fn environment(&self) -> Vec<(&'static str, String)> {
        let library = Digest::of(self.0.library()).to_string();
        vec![
            ("gcc", self.0.compiler_version().to_owned()),
            ("flags", FLAGS.join(" ")),
            ("library", library[..16].to_owned()),
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

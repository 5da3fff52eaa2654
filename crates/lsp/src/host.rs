//! What the server needs of the machine: files, compilers and matches.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use game::Diagnostics;
use games::RegisteredGame;
use thiserror::Error;

/// A program as it is in the editor.
#[derive(Debug, Clone)]
pub struct ProgramText {
    /// Its game.
    pub game: &'static dyn RegisteredGame,
    /// Its file, which may have another content; `None` if there is none yet.
    pub path: Option<PathBuf>,
    /// Its text.
    pub text: String,
}

/// Why work has no result.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum WorkError {
    /// It was stopped.
    #[error("it was cancelled")]
    Stopped,
    /// It cannot be done. The sentence says why, and what to do.
    #[error("{0}")]
    Failed(String),
}

/// Work in the background, as its worker sees it.
pub struct Work {
    pub(crate) stop: Arc<AtomicBool>,
    pub(crate) report: Box<dyn Fn(String, u32) + Send + Sync>,
}

impl Work {
    /// Returns true if nobody waits for the result any more.
    #[must_use]
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// What `is_stopped` asks, for those who outlive this borrow.
    #[must_use]
    pub fn stop_flag(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.stop)
    }

    /// Tells the editor how far the work is: a few words, and a share of 0 to 100 percent.
    pub fn report(&self, message: impl Into<String>, percent: u32) {
        (self.report)(message.into(), percent);
    }
}

impl std::fmt::Debug for Work {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.debug_struct("Work").field("stop", &self.stop).finish_non_exhaustive()
    }
}

/// The machine behind the server. The first three methods answer at once; the others work, in a thread of their own.
pub trait Host: Send + Sync {
    /// The opponents that can be fought: those of the wished names that are there, and without wishes the usual ones.
    fn opponents(&self, game: &dyn RegisteredGame, beside: Option<&Path>, wished: &[String]) -> Vec<String>;

    /// The folder of the hill near a program, for programs of its game.
    fn hill(&self, game: &dyn RegisteredGame, program: &Path) -> Option<PathBuf>;

    /// Whether foreign code at this path is a program of this game. Other files in C or Perl are none of our business.
    fn is_program(&self, game: &dyn RegisteredGame, path: &Path) -> bool;

    /// What `bout check` says about foreign code.
    ///
    /// # Errors
    /// If it cannot be checked here.
    fn check(&self, program: &ProgramText, work: &Work) -> Result<Diagnostics, WorkError>;

    /// Plays against an opponent, and says in a sentence how it went.
    ///
    /// # Errors
    /// If it was stopped, or if there is no result.
    fn fight(&self, program: &ProgramText, opponent: &str, work: &Work) -> Result<String, WorkError>;

    /// Says in a sentence which rank the program would have on a hill.
    ///
    /// # Errors
    /// If it was stopped, or if there is no result.
    fn rank(&self, program: &ProgramText, hill: &Path, work: &Work) -> Result<String, WorkError>;
}

//! The interface to the machine: files, compilers and matches.

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
    /// Its file, whose content may differ; `None` if it has none yet.
    pub path: Option<PathBuf>,
    /// Its text.
    pub text: String,
}

/// The reason why work has no result.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum WorkError {
    /// The work was stopped.
    #[error("it was cancelled")]
    Stopped,
    /// The work failed. The message says why, and what to do about it.
    #[error("{0}")]
    Failed(String),
}

/// A background job's connection to the server: stop requests and progress reports.
pub struct Work {
    pub(crate) stop: Arc<AtomicBool>,
    pub(crate) report: Box<dyn Fn(String, u32) + Send + Sync>,
}

impl Work {
    /// Returns true if the job should stop, because nobody needs its result any more.
    #[must_use]
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// The flag that `is_stopped` reads, for code that outlives this borrow.
    #[must_use]
    pub fn stop_flag(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.stop)
    }

    /// Reports progress to the editor: a short message, and a percentage from 0 to 100.
    pub fn report(&self, message: impl Into<String>, percent: u32) {
        (self.report)(message.into(), percent);
    }
}

impl std::fmt::Debug for Work {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.debug_struct("Work").field("stop", &self.stop).finish_non_exhaustive()
    }
}

/// The machine that the server runs on. The first three methods return quickly. The server runs each of the
/// others on its own thread, because they take time.
pub trait Host: Send + Sync {
    /// The names of available opponents: those of `wished` that exist, or the usual ones if `wished` is
    /// empty.
    fn opponents(&self, game: &dyn RegisteredGame, beside: Option<&Path>, wished: &[String]) -> Vec<String>;

    /// The folder of a hill of this game near a program.
    fn hill(&self, game: &dyn RegisteredGame, program: &Path) -> Option<PathBuf>;

    /// Whether foreign code at this path is a program of this game. The server ignores other files in C or
    /// Perl.
    fn is_program(&self, game: &dyn RegisteredGame, path: &Path) -> bool;

    /// The diagnostics of `bout check` for foreign code.
    ///
    /// # Errors
    /// If this machine cannot check it, or if the check was stopped.
    fn check(&self, program: &ProgramText, work: &Work) -> Result<Diagnostics, WorkError>;

    /// Plays against an opponent, and returns a sentence with the result.
    ///
    /// # Errors
    /// If it was stopped, or if there is no result.
    fn fight(&self, program: &ProgramText, opponent: &str, work: &Work) -> Result<String, WorkError>;

    /// Returns a sentence with the rank that the program would have on a hill.
    ///
    /// # Errors
    /// If it was stopped, or if there is no result.
    fn rank(&self, program: &ProgramText, hill: &Path, work: &Work) -> Result<String, WorkError>;
}

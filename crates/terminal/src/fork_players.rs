//! The players of a fork, where a match continues differently from its record.

use std::path::Path;

use game::{AnyGame, AnyPlayers, NoPlayers, Participant};
use viewer::Lineup;

/// Makes the players of forks: runs programs that are foreign code, and reads programs from files.
pub trait ForkPlayers {
    /// Returns the players of a fork in which these programs play.
    ///
    /// # Errors
    /// Says why no program can be asked.
    fn players(&self, lineup: &Lineup<'_>) -> Result<Box<dyn AnyPlayers>, String>;

    /// Reads a program of a game from a file.
    ///
    /// # Errors
    /// Says why it is not a program.
    fn program(&self, game: &dyn AnyGame, file: &Path) -> Result<Participant, String>;
}

/// Asks no program, as is right for games that have no foreign code.
#[derive(Debug, Clone, Copy)]
pub struct NoPrograms;

impl ForkPlayers for NoPrograms {
    fn players(&self, lineup: &Lineup<'_>) -> Result<Box<dyn AnyPlayers>, String> {
        if lineup.game().runs_foreign_code() {
            return Err("nobody can be asked here how the match goes on".into());
        }
        Ok(Box::new(NoPlayers))
    }

    fn program(&self, _: &dyn AnyGame, _: &Path) -> Result<Participant, String> {
        Err("no programs are read here".into())
    }
}

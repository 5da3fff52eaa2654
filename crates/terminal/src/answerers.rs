//! The players of a fork, where a match continues differently from its record.

use std::path::Path;

use game::{AnyGame, AnyPlayers, NoPlayers, Participant};
use viewer::Lineup;

/// Asks programs that are foreign code, and reads others from files.
pub trait Answerers {
    /// Who answers in a fork where these programs play.
    ///
    /// # Errors
    /// Says why nobody can be asked.
    fn players(&self, lineup: &Lineup<'_>) -> Result<Box<dyn AnyPlayers>, String>;

    /// The program of a game in a file.
    ///
    /// # Errors
    /// Says why it is none.
    fn program(&self, game: &dyn AnyGame, file: &Path) -> Result<Participant, String>;
}

/// Nobody is asked, which is right for games that ask nobody.
#[derive(Debug, Clone, Copy)]
pub struct NoAnswerers;

impl Answerers for NoAnswerers {
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

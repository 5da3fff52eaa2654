//! Who answers where a match goes on as it was not recorded.

use std::path::PathBuf;

use game::{Guests, Nobody, Seat};
use viewer::Film;

/// A program that is asked instead of the one that played.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Replaced {
    /// Whose.
    pub seat: Seat,
    /// The file of the new one.
    pub file: PathBuf,
}

/// Asks programs that are foreign code.
pub trait Answerers {
    /// Who answers in a fork of a film, with some programs replaced.
    ///
    /// # Errors
    /// Says why nobody can be asked, or why a program cannot be replaced.
    fn guests(&self, film: &Film<'_>, replaced: &[Replaced]) -> Result<Box<dyn Guests>, String>;
}

/// Nobody is asked, which is right for games that ask nobody.
#[derive(Debug, Clone, Copy)]
pub struct NobodyAnswers;

impl Answerers for NobodyAnswers {
    fn guests(&self, film: &Film<'_>, replaced: &[Replaced]) -> Result<Box<dyn Guests>, String> {
        if film.lineup().game().runs_foreign_code() {
            return Err("nobody can be asked here how the match goes on".into());
        }
        if replaced.is_empty() {
            return Ok(Box::new(Nobody));
        }
        Err("programs of this game stand on the board: change their cells".into())
    }
}

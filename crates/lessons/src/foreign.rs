//! The foreign code of games that ask it, which the caller of the check runs.

use game::{Diagnostics, NoPlayers, Void};
use referee::PlayerFactory;

/// Checks and runs programs that are foreign code. [`NoPlayers`] does for games that ask nobody.
pub trait ForeignCode {
    /// Compiles a program: what there is to say about it. It may play if there is no error.
    ///
    /// # Errors
    /// If our own machinery failed.
    fn examine(&self, source: &[u8]) -> Result<Diagnostics, Void>;

    /// Makes the players of matches.
    fn factory(&self) -> &dyn PlayerFactory;
}

impl ForeignCode for NoPlayers {
    fn examine(&self, _: &[u8]) -> Result<Diagnostics, Void> {
        Ok(Diagnostics::default())
    }

    fn factory(&self) -> &dyn PlayerFactory {
        self
    }
}

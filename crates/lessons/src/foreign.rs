//! Foreign code in games that ask it for moves. The caller of the check runs it.

use game::{Diagnostics, NoPlayers, Void};
use referee::PlayerFactory;

/// Checks and runs programs that are foreign code. For games that ask no foreign code, [`NoPlayers`] is enough.
pub trait ForeignCode {
    /// Compiles a program and returns the diagnostics. The program may play if none of them is an error.
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

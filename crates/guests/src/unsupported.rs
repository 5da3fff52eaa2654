//! Replaces bots in C and snippets of Perl on platforms where they cannot be confined. Everything here fails with that
//! reason.

use sandbox::SandboxError;

use crate::kind::GuestError;

/// Why a kind of programs cannot be run on this kind of machine.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("{programs} cannot be run here: {}{instead}", SandboxError::OtherPlatform)]
pub struct UnsupportedPlatform {
    programs: &'static str,
    /// What can be done about it, after a separator.
    instead: &'static str,
}

impl From<UnsupportedPlatform> for GuestError {
    fn from(why: UnsupportedPlatform) -> Self {
        Self::Machine(why.to_string())
    }
}

/// Bots in C.
pub mod c {
    use std::path::PathBuf;

    use games::snakes::Question;

    use super::UnsupportedPlatform;
    use crate::bot_reply::BotReply;
    use crate::c_as_wasm;
    use crate::kind::{GuestError, Kind};

    const WHY: UnsupportedPlatform = UnsupportedPlatform {
        programs: "bots in C",
        instead: "; bots in WebAssembly can be played everywhere (`bout man wasm` says how to make them, of C too)",
    };

    /// Through WebAssembly, if there is a compiler for it.
    pub(crate) fn kind(folder: Option<PathBuf>) -> Result<Box<dyn Kind>, GuestError> {
        c_as_wasm::kind(folder)
            .map_err(|error| GuestError::Machine(format!("{WHY}; or as they are, with clang: {error}")))
    }

    /// Asks a bot's source one question.
    ///
    /// # Errors
    /// Always.
    pub fn ask(_: &[u8], _: &Question) -> Result<BotReply, GuestError> {
        Err(WHY.into())
    }

    /// A compiler of bots. This platform has none.
    #[derive(Debug)]
    pub enum Compiler {}

    impl Compiler {
        /// The machine's compiler.
        ///
        /// # Errors
        /// Always.
        pub fn find() -> Result<&'static Self, UnsupportedPlatform> {
            Err(WHY)
        }

        /// What it says it is.
        #[must_use]
        pub fn version(&self) -> &str {
            match *self {}
        }
    }
}

/// Snippets of Perl.
pub mod perl {
    use super::UnsupportedPlatform;
    use crate::kind::{GuestError, Kind};

    const WHY: UnsupportedPlatform = UnsupportedPlatform { programs: "snippets of Perl", instead: "" };

    pub(crate) fn kind() -> Result<Box<dyn Kind>, GuestError> {
        Err(WHY.into())
    }

    /// A perl that runs snippets. This platform has none.
    #[derive(Debug)]
    pub enum Perl {}

    impl Perl {
        /// The machine's perl.
        ///
        /// # Errors
        /// Always.
        pub fn find() -> Result<&'static Self, UnsupportedPlatform> {
            Err(WHY)
        }

        /// Its version.
        #[must_use]
        pub fn version(&self) -> &str {
            match *self {}
        }
    }
}

//! The kinds of foreign code, by game.

use std::path::PathBuf;
use std::sync::Arc;

use game::Diagnostics;
use games::snakes::is_wasm;
use jobs::GuestHouse;
use sandbox::{Isolation, Walls};

use crate::c::{BuildError, FLAGS, House, Workshop};
use crate::perl::Snippets;
use crate::settings::Settings;

/// What interprets WebAssembly, if anything does.
#[cfg(feature = "wasm")]
const INTERPRETER: Option<&str> = Some(crate::wasm::VERSION);
#[cfg(not(feature = "wasm"))]
const INTERPRETER: Option<&str> = None;

/// Which C library bots in C have: its sources and the version of libm decide, not the compiler.
const LIBRARY_VERSION: &str = env!("LIBRARY_VERSION");

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

    /// What a program that may play does by itself, in lines for its author; nothing if a game against itself shows more.
    ///
    /// # Errors
    /// If the machine fails.
    fn try_out(&self, _source: &[u8]) -> Result<Option<Vec<String>>, GuestError> {
        Ok(None)
    }

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
            let c = workshop(folder);
            // Whoever has no compiler can still play what needs none, if this build knows any such thing.
            if let (Err(why), false) = (&c, cfg!(feature = "wasm")) {
                return Err(GuestError::Machine(why.clone()));
            }
            Ok(Some(Box::new(Bots {
                c,
                #[cfg(feature = "wasm")]
                wasm: Arc::default(),
            })))
        }
        "perlwar" => Ok(Some(Box::new(Snippets::find()?))),
        _ => Ok(None),
    }
}

fn workshop(folder: Option<PathBuf>) -> Result<Arc<Workshop>, String> {
    Walls::available().required().map_err(|error| error.to_string())?;
    Ok(Arc::new(Workshop::new(folder).map_err(|error| error.to_string())?))
}

/// C functions, and modules of WebAssembly that export one.
struct Bots {
    /// For those in C; or why this machine cannot run them.
    c: Result<Arc<Workshop>, String>,
    #[cfg(feature = "wasm")]
    wasm: Arc<crate::wasm::Workshop>,
}

impl Bots {
    fn c(&self) -> Result<&Arc<Workshop>, GuestError> {
        self.c.as_ref().map_err(|why| GuestError::Machine(why.clone()))
    }

    #[cfg(feature = "wasm")]
    fn wasm(&self, module: &[u8]) -> Result<LetIn, GuestError> {
        let name = self.wasm.examine(module).map_err(GuestError::Refused)?;
        Ok(LetIn { name, diagnostics: Diagnostics::default() })
    }

    #[cfg(not(feature = "wasm"))]
    #[expect(clippy::unused_self, reason = "with the feature, it is used")]
    fn wasm(&self, _: &[u8]) -> Result<LetIn, GuestError> {
        let mut reasons = Diagnostics::default();
        let message = "this is WebAssembly, which this bout was built without";
        reasons.error("S10", None, message, "build bout with it: `cargo build --release --features wasm`");
        Err(GuestError::Refused(reasons))
    }
}

impl Kind for Bots {
    fn examine(&self, source: &[u8]) -> Result<LetIn, GuestError> {
        if is_wasm(source) {
            return self.wasm(source);
        }
        let (bot, compiled) = self.c()?.examine(source)?;
        Ok(LetIn { name: Some(bot.name.clone()), diagnostics: compiled.diagnostics })
    }

    fn let_in(&self, source: &[u8]) -> Result<LetIn, GuestError> {
        if is_wasm(source) {
            return self.wasm(source);
        }
        let bot = self.c()?.bot(source)?;
        Ok(LetIn { name: Some(bot.name.clone()), diagnostics: Diagnostics::default() })
    }

    fn house(&self, isolation: Isolation) -> Box<dyn GuestHouse> {
        let settings = Settings { isolation, walls: Walls::available() };
        let c = self.c.as_ref().map(|c| House::new(Arc::clone(c), settings)).map_err(Clone::clone);
        #[cfg(feature = "wasm")]
        return Box::new(crate::mixed::House { c, wasm: crate::wasm::House::new(Arc::clone(&self.wasm)) });
        #[cfg(not(feature = "wasm"))]
        return Box::new(c.expect("without a workshop, there is no such kind"));
    }

    fn environment(&self) -> Vec<(&'static str, String)> {
        let of_c = match &self.c {
            Ok(c) => {
                vec![
                    ("gcc", c.compiler_version().to_owned()),
                    ("flags", FLAGS.join(" ")),
                    ("library", LIBRARY_VERSION.to_owned()),
                ]
            }
            Err(_) => vec![("gcc", "none".to_owned())],
        };
        of_c.into_iter().chain(INTERPRETER.map(|version| ("wasm", version.to_owned()))).collect()
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

//! The kinds of foreign code, by game.

use std::path::PathBuf;
use std::sync::Arc;

use game::{Diagnostics, Game as _};
use games::perlwar::PerlWar;
use games::snakes::{Snakes, is_wasm};
use referee::PlayerFactory;
use sandbox::Isolation;

use crate::methods::{MethodCheck, Necessity, WarnOnce};
use crate::requirements::{self, Requirement};
use crate::{c, mixed, perl, wasm};

/// A program that may play.
#[derive(Debug, Clone)]
pub struct CheckedProgram {
    /// The name that it gives itself in its code, as bytes, if it does.
    pub name: Option<Vec<u8>>,
    /// Warnings; empty where the program was known already and nobody asked for them.
    pub diagnostics: Diagnostics,
}

/// Why a program may not play.
#[derive(Debug, thiserror::Error)]
pub enum GuestError {
    /// The program is refused, for these reasons.
    #[error("the program is refused")]
    Refused(Diagnostics),
    /// This machine cannot run such programs, or failed at it.
    #[error("{0}")]
    Machine(String),
}

/// Foreign code of one kind.
pub trait Kind: Send + Sync {
    /// Checks a program again from the start, with all warnings.
    ///
    /// # Errors
    /// If it is refused, or the machine fails.
    fn examine(&self, source: &[u8]) -> Result<CheckedProgram, GuestError>;

    /// Checks a program that is about to play.
    ///
    /// # Errors
    /// If it is refused, or the machine fails.
    fn accept(&self, source: &[u8]) -> Result<CheckedProgram, GuestError>;

    /// A notice for the user before this program is checked: one sentence, or `None`.
    fn caution(&self, _source: &[u8]) -> Option<&'static str> {
        None
    }

    /// What a program that may play does by itself, as lines for its author; `None` if a game against itself shows more.
    ///
    /// # Errors
    /// If the machine fails.
    fn try_out(&self, _source: &[u8]) -> Result<Option<Vec<String>>, GuestError> {
        Ok(None)
    }

    /// The player factory for these programs. It notes what does not work on this machine.
    fn factory(&self, isolation: Isolation, notices: &WarnOnce) -> Box<dyn PlayerFactory>;

    /// Tests every way to run programs, with programs of bout's own whose answers are known.
    fn prove(&self) -> Vec<MethodCheck>;

    /// Everything besides programs and parameters that answers may depend on, by name.
    fn environment(&self) -> Vec<(&'static str, String)>;
}

/// Looks for what runs programs of one kind.
type FindKind = fn(Option<PathBuf>) -> Result<Box<dyn Kind>, GuestError>;

/// The foreign code of one game.
struct Guests {
    /// The game that asks it.
    game: &'static str,
    /// Looks for what runs it. The folder is where compiled programs are kept.
    find: FindKind,
    /// Looks for what it needs on this machine.
    requirements: fn() -> Vec<Requirement>,
    /// The kind of its programs that can be played on any machine, if there is one.
    programs_without_isolation: Option<&'static str>,
}

/// Every game that asks foreign code. A game without a line here asks none.
static GUESTS: &[Guests] = &[
    Guests {
        game: Snakes::INFO.name,
        find: |folder| Ok(Box::new(Bots::find(folder))),
        requirements: requirements::of_bots,
        programs_without_isolation: Some("bots in WebAssembly"),
    },
    Guests {
        game: PerlWar::INFO.name,
        find: |_| perl::kind(),
        requirements: requirements::of_snippets,
        programs_without_isolation: None,
    },
];

fn guests_of(game: &str) -> Option<&'static Guests> {
    GUESTS.iter().find(|guests| guests.game == game)
}

/// The kind of foreign code that a game asks; `None` for games that ask none. `folder` is where compiled programs are kept.
///
/// # Errors
/// If this machine cannot run it: what is missing, and the remedy.
pub fn kind(game: &str, folder: Option<PathBuf>) -> Result<Option<Box<dyn Kind>>, GuestError> {
    guests_of(game).map(|guests| (guests.find)(folder)).transpose()
}

/// What foreign code of this game needs on a machine, besides what all foreign code needs.
#[must_use]
pub fn requirements(game: &str) -> Vec<Requirement> {
    guests_of(game).map(|guests| (guests.requirements)()).unwrap_or_default()
}

/// The programs of a game that can be played on any machine although the game asks foreign code; `None` if all of them
/// need isolation features.
#[must_use]
pub fn programs_without_isolation(game: &str) -> Option<&'static str> {
    guests_of(game)?.programs_without_isolation
}

/// C functions, and modules of WebAssembly that export one.
struct Bots {
    /// Runs those in C; or says why this machine cannot run them. Modules can be played anyway.
    c: Result<Box<dyn Kind>, String>,
    wasm: Arc<wasm::BuildCache>,
}

impl Bots {
    fn find(folder: Option<PathBuf>) -> Self {
        Self { c: c::kind(folder).map_err(|error| error.to_string()), wasm: Arc::default() }
    }

    fn c(&self) -> Result<&dyn Kind, GuestError> {
        self.c.as_deref().map_err(|why| GuestError::Machine(why.clone()))
    }

    fn wasm(&self, module: &[u8]) -> Result<CheckedProgram, GuestError> {
        let name = self.wasm.examine(module).map_err(GuestError::Refused)?;
        Ok(CheckedProgram { name, diagnostics: Diagnostics::default() })
    }
}

impl Kind for Bots {
    fn examine(&self, source: &[u8]) -> Result<CheckedProgram, GuestError> {
        if is_wasm(source) { self.wasm(source) } else { self.c()?.examine(source) }
    }

    fn accept(&self, source: &[u8]) -> Result<CheckedProgram, GuestError> {
        if is_wasm(source) { self.wasm(source) } else { self.c()?.accept(source) }
    }

    fn caution(&self, source: &[u8]) -> Option<&'static str> {
        if is_wasm(source) { None } else { self.c.as_ref().ok()?.caution(source) }
    }

    fn factory(&self, isolation: Isolation, notices: &WarnOnce) -> Box<dyn PlayerFactory> {
        let c = self.c.as_ref().map(|c| c.factory(isolation, notices)).map_err(Clone::clone);
        Box::new(mixed::Factory { c, wasm: wasm::Factory::new(Arc::clone(&self.wasm)) })
    }

    fn prove(&self) -> Vec<MethodCheck> {
        let of_c = match &self.c {
            Ok(c) => c.prove(),
            Err(why) => {
                vec![MethodCheck { way: "bots in C", part: Necessity::Needed, seen: Err(why.clone()) }]
            }
        };
        of_c.into_iter().chain([self.wasm.prove()]).collect()
    }

    fn environment(&self) -> Vec<(&'static str, String)> {
        let mut all = match &self.c {
            Ok(c) => c.environment(),
            Err(_) => vec![("gcc", "none".to_owned())],
        };
        all.push(("wasm", wasm::VERSION.to_owned()));
        all
    }
}

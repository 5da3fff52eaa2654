//! Bots in C as modules, as a kind of foreign code.

use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;

use game::{AnyPlayers, Digest, Void};
use games::snakes::{is_wasm, source_bytes};
use referee::Lineup;
use referee::PlayerFactory;
use sandbox::Isolation;

use super::build::{BuildError, Compiled, compile};
use super::embedded;
use super::tools::{FLAGS, NoTools, Tools};
use crate::kind::{CheckedProgram, GuestError, Kind};
use crate::methods::{MethodCheck, Necessity, WarnOnce};
use crate::ready::BotCache;
use crate::wasm::{BYTES_PER_MODULE_BYTE, Bot, refused_late, seated};

/// A notice for the user of such bots.
pub const CAUTION: &str = "bots in C are compiled to WebAssembly by clang and interpreted, since they cannot be confined as machine code \
                           on this platform; the compiler is not confined either: let in only programs that you trust";

/// A stack with which a module is checked: the result does not depend on it.
const ANY_STACK_MIB: u64 = 8;

/// Makes bots from sources, and keeps them for the run.
pub struct BuildCache {
    tools: Tools,
    /// By the digest of the source.
    modules: BotCache<Digest, Vec<u8>>,
    /// By the digest of the source and the stack in MiB.
    ready: BotCache<(Digest, u64), Bot>,
}

impl fmt::Debug for BuildCache {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("BuildCache").field("tools", &self.tools).finish_non_exhaustive()
    }
}

impl BuildCache {
    /// A build cache that keeps the compiled library in this folder.
    ///
    /// # Errors
    /// If this machine has no clang for WebAssembly.
    pub fn new(folder: Option<PathBuf>) -> Result<Self, NoTools> {
        Ok(Self { tools: Tools::find(folder)?, modules: BotCache::default(), ready: BotCache::default() })
    }

    /// What the compiler says it is.
    #[must_use]
    pub fn compiler_version(&self) -> &str {
        self.tools.version()
    }

    /// Compiles a source again from the start, and returns the bot's name and all diagnostics.
    ///
    /// # Errors
    /// If the source is refused, or our own machinery fails.
    pub fn examine(&self, source: &[u8]) -> Result<(Option<Vec<u8>>, Compiled), BuildError> {
        let compiled = compile(&self.tools, source)?;
        let bot = Bot::of_c(&compiled.module, ANY_STACK_MIB)?;
        let module = Arc::new(compiled.module.clone());
        self.modules.hold(Digest::of(source), &module, module.len() as u64);
        Ok((bot.name.clone(), compiled))
    }

    fn bot(&self, source: &[u8], stack_mib: u64) -> Result<Arc<Bot>, BuildError> {
        let digest = Digest::of(source);
        if let Some(bot) = self.ready.get(&(digest, stack_mib)) {
            return Ok(bot);
        }
        let module = match self.modules.get(&digest) {
            Some(module) => module,
            None => Arc::new(self.examine(source)?.1.module),
        };
        let bot = Arc::new(Bot::of_c(&module, stack_mib)?);
        self.ready.hold((digest, stack_mib), &bot, BYTES_PER_MODULE_BYTE * module.len() as u64);
        Ok(bot)
    }
}

/// Makes players from sources in C.
#[derive(Debug)]
pub struct Factory {
    build_cache: Arc<BuildCache>,
}

impl Factory {
    /// A factory whose bots come from this build cache.
    #[must_use]
    pub fn new(build_cache: Arc<BuildCache>) -> Self {
        Self { build_cache }
    }
}

impl PlayerFactory for Factory {
    /// Seats of programs that are modules themselves stay empty.
    fn players(&self, lineup: &Lineup, _: u64) -> Result<Box<dyn AnyPlayers>, Void> {
        seated(lineup, |canonical, stack_mib| {
            if is_wasm(canonical.as_bytes()) {
                return Ok(None);
            }
            match self.build_cache.bot(&source_bytes(canonical), stack_mib) {
                Ok(bot) => Ok(Some(bot)),
                Err(BuildError::Refused(reasons)) => Err(refused_late(&reasons)),
                Err(error) => Err(Void { cause: error.to_string() }),
            }
        })
    }
}

/// Bots in C, compiled to WebAssembly. The compiled library is kept in `folder`.
///
/// # Errors
/// If this machine has no compiler for it: the error says what is missing.
pub fn kind(folder: Option<PathBuf>) -> Result<Box<dyn Kind>, GuestError> {
    match BuildCache::new(folder) {
        Ok(build_cache) => Ok(Box::new(Bots(Arc::new(build_cache)))),
        Err(error) => Err(GuestError::Machine(error.to_string())),
    }
}

/// What compiles and runs bots on this machine.
struct Bots(Arc<BuildCache>);

impl Kind for Bots {
    fn examine(&self, source: &[u8]) -> Result<CheckedProgram, GuestError> {
        let (name, compiled) = self.0.examine(source)?;
        Ok(CheckedProgram { name, diagnostics: compiled.diagnostics })
    }

    fn accept(&self, source: &[u8]) -> Result<CheckedProgram, GuestError> {
        let bot = self.0.bot(source, ANY_STACK_MIB)?;
        Ok(CheckedProgram { name: bot.name.clone(), diagnostics: game::Diagnostics::default() })
    }

    fn caution(&self, _: &[u8]) -> Option<&'static str> {
        Some(CAUTION)
    }

    fn factory(&self, _: Isolation, _: &WarnOnce) -> Box<dyn PlayerFactory> {
        Box::new(Factory::new(Arc::clone(&self.0)))
    }

    fn prove(&self) -> Vec<MethodCheck> {
        let seen = self.0.bot(PROOF, ANY_STACK_MIB).map(|_| "a bot of bout's own was compiled".to_owned());
        let seen = seen.map_err(|error| error.to_string());
        vec![MethodCheck { way: "bots in C, compiled to WebAssembly", part: Necessity::Alternative, seen }]
    }

    fn environment(&self) -> Vec<(&'static str, String)> {
        vec![
            ("c", format!("by way of WebAssembly, {}", self.0.compiler_version())),
            ("flags", FLAGS.join(" ")),
            ("library", format!("{} {}", env!("LIBRARY_VERSION"), embedded::digest())),
        ]
    }
}

/// A bot that needs the library and the mathematics.
const PROOF: &[u8] = b"#include <math.h>\n#include <stdlib.h>\n#include <string.h>\n\
    int bot(int board[16][32], char player)\n{\n    int *copy = malloc(sizeof(int[16][32]));\n    if (!copy) abort();\n\
    memcpy(copy, board, sizeof(int[16][32]));\n    return copy[player] + (int)sin(copy[0]);\n}\n\
    const char *bot_name = \"MethodCheck\";\n";

impl From<BuildError> for GuestError {
    fn from(error: BuildError) -> Self {
        match error {
            BuildError::Refused(diagnostics) => Self::Refused(diagnostics),
            BuildError::Tools(why) => Self::Machine(why),
        }
    }
}

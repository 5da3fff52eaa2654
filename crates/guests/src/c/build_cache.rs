//! Compiles bots, each only once.

use std::path::PathBuf;
use std::sync::Arc;

use game::{Canonical, Digest};
use sandbox::calls::Image;

use super::build::{BuildError, CHECKER_VERSION, Compiled, compile};
use super::cache::ObjectCache;
use super::compiler::{Compiler, FLAGS};
use super::inspect::inspect;
use super::link::{Runtime, link};
use crate::ready::BotCache;

/// A bot that is ready to play.
#[derive(Debug)]
pub struct Bot {
    /// Its code.
    pub image: Image,
    /// The text of `bot_name`.
    pub name: Vec<u8>,
}

/// Compiles sources to bots, and keeps the bots.
#[derive(Debug)]
pub struct BuildCache {
    compiler: &'static Compiler,
    runtime: Runtime,
    /// The folder of compiled bots; `None` if they are not kept.
    cache: Option<ObjectCache>,
    ready: BotCache<Digest, Bot>,
}

impl BuildCache {
    /// A build cache that keeps compiled bots below this folder. It is not an error if the folder cannot be used: then
    /// every bot is compiled once per run.
    ///
    /// # Errors
    /// If this machine has no compiler for bots.
    pub fn new(folder: Option<PathBuf>) -> Result<Self, BuildError> {
        let runtime = Runtime::embedded().ok_or(BuildError::WrongMachine)?;
        let cache = folder.and_then(|folder| ObjectCache::open(&folder));
        Ok(Self { compiler: Compiler::find()?, runtime, cache, ready: BotCache::default() })
    }

    /// What the compiler says it is.
    #[must_use]
    pub fn compiler_version(&self) -> &str {
        self.compiler.version()
    }

    /// What compiles bots.
    pub(super) fn compiler(&self) -> &Compiler {
        self.compiler
    }

    /// What bots are linked against.
    pub(super) fn runtime(&self) -> &Runtime {
        &self.runtime
    }

    /// Compiles a source again from the start, with all diagnostics.
    ///
    /// # Errors
    /// If the source is refused, or our own machinery fails.
    pub fn examine(&self, source: &[u8]) -> Result<(Arc<Bot>, Compiled), BuildError> {
        let compiled = compile(self.compiler, &self.runtime, source)?;
        let key = self.key(source);
        if let Some(cache) = &self.cache {
            cache.write(&key, &compiled.object);
        }
        let bot = self.bot_of(&compiled.object, compiled.inspected.name.clone())?;
        self.hold_ready(key, &bot);
        Ok((bot, compiled))
    }

    /// The bot of a source.
    ///
    /// # Errors
    /// If the source is refused, or our own machinery fails.
    pub fn bot(&self, source: &[u8]) -> Result<Arc<Bot>, BuildError> {
        let key = self.key(source);
        if let Some(bot) = self.ready.get(&key) {
            return Ok(bot);
        }
        let Some(bot) = self.kept(&key) else { return Ok(self.examine(source)?.0) };
        self.hold_ready(key, &bot);
        Ok(bot)
    }

    fn hold_ready(&self, key: Digest, bot: &Arc<Bot>) {
        self.ready.hold(key, bot, bot.image.bytes());
    }

    fn bot_of(&self, object: &[u8], name: Vec<u8>) -> Result<Arc<Bot>, BuildError> {
        Ok(Arc::new(Bot { image: link(&self.runtime, object)?, name }))
    }

    /// Everything that a compiled bot depends on.
    fn key(&self, source: &[u8]) -> Digest {
        let mut canonical = Canonical::new("compiled bot");
        canonical.number("checker", CHECKER_VERSION);
        canonical.text("compiler", self.compiler.version());
        for flag in FLAGS {
            canonical.text("flag", flag);
        }
        canonical.bytes("source", source);
        canonical.finish()
    }

    /// A bot from the cache. A bot that is damaged, or that would not be let in today, is compiled again.
    fn kept(&self, key: &Digest) -> Option<Arc<Bot>> {
        let object = self.cache.as_ref()?.read(key)?;
        let inspected = inspect(&object).ok()?.ok()?;
        self.bot_of(&object, inspected.name).ok()
    }
}

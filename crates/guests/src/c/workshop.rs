//! Compiled bots, each made once.

use std::collections::HashMap;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::SystemTime;

use game::{Canonical, Digest};
use sandbox::calls::Image;

use super::build::{BuildError, Compiled, DOOR_VERSION, compile};
use super::compiler::{Compiler, FLAGS};
use super::inspect::inspect;
use super::link::{Runtime, link};

/// The most that the folder of compiled bots may hold, in bytes and in files; the least recently used go first.
const MAX_KEPT_BYTES: u64 = 128 << 20;
const MAX_KEPT_FILES: usize = 4096;
/// How many bots are held ready in memory at most; then all are let go, and come from the folder again. Each is an open
/// file, of which a process may often have no more than 1024.
const MAX_READY: usize = 256;

/// A bot that is ready to play.
#[derive(Debug)]
pub struct Bot {
    /// Its code.
    pub image: Image,
    /// The text of `bot_name`.
    pub name: Vec<u8>,
}

/// Makes bots of sources, and keeps them.
#[derive(Debug)]
pub struct Workshop {
    compiler: &'static Compiler,
    runtime: Runtime,
    /// The folder of compiled bots; nothing if none is to be kept.
    folder: Option<PathBuf>,
    ready: Mutex<HashMap<Digest, Arc<Bot>>>,
}

impl Workshop {
    /// A workshop that keeps compiled bots in this folder. A folder that cannot be used is no error: then every bot
    /// is compiled once a run.
    ///
    /// # Errors
    /// If this machine has no compiler for bots.
    pub fn new(folder: Option<PathBuf>) -> Result<Self, BuildError> {
        let runtime = Runtime::embedded().ok_or(BuildError::WrongMachine)?;
        let folder = folder.filter(|folder| fs::create_dir_all(folder).is_ok());
        Ok(Self { compiler: Compiler::find()?, runtime, folder, ready: Mutex::default() })
    }

    /// What the compiler says it is.
    #[must_use]
    pub fn compiler_version(&self) -> &str {
        self.compiler.version()
    }

    /// What bots are linked against.
    pub(super) fn runtime(&self) -> &Runtime {
        &self.runtime
    }

    /// Compiles a source anew, with all that there is to say about it.
    ///
    /// # Errors
    /// If the source is refused, or our own machinery fails.
    pub fn examine(&self, source: &[u8]) -> Result<(Arc<Bot>, Compiled), BuildError> {
        let compiled = compile(self.compiler, source)?;
        let key = self.key(source);
        self.keep(&key, &compiled.object);
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
        if let Some(bot) = self.ready.lock().unwrap_or_else(PoisonError::into_inner).get(&key) {
            return Ok(Arc::clone(bot));
        }
        let Some(bot) = self.kept(&key) else { return Ok(self.examine(source)?.0) };
        self.hold_ready(key, &bot);
        Ok(bot)
    }

    fn hold_ready(&self, key: Digest, bot: &Arc<Bot>) {
        let mut ready = self.ready.lock().unwrap_or_else(PoisonError::into_inner);
        if ready.len() >= MAX_READY {
            ready.clear();
        }
        ready.insert(key, Arc::clone(bot));
    }

    fn bot_of(&self, object: &[u8], name: Vec<u8>) -> Result<Arc<Bot>, BuildError> {
        Ok(Arc::new(Bot { image: link(&self.runtime, object)?, name }))
    }

    /// Everything that a compiled bot depends on.
    fn key(&self, source: &[u8]) -> Digest {
        let mut canonical = Canonical::new("compiled bot");
        canonical.number("door", DOOR_VERSION);
        canonical.text("compiler", self.compiler.version());
        for flag in FLAGS {
            canonical.text("flag", flag);
        }
        canonical.bytes("source", source);
        canonical.finish()
    }

    fn path(&self, key: &Digest) -> Option<PathBuf> {
        Some(self.folder.as_ref()?.join(format!("{key}.bot")))
    }

    /// A bot from the folder. What is damaged, or would not be let in today, is made anew.
    fn kept(&self, key: &Digest) -> Option<Arc<Bot>> {
        let path = self.path(key)?;
        let content = fs::read(&path).ok()?;
        let (checksum, object) = content.split_at_checked(32)?;
        if Digest::of(object).as_bytes() != checksum {
            return None;
        }
        let inspected = inspect(object).ok()?.ok()?;
        // When it was used last decides how long it is kept.
        let touched = fs::File::options().append(true).open(&path);
        let _ = touched.and_then(|file| file.set_modified(SystemTime::now()));
        self.bot_of(object, inspected.name).ok()
    }

    /// Keeps a compiled bot. A full disk or a folder that is read-only costs time only.
    fn keep(&self, key: &Digest, object: &[u8]) {
        let (Some(folder), Some(path)) = (&self.folder, self.path(key)) else { return };
        let written = tempfile::NamedTempFile::new_in(folder).and_then(|mut file| {
            file.write_all(Digest::of(object).as_bytes())?;
            file.write_all(object)?;
            file.persist(&path).map_err(|error| error.error)
        });
        if written.is_ok() {
            make_room(folder);
        }
    }
}

/// Removes what was used longest ago until the rest is within the bounds.
fn make_room(folder: &Path) {
    let mut files: Vec<(SystemTime, u64, PathBuf)> = fs::read_dir(folder)
        .into_iter()
        .flatten()
        .flatten()
        .filter_map(|entry| {
            let about = entry.metadata().ok().filter(fs::Metadata::is_file)?;
            Some((about.modified().ok()?, about.len(), entry.path()))
        })
        .collect();
    files.sort();
    let mut bytes: u64 = files.iter().map(|(_, bytes, _)| bytes).sum();
    let mut count = files.len();
    for (_, size, path) in &files {
        if bytes <= MAX_KEPT_BYTES && count <= MAX_KEPT_FILES {
            return;
        }
        // Another bout may be removing it, too.
        let _ = fs::remove_file(path);
        bytes -= size;
        count -= 1;
    }
}

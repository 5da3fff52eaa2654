//! Files of programs, and the limits on reading them.

use std::io::Read;
use std::path::{Path, PathBuf};

use games::RegisteredGame;

use crate::Failure;

/// The largest file that is read. A program has a few kilobytes, and an endless file must not fill the memory.
pub const MAX_FILE_BYTES: u64 = 16 << 20;

/// A program file that was read but not yet parsed.
#[derive(Debug, Clone)]
pub struct ProgramFile {
    /// The path as given by the user; `-` for standard input.
    pub path: PathBuf,
    /// The content.
    pub bytes: Vec<u8>,
    /// The game of the program.
    pub game: &'static dyn RegisteredGame,
}

impl ProgramFile {
    /// Returns the file name without its folder, for records.
    #[must_use]
    pub fn file_name(&self) -> String {
        self.path.file_name().unwrap_or(self.path.as_os_str()).to_string_lossy().into_owned()
    }

    /// Returns the path as text, for results.
    #[must_use]
    pub fn shown_path(&self) -> String {
        with_slashes(&self.path)
    }
}

/// Returns a path as text with `/` as separator, for links and for results that are the same on all machines.
#[must_use]
pub fn with_slashes(path: &Path) -> String {
    let text = path.to_string_lossy();
    if cfg!(windows) { text.replace('\\', "/") } else { text.into_owned() }
}

/// Reads everything from a reader, at most `limit` bytes, which must be whole MiB.
pub fn read_bounded(limit: u64, path: &Path, reader: impl Read) -> Result<Vec<u8>, Failure> {
    let mut bytes = Vec::new();
    reader.take(limit + 1).read_to_end(&mut bytes).map_err(|error| Failure::file(path, "read", &error))?;
    if bytes.len() as u64 > limit {
        let (path, mebibytes) = (path.display(), limit >> 20);
        return Err(Failure::File(format!("{path}: larger than the limit of {mebibytes} MiB")));
    }
    Ok(bytes)
}

//! Writes one record file per match.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

use cap_std::ambient_authority;
use cap_std::fs::Dir;
use game::Digest;
use record::Record;

use crate::confined_folder::{ConfinedFolder, plain, sync_names};
use crate::file_name::FileName;
use crate::program_file::MAX_FILE_BYTES;
use crate::{Failure, draft};

/// A folder that records are written into.
#[derive(Debug)]
pub struct Recorder {
    folder: ConfinedFolder,
}

impl Recorder {
    /// Creates the folder if it does not exist.
    pub fn new(folder: &Path) -> Result<Self, Failure> {
        ConfinedFolder::make(folder).map(Self::within)
    }

    /// Writes into this folder.
    #[must_use]
    pub fn within(folder: ConfinedFolder) -> Self {
        Self { folder }
    }

    /// Writes a record atomically and returns its path. Its name ([`record_name`]) contains the match's number and the
    /// start of the file's hash, so that different records never replace each other.
    pub fn write(&self, record: &Record) -> Result<PathBuf, Failure> {
        let bytes = record::write(record);
        let name = FileName::new(&record_name(record, &bytes)).map_err(Failure::Refused)?;
        let path = self.folder.path_of(&name);
        if bytes.len() as u64 > MAX_FILE_BYTES || record::is_too_large(record) {
            let why = "the record would exceed the limits for reading (16 MiB, or uncompressed 64 MiB or two million answers): \
                       shorten the programs' files, or the match";
            return Err(Failure::File(format!("{}: {why}", path.display())));
        }
        self.folder.write_whole(&name, &bytes)?;
        Ok(path)
    }
}

/// Returns the file name of a record.
#[must_use]
pub fn record_name(record: &Record, bytes: &[u8]) -> String {
    let hash = Digest::of(bytes).to_string();
    format!("{}-{:06}-{}.{}", record.game, record.match_index, &hash[..12], record::EXTENSION)
}

/// Writes a file atomically. A link is replaced, and its target stays unchanged.
pub fn write_whole(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    replace(path, |mut draft| draft.write_all(bytes), |_| Ok(())).map(drop)
}

/// Writes a file atomically, a piece at a time: `write` gets the writer. If it fails, the file stays as it was.
pub fn write_streamed(
    path: &Path,
    write: impl FnOnce(&mut dyn Write) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let mut failure = None;
    let fill = |draft: &File| {
        let mut buffered = BufWriter::new(draft);
        match write(&mut buffered) {
            Ok(()) => buffered.flush(),
            Err(why) => {
                failure = Some(why);
                Err(std::io::Error::other("not written whole"))
            }
        }
    };
    let written = replace(path, fill, |_| Ok(()));
    failure.map_or(written.map(drop), Err)
}

/// Writes a file atomically and durably: it survives a power cut after this returns.
pub fn write_durably(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    let dir = replace(path, |mut draft| draft.write_all(bytes), File::sync_all)?;
    sync_names(&dir).map_err(|error| Failure::file(path, "write", &error))
}

/// Returns the folder of a path.
fn replace(
    path: &Path,
    fill: impl FnOnce(&File) -> std::io::Result<()>,
    finish: impl FnOnce(&File) -> std::io::Result<()>,
) -> Result<Dir, Failure> {
    let cannot_write = |error: std::io::Error| Failure::file(path, "write", &error);
    let folder = plain(path.parent().unwrap_or(Path::new("")));
    let name = path.file_name().ok_or_else(|| cannot_write(std::io::ErrorKind::IsADirectory.into()))?;
    let dir = Dir::open_ambient_dir(folder, ambient_authority()).map_err(cannot_write)?;
    draft::replace(&dir, name.as_ref(), fill, finish).map_err(cannot_write)?;
    Ok(dir)
}

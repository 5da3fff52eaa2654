//! Writing one record file a match.

use std::fs::File;
use std::path::{Path, PathBuf};

use cap_std::ambient_authority;
use cap_std::fs::Dir;
use game::Digest;
use record::Record;

use crate::draft;
use crate::enclosed::{Enclosed, plain, sync_names};
use crate::failure::Failure;
use crate::file_name::FileName;
use crate::input::MAX_FILE_BYTES;

/// A folder that records are written into.
#[derive(Debug)]
pub(crate) struct Recorder {
    folder: Enclosed,
}

impl Recorder {
    /// Makes the folder if it is not there.
    pub(crate) fn new(folder: &Path) -> Result<Self, Failure> {
        Enclosed::make(folder).map(Self::within)
    }

    /// Writes into this folder.
    pub(crate) fn within(folder: Enclosed) -> Self {
        Self { folder }
    }

    /// Writes a record, whole or not at all, and says where. Its name ([`record_name`]) holds the match's number
    /// and the beginning of the file's hash, so that different records never replace each other.
    pub(crate) fn write(&self, record: &Record) -> Result<PathBuf, Failure> {
        let bytes = record::write(record);
        let name = FileName::new(&record_name(record, &bytes)).map_err(Failure::Refused)?;
        let path = self.folder.path_of(&name);
        if bytes.len() as u64 > MAX_FILE_BYTES || record::is_too_large(record) {
            let why = "the record would be larger than what is read (16 MiB, or 64 MiB or two million answers unpacked): \
                       shorten the programs' files, or the match";
            return Err(Failure::File(format!("{}: {why}", path.display())));
        }
        self.folder.write_whole(&name, &bytes)?;
        Ok(path)
    }
}

/// The name of a record's file.
pub(crate) fn record_name(record: &Record, bytes: &[u8]) -> String {
    let hash = Digest::of(bytes).to_string();
    format!("{}-{:06}-{}.{}", record.game, record.match_index, &hash[..12], record::EXTENSION)
}

/// Writes a file so that nobody ever sees half of it: into a file beside it, which then takes its
/// place. A link goes, and what it leads to stays as it is.
pub(crate) fn write_whole(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    replace(path, bytes, |_| Ok(())).map(drop)
}

/// The same, and it is on the disk when this returns: what somebody has written is not to be lost when the power is.
pub(crate) fn write_for_good(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    let dir = replace(path, bytes, File::sync_all)?;
    sync_names(&dir).map_err(|error| Failure::file(path, "write", &error))
}

/// Gives the folder in which it was written.
fn replace(
    path: &Path,
    bytes: &[u8],
    finish: impl FnOnce(&File) -> std::io::Result<()>,
) -> Result<Dir, Failure> {
    let cannot_write = |error: std::io::Error| Failure::file(path, "write", &error);
    let folder = plain(path.parent().unwrap_or(Path::new("")));
    let name = path.file_name().ok_or_else(|| cannot_write(std::io::ErrorKind::IsADirectory.into()))?;
    let dir = Dir::open_ambient_dir(folder, ambient_authority()).map_err(cannot_write)?;
    draft::replace(&dir, name.as_ref(), bytes, finish).map_err(cannot_write)?;
    Ok(dir)
}

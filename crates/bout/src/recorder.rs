//! Writing one record file a match.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use game::Digest;
use record::Record;
use tempfile::NamedTempFile;

use crate::enclosed::Enclosed;
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
            let why = "the record would be larger than what is read (16 MiB, or 64 MiB unpacked): \
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
/// place.
pub(crate) fn write_whole(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    let file = written_beside(path, bytes)?;
    file.persist(path).map_err(|error| Failure::file(path, "write", &error.error))?;
    Ok(())
}

/// What is to become a file, in a new one beside it.
fn written_beside(path: &Path, bytes: &[u8]) -> Result<NamedTempFile, Failure> {
    let cannot_write = |error: std::io::Error| Failure::file(path, "write", &error);
    let mut file = beside(folder_of(path)).map_err(cannot_write)?;
    file.write_all(bytes).map_err(cannot_write)?;
    // A link goes, and what it leads to stays as it is.
    if let Some(replaced) = fs::symlink_metadata(path).ok().filter(fs::Metadata::is_file) {
        fs::set_permissions(file.path(), replaced.permissions()).map_err(cannot_write)?;
    }
    Ok(file)
}

fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// A new file that everybody may read whom the user's mask allows: temporary files are for their owner
/// only, but this one becomes a result.
fn beside(folder: &Path) -> std::io::Result<NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(".bout-");
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    builder.tempfile_in(folder)
}

//! Writing one record file a match.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use game::Digest;
use record::Record;
use tempfile::NamedTempFile;

use crate::failure::Failure;
use crate::input::MAX_FILE_BYTES;

/// A folder that records are written into.
#[derive(Debug)]
pub(crate) struct Recorder {
    folder: PathBuf,
}

impl Recorder {
    /// Makes the folder if it is not there.
    pub(crate) fn new(folder: &Path) -> Result<Self, Failure> {
        fs::create_dir_all(folder).map_err(|error| Failure::file(folder, "make the folder", &error))?;
        Ok(Self { folder: folder.to_path_buf() })
    }

    /// Writes a record, whole or not at all, and says where. Its name ([`record_name`]) holds the match's number
    /// and the beginning of the file's hash, so that different records never replace each other.
    pub(crate) fn write(&self, record: &Record) -> Result<PathBuf, Failure> {
        let bytes = record::write(record);
        let path = self.folder.join(record_name(record, &bytes));
        if bytes.len() as u64 > MAX_FILE_BYTES || record::is_too_large(record) {
            let why = "the record would be larger than what is read (16 MiB, or 64 MiB unpacked): \
                       shorten the programs' files, or the match";
            return Err(Failure::File(format!("{}: {why}", path.display())));
        }
        write_whole(&path, &bytes)?;
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

/// The same, and it is on the disk when this returns: what was promised outlives a loss of power.
pub(crate) fn write_for_good(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    let cannot_write = |error: std::io::Error| Failure::file(path, "write", &error);
    let file = written_beside(path, bytes)?;
    file.as_file().sync_all().map_err(cannot_write)?;
    file.persist(path).map_err(|error| cannot_write(error.error))?;
    sync_folder(folder_of(path)).map_err(cannot_write)
}

/// Writes a file that must not be there yet, whole or not at all.
pub(crate) fn write_new(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    let file = written_beside(path, bytes)?;
    file.persist_noclobber(path).map_err(|error| Failure::file(path, "write", &error.error))?;
    Ok(())
}

/// Sees that the names in a folder are on the disk.
pub(crate) fn sync_folder(folder: &Path) -> std::io::Result<()> {
    // Elsewhere a folder cannot be opened, and its names need nobody to see to them.
    if cfg!(unix) { fs::File::open(folder)?.sync_all() } else { Ok(()) }
}

/// What is to become a file, in a new one beside it.
fn written_beside(path: &Path, bytes: &[u8]) -> Result<NamedTempFile, Failure> {
    let cannot_write = |error: std::io::Error| Failure::file(path, "write", &error);
    let mut file = beside(folder_of(path)).map_err(cannot_write)?;
    file.write_all(bytes).map_err(cannot_write)?;
    if let Ok(replaced) = fs::metadata(path) {
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

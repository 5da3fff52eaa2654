//! Copies of a database while others may be writing to it.

use std::ffi::OsStr;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::backup::{Backup, StepResult};
use rusqlite::config::DbConfig;
use rusqlite::{Connection, OpenFlags};

use crate::{Damage, check};

/// The first bytes of every `SQLite` file.
const MAGIC: &[u8; 16] = b"SQLite format 3\0";

/// The endings that `SQLite` adds to the name of a database for the files beside it.
const BESIDE: [&str; 3] = ["-wal", "-shm", "-journal"];

/// How long this waits for another program that is writing.
const PATIENCE: Duration = Duration::from_secs(10);

/// The reason why a database was not copied.
#[derive(Debug, thiserror::Error)]
pub enum CopyError {
    /// The copy cannot be written.
    #[error("{}: {source}", path.display())]
    File {
        /// The copy.
        path: PathBuf,
        /// The system's error.
        source: io::Error,
    },
    /// The database cannot be read, or `SQLite` cannot write the copy.
    #[error("{0}")]
    Database(#[from] rusqlite::Error),
    /// Another program holds the database.
    #[error("another program is writing to it; try again when it has finished")]
    Locked,
    /// The copy is damaged, because the database is.
    #[error("{0}")]
    Damaged(Damage),
}

/// Copies a database into a new file, which only its owner may read. The copy is one state of the database: if the
/// connection has begun to read, it is the state that the connection reads. Others may read and write in the meantime.
pub fn copy(from: &Connection, to: &Path) -> Result<(), CopyError> {
    let file = |source| CopyError::File { path: to.to_owned(), source };
    drop(create_private(to).map_err(file)?);
    let mut copy = open(to)?;
    // The copy is thrown away if it is not complete, so it needs no journal.
    copy.pragma_update(None, "journal_mode", "memory")?;
    copy.pragma_update(None, "synchronous", "off")?;
    match Backup::new(from, &mut copy)?.step(-1)? {
        StepResult::Done => {}
        _ => return Err(CopyError::Locked),
    }
    // The copied pages contain the journal mode of the original. A copy is one file.
    copy.pragma_update(None, "journal_mode", "delete")?;
    copy.close().map_err(|(_, error)| error)?;
    File::open(to).and_then(|copied| copied.sync_all()).map_err(file)
}

/// Copies a database that others may be using, and checks the copy.
pub fn copy_of(from: &Path, to: &Path) -> Result<(), CopyError> {
    let connection = open(from)?;
    connection.busy_timeout(PATIENCE)?;
    copy(&connection, to)?;
    check(&open(to)?).map_err(CopyError::Damaged)
}

/// Opens an existing database, without trusting its content.
pub fn open(path: &Path) -> rusqlite::Result<Connection> {
    let flags =
        OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX | OpenFlags::SQLITE_OPEN_NOFOLLOW;
    // SQLite takes a link on the way to the file for the file itself.
    let whole = path.parent().and_then(|folder| fs::canonicalize(folder).ok());
    let path =
        whole.zip(path.file_name()).map_or_else(|| path.to_owned(), |(folder, name)| folder.join(name));
    let connection = Connection::open_with_flags(path, flags)?;
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_DEFENSIVE, true)?;
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_TRUSTED_SCHEMA, false)?;
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_VIEW, false)?;
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_TRIGGER, false)?;
    Ok(connection)
}

/// Copies a database beside itself under another name. The name appears only once the copy is complete and on the disk. It
/// replaces an earlier file of this name. If the machine fails, the next call replaces the incomplete copy.
pub fn copy_durably(from: &Connection, draft: &Path, to: &Path) -> Result<(), CopyError> {
    let file = |source| CopyError::File { path: to.to_owned(), source };
    remove(draft).map_err(file)?;
    let copied = copy(from, draft).and_then(|()| fs::rename(draft, to).map_err(file));
    if copied.is_err() {
        // The first failure counts. The next copy replaces the leftovers.
        let _ = remove(draft);
    }
    copied?;
    let folder = to.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    sync_names(folder).map_err(file)
}

/// Returns whether a file is a database of `SQLite`.
pub fn is_database(path: &Path) -> io::Result<bool> {
    let mut header = Vec::new();
    File::open(path)?.take(MAGIC.len() as u64).read_to_end(&mut header)?;
    Ok(header == MAGIC)
}

/// Returns whether a name belongs to a file that `SQLite` keeps beside a database.
#[must_use]
pub fn is_beside_a_database(name: &OsStr) -> bool {
    BESIDE.iter().any(|ending| name.as_encoded_bytes().ends_with(ending.as_bytes()))
}

/// Removes an incomplete copy, and the files of `SQLite` beside it.
fn remove(draft: &Path) -> io::Result<()> {
    let beside = BESIDE.iter().map(|ending| {
        let mut name = draft.as_os_str().to_owned();
        name.push(ending);
        PathBuf::from(name)
    });
    for path in std::iter::once(draft.to_owned()).chain(beside) {
        match fs::remove_file(path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            _ => {}
        }
    }
    Ok(())
}

fn create_private(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)
}

/// Makes the names in a folder durable.
fn sync_names(folder: &Path) -> io::Result<()> {
    // Other systems cannot open a folder for syncing, and do not need it.
    if cfg!(not(unix)) {
        return Ok(());
    }
    match File::open(folder).and_then(|folder| folder.sync_all()) {
        Err(error)
            if matches!(error.kind(), io::ErrorKind::InvalidInput | io::ErrorKind::PermissionDenied) =>
        {
            Ok(())
        }
        synced => synced,
    }
}

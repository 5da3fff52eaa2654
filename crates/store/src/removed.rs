//! A database that was removed while it was in use. On Unix, it still exists for the processes that have it open, and for no
//! others. So its content is written to a new file before it is closed.

use std::fs;
use std::path::{Path, PathBuf};

use rusqlite::Connection;

use crate::error::InnerError;
use crate::location::Location;
use crate::tables::Tables;
use crate::{Store, StoreError, pointer};

/// Identifies a file as long as it is open.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct FileId(u64, u64);

impl FileId {
    /// The file at this path, if there is one, and if files can be told apart here.
    #[cfg(unix)]
    pub(crate) fn at(path: &Path) -> Option<Self> {
        use std::os::unix::fs::MetadataExt;
        fs::symlink_metadata(path).ok().map(|about| Self(about.dev(), about.ino()))
    }

    /// On other systems, an open file cannot be removed.
    #[cfg(not(unix))]
    pub(crate) fn at(_: &Path) -> Option<Self> {
        None
    }
}

impl Store {
    /// Checks that the database is still where it was opened, and writes it to a new file if it is not.
    pub(crate) fn check_still_exists(&self) -> Result<(), StoreError> {
        let (connection, file) = match &self.location {
            Location::Here(Tables::File { connection, file, .. }) => (connection, file),
            #[cfg(feature = "postgres")]
            Location::Here(Tables::Server(schema)) => {
                return pointer::check_still_exists(&self.path, schema.name());
            }
            Location::Elsewhere(remote) => return pointer::check_still_exists(&self.path, &remote.schema),
        };
        if file.is_none() || FileId::at(&self.path) == *file {
            return Ok(());
        }
        let path = self.path.clone();
        match self.write_anew(connection) {
            Ok(anew) => Err(StoreError::Removed { path, anew }),
            Err(what) => Err(StoreError::Lost { path, what }),
        }
    }

    /// Writes everything that this connection still sees to the path of the database, or beside it if there is another file now.
    fn write_anew(&self, connection: &Connection) -> Result<PathBuf, String> {
        let beside = with_ending(&self.path, ".rescued");
        if fs::symlink_metadata(&beside).is_ok() {
            return Err(format!("{} is there already", beside.display()));
        }
        let name = beside.to_str().ok_or("the path is not valid Unicode")?;
        // A name such as `file:x` is a path, too.
        let name = if beside.is_absolute() { name.to_owned() } else { format!("./{name}") };
        connection
            .execute("VACUUM INTO ?1", [name])
            .map_err(|error| InnerError::from(error).at(&beside).to_string())?;
        if fs::symlink_metadata(&self.path).is_err() {
            // These belong to the file that was removed. `SQLite` would play them back into a new file beside them.
            for ending in ["-wal", "-shm", "-journal"] {
                let _ = fs::remove_file(with_ending(&self.path, ending));
            }
            // Unlike a rename, a link never replaces a file.
            if fs::hard_link(&beside, &self.path).is_ok() {
                let _ = fs::remove_file(&beside);
                return Ok(self.path.clone());
            }
        }
        Ok(beside)
    }
}

fn with_ending(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(ending);
    PathBuf::from(name)
}

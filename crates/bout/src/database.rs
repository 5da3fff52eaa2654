//! Opening databases of results.

use std::fs::{self, File, OpenOptions};
use std::io;
use std::ops::Deref;
use std::path::{Path, PathBuf};

use cap_std::ambient_authority;
use cap_std::fs::Dir;
use store::Store;
use tempfile::TempDir;

use crate::draft;
use crate::failure::Failure;
use crate::interrupt;

/// Opens a database, which is made if it is not there. Ctrl-C ends what takes long in it.
pub(crate) fn open(path: &Path) -> Result<Store, Failure> {
    store::stop_when(interrupt::wanted);
    Ok(Store::open(path)?)
}

/// Opens a database that is there.
pub(crate) fn open_existing(path: &Path) -> Result<Store, Failure> {
    store::stop_when(interrupt::wanted);
    Ok(Store::open_existing(path)?)
}

/// Where the database is that the user named, who may name a link.
pub(crate) fn named(path: &Path) -> PathBuf {
    std::fs::canonicalize(path).ok().filter(|_| path.is_symlink()).unwrap_or_else(|| path.to_path_buf())
}

/// A database that is only read.
pub(crate) struct Readable {
    store: Store,
    /// Where its copy lies, if it could not be opened in its place.
    _copy: Option<TempDir>,
}

impl Deref for Readable {
    type Target = Store;

    fn deref(&self) -> &Store {
        &self.store
    }
}

/// Opens a database that is there, to read it. Where nothing can be written, a copy is read: `SQLite` writes beside a
/// database that it reads.
pub(crate) fn open_to_read(path: &Path) -> Result<Readable, Failure> {
    match open_existing(path) {
        Ok(store) => Ok(Readable { store, _copy: None }),
        Err(failure) => match copy(path) {
            Ok(Some(copy)) => {
                Ok(Readable { store: open_existing(&copy.path().join(COPY))?, _copy: Some(copy) })
            }
            Ok(None) | Err(_) => Err(failure),
        },
    }
}

/// The name of a copy.
const COPY: &str = "copy.db";

/// Copies a database, with what was not yet written into it, to where temporary files are. Nothing where there is
/// no need to: what cannot be opened in a folder where files can be made has another fault.
fn copy(path: &Path) -> io::Result<Option<TempDir>> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let is_plain = |path: &Path| fs::symlink_metadata(path).is_ok_and(|about| about.is_file());
    let beside = |ending: &str| {
        let mut name = path.as_os_str().to_owned();
        name.push(ending);
        PathBuf::from(name)
    };
    let can_be_written = Dir::open_ambient_dir(folder, ambient_authority())
        .is_ok_and(|folder| draft::can_be_made(&folder))
        && OpenOptions::new().write(true).open(path).is_ok();
    if can_be_written || !is_plain(path) || beside("-journal").symlink_metadata().is_ok() {
        return Ok(None);
    }
    let copy = tempfile::Builder::new().prefix("bout-").tempdir()?;
    copy_file(path, &copy.path().join(COPY))?;
    let log = beside("-wal");
    if is_plain(&log) {
        copy_file(&log, &copy.path().join(format!("{COPY}-wal")))?;
    }
    Ok(Some(copy))
}

/// Copies what is in a file, and not its rights.
fn copy_file(from: &Path, to: &Path) -> io::Result<()> {
    io::copy(&mut File::open(from)?, &mut File::create(to)?).map(drop)
}

//! Opening databases of results.

use std::path::{Path, PathBuf};

use store::Store;

use crate::failure::Failure;
use crate::interrupt;

/// Opens a database, and creates it if it does not exist. Ctrl-C ends long operations in it.
pub(crate) fn open(path: &Path) -> Result<Store, Failure> {
    store::stop_when(interrupt::wanted);
    Ok(Store::open(path)?)
}

/// Opens an existing database for reading. It may be on a read-only medium.
pub(crate) fn open_to_read(path: &Path) -> Result<Store, Failure> {
    store::stop_when(interrupt::wanted);
    Ok(Store::open_to_read(path)?)
}

/// Returns the path of the database given by the user, which may be a link.
pub(crate) fn named(path: &Path) -> PathBuf {
    std::fs::canonicalize(path).ok().filter(|_| path.is_symlink()).unwrap_or_else(|| path.to_path_buf())
}

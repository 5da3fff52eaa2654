//! Opening databases of results.

use std::path::{Path, PathBuf};

use store::Store;

use crate::failure::Failure;
use crate::interrupt;

/// Opens a database, which is made if it is not there. Ctrl-C ends what takes long in it.
pub(crate) fn open(path: &Path) -> Result<Store, Failure> {
    store::stop_when(interrupt::wanted);
    Ok(Store::open(path)?)
}

/// Opens a database that is there, only to read it; it may be where nothing can be written.
pub(crate) fn open_to_read(path: &Path) -> Result<Store, Failure> {
    store::stop_when(interrupt::wanted);
    Ok(Store::open_to_read(path)?)
}

/// Where the database is that the user named, who may name a link.
pub(crate) fn named(path: &Path) -> PathBuf {
    std::fs::canonicalize(path).ok().filter(|_| path.is_symlink()).unwrap_or_else(|| path.to_path_buf())
}

//! Where programs of this machine are.

use std::path::PathBuf;

/// A program in the search path, by its real place.
pub(crate) fn in_path(name: &str) -> Option<PathBuf> {
    let found = std::env::split_paths(&std::env::var_os("PATH")?)
        .filter(|folder| folder.is_absolute())
        .map(|folder| folder.join(name))
        .find(|path| path.is_file());
    found?.canonicalize().ok()
}

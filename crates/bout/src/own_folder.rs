//! `.bout`: the folder in a hill or a war that is no part of it. What lies there can be worked out again or says who
//! is at work.

use std::fs::{self, File, TryLockError};
use std::path::Path;

use crate::failure::Failure;

/// Holds a folder for one command, until what this returns is dropped: nobody else changes it meanwhile. `what` is
/// what the folder is, in a word.
pub(crate) fn hold(folder: &Path, what: &str) -> Result<File, Failure> {
    let own = folder.join(".bout");
    fs::create_dir_all(&own).map_err(|error| Failure::file(&own, "make the folder", &error))?;
    keep_out_of_git(&own)?;
    lock(&own.join("lock"), what)
}

/// What lies there changes with every command: git need not see it.
fn keep_out_of_git(own: &Path) -> Result<(), Failure> {
    let path = own.join(".gitignore");
    if path.exists() {
        return Ok(());
    }
    fs::write(&path, "*\n").map_err(|error| Failure::file(&path, "write", &error))
}

fn lock(path: &Path, what: &str) -> Result<File, Failure> {
    let file = File::create(path).map_err(|error| Failure::file(path, "write", &error))?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => {
            let why = format!("another bout is at work on this {what}; wait until it is done");
            Err(Failure::File(format!("{}: {why}", path.display())))
        }
        Err(TryLockError::Error(error)) => Err(Failure::file(path, "lock", &error)),
    }
}

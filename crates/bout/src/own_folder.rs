//! `.bout`: the folder in a hill or a war that is no part of it. What lies there can be worked out again or says who
//! is at work.

use std::fs::File;

use crate::enclosed::Enclosed;
use crate::failure::Failure;
use crate::file_name::FileName;

/// What it is called.
pub(crate) const OWN: FileName = FileName::own(".bout");

const LOCK: FileName = FileName::own("lock");
const GITIGNORE: FileName = FileName::own(".gitignore");

/// Holds a folder for one command, until what this returns is dropped: nobody else changes it meanwhile. `what` is
/// what the folder is, in a word.
pub(crate) fn hold(folder: &Enclosed, what: &str) -> Result<File, Failure> {
    prepared(folder)?.lock(&LOCK, what)
}

/// The same without waiting, but nothing if somebody else holds it or nothing can be written.
pub(crate) fn hold_if_free(folder: &Enclosed) -> Result<Option<File>, Failure> {
    let can_be_written = match folder.folder(&OWN)? {
        Some(own) => own.can_be_written(),
        None => folder.can_be_written(),
    };
    if can_be_written { prepared(folder)?.try_lock(&LOCK) } else { Ok(None) }
}

fn prepared(folder: &Enclosed) -> Result<Enclosed, Failure> {
    let own = folder.make_folder(&OWN)?;
    own.sweep();
    // What lies there changes with every command: git need not see it.
    if !own.has(&GITIGNORE)? {
        own.write_for_good(&GITIGNORE, b"*\n")?;
    }
    Ok(own)
}

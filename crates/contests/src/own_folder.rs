//! `.bout`: the folder for locks and for data that can be computed again, in the folder of a hill or a war.

use std::fs::File;

use crate::confined_folder::ConfinedFolder;
use crate::file_name::FileName;
use crate::{Client, Failure};

/// The name of the folder.
pub const OWN: FileName = FileName::own(".bout");

const LOCK: FileName = FileName::own("lock");
const GITIGNORE: FileName = FileName::own(".gitignore");

/// Locks a folder for one command until the returned guard is dropped. `what` names the kind of folder in one word.
pub fn lock(folder: &ConfinedFolder, what: &str, client: &Client) -> Result<File, Failure> {
    prepared(folder)?.lock(&LOCK, what, client)
}

/// Locks a folder without waiting; `None` if another process holds the lock or the folder is read-only.
pub fn lock_if_free(folder: &ConfinedFolder) -> Result<Option<File>, Failure> {
    let can_be_written = match folder.folder(&OWN)? {
        Some(own) => own.can_be_written(),
        None => folder.can_be_written(),
    };
    if can_be_written { prepared(folder)?.try_lock(&LOCK) } else { Ok(None) }
}

fn prepared(folder: &ConfinedFolder) -> Result<ConfinedFolder, Failure> {
    let own = folder.make_folder(&OWN)?;
    own.sweep();
    // The content changes with every command, so git should ignore it.
    if !own.has(&GITIGNORE)? {
        own.write_durably(&GITIGNORE, b"*\n")?;
    }
    Ok(own)
}

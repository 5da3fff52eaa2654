//! `.bout`: the folder for locks and for data that can be computed again, in the folder of a hill or a war.

use std::fs::File;
use std::thread;
use std::time::{Duration, Instant};

use crate::confined_folder::ConfinedFolder;
use crate::file_name::FileName;
use crate::{Client, Failure};

/// The name of the folder.
pub const INTERNAL_FOLDER: FileName = FileName::own(".bout");

const LOCK: FileName = FileName::own("lock");

/// This file is locked while files that belong together are changed.
const CHANGING: FileName = FileName::own("changing");

/// How long a change waits for a backup, and a backup for a change. Both are short.
const PATIENCE: Duration = Duration::from_secs(30);

/// The interval for retrying the lock of changes.
const PAUSE: Duration = Duration::from_millis(5);
const GITIGNORE: FileName = FileName::own(".gitignore");

/// Locks a folder for one command until the returned guard is dropped. `what` names the kind of folder in one word.
pub fn lock(folder: &ConfinedFolder, what: &str, client: &Client) -> Result<File, Failure> {
    prepared(folder)?.lock(&LOCK, what, client)
}

/// Locks a folder without waiting; `None` if another process holds the lock or the folder is read-only.
pub fn lock_if_free(folder: &ConfinedFolder) -> Result<Option<File>, Failure> {
    let can_be_written = match folder.folder(&INTERNAL_FOLDER)? {
        Some(own) => own.can_be_written(),
        None => folder.can_be_written(),
    };
    if can_be_written { prepared(folder)?.try_lock(&LOCK) } else { Ok(None) }
}

/// Locks out other changes until the returned file is dropped. A process holds this lock while it changes files that belong
/// together, and so does a backup while it reads them. Unlike [`lock`], nobody holds it while matches are played.
pub fn hold_changes(folder: &ConfinedFolder) -> Result<File, Failure> {
    let own = folder.make_folder(&INTERNAL_FOLDER)?;
    let start = Instant::now();
    loop {
        if let Some(file) = own.try_lock(&CHANGING)? {
            return Ok(file);
        }
        if start.elapsed() >= PATIENCE {
            let why = "another bout process does not finish its change or its backup; end it, or try again";
            return Err(Failure::File(format!("{}: {why}", own.path_of(&CHANGING).display())));
        }
        thread::sleep(PAUSE);
    }
}

fn prepared(folder: &ConfinedFolder) -> Result<ConfinedFolder, Failure> {
    let own = folder.make_folder(&INTERNAL_FOLDER)?;
    own.sweep();
    // The content changes with every command, so git should ignore it.
    if !own.has(&GITIGNORE)? {
        own.write_durably(&GITIGNORE, b"*\n")?;
    }
    Ok(own)
}

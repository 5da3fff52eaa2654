//! Atomic writes: a process writes a draft next to the file, and renames it when it is complete.
//! A command that is killed leaves its draft. The next command that writes into the folder removes it. The writing
//! process locks its draft, and the system releases the lock when that process ends in any way. A file is removed only
//! if it is named like a draft, belongs to the same user and is not locked.

use std::collections::HashSet;
use std::fs::File;
use std::io::{self, ErrorKind};
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{LazyLock, Mutex, PoisonError};

use cap_fs_ext::{FollowSymlinks, MetadataExt, OpenOptionsFollowExt, OpenOptionsSyncExt};
use cap_std::fs::{Dir, OpenOptions};

/// The prefix of draft names. Two numbers follow it, or, in earlier versions, six letters and digits.
const PREFIX: &str = ".bout-";

/// The folders that this process has swept, by device and number.
static SWEPT: LazyLock<Mutex<HashSet<(u64, u64)>>> = LazyLock::new(Mutex::default);

/// Writes a file atomically: `write` fills a draft of it. The draft gets the permissions of the file that it replaces. `finish`
/// is called with the complete draft.
pub(crate) fn replace(
    dir: &Dir,
    name: &Path,
    write: impl FnOnce(&File) -> io::Result<()>,
    finish: impl FnOnce(&File) -> io::Result<()>,
) -> io::Result<()> {
    sweep_once(dir);
    let (draft, file) = begin(dir)?;
    let done = write(&file)
        .and_then(|()| keep_permissions(dir, &file, name))
        .and_then(|()| finish(&file))
        .and_then(|()| dir.rename(&draft, dir, name));
    if done.is_err() {
        // A draft that cannot be removed does no harm.
        let _ = dir.remove_file(&draft);
    }
    done
}

/// Returns whether drafts can be created in a folder. Only missing permissions and read-only media count as no. Other
/// problems, such as a full disk, are reported when writing.
pub(crate) fn can_be_made(dir: &Dir) -> bool {
    match try_one(dir) {
        Ok(()) => true,
        Err(error) => !matches!(error.kind(), ErrorKind::PermissionDenied | ErrorKind::ReadOnlyFilesystem),
    }
}

/// Creates an empty draft in a folder and removes it again.
pub(crate) fn try_one(dir: &Dir) -> io::Result<()> {
    let (draft, _file) = begin(dir)?;
    dir.remove_file(&draft)
}

fn keep_permissions(dir: &Dir, file: &File, name: &Path) -> io::Result<()> {
    match dir.symlink_metadata(name) {
        Ok(replaced) if replaced.is_file() => file.set_permissions(replaced.permissions().into_std(file)?),
        _ => Ok(()),
    }
}

/// Creates a new draft and locks it.
fn begin(dir: &Dir) -> io::Result<(String, File)> {
    static MADE: AtomicU64 = AtomicU64::new(0);
    loop {
        let number = MADE.fetch_add(1, Ordering::Relaxed);
        let name = format!("{PREFIX}{}-{number}", std::process::id());
        let file = match dir.open_with(&name, OpenOptions::new().read(true).write(true).create_new(true)) {
            Err(error) if error.kind() == ErrorKind::AlreadyExists => continue,
            other => other?.into_std(),
        };
        // Without locks, no process removes leftover drafts either.
        let _ = file.lock();
        // Another process may have removed it before it was locked.
        if dir.symlink_metadata(&name).is_ok() {
            return Ok((name, file));
        }
    }
}

/// Sweeps a folder before the first draft that this process writes into it.
fn sweep_once(dir: &Dir) {
    let Ok(about) = dir.dir_metadata() else { return };
    let folder = (about.dev(), about.ino());
    if SWEPT.lock().unwrap_or_else(PoisonError::into_inner).insert(folder) {
        sweep(dir);
    }
}

/// Removes leftover drafts in a folder. Errors are ignored.
pub(crate) fn sweep(dir: &Dir) {
    for entry in dir.entries().into_iter().flatten().flatten() {
        if let Ok(name) = entry.file_name().into_string()
            && is_draft(&name)
        {
            let _ = remove_left_over(dir, &name);
        }
    }
}

/// Returns true if a file is named like a draft.
fn is_draft(name: &str) -> bool {
    let Some(rest) = name.strip_prefix(PREFIX) else { return false };
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let is_ours =
        rest.split_once('-').is_some_and(|(process, number)| is_number(process) && is_number(number));
    is_ours || rest.len() == 6 && rest.bytes().all(|byte| byte.is_ascii_alphanumeric())
}

fn remove_left_over(dir: &Dir, name: &str) -> io::Result<()> {
    let mut options = OpenOptions::new();
    options.write(true).follow(FollowSymlinks::No).nonblock(true);
    let file = dir.open_with(name, &options)?;
    let about = file.metadata()?;
    if !about.is_file() || about.nlink() != 1 || !is_of_this_user(&about) {
        return Ok(());
    }
    let file = file.into_std();
    // The lock is held until the file is removed: a process that gets the lock after us notices that its draft is gone.
    if file.try_lock().is_ok() { dir.remove_file(name) } else { Ok(()) }
}

#[cfg(unix)]
fn is_of_this_user(about: &cap_std::fs::Metadata) -> bool {
    // A file created by this process belongs to its user.
    cap_std::fs::MetadataExt::uid(about) == *USER
}

#[cfg(unix)]
static USER: LazyLock<u32> = LazyLock::new(|| rustix::process::geteuid().as_raw());

#[cfg(not(unix))]
fn is_of_this_user(_: &cap_std::fs::Metadata) -> bool {
    true
}

#[cfg(test)]
mod tests {
    use std::io::Write as _;

    use super::*;
    use cap_std::ambient_authority;

    fn names(folder: &Path) -> Vec<String> {
        let entries = std::fs::read_dir(folder).unwrap();
        let mut names: Vec<String> =
            entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    #[test]
    fn only_drafts_that_nobody_writes_are_swept() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        let others = [
            ".bout",
            ".bout-",
            ".bout-1",
            ".bout-1-",
            ".bout-1-x",
            ".bout-notes-1",
            ".bout-tés",
            "x.bout-1-2",
        ];
        for name in others {
            std::fs::write(path(name), "a user's").unwrap();
        }
        std::fs::create_dir(path(".bout-3-4")).unwrap();
        std::fs::write(path("two"), "a user's").unwrap();
        std::fs::hard_link(path("two"), path(".bout-5-6")).unwrap();
        let before = names(folder.path());
        for left in [".bout-1-2", ".bout-999999-0", ".bout-aB3xYz"] {
            std::fs::write(path(left), "half").unwrap();
        }
        let dir = Dir::open_ambient_dir(folder.path(), ambient_authority()).unwrap();
        let (draft, file) = begin(&dir).unwrap();
        sweep(&dir);
        assert!(path(&draft).exists(), "it is being written");
        drop(file);
        sweep(&dir);
        assert_eq!(names(folder.path()), before);
    }

    #[test]
    fn the_first_draft_in_a_folder_sweeps_it() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join(".bout-1-2"), "half").unwrap();
        let dir = Dir::open_ambient_dir(folder.path(), ambient_authority()).unwrap();
        replace(&dir, "whole".as_ref(), |mut draft| draft.write_all(b"content"), |_| Ok(())).unwrap();
        assert_eq!(names(folder.path()), ["whole"]);
    }
}

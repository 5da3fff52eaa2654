//! Changes file owners: workers that run as their own user must own the files that they change.

use std::ffi::CStr;
use std::os::fd::{AsFd, OwnedFd};
use std::path::Path;

use contests::Failure;
use rustix::fs::{AtFlags, CWD, Dir, FileType, Gid, Mode, OFlags, Uid, chownat, openat, statat};
use sandbox::{User, user_named};

/// The number of nested folder levels that are handed over.
const MAX_DEPTH: usize = 16;

/// Returns the user of the workers.
///
/// # Errors
/// If there is no such user, if it is the superuser, or if this process is not root and so cannot switch
/// users.
pub(super) fn user(name: &str) -> Result<User, Failure> {
    let shown = name.escape_debug();
    if !rustix::process::geteuid().is_root() {
        let why = "only a site that root starts can have workers of another user; leave `user` out of [workers], and workers have a user namespace";
        return Err(Failure::Machine(format!("user = \"{shown}\": {why}")));
    }
    let user = user_named(name).ok_or_else(|| {
        Failure::Machine(format!(
            "user = \"{shown}\" in [workers]: there is no such user; `useradd --system --no-create-home --shell /usr/sbin/nologin {shown}` makes it"
        ))
    })?;
    if user.id == 0 {
        return Err(Failure::Machine(format!("user = \"{shown}\" in [workers] is the superuser")));
    }
    Ok(user)
}

/// Gives ownership of a folder and everything in it to a user. Skips what cannot be given.
///
/// The user may change the folder at the same time. So this follows no links, and skips files with several
/// hard links: such a file may also belong to another folder.
pub(super) fn hand_over(folder: &Path, user: User) {
    let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    if let Ok(opened) = openat(CWD, folder, flags, Mode::empty()) {
        give(&opened, c"", AtFlags::EMPTY_PATH, user);
        hand_over_inside(&opened, user, MAX_DEPTH);
    }
}

fn hand_over_inside(folder: &OwnedFd, user: User, depth: usize) {
    let Ok(entries) = Dir::read_from(folder) else { return };
    for entry in entries.flatten() {
        let name = entry.file_name();
        if name == c"." || name == c".." {
            continue;
        }
        let Ok(about) = statat(folder, name, AtFlags::SYMLINK_NOFOLLOW) else { continue };
        let kind = FileType::from_raw_mode(about.st_mode);
        if kind == FileType::Directory && depth > 0 {
            let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
            let Ok(inside) = openat(folder, name, flags, Mode::empty()) else { continue };
            give(&inside, c"", AtFlags::EMPTY_PATH, user);
            hand_over_inside(&inside, user, depth - 1);
        } else if kind == FileType::RegularFile && about.st_uid != user.id && about.st_nlink == 1 {
            // Open the file first: the check and the change must apply to one and the same file.
            let flags = OFlags::PATH | OFlags::NOFOLLOW | OFlags::CLOEXEC;
            let Ok(file) = openat(folder, name, flags, Mode::empty()) else { continue };
            let same = statat(&file, c"", AtFlags::EMPTY_PATH);
            if same.is_ok_and(|same| same.st_ino == about.st_ino && same.st_nlink == 1) {
                give(&file, c"", AtFlags::EMPTY_PATH, user);
            }
        }
    }
}

fn give(file: impl AsFd, name: &CStr, flags: AtFlags, user: User) {
    let (id, group) = (Uid::from_raw(user.id), Gid::from_raw(user.group));
    // Ignore errors: some file systems have no owners.
    let _ = chownat(file, name, Some(id), Some(group), flags);
}

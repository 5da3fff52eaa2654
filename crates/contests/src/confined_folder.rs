//! Safe access to a folder that may come from somebody else, such as a cloned hill. It reads and writes nothing outside
//! the folder: every step opens one name in an open folder, follows no link, and uses only regular files.
//!
//! Links that the user gives on the command line are intended, so [`ConfinedFolder::open`] follows them.

use std::fs::{File, TryLockError};
use std::io::{self, ErrorKind, Write as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use cap_fs_ext::{DirExt, FollowSymlinks, OpenOptionsFollowExt, OpenOptionsSyncExt};
use cap_std::ambient_authority;
use cap_std::fs::{Dir, FileType, OpenOptions};

use crate::file_name::{FileName, alike};
use crate::program_file::{MAX_FILE_BYTES, read_bounded};
use crate::{Client, Failure, draft};

/// The interval for retrying a lock.
const PAUSE: Duration = Duration::from_millis(20);

/// An open folder.
#[derive(Debug, Clone)]
pub struct ConfinedFolder {
    dir: Arc<Dir>,
    /// The path for messages.
    path: PathBuf,
}

impl ConfinedFolder {
    /// Opens a folder given by the user.
    pub fn open(path: &Path) -> Result<Self, Failure> {
        let dir = Dir::open_ambient_dir(path, ambient_authority())
            .map_err(|error| Failure::file(path, "open the folder", &error))?;
        Ok(Self { dir: Arc::new(dir), path: path.to_path_buf() })
    }

    /// Opens a folder given by the user, and creates it if it does not exist.
    pub fn make(path: &Path) -> Result<Self, Failure> {
        create_durably(path)?;
        Self::open(path)
    }

    /// Returns its path for messages.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns the path of a file in it, for messages.
    #[must_use]
    pub fn path_of(&self, name: &FileName) -> PathBuf {
        self.path.join(name)
    }

    /// Opens a folder in it, if it exists.
    pub fn folder(&self, name: &FileName) -> Result<Option<Self>, Failure> {
        match self.kind_of(name)? {
            None => Ok(None),
            Some(kind) if kind.is_dir() => {
                let dir = self.dir.open_dir_nofollow(name).map_err(self.cannot("open the folder", name))?;
                Ok(Some(Self { dir: Arc::new(dir), path: self.path_of(name) }))
            }
            Some(kind) => Err(self.refused(name, kind, "a folder")),
        }
    }

    /// Opens a folder in it, and creates it if it does not exist.
    pub fn make_folder(&self, name: &FileName) -> Result<Self, Failure> {
        if self.kind_of(name)?.is_none() {
            match self.dir.create_dir(name) {
                Err(error) if error.kind() != ErrorKind::AlreadyExists => {
                    return Err(self.cannot("create the folder", name)(error));
                }
                Err(_) => {}
                Ok(()) => self.sync().map_err(self.cannot("create the folder", name))?,
            }
        }
        let gone = || Failure::File(format!("{}: the folder was removed", self.path_of(name).display()));
        self.folder(name)?.ok_or_else(gone)
    }

    /// Returns true if an entry of any kind has this name.
    pub fn has(&self, name: &FileName) -> Result<bool, Failure> {
        Ok(self.kind_of(name)?.is_some())
    }

    /// Returns its visible files and links, sorted by name. Only those whose name `wanted` accepts are considered, and
    /// these must have valid file names.
    pub fn files(&self, wanted: impl Fn(&str) -> bool) -> Result<Vec<FileName>, Failure> {
        let cannot_read = |error: io::Error| Failure::file(&self.path, "read the folder", &error);
        let mut names = Vec::new();
        for entry in self.dir.entries().map_err(cannot_read)? {
            let entry = entry.map_err(cannot_read)?;
            let name = entry.file_name();
            let ending = Path::new(&name).extension().map(std::ffi::OsStr::to_string_lossy);
            let is_hidden = name.as_encoded_bytes().starts_with(b".");
            let is_folder = entry.file_type().map_err(cannot_read)?.is_dir();
            if is_hidden || is_folder || !ending.is_some_and(|ending| wanted(&ending)) {
                continue;
            }
            let refused =
                |why: String| Failure::Refused(format!("{}: {why}; rename the file", self.path.display()));
            names.push(FileName::of_system(&name).map_err(refused)?);
        }
        names.sort();
        Ok(names)
    }

    /// Refuses names that differ only in case, because they are one file on some machines.
    pub fn refuse_alike(&self, names: &[FileName]) -> Result<(), Failure> {
        let Some((one, other)) = alike(names.iter().map(FileName::as_str)) else { return Ok(()) };
        Err(Failure::Refused(format!(
            "{}: {one} and {other} differ only in upper and lower case, so they are one file on some machines; rename one",
            self.path.display()
        )))
    }

    /// Returns the names of all its entries that are valid text.
    pub fn all_names(&self) -> Result<Vec<String>, Failure> {
        let cannot_read = |error: io::Error| Failure::file(&self.path, "read the folder", &error);
        let entries = self.dir.entries().map_err(cannot_read)?;
        entries
            .map(|entry| Ok(entry.map_err(cannot_read)?.file_name().to_string_lossy().into_owned()))
            .collect()
    }

    /// Reads a file of at most 16 MiB, if it exists.
    pub fn read(&self, name: &FileName) -> Result<Option<Vec<u8>>, Failure> {
        self.read_at_most(MAX_FILE_BYTES, name)
    }

    /// Reads a file of at most `limit` bytes, which must be whole MiB, if it exists.
    pub fn read_at_most(&self, limit: u64, name: &FileName) -> Result<Option<Vec<u8>>, Failure> {
        if !self.has_file(name)? {
            return Ok(None);
        }
        let file = self.open_file(name, OpenOptions::new().read(true), "read")?;
        read_bounded(limit, &self.path_of(name), file).map(Some)
    }

    /// Opens a file for reading, if it exists.
    pub fn open_to_read(&self, name: &FileName) -> Result<Option<File>, Failure> {
        if !self.has_file(name)? {
            return Ok(None);
        }
        self.open_file(name, OpenOptions::new().read(true), "read").map(Some)
    }

    /// Opens a file for writing in place, and creates it if it does not exist.
    pub fn open_to_write(&self, name: &FileName) -> Result<File, Failure> {
        self.has_file(name)?;
        let file = self.open_file(name, OpenOptions::new().read(true).write(true).create(true), "write")?;
        self.refuse_second_name(name, &file)?;
        Ok(file)
    }

    /// Returns true if there is a file of this name. Any other kind of entry is refused.
    fn has_file(&self, name: &FileName) -> Result<bool, Failure> {
        match self.kind_of(name)? {
            None => Ok(false),
            Some(kind) if kind.is_file() => Ok(true),
            Some(kind) => Err(self.refused(name, kind, "a regular file")),
        }
    }

    /// Opens a file without following links and without waiting for a pipe, since the entry may have been replaced a
    /// moment ago.
    fn open_file(&self, name: &FileName, options: &mut OpenOptions, doing: &str) -> Result<File, Failure> {
        let options = options.follow(FollowSymlinks::No).nonblock(true);
        let opened = self.dir.open_with(name, options).and_then(|file| {
            let is_file = file.metadata()?.is_file();
            if is_file { Ok(file) } else { Err(io::Error::other("this is not a regular file")) }
        });
        opened.map(cap_std::fs::File::into_std).map_err(self.cannot(doing, name))
    }

    /// Refuses hard links, because writing in place changes the file under all its names.
    fn refuse_second_name(&self, name: &FileName, file: &File) -> Result<(), Failure> {
        let about = file.metadata().map_err(self.cannot("write", name))?;
        if names_of(&about) <= 1 {
            return Ok(());
        }
        let why = "this file has a second name (a hard link) and would be changed there, too; copy it";
        Err(Failure::File(format!("{}: {why}", self.path_of(name).display())))
    }

    /// Writes a file atomically.
    pub fn write_whole(&self, name: &FileName, bytes: &[u8]) -> Result<(), Failure> {
        self.replace(name, bytes, |_| Ok(()))
    }

    /// Writes a file atomically and durably: it survives a power cut after this returns.
    pub fn write_durably(&self, name: &FileName, bytes: &[u8]) -> Result<(), Failure> {
        self.replace(name, bytes, File::sync_all)?;
        self.sync().map_err(self.cannot("write", name))
    }

    /// Writes a file as [`Self::write_durably`] does. At no moment can anybody but its owner read it.
    pub fn write_secret(&self, name: &FileName, bytes: &[u8]) -> Result<(), Failure> {
        self.has_file(name)?;
        let fill = |mut draft: &File| own_alone(draft).and_then(|()| draft.write_all(bytes));
        // The draft got the permissions of the file that it replaces.
        let finish = |draft: &File| own_alone(draft).and_then(|()| draft.sync_all());
        draft::replace(&self.dir, name.as_ref(), fill, finish).map_err(self.cannot("write", name))?;
        self.sync().map_err(self.cannot("write", name))
    }

    /// Writes a file as [`Self::write_secret`] does, a piece at a time: `fill` writes the content, and may read
    /// it again. If that fails, an earlier file of this name stays as it was.
    pub fn write_secret_streamed<T>(
        &self,
        name: &FileName,
        fill: impl FnOnce(&File) -> Result<T, Failure>,
    ) -> Result<T, Failure> {
        self.has_file(name)?;
        let mut filled = None;
        let fill = |draft: &File| {
            own_alone(draft)?;
            let outcome = filled.insert(fill(draft));
            if outcome.is_ok() { Ok(()) } else { Err(io::Error::other("not written whole")) }
        };
        let finish = |draft: &File| own_alone(draft).and_then(|()| draft.sync_all());
        let written = draft::replace(&self.dir, name.as_ref(), fill, finish);
        match filled {
            Some(Ok(value)) => {
                written.and_then(|()| self.sync()).map_err(self.cannot("write", name))?;
                Ok(value)
            }
            Some(Err(failure)) => Err(failure),
            None => {
                Err(self.cannot("write", name)(written.err().unwrap_or_else(|| io::Error::other("nothing"))))
            }
        }
    }

    /// Writes a new file atomically and durably. It must not exist yet. The write must be durable because an incomplete file
    /// after a power cut would count as a different existing file.
    pub fn write_new(&self, name: &FileName, bytes: &[u8]) -> Result<(), Failure> {
        if self.has(name)? {
            return Err(self.cannot("write", name)(ErrorKind::AlreadyExists.into()));
        }
        self.write_durably(name, bytes)
    }

    fn replace(
        &self,
        name: &FileName,
        bytes: &[u8],
        finish: impl FnOnce(&File) -> io::Result<()>,
    ) -> Result<(), Failure> {
        self.has_file(name)?;
        draft::replace(&self.dir, name.as_ref(), |mut draft| draft.write_all(bytes), finish)
            .map_err(self.cannot("write", name))
    }

    /// Removes files that killed commands left incomplete here. Errors are ignored because leftover files do no harm.
    pub fn sweep(&self) {
        draft::sweep(&self.dir);
    }

    /// Moves a file into a folder. A missing file counts as already moved.
    pub fn move_into(&self, name: &FileName, to: &Self, there: &FileName) -> Result<(), Failure> {
        if !self.has_file(name)? {
            return Ok(());
        }
        self.dir.rename(name, &to.dir, there).map_err(|error| {
            Failure::file(&self.path_of(name), &format!("move to {}", to.path_of(there).display()), &error)
        })
    }

    /// Removes a file, if it exists. The target of a link stays.
    pub fn remove(&self, name: &FileName) -> Result<(), Failure> {
        match self.dir.remove_file(name) {
            Err(error) if error.kind() != ErrorKind::NotFound => Err(self.cannot("remove", name)(error)),
            _ => Ok(()),
        }
    }

    /// Removes files with this ending until only the `keep` newest are left.
    pub fn keep_newest(&self, ending: &str, keep: usize) -> Result<(), Failure> {
        let mut names = self.files(|other| other == ending)?;
        if names.len() <= keep {
            return Ok(());
        }
        let changed = |name: &FileName| {
            self.dir
                .symlink_metadata(name)
                .and_then(|about| about.modified())
                .ok()
                .map(cap_std::time::SystemTime::into_std)
        };
        names.sort_by_cached_key(|name| (changed(name), name.clone()));
        names[..names.len() - keep].iter().try_for_each(|name| self.remove(name))
    }

    /// Locks a file for as long as it stays open, and creates it if it does not exist. Nothing is written to it. If
    /// another bout process holds the lock, this waits for some time.
    pub fn lock(&self, name: &FileName, what: &str, client: &Client) -> Result<File, Failure> {
        let start = Instant::now();
        loop {
            if let Some(file) = self.try_lock(name)? {
                return Ok(file);
            }
            if client.wants_to_stop() {
                return Err(Failure::Interrupted("nothing was changed".into()));
            }
            if start.elapsed() >= store::PATIENCE {
                let why = format!("another bout process is using this {what}; wait until it has finished");
                return Err(Failure::File(format!("{}: {why}", self.path_of(name).display())));
            }
            thread::sleep(PAUSE);
        }
    }

    /// Locks a file without waiting; `None` if another process holds the lock.
    pub fn try_lock(&self, name: &FileName) -> Result<Option<File>, Failure> {
        let file = self.open_to_write(name)?;
        match file.try_lock() {
            Ok(()) => Ok(Some(file)),
            Err(TryLockError::WouldBlock) => Ok(None),
            Err(TryLockError::Error(error)) => Err(self.cannot("lock", name)(error)),
        }
    }

    /// Returns true if it allows new files. Read-only media and another user's folder do not.
    #[must_use]
    pub fn can_be_written(&self) -> bool {
        draft::can_be_made(&self.dir)
    }

    /// Creates a file in it and removes it again, or returns why this fails.
    pub fn try_writing(&self) -> Result<(), Failure> {
        draft::try_one(&self.dir).map_err(|error| Failure::file(&self.path, "create a file in", &error))
    }

    /// Makes moves of files durable.
    pub fn sync_names(&self) -> Result<(), Failure> {
        self.sync().map_err(|error| Failure::file(&self.path, "write the folder", &error))
    }

    /// Makes the names in the folder durable.
    pub fn sync(&self) -> io::Result<()> {
        sync_names(&self.dir)
    }

    fn kind_of(&self, name: &FileName) -> Result<Option<FileType>, Failure> {
        match self.dir.symlink_metadata(name) {
            Ok(about) => Ok(Some(about.file_type())),
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
            Err(error) => Err(self.cannot("read", name)(error)),
        }
    }

    fn cannot<'a>(&'a self, doing: &'a str, name: &'a FileName) -> impl Fn(io::Error) -> Failure + 'a {
        move |error| Failure::file(&self.path_of(name), doing, &error)
    }

    fn refused(&self, name: &FileName, kind: FileType, wanted: &str) -> Failure {
        let path = self.path_of(name);
        let why = if kind.is_symlink() {
            format!(
                "this is a link, and bout does not follow links in such folders; replace it with {wanted}"
            )
        } else if kind.is_dir() {
            format!("this is a folder; expected {wanted}")
        } else if kind.is_file() {
            format!("this is a file; expected {wanted}")
        } else {
            format!("this is a pipe, a socket or a device; expected {wanted}")
        };
        Failure::File(format!("{}: {why}", path.display()))
    }
}

/// Reads one of bout's own files that the user named, without following a link, since its folder may come from somebody
/// else.
pub fn read_named(path: &Path) -> Result<Vec<u8>, Failure> {
    let is_folder = || Failure::file(path, "read", &ErrorKind::IsADirectory.into());
    let name = path.file_name().ok_or_else(is_folder)?;
    let name =
        FileName::of_system(name).map_err(|why| Failure::Refused(format!("{}: {why}", path.display())))?;
    let folder = ConfinedFolder::open(plain(path.parent().unwrap_or(Path::new(""))))?;
    let missing = || Failure::File(format!("{}: there is no such file", path.display()));
    folder.read(&name)?.ok_or_else(missing)
}

/// Creates a folder and its parents durably.
pub fn create_durably(path: &Path) -> Result<(), Failure> {
    let is_missing = |folder: &&Path| !folder.as_os_str().is_empty() && !folder.exists();
    let missing: Vec<&Path> = path.ancestors().take_while(is_missing).collect();
    let made = std::fs::create_dir_all(path).and_then(|()| {
        missing.into_iter().filter_map(Path::parent).try_for_each(|parent| {
            match Dir::open_ambient_dir(plain(parent), ambient_authority()).and_then(|dir| sync_names(&dir)) {
                // A folder can be created even if its parent cannot be listed.
                Err(error) if error.kind() == ErrorKind::PermissionDenied => Ok(()),
                synced => synced,
            }
        })
    });
    made.map_err(|error| Failure::file(path, "create the folder", &error))
}

/// Returns the parent, or the current folder for a name without a folder.
#[must_use]
pub fn plain(parent: &Path) -> &Path {
    if parent.as_os_str().is_empty() { Path::new(".") } else { parent }
}

/// Makes the names in a folder durable.
pub fn sync_names(dir: &Dir) -> io::Result<()> {
    // Other systems cannot open a folder for syncing, and do not need it.
    // The open folder itself may only allow looking up names (`O_PATH`).
    if cfg!(not(unix)) {
        return Ok(());
    }
    match dir.open(".").and_then(|folder| folder.sync_all()) {
        // Some file systems do not support this, and a folder may be writable but not readable.
        Err(error) if matches!(error.kind(), ErrorKind::InvalidInput | ErrorKind::PermissionDenied) => Ok(()),
        synced => synced,
    }
}

/// Lets only the owner of a file read and write it.
#[cfg(unix)]
fn own_alone(file: &File) -> io::Result<()> {
    file.set_permissions(std::os::unix::fs::PermissionsExt::from_mode(0o600))
}

#[cfg(not(unix))]
fn own_alone(_: &File) -> io::Result<()> {
    Ok(())
}

#[cfg(unix)]
fn names_of(about: &std::fs::Metadata) -> u64 {
    std::os::unix::fs::MetadataExt::nlink(about)
}

#[cfg(not(unix))]
fn names_of(_: &std::fs::Metadata) -> u64 {
    1
}

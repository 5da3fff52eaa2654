//! A folder that may come from somebody else, such as a hill that was cloned: what is read and written in it lies in
//! it. Every step is one name in an open folder, no link is followed, and a file is a plain file.
//!
//! Who names a folder or a file on the command line means it, be it a link or not: [`Enclosed::open`] follows.

use std::fs::{File, TryLockError};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use cap_fs_ext::{DirExt, FollowSymlinks, OpenOptionsFollowExt, OpenOptionsSyncExt};
use cap_std::ambient_authority;
use cap_std::fs::{Dir, FileType, OpenOptions};

use crate::draft;
use crate::failure::Failure;
use crate::file_name::{FileName, alike};
use crate::input::{MAX_FILE_BYTES, read_bounded};
use crate::interrupt;

/// How often somebody who waits for a lock looks.
const PAUSE: Duration = Duration::from_millis(20);

/// An open folder.
#[derive(Debug, Clone)]
pub(crate) struct Enclosed {
    dir: Arc<Dir>,
    /// As it is shown.
    path: PathBuf,
}

impl Enclosed {
    /// Opens a folder that the user named.
    pub(crate) fn open(path: &Path) -> Result<Self, Failure> {
        let dir = Dir::open_ambient_dir(path, ambient_authority())
            .map_err(|error| Failure::file(path, "open the folder", &error))?;
        Ok(Self { dir: Arc::new(dir), path: path.to_path_buf() })
    }

    /// Opens a folder that the user named, which is made if it is not there.
    pub(crate) fn make(path: &Path) -> Result<Self, Failure> {
        make_for_good(path)?;
        Self::open(path)
    }

    /// Where it is, as it is shown.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Where a file in it is, as it is shown.
    pub(crate) fn path_of(&self, name: &FileName) -> PathBuf {
        self.path.join(name)
    }

    /// A folder in it, if it is there.
    pub(crate) fn folder(&self, name: &FileName) -> Result<Option<Self>, Failure> {
        match self.kind_of(name)? {
            None => Ok(None),
            Some(kind) if kind.is_dir() => {
                let dir = self.dir.open_dir_nofollow(name).map_err(self.cannot("open the folder", name))?;
                Ok(Some(Self { dir: Arc::new(dir), path: self.path_of(name) }))
            }
            Some(kind) => Err(self.refused(name, kind, "a folder")),
        }
    }

    /// A folder in it, which is made if it is not there.
    pub(crate) fn make_folder(&self, name: &FileName) -> Result<Self, Failure> {
        if self.kind_of(name)?.is_none() {
            match self.dir.create_dir(name) {
                Err(error) if error.kind() != ErrorKind::AlreadyExists => {
                    return Err(self.cannot("make the folder", name)(error));
                }
                Err(_) => {}
                Ok(()) => self.sync().map_err(self.cannot("make the folder", name))?,
            }
        }
        let gone = || Failure::File(format!("{}: the folder was taken away", self.path_of(name).display()));
        self.folder(name)?.ok_or_else(gone)
    }

    /// Whether there is something of this name, whatever it is.
    pub(crate) fn has(&self, name: &FileName) -> Result<bool, Failure> {
        Ok(self.kind_of(name)?.is_some())
    }

    /// What lies in it and is not hidden, by name: files and links; folders are passed over. Only those that `wanted`
    /// says by their ending are looked at, and their names must be names of files.
    pub(crate) fn files(&self, wanted: impl Fn(&str) -> bool) -> Result<Vec<FileName>, Failure> {
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

    /// Refuses names that differ in capital letters alone: they are one file on some machines.
    pub(crate) fn refuse_alike(&self, names: &[FileName]) -> Result<(), Failure> {
        let Some((one, other)) = alike(names.iter().map(FileName::as_str)) else { return Ok(()) };
        Err(Failure::Refused(format!(
            "{}: {one} and {other} differ in capital letters alone, so they are one file on some machines; rename one",
            self.path.display()
        )))
    }

    /// The names of all that lies in it, as far as they are text.
    pub(crate) fn all_names(&self) -> Result<Vec<String>, Failure> {
        let cannot_read = |error: io::Error| Failure::file(&self.path, "read the folder", &error);
        let entries = self.dir.entries().map_err(cannot_read)?;
        entries
            .map(|entry| Ok(entry.map_err(cannot_read)?.file_name().to_string_lossy().into_owned()))
            .collect()
    }

    /// The bytes of a file of at most 16 MiB, if it is there.
    pub(crate) fn read(&self, name: &FileName) -> Result<Option<Vec<u8>>, Failure> {
        self.read_at_most(MAX_FILE_BYTES, name)
    }

    /// The same, of at most so many bytes, which are whole MiB.
    pub(crate) fn read_at_most(&self, limit: u64, name: &FileName) -> Result<Option<Vec<u8>>, Failure> {
        if !self.has_file(name)? {
            return Ok(None);
        }
        let file = self.open_file(name, OpenOptions::new().read(true), "read")?;
        read_bounded(limit, &self.path_of(name), file).map(Some)
    }

    /// Opens a file to be written to where it lies; it is made if it is not there.
    pub(crate) fn open_to_write(&self, name: &FileName) -> Result<File, Failure> {
        self.has_file(name)?;
        let file = self.open_file(name, OpenOptions::new().read(true).write(true).create(true), "write")?;
        self.refuse_second_name(name, &file)?;
        Ok(file)
    }

    /// Whether there is a file of this name. Anything else of this name is refused.
    fn has_file(&self, name: &FileName) -> Result<bool, Failure> {
        match self.kind_of(name)? {
            None => Ok(false),
            Some(kind) if kind.is_file() => Ok(true),
            Some(kind) => Err(self.refused(name, kind, "a plain file")),
        }
    }

    /// Opens what is there now: it may be something else than a moment ago, so a link is not followed, and a pipe that
    /// nobody writes to keeps nobody waiting.
    fn open_file(&self, name: &FileName, options: &mut OpenOptions, doing: &str) -> Result<File, Failure> {
        let options = options.follow(FollowSymlinks::No).nonblock(true);
        let opened = self.dir.open_with(name, options).and_then(|file| {
            let is_file = file.metadata()?.is_file();
            if is_file { Ok(file) } else { Err(io::Error::other("this is no plain file")) }
        });
        opened.map(cap_std::fs::File::into_std).map_err(self.cannot(doing, name))
    }

    /// What is written where it lies is written under all its names.
    fn refuse_second_name(&self, name: &FileName, file: &File) -> Result<(), Failure> {
        let about = file.metadata().map_err(self.cannot("write", name))?;
        if names_of(&about) <= 1 {
            return Ok(());
        }
        let why = "this file has a second name (a hard link), under which it would be changed, too; copy it";
        Err(Failure::File(format!("{}: {why}", self.path_of(name).display())))
    }

    /// Writes a file so that nobody ever sees half of it: into a file beside it, which then takes its place.
    pub(crate) fn write_whole(&self, name: &FileName, bytes: &[u8]) -> Result<(), Failure> {
        self.replace(name, bytes, |_| Ok(()))
    }

    /// The same, and it is on the disk when this returns: what was promised outlives a loss of power.
    pub(crate) fn write_for_good(&self, name: &FileName, bytes: &[u8]) -> Result<(), Failure> {
        self.replace(name, bytes, File::sync_all)?;
        self.sync().map_err(self.cannot("write", name))
    }

    /// Writes a file that must not be there yet, whole or not at all. It is on the disk when this returns: after a loss of
    /// power, half of it would be something else that is there already.
    pub(crate) fn write_new(&self, name: &FileName, bytes: &[u8]) -> Result<(), Failure> {
        if self.has(name)? {
            return Err(self.cannot("write", name)(ErrorKind::AlreadyExists.into()));
        }
        self.write_for_good(name, bytes)
    }

    fn replace(
        &self,
        name: &FileName,
        bytes: &[u8],
        finish: impl FnOnce(&File) -> io::Result<()>,
    ) -> Result<(), Failure> {
        self.has_file(name)?;
        draft::replace(&self.dir, name.as_ref(), bytes, finish).map_err(self.cannot("write", name))
    }

    /// Removes what commands that were killed have left half-written here. No error: nothing is lost by it.
    pub(crate) fn sweep(&self) {
        draft::sweep(&self.dir);
    }

    /// Moves a file into a folder; if it is not there, it was moved before.
    pub(crate) fn move_into(&self, name: &FileName, to: &Self, there: &FileName) -> Result<(), Failure> {
        if !self.has_file(name)? {
            return Ok(());
        }
        self.dir.rename(name, &to.dir, there).map_err(|error| {
            Failure::file(&self.path_of(name), &format!("move to {}", to.path_of(there).display()), &error)
        })
    }

    /// Removes a file, if it is there. What a link leads to stays.
    pub(crate) fn remove(&self, name: &FileName) -> Result<(), Failure> {
        match self.dir.remove_file(name) {
            Err(error) if error.kind() != ErrorKind::NotFound => Err(self.cannot("remove", name)(error)),
            _ => Ok(()),
        }
    }

    /// Locks a file, which is made if it is not there, for as long as it stays open. Nothing is written to it.
    /// Another bout that holds it is given some time to come to its end.
    pub(crate) fn lock(&self, name: &FileName, what: &str) -> Result<File, Failure> {
        let start = Instant::now();
        loop {
            if let Some(file) = self.try_lock(name)? {
                return Ok(file);
            }
            if interrupt::wanted() {
                return Err(Failure::Interrupted("nothing was changed".into()));
            }
            if start.elapsed() >= store::PATIENCE {
                let why = format!("another bout is at work on this {what}; wait until it is done");
                return Err(Failure::File(format!("{}: {why}", self.path_of(name).display())));
            }
            thread::sleep(PAUSE);
        }
    }

    /// The same without waiting; nothing if somebody else holds it.
    pub(crate) fn try_lock(&self, name: &FileName) -> Result<Option<File>, Failure> {
        let file = self.open_to_write(name)?;
        match file.try_lock() {
            Ok(()) => Ok(Some(file)),
            Err(TryLockError::WouldBlock) => Ok(None),
            Err(TryLockError::Error(error)) => Err(self.cannot("lock", name)(error)),
        }
    }

    /// Whether files can be made in it: not on media that are read-only, nor in somebody else's folder.
    pub(crate) fn can_be_written(&self) -> bool {
        draft::can_be_made(&self.dir)
    }

    /// Makes a file in it and removes it again, or says why that cannot be done.
    pub(crate) fn try_writing(&self) -> Result<(), Failure> {
        draft::try_one(&self.dir).map_err(|error| Failure::file(&self.path, "make a file in", &error))
    }

    /// Sees that files which were moved are on the disk where they are now.
    pub(crate) fn sync_names(&self) -> Result<(), Failure> {
        self.sync().map_err(|error| Failure::file(&self.path, "write the folder", &error))
    }

    /// Sees that the names in the folder are on the disk.
    pub(crate) fn sync(&self) -> io::Result<()> {
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
                "this is a link, and links in a folder that others may have made are not followed; put {wanted} in its place"
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

/// Makes a folder that is not there yet, and those that it lies in. They are on the disk when this returns.
pub(crate) fn make_for_good(path: &Path) -> Result<(), Failure> {
    let is_missing = |folder: &&Path| !folder.as_os_str().is_empty() && !folder.exists();
    let missing: Vec<&Path> = path.ancestors().take_while(is_missing).collect();
    let made = std::fs::create_dir_all(path).and_then(|()| {
        missing.into_iter().filter_map(Path::parent).try_for_each(|parent| {
            match Dir::open_ambient_dir(plain(parent), ambient_authority()).and_then(|dir| sync_names(&dir)) {
                // A folder can be made where names cannot be read.
                Err(error) if error.kind() == ErrorKind::PermissionDenied => Ok(()),
                synced => synced,
            }
        })
    });
    made.map_err(|error| Failure::file(path, "make the folder", &error))
}

/// The folder of a name that stands alone is the one in which the command runs.
pub(crate) fn plain(parent: &Path) -> &Path {
    if parent.as_os_str().is_empty() { Path::new(".") } else { parent }
}

/// Sees that the names in a folder are on the disk.
pub(crate) fn sync_names(dir: &Dir) -> io::Result<()> {
    // Elsewhere a folder cannot be opened to that end, and its names need nobody to see to them.
    // The open folder itself may be good for looking up names alone (`O_PATH`).
    if cfg!(not(unix)) {
        return Ok(());
    }
    match dir.open(".").and_then(|folder| folder.sync_all()) {
        // Some file systems cannot, and a folder can be written to where its names cannot be read.
        Err(error) if matches!(error.kind(), ErrorKind::InvalidInput | ErrorKind::PermissionDenied) => Ok(()),
        synced => synced,
    }
}

#[cfg(unix)]
fn names_of(about: &std::fs::Metadata) -> u64 {
    std::os::unix::fs::MetadataExt::nlink(about)
}

#[cfg(not(unix))]
fn names_of(_: &std::fs::Metadata) -> u64 {
    1
}

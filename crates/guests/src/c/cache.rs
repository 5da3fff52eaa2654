//! The folder in which compiled bots are kept between runs.
//!
//! It is a folder of its own below the one that the user named, and it is marked as bout's with a tag file. Only files
//! with names that bout gives are ever counted or removed, and nothing at all in a folder that is not marked.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read as _, Write as _};
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use game::{Canonical, Digest};

/// The folder's name.
const NAME: &str = "bots";

/// The file that marks the folder, as the Cache Directory Tagging Specification describes, so that backups leave it out. Its
/// text distinguishes the folder from the caches of other programs.
const TAG_NAME: &str = "CACHEDIR.TAG";
const TAG: &str = "Signature: 8a477f597d28d172789f06886806bc55\n\
    # This folder holds bots that bout compiled. It may be deleted at any time.\n";

/// The most that the folder may hold, in bytes and in files. The least recently used files are removed first.
const MAX_BYTES: u64 = 128 << 20;
const MAX_FILES: usize = 4096;

/// The most that one file may hold: no object that is let in is larger.
const MAX_FILE_BYTES: u64 = 32 << 20;

/// What the names of files begin with while they are written.
const UNFINISHED: &str = ".bout-";
/// An unfinished file that is older than this is left over from a run that was killed.
const LEFT_OVER: Duration = Duration::from_hours(1);

/// Compiled bots by the digest of all that they depend on.
#[derive(Debug)]
pub(super) struct ObjectCache {
    folder: PathBuf,
}

impl ObjectCache {
    /// The cache below this folder, which is created if it does not exist. `None` if it cannot be created, or if
    /// something else has its folder's name: then bots are compiled once per run.
    pub(super) fn open(parent: &Path) -> Option<Self> {
        let folder = parent.join(NAME);
        fs::create_dir_all(&folder).ok()?;
        let tag = folder.join(TAG_NAME);
        if read(&tag).is_none_or(|content| content != TAG.as_bytes()) {
            // Earlier versions did not mark it.
            if !all_names_are_ours(&folder) {
                return None;
            }
            fs::write(&tag, TAG).ok()?;
        }
        let cache = Self { folder };
        cache.remove_left_overs();
        Some(cache)
    }

    /// The object file that is kept under this key, if it is undamaged.
    pub(super) fn read(&self, key: &Digest) -> Option<Vec<u8>> {
        let path = self.path(key);
        let content = read(&path)?;
        let (checksum, object) = content.split_at_checked(32)?;
        if checksum_of(key, object).as_bytes() != checksum {
            return None;
        }
        // The time of its last use decides how long it is kept.
        let touched =
            OpenOptions::new().append(true).custom_flags(libc::O_NOFOLLOW | libc::O_NONBLOCK).open(&path);
        let _ = touched.and_then(|file| file.set_modified(SystemTime::now()));
        Some(object.to_vec())
    }

    /// Keeps an object file. If the disk is full or the folder is read-only, that only costs time.
    pub(super) fn write(&self, key: &Digest, object: &[u8]) {
        if self.write_whole(key, object).is_ok() {
            self.make_room(MAX_BYTES, MAX_FILES);
        }
    }

    fn write_whole(&self, key: &Digest, object: &[u8]) -> io::Result<()> {
        let mut file = tempfile::Builder::new().prefix(UNFINISHED).tempfile_in(&self.folder)?;
        file.write_all(checksum_of(key, object).as_bytes())?;
        file.write_all(object)?;
        file.persist(self.path(key)).map(|_| ()).map_err(|error| error.error)
    }

    fn path(&self, key: &Digest) -> PathBuf {
        self.folder.join(format!("{key}.bot"))
    }

    /// Removes the least recently used files until the rest is within the bounds.
    fn make_room(&self, max_bytes: u64, max_files: usize) {
        let mut files: Vec<(SystemTime, u64, PathBuf)> = plain_files(&self.folder)
            .filter(|(name, ..)| is_kept_name(name))
            .map(|(name, about)| {
                let used = about.modified().unwrap_or(SystemTime::UNIX_EPOCH);
                (used, about.len(), self.folder.join(name))
            })
            .collect();
        files.sort();
        let mut bytes: u64 = files.iter().map(|(_, bytes, _)| bytes).sum();
        let mut count = files.len();
        for (_, size, path) in &files {
            if bytes <= max_bytes && count <= max_files {
                return;
            }
            // Another bout may be removing it, too.
            let _ = fs::remove_file(path);
            bytes -= size;
            count -= 1;
        }
    }

    /// Removes the files that killed runs left unfinished.
    fn remove_left_overs(&self) {
        let is_left_over = |about: &fs::Metadata| {
            let age = about.modified().ok().and_then(|at| SystemTime::now().duration_since(at).ok());
            age.is_some_and(|age| age > LEFT_OVER)
        };
        for (name, about) in plain_files(&self.folder) {
            if name.starts_with(UNFINISHED) && is_left_over(&about) {
                let _ = fs::remove_file(self.folder.join(name));
            }
        }
    }
}

/// The checksum before an object file. It covers the key, too, so that another bot's file in its place is detected.
fn checksum_of(key: &Digest, object: &[u8]) -> Digest {
    let mut canonical = Canonical::new("kept bot");
    canonical.bytes("key", key.as_bytes());
    canonical.bytes("object", object);
    canonical.finish()
}

/// The content of a plain file. A pipe or a link in its place is not read: a pipe could keep the reader waiting for ever.
fn read(path: &Path) -> Option<Vec<u8>> {
    let file =
        OpenOptions::new().read(true).custom_flags(libc::O_NOFOLLOW | libc::O_NONBLOCK).open(path).ok()?;
    read_plain(&file)
}

fn read_plain(file: &File) -> Option<Vec<u8>> {
    let about = file.metadata().ok()?;
    if !about.is_file() || about.len() > MAX_FILE_BYTES {
        return None;
    }
    let mut content = Vec::new();
    file.take(MAX_FILE_BYTES).read_to_end(&mut content).ok()?;
    Some(content)
}

/// The plain files in a folder whose names are text. Links are not followed.
fn plain_files(folder: &Path) -> impl Iterator<Item = (String, fs::Metadata)> {
    fs::read_dir(folder).into_iter().flatten().flatten().filter_map(|entry| {
        let about = entry.path().symlink_metadata().ok().filter(fs::Metadata::is_file)?;
        Some((entry.file_name().into_string().ok()?, about))
    })
}

fn all_names_are_ours(folder: &Path) -> bool {
    let is_ours = |name: &str| is_kept_name(name) || name.starts_with(UNFINISHED);
    fs::read_dir(folder).is_ok_and(|mut entries| {
        entries.all(|entry| entry.is_ok_and(|entry| entry.file_name().to_str().is_some_and(is_ours)))
    })
}

/// Whether a file's name is one that [`ObjectCache::path`] gives.
fn is_kept_name(name: &str) -> bool {
    name.strip_suffix(".bot").is_some_and(|key| Digest::from_hex(key).is_some())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(number: u8) -> Digest {
        Digest::of(&[number])
    }

    fn names(folder: &Path) -> Vec<String> {
        let mut names: Vec<String> = fs::read_dir(folder)
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        names
    }

    #[test]
    fn only_bots_of_the_cache_are_counted_and_removed() {
        let parent = tempfile::tempdir().unwrap();
        for name in ["film.mkv", "thesis.tex", ".bashrc"] {
            File::create(parent.path().join(name)).unwrap().set_len(1 << 40).unwrap();
        }
        let cache = ObjectCache::open(parent.path()).unwrap();
        File::create(cache.folder.join("film.bot")).unwrap().set_len(1 << 40).unwrap();
        let others = names(parent.path());
        for number in 0..10 {
            cache.write(&key(number), b"object");
        }
        cache.make_room(MAX_BYTES, 4);
        assert_eq!(names(parent.path()), others);
        let left = names(&cache.folder);
        assert_eq!(left.len(), 4 + 2, "{left:?}");
        assert!(left.contains(&"film.bot".to_owned()) && left.contains(&TAG_NAME.to_owned()));
        cache.make_room(0, 4);
        assert_eq!(names(&cache.folder), [TAG_NAME, "film.bot"]);
    }

    #[test]
    fn a_folder_of_somebody_else_is_not_taken() {
        let parent = tempfile::tempdir().unwrap();
        fs::create_dir(parent.path().join(NAME)).unwrap();
        fs::write(parent.path().join(NAME).join("hunter.c"), "int bot;").unwrap();
        assert!(ObjectCache::open(parent.path()).is_none());
        fs::write(parent.path().join(NAME).join(TAG_NAME), "Signature: 8a477f597d28d172789f06886806bc55\n")
            .unwrap();
        assert!(ObjectCache::open(parent.path()).is_none(), "the mark of another program");
        assert_eq!(names(&parent.path().join(NAME)), [TAG_NAME, "hunter.c"]);
    }

    #[test]
    fn a_folder_of_an_earlier_version_is_used_on() {
        let parent = tempfile::tempdir().unwrap();
        fs::create_dir(parent.path().join(NAME)).unwrap();
        let content = [Digest::of(b"object").as_bytes(), &b"object"[..]].concat();
        fs::write(parent.path().join(NAME).join(format!("{}.bot", key(1))), content).unwrap();
        let cache = ObjectCache::open(parent.path()).unwrap();
        assert_eq!(cache.read(&key(1)), None, "its checksum did not hold the key");
        cache.write(&key(1), b"object");
        assert_eq!(cache.read(&key(1)).as_deref(), Some(&b"object"[..]));
    }

    #[test]
    fn one_bot_in_the_place_of_another_is_found() {
        let parent = tempfile::tempdir().unwrap();
        let cache = ObjectCache::open(parent.path()).unwrap();
        cache.write(&key(1), b"object");
        fs::copy(cache.path(&key(1)), cache.path(&key(2))).unwrap();
        assert_eq!([1, 2].map(|number| cache.read(&key(number)).is_some()), [true, false]);
    }

    #[test]
    fn what_is_not_a_plain_file_is_not_waited_for() {
        let parent = tempfile::tempdir().unwrap();
        let cache = ObjectCache::open(parent.path()).unwrap();
        let made = std::process::Command::new("mkfifo").arg(cache.path(&key(1))).status().unwrap();
        assert!(made.success());
        cache.write(&key(2), b"object");
        std::os::unix::fs::symlink(cache.path(&key(2)), cache.path(&key(3))).unwrap();
        assert_eq!([1, 2, 3].map(|number| cache.read(&key(number)).is_some()), [false, true, false]);
        cache.write(&key(1), b"object");
        assert!(cache.read(&key(1)).is_some(), "the pipe is replaced");
    }

    #[test]
    fn what_a_killed_run_left_goes_after_a_while() {
        let parent = tempfile::tempdir().unwrap();
        let cache = ObjectCache::open(parent.path()).unwrap();
        for (name, age) in
            [(".bout-old", 2 * LEFT_OVER), (".bout-new", Duration::ZERO), ("old", 2 * LEFT_OVER)]
        {
            let file = File::create(cache.folder.join(name)).unwrap();
            file.set_modified(SystemTime::now() - age).unwrap();
        }
        ObjectCache::open(parent.path()).unwrap();
        assert_eq!(names(&cache.folder), [".bout-new", TAG_NAME, "old"]);
    }
}

//! Decides which files of a site belong in a backup.

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::fs::Metadata;
use std::path::Path;
use std::time::{Duration, SystemTime};

use contests::Failure;

use super::path::InnerPath;
use crate::store;

/// The clocks of file systems advance in steps. A file that changed within this time may change
/// again without getting a new time.
const CLOCK_STEP: Duration = Duration::from_millis(100);

/// The folder for bout's own files.
const INTERNAL_FOLDER: &str = ".bout";

/// Files and folders in `.bout` that a backup leaves out: locks, records of fights (they can be
/// made again), and the accounts from before they were moved.
const LEFT_OUT_OF_OWN: [&str; 6] = ["lock", "changing", "records", "serving", store::MOVED, store::DRAFT];

/// Metadata that shows whether a file has changed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Stamp {
    /// The length, in bytes.
    pub(super) bytes: u64,
    /// When the content was last changed.
    pub(super) modified: SystemTime,
    /// The inode, and when its content or metadata last changed; zeros where the system has
    /// neither.
    identity: (u64, i64, i64),
    /// True if only the owner may read it.
    pub(super) is_private: bool,
    /// False if the file changed so recently that another change might go unnoticed.
    pub(super) is_settled: bool,
}

impl Stamp {
    pub(super) fn of(about: &Metadata) -> Self {
        let modified = about.modified().unwrap_or(SystemTime::UNIX_EPOCH);
        let age = |time: SystemTime| match SystemTime::now().duration_since(time) {
            Ok(age) => age,
            Err(ahead) => ahead.duration(),
        };
        Self {
            bytes: about.len(),
            modified,
            identity: identity(about),
            is_private: is_private(about),
            is_settled: age(modified) > CLOCK_STEP && age(changed(about)) > CLOCK_STEP,
        }
    }
}

#[cfg(unix)]
fn identity(about: &Metadata) -> (u64, i64, i64) {
    use std::os::unix::fs::MetadataExt as _;
    (about.ino(), about.ctime(), about.ctime_nsec())
}

#[cfg(not(unix))]
fn identity(_: &Metadata) -> (u64, i64, i64) {
    (0, 0, 0)
}

#[cfg(unix)]
fn changed(about: &Metadata) -> SystemTime {
    use std::os::unix::fs::MetadataExt as _;
    let since = |seconds, nanoseconds| {
        Some(Duration::new(u64::try_from(seconds).ok()?, u32::try_from(nanoseconds).ok()?))
    };
    SystemTime::UNIX_EPOCH + since(about.ctime(), about.ctime_nsec()).unwrap_or_default()
}

#[cfg(not(unix))]
fn changed(about: &Metadata) -> SystemTime {
    about.modified().unwrap_or(SystemTime::UNIX_EPOCH)
}

#[cfg(unix)]
fn is_private(about: &Metadata) -> bool {
    let of_others = std::os::unix::fs::PermissionsExt::mode(&about.permissions()) & 0o077;
    of_others == 0
}

#[cfg(not(unix))]
fn is_private(_: &Metadata) -> bool {
    false
}

/// The files of a site.
#[derive(Debug, Default)]
pub(super) struct Tree {
    /// Files other than databases.
    pub(super) files: BTreeMap<InnerPath, Stamp>,
    /// Databases.
    pub(super) databases: BTreeMap<InnerPath, Stamp>,
    /// What is neither a file nor a folder, or has a name that a backup cannot hold.
    pub(super) left_out: Vec<String>,
}

impl Tree {
    /// Reads the folder of a site. Skips what vanishes meanwhile.
    pub(super) fn read(site: &Path) -> Result<Self, Failure> {
        let mut tree = Self::default();
        tree.read_folder(site, None)?;
        Ok(tree)
    }

    fn read_folder(&mut self, site: &Path, folder: Option<&InnerPath>) -> Result<(), Failure> {
        let path = folder.map_or_else(|| site.to_owned(), |folder| folder.in_folder(site));
        let failed = |error: std::io::Error| Failure::file(&path, "read the folder", &error);
        let is_own = path.file_name() == Some(OsStr::new(INTERNAL_FOLDER));
        let entries = match std::fs::read_dir(&path) {
            Err(error) if error.kind() == std::io::ErrorKind::NotFound && folder.is_some() => return Ok(()),
            entries => entries.map_err(failed)?,
        };
        for entry in entries {
            let entry = entry.map_err(failed)?;
            let name = entry.file_name();
            if is_left_out(&name, is_own) {
                continue;
            }
            let shown = || entry.path().display().to_string();
            let Some(inner) = name.to_str().and_then(|name| InnerPath::within(folder, name).ok()) else {
                self.left_out.push(shown());
                continue;
            };
            let about = match entry.metadata() {
                Err(error) if error.kind() == std::io::ErrorKind::NotFound => continue,
                about => about.map_err(|error| Failure::file(&entry.path(), "read", &error))?,
            };
            if about.is_dir() {
                self.read_folder(site, Some(&inner))?;
            } else if !about.is_file() {
                self.left_out.push(shown());
            } else {
                self.add(&entry.path(), inner, &about)?;
            }
        }
        Ok(())
    }

    fn add(&mut self, path: &Path, inner: InnerPath, about: &Metadata) -> Result<(), Failure> {
        let is_database = database::is_database(path).map(|is_file| is_file || is_on_server(path));
        match is_database {
            Ok(true) => self.databases.insert(inner, Stamp::of(about)),
            Ok(false) => self.files.insert(inner, Stamp::of(about)),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => None,
            Err(error) => return Err(Failure::file(path, "read", &error)),
        };
        Ok(())
    }
}

/// Returns true if a file says that the results are on a database server.
#[cfg(feature = "postgres")]
fn is_on_server(path: &Path) -> bool {
    // A damaged file is backed up like any other file.
    ::store::is_on_server(path).unwrap_or(false)
}

/// Returns true if a file only serves to move results to a database server.
#[cfg(feature = "postgres")]
fn is_of_moving(name: &str) -> bool {
    ::store::is_of_moving(name)
}

#[cfg(not(feature = "postgres"))]
const fn is_of_moving(_: &str) -> bool {
    false
}

#[cfg(not(feature = "postgres"))]
const fn is_on_server(_: &Path) -> bool {
    false
}

/// Returns true if a backup leaves out an entry of a folder without reporting it: drafts, the files
/// that `SQLite` keeps beside databases, copies of older databases, and hidden files of other
/// programs.
fn is_left_out(name: &OsStr, is_own: bool) -> bool {
    let text = name.to_string_lossy();
    let is_hidden = text.starts_with('.') && text != INTERNAL_FOLDER && text != ".gitignore";
    is_hidden
        || database::is_beside_a_database(name)
        || database::is_copy_before(name)
        || is_of_moving(&text)
        || is_own && LEFT_OUT_OF_OWN.contains(&&*text)
}

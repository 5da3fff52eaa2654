//! Restores the folder of a site from a backup.

use std::collections::BTreeSet;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Write as _};
use std::path::{Path, PathBuf};
use std::time::{Duration, UNIX_EPOCH};

use contests::Failure;
use contests::confined_folder::{create_durably, plain};

use super::Kept;
use super::archive::{Listed, Manifest, read_files, verify};
use super::path::InnerPath;

/// The end of the name of a folder that is being restored.
const DRAFT: &str = ".bout-restoring";

/// Restores the site of a backup to a folder, which must be empty or not exist. The site appears
/// there only once every file in it is on the disk.
pub fn restore(backup: &Path, site: &Path) -> Result<Kept, Failure> {
    refuse_if_used(site)?;
    // The whole backup is verified before anything is written.
    let manifest = verify(backup)?;
    let (parent, draft) = draft_of(site)?;
    create_durably(&parent)?;
    let lock = begin(&draft)?;
    let restored =
        fill(backup, &manifest, &draft).and_then(|databases| publish(&draft, site, &parent, databases));
    if restored.is_err() {
        // The caller gets the first failure. The next restoration removes what is left.
        let _ = fs::remove_dir_all(&draft);
    }
    drop(lock);
    Ok(Kept {
        file: backup.to_owned(),
        files: manifest.len(),
        databases: restored?,
        bytes: manifest.values().map(|listed| listed.bytes).sum(),
        left_out: Vec::new(),
    })
}

fn refuse_if_used(site: &Path) -> Result<(), Failure> {
    let is_empty = match fs::read_dir(site) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => true,
        Err(error) => return Err(Failure::file(site, "read the folder", &error)),
        Ok(mut entries) => entries.next().is_none(),
    };
    if is_empty {
        return Ok(());
    }
    let why = "this folder is not empty; a backup is restored into an empty folder or a new one";
    Err(Failure::Usage(format!("{}: {why}", site.display())))
}

/// Returns the folder that holds the site, and the draft: a folder beside the site in which it is
/// built.
fn draft_of(site: &Path) -> Result<(PathBuf, PathBuf), Failure> {
    let whole = if site.exists() { site.canonicalize() } else { std::path::absolute(site) };
    let whole = whole.map_err(|error| Failure::file(site, "read the folder", &error))?;
    match (whole.parent(), whole.file_name()) {
        (Some(parent), Some(name)) => {
            let mut draft = std::ffi::OsString::from(".");
            draft.push(name);
            draft.push(DRAFT);
            Ok((parent.to_owned(), parent.join(draft)))
        }
        _ => Err(Failure::Usage(format!("{}: a site needs a folder with a name", site.display()))),
    }
}

/// Creates the draft, replacing one from a restoration that was killed. The draft stays locked
/// until the returned value is dropped.
fn begin(draft: &Path) -> Result<Lock, Failure> {
    let failed = |error: io::Error| Failure::file(draft, "create the folder", &error);
    match fs::symlink_metadata(draft) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => {}
        Err(error) => return Err(failed(error)),
        Ok(about) if !about.is_dir() => return Err(failed(io::ErrorKind::AlreadyExists.into())),
        Ok(_) => {
            if matches!(Lock::of(draft), Lock::Elsewhere) {
                let why = "another bout process is restoring a backup here; wait until it has finished";
                return Err(Failure::File(format!("{}: {why}", draft.display())));
            }
            fs::remove_dir_all(draft).map_err(failed)?;
        }
    }
    let mut folder = fs::DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut folder, 0o700);
    folder.create(draft).map_err(failed)?;
    Ok(Lock::of(draft))
}

/// The lock of a folder.
enum Lock {
    /// This process holds it as long as the file is open.
    Held {
        /// The open folder.
        _folder: File,
    },
    /// Another process holds it.
    Elsewhere,
    /// Folders cannot be locked here.
    Impossible,
}

impl Lock {
    fn of(folder: &Path) -> Self {
        let Ok(file) = File::open(folder) else { return Self::Impossible };
        match file.try_lock() {
            Err(fs::TryLockError::WouldBlock) => Self::Elsewhere,
            Err(fs::TryLockError::Error(_)) => Self::Impossible,
            Ok(()) => Self::Held { _folder: file },
        }
    }
}

/// Writes all files, and returns the number of databases.
fn fill(backup: &Path, manifest: &Manifest, draft: &Path) -> Result<usize, Failure> {
    let mut right: BTreeSet<InnerPath> = BTreeSet::new();
    read_files(backup, manifest, |path, listed, content| {
        // If a path occurs more than once, the last content counts.
        if write(&path.in_folder(draft), listed, content)? {
            right.insert(path.clone());
        } else {
            right.remove(path);
        }
        Ok(())
    })?;
    if right.len() != manifest.len() {
        let why = "the file was changed while it was read";
        return Err(Failure::Refused(format!("{}: {why}", backup.display())));
    }
    let mut databases = 0;
    for path in manifest.keys() {
        databases += usize::from(check_database(&path.in_folder(draft))?);
    }
    sync_folders(draft)?;
    Ok(databases)
}

/// Writes a file. Returns true if its content matches the hash in the manifest.
fn write(path: &Path, listed: &Listed, content: &mut dyn Read) -> Result<bool, Failure> {
    let failed = |error: io::Error| Failure::file(path, "write", &error);
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).map_err(failed)?;
    }
    let mut options = OpenOptions::new();
    options.write(true).create(true).truncate(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, if listed.private { 0o600 } else { 0o644 });
    let mut file = options.open(path).map_err(failed)?;
    let mut hasher = blake3::Hasher::new();
    let mut buffer = vec![0; 1 << 16];
    loop {
        let count = content.read(&mut buffer).map_err(failed)?;
        if count == 0 {
            break;
        }
        hasher.update(&buffer[..count]);
        file.write_all(&buffer[..count]).map_err(failed)?;
    }
    // The site takes some times from its files, such as the end of a final.
    file.set_modified(UNIX_EPOCH + Duration::from_secs(listed.modified_s)).map_err(failed)?;
    file.sync_all().map_err(failed)?;
    Ok(hasher.finalize().to_hex().as_str() == listed.blake3)
}

/// Checks a file if it is a database. Returns whether it is one.
fn check_database(path: &Path) -> Result<bool, Failure> {
    let refused = |why: String| Failure::Refused(format!("{}: {why}", path.display()));
    if !database::is_database(path).map_err(|error| Failure::file(path, "read", &error))? {
        return Ok(false);
    }
    let connection = database::open(path).map_err(|error| refused(error.to_string()))?;
    database::check(&connection).map_err(|damage| refused(damage.to_string()))?;
    Ok(true)
}

/// Syncs a folder and its subfolders, so that the names in them survive a power cut.
fn sync_folders(folder: &Path) -> Result<(), Failure> {
    let failed = |error: io::Error| Failure::file(folder, "write the folder", &error);
    for entry in fs::read_dir(folder).map_err(failed)? {
        let entry = entry.map_err(failed)?;
        if entry.file_type().map_err(failed)?.is_dir() {
            sync_folders(&entry.path())?;
        }
    }
    sync(folder).map_err(failed)
}

/// Renames the draft to the site.
fn publish(draft: &Path, site: &Path, parent: &Path, databases: usize) -> Result<usize, Failure> {
    let failed = |error: io::Error| {
        let why = format!(
            "cannot give the restored folder its name: {error}; if this is where a file system is mounted, restore into a folder in it"
        );
        Failure::File(format!("{}: {why}", site.display()))
    };
    // The mode that folders usually have: the permissions of each file decide who may read it.
    #[cfg(unix)]
    fs::set_permissions(draft, std::os::unix::fs::PermissionsExt::from_mode(0o755)).map_err(failed)?;
    if cfg!(not(unix)) && site.exists() {
        fs::remove_dir(site).map_err(failed)?;
    }
    fs::rename(draft, site).map_err(failed)?;
    sync(plain(parent)).map_err(failed)?;
    Ok(databases)
}

fn sync(folder: &Path) -> io::Result<()> {
    // Other systems cannot open a folder for syncing, and do not need it.
    if cfg!(unix) { File::open(folder)?.sync_all() } else { Ok(()) }
}

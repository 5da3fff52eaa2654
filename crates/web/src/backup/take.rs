//! Makes a backup of a site while it runs.

use std::collections::BTreeMap;
use std::fs::File;
use std::io;
use std::path::Path;
use std::thread;
use std::time::Duration;

use accounts::Snapshot;
use contests::Failure;
use contests::confined_folder::{ConfinedFolder, plain};
use contests::file_name::FileName;
use contests::internal_folder::hold_changes;

use super::Kept;
use super::archive::{Manifest, Writer, verify_file};
use super::path::InnerPath;
use super::tree::{Stamp, Tree};
use crate::config::Config;
use crate::site::{failed, hill_folders};
use crate::store;

/// The database of accounts, in the folder of a site.
const ACCOUNTS: &str = ".bout/accounts.db";

/// The maximum number of attempts to find a moment at which no file changes.
const MAX_ROUNDS: usize = 100;

/// The pause between two passes over the files.
const PAUSE: Duration = Duration::from_millis(60);

/// How the names of temporary folders with copies of databases begin.
const COPIES: &str = ".bout-copies-";

/// Backs up a site, which may be running, to a file. An earlier file of this name stays until the
/// new one is complete, has been read again and verified, and is on the disk.
pub fn back_up(site: &Path, to: &Path) -> Result<Kept, Failure> {
    let site = &site.canonicalize().map_err(|error| Failure::file(site, "read the folder", &error))?;
    let config = Config::read(site)?;
    if !store::was_served(site, &config) {
        let site = site.display();
        let why =
            format!("{site}: no site has been served from this folder yet, so there is nothing to back up");
        return Err(Failure::Usage(why));
    }
    let folder = plain(to.parent().unwrap_or(Path::new("")));
    refuse_within(site, folder)?;
    let name = to.file_name().unwrap_or_default();
    let name = FileName::of_system(name).map_err(Failure::Usage)?;
    sweep(folder);
    let copies = Copies::make(folder)?;
    let mut left_out = Vec::new();
    let mut databases = 0;
    let manifest = write_verified(to, &ConfinedFolder::open(folder)?, &name, |file| {
        let (manifest, tree) = written(site, &config, &copies, file)?;
        databases = tree.databases.keys().filter(|path| **path != accounts_path()).count() + 1;
        left_out = tree.left_out;
        Ok(manifest)
    })?;
    drop(copies);
    Ok(Kept {
        file: to.to_owned(),
        files: manifest.len(),
        databases,
        bytes: manifest.values().map(|listed| listed.bytes).sum(),
        left_out,
    })
}

/// Writes a backup, and verifies it before it replaces an earlier one: a backup that cannot be read
/// is worthless.
fn write_verified(
    to: &Path,
    folder: &ConfinedFolder,
    name: &FileName,
    write: impl FnOnce(&File) -> Result<Manifest, Failure>,
) -> Result<Manifest, Failure> {
    folder.write_secret_streamed(name, |file| {
        let written = write(file)?;
        let read = verify_file(to, file)?;
        if read != written {
            return Err(Failure::File(format!("{}: what was read is not what was written", to.display())));
        }
        Ok(read)
    })
}

/// Refuses a folder in the site: every backup would contain the earlier ones, and would be lost
/// with the site.
fn refuse_within(site: &Path, folder: &Path) -> Result<(), Failure> {
    let whole =
        |path: &Path| path.canonicalize().map_err(|error| Failure::file(path, "read the folder", &error));
    if whole(folder)?.starts_with(whole(site)?) {
        let why = "a backup in the folder of the site would be lost with it; choose a place elsewhere";
        return Err(Failure::Usage(format!("{}: {why}", folder.display())));
    }
    Ok(())
}

fn written(site: &Path, config: &Config, copies: &Copies, file: &File) -> Result<(Manifest, Tree), Failure> {
    let writer = Writer::new(file).map_err(|error| not_written(&error))?;
    let mut reading = Reading { site, config, writer, known: BTreeMap::new() };
    // Most of the data is read while hills may change, and afterwards only what has changed since.
    reading.round()?;
    let (tree, moment) = reading.moment()?;
    reading.add_copy(&accounts_path(), &tree, copies, |copy| {
        moment.copy_to(copy).map_err(|error| failed(&error))
    })?;
    for path in tree.databases.keys().filter(|path| **path != accounts_path()) {
        let there = path.in_folder(site);
        reading.add_copy(path, &tree, copies, |copy| {
            #[cfg(feature = "postgres")]
            if ::store::is_on_server(&there)? {
                return crate::results::copy_to_file(&there, copy);
            }
            database::copy_of(&there, copy)
                .map_err(|error| Failure::File(format!("{}: {error}", there.display())))
        })?;
    }
    Ok((reading.writer.finish().map_err(|error| not_written(&error))?, tree))
}

fn not_written(error: &io::Error) -> Failure {
    Failure::File(format!("the backup cannot be written: {error}"))
}

fn accounts_path() -> InnerPath {
    InnerPath::new(ACCOUNTS).expect("it is a path")
}

/// A site that is being read.
struct Reading<'a> {
    site: &'a Path,
    config: &'a Config,
    writer: Writer<'a>,
    /// The stamps of the files in the backup, from when they were read.
    known: BTreeMap<InnerPath, Stamp>,
}

impl Reading<'_> {
    /// Keeps hills from making changes, and reads the files until none of them changes any more.
    /// Also takes a snapshot of the accounts at that moment.
    fn moment(&mut self) -> Result<(Tree, Snapshot), Failure> {
        let hills = hill_folders(self.site)?;
        let held = hills.iter().map(|(_, folder)| hold_changes(&ConfinedFolder::open(folder)?));
        let _held = held.collect::<Result<Vec<File>, Failure>>()?;
        for _ in 0..MAX_ROUNDS {
            self.round()?;
            thread::sleep(PAUSE);
            let moment = store::snapshot(self.site, self.config)?;
            let (tree, is_new) = self.round()?;
            if !is_new {
                return Ok((tree, moment));
            }
        }
        let why = "its files change all the time, so there is no moment to back up; end what changes them";
        Err(Failure::File(format!("{}: {why}", self.site.display())))
    }

    /// Reads what has changed. Returns the current files, and whether any were new, changed or
    /// removed.
    fn round(&mut self) -> Result<(Tree, bool), Failure> {
        let tree = Tree::read(self.site)?;
        let gone: Vec<InnerPath> =
            self.known.keys().filter(|path| !tree.files.contains_key(*path)).cloned().collect();
        for path in &gone {
            self.known.remove(path);
            self.writer.forget(path);
        }
        let mut is_new = !gone.is_empty();
        for (path, stamp) in &tree.files {
            if self.known.get(path) != Some(stamp) || !stamp.is_settled {
                is_new = true;
                self.add(path)?;
            }
        }
        Ok((tree, is_new))
    }

    fn add(&mut self, path: &InnerPath) -> Result<(), Failure> {
        let there = path.in_folder(self.site);
        let opened = File::open(&there).and_then(|file| Ok((Stamp::of(&file.metadata()?), file)));
        let (stamp, file) = match opened {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
            opened => opened.map_err(|error| Failure::file(&there, "read", &error))?,
        };
        let is_whole = self.writer.add(path, &stamp, file).map_err(|error| not_written(&error))?;
        if is_whole && stamp.is_settled {
            self.known.insert(path.clone(), stamp);
        } else {
            self.known.remove(path);
        }
        Ok(())
    }

    /// Makes a copy of a database, and adds the copy.
    fn add_copy(
        &mut self,
        path: &InnerPath,
        tree: &Tree,
        copies: &Copies,
        make: impl FnOnce(&Path) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        let copy = copies.0.path().join("copy.db");
        make(&copy)?;
        let read = |error: io::Error| Failure::file(&copy, "read", &error);
        let file = File::open(&copy).map_err(read)?;
        let mut stamp = Stamp::of(&file.metadata().map_err(read)?);
        if let Some(original) = tree.databases.get(path) {
            (stamp.modified, stamp.is_private) = (original.modified, original.is_private);
        }
        self.writer.add(path, &stamp, file).map_err(|error| not_written(&error))?;
        std::fs::remove_file(&copy).map_err(|error| Failure::file(&copy, "remove", &error))
    }
}

/// A temporary folder for copies of databases, beside the backup. After a kill, the next backup
/// removes it.
struct Copies(tempfile::TempDir, #[expect(dead_code, reason = "it is locked as long as it is open")] File);

impl Copies {
    fn make(beside: &Path) -> Result<Self, Failure> {
        let made = || {
            let folder = tempfile::Builder::new().prefix(COPIES).tempdir_in(beside)?;
            let lock = File::create(folder.path().join("lock"))?;
            lock.lock()?;
            Ok(Self(folder, lock))
        };
        made().map_err(|error: io::Error| Failure::file(beside, "create a folder in", &error))
    }
}

/// Removes the temporary folders of backups that were killed. Failing to remove one does no harm.
fn sweep(folder: &Path) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        if !entry.file_name().to_string_lossy().starts_with(COPIES) {
            continue;
        }
        let lock = File::open(entry.path().join("lock"));
        if lock.is_ok_and(|lock| lock.try_lock().is_ok()) {
            let _ = std::fs::remove_dir_all(entry.path());
        }
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::io::{Seek as _, Write as _};

    use super::super::archive::Listed;
    use super::*;

    #[test]
    fn an_earlier_backup_stays_if_the_new_one_cannot_be_read() {
        let place = tempfile::tempdir().unwrap();
        let folder = ConfinedFolder::open(place.path()).unwrap();
        let (to, name) = (place.path().join("backup"), FileName::new("backup").unwrap());
        let whole = |file: &File| Ok(Writer::new(file).unwrap().finish().unwrap());
        write_verified(&to, &folder, &name, whole).unwrap();
        let before = fs::read(&to).unwrap();
        // As from a disk that returns other bytes than those that were written.
        let damaged = |mut file: &File| {
            let manifest = whole(file)?;
            file.rewind().unwrap();
            file.write_all(b"other").unwrap();
            Ok(manifest)
        };
        let failure = write_verified(&to, &folder, &name, damaged).unwrap_err().to_string();
        assert!(failure.contains("backup: this cannot be restored: it is not a backup"), "{failure}");
        assert_eq!(fs::read(&to).unwrap(), before);
        let other = |file: &File| {
            whole(file)?;
            let path = InnerPath::new("bout.toml").unwrap();
            let listed = Listed { bytes: 1, blake3: String::new(), modified_s: 0, private: false };
            Ok(Manifest::from([(path, listed)]))
        };
        let failure = write_verified(&to, &folder, &name, other).unwrap_err().to_string();
        assert!(failure.contains("what was read is not what was written"), "{failure}");
        assert_eq!(fs::read(&to).unwrap(), before);
    }
}

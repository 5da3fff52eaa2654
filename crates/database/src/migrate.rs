//! Updates a database of an older version to this version: with a copy and a check before the change, and a check after it.

use std::ffi::OsStr;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::{Connection, TransactionBehavior};
use rusqlite_migration::{HookError, M, Migrations};

use crate::{CopyError, Damage, check, copy_durably, open};

/// The number of copies of older versions that are kept beside a database: those of the newest versions.
pub const COPIES: usize = 2;

/// The text between the name of a database and the version, in the name of a copy.
const COPY: &str = ".version-";

/// The ending of the name of a copy that is being written.
const DRAFT: &str = ".copying";

/// How long this waits for another program that writes to the same database.
const PATIENCE: Duration = Duration::from_secs(10);

/// The reason why a database stays at its version. The database is unchanged.
#[derive(Debug, thiserror::Error)]
pub enum MigrateError {
    /// A newer program made it.
    #[error(
        "it has version {found}, and this bout knows versions up to {known}: a newer bout made it; use that one"
    )]
    Newer {
        /// The version of the database.
        found: usize,
        /// The newest version that this program knows.
        known: usize,
    },
    /// The database was damaged before.
    #[error("{0}; it must be whole before it is changed, so restore a backup")]
    DamagedBefore(Damage),
    /// No copy could be made.
    #[error(
        "it was not changed from version {version} to this one, because no copy could be made before: {source}"
    )]
    NoCopy {
        /// The version of the database.
        version: usize,
        /// The reason.
        source: CopyError,
    },
    /// The change failed, and was rolled back.
    #[error("it could not be changed from version {version} to this one: {why}")]
    Failed {
        /// The version of the database.
        version: usize,
        /// The reason.
        why: String,
    },
    /// It cannot be read.
    #[error(transparent)]
    Database(#[from] rusqlite::Error),
}

/// Returns the migrations with these texts, without checks: for databases in memory.
#[must_use]
pub fn known(steps: &[&'static str]) -> Migrations<'static> {
    Migrations::new(steps.iter().map(|step| M::up(step)).collect())
}

/// Brings a database up to date. `steps` are all versions in order. An empty database gets its tables. An older one
/// is checked, copied beside itself ([`copy_before`]), changed in one transaction, and checked before the transaction ends.
///
/// Several programs may do this at once: one changes the database, and the others find it changed.
pub fn migrate(connection: &mut Connection, path: &Path, steps: &[&'static str]) -> Result<(), MigrateError> {
    let version = version_of(connection)?;
    if version > steps.len() {
        return Err(MigrateError::Newer { found: version, known: steps.len() });
    }
    if version == steps.len() {
        return Ok(());
    }
    connection.set_transaction_behavior(TransactionBehavior::Immediate);
    if version > 0 {
        check(connection).map_err(MigrateError::DamagedBefore)?;
        keep_copy(connection, path, version)?;
    }
    match checked(steps).to_latest(connection) {
        Ok(()) => {}
        // Another program was faster.
        Err(_) if version_of(connection)? == steps.len() => {}
        Err(error) => return Err(MigrateError::Failed { version, why: error.to_string() }),
    }
    if version > 0 {
        // Copies of older versions only take up space.
        let _ = remove_old_copies(path);
    }
    Ok(())
}

/// Returns whether a name belongs to a copy of an older version, or to one that is being made.
#[must_use]
pub fn is_copy_before(name: &OsStr) -> bool {
    let name = name.to_string_lossy();
    let is_version = |number: &str| !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
    name.rsplit_once(COPY).is_some_and(|(_, number)| is_version(number)) || name.contains(DRAFT)
}

/// Returns the path of the copy that is made before a database leaves a version.
#[must_use]
pub fn copy_before(path: &Path, version: usize) -> PathBuf {
    beside(path, &format!("{COPY}{version}"))
}

fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(ending);
    PathBuf::from(name)
}

fn version_of(connection: &Connection) -> rusqlite::Result<usize> {
    connection.pragma_query_value(None, "user_version", |row| row.get(0))
}

/// Returns the migrations. The last one ends with a check of the whole database.
fn checked(steps: &[&'static str]) -> Migrations<'static> {
    let mut all: Vec<M<'static>> = steps.iter().map(|step| M::up(step)).collect();
    if let (Some(last), Some(step)) = (all.last_mut(), steps.last()) {
        *last = M::up_with_hook(step, |transaction: &rusqlite::Transaction<'_>| {
            check(transaction).map_err(|damage| HookError::Hook(damage.to_string()))
        });
    }
    Migrations::new(all)
}

fn keep_copy(connection: &Connection, path: &Path, version: usize) -> Result<(), MigrateError> {
    // While this is held, no other program changes the database or makes the same copy.
    let mut holder = open(path)?;
    holder.busy_timeout(PATIENCE)?;
    let held = holder.transaction_with_behavior(TransactionBehavior::Immediate)?;
    if version_of(connection)? == version {
        let failed = |source| MigrateError::NoCopy { version, source };
        copy_durably(connection, &beside(path, DRAFT), &copy_before(path, version)).map_err(failed)?;
    }
    Ok(held.finish()?)
}

/// Removes the copies of the oldest versions.
fn remove_old_copies(path: &Path) -> io::Result<()> {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut versions: Vec<usize> = fs::read_dir(folder)?
        .filter_map(|entry| {
            let other = entry.ok()?.file_name().into_string().ok()?;
            other.strip_prefix(&*name)?.strip_prefix(COPY)?.parse().ok()
        })
        .collect();
    versions.sort_unstable();
    let too_many = versions.len().saturating_sub(COPIES);
    versions[..too_many].iter().try_for_each(|&version| fs::remove_file(copy_before(path, version)))
}

#[cfg(test)]
mod tests {
    use super::*;

    const STEPS: [&str; 3] = [
        "CREATE TABLE a (x INTEGER PRIMARY KEY) STRICT",
        "CREATE TABLE b (a INTEGER NOT NULL REFERENCES a (x)) STRICT",
        "ALTER TABLE a ADD COLUMN y INTEGER NOT NULL DEFAULT 0",
    ];

    fn made(path: &Path, version: usize) -> Connection {
        let mut connection = Connection::open(path).unwrap();
        connection.pragma_update(None, "journal_mode", "wal").unwrap();
        known(&STEPS).to_version(&mut connection, version).unwrap();
        connection.execute("INSERT INTO a (x) VALUES (7)", []).unwrap();
        connection
    }

    fn rows(path: &Path) -> Vec<i64> {
        let connection = Connection::open(path).unwrap();
        let mut rows = connection.prepare("SELECT x FROM a").unwrap();
        rows.query_map([], |row| row.get(0)).unwrap().map(Result::unwrap).collect()
    }

    #[test]
    fn every_older_version_is_copied_and_changed() {
        for version in 1..STEPS.len() {
            let folder = tempfile::tempdir().unwrap();
            let path = folder.path().join("a.db");
            let mut connection = made(&path, version);
            migrate(&mut connection, &path, &STEPS).unwrap();
            assert_eq!(version_of(&connection).unwrap(), STEPS.len());
            drop(connection);
            assert_eq!(rows(&path), [7]);
            let copy = copy_before(&path, version);
            assert_eq!(rows(&copy), [7]);
            assert_eq!(version_of(&Connection::open(&copy).unwrap()).unwrap(), version);
            assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2, "nothing else is left");
        }
    }

    #[test]
    fn an_empty_database_and_one_of_this_version_are_not_copied() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.db");
        let mut connection = Connection::open(&path).unwrap();
        migrate(&mut connection, &path, &STEPS).unwrap();
        migrate(&mut connection, &path, &STEPS).unwrap();
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[test]
    fn a_newer_database_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.db");
        let mut connection = made(&path, 3);
        let refused = migrate(&mut connection, &path, &STEPS[..2]).unwrap_err();
        assert!(matches!(refused, MigrateError::Newer { found: 3, known: 2 }), "{refused}");
    }

    #[test]
    fn a_step_that_fails_changes_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.db");
        let mut connection = made(&path, 1);
        let wrong = [STEPS[0], STEPS[1], "DELETE FROM a; INSERT INTO nothing VALUES (1)"];
        let failed = migrate(&mut connection, &path, &wrong).unwrap_err();
        assert!(matches!(failed, MigrateError::Failed { version: 1, .. }), "{failed}");
        assert_eq!(version_of(&connection).unwrap(), 1);
        assert_eq!(rows(&path), [7]);
        assert!(connection.prepare("SELECT * FROM b").is_err(), "the step before is taken back, too");
    }

    #[test]
    fn a_step_whose_result_is_not_whole_changes_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.db");
        let mut connection = made(&path, 2);
        let wrong = [STEPS[0], STEPS[1], "INSERT INTO b VALUES (8)"];
        connection.pragma_update(None, "foreign_keys", false).unwrap();
        let failed = migrate(&mut connection, &path, &wrong).unwrap_err();
        assert!(failed.to_string().contains("does not exist"), "{failed}");
        assert_eq!(version_of(&connection).unwrap(), 2);
        let count: u64 = connection.query_row("SELECT count(*) FROM b", [], |row| row.get(0)).unwrap();
        assert_eq!(count, 0);
    }

    #[test]
    fn a_damaged_database_is_left_as_it_is() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.db");
        let mut connection = made(&path, 2);
        connection.pragma_update(None, "foreign_keys", false).unwrap();
        connection.execute("INSERT INTO b VALUES (8)", []).unwrap();
        let refused = migrate(&mut connection, &path, &STEPS).unwrap_err();
        assert!(matches!(refused, MigrateError::DamagedBefore(Damage::MissingRow { .. })), "{refused}");
        assert_eq!(version_of(&connection).unwrap(), 2);
        assert!(!copy_before(&path, 2).exists());
    }

    #[test]
    fn the_newest_copies_stay() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.db");
        for version in [1, 2, 9, 10] {
            fs::write(copy_before(&path, version), "a copy").unwrap();
        }
        fs::write(folder.path().join("a.db.version-x"), "a user's").unwrap();
        remove_old_copies(&path).unwrap();
        let is_there = |version| copy_before(&path, version).exists();
        assert_eq!([1, 2, 9, 10].map(is_there), [false, false, true, true]);
        assert!(folder.path().join("a.db.version-x").exists());
    }

    #[test]
    fn several_programs_may_begin_at_once() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.db");
        drop(made(&path, 1));
        std::thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
                    let mut connection = Connection::open(&path).unwrap();
                    connection.busy_timeout(PATIENCE).unwrap();
                    migrate(&mut connection, &path, &STEPS).unwrap();
                });
            }
        });
        assert_eq!(rows(&path), [7]);
        assert_eq!(rows(&copy_before(&path, 1)), [7]);
    }
}

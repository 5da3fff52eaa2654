//! Opens a database, and leaves other files alone.

use std::fs::{self, File};
use std::io::{self, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use database::MigrateError;
use rusqlite::config::DbConfig;
use rusqlite::limits::Limit;
use rusqlite::{Connection, OpenFlags, TransactionBehavior};

use crate::StoreError;
use crate::error::InnerError;
use crate::schema::{APPLICATION_ID, MIGRATIONS, VERSION};
use crate::stop::StopChecks;

/// How long a [`crate::Store`] waits for another program that is writing, unless it is told otherwise.
pub const PATIENCE: Duration = Duration::from_secs(5);

/// The pause while another process creates the same file.
const PAUSE: Duration = Duration::from_millis(2);

/// The first bytes of every `SQLite` file.
const MAGIC: &[u8; 16] = b"SQLite format 3\0";

/// The bytes at the start of every journal of `SQLite`. They also follow the name of another file at its end.
const JOURNAL_MAGIC: [u8; 8] = [0xd9, 0xd5, 0x05, 0xf9, 0x20, 0xa1, 0x63, 0xd7];

/// Where a journal says how many pages the database had: 4 bytes.
const JOURNAL_PAGES_AT: usize = 16;

/// Why a link is refused.
const LINK: &str = "it is a link, and links in a folder that others may have made are not followed";

/// Where a file of `SQLite` has the number of its application: 4 bytes, most significant first.
const APPLICATION_ID_AT: usize = 68;

/// How long the header of a file of `SQLite` is.
const HEADER_BYTES: u64 = 100;

/// The largest value or row that is read or written. All values that bout keeps are smaller: the answers of a match have at
/// most [`record::MAX_BODY_BYTES`] before they are packed, and a program is a file of at most 16 MiB.
const MAX_VALUE_BYTES: i32 = 80 << 20;

pub(crate) fn open(path: &Path, patience: Duration) -> Result<(Connection, StopChecks), StoreError> {
    look_at(path)?;
    connect(path, patience, OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE)
}

pub(crate) fn open_existing(path: &Path, patience: Duration) -> Result<(Connection, StopChecks), StoreError> {
    match look_at(path)? {
        Found::Nothing => Err(StoreError::Absent { path: path.to_owned() }),
        Found::Empty | Found::Ours => connect(path, patience, OpenFlags::SQLITE_OPEN_READ_WRITE),
    }
}

/// Opens a database in a place that is read-only.
///
/// `SQLite` reads a database with a write-ahead log only if it can create files next to it, or if the database is opened
/// as immutable. The caller checks first that no log is left.
pub(crate) fn open_unwritable(
    path: &Path,
    patience: Duration,
) -> Result<(Connection, StopChecks), StoreError> {
    let at = |error: rusqlite::Error| InnerError::from(error).at(path);
    if matches!(look_at(path)?, Found::Nothing) {
        return Err(StoreError::Absent { path: path.to_owned() });
    }
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let (plain, flags) = without_links(plain(path), flags);
    let opened = if is_left_beside(path) {
        Connection::open_with_flags(plain, flags)
    } else {
        Connection::open_with_flags(unchanging(&plain), flags | OpenFlags::SQLITE_OPEN_URI)
    };
    let connection = opened.map_err(at)?;
    let looks = StopChecks::at(&connection).map_err(at)?;
    set_patience(&connection, patience).map_err(|error| error.at(path))?;
    distrust(&connection).map_err(at)?;
    let found = check_version(&connection, path)?;
    check_tables(&connection, path, found)?;
    // Bringing it up to date would write to it.
    if found < VERSION {
        Err(StoreError::ReadOnly { path: path.to_owned() })
    } else {
        Ok((connection, looks))
    }
}

/// Whether a file beside a database has content that belongs in the database.
fn is_left_beside(path: &Path) -> bool {
    ["-journal", "-wal"].into_iter().any(|ending| {
        let mut beside = path.as_os_str().to_owned();
        beside.push(ending);
        fs::metadata(beside).is_ok_and(|about| about.len() > 0)
    })
}

/// The name that makes `SQLite` open a file as one that nobody changes.
fn unchanging(path: &Path) -> String {
    let digit = |digit: u8| char::from(b"0123456789abcdef"[usize::from(digit)]);
    let mut name = String::from("file:");
    for &byte in path.as_os_str().as_encoded_bytes() {
        if byte.is_ascii_alphanumeric() || b"/._-".contains(&byte) {
            name.push(char::from(byte));
        } else {
            name.extend(['%', digit(byte >> 4), digit(byte & 15)]);
        }
    }
    name + "?immutable=1"
}

/// The path in a form that never starts with `:` or `file:`. So `SQLite` takes it as a path, whatever it looks like.
fn plain(path: &Path) -> PathBuf {
    if path.is_absolute() { path.to_owned() } else { PathBuf::from(".").join(path) }
}

pub(crate) fn in_memory(path: &Path) -> Result<(Connection, StopChecks), StoreError> {
    let made = Connection::open_in_memory().map_err(InnerError::from);
    let mut connection = made.map_err(|error| error.at(path))?;
    let looks = StopChecks::at(&connection).map_err(|error| InnerError::from(error).at(path))?;
    prepare(&mut connection, path)?;
    Ok((connection, looks))
}

pub(crate) fn set_patience(connection: &Connection, patience: Duration) -> Result<(), InnerError> {
    // SQLite counts milliseconds in an `i32`. Its maximum is as good as forever.
    let longest = Duration::from_millis(u64::from(i32::MAX.cast_unsigned()));
    Ok(connection.busy_timeout(patience.min(longest))?)
}

enum Found {
    Nothing,
    Empty,
    Ours,
}

/// Checks a file before `SQLite` opens it. `SQLite` may write to a file by itself: it plays back the journal of a program
/// that died. That must not happen to a file that is not a database of bout.
fn look_at(path: &Path) -> Result<Found, StoreError> {
    let cannot_open = |what: String| StoreError::CannotOpen { path: path.to_owned(), what };
    let not_ours = |what: &str| StoreError::NotOurs { path: path.to_owned(), what: what.into() };
    look_beside(path)?;
    let about = match fs::symlink_metadata(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Found::Nothing),
        Err(error) => return Err(cannot_open(error.to_string())),
        Ok(about) => about,
    };
    if about.is_symlink() {
        return Err(cannot_open(LINK.into()));
    }
    if !about.is_file() {
        return Err(cannot_open("it is not a regular file".into()));
    }
    let mut header = Vec::new();
    File::open(path)
        .and_then(|file| file.take(HEADER_BYTES).read_to_end(&mut header))
        .map_err(|error| cannot_open(error.to_string()))?;
    if header.is_empty() {
        return Ok(Found::Empty);
    }
    if header.iter().all(|&byte| byte == 0)
        && was_empty(path).map_err(|error| cannot_open(error.to_string()))?
    {
        return Ok(Found::Empty);
    }
    if !header.starts_with(MAGIC) {
        return Err(not_ours("it is not an SQLite file"));
    }
    match header.get(APPLICATION_ID_AT..APPLICATION_ID_AT + 4) {
        Some(id) if id == APPLICATION_ID.to_be_bytes() => Ok(Found::Ours),
        Some(_) => Err(not_ours("it is a database of another program")),
        None => Err(not_ours("it is cut off within its header")),
    }
}

/// Whether the journal beside a file says that the file was empty. This happens if the power is lost while the tables are
/// made: parts of the file are on the disk, but not its beginning. `SQLite` then empties it.
fn was_empty(path: &Path) -> io::Result<bool> {
    let mut journal = path.as_os_str().to_owned();
    journal.push("-journal");
    let mut header = [0; JOURNAL_PAGES_AT + 4];
    match File::open(journal).and_then(|mut file| file.read_exact(&mut header)) {
        Err(error) if matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::UnexpectedEof) => {
            Ok(false)
        }
        Err(error) => Err(error),
        Ok(()) => Ok(header.starts_with(&JOURNAL_MAGIC) && header.ends_with(&[0; 4])),
    }
}

/// Checks the files beside a database that `SQLite` would play back into it.
///
/// The journal of a program that died may name another file, which stands for several databases that were written at once.
/// `SQLite` reads that file, and removes it when it is done. Bout never writes to several databases at once, so a journal
/// that names a file is not from bout: it was made to remove that file.
fn look_beside(path: &Path) -> Result<(), StoreError> {
    let cannot_open = |what: String| StoreError::CannotOpen { path: path.to_owned(), what };
    for ending in ["-journal", "-wal", "-shm"] {
        let mut beside = path.as_os_str().to_owned();
        beside.push(ending);
        let beside = PathBuf::from(beside);
        let about = match fs::symlink_metadata(&beside) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => continue,
            Err(error) => return Err(cannot_open(error.to_string())),
            Ok(about) => about,
        };
        if !about.is_file() {
            return Err(cannot_open(format!(
                "the file beside it that ends in {ending} is not a regular file"
            )));
        }
        if ending == "-journal"
            && names_another_file(&beside).map_err(|error| cannot_open(error.to_string()))?
        {
            let what = "the file beside it that ends in -journal names another file, which SQLite would remove; bout never \
                        writes such a journal, so take it away";
            return Err(cannot_open(what.into()));
        }
    }
    Ok(())
}

/// Whether a journal ends with the name of another file. Then its last bytes are the same as its first.
fn names_another_file(journal: &Path) -> io::Result<bool> {
    let mut file = File::open(journal)?;
    let Some(start) = file.metadata()?.len().checked_sub(JOURNAL_MAGIC.len() as u64) else {
        return Ok(false);
    };
    file.seek(SeekFrom::Start(start))?;
    let mut end = [0; JOURNAL_MAGIC.len()];
    file.read_exact(&mut end)?;
    Ok(end == JOURNAL_MAGIC)
}

fn connect(
    path: &Path,
    patience: Duration,
    flags: OpenFlags,
) -> Result<(Connection, StopChecks), StoreError> {
    let at = |error: InnerError| error.at(path);
    // Without `SQLITE_OPEN_URI`.
    let (plain, flags) = without_links(plain(path), flags);
    let mut connection = Connection::open_with_flags(plain, flags | OpenFlags::SQLITE_OPEN_NO_MUTEX)
        .map_err(|error| at(error.into()))?;
    let looks = StopChecks::at(&connection).map_err(|error| at(error.into()))?;
    set_patience(&connection, patience).map_err(at)?;
    let read_only = connection.is_readonly("main").map_err(|error| at(error.into()))?;
    if read_only {
        return Err(StoreError::ReadOnly { path: path.to_owned() });
    }
    prepare_patiently(&mut connection, path, patience)?;
    Ok((connection, looks))
}

/// Resolves all links on the way to the file's folder, since the user named those. `SQLite` must not follow a link in place
/// of the file itself, since that link came with the folder.
fn without_links(path: PathBuf, flags: OpenFlags) -> (PathBuf, OpenFlags) {
    let folder = path.parent().and_then(|folder| fs::canonicalize(folder).ok());
    match (folder, path.file_name()) {
        // On other systems, a resolved path has a special form, which not everything accepts.
        (Some(folder), Some(name)) if cfg!(unix) => {
            (folder.join(name), flags | OpenFlags::SQLITE_OPEN_NOFOLLOW)
        }
        _ => (path, flags),
    }
}

/// Prepares until it works or patience ends. `SQLite` waits by itself, but not where two processes could wait for each
/// other. That happens if several make the same file at once: one of them gets an immediate error that the file is locked.
fn prepare_patiently(connection: &mut Connection, path: &Path, patience: Duration) -> Result<(), StoreError> {
    let start = Instant::now();
    loop {
        match prepare(connection, path) {
            Err(StoreError::Locked { .. }) if start.elapsed() < patience => thread::sleep(PAUSE),
            outcome => return outcome,
        }
    }
}

/// Makes the tables or brings them up to date, and sets the options of the connection.
///
/// It makes the tables before it turns on the write-ahead log. So the application's number is in the file itself from the
/// first commit on, where the next program looks for it.
fn prepare(connection: &mut Connection, path: &Path) -> Result<(), StoreError> {
    connection.set_transaction_behavior(TransactionBehavior::Immediate);
    distrust(connection).map_err(|error| InnerError::from(error).at(path))?;
    let found = check_version(connection, path)?;
    check_tables(connection, path, found)?;
    if found < VERSION {
        database::migrate(connection, &plain(path), MIGRATIONS)
            .map_err(|error| migration_error(path, error))?;
    }
    configure(connection).map_err(|error| InnerError::from(error).at(path))
}

/// Whether opening this database would bring its tables up to date. This call does not change them.
pub(crate) fn must_be_updated(path: &Path) -> Result<bool, StoreError> {
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NOFOLLOW;
    let connection =
        Connection::open_with_flags(path, flags).map_err(|error| InnerError::from(error).at(path))?;
    distrust(&connection).map_err(|error| InnerError::from(error).at(path))?;
    Ok(check_version(&connection, path)? < VERSION)
}

/// The version of the tables: 0 if there are none yet.
fn check_version(connection: &Connection, path: &Path) -> Result<i64, StoreError> {
    let pragma = |name: &str| {
        connection
            .pragma_query_value(None, name, |row| row.get::<_, i64>(0))
            .map_err(|error| InnerError::from(error).at(path))
    };
    let found = pragma("user_version")?;
    let application = pragma("application_id")?;
    if application != i64::from(APPLICATION_ID) && (application, found) != (0, 0) {
        let what = "it is a database of another program".into();
        return Err(StoreError::NotOurs { path: path.to_owned(), what });
    }
    if !(0..=VERSION).contains(&found) {
        return Err(StoreError::NewerVersion { path: path.to_owned(), found, known: VERSION });
    }
    Ok(found)
}

/// Turns off everything that the content of a database could make `SQLite` do.
fn distrust(connection: &Connection) -> rusqlite::Result<()> {
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_DEFENSIVE, true)?;
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_TRUSTED_SCHEMA, false)?;
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_VIEW, false)?;
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_TRIGGER, false)?;
    connection.set_limit(Limit::SQLITE_LIMIT_LENGTH, MAX_VALUE_BYTES)?;
    connection.pragma_update(None, "cell_size_check", true)
}

/// Checks that the tables are exactly those that bout makes, and that there is nothing else: a view in place of a
/// table can be endless, a trigger can change data.
fn check_tables(connection: &Connection, path: &Path, version: i64) -> Result<(), StoreError> {
    let at = |error: rusqlite::Error| InnerError::from(error).at(path);
    let there = tables(connection).map_err(at)?;
    // Another program may be making them at this moment, in one transaction.
    let now = check_version(connection, path)?;
    if now != version {
        return check_tables(connection, path, now);
    }
    let mut ours = Connection::open_in_memory().map_err(at)?;
    let whole = usize::try_from(version).expect("it is one that we know");
    database::known(MIGRATIONS)
        .to_version(&mut ours, whole)
        .map_err(|error| StoreError::Other { path: path.to_owned(), what: error.to_string() })?;
    if there == tables(&ours).map_err(at)? {
        return Ok(());
    }
    let what = "its tables are not those that bout makes".into();
    Err(StoreError::NotOurs { path: path.to_owned(), what })
}

/// The objects in a database: the kind, name, table and text of each.
fn tables(connection: &Connection) -> rusqlite::Result<Vec<[Option<String>; 4]>> {
    let mut all = connection
        .prepare("SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY name, type LIMIT 1000")?;
    let rows = all.query_map([], |row| Ok([row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?]))?;
    rows.collect()
}

fn migration_error(path: &Path, error: MigrateError) -> StoreError {
    match error {
        MigrateError::Database(error) => InnerError::from(error).at(path),
        other => StoreError::Other { path: path.to_owned(), what: other.to_string() },
    }
}

fn configure(connection: &Connection) -> rusqlite::Result<()> {
    let mode: String = connection.pragma_update_and_check(None, "journal_mode", "WAL", |row| row.get(0))?;
    // Committed data must survive a loss of power. If the file system has no write-ahead log (or there is no file), the old
    // kind of journal needs EXTRA for that. With FULL, the journal may come back, and undo the transaction that it was for.
    connection.pragma_update(None, "synchronous", if mode == "wal" { "FULL" } else { "EXTRA" })?;
    connection.pragma_update(None, "foreign_keys", true)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Store;

    #[test]
    fn what_is_committed_outlives_a_loss_of_power() {
        let folder = tempfile::tempdir().unwrap();
        let (connection, _) = open(&folder.path().join("a.sqlite"), Duration::ZERO).unwrap();
        let setting = |connection: &Connection| -> i64 {
            connection.pragma_query_value(None, "synchronous", |row| row.get(0)).unwrap()
        };
        // SQLite's numbers of FULL and EXTRA.
        assert_eq!(setting(&connection), 2, "with a write-ahead log");
        let (connection, _) = in_memory(Path::new("a")).unwrap();
        assert_eq!(setting(&connection), 3, "without");
    }

    #[test]
    fn an_older_database_is_copied_before_it_is_changed() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.sqlite");
        let mut older = Connection::open(&path).unwrap();
        database::known(MIGRATIONS).to_version(&mut older, 1).unwrap();
        let id = game::Digest::of(b"lock");
        older.execute("INSERT INTO contests (id, lock) VALUES (?, 'lock')", [id.as_bytes()]).unwrap();
        drop(older);
        assert_eq!(Store::open(&path).unwrap().contests().unwrap(), ["lock"]);
        let copy = Connection::open(database::copy_before(&path, 1)).unwrap();
        let found: i64 = copy.query_row("SELECT count(*) FROM contests", [], |row| row.get(0)).unwrap();
        let version: i64 = copy.query_row("PRAGMA user_version", [], |row| row.get(0)).unwrap();
        assert_eq!((found, version), (1, 1));
    }

    /// A superuser can write everywhere except on read-only mounts, so this test calls the inner function.
    #[test]
    fn what_cannot_be_written_is_read_and_nothing_is_made_beside_it() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a?b %41#.sqlite");
        Store::open(&path).unwrap().keep_contest("lock").unwrap();
        let (connection, _) = open_unwritable(&path, PATIENCE).unwrap();
        let lock: String = connection.query_row("SELECT lock FROM contests", [], |row| row.get(0)).unwrap();
        assert_eq!(lock, "lock");
        assert!(connection.execute("DELETE FROM contests", []).is_err());
        drop(connection);
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
        let absent = open_unwritable(&folder.path().join("absent"), PATIENCE);
        assert!(matches!(absent, Err(StoreError::Absent { .. })));
    }
}

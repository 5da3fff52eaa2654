//! Opening a database, and leaving alone what is none of ours.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use rusqlite::{Connection, OpenFlags, TransactionBehavior};

use crate::StoreError;
use crate::error::Trouble;
use crate::schema::{APPLICATION_ID, VERSION, migrations};

/// How long a [`crate::Store`] waits for another program that is writing, unless it is told otherwise.
pub const PATIENCE: Duration = Duration::from_secs(5);

/// How long to leave a file to others that make it, too.
const PAUSE: Duration = Duration::from_millis(2);

/// What every file of `SQLite` starts with.
const MAGIC: &[u8; 16] = b"SQLite format 3\0";

/// Where in a file of `SQLite` the number of its application stands: 4 bytes, most significant first.
const APPLICATION_ID_AT: usize = 68;

/// How long the header of a file of `SQLite` is.
const HEADER_BYTES: u64 = 100;

pub(crate) fn open(path: &Path, patience: Duration) -> Result<Connection, StoreError> {
    look_at(path)?;
    connect(path, patience, OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE)
}

pub(crate) fn open_existing(path: &Path, patience: Duration) -> Result<Connection, StoreError> {
    match look_at(path)? {
        Found::Nothing => Err(StoreError::Absent { path: path.to_owned() }),
        Found::Empty | Found::Ours => connect(path, patience, OpenFlags::SQLITE_OPEN_READ_WRITE),
    }
}

pub(crate) fn in_memory(path: &Path) -> Result<Connection, StoreError> {
    let made = Connection::open_in_memory().map_err(Trouble::from);
    let mut connection = made.map_err(|trouble| trouble.at(path))?;
    prepare(&mut connection, path)?;
    Ok(connection)
}

pub(crate) fn set_patience(connection: &Connection, patience: Duration) -> Result<(), Trouble> {
    // SQLite counts milliseconds in an `i32`: longer is as good as forever.
    let longest = Duration::from_millis(u64::from(i32::MAX.cast_unsigned()));
    Ok(connection.busy_timeout(patience.min(longest))?)
}

enum Found {
    Nothing,
    Empty,
    Ours,
}

/// Looks at a file before `SQLite` does. `SQLite` may write to a file that it opens, even if nobody asks it to: it plays
/// back the journal of a program that died. That is none of our business in a file that is not ours.
fn look_at(path: &Path) -> Result<Found, StoreError> {
    let cannot_open = |what: String| StoreError::CannotOpen { path: path.to_owned(), what };
    let not_ours = |what: &str| StoreError::NotOurs { path: path.to_owned(), what: what.into() };
    let about = match fs::metadata(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Found::Nothing),
        Err(error) => return Err(cannot_open(error.to_string())),
        Ok(about) => about,
    };
    if !about.is_file() {
        return Err(cannot_open("it is no plain file".into()));
    }
    let mut header = Vec::new();
    File::open(path)
        .and_then(|file| file.take(HEADER_BYTES).read_to_end(&mut header))
        .map_err(|error| cannot_open(error.to_string()))?;
    if header.is_empty() {
        return Ok(Found::Empty);
    }
    if !header.starts_with(MAGIC) {
        return Err(not_ours("it is no file of SQLite"));
    }
    match header.get(APPLICATION_ID_AT..APPLICATION_ID_AT + 4) {
        Some(id) if id == APPLICATION_ID.to_be_bytes() => Ok(Found::Ours),
        Some(_) => Err(not_ours("it is a database of another program")),
        None => Err(not_ours("it is cut off within its header")),
    }
}

fn connect(path: &Path, patience: Duration, flags: OpenFlags) -> Result<Connection, StoreError> {
    let at = |trouble: Trouble| trouble.at(path);
    // Without `SQLITE_OPEN_URI`, and never starting with `:` or `file:`: a path is a path, whatever it looks like.
    let plain = if path.is_absolute() { path.to_owned() } else { PathBuf::from(".").join(path) };
    let mut connection = Connection::open_with_flags(plain, flags | OpenFlags::SQLITE_OPEN_NO_MUTEX)
        .map_err(|error| at(error.into()))?;
    set_patience(&connection, patience).map_err(at)?;
    let read_only = connection.is_readonly("main").map_err(|error| at(error.into()))?;
    if read_only {
        return Err(StoreError::ReadOnly { path: path.to_owned() });
    }
    prepare_patiently(&mut connection, path, patience)?;
    Ok(connection)
}

/// Prepares until it works or patience ends. `SQLite` waits by itself, but not where two that wait could wait for each
/// other, and several that make the same file at once get there: one of them is told at once that it is locked.
fn prepare_patiently(connection: &mut Connection, path: &Path, patience: Duration) -> Result<(), StoreError> {
    let start = Instant::now();
    loop {
        match prepare(connection, path) {
            Err(StoreError::Locked { .. }) if start.elapsed() < patience => thread::sleep(PAUSE),
            outcome => return outcome,
        }
    }
}

/// Makes or brings up to date the tables, and sets what holds for a connection.
///
/// The tables come before the write-ahead log, so that the application's number is in the file itself, where the
/// next one looks for it, from the first commit on.
fn prepare(connection: &mut Connection, path: &Path) -> Result<(), StoreError> {
    connection.set_transaction_behavior(TransactionBehavior::Immediate);
    if check_version(connection, path)? < VERSION
        && let Err(error) = migrations().to_latest(connection)
        // Another program may have been first. Then all is well.
        && check_version(connection, path)? < VERSION
    {
        return Err(migration_error(path, error));
    }
    configure(connection).map_err(|error| Trouble::from(error).at(path))
}

/// The version of the tables: 0 where there are none yet.
fn check_version(connection: &Connection, path: &Path) -> Result<i64, StoreError> {
    let pragma = |name: &str| {
        connection
            .pragma_query_value(None, name, |row| row.get::<_, i64>(0))
            .map_err(|error| Trouble::from(error).at(path))
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

fn migration_error(path: &Path, error: rusqlite_migration::Error) -> StoreError {
    match error {
        rusqlite_migration::Error::RusqliteError { err, .. } => Trouble::from(err).at(path),
        other => StoreError::Other { path: path.to_owned(), what: other.to_string() },
    }
}

fn configure(connection: &Connection) -> rusqlite::Result<()> {
    let mode: String = connection.pragma_update_and_check(None, "journal_mode", "WAL", |row| row.get(0))?;
    // With a write-ahead log NORMAL can lose the last commits when the power fails, but never the file. Where the
    // file's system has no such log (or there is no file), the old kind of journal needs FULL for that.
    connection.pragma_update(None, "synchronous", if mode == "wal" { "NORMAL" } else { "FULL" })?;
    connection.pragma_update(None, "foreign_keys", true)
}

//! The database: an `SQLite` file, or a database on a `PostgreSQL` server.

use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use database::sql::{Sql, SqlError};
use rusqlite::config::DbConfig;
use rusqlite::{Connection, OpenFlags, TransactionBehavior};

use crate::AccountsError;
use crate::schema::{APPLICATION_ID, MIGRATIONS, VERSION};

/// How long a call waits while another process writes: the site and `bout admin` may run at the same time.
const PATIENCE: Duration = Duration::from_secs(5);

/// The accounts of a site. Threads may share it.
#[derive(Debug)]
pub struct Accounts {
    pub(crate) store: Store,
}

#[derive(Debug)]
pub(crate) enum Store {
    /// All calls share one connection, and wait for each other.
    Sqlite { connection: Box<Mutex<Connection>>, path: PathBuf },
    /// A pool of connections: reads run in parallel, changes one at a time.
    #[cfg(feature = "postgres")]
    Postgres(std::sync::Arc<database::postgres::Pool>),
}

impl Accounts {
    /// Opens the database in a file. Creates the file if it does not exist, readable only by its owner.
    pub fn open(path: &Path) -> Result<Self, AccountsError> {
        make_private(path).map_err(|error| {
            let source = rusqlite::Error::ToSqlConversionFailure(Box::new(error));
            failed(path, source)
        })?;
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE
            | OpenFlags::SQLITE_OPEN_NO_MUTEX
            | OpenFlags::SQLITE_OPEN_NOFOLLOW;
        let connection = Connection::open_with_flags(path, flags);
        Self::of(connection.map_err(|source| failed(path, source))?, path)
    }

    /// Returns true if [`Accounts::open`] would migrate the tables of this database. Changes nothing itself.
    pub fn must_be_updated(path: &Path) -> Result<bool, AccountsError> {
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NOFOLLOW;
        let version = |connection: Connection| -> rusqlite::Result<usize> {
            connection.query_row("PRAGMA user_version", [], |row| row.get(0))
        };
        let found = Connection::open_with_flags(path, flags).and_then(version);
        Ok(found.map_err(|source| failed(path, source))? < VERSION)
    }

    /// Creates a database in memory, for tests.
    pub fn in_memory() -> Result<Self, AccountsError> {
        let path = Path::new(":memory:");
        Self::of(Connection::open_in_memory().map_err(|source| failed(path, source))?, path)
    }

    fn of(mut connection: Connection, path: &Path) -> Result<Self, AccountsError> {
        let other = |why: String| AccountsError::OtherVersion { path: path.to_owned(), why };
        let failed = |source| failed(path, source);
        connection.busy_timeout(PATIENCE).map_err(failed)?;
        connection.set_db_config(DbConfig::SQLITE_DBCONFIG_DEFENSIVE, true).map_err(failed)?;
        connection.set_db_config(DbConfig::SQLITE_DBCONFIG_TRUSTED_SCHEMA, false).map_err(failed)?;
        connection.pragma_update(None, "journal_mode", "wal").map_err(failed)?;
        connection.pragma_update(None, "synchronous", "full").map_err(failed)?;
        connection.pragma_update(None, "foreign_keys", true).map_err(failed)?;
        connection.pragma_update(None, "secure_delete", true).map_err(failed)?;
        let is_empty: bool = connection
            .query_row("SELECT count(*) = 0 FROM sqlite_schema", [], |row| row.get(0))
            .map_err(failed)?;
        let id: u32 = connection.query_row("PRAGMA application_id", [], |row| row.get(0)).map_err(failed)?;
        if !is_empty && id != APPLICATION_ID {
            return Err(other("it is a database of another program".into()));
        }
        database::migrate(&mut connection, path, MIGRATIONS)
            .map_err(|source| AccountsError::NotMigrated { path: path.to_owned(), source })?;
        let connection = Box::new(Mutex::new(connection));
        Ok(Self { store: Store::Sqlite { connection, path: path.to_owned() } })
    }

    /// Returns which database this is: a file, or a database on a server.
    #[must_use]
    pub fn place(&self) -> String {
        match &self.store {
            Store::Sqlite { path, .. } => path.display().to_string(),
            #[cfg(feature = "postgres")]
            Store::Postgres(pool) => pool.place().to_owned(),
        }
    }

    /// Runs a query that only reads.
    pub(crate) fn read<T>(
        &self,
        query: impl FnOnce(&Sql<'_>) -> Result<T, SqlError>,
    ) -> Result<T, AccountsError> {
        let found = match &self.store {
            Store::Sqlite { connection, .. } => query(&Sql::sqlite(&locked(connection))),
            #[cfg(feature = "postgres")]
            Store::Postgres(pool) => pool.read(query),
        };
        found.map_err(|source| self.failed(source))
    }

    /// Makes a change in one transaction: if any part of it fails, the database stays as it was.
    pub(crate) fn change<T>(
        &self,
        change: impl FnOnce(&Sql<'_>) -> Result<T, ChangeError>,
    ) -> Result<T, AccountsError> {
        let changed = match &self.store {
            Store::Sqlite { connection, .. } => change_sqlite(&mut locked(connection), change),
            #[cfg(feature = "postgres")]
            Store::Postgres(pool) => pool.change(change),
        };
        changed.map_err(|error| error.at(&self.place()))
    }

    pub(crate) fn failed(&self, source: SqlError) -> AccountsError {
        AccountsError::Database { place: self.place(), source }
    }
}

fn change_sqlite<T>(
    connection: &mut Connection,
    change: impl FnOnce(&Sql<'_>) -> Result<T, ChangeError>,
) -> Result<T, ChangeError> {
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let changed = change(&Sql::sqlite(&transaction))?;
    transaction.commit()?;
    Ok(changed)
}

fn locked(connection: &Mutex<Connection>) -> MutexGuard<'_, Connection> {
    // The lock may be poisoned, but a transaction that panics is rolled back, so the connection is still
    // usable.
    connection.lock().unwrap_or_else(PoisonError::into_inner)
}

fn failed(path: &Path, source: rusqlite::Error) -> AccountsError {
    AccountsError::Database { place: path.display().to_string(), source: source.into() }
}

/// Why a change is not made.
pub(crate) enum ChangeError {
    /// The database fails.
    Database(SqlError),
    /// The change is not allowed.
    Refused(AccountsError),
}

impl ChangeError {
    /// Returns the error for callers, with the database that it comes from.
    pub(crate) fn at(self, place: &str) -> AccountsError {
        match self {
            Self::Database(source) => AccountsError::Database { place: place.to_owned(), source },
            Self::Refused(error) => error,
        }
    }
}

impl From<rusqlite::Error> for ChangeError {
    fn from(error: rusqlite::Error) -> Self {
        Self::Database(error.into())
    }
}

impl From<SqlError> for ChangeError {
    fn from(error: SqlError) -> Self {
        Self::Database(error)
    }
}

impl From<AccountsError> for ChangeError {
    fn from(error: AccountsError) -> Self {
        Self::Refused(error)
    }
}

/// Creates the file if it does not exist, accessible only to its owner.
fn make_private(path: &Path) -> std::io::Result<()> {
    let mut options = std::fs::OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    match options.open(path) {
        Err(error) if error.kind() != std::io::ErrorKind::AlreadyExists => Err(error),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_file_is_private_and_other_files_are_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("accounts.db");
        drop(Accounts::open(&path).unwrap());
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt as _;
            assert_eq!(std::fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);
        }
        Accounts::open(&path).unwrap();
        let other = folder.path().join("other.db");
        Connection::open(&other).unwrap().execute_batch("CREATE TABLE mine (a)").unwrap();
        assert!(matches!(Accounts::open(&other), Err(AccountsError::OtherVersion { .. })));
        let text = folder.path().join("text");
        std::fs::write(&text, "not a database, but long enough to be read as one").unwrap();
        assert!(Accounts::open(&text).is_err());
        assert!(std::fs::read(&text).unwrap().starts_with(b"not a database"));
    }

    #[test]
    fn the_migrations_are_valid() {
        database::known(MIGRATIONS).validate().unwrap();
    }
}

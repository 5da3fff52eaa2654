//! Errors of the store. Each message says where and what went wrong, what to do, and what happened to the data.

use std::path::{Path, PathBuf};

use database::sql::SqlError;
use rusqlite::{Error as SqliteError, ErrorCode, ffi};
use serde::{Deserialize, Serialize};

/// Why a database could not be opened, read or written.
///
/// Except for [`StoreError::Lost`], data that was kept before stays intact. Nothing of the data that was being written
/// is kept.
#[derive(Debug, thiserror::Error, Serialize, Deserialize)]
pub enum StoreError {
    /// There is no such file.
    #[error("{path}: there is no database here; check the path", path = .path.display())]
    Absent {
        /// The database.
        path: PathBuf,
    },
    /// Another program holds the database.
    #[error(
        "{path}: another program holds this database; wait for it or end it, then run this again \
         (what was kept before is intact)",
        path = .path.display()
    )]
    Locked {
        /// The database.
        path: PathBuf,
    },
    /// There is no room for more.
    #[error(
        "{path}: there is no room left to write to; make room and run this again (what was kept before is intact)",
        path = .path.display()
    )]
    Full {
        /// The database.
        path: PathBuf,
    },
    /// A newer bout made the database, or has written to it.
    #[error(
        "{path}: a newer bout wrote this database (version {found}; this bout reads up to version {known}): use a newer \
         bout (nothing was changed)",
        path = .path.display()
    )]
    NewerVersion {
        /// The database.
        path: PathBuf,
        /// Its version.
        found: i64,
        /// The newest version that this build knows.
        known: i64,
    },
    /// The file is not a database of bout. Bout never writes to it.
    #[error("{path}: this is not a database of bout ({what}); it was not changed, choose another file", path = .path.display())]
    NotOurs {
        /// The file.
        path: PathBuf,
        /// What it is instead.
        what: String,
    },
    /// Data in the database is damaged.
    #[error(
        "{path}: this database is damaged: {what}. Nothing was changed. First copy the file, and those beside it that \
         end in -wal and -shm; then put back an earlier copy or import an export, or play again what it held",
        path = .path.display()
    )]
    Damaged {
        /// The database.
        path: PathBuf,
        /// What is damaged, as precisely as is known.
        what: String,
    },
    /// The file or its folder cannot be written to.
    #[error(
        "{path}: this database cannot be written to; make the file and its folder writable, or copy it to where they \
         are (nothing was changed)",
        path = .path.display()
    )]
    ReadOnly {
        /// The database.
        path: PathBuf,
    },
    /// The file cannot be opened or made.
    #[error(
        "{path}: cannot open this database: {what}; check the path and its permissions (nothing was changed)",
        path = .path.display()
    )]
    CannotOpen {
        /// The database.
        path: PathBuf,
        /// Why.
        what: String,
    },
    /// The database was removed or replaced by another file while it was in use. All of it was written to a new file.
    #[error(
        "{path}: this database was removed, or another file put in its place, while it was in use. All that it held \
         was written anew, to {anew}; run this again to go on",
        path = .path.display(), anew = .anew.display()
    )]
    Removed {
        /// The database.
        path: PathBuf,
        /// Where it is now: the old path, or one next to it if another file was there.
        anew: PathBuf,
    },
    /// As [`StoreError::Removed`], but the data could not be written to a new file.
    #[error(
        "{path}: this database was removed, or another file put in its place, while it was in use, and what it held \
         could not be written anew: {what}; it is lost",
        path = .path.display()
    )]
    Lost {
        /// The database.
        path: PathBuf,
        /// Why it could not be written.
        what: String,
    },
    /// The results are on a server, and this program does not know which one.
    #[error(
        "{path}: these results are in PostgreSQL, and nothing here says where: run this in the folder of the site whose \
         bout.toml has [store], or move them into a file with bout admin migrate-store --to sqlite (bout man postgresql)",
        path = .path.display()
    )]
    OnServer {
        /// The file that says so.
        path: PathBuf,
    },
    /// The server with the results cannot be reached, or does not answer.
    #[error(
        "{path}: the results are in PostgreSQL, which cannot be used now: {what}; run this again when it can (what was kept \
         before is intact)",
        path = .path.display()
    )]
    Unreachable {
        /// The file that says where the results are.
        path: PathBuf,
        /// Why.
        what: String,
    },
    /// The server does not have the results that it should have.
    #[error(
        "{path}: the results should be in PostgreSQL, but {what}; name the database that has them in [store], or restore a \
         backup (nothing was changed)",
        path = .path.display()
    )]
    NotThere {
        /// The file that says where the results are.
        path: PathBuf,
        /// What is missing.
        what: String,
    },
    /// The caller stopped it ([`crate::interrupt_when`]).
    #[error("{path}: reading the database was stopped (what was kept before is intact)", path = .path.display())]
    Stopped {
        /// The database.
        path: PathBuf,
    },
    /// New data contradicts data in the database. The database keeps the old data.
    #[error("{path}: {what} (what was kept before is intact)", path = .path.display())]
    Contradiction {
        /// The database.
        path: PathBuf,
        /// What contradicts what.
        what: String,
    },
    /// The request or the new data is not valid, whatever the database holds.
    #[error("{path}: {what} (what was kept before is intact)", path = .path.display())]
    Invalid {
        /// The database.
        path: PathBuf,
        /// What is wrong with it.
        what: String,
    },
    /// Anything else, such as a failing disk.
    #[error("{path}: {what} (what was kept before is intact as far as can be determined)", path = .path.display())]
    Other {
        /// The database.
        path: PathBuf,
        /// What happened.
        what: String,
    },
}

/// An error without the path of the file: the inner functions know only a connection.
#[derive(Debug)]
pub(crate) enum InnerError {
    Sql(SqlError),
    Damaged(String),
    Contradiction(String),
    Invalid(String),
}

impl From<SqlError> for InnerError {
    fn from(error: SqlError) -> Self {
        Self::Sql(error)
    }
}

impl From<SqliteError> for InnerError {
    fn from(error: SqliteError) -> Self {
        Self::Sql(error.into())
    }
}

impl InnerError {
    /// The error that callers see.
    pub(crate) fn at(self, path: &Path) -> StoreError {
        let path = path.to_owned();
        match self {
            Self::Sql(error) => sql_error(path, &error),
            Self::Damaged(what) => StoreError::Damaged { path, what },
            Self::Contradiction(what) => StoreError::Contradiction { path, what },
            Self::Invalid(what) => StoreError::Invalid { path, what },
        }
    }
}

fn sql_error(path: PathBuf, error: &SqlError) -> StoreError {
    let what = error.to_string();
    match error {
        SqlError::Sqlite(error) => sqlite_error(path, error, what),
        #[cfg(feature = "postgres")]
        SqlError::Postgres(error) => crate::server::server_error(path, error),
        SqlError::TooLarge(_) => StoreError::Invalid { path, what },
        // The columns of STRICT tables have their types, and what we write can be read: only damage gets here.
        _ => StoreError::Damaged { path, what },
    }
}

fn sqlite_error(path: PathBuf, error: &SqliteError, what: String) -> StoreError {
    match error {
        SqliteError::SqliteFailure(code, _) => failure(path, *code, what),
        SqliteError::SqlInputError { error, .. } => failure(path, *error, what),
        // As above.
        SqliteError::FromSqlConversionFailure(..)
        | SqliteError::IntegralValueOutOfRange(..)
        | SqliteError::InvalidColumnType(..)
        | SqliteError::Utf8Error(..) => StoreError::Damaged { path, what },
        SqliteError::InvalidPath(_) | SqliteError::NulError(_) => StoreError::CannotOpen { path, what },
        _ => StoreError::Other { path, what },
    }
}

fn failure(path: PathBuf, error: ffi::Error, what: String) -> StoreError {
    match error.code {
        ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked | ErrorCode::FileLockingProtocolFailed => {
            StoreError::Locked { path }
        }
        ErrorCode::OperationInterrupted => StoreError::Stopped { path },
        ErrorCode::DiskFull => StoreError::Full { path },
        // Before SQLite sees a file, we check that it is a database of ours. So this one was intact once.
        ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase => StoreError::Damaged { path, what },
        // It exceeds the limit that is set at opening.
        ErrorCode::TooBig => {
            StoreError::Damaged { path, what: "it holds a value that is larger than any of bout's".into() }
        }
        ErrorCode::SystemIoFailure => match error.extended_code {
            // The index of the write-ahead log could not grow, and only a full disk prevents that.
            ffi::SQLITE_IOERR_SHMSIZE => StoreError::Full { path },
            ffi::SQLITE_IOERR_SHORT_READ | ffi::SQLITE_IOERR_CORRUPTFS | ffi::SQLITE_IOERR_DATA => {
                StoreError::Damaged { path, what }
            }
            _ => StoreError::Other { path, what },
        },
        ErrorCode::ReadOnly if error.extended_code != ffi::SQLITE_READONLY_DBMOVED => {
            StoreError::ReadOnly { path }
        }
        ErrorCode::CannotOpen | ErrorCode::PermissionDenied => StoreError::CannotOpen { path, what },
        _ => StoreError::Other { path, what },
    }
}

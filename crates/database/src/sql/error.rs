//! Reasons why a statement was not run.

use rusqlite::{ErrorCode, ffi};

/// The reason why a statement was not run, or why its result cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum SqlError {
    /// `SQLite` reported an error.
    #[error("{0}")]
    Sqlite(#[from] rusqlite::Error),
    /// The server of `PostgreSQL` reported an error, or cannot be reached.
    #[cfg(feature = "postgres")]
    #[error("{0}")]
    Postgres(#[from] crate::postgres::PostgresError),
    /// A query that should find a row found none.
    #[error("the query found no row")]
    NoRow,
    /// A value is not of the kind that the program expects.
    #[error("a value of the database is not {0}")]
    Unexpected(&'static str),
    /// A number does not fit into the database.
    #[error("the number {0} is too large for the database")]
    TooLarge(u64),
}

/// Other codes of `SQLite` for a full disk: a file beside the database cannot grow, or a write failed.
const FULL: [i32; 3] = [ffi::SQLITE_IOERR_WRITE, ffi::SQLITE_IOERR_SHMSIZE, ffi::SQLITE_IOERR_SHMMAP];

impl SqlError {
    /// Returns true if the disk is full.
    #[must_use]
    pub fn is_full(&self) -> bool {
        match self {
            Self::Sqlite(error) => error.sqlite_error().is_some_and(|error| {
                error.code == ErrorCode::DiskFull || FULL.contains(&error.extended_code)
            }),
            #[cfg(feature = "postgres")]
            Self::Postgres(error) => error.is_full(),
            Self::NoRow | Self::Unexpected(_) | Self::TooLarge(_) => false,
        }
    }
}

/// For queries that may find no row.
pub trait Optional<T> {
    /// Turns [`SqlError::NoRow`] into `None`.
    fn optional(self) -> Result<Option<T>, SqlError>;
}

impl<T> Optional<T> for Result<T, SqlError> {
    fn optional(self) -> Result<Option<T>, SqlError> {
        match self {
            Ok(found) => Ok(Some(found)),
            Err(SqlError::NoRow) => Ok(None),
            Err(error) => Err(error),
        }
    }
}

//! Statements that `SQLite` and `PostgreSQL` both understand: written once, and run by either.
//!
//! What the two have in common is much: `ON CONFLICT`, `RETURNING`, subqueries. Statements keep to that. Parameters are
//! `?` or `?1`. `nocase(x)` is a text in which capital letters from A to Z make no difference; a column that is compared so has
//! an index in both. Truth is an integer, 0 or 1, as `SQLite` has it.

mod dialect;
mod error;
mod value;

use rusqlite::Connection;

pub use crate::params;
#[cfg(feature = "postgres")]
pub(crate) use dialect::for_postgres;
pub use error::{Optional, SqlError};
pub use value::{FromValue, Params, Row, ToValue, Value};

#[cfg(feature = "postgres")]
use crate::postgres::Link;

/// A connection on which statements run: within a change, or while reading.
pub struct Sql<'a>(Backend<'a>);

enum Backend<'a> {
    Sqlite(&'a Connection),
    #[cfg(feature = "postgres")]
    Postgres(&'a Link),
}

/// Which database runs the statements, for the few that differ.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// A file of `SQLite`.
    Sqlite,
    /// A server of `PostgreSQL`.
    Postgres,
}

impl<'a> Sql<'a> {
    /// Runs statements on a connection of `SQLite`.
    #[must_use]
    pub fn sqlite(connection: &'a Connection) -> Self {
        Self(Backend::Sqlite(connection))
    }

    #[cfg(feature = "postgres")]
    pub(crate) fn postgres(link: &'a Link) -> Self {
        Self(Backend::Postgres(link))
    }

    /// Returns which database this is.
    #[must_use]
    pub fn kind(&self) -> Kind {
        match self.0 {
            Backend::Sqlite(_) => Kind::Sqlite,
            #[cfg(feature = "postgres")]
            Backend::Postgres(_) => Kind::Postgres,
        }
    }

    /// Runs a statement, and returns the number of rows that it changed.
    pub fn execute(&self, statement: &str, params: impl Params) -> Result<usize, SqlError> {
        let values = params.values()?;
        match self.0 {
            Backend::Sqlite(connection) => {
                let mut prepared = connection.prepare(&dialect::for_sqlite(statement))?;
                Ok(prepared.execute(rusqlite::params_from_iter(values))?)
            }
            #[cfg(feature = "postgres")]
            Backend::Postgres(link) => link.execute(statement, values),
        }
    }

    /// Runs a query, and reads each of its rows, in their order.
    pub fn query_all<T, C: FromIterator<T>>(
        &self,
        query: &str,
        params: impl Params,
        read: impl FnMut(&Row) -> Result<T, SqlError>,
    ) -> Result<C, SqlError> {
        self.rows(query, params)?.iter().map(read).collect()
    }

    /// Runs a query, and reads its first row. Without one, it fails with [`SqlError::NoRow`].
    pub fn query_row<T>(
        &self,
        query: &str,
        params: impl Params,
        read: impl FnOnce(&Row) -> Result<T, SqlError>,
    ) -> Result<T, SqlError> {
        read(self.rows(query, params)?.first().ok_or(SqlError::NoRow)?)
    }

    /// Runs statements without parameters.
    pub fn batch(&self, statements: &str) -> Result<(), SqlError> {
        match self.0 {
            Backend::Sqlite(connection) => Ok(connection.execute_batch(statements)?),
            #[cfg(feature = "postgres")]
            Backend::Postgres(link) => Ok(link.batch(statements)?),
        }
    }

    fn rows(&self, query: &str, params: impl Params) -> Result<Vec<Row>, SqlError> {
        let values = params.values()?;
        match self.0 {
            Backend::Sqlite(connection) => {
                let mut prepared = connection.prepare(&dialect::for_sqlite(query))?;
                let columns = prepared.column_count();
                let found = prepared.query_map(rusqlite::params_from_iter(values), |row| {
                    let value = |column| row.get_ref(column).map(Value::from);
                    (0..columns).map(value).collect::<rusqlite::Result<Vec<Value>>>().map(Row::from)
                })?;
                Ok(found.collect::<rusqlite::Result<_>>()?)
            }
            #[cfg(feature = "postgres")]
            Backend::Postgres(link) => link.query(query, values),
        }
    }
}

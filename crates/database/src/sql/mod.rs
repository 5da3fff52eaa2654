//! Statements that both `SQLite` and `PostgreSQL` understand: written once, and run by either.
//!
//! The two have much in common: `ON CONFLICT`, `RETURNING`, subqueries. Statements use only that. Parameters are
//! `?` or `?1`. `nocase(x)` is a text in which case does not matter for letters from A to Z; a column that is compared this way
//! has an index in both. Truth values are the integers 0 and 1, as in `SQLite`.

mod dialect;
mod error;
mod value;

use rusqlite::types::ToSqlOutput;
use rusqlite::{CachedStatement, Connection};

pub use crate::params;
#[cfg(feature = "postgres")]
pub(crate) use dialect::for_postgres;
pub use error::{Optional, SqlError};
pub use rusqlite::types::ValueRef;
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

/// The database that runs the statements, for the few statements that differ.
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
    #[expect(clippy::needless_pass_by_value, reason = "parameters are written where they are passed")]
    pub fn execute(&self, statement: &str, params: impl Params) -> Result<usize, SqlError> {
        match self.0 {
            Backend::Sqlite(connection) => Ok(bound(connection, statement, &params)?.raw_execute()?),
            #[cfg(feature = "postgres")]
            Backend::Postgres(link) => link.execute(statement, owned(&params)?),
        }
    }

    /// Inserts a row into a table that numbers its rows in the column `id`. The statement must leave an existing row unchanged
    /// (`ON CONFLICT … DO NOTHING`). Returns the number of the row if it is new.
    #[allow(clippy::needless_pass_by_value, reason = "parameters are written where they are passed")]
    pub fn insert_if_new(&self, statement: &str, params: impl Params) -> Result<Option<i64>, SqlError> {
        match self.0 {
            Backend::Sqlite(connection) => {
                let is_new = bound(connection, statement, &params)?.raw_execute()? > 0;
                Ok(is_new.then(|| connection.last_insert_rowid()))
            }
            #[cfg(feature = "postgres")]
            Backend::Postgres(_) => {
                let returning = format!("{statement} RETURNING id");
                self.query_row(&returning, params, |row| row.get(0)).optional()
            }
        }
    }

    /// Runs a query, and passes on its rows in order.
    #[expect(clippy::needless_pass_by_value, reason = "parameters are written where they are passed")]
    pub fn each<E: From<SqlError>>(
        &self,
        query: &str,
        params: impl Params,
        mut take: impl FnMut(&Row<'_>) -> Result<(), E>,
    ) -> Result<(), E> {
        match self.0 {
            Backend::Sqlite(connection) => {
                let mut prepared = bound(connection, query, &params)?;
                let mut rows = prepared.raw_query();
                while let Some(row) = rows.next().map_err(SqlError::from)? {
                    take(&Row::sqlite(row))?;
                }
                Ok(())
            }
            #[cfg(feature = "postgres")]
            Backend::Postgres(link) => {
                link.query(query, owned(&params)?)?.iter().try_for_each(|values| take(&Row::of(values)))
            }
        }
    }

    /// Runs a query, and reads all its rows in order.
    pub fn query_all<T, C: FromIterator<T>>(
        &self,
        query: &str,
        params: impl Params,
        mut read: impl FnMut(&Row<'_>) -> Result<T, SqlError>,
    ) -> Result<C, SqlError> {
        let mut all = Vec::new();
        self.each(query, params, |row| {
            all.push(read(row)?);
            Ok::<(), SqlError>(())
        })?;
        Ok(all.into_iter().collect())
    }

    /// Runs a query, and reads its first row. Without one, it fails with [`SqlError::NoRow`].
    #[expect(clippy::needless_pass_by_value, reason = "parameters are written where they are passed")]
    pub fn query_row<T>(
        &self,
        query: &str,
        params: impl Params,
        read: impl FnOnce(&Row<'_>) -> Result<T, SqlError>,
    ) -> Result<T, SqlError> {
        match self.0 {
            Backend::Sqlite(connection) => {
                let mut prepared = bound(connection, query, &params)?;
                let mut rows = prepared.raw_query();
                read(&Row::sqlite(rows.next()?.ok_or(SqlError::NoRow)?))
            }
            #[cfg(feature = "postgres")]
            Backend::Postgres(link) => {
                let rows = link.query(query, owned(&params)?)?;
                read(&Row::of(rows.first().ok_or(SqlError::NoRow)?))
            }
        }
    }

    /// Runs statements without parameters.
    pub fn batch(&self, statements: &str) -> Result<(), SqlError> {
        match self.0 {
            Backend::Sqlite(connection) => Ok(connection.execute_batch(statements)?),
            #[cfg(feature = "postgres")]
            Backend::Postgres(link) => Ok(link.batch(statements)?),
        }
    }
}

/// Prepares a statement of `SQLite`, and gives it its parameters.
fn bound<'c>(
    connection: &'c Connection,
    statement: &str,
    params: &impl Params,
) -> Result<CachedStatement<'c>, SqlError> {
    let mut prepared = connection.prepare_cached(&dialect::for_sqlite(statement))?;
    let mut number = 0;
    params.each(&mut |value| {
        number += 1;
        Ok(prepared.raw_bind_parameter(number, ToSqlOutput::Borrowed(value))?)
    })?;
    if number == prepared.parameter_count() {
        Ok(prepared)
    } else {
        Err(rusqlite::Error::InvalidParameterCount(number, prepared.parameter_count()).into())
    }
}

/// Returns the parameters of a statement for another thread to send.
#[cfg(feature = "postgres")]
fn owned(params: &impl Params) -> Result<Vec<Value>, SqlError> {
    let mut values = Vec::new();
    params.each(&mut |value| {
        values.push(Value::from_value(value)?);
        Ok(())
    })?;
    Ok(values)
}

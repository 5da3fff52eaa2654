//! A PostgreSQL schema: each store keeps its tables in one of its own, beside others in the same database.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use super::pool::{BEGIN_CHANGE, BEGIN_READ, ONE_AT_A_TIME};
use super::{Pool, PostgresError, ServerVersion, Tables, tables};
use crate::sql::{Sql, SqlError};

/// The longest name, in bytes: that of `PostgreSQL`.
const MAX_NAME_BYTES: usize = 63;

/// What follows for a reading, which may hand out much.
const READ_SLOWLY: &str = "SET LOCAL idle_in_transaction_session_timeout = '30min'";

/// Says when what runs is to end.
pub type Stop = Arc<dyn Fn() -> bool + Send + Sync>;

/// A schema of a database, with tables of its own. Changes in different schemas do not wait for each other.
#[derive(Clone)]
pub struct Schema {
    pool: Arc<Pool>,
    name: String,
    /// How long a change waits for another one.
    patience: Duration,
}

impl fmt::Debug for Schema {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_tuple("Schema").field(&self.name).field(&self.pool).finish()
    }
}

impl Schema {
    /// Names a schema, which need not be there. The name has letters from a to z, digits and underscores.
    pub fn new(pool: Arc<Pool>, name: &str, patience: Duration) -> Result<Self, PostgresError> {
        let is_plain = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'_';
        if name.is_empty() || name.len() > MAX_NAME_BYTES || !name.bytes().all(is_plain) {
            return Err(PostgresError::Tables(format!("{name:?} is not the name of a schema of bout")));
        }
        Ok(Self { pool, name: name.to_owned(), patience })
    }

    /// Returns a name that no schema has, after these letters.
    pub fn new_name(pool: &Pool, prefix: &str) -> Result<String, SqlError> {
        let query = "SELECT replace(gen_random_uuid()::text, '-', '')";
        pool.read(|database| database.query_row(query, (), |row| row.get::<String>(0)))
            .map(|random| format!("{prefix}{random}"))
    }

    /// Returns its name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns which database it is in, without anything secret.
    #[must_use]
    pub fn place(&self) -> &str {
        self.pool.place()
    }

    /// Sets how long a change waits for another one.
    pub fn set_patience(&mut self, patience: Duration) {
        self.patience = patience;
    }

    /// Makes the schema, which must not be there, with its tables. `about` says to people what it is.
    pub fn make(&self, about: &str, tables: &Tables<'_>) -> Result<(), SqlError> {
        self.change(None, |database| {
            // Nothing in it may end the text that it is in.
            let about =
                about.replace(|letter: char| letter == '\'' || letter == '\\' || letter.is_control(), "_");
            database.batch(&format!("CREATE SCHEMA {0}; COMMENT ON SCHEMA {0} IS '{about}'", self.name))?;
            tables::bring_up(database, tables)
        })
    }

    /// Removes the schema with all that is in it, if it is there.
    pub fn remove(&self) -> Result<(), SqlError> {
        self.pool.change(|database| database.batch(&format!("DROP SCHEMA IF EXISTS {} CASCADE", self.name)))
    }

    /// Tries whether schemas and tables can be made. What is made is taken back.
    pub fn attempt(pool: &Arc<Pool>) -> Result<ServerVersion, SqlError> {
        let name = Self::new_name(pool, "bout_attempt_")?;
        let mut version = None;
        let taken_back = pool.change(|database| {
            version = Some(ServerVersion::of(database)?);
            let make = format!("CREATE SCHEMA {name}; CREATE TABLE {name}.attempt (id BIGINT PRIMARY KEY)");
            database.batch(&make)?;
            Err::<(), SqlError>(SqlError::NoRow)
        });
        match (taken_back, version) {
            (Err(SqlError::NoRow), Some(version)) => Ok(version),
            (Err(error), _) => Err(error),
            (Ok(()), _) => Err(SqlError::NoRow),
        }
    }

    /// Brings its tables up to date.
    pub fn migrate(&self, tables: &Tables<'_>) -> Result<(), SqlError> {
        self.change(None, |database| tables::bring_up(database, tables))
    }

    /// Returns the version of its tables; `None` if there are none.
    pub fn version(&self, part: &str) -> Result<Option<usize>, SqlError> {
        self.read(None, |database| tables::version_in(database, part))
    }

    /// Reads the state of one moment, until `stop` returns true.
    pub fn read<T, E: From<SqlError>>(
        &self,
        stop: Option<Stop>,
        query: impl FnOnce(&Sql<'_>) -> Result<T, E>,
    ) -> Result<T, E> {
        self.pool.run(&format!("{BEGIN_READ}; {}; {READ_SLOWLY}", self.here()), stop, query)
    }

    /// Makes a change as a whole, after all changes before it, unless `stop` returns true before it is complete. If any part of it
    /// fails, no part is made.
    pub fn change<T, E: From<SqlError>>(
        &self,
        stop: Option<Stop>,
        change: impl FnOnce(&Sql<'_>) -> Result<T, E>,
    ) -> Result<T, E> {
        // No time at all would mean without end.
        let patience_ms = self.patience.as_millis().clamp(1, u128::from(u32::MAX >> 1));
        let patience = format!("SET LOCAL lock_timeout = {patience_ms}");
        let how = format!("{BEGIN_CHANGE}; {}; {patience}; {ONE_AT_A_TIME}", self.here());
        self.pool.run(&how, stop, change)
    }

    fn here(&self) -> String {
        format!("SET LOCAL search_path = {}", self.name)
    }
}

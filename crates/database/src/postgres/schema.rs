//! PostgreSQL schemas: each store keeps its tables in its own schema, beside others in the same database.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use super::pool::{BEGIN_CHANGE, BEGIN_READ, ONE_AT_A_TIME};
use super::{Pool, PostgresError, ServerVersion, Tables, tables};
use crate::sql::{Sql, SqlError};

/// The longest name that `PostgreSQL` allows, in bytes.
const MAX_NAME_BYTES: usize = 63;

/// The further statement for a read that may return a lot.
const READ_SLOWLY: &str = "SET LOCAL idle_in_transaction_session_timeout = '30min'";

/// Says when the running statement should end.
pub type Stop = Arc<dyn Fn() -> bool + Send + Sync>;

/// A schema of a database, with its own tables. Changes in different schemas do not wait for each other.
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
    /// Names a schema, which need not exist. The name consists of letters from a to z, digits and underscores.
    pub fn new(pool: Arc<Pool>, name: &str, patience: Duration) -> Result<Self, PostgresError> {
        let is_plain = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'_';
        if name.is_empty() || name.len() > MAX_NAME_BYTES || !name.bytes().all(is_plain) {
            return Err(PostgresError::Tables(format!("{name:?} is not the name of a schema of bout")));
        }
        Ok(Self { pool, name: name.to_owned(), patience })
    }

    /// Returns an unused schema name that starts with these letters.
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

    /// Returns the location of its database in words, without any secret.
    #[must_use]
    pub fn place(&self) -> &str {
        self.pool.place()
    }

    /// Sets how long a change waits for another one.
    pub fn set_patience(&mut self, patience: Duration) {
        self.patience = patience;
    }

    /// Makes the schema, which must not exist yet, with its tables. `about` tells people what the schema is for.
    pub fn make(&self, about: &str, tables: &Tables<'_>) -> Result<(), SqlError> {
        self.change(None, |database| {
            // No character of it may end the quoted text.
            let about =
                about.replace(|letter: char| letter == '\'' || letter == '\\' || letter.is_control(), "_");
            database.batch(&format!("CREATE SCHEMA {0}; COMMENT ON SCHEMA {0} IS '{about}'", self.name))?;
            tables::bring_up(database, tables)
        })
    }

    /// Removes the schema with all its content, if it exists.
    pub fn remove(&self) -> Result<(), SqlError> {
        self.pool.change(|database| database.batch(&format!("DROP SCHEMA IF EXISTS {} CASCADE", self.name)))
    }

    /// Tries to make schemas and tables. Everything that it makes is rolled back.
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

    /// Makes a change after all earlier changes, unless `stop` returns true before it is complete. It is made as a whole: if any
    /// part fails, nothing is changed.
    pub fn change<T, E: From<SqlError>>(
        &self,
        stop: Option<Stop>,
        change: impl FnOnce(&Sql<'_>) -> Result<T, E>,
    ) -> Result<T, E> {
        // A timeout of zero would mean no limit.
        let patience_ms = self.patience.as_millis().clamp(1, u128::from(u32::MAX >> 1));
        let patience = format!("SET LOCAL lock_timeout = {patience_ms}");
        let how = format!("{BEGIN_CHANGE}; {}; {patience}; {ONE_AT_A_TIME}", self.here());
        self.pool.run(&how, stop, change)
    }

    fn here(&self) -> String {
        format!("SET LOCAL search_path = {}", self.name)
    }
}

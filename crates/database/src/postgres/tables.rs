//! Updates the tables of an older version to this version. This happens in one transaction, while no other process does the same.

use super::{Pool, PostgresError};
use crate::params;
use crate::sql::{Optional as _, Sql, SqlError};

/// The tables of a part of the program.
#[derive(Debug, Clone, Copy)]
pub struct Tables<'a> {
    /// The name of the part in the table of versions.
    pub part: &'a str,
    /// The version that the first step produces; each further step produces the next one.
    pub first: usize,
    /// The steps. Never change one.
    pub steps: &'a [&'a str],
}

/// The table of versions. It also shows that the schema belongs to bout.
const VERSIONS: &str = "bout_versions";

impl Pool {
    /// Brings tables up to date, or makes them.
    pub fn migrate(&self, tables: &Tables<'_>) -> Result<(), SqlError> {
        self.change(|database| bring_up(database, tables))
    }

    /// Returns the version of tables; `None` if there are none.
    pub fn version(&self, part: &str) -> Result<Option<usize>, SqlError> {
        self.read(|database| version_in(database, part))
    }
}

/// Brings tables up to date, or makes them, within a change.
pub(super) fn bring_up(database: &Sql<'_>, tables: &Tables<'_>) -> Result<(), SqlError> {
    let known = tables.first + tables.steps.len() - 1;
    let done = match version(database, tables.part)? {
        Some(found) if found > known => {
            return refuse(format!(
                "the tables have version {found}, and this bout knows versions up to {known}: a newer bout made them; \
                 use that one"
            ));
        }
        Some(found) => found + 1 - tables.first,
        None => 0,
    };
    for step in &tables.steps[done..] {
        database.batch(step)?;
    }
    database.execute(
        &format!(
            "INSERT INTO {VERSIONS} (part, version) VALUES (?, ?)
             ON CONFLICT (part) DO UPDATE SET version = excluded.version"
        ),
        params![tables.part, known],
    )?;
    Ok(())
}

/// Returns the version of tables; `None` if there are none.
pub(super) fn version_in(database: &Sql<'_>, part: &str) -> Result<Option<usize>, SqlError> {
    if !has_versions(database)? {
        return Ok(None);
    }
    version_of(database, part)
}

/// Returns the version of tables, and makes the table of versions if it is missing.
fn version(database: &Sql<'_>, part: &str) -> Result<Option<usize>, SqlError> {
    let about = ServerVersion::of(database)?;
    if !about.is_supported() {
        return refuse(format!("the server is PostgreSQL {about}; bout needs {MIN_MAJOR} or later"));
    }
    let encoding: String = database.query_row("SHOW server_encoding", (), |row| row.get(0))?;
    if encoding != "UTF8" {
        return refuse(format!("the database keeps texts as {encoding}; make one with ENCODING 'UTF8'"));
    }
    let schema: Option<String> = database.query_row("SELECT current_schema()", (), |row| row.get(0))?;
    if schema.is_none() {
        return refuse(
            "the user of the database may use no schema in it; GRANT USAGE, CREATE ON SCHEMA".into(),
        );
    }
    if !has_versions(database)? {
        let query = "SELECT count(*), min(relname) FROM pg_class
                     WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p', 'v', 'm', 'f')";
        let (others, one): (u64, Option<String>) =
            database.query_row(query, (), |row| Ok((row.get(0)?, row.get(1)?)))?;
        if others > 0 {
            let (schema, one) = (schema.unwrap_or_default(), one.unwrap_or_default());
            return refuse(format!(
                "the schema {schema} has tables of another program, such as {one}; bout needs a database of its own"
            ));
        }
        database.batch(&format!(
            "CREATE TABLE {VERSIONS} (part TEXT COLLATE \"C\" PRIMARY KEY, version BIGINT NOT NULL)"
        ))?;
    }
    version_of(database, part)
}

/// The version of a server.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ServerVersion {
    /// The text of the server.
    text: String,
    major: u64,
}

/// The oldest version with all features that bout uses.
const MIN_MAJOR: u64 = 13;

impl ServerVersion {
    /// Asks a server for its version.
    pub fn of(database: &Sql<'_>) -> Result<Self, SqlError> {
        let query = "SELECT current_setting('server_version'), current_setting('server_version_num')::bigint";
        database
            .query_row(query, (), |row| Ok(Self { text: row.get(0)?, major: row.get::<u64>(1)? / 10_000 }))
    }

    /// Returns true if the server has all features that bout uses.
    #[must_use]
    pub const fn is_supported(&self) -> bool {
        self.major >= MIN_MAJOR
    }
}

impl std::fmt::Display for ServerVersion {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.write_str(&self.text)
    }
}

fn has_versions(database: &Sql<'_>) -> Result<bool, SqlError> {
    // Without a schema, this name does not exist.
    let query = "SELECT to_regclass(quote_ident(current_schema()) || '.' || ?) IS NOT NULL";
    database.query_row(query, [VERSIONS], |row| row.get(0))
}

fn version_of(database: &Sql<'_>, part: &str) -> Result<Option<usize>, SqlError> {
    let query = format!("SELECT version FROM {VERSIONS} WHERE part = ?");
    database.query_row(&query, [part], |row| row.get(0)).optional()
}

fn refuse<T>(why: String) -> Result<T, SqlError> {
    Err(PostgresError::Tables(why).into())
}

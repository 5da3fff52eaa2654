//! Checks that a database is intact.

use rusqlite::Connection;

/// The most faults that a message names.
const MAX_FAULTS: usize = 3;

/// The reason why a database cannot be trusted.
#[derive(Debug, thiserror::Error)]
pub enum Damage {
    /// Its pages or its indexes are damaged.
    #[error("it is damaged: {0}")]
    Pages(String),
    /// A row refers to another one that does not exist.
    #[error("a row of the table {table} names a row of {parent} that does not exist")]
    MissingRow {
        /// The table with the row.
        table: String,
        /// The table where the other row is missing.
        parent: String,
    },
    /// It cannot be read.
    #[error("{0}")]
    Unreadable(#[from] rusqlite::Error),
}

/// Checks the pages, the indexes and the constraints of a database, and that every row exists to which another one refers. It
/// reads everything once.
pub fn check(connection: &Connection) -> Result<(), Damage> {
    let query = format!("PRAGMA integrity_check({MAX_FAULTS})");
    let faults: Vec<String> =
        connection.prepare(&query)?.query_map([], |row| row.get(0))?.collect::<Result<_, _>>()?;
    if faults != ["ok"] {
        return Err(Damage::Pages(faults.join("; ").replace('\n', " ")));
    }
    let mut missing = connection.prepare("PRAGMA foreign_key_check")?;
    let mut rows = missing.query([])?;
    match rows.next()? {
        None => Ok(()),
        Some(row) => Err(Damage::MissingRow { table: row.get(0)?, parent: row.get(2)? }),
    }
}

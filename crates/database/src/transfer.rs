//! Moves tables from one database into another: every row of every table, with a comparison afterwards.

use crate::params;
use crate::sql::{Kind, Row, Sql, SqlError, Value};

/// The number of rows in memory at a time.
const STEP: usize = 200;

/// A table, and the columns that define the order of its rows. A key of `rowid` is a column that `SQLite` keeps by itself.
pub type Table = (&'static str, &'static [&'static str]);

/// A table that was moved.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MovedTable {
    /// Its name.
    pub table: &'static str,
    /// The number of its rows.
    pub rows: u64,
    /// A hash of all its rows, in hexadecimal digits. It is equal in both databases.
    pub hash: String,
}

/// The reason why tables were not moved.
#[derive(Debug, thiserror::Error)]
pub enum TransferError {
    /// A database failed.
    #[error(transparent)]
    Database(#[from] SqlError),
    /// The copy differs from the original.
    #[error("the table {table} is not the same in both databases")]
    NotTheSame {
        /// The table.
        table: &'static str,
    },
}

/// Tables with their columns. They are the same in both databases.
#[derive(Debug)]
pub struct Columns(Vec<TableColumns>);

#[derive(Debug)]
struct TableColumns {
    table: &'static str,
    key: &'static [&'static str],
    /// All columns, with commas between them.
    names: String,
    /// Whether the database numbers the rows.
    is_numbered: bool,
}

impl Columns {
    /// Reads the columns of tables from a database of `SQLite`. Each table comes after those that it refers to.
    pub fn of(sqlite: &Sql<'_>, tables: &[Table]) -> Result<Self, SqlError> {
        let columns = |(table, key): &Table| {
            let query = "SELECT name, type FROM pragma_table_info(?)";
            let columns: Vec<(String, String)> =
                sqlite.query_all(query, [*table], |row| Ok((row.get(0)?, row.get(1)?)))?;
            let is_number = |name: &str| columns.iter().any(|(one, kind)| one == name && kind == "INTEGER");
            let is_numbered = *key == ["rowid"] || *key == ["id"] && is_number("id");
            let mut names: Vec<&str> = columns.iter().map(|(name, _)| name.as_str()).collect();
            if *key == ["rowid"] {
                names.push("rowid");
            }
            Ok(TableColumns { table, key, names: names.join(", "), is_numbered })
        };
        tables.iter().map(columns).collect::<Result<_, _>>().map(Self)
    }

    /// Returns true if no table has a row.
    pub fn are_empty(&self, database: &Sql<'_>) -> Result<bool, SqlError> {
        for TableColumns { table, .. } in &self.0 {
            let query = format!("SELECT count(*) FROM (SELECT 1 FROM {table} LIMIT 1) AS first");
            if database.query_row(&query, (), |row| row.get::<u64>(0))? > 0 {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Removes all rows.
    pub fn clear(&self, database: &Sql<'_>) -> Result<(), SqlError> {
        for TableColumns { table, .. } in self.0.iter().rev() {
            database.execute(&format!("DELETE FROM {table}"), ())?;
        }
        Ok(())
    }

    /// Copies all rows into empty tables, and compares them.
    pub fn copy(&self, from: &Sql<'_>, to: &Sql<'_>) -> Result<Vec<MovedTable>, TransferError> {
        for TableColumns { table, key, names, is_numbered } in &self.0 {
            let places = vec!["?"; names.split(", ").count()].join(", ");
            let insert = format!("INSERT INTO {table} ({names}) VALUES ({places})");
            each_row(from, table, key, names, |row| to.execute(&insert, row).map(drop))?;
            if *is_numbered && let [id] = key {
                keep_numbers(from, to, table, id)?;
            }
        }
        self.compare(from, to)
    }

    /// Compares all rows, byte by byte.
    pub fn compare(&self, from: &Sql<'_>, to: &Sql<'_>) -> Result<Vec<MovedTable>, TransferError> {
        let there = self.sums(to)?;
        let here = self.sums(from)?;
        match here.iter().zip(&there).find(|(one, other)| one != other) {
            Some((one, _)) => Err(TransferError::NotTheSame { table: one.table }),
            None => Ok(here),
        }
    }

    /// Returns the number of rows of each table, and a hash of them.
    pub fn sums(&self, database: &Sql<'_>) -> Result<Vec<MovedTable>, SqlError> {
        self.0.iter().map(|one| sum(database, one.table, one.key, &one.names)).collect()
    }
}

/// Keeps the next row numbers: if the old database never reuses a number, the new one does not reuse it either.
fn keep_numbers(from: &Sql<'_>, to: &Sql<'_>, table: &'static str, id: &str) -> Result<(), SqlError> {
    let largest = format!("SELECT coalesce(max({id}), 0) FROM {table}");
    let largest: i64 = from.query_row(&largest, (), |row| row.get(0))?;
    let given: i64 = match from.kind() {
        Kind::Sqlite if !has_numbers(from)? => 0,
        Kind::Sqlite => {
            let query = "SELECT coalesce(max(seq), 0) FROM sqlite_sequence WHERE name = ?";
            from.query_row(query, [table], |row| row.get(0))?
        }
        Kind::Postgres => {
            let query = format!(
                "SELECT CASE WHEN is_called THEN last_value ELSE 0 END FROM {}",
                from.query_row("SELECT pg_get_serial_sequence(?, ?)", params![table, id], |row| row
                    .get::<String>(0))?
            );
            from.query_row(&query, (), |row| row.get(0))?
        }
    };
    let last = largest.max(given);
    match to.kind() {
        Kind::Sqlite if id == "rowid" || !has_numbers(to)? => Ok(()),
        Kind::Sqlite => {
            to.execute("DELETE FROM sqlite_sequence WHERE name = ?", [table])?;
            to.execute("INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)", params![table, last])
                .map(drop)
        }
        Kind::Postgres => {
            let query = "SELECT setval(pg_get_serial_sequence(?, ?), ?, ?)";
            to.query_row(query, params![table, id, last.max(1), last > 0], |_| Ok(()))
        }
    }
}

/// Returns true if a database of `SQLite` never reuses a number.
fn has_numbers(sqlite: &Sql<'_>) -> Result<bool, SqlError> {
    let query = "SELECT count(*) FROM sqlite_schema WHERE name = 'sqlite_sequence'";
    sqlite.query_row(query, (), |row| row.get(0))
}

fn sum(database: &Sql<'_>, table: &'static str, key: &[&str], names: &str) -> Result<MovedTable, SqlError> {
    let (mut rows, mut hash) = (0, blake3::Hasher::new());
    each_row(database, table, key, names, |row| {
        rows += 1;
        for value in &row {
            let (kind, bytes): (u8, &[u8]) = match value {
                Value::Null => (0, &[]),
                Value::Integer(number) => (1, &number.to_le_bytes()),
                Value::Real(number) => (2, &number.to_le_bytes()),
                Value::Text(text) => (3, text.as_bytes()),
                Value::Blob(bytes) => (4, bytes),
            };
            hash.update(&[kind]).update(&(bytes.len() as u64).to_le_bytes()).update(bytes);
        }
        Ok(())
    })?;
    Ok(MovedTable { table, rows, hash: hash.finalize().to_hex().to_string() })
}

/// Reads the rows of a table in the order of its key, a few at a time.
fn each_row(
    database: &Sql<'_>,
    table: &str,
    key: &[&str],
    names: &str,
    mut on_row: impl FnMut(Vec<Value>) -> Result<(), SqlError>,
) -> Result<(), SqlError> {
    let order = key.join(", ");
    let places = vec!["?"; key.len()].join(", ");
    let first = format!("SELECT {order}, {names} FROM {table} ORDER BY {order} LIMIT {STEP}");
    let next = format!(
        "SELECT {order}, {names} FROM {table} WHERE ({order}) > ({places}) ORDER BY {order} LIMIT {STEP}"
    );
    let mut last: Option<Vec<Value>> = None;
    loop {
        let whole = |row: &Row| row.values();
        let rows: Vec<Vec<Value>> = match last.take() {
            None => database.query_all(&first, (), whole)?,
            Some(last) => database.query_all(&next, last, whole)?,
        };
        let is_last = rows.len() < STEP;
        for mut row in rows {
            let values = row.split_off(key.len());
            last = Some(row);
            on_row(values)?;
        }
        if is_last {
            return Ok(());
        }
    }
}

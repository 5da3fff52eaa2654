//! The accounts, moved from one database into another: every row of every table, and compared afterwards.

use std::path::Path;

use database::sql::{Kind, Row, Sql, SqlError, Value, params};

use crate::database::{ChangeError, Store};
use crate::{Accounts, AccountsError};

/// The tables, each after those that it refers to, and the columns by which its rows are in order.
const TABLES: [(&str, &[&str]); 22] = [
    ("accounts", &["id"]),
    ("sessions", &["secret"]),
    ("tokens", &["id"]),
    ("links", &["secret"]),
    ("programs", &["rowid"]),
    ("submissions", &["id"]),
    ("hill_access", &["hill"]),
    ("hill_links", &["secret"]),
    ("hill_members", &["hill", "account"]),
    ("hidden_programs", &["id"]),
    ("former_names", &["hash"]),
    ("reports", &["id"]),
    ("moderation_log", &["id"]),
    ("mail_addresses", &["account"]),
    ("mail_confirmations", &["secret"]),
    ("identities", &["issuer", "subject"]),
    ("processor_use", &["account", "day"]),
    ("daily_visits", &["day"]),
    ("news", &["id"]),
    ("news_positions", &["place"]),
    ("author_feeds", &["account"]),
    ("author_webhooks", &["id"]),
];

/// The rows that are in memory at a time.
const STEP: usize = 200;

/// What says on a server that the accounts were moved from there into a file. Its tables have what they had then.
const LEFT: &str = "accounts moved into a file";

/// A table that was moved.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MovedTable {
    /// Its name.
    pub table: &'static str,
    /// Its rows.
    pub rows: u64,
    /// A hash of all its rows, in hexadecimal digits, which is that of both databases.
    pub hash: String,
}

impl Accounts {
    /// Copies all into the database on a server in one change, and compares all before it is made. If the server has the same
    /// already, nothing is done.
    pub fn copy_to_server(&self, server: &Self) -> Result<Vec<MovedTable>, AccountsError> {
        self.read_result(|from| {
            let columns = Columns::of(from)?;
            server.change(|to| {
                let was_left = to.execute("DELETE FROM bout_versions WHERE part = ?", [LEFT])? > 0;
                if was_left {
                    for (table, _) in TABLES.iter().rev() {
                        to.execute(&format!("DELETE FROM {table}"), ())?;
                    }
                } else if !is_empty(to)? {
                    return match compared(from, to, &columns) {
                        Ok(tables) => Ok(tables),
                        Err(ChangeError::Refused(AccountsError::NotTheSame { .. })) => {
                            Err(AccountsError::HasOthers { place: server.place() }.into())
                        }
                        failed => failed,
                    };
                }
                copied(from, to, &columns)
            })
        })
    }

    /// Copies all into the database in a new file, compares all, and notes on the server that the accounts are in a file now. `is_kept`
    /// must make the file durable; the note comes after it.
    pub fn copy_to_file(
        &self,
        file: &Path,
        is_kept: impl FnOnce() -> Result<(), AccountsError>,
    ) -> Result<Vec<MovedTable>, AccountsError> {
        self.change(|from| {
            let tables = copied_into(from, file)?;
            is_kept()?;
            leave(from)?;
            Ok(tables)
        })
    }

    /// Notes on the server that the accounts are in this file now, which must have the same.
    pub fn compare_and_leave(&self, server: &Self) -> Result<Vec<MovedTable>, AccountsError> {
        self.read_result(|file| {
            let columns = Columns::of(file)?;
            server.change(|there| {
                let tables = compared(there, file, &columns)?;
                leave(there)?;
                Ok(tables)
            })
        })
    }

    /// Closes the database, so that its file has everything.
    pub fn close(self) -> Result<(), AccountsError> {
        self.into_one_file()
    }

    /// Returns true if the accounts were moved from this server into a file: what its tables have is old.
    pub fn were_moved_away(&self) -> Result<bool, AccountsError> {
        self.read(|database| {
            let query = "SELECT count(*) FROM bout_versions WHERE part = ?";
            database.query_row(query, [LEFT], |row| row.get::<u64>(0)).map(|found| found > 0)
        })
    }

    fn read_result<T>(
        &self,
        work: impl FnOnce(&Sql<'_>) -> Result<T, AccountsError>,
    ) -> Result<T, AccountsError> {
        let mut result = None;
        self.read(|database| {
            result = Some(work(database));
            Ok(())
        })?;
        result.unwrap_or_else(|| Err(self.failed(SqlError::NoRow)))
    }
}

/// Notes on a server that what its tables have is old.
fn leave(server: &Sql<'_>) -> Result<(), SqlError> {
    let statement = "INSERT INTO bout_versions (part, version) VALUES (?, 1) ON CONFLICT (part) DO NOTHING";
    server.execute(statement, [LEFT]).map(drop)
}

/// Copies the accounts of a moment into a new file, which is a whole database in one file.
pub(crate) fn copied_into(from: &Sql<'_>, file: &Path) -> Result<Vec<MovedTable>, ChangeError> {
    let accounts = Accounts::open(file)?;
    let tables = accounts.change(|to| {
        let columns = Columns::of(to)?;
        copied(from, to, &columns)
    })?;
    accounts.into_one_file()?;
    Ok(tables)
}

/// The columns of each table, as `SQLite` has them.
struct Columns(Vec<(&'static str, &'static [&'static str], String)>);

impl Columns {
    fn of(sqlite: &Sql<'_>) -> Result<Self, AccountsError> {
        let columns = |(table, key): &(&'static str, &'static [&'static str])| {
            let names: Vec<String> =
                sqlite.query_all("SELECT name FROM pragma_table_info(?)", [*table], |row| row.get(0))?;
            // The order in which files were reserved decides their new names.
            let hidden = if *table == "programs" { ", rowid" } else { "" };
            Ok((*table, *key, format!("{}{hidden}", names.join(", "))))
        };
        let all: Result<Vec<_>, SqlError> = TABLES.iter().map(columns).collect();
        all.map(Self).map_err(|source| AccountsError::Database { place: "the accounts".into(), source })
    }
}

fn is_empty(database: &Sql<'_>) -> Result<bool, SqlError> {
    for (table, _) in TABLES {
        let query = format!("SELECT count(*) FROM (SELECT 1 FROM {table} LIMIT 1) AS first");
        if database.query_row(&query, (), |row| row.get::<u64>(0))? > 0 {
            return Ok(false);
        }
    }
    Ok(true)
}

fn copied(from: &Sql<'_>, to: &Sql<'_>, columns: &Columns) -> Result<Vec<MovedTable>, ChangeError> {
    for (table, key, names) in &columns.0 {
        let places = vec!["?"; names.split(", ").count()].join(", ");
        let insert = format!("INSERT INTO {table} ({names}) VALUES ({places})");
        each_row(from, table, key, names, |row| to.execute(&insert, row).map(drop))?;
        if let [id @ ("id" | "rowid")] = key {
            keep_numbers(from, to, table, id)?;
        }
    }
    compared(from, to, columns)
}

/// Keeps the numbers that come next: none is ever given twice, also if its row is gone.
fn keep_numbers(from: &Sql<'_>, to: &Sql<'_>, table: &str, id: &str) -> Result<(), SqlError> {
    let largest = format!("SELECT coalesce(max({id}), 0) FROM {table}");
    let largest: i64 = from.query_row(&largest, (), |row| row.get(0))?;
    let given: i64 = match from.kind() {
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
        Kind::Sqlite if id == "rowid" => Ok(()),
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

/// Compares all rows of all tables, byte by byte.
fn compared(from: &Sql<'_>, to: &Sql<'_>, columns: &Columns) -> Result<Vec<MovedTable>, ChangeError> {
    let mut tables = Vec::new();
    for (table, key, names) in &columns.0 {
        let (one, two) = (sum(from, table, key, names)?, sum(to, table, key, names)?);
        if one != two {
            return Err(AccountsError::NotTheSame { table }.into());
        }
        let (rows, hash) = one;
        tables.push(MovedTable { table, rows, hash: hash.to_hex().to_string() });
    }
    Ok(tables)
}

/// Returns the number of rows of a table, and a hash of them.
fn sum(database: &Sql<'_>, table: &str, key: &[&str], names: &str) -> Result<(u64, blake3::Hash), SqlError> {
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
    Ok((rows, hash.finalize()))
}

/// Reads the rows of a table in the order of its key, some at a time.
fn each_row(
    database: &Sql<'_>,
    table: &str,
    key: &[&str],
    names: &str,
    mut hear: impl FnMut(Vec<Value>) -> Result<(), SqlError>,
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
        let mut rows: Vec<Vec<Value>> = match last.take() {
            None => database.query_all(&first, (), whole)?,
            Some(last) => database.query_all(&next, last, whole)?,
        };
        let is_last = rows.len() < STEP;
        for mut row in rows.drain(..) {
            let values = row.split_off(key.len());
            last = Some(row);
            hear(values)?;
        }
        if is_last {
            return Ok(());
        }
    }
}

impl Accounts {
    /// Closes a database that nobody else uses, so that its file has everything.
    fn into_one_file(self) -> Result<(), AccountsError> {
        let place = self.place();
        let Store::Sqlite { connection, .. } = self.store else { return Ok(()) };
        let connection = (*connection).into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
        let failed =
            |source: rusqlite::Error| AccountsError::Database { place: place.clone(), source: source.into() };
        connection.pragma_update(None, "journal_mode", "delete").map_err(failed)?;
        database::check(&connection).map_err(|damage| AccountsError::NotCopied {
            path: place.clone().into(),
            source: database::CopyError::Damaged(damage),
        })?;
        connection.close().map_err(|(_, error)| failed(error))
    }
}

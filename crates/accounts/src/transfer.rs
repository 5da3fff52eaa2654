//! Moves the accounts from one database into another: copies every row of every table, and compares the
//! copies.

use std::path::Path;

use database::sql::{Sql, SqlError};
pub use database::transfer::MovedTable;
use database::transfer::{Columns, Table, TransferError};

use crate::database::{ChangeError, Store};
use crate::{Accounts, AccountsError};

/// The tables, and the columns by which their rows are sorted. Each table comes after those that it refers
/// to.
const TABLES: [Table; 22] = [
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

/// Marks a server from which the accounts were moved into a file. Its tables still have the old data.
const LEFT: &str = "accounts moved into a file";

impl Accounts {
    /// Copies everything into the database on a server in one transaction, and compares it before committing.
    /// Leaves the server as it is if it already has the same data. Replaces old data from which the accounts
    /// were moved away.
    pub fn copy_to_server(&self, server: &Self) -> Result<Vec<MovedTable>, AccountsError> {
        self.read_result(|from| {
            let columns = columns_of(from)?;
            server.change(|to| {
                let was_left = to.execute("DELETE FROM bout_versions WHERE part = ?", [LEFT])? > 0;
                if was_left {
                    columns.clear(to)?;
                } else if !columns.are_empty(to)? {
                    return match columns.compare(from, to) {
                        Err(TransferError::NotTheSame { .. }) => {
                            Err(AccountsError::HasOthers { place: server.place() }.into())
                        }
                        compared => Ok(compared?),
                    };
                }
                Ok(columns.copy(from, to)?)
            })
        })
    }

    /// Copies everything from the server into a new file, compares it, and marks the server as moved into a
    /// file. `is_kept` must make the file durable; the server is marked only afterwards.
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

    /// Marks the server as moved into this file. Fails if the two do not have the same data.
    pub fn compare_and_leave(&self, server: &Self) -> Result<Vec<MovedTable>, AccountsError> {
        self.read_result(|file| {
            let columns = columns_of(file)?;
            server.change(|there| {
                let tables = columns.compare(there, file)?;
                leave(there)?;
                Ok(tables)
            })
        })
    }

    /// Closes the database, and leaves everything in its one file.
    pub fn close(self) -> Result<(), AccountsError> {
        self.into_one_file()
    }

    /// Returns true if the accounts were moved from this server into a file, so that its tables have old
    /// data.
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

/// Marks a server as moved into a file.
fn leave(server: &Sql<'_>) -> Result<(), SqlError> {
    let statement = "INSERT INTO bout_versions (part, version) VALUES (?, 1) ON CONFLICT (part) DO NOTHING";
    server.execute(statement, [LEFT]).map(drop)
}

/// Copies a snapshot of the accounts into a new file, which needs no other files beside it.
pub(crate) fn copied_into(from: &Sql<'_>, file: &Path) -> Result<Vec<MovedTable>, ChangeError> {
    let accounts = Accounts::open(file)?;
    let tables = accounts.change(|to| {
        let columns = columns_of(to)?;
        Ok(columns.copy(from, to)?)
    })?;
    accounts.into_one_file()?;
    Ok(tables)
}

/// Returns the columns of each table in `SQLite`.
fn columns_of(sqlite: &Sql<'_>) -> Result<Columns, AccountsError> {
    Columns::of(sqlite, &TABLES)
        .map_err(|source| AccountsError::Database { place: "the accounts".into(), source })
}

impl From<TransferError> for ChangeError {
    fn from(error: TransferError) -> Self {
        match error {
            TransferError::Database(error) => error.into(),
            TransferError::NotTheSame { table } => AccountsError::NotTheSame { table }.into(),
        }
    }
}

impl Accounts {
    /// Closes a database that nobody else uses. First merges the write-ahead log into the main file.
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

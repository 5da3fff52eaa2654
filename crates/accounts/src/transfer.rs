//! The accounts, moved from one database into another: every row of every table, and compared afterwards.

use std::path::Path;

use database::sql::{Sql, SqlError};
pub use database::transfer::MovedTable;
use database::transfer::{Columns, Table, TransferError};

use crate::database::{ChangeError, Store};
use crate::{Accounts, AccountsError};

/// The tables, each after those that it refers to, and the columns by which its rows are in order.
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

/// What says on a server that the accounts were moved from there into a file. Its tables have what they had then.
const LEFT: &str = "accounts moved into a file";

impl Accounts {
    /// Copies all into the database on a server in one change, and compares all before it is made. If the server has the same
    /// already, nothing is done.
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
            let columns = columns_of(file)?;
            server.change(|there| {
                let tables = columns.compare(there, file)?;
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
        let columns = columns_of(to)?;
        Ok(columns.copy(from, to)?)
    })?;
    accounts.into_one_file()?;
    Ok(tables)
}

/// The columns of each table, as `SQLite` has them.
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

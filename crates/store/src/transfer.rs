//! Moves results from a file to a server, or back.
//!
//! The file at the path of a store says where the results are: it is a database, or it names the schema on the server. It
//! changes from one to the other by a rename, once everything was copied and compared. So at any moment, one of the
//! two is true.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use database::postgres::{Pool, Schema};
use database::sql::{Sql, SqlError};
pub use database::transfer::MovedTable;
use database::transfer::{Columns, Table, TransferError};
use rusqlite::Connection;

use crate::error::InnerError;
use crate::tables::Tables;
use crate::{PATIENCE, StoreError, open, pointer, server};

/// The tables, each after those that it refers to, and the columns that order its rows.
const TABLES: [Table; 9] = [
    ("programs", &["id"]),
    ("contests", &["id"]),
    ("pairings", &["id"]),
    ("seats", &["pairing", "seat"]),
    ("blocks", &["pairing", "first_game"]),
    ("matches", &["pairing", "game"]),
    ("answers", &["pairing", "game"]),
    ("voids", &["pairing", "game"]),
    ("censuses", &["pairing"]),
];

/// The endings of the files beside a database: the file that will take its place, the database that is being written, and
/// the database as it was before it was moved to a server.
const MOVING: &str = ".moving";
const DRAFT: &str = ".from-postgres";
const BEFORE: &str = ".before-postgres";

/// Whether a file with this name is only needed for moving, or is a database that was moved.
#[must_use]
pub fn is_of_moving(name: &str) -> bool {
    [MOVING, DRAFT, BEFORE].iter().any(|ending| name.contains(&format!(".db{ending}")))
        || name.contains(".db.pointer-")
}

/// Why nothing was moved.
enum Stop {
    Store(StoreError),
    Database(SqlError),
    NotTheSame(&'static str),
}

impl From<SqlError> for Stop {
    fn from(error: SqlError) -> Self {
        Self::Database(error)
    }
}

impl From<StoreError> for Stop {
    fn from(error: StoreError) -> Self {
        Self::Store(error)
    }
}

impl From<TransferError> for Stop {
    fn from(error: TransferError) -> Self {
        match error {
            TransferError::Database(error) => Self::Database(error),
            TransferError::NotTheSame { table } => Self::NotTheSame(table),
        }
    }
}

impl Stop {
    fn at(self, path: &Path) -> StoreError {
        match self {
            Self::Store(error) => error,
            Self::Database(error) => InnerError::from(error).at(path),
            Self::NotTheSame(table) => {
                let what =
                    format!("the table {table} is not the same in both databases, so nothing was moved");
                StoreError::Other { path: path.to_owned(), what }
            }
        }
    }
}

/// Whether the store at a path is on a server.
///
/// # Errors
/// If the file that names it is damaged.
pub fn is_on_server(path: &Path) -> Result<bool, StoreError> {
    pointer::read(path).map(|name| name.is_some())
}

/// Moves a store from its file to a server, and returns its tables. The file stays under another name. Nobody else may use it
/// meanwhile. If this is killed, the store is where it was, or where it should be.
///
/// # Errors
/// If a database fails. Then the store is where it was.
pub fn move_to_server(path: &Path, pool: &Arc<Pool>, about: &str) -> Result<Vec<MovedTable>, StoreError> {
    let file_error =
        |error: io::Error| StoreError::CannotOpen { path: path.to_owned(), what: error.to_string() };
    let moving = beside(path, MOVING);
    if let Some(name) = pointer::read(&moving)? {
        // An earlier run was killed. Its copy is incomplete, or at least nobody knows whether it is complete.
        schema(path, pool, &name)?.remove().map_err(|error| InnerError::from(error).at(path))?;
    }
    remove(&moving).map_err(file_error)?;
    let mut file = Tables::in_file(open::open_existing(path, PATIENCE)?, path);
    let name = server::new_name(path, pool)?;
    pointer::write_new(&moving, &name).map_err(file_error)?;
    let to = server::make_named(path, pool, &name, about)?;
    let copied = file.write(|from| {
        let columns = Columns::of(from, &TABLES)?;
        to.change(None, |to| columns.copy(from, to).map_err(Stop::from))
    });
    let tables = copied.map_err(|stop: Stop| stop.at(path))?;
    let Tables::File { connection, .. } = file else { return Ok(tables) };
    into_one_file(*connection).map_err(|error| InnerError::from(error).at(path))?;
    let before = beside(path, BEFORE);
    let placed = remove(&before)
        .and_then(|()| fs::hard_link(path, &before))
        .and_then(|()| fs::rename(&moving, path))
        .and_then(|()| pointer::sync_folder_of(path));
    placed.map_err(file_error)?;
    Ok(tables)
}

/// Moves a store from a server into its file, and returns its tables. Nobody else may use it meanwhile. If this is killed,
/// the store is where it was, or where it should be. In the latter case, its schema may be left on the server, without a
/// file that names it.
///
/// # Errors
/// If a database fails. Then the store is where it was.
pub fn move_to_file(path: &Path, pool: &Arc<Pool>) -> Result<Vec<MovedTable>, StoreError> {
    let name = pointer::read(path)?.ok_or_else(|| StoreError::Absent { path: path.to_owned() })?;
    let from = opened(path, pool, &name)?;
    let draft = beside(path, DRAFT);
    let file_error =
        |error: io::Error| StoreError::CannotOpen { path: path.to_owned(), what: error.to_string() };
    // Nobody changes anything on the server until the file has its name.
    let moved = from.change(None, |from| {
        let tables = copied_into(from, &draft)?;
        fs::rename(&draft, path).and_then(|()| pointer::sync_folder_of(path)).map_err(file_error)?;
        Ok(tables)
    });
    let tables = moved.map_err(|stop: Stop| stop.at(path))?;
    from.remove().map_err(|error| InnerError::from(error).at(path))?;
    Ok(tables)
}

/// Writes the present state of a store on a server into a new file, which is a complete database.
///
/// # Errors
/// If a database fails.
pub fn copy_to_file(path: &Path, pool: &Arc<Pool>, to: &Path) -> Result<(), StoreError> {
    let name = pointer::read(path)?.ok_or_else(|| StoreError::Absent { path: path.to_owned() })?;
    let from = opened(path, pool, &name)?;
    let copied = from.read(None, |from| copied_into(from, to).map(drop));
    copied.map_err(|stop: Stop| stop.at(path))
}

/// Returns the tables of a store on a server, with hashes of their rows.
///
/// # Errors
/// If the server fails.
pub fn tables_on_server(path: &Path, pool: &Arc<Pool>) -> Result<Vec<MovedTable>, StoreError> {
    let name = pointer::read(path)?.ok_or_else(|| StoreError::Absent { path: path.to_owned() })?;
    let there = opened(path, pool, &name)?;
    let empty = Tables::in_file(open::in_memory(path)?, path);
    let sums = empty.read(|file| {
        let columns = Columns::of(file, &TABLES)?;
        there.read(None, |there| Ok::<_, Stop>(columns.sums(there)?))
    });
    sums.map_err(|stop: Stop| stop.at(path))
}

/// Returns the tables of a store in a file, with hashes of their rows.
///
/// # Errors
/// If the database fails.
pub fn tables_in_file(path: &Path) -> Result<Vec<MovedTable>, StoreError> {
    let file = Tables::in_file(open::open_existing(path, PATIENCE)?, path);
    let sums = file.read(|file| Ok::<_, Stop>(Columns::of(file, &TABLES)?.sums(file)?));
    sums.map_err(|stop: Stop| stop.at(path))
}

/// Copies everything into a new file, and makes it durable.
fn copied_into(from: &Sql<'_>, draft: &Path) -> Result<Vec<MovedTable>, Stop> {
    let file_error =
        |error: io::Error| StoreError::CannotOpen { path: draft.to_owned(), what: error.to_string() };
    for beside_it in ["", "-wal", "-shm", "-journal"] {
        remove(&beside(draft, beside_it)).map_err(file_error)?;
    }
    let mut to = Tables::in_file(open::open(draft, PATIENCE)?, draft);
    let tables = to.write(|to| Columns::of(to, &TABLES)?.copy(from, to).map_err(Stop::from))?;
    let Tables::File { connection, .. } = to else { return Ok(tables) };
    into_one_file(*connection).map_err(SqlError::from)?;
    File::open(draft).and_then(|file| file.sync_all()).map_err(file_error)?;
    Ok(tables)
}

/// Closes a database that nobody else uses, so that its file has everything.
fn into_one_file(connection: Connection) -> rusqlite::Result<()> {
    connection.pragma_update(None, "journal_mode", "delete")?;
    connection.close().map_err(|(_, error)| error)
}

fn schema(path: &Path, pool: &Arc<Pool>, name: &str) -> Result<Schema, StoreError> {
    Schema::new(Arc::clone(pool), name, PATIENCE)
        .map_err(|error| InnerError::from(SqlError::from(error)).at(path))
}

/// The schema of a store, with its tables up to date.
fn opened(path: &Path, pool: &Arc<Pool>, name: &str) -> Result<Schema, StoreError> {
    server::open(path, Arc::clone(pool), name, PATIENCE)?;
    schema(path, pool, name)
}

fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(ending);
    PathBuf::from(name)
}

fn remove(path: &Path) -> io::Result<()> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

//! `bout admin migrate-store`: moves the results of all hills and the accounts of a site from files
//! into a `PostgreSQL` database, or back.
//!
//! The results are moved one hill at a time, and the accounts last. Each hill may have its results
//! in a file or on the server, independently of the others. Of the two databases with accounts,
//! only one is in use at any moment:
//!
//! - To the server: one transaction copies all tables and compares them. Then the file is renamed.
//!   If this is interrupted in between, the server has everything but the file is still in use;
//!   running the command again compares both and continues.
//! - To a file: all tables are copied into a draft and compared. The draft is renamed, and then the
//!   tables on the server are marked as moved, while nobody can change them.

use std::fs::{self, File};
use std::path::Path;

use accounts::{Accounts, AccountsError, MovedTable};
use contests::Failure;
use serde::Serialize;

use crate::config::{CONFIG_FILE, Config, StoreSettings};
use crate::site::failed;
use crate::{results_transfer, store};

/// The destination of a move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StoreKind {
    /// Into the database that `[store]` names.
    Postgres,
    /// Into a file of the site.
    Sqlite,
}

/// A moved table, verified to be identical in both databases.
#[derive(Debug, Serialize)]
pub struct MovedRow {
    /// The part of the site that it belongs to: `accounts`, or the folder of a hill or a final.
    pub part: String,
    /// Its name.
    pub table: &'static str,
    /// The number of its rows.
    pub rows: u64,
    /// A hash of all its rows.
    pub hash: String,
}

/// Moves the results and the accounts of the site in a folder. Fails while the site is being
/// served.
pub fn migrate_store(folder: &Path, to: StoreKind) -> Result<Vec<MovedRow>, Failure> {
    let config = Config::read(folder)?;
    let settings = folder.join(CONFIG_FILE);
    let Some(server) = &config.store else {
        let settings = settings.display();
        let why = format!("{settings}: [store] must name the PostgreSQL database (bout man postgresql)");
        return Err(Failure::Usage(why));
    };
    let own = folder.join(".bout");
    if !own.is_dir() {
        let folder = folder.display();
        return Err(Failure::Usage(format!("{folder}: no site has been served from this folder yet")));
    }
    let _nobody_serves = store::not_serving(&own)?;
    let results = results_transfer::move_all(folder, server, to)?;
    let accounts = match to {
        StoreKind::Postgres => into_server(folder, &own, server, results.moved > 0)?,
        StoreKind::Sqlite => into_file(folder, &own, server, results.moved > 0)?,
    };
    let mut rows = rows_of("accounts", accounts);
    rows.extend(results.rows);
    Ok(rows)
}

/// Returns the report on the tables of a part of the site.
pub(crate) fn rows_of(part: &str, tables: Vec<MovedTable>) -> Vec<MovedRow> {
    let row = |one: MovedTable| MovedRow {
        part: part.to_owned(),
        table: one.table,
        rows: one.rows,
        hash: one.hash,
    };
    tables.into_iter().map(row).collect()
}

/// Moves the accounts. If they have been moved already, this is an error unless something else was
/// moved (`has_moved`).
fn into_server(
    folder: &Path,
    own: &Path,
    settings: &StoreSettings,
    has_moved: bool,
) -> Result<Vec<MovedTable>, Failure> {
    let (path, moved) = (own.join(store::FILE), own.join(store::MOVED));
    if !path.is_file() && has_moved {
        return Ok(Vec::new());
    }
    if !path.is_file() {
        let why =
            "there is no such file, so nothing is moved: the accounts are on the server, or there are none";
        return Err(Failure::Usage(format!("{}: {why}", path.display())));
    }
    let file = Accounts::open(&path).map_err(|error| failed(&error))?;
    let server = store::on_server(folder, settings)?;
    let tables = file.copy_to_server(&server).map_err(|error| refused(&error))?;
    // Closing the database merges the files that SQLite keeps beside it.
    file.close().map_err(|error| failed(&error))?;
    fs::rename(&path, &moved).map_err(|error| Failure::file(&path, "rename", &error))?;
    sync(own)?;
    Ok(tables)
}

/// Moves the accounts. If they have been moved already, this is an error unless something else was
/// moved (`has_moved`).
fn into_file(
    folder: &Path,
    own: &Path,
    settings: &StoreSettings,
    has_moved: bool,
) -> Result<Vec<MovedTable>, Failure> {
    let (path, draft) = (own.join(store::FILE), own.join(store::DRAFT));
    let server = store::on_server(folder, settings)?;
    if server.were_moved_away().map_err(|error| failed(&error))? {
        if has_moved {
            return Ok(Vec::new());
        }
        let why = "the accounts are in a file already; remove [store], and start the site";
        return Err(Failure::Usage(format!("{}: {why}", folder.join(CONFIG_FILE).display())));
    }
    for beside in ["", "-wal", "-shm", "-journal"] {
        match fs::remove_file(own.join(format!("{}{beside}", store::DRAFT))) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
                return Err(Failure::file(&draft, "remove", &error));
            }
            _ => {}
        }
    }
    if path.exists() {
        return interrupted(&path, &server);
    }
    let mut kept = Ok(());
    let tables = server.copy_to_file(&draft, || {
        kept = keep(&draft, &path, own);
        kept.as_ref().map(drop).map_err(|failure| AccountsError::NotKept(failure.to_string()))
    });
    kept?;
    tables.map_err(|error| refused(&error))
}

/// Continues after an interruption: the draft was renamed, but the tables on the server were not
/// marked as moved.
fn interrupted(path: &Path, server: &Accounts) -> Result<Vec<MovedTable>, Failure> {
    let file = Accounts::open(path).map_err(|error| failed(&error))?;
    let tables = file.compare_and_leave(server).map_err(|error| refused(&error))?;
    file.close().map_err(|error| failed(&error))?;
    Ok(tables)
}

/// Syncs the draft to the disk, and renames it.
fn keep(draft: &Path, path: &Path, own: &Path) -> Result<(), Failure> {
    let synced = File::open(draft).and_then(|file| file.sync_all());
    synced.and_then(|()| fs::rename(draft, path)).map_err(|error| Failure::file(path, "write", &error))?;
    sync(own)
}

/// Syncs a folder, so that a rename in it survives a crash.
fn sync(folder: &Path) -> Result<(), Failure> {
    if cfg!(not(unix)) {
        return Ok(());
    }
    let synced = File::open(folder).and_then(|folder| folder.sync_all());
    synced.map_err(|error| Failure::file(folder, "write", &error))
}

fn refused(error: &AccountsError) -> Failure {
    match error {
        AccountsError::HasOthers { .. } => Failure::Refused(format!(
            "{error}. Name an empty database, or empty this one (bout man postgresql)"
        )),
        _ => failed(error),
    }
}

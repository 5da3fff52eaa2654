//! Moves the results of all hills and finals of a site between files and a database server.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use contests::Failure;
use contests::confined_folder::ConfinedFolder;
use contests::internal_folder::lock_if_free;
use database::postgres::Pool;

use crate::config::StoreSettings;
use crate::migrate_store::{MovedRow, StoreKind, rows_of};
use crate::site::hill_folders;
use crate::store as accounts_store;

/// The databases in the folder of a final: the current one, and one that was set aside.
const OF_FINALS: [&str; 2] = ["contest.db", "former-contest.db"];

/// The report on a move.
pub(crate) struct Moves {
    /// The tables of all results, including those that were at the destination already.
    pub(crate) rows: Vec<MovedRow>,
    /// The number of databases moved in this run.
    pub(crate) moved: usize,
}

/// Moves all results of a site that are not at the destination yet.
pub(crate) fn move_all(site: &Path, settings: &StoreSettings, to: StoreKind) -> Result<Moves, Failure> {
    let server = accounts_store::server(site, settings)?;
    let pool = Pool::open(server).map_err(|error| Failure::Refused(error.to_string()))?;
    let mut moves = Moves { rows: Vec::new(), moved: 0 };
    for (name, folder) in hill_folders(site)? {
        let path = folder.join(".bout").join("hill.db");
        if path.exists() {
            let _held = held(&folder)?;
            move_one(&path, &name, &pool, to, &mut moves)?;
        }
    }
    for (name, folder) in finals(site)? {
        for path in OF_FINALS.iter().map(|file| folder.join(file)).filter(|path| path.exists()) {
            move_one(&path, &name, &pool, to, &mut moves)?;
        }
    }
    Ok(moves)
}

fn move_one(
    path: &Path,
    name: &str,
    pool: &Arc<Pool>,
    to: StoreKind,
    moves: &mut Moves,
) -> Result<(), Failure> {
    let tables = match (to, store::is_on_server(path)?) {
        (StoreKind::Postgres, false) => {
            moves.moved += 1;
            store::move_to_server(path, pool, &format!("results of bout: {name}"))?
        }
        (StoreKind::Postgres, true) => store::tables_on_server(path, pool)?,
        (StoreKind::Sqlite, true) => {
            moves.moved += 1;
            store::move_to_file(path, pool)?
        }
        (StoreKind::Sqlite, false) => store::tables_in_file(path)?,
    };
    moves.rows.extend(rows_of(name, tables));
    Ok(())
}

/// Locks a hill, so that no command uses it while its results are moved.
fn held(hill: &Path) -> Result<std::fs::File, Failure> {
    lock_if_free(&ConfinedFolder::open(hill)?)?.ok_or_else(|| {
        let why =
            "another command uses this hill, or it cannot be written to; wait for it, and run this again";
        Failure::Usage(format!("{}: {why}", hill.display()))
    })
}

/// Returns the contests of a site that have a final: their names, and the folders of the finals.
fn finals(site: &Path) -> Result<Vec<(String, PathBuf)>, Failure> {
    let contests = site.join(".bout").join("contests");
    let failed = |error: std::io::Error| Failure::file(&contests, "read the folder", &error);
    let entries = match std::fs::read_dir(&contests) {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(Vec::new()),
        entries => entries.map_err(failed)?,
    };
    let mut finals = Vec::new();
    for entry in entries {
        let entry = entry.map_err(failed)?;
        let folder = entry.path().join("final");
        if folder.is_dir() {
            finals.push((format!("contests/{}", entry.file_name().to_string_lossy()), folder));
        }
    }
    finals.sort();
    Ok(finals)
}

//! Results on a server of `PostgreSQL`: a schema for each store.

use std::path::Path;
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use database::postgres::{Pool, PostgresError, Schema, Stop, Tables as Steps};
use database::sql::SqlError;

use crate::error::InnerError;
use crate::pointer::PREFIX;
use crate::schema::POSTGRES;
use crate::tables::Tables;
use crate::{StoreError, VERSION, stop};

/// The tables of results.
const TABLES: Steps<'static> = Steps { part: "results", first: 2, steps: POSTGRES };

/// How long work may continue after the caller asks to stop. So short work, such as keeping a result, is finished.
const GRACE: Duration = Duration::from_secs(1);

fn schema(pool: Arc<Pool>, name: &str, patience: Duration, path: &Path) -> Result<Schema, StoreError> {
    Schema::new(pool, name, patience).map_err(|error| at(path, error.into()))
}

fn at(path: &Path, error: SqlError) -> StoreError {
    InnerError::from(error).at(path)
}

/// Opens the tables in a schema, and brings them up to date.
pub(crate) fn open(
    path: &Path,
    pool: Arc<Pool>,
    name: &str,
    patience: Duration,
) -> Result<Tables, StoreError> {
    let schema = schema(pool, name, patience, path)?;
    if version(path, &schema)? < VERSION {
        schema.migrate(&TABLES).map_err(|error| at(path, error))?;
    }
    Ok(Tables::Server(schema))
}

/// Makes a schema with tables.
pub(crate) fn make_schema(
    path: &Path,
    pool: &Arc<Pool>,
    patience: Duration,
    about: &str,
) -> Result<Schema, StoreError> {
    let name = new_name(path, pool)?;
    let mut made = make_named(path, pool, &name, about)?;
    made.set_patience(patience);
    Ok(made)
}

/// A name for a new schema.
pub(crate) fn new_name(path: &Path, pool: &Pool) -> Result<String, StoreError> {
    Schema::new_name(pool, PREFIX).map_err(|error| at(path, error))
}

/// Makes a schema of this name, which must not be there, with tables.
pub(crate) fn make_named(
    path: &Path,
    pool: &Arc<Pool>,
    name: &str,
    about: &str,
) -> Result<Schema, StoreError> {
    let made = schema(Arc::clone(pool), name, crate::PATIENCE, path)?;
    made.make(about, &TABLES).map_err(|error| at(path, error))?;
    Ok(made)
}

/// Describes the use of a schema for people who look at the server, by the last parts of the path.
pub(crate) fn about(path: &Path) -> String {
    let names: Vec<_> = path.components().rev().take(3).collect();
    let names = names.iter().rev().map(|name| name.as_os_str().to_string_lossy());
    format!("results of bout: {}", names.collect::<Vec<_>>().join("/"))
}

/// The version of the tables, which must be there.
fn version(path: &Path, schema: &Schema) -> Result<i64, StoreError> {
    match schema.version(TABLES.part).map_err(|error| at(path, error))? {
        None => Err(StoreError::NotThere {
            path: path.to_owned(),
            what: format!("{} has no schema {}", schema.place(), schema.name()),
        }),
        Some(found) => {
            let found = i64::try_from(found).unwrap_or(i64::MAX);
            if found > VERSION {
                Err(StoreError::NewerVersion { path: path.to_owned(), found, known: VERSION })
            } else {
                Ok(found)
            }
        }
    }
}

/// Whether opening these tables would bring them up to date.
pub(crate) fn must_be_updated(path: &Path, pool: &Arc<Pool>, name: &str) -> Result<bool, StoreError> {
    let schema = schema(Arc::clone(pool), name, crate::PATIENCE, path)?;
    Ok(version(path, &schema)? < VERSION)
}

/// Returns the condition that ends work which begins now, if the caller has set one.
pub(crate) fn stop() -> Option<Stop> {
    let wanted = stop::wanted()?;
    let since = OnceLock::new();
    Some(Arc::new(move || wanted() && since.get_or_init(Instant::now).elapsed() >= GRACE))
}

/// Translates an error of the server.
pub(crate) fn server_error(path: std::path::PathBuf, error: &PostgresError) -> StoreError {
    let what = error.to_string();
    match error {
        PostgresError::Stopped => StoreError::Stopped { path },
        error if error.is_locked() => StoreError::Locked { path },
        error if error.is_full() => StoreError::Full { path },
        error if error.is_away() => StoreError::Unreachable { path, what },
        _ => StoreError::Other { path, what },
    }
}

//! Results on a server of `PostgreSQL`: a schema for each store.

use std::io;
use std::path::Path;
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use database::postgres::{Pool, PostgresError, Schema, Stop, Tables as Steps};
use database::sql::SqlError;

use crate::error::InnerError;
use crate::pointer::{self, PREFIX};
use crate::schema::POSTGRES;
use crate::tables::Tables;
use crate::{StoreError, VERSION, stop};

/// The tables of results.
const TABLES: Steps<'static> = Steps { part: "results", first: 2, steps: POSTGRES };

/// How long what was begun may go on once it is to stop: what is short is done, such as keeping a result.
const GRACE: Duration = Duration::from_secs(1);

/// Knows which stores are on a server.
pub trait Servers: Send + Sync {
    /// Returns the connections to the server with the store at this path; `None` if it has none, and is to have none.
    ///
    /// # Errors
    /// With the reason if the server cannot be reached.
    fn of(&self, path: &Path) -> Result<Option<Arc<Pool>>, String>;
}

static SERVERS: OnceLock<Box<dyn Servers>> = OnceLock::new();

/// From now on, this process finds stores that are on a server, and makes new ones there. The first call counts.
pub fn reach_servers_by(servers: Box<dyn Servers>) {
    // Later calls say the same.
    let _ = SERVERS.set(servers);
}

/// The connections to the server for the store at this path, if it has one.
pub(crate) fn server_of(path: &Path) -> Result<Option<Arc<Pool>>, StoreError> {
    let Some(servers) = SERVERS.get() else { return Ok(None) };
    servers.of(path).map_err(|what| StoreError::Unreachable { path: path.to_owned(), what })
}

/// The connections to the server with the store at this path, which is on one.
fn known_server_of(path: &Path) -> Result<Arc<Pool>, StoreError> {
    server_of(path)?.ok_or_else(|| StoreError::OnServer { path: path.to_owned() })
}

fn schema(pool: Arc<Pool>, name: &str, patience: Duration, path: &Path) -> Result<Schema, StoreError> {
    Schema::new(pool, name, patience).map_err(|error| at(path, error.into()))
}

fn at(path: &Path, error: SqlError) -> StoreError {
    InnerError::from(error).at(path)
}

/// Opens the tables in a schema, and brings them up to date.
pub(crate) fn open(path: &Path, name: &str, patience: Duration) -> Result<Tables, StoreError> {
    let schema = schema(known_server_of(path)?, name, patience, path)?;
    if version(path, &schema)? < VERSION {
        schema.migrate(&TABLES).map_err(|error| at(path, error))?;
    }
    Ok(Tables::Server(schema))
}

/// Makes a schema, and the file that says so. If another process has made another one meanwhile, opens that.
pub(crate) fn make(path: &Path, pool: &Arc<Pool>, patience: Duration) -> Result<Tables, StoreError> {
    let name = Schema::new_name(pool, PREFIX).map_err(|error| at(path, error))?;
    let made = schema(Arc::clone(pool), &name, patience, path)?;
    made.make(&about(path), &TABLES).map_err(|error| at(path, error))?;
    match pointer::write_new(path, &name) {
        Ok(true) => Ok(Tables::Server(made)),
        outcome => {
            made.remove().map_err(|error| at(path, error))?;
            match outcome.map(|_| pointer::read(path)) {
                Ok(Ok(Some(name))) => open(path, &name, patience),
                Ok(Ok(None)) => {
                    let what = "another file was put here at this moment; run this again".into();
                    Err(StoreError::CannotOpen { path: path.to_owned(), what })
                }
                Ok(Err(error)) => Err(error),
                Err(error) => Err(StoreError::CannotOpen { path: path.to_owned(), what: error.to_string() }),
            }
        }
    }
}

/// Says to who looks at the server what a schema is for: the last folders of the path.
fn about(path: &Path) -> String {
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
pub(crate) fn must_be_updated(path: &Path, name: &str) -> Result<bool, StoreError> {
    let schema = schema(known_server_of(path)?, name, crate::PATIENCE, path)?;
    Ok(version(path, &schema)? < VERSION)
}

/// Checks that the file which names the schema is where it was, and writes it again if it is not.
pub(crate) fn see_that_it_is_there(path: &Path, schema: &Schema) -> Result<(), StoreError> {
    match pointer::read(path) {
        Ok(Some(name)) if name == schema.name() => Ok(()),
        _ => {
            let lost = |what: String| StoreError::Lost { path: path.to_owned(), what };
            let mut anew = path.to_owned();
            let is_written = |path: &Path| {
                pointer::write_new(path, schema.name()).map_err(|error: io::Error| lost(error.to_string()))
            };
            if !is_written(&anew)? {
                anew.as_mut_os_string().push(".rescued");
                if !is_written(&anew)? {
                    return Err(lost(format!("{} is there already", anew.display())));
                }
            }
            Err(StoreError::Removed { path: path.to_owned(), anew })
        }
    }
}

/// Says when what begins now is to end, if the caller wants that.
pub(crate) fn stop() -> Option<Stop> {
    let wanted = stop::wanted()?;
    let since = OnceLock::new();
    Some(Arc::new(move || wanted() && since.get_or_init(Instant::now).elapsed() >= GRACE))
}

/// What an error of the server means.
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

//! Where a store is: in a file, on a server, or on a server that another process reaches.

use std::io;
use std::path::Path;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

#[cfg(feature = "postgres")]
use database::postgres::Pool;
use rusqlite::Connection;

use crate::relay::{Ask, Remote, Request};
#[cfg(feature = "postgres")]
use crate::server;
use crate::stop::StopChecks;
use crate::tables::Tables;
use crate::{StoreError, open, pointer};

/// How to reach a server of `PostgreSQL`.
#[derive(Clone)]
pub enum Server {
    /// Through connections to it.
    #[cfg(feature = "postgres")]
    Connected(Arc<Pool>),
    /// Through a process that has a [`crate::Relay`].
    Relayed(Arc<Ask>),
}

/// Knows which stores are on a server.
pub trait Servers: Send + Sync {
    /// Returns how to reach the server with the store that the file at this path names; `None` if that is not known.
    ///
    /// # Errors
    /// The reason, if the server cannot be reached.
    fn with(&self, path: &Path) -> Result<Option<Server>, String>;

    /// Returns how to reach the server for a new store at this path, where there is none yet; `None` if the store should be
    /// a file.
    ///
    /// # Errors
    /// The reason, if the server cannot be reached.
    fn for_new(&self, path: &Path) -> Result<Option<Server>, String>;
}

static SERVERS: OnceLock<Box<dyn Servers>> = OnceLock::new();

/// From now on, this process finds stores that are on a server, and makes new ones there. The first call counts.
pub fn set_server_connector(servers: Box<dyn Servers>) {
    // Later calls say the same.
    let _ = SERVERS.set(servers);
}

/// Where a store is.
#[derive(Debug)]
pub(crate) enum Location {
    /// In tables that this process reaches.
    Here(Tables),
    /// On a server that another process reaches.
    Elsewhere(Remote),
}

impl Location {
    /// A store with a connection that was opened.
    pub(crate) fn in_file(opened: (Connection, StopChecks), path: &Path) -> Self {
        Self::Here(Tables::in_file(opened, path))
    }

    /// Opens the store at a path, and makes it if there is none.
    pub(crate) fn open(path: &Path, patience: Duration) -> Result<Self, StoreError> {
        let is_new = path.symlink_metadata().is_err_and(|error| error.kind() == io::ErrorKind::NotFound);
        if is_new
            && !path.as_os_str().is_empty()
            && let Some(server) = asked(path, |servers| servers.for_new(path))?
        {
            return Self::make(path, &server, patience);
        }
        match pointer::read(path)? {
            Some(schema) => Self::on_server(path, schema, patience),
            None => open::open(path, patience).map(|opened| Self::in_file(opened, path)),
        }
    }

    /// Opens the store at a path, where it must be.
    pub(crate) fn open_existing(path: &Path, patience: Duration) -> Result<Self, StoreError> {
        match pointer::read(path)? {
            Some(schema) => Self::on_server(path, schema, patience),
            None => open::open_existing(path, patience).map(|opened| Self::in_file(opened, path)),
        }
    }

    /// Whether opening the store at a path would bring its tables up to date.
    pub(crate) fn must_be_updated(path: &Path) -> Result<bool, StoreError> {
        let Some(schema) = pointer::read(path)? else { return open::must_be_updated(path) };
        match server_with(path)? {
            #[cfg(feature = "postgres")]
            Server::Connected(pool) => server::must_be_updated(path, &pool, &schema),
            Server::Relayed(ask) => {
                let remote = Remote { ask, schema, path: path.to_owned(), patience: crate::PATIENCE };
                remote.ask(Request::MustBeUpdated)
            }
        }
    }

    /// How long to wait for other programs from now on.
    pub(crate) fn set_patience(&mut self, patience: Duration, path: &Path) -> Result<(), StoreError> {
        match self {
            Self::Here(tables) => tables.set_patience(patience, path),
            Self::Elsewhere(remote) => {
                remote.patience = patience;
                Ok(())
            }
        }
    }

    fn on_server(path: &Path, schema: String, patience: Duration) -> Result<Self, StoreError> {
        match server_with(path)? {
            #[cfg(feature = "postgres")]
            Server::Connected(pool) => server::open(path, pool, &schema, patience).map(Self::Here),
            Server::Relayed(ask) => {
                let remote = Remote { ask, schema, path: path.to_owned(), patience };
                remote.ask::<()>(Request::Open)?;
                Ok(Self::Elsewhere(remote))
            }
        }
    }

    /// Makes a schema, and the file that names it. If another process has made another one meanwhile, it opens that one. The
    /// schema that was made here then stays empty, and does no harm.
    fn make(path: &Path, server: &Server, patience: Duration) -> Result<Self, StoreError> {
        let cannot = |what: String| StoreError::CannotOpen { path: path.to_owned(), what };
        let name: String = match server {
            #[cfg(feature = "postgres")]
            Server::Connected(pool) => {
                server::make_schema(path, pool, patience, &server::about(path))?.name().to_owned()
            }
            Server::Relayed(ask) => {
                let (ask, schema) = (Arc::clone(ask), String::new());
                Remote { ask, schema, path: path.to_owned(), patience }.ask(Request::Make)?
            }
        };
        pointer::write_new(path, &name).map_err(|error| cannot(error.to_string()))?;
        let found = pointer::read(path)?;
        let found = found.ok_or_else(|| cannot("another file was put here at this moment".into()))?;
        Self::on_server(path, found, patience)
    }
}

fn asked(
    path: &Path,
    ask: impl FnOnce(&dyn Servers) -> Result<Option<Server>, String>,
) -> Result<Option<Server>, StoreError> {
    let Some(servers) = SERVERS.get() else { return Ok(None) };
    ask(servers.as_ref()).map_err(|what| StoreError::Unreachable { path: path.to_owned(), what })
}

/// How to reach the server with the store that the file at this path names.
fn server_with(path: &Path) -> Result<Server, StoreError> {
    asked(path, |servers| servers.with(path))?.ok_or_else(|| StoreError::OnServer { path: path.to_owned() })
}

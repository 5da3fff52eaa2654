//! Where the tables of a store are. Each read or write of them is one transaction.

use std::path::Path;
use std::time::Duration;

#[cfg(feature = "postgres")]
use database::postgres::Schema;
use database::sql::{Sql, SqlError};
use rusqlite::{Connection, Transaction, TransactionBehavior};

use crate::StoreError;
use crate::open;
use crate::removed::FileId;
#[cfg(feature = "postgres")]
use crate::server;
use crate::stop::StopChecks;

/// The tables of a store.
#[derive(Debug)]
pub(crate) enum Tables {
    /// In a file of `SQLite`, or in memory.
    File {
        connection: Box<Connection>,
        looks: StopChecks,
        /// Which file it is, if that can be known.
        file: Option<FileId>,
    },
    /// In a schema of a server.
    #[cfg(feature = "postgres")]
    Server(Schema),
}

impl Tables {
    /// The tables of a connection that was opened.
    pub(crate) fn in_file((connection, looks): (Connection, StopChecks), path: &Path) -> Self {
        Self::File { connection: Box::new(connection), looks, file: FileId::at(path) }
    }

    /// How long to wait for other programs from now on.
    pub(crate) fn set_patience(&mut self, patience: Duration, path: &Path) -> Result<(), StoreError> {
        match self {
            Self::File { connection, .. } => {
                open::set_patience(connection, patience).map_err(|error| error.at(path))
            }
            #[cfg(feature = "postgres")]
            Self::Server(schema) => {
                schema.set_patience(patience);
                Ok(())
            }
        }
    }

    /// Reads a consistent snapshot in one transaction.
    pub(crate) fn read<T, E: From<SqlError>>(
        &self,
        work: impl FnOnce(&Sql<'_>) -> Result<T, E>,
    ) -> Result<T, E> {
        match self {
            Self::File { connection, looks, .. } => {
                looks.begin();
                let transaction = Transaction::new_unchecked(connection, TransactionBehavior::Deferred)
                    .map_err(SqlError::from)?;
                work(&Sql::sqlite(&transaction))
            }
            #[cfg(feature = "postgres")]
            Self::Server(schema) => schema.read(server::stop(), work),
        }
    }

    /// Writes in one transaction, which is undone if anything fails. It takes the lock at once: two processes that read first
    /// and write later could block each other, and waiting would not help.
    pub(crate) fn write<T, E: From<SqlError>>(
        &mut self,
        work: impl FnOnce(&Sql<'_>) -> Result<T, E>,
    ) -> Result<T, E> {
        match self {
            Self::File { connection, looks, .. } => {
                looks.begin();
                let begun = connection.transaction_with_behavior(TransactionBehavior::Immediate);
                let transaction = begun.map_err(SqlError::from)?;
                let outcome = work(&Sql::sqlite(&transaction))?;
                transaction.commit().map_err(SqlError::from)?;
                Ok(outcome)
            }
            #[cfg(feature = "postgres")]
            Self::Server(schema) => schema.change(server::stop(), work),
        }
    }
}

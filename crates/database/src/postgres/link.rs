//! A connection, and statements on it.

use std::collections::HashMap;
use std::error::Error;
use std::future::Future;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tokio_postgres::types::private::BytesMut;
use tokio_postgres::types::{FromSql, IsNull, ToSql, Type, to_sql_checked};
use tokio_postgres::{Client, Statement};

use super::background::{Background, waited, waited_until};
use super::{PostgresError, Stop, nul};
use crate::sql::{SqlError, Value, for_postgres};

/// How long this waits for an answer. The server gives up a statement before that (`SESSION` in `pool.rs`).
const MAX_WAIT: Duration = Duration::from_secs(40);

/// A connection. One thread at a time uses it.
pub struct Link {
    client: Arc<Client>,
    statements: Mutex<HashMap<String, Statement>>,
    /// Kept, so that the thread of connections lives as long as they do.
    runtime: Arc<Background>,
    is_broken: AtomicBool,
    /// Says when the running statement should end.
    stop: Mutex<Option<Stop>>,
}

impl std::fmt::Debug for Link {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.debug_struct("Link").field("is_broken", &self.is_broken).finish_non_exhaustive()
    }
}

impl Link {
    pub(super) fn new(client: Client, runtime: Arc<Background>) -> Self {
        Self {
            client: Arc::new(client),
            statements: Mutex::default(),
            runtime,
            is_broken: AtomicBool::new(false),
            stop: Mutex::default(),
        }
    }

    /// Returns true if it may be used again.
    pub(super) fn is_usable(&self) -> bool {
        !self.is_broken.load(Ordering::Relaxed) && !self.client.is_closed()
    }

    /// Makes sure that it is closed instead of used again.
    pub(super) fn give_up(&self) {
        self.is_broken.store(true, Ordering::Relaxed);
    }

    /// Makes later statements end when this returns true.
    pub(super) fn stop_when(&self, stop: Option<Stop>) {
        *self.stop.lock().unwrap_or_else(PoisonError::into_inner) = stop;
    }

    /// Runs statements without parameters.
    pub(crate) fn batch(&self, statements: &str) -> Result<(), PostgresError> {
        let (client, statements) = (Arc::clone(&self.client), statements.to_owned());
        self.wait(async move { client.batch_execute(&statements).await })
    }

    /// Runs a statement, and returns the number of rows that it changed.
    pub(crate) fn execute(&self, statement: &str, values: Vec<Value>) -> Result<usize, SqlError> {
        let prepared = self.prepared(statement)?;
        let client = Arc::clone(&self.client);
        let changed = self.wait(async move { client.execute_raw(&prepared, values).await })?;
        Ok(usize::try_from(changed).unwrap_or(usize::MAX))
    }

    /// Runs a query, and returns its rows.
    pub(crate) fn query(&self, query: &str, values: Vec<Value>) -> Result<Vec<Vec<Value>>, SqlError> {
        let prepared = self.prepared(query)?;
        let client = Arc::clone(&self.client);
        let rows = self.wait(async move {
            let values: Vec<&(dyn ToSql + Sync)> =
                values.iter().map(|one| one as &(dyn ToSql + Sync)).collect();
            client.query(&prepared, &values).await
        })?;
        let row = |row: &tokio_postgres::Row| {
            let value = |column| Ok(row.try_get::<_, Value>(column).map_err(PostgresError::from)?);
            (0..row.len()).map(value).collect::<Result<Vec<Value>, SqlError>>()
        };
        rows.iter().map(row).collect()
    }

    fn prepared(&self, statement: &str) -> Result<Statement, PostgresError> {
        if let Some(known) = self.statements().get(statement) {
            return Ok(known.clone());
        }
        let (client, text) = (Arc::clone(&self.client), for_postgres(statement));
        let prepared = self.wait(async move { client.prepare(&text).await })?;
        self.statements().insert(statement.to_owned(), prepared.clone());
        Ok(prepared)
    }

    fn statements(&self) -> std::sync::MutexGuard<'_, HashMap<String, Statement>> {
        self.statements.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn wait<T: Send + 'static>(
        &self,
        work: impl Future<Output = Result<T, tokio_postgres::Error>> + Send + 'static,
    ) -> Result<T, PostgresError> {
        let stop = self.stop.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let waited = match stop {
            None => Ok(waited(&self.runtime.handle, MAX_WAIT, work)),
            Some(stop) => waited_until(&self.runtime.handle, MAX_WAIT, stop.as_ref(), work),
        };
        let answer = match waited {
            Ok(Some(answer)) => answer.map_err(PostgresError::from),
            Ok(None) => Err(PostgresError::Silent),
            // The server may still be working, and stops once the connection is closed.
            Err(stopped) => Err(stopped),
        };
        if answer
            .as_ref()
            .is_err_and(|error| error.is_of_connection() || matches!(error, PostgresError::Stopped))
        {
            self.is_broken.store(true, Ordering::Relaxed);
        }
        answer
    }
}

impl ToSql for Value {
    fn to_sql(&self, kind: &Type, out: &mut BytesMut) -> Result<IsNull, Box<dyn Error + Sync + Send>> {
        match self {
            Self::Null => Ok(IsNull::Yes),
            Self::Integer(number) => match *kind {
                Type::INT8 => number.to_sql(kind, out),
                Type::INT4 => i32::try_from(*number)?.to_sql(kind, out),
                Type::FLOAT8 => {
                    #[expect(clippy::cast_precision_loss, reason = "the column is not exact")]
                    let number = *number as f64;
                    number.to_sql(kind, out)
                }
                Type::BOOL => (*number != 0).to_sql(kind, out),
                _ => Err(format!("a whole number is no {kind}").into()),
            },
            Self::Real(number) if *kind == Type::FLOAT8 => number.to_sql(kind, out),
            Self::Text(text) if <&str as ToSql>::accepts(kind) => {
                nul::hidden(text).as_ref().to_sql(kind, out)
            }
            Self::Blob(bytes) if *kind == Type::BYTEA => bytes.to_sql(kind, out),
            Self::Real(_) | Self::Text(_) | Self::Blob(_) => Err(format!("a value is no {kind}").into()),
        }
    }

    fn accepts(_: &Type) -> bool {
        true
    }

    to_sql_checked!();
}

impl<'a> FromSql<'a> for Value {
    fn from_sql(kind: &Type, raw: &'a [u8]) -> Result<Self, Box<dyn Error + Sync + Send>> {
        Ok(match *kind {
            Type::INT8 => Self::Integer(i64::from_sql(kind, raw)?),
            Type::INT4 => Self::Integer(i64::from(i32::from_sql(kind, raw)?)),
            Type::INT2 => Self::Integer(i64::from(i16::from_sql(kind, raw)?)),
            Type::BOOL => Self::Integer(i64::from(bool::from_sql(kind, raw)?)),
            Type::FLOAT8 => Self::Real(f64::from_sql(kind, raw)?),
            Type::BYTEA => Self::Blob(Vec::from_sql(kind, raw)?),
            Type::VOID => Self::Null,
            _ => Self::Text(nul::shown(String::from_sql(kind, raw)?)),
        })
    }

    fn from_sql_null(_: &Type) -> Result<Self, Box<dyn Error + Sync + Send>> {
        Ok(Self::Null)
    }

    fn accepts(kind: &Type) -> bool {
        matches!(
            *kind,
            Type::INT8 | Type::INT4 | Type::INT2 | Type::BOOL | Type::FLOAT8 | Type::BYTEA | Type::VOID
        ) || <String as FromSql>::accepts(kind)
    }
}

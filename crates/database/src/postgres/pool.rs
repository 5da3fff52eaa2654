//! Connections that are kept open, and transactions on them.

use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use tokio::sync::mpsc::UnboundedSender;
use tokio_postgres::tls::MakeTlsConnect;
use tokio_postgres::{AsyncMessage, Client, Connection, NoTls, Socket};
use tokio_postgres_rustls::MakeRustlsConnect;

use super::background::{Background, waited};
use super::error::in_words;
use super::{Link, PostgresError, Settings, Stop};
use crate::sql::{Sql, SqlError};

/// How long a call waits for a free connection.
const MAX_WAIT: Duration = Duration::from_secs(10);

/// How long connecting may take.
const MAX_CONNECT: Duration = Duration::from_secs(10);

/// After a failure, nobody tries to connect again for this long. So while the server is away, requests fail at once.
const REST: Duration = Duration::from_millis(500);

/// The settings of every connection. A transaction that its process has forgotten, or that belongs to a lost machine, must not
/// keep others from writing.
const SESSION: &str = "SET lock_timeout = '10s'; SET statement_timeout = '30s'; \
                       SET idle_in_transaction_session_timeout = '30s'";

/// Begins a transaction that only reads. All its statements see the database as it was at one moment.
pub(super) const BEGIN_READ: &str = "BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY";

/// Begins a change. Statements see everything committed before they begin.
pub(super) const BEGIN_CHANGE: &str = "BEGIN ISOLATION LEVEL READ COMMITTED, READ WRITE";

/// Allows only one change at a time, as in `SQLite`: every change sees all earlier changes, and numbers appear in their order.
pub(super) const ONE_AT_A_TIME: &str = "SELECT pg_advisory_xact_lock(1651471713, hashtext(current_schema()))";

/// The further statements for a slow read.
const BEGIN_MOMENT: &str =
    "SET LOCAL idle_in_transaction_session_timeout = '30min'; SELECT pg_current_snapshot()";

/// A state of the database, read while others continue to change it.
#[derive(Debug)]
pub struct ReadSnapshot {
    link: Link,
}

impl ReadSnapshot {
    /// Returns the connection that runs queries.
    #[must_use]
    pub fn sql(&self) -> Sql<'_> {
        Sql::postgres(&self.link)
    }
}

/// Connections to a database. Threads may share it.
pub struct Pool {
    settings: Settings,
    runtime: Arc<Background>,
    state: Mutex<State>,
    freed: Condvar,
}

#[derive(Default)]
struct State {
    idle: Vec<Link>,
    /// The number of connections, including those that are in use or being made.
    open: usize,
    /// The time of the last failed attempt to connect, and its reason.
    failed: Option<(Instant, String)>,
}

impl std::fmt::Debug for Pool {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.debug_tuple("Pool").field(&self.settings).finish()
    }
}

impl Pool {
    /// Connects to a database.
    pub fn open(settings: Settings) -> Result<Arc<Self>, PostgresError> {
        let pool = Self {
            settings,
            runtime: Arc::new(Background::start()?),
            state: Mutex::default(),
            freed: Condvar::new(),
        };
        drop(pool.take()?);
        Ok(Arc::new(pool))
    }

    /// Returns the location of the database in words, without any secret.
    #[must_use]
    pub fn place(&self) -> &str {
        self.settings.place()
    }

    /// Reads the state of one moment.
    pub fn read<T>(&self, query: impl FnOnce(&Sql<'_>) -> Result<T, SqlError>) -> Result<T, SqlError> {
        self.run(BEGIN_READ, None, query)
    }

    /// Makes a change after all earlier changes. It is made as a whole: if any part fails, nothing is changed.
    pub fn change<T, E: From<SqlError>>(
        &self,
        change: impl FnOnce(&Sql<'_>) -> Result<T, E>,
    ) -> Result<T, E> {
        self.run(&format!("{BEGIN_CHANGE}; {ONE_AT_A_TIME}"), None, change)
    }

    /// Works in a transaction that begins with this statement, until `stop` returns true.
    pub(super) fn run<T, E: From<SqlError>>(
        &self,
        how: &str,
        stop: Option<Stop>,
        work: impl FnOnce(&Sql<'_>) -> Result<T, E>,
    ) -> Result<T, E> {
        let transaction = self.begin(how).map_err(SqlError::from)?;
        transaction.link.stop_when(stop);
        let done = work(&Sql::postgres(&transaction.link))?;
        transaction.commit().map_err(SqlError::from)?;
        Ok(done)
    }

    /// Begins to read the state of this moment, on a connection of its own, for work that takes a while.
    pub fn read_snapshot(&self) -> Result<ReadSnapshot, PostgresError> {
        let link = self.connect(None)?;
        link.batch(BEGIN_READ)?;
        // The first query determines the moment.
        link.batch(BEGIN_MOMENT)?;
        Ok(ReadSnapshot { link })
    }

    fn begin<'a>(&'a self, how: &str) -> Result<Transaction<'a>, PostgresError> {
        let begun = |link: Taken<'a>| {
            // If it fails after `BEGIN`, for example when waiting for a lock takes too long, it is rolled back.
            let transaction = Transaction { link, is_over: false };
            transaction.link.batch(how)?;
            Ok::<_, PostgresError>(transaction)
        };
        match begun(self.take()?) {
            // The server was restarted in the meantime, for example. Nothing has happened on this connection yet.
            Err(error) if error.is_of_connection() => {
                self.forget_idle();
                begun(self.take()?)
            }
            done => done,
        }
    }

    /// Takes an idle connection, or makes one.
    pub(super) fn take(&self) -> Result<Taken<'_>, PostgresError> {
        let start = Instant::now();
        let mut state = self.state();
        loop {
            while let Some(link) = state.idle.pop() {
                if link.is_usable() {
                    return Ok(Taken { pool: self, link: Some(link) });
                }
                state.open -= 1;
            }
            if state.open < self.settings.connections {
                break;
            }
            let left = MAX_WAIT.checked_sub(start.elapsed()).ok_or(PostgresError::Busy)?;
            state = self.freed.wait_timeout(state, left).unwrap_or_else(PoisonError::into_inner).0;
        }
        if let Some((when, why)) = &state.failed
            && when.elapsed() < REST
        {
            return Err(PostgresError::Unreachable(why.clone()));
        }
        state.open += 1;
        drop(state);
        let link = self.connect(None);
        let mut state = self.state();
        match link {
            Ok(link) => {
                state.failed = None;
                drop(state);
                Ok(Taken { pool: self, link: Some(link) })
            }
            Err(error) => {
                state.open -= 1;
                if let PostgresError::Unreachable(why) = &error {
                    state.failed = Some((Instant::now(), why.clone()));
                }
                drop(state);
                self.freed.notify_one();
                Err(error)
            }
        }
    }

    /// Makes a connection. Unrequested messages of the server go to `notices`.
    pub(super) fn connect(
        &self,
        notices: Option<UnboundedSender<(String, String)>>,
    ) -> Result<Link, PostgresError> {
        let handle = self.runtime.handle.clone();
        let config = self.settings.config.clone();
        let connected = match &self.settings.tls {
            None => waited(&handle, MAX_CONNECT, async move {
                let (client, connection) = config.connect(NoTls).await?;
                drive::<NoTls>(connection, notices);
                Ok(client)
            }),
            Some(tls) => {
                let tls = MakeRustlsConnect::new((**tls).clone());
                waited(&handle, MAX_CONNECT, async move {
                    let (client, connection) = config.connect(tls).await?;
                    drive::<MakeRustlsConnect>(connection, notices);
                    Ok(client)
                })
            }
        };
        let unreachable = |error| PostgresError::Unreachable(in_words(&error));
        let client: Client = connected.ok_or(PostgresError::Silent)?.map_err(unreachable)?;
        let link = Link::new(client, Arc::clone(&self.runtime));
        link.batch(SESSION)?;
        Ok(link)
    }

    /// Closes the idle connections: they are from before the restart of the server.
    fn forget_idle(&self) {
        let mut state = self.state();
        state.open -= state.idle.len();
        state.idle.clear();
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Runs a connection on the thread of connections.
fn drive<T: MakeTlsConnect<Socket>>(
    mut connection: Connection<Socket, T::Stream>,
    notices: Option<UnboundedSender<(String, String)>>,
) where
    T::Stream: Send + 'static,
{
    tokio::spawn(async move {
        while let Some(Ok(message)) = std::future::poll_fn(|context| connection.poll_message(context)).await {
            if let (AsyncMessage::Notification(one), Some(notices)) = (message, &notices)
                && notices.send((one.channel().to_owned(), one.payload().to_owned())).is_err()
            {
                break;
            }
        }
    });
}

/// A connection in use by a thread. It returns to the pool when this value is dropped.
pub(super) struct Taken<'a> {
    pool: &'a Pool,
    link: Option<Link>,
}

impl std::ops::Deref for Taken<'_> {
    type Target = Link;

    fn deref(&self) -> &Link {
        self.link.as_ref().expect("it is there until the end")
    }
}

impl Drop for Taken<'_> {
    fn drop(&mut self) {
        let mut state = self.pool.state();
        match self.link.take() {
            Some(link) if link.is_usable() => state.idle.push(link),
            _ => state.open -= 1,
        }
        drop(state);
        self.pool.freed.notify_one();
    }
}

struct Transaction<'a> {
    link: Taken<'a>,
    is_over: bool,
}

impl Transaction<'_> {
    fn commit(mut self) -> Result<(), PostgresError> {
        self.is_over = true;
        // Completed work is not stopped any more.
        self.link.stop_when(None);
        self.link.batch("COMMIT")
    }
}

impl Drop for Transaction<'_> {
    fn drop(&mut self) {
        self.link.stop_when(None);
        if !self.is_over && self.link.batch("ROLLBACK").is_err() {
            self.link.give_up();
        }
    }
}

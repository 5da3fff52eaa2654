//! Reasons why `PostgreSQL` does not give a result.

use tokio_postgres::error::SqlState;

/// The reason why `PostgreSQL` gives no result. Nothing was changed, unless the connection ended during a commit.
#[derive(Debug, thiserror::Error)]
pub enum PostgresError {
    /// The settings of the connection cannot be used.
    #[error("{0}")]
    Settings(String),
    /// The server cannot be reached, or lets nobody in.
    #[error("PostgreSQL cannot be reached: {0}")]
    Unreachable(String),
    /// The connection ended.
    #[error("the connection to PostgreSQL has ended; the next request makes another one")]
    Ended,
    /// The server did not answer in time.
    #[error("PostgreSQL does not answer")]
    Silent,
    /// The caller stopped it.
    #[error("it was stopped")]
    Stopped,
    /// All connections are in use.
    #[error("all connections to PostgreSQL are in use")]
    Busy,
    /// The server refuses a statement.
    #[error("PostgreSQL: {message}")]
    Refused {
        /// The code of the refusal.
        code: String,
        /// The server's message.
        message: String,
    },
    /// The tables cannot be used.
    #[error("{0}")]
    Tables(String),
}

/// The code for a full disk.
const DISK_FULL: &str = "53100";

/// The code for a lock that another transaction has held for too long.
const LOCK_NOT_AVAILABLE: &str = "55P03";

impl PostgresError {
    /// Returns true if the disk of the server is full.
    #[must_use]
    pub fn is_full(&self) -> bool {
        matches!(self, Self::Refused { code, .. } if code == DISK_FULL)
    }

    /// Returns true if another change kept its lock for too long.
    #[must_use]
    pub fn is_locked(&self) -> bool {
        matches!(self, Self::Refused { code, .. } if code == LOCK_NOT_AVAILABLE)
    }

    /// Returns true if the server cannot be reached, or does not answer. The same call may work later.
    #[must_use]
    pub fn is_away(&self) -> bool {
        matches!(self, Self::Unreachable(_) | Self::Ended | Self::Silent | Self::Busy)
    }

    /// Returns true if a new connection may succeed.
    pub(crate) fn is_of_connection(&self) -> bool {
        matches!(self, Self::Ended | Self::Silent)
    }
}

/// The codes with which a server ends a connection: the server stops or starts, or an administrator ended the connection.
const ENDS: [SqlState; 4] = [
    SqlState::ADMIN_SHUTDOWN,
    SqlState::CRASH_SHUTDOWN,
    SqlState::CANNOT_CONNECT_NOW,
    SqlState::IDLE_IN_TRANSACTION_SESSION_TIMEOUT,
];

impl From<tokio_postgres::Error> for PostgresError {
    fn from(error: tokio_postgres::Error) -> Self {
        if let Some(refusal) = error.as_db_error() {
            if ENDS.contains(refusal.code()) {
                return Self::Ended;
            }
            // Details may contain values of rows, which do not belong in a log.
            let message = refusal.message().to_owned();
            return Self::Refused { code: refusal.code().code().to_owned(), message };
        }
        if error.is_closed() {
            return Self::Ended;
        }
        let is_of_network =
            std::error::Error::source(&error).is_some_and(<dyn std::error::Error>::is::<std::io::Error>);
        if is_of_network {
            return Self::Ended;
        }
        Self::Refused { code: String::new(), message: in_words(&error) }
    }
}

/// Returns the text of the library's error, with its causes; for a refusal, the server's message.
pub(super) fn in_words(error: &tokio_postgres::Error) -> String {
    if let Some(refusal) = error.as_db_error() {
        return refusal.message().to_owned();
    }
    let mut why = error.to_string();
    let mut cause = std::error::Error::source(error);
    while let Some(one) = cause {
        let text = one.to_string();
        if !why.contains(&text) {
            why = format!("{why}: {text}");
        }
        cause = one.source();
    }
    why
}

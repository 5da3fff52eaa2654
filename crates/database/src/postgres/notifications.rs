//! Messages between processes, and things that only one process may have at a time.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::mpsc::{self, UnboundedReceiver};

use super::{Link, Pool, PostgresError};
use crate::params;
use crate::sql::{Sql, SqlError};

/// Messages from other processes.
pub struct NotificationListener {
    link: Link,
    messages: UnboundedReceiver<(String, String)>,
}

impl Pool {
    /// Listens to a channel.
    pub fn listen(&self, channel: &str) -> Result<NotificationListener, PostgresError> {
        let (sender, messages) = mpsc::unbounded_channel();
        let link = self.connect(Some(sender))?;
        link.batch(&format!("LISTEN {channel}"))?;
        Ok(NotificationListener { link, messages })
    }

    /// Sends a message to everyone listening to a channel: at most 8000 bytes.
    pub fn notify(&self, channel: &str, message: &str) -> Result<(), SqlError> {
        let link = self.take()?;
        Sql::postgres(&link).query_row("SELECT pg_notify(?, ?)", params![channel, message], |_| Ok(()))
    }

    /// Takes something that only one process may have at a time; `None` if another process has it. It is released when the
    /// connection ends, also if the process is killed or its machine fails.
    pub fn hold(self: &Arc<Self>, what: &str) -> Result<Option<ExclusiveLock>, SqlError> {
        let link = self.connect(None)?;
        let query = "SELECT pg_try_advisory_lock(1651471714, hashtext(current_schema() || '/' || ?))";
        let is_mine: bool = Sql::postgres(&link).query_row(query, [what], |row| row.get(0))?;
        Ok(is_mine.then_some(ExclusiveLock { link }))
    }
}

impl NotificationListener {
    /// Returns the next message; `None` if none comes within this time. Fails if the connection has ended: messages may have
    /// been missed since.
    pub fn next(&mut self, within: Duration) -> Result<Option<String>, PostgresError> {
        let start = std::time::Instant::now();
        loop {
            match self.messages.try_recv() {
                Ok((_, message)) => return Ok(Some(message)),
                Err(mpsc::error::TryRecvError::Disconnected) => return Err(PostgresError::Ended),
                Err(mpsc::error::TryRecvError::Empty) if !self.link.is_usable() => {
                    return Err(PostgresError::Ended);
                }
                Err(mpsc::error::TryRecvError::Empty) if start.elapsed() >= within => return Ok(None),
                Err(mpsc::error::TryRecvError::Empty) => std::thread::sleep(Duration::from_millis(20)),
            }
        }
    }
}

/// Something that only this process has.
#[derive(Debug)]
pub struct ExclusiveLock {
    link: Link,
}

impl ExclusiveLock {
    /// Asks the server whether this process still has it. Returns false if the connection has ended.
    #[must_use]
    pub fn is_held(&self) -> bool {
        self.link.is_usable() && self.link.batch("SELECT 1").is_ok()
    }
}

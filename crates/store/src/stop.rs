//! Ends long operations in a database. Somebody may have made a database in which they would never end.

use std::sync::Arc;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};

use rusqlite::Connection;

/// How many steps of `SQLite` lie between two checks.
const STEPS: i32 = 100_000;

/// How many checks work may still last after the caller asks to stop, about a second. So short work, such as keeping a
/// result, is finished.
const GRACE: u32 = 200;

static WANTED: OnceLock<fn() -> bool> = OnceLock::new();

/// From now on, long operations in any database of this process end early, with [`crate::StoreError::Stopped`], when
/// `wanted` returns true. Only the first call counts.
pub fn interrupt_when(wanted: fn() -> bool) {
    // Later calls say the same.
    let _ = WANTED.set(wanted);
}

/// The function that returns whether the caller wants to stop.
#[cfg(feature = "postgres")]
pub(crate) fn wanted() -> Option<fn() -> bool> {
    WANTED.get().copied()
}

/// How many checks there were since the caller wanted to stop.
#[derive(Debug, Clone, Default)]
pub(crate) struct StopChecks(Arc<AtomicU32>);

impl StopChecks {
    /// Regularly checks whether this connection should stop.
    pub(crate) fn at(connection: &Connection) -> rusqlite::Result<Self> {
        let looks = Self::default();
        let seen = looks.clone();
        connection.progress_handler(STEPS, Some(move || seen.are_over()))?;
        Ok(looks)
    }

    /// Starts the count again, since other work begins.
    pub(crate) fn begin(&self) {
        self.0.store(0, Ordering::Relaxed);
    }

    fn are_over(&self) -> bool {
        WANTED.get().is_some_and(|wanted| wanted()) && self.0.fetch_add(1, Ordering::Relaxed) >= GRACE
    }
}

#[cfg(test)]
mod tests {
    use database::sql::Sql;

    use super::*;
    use crate::error::InnerError;
    use crate::relay::Request;
    use crate::{Store, StoreError};

    #[test]
    fn what_never_ends_is_ended_and_what_is_short_is_done() {
        interrupt_when(|| true);
        let mut store = Store::in_memory().unwrap();
        let endless =
            "WITH RECURSIVE r (n) AS (VALUES (0) UNION ALL SELECT n + 1 FROM r) SELECT count(*) FROM r";
        for _ in 0..2 {
            let run = |database: &Sql<'_>| {
                database.query_row(endless, (), |row| row.get::<i64>(0)).map_err(InnerError::from)
            };
            assert!(matches!(store.read(Request::Contests, run), Err(StoreError::Stopped { .. })));
            store.keep_contest("still kept").unwrap();
        }
        assert_eq!(store.contests().unwrap(), ["still kept"]);
    }
}

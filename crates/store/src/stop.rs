//! Ending what takes long in a database, which may have been made so that it never ends.

use std::sync::Arc;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};

use rusqlite::Connection;

/// How many steps of `SQLite` lie between two looks.
const STEPS: i32 = 100_000;

/// How many looks what was begun may still take, some second: what is short is done, such as keeping a result.
const GRACE: u32 = 200;

static WANTED: OnceLock<fn() -> bool> = OnceLock::new();

/// From now on, what takes long in any database of this process ends early, with
/// [`crate::StoreError::Stopped`], when `wanted` says so. The first call counts.
pub fn interrupt_when(wanted: fn() -> bool) {
    // Later calls say the same.
    let _ = WANTED.set(wanted);
}

/// What says whether the caller wants no more.
#[cfg(feature = "postgres")]
pub(crate) fn wanted() -> Option<fn() -> bool> {
    WANTED.get().copied()
}

/// How many looks there were since the caller wanted no more.
#[derive(Debug, Clone, Default)]
pub(crate) struct StopChecks(Arc<AtomicU32>);

impl StopChecks {
    /// Looks at what this connection does.
    pub(crate) fn at(connection: &Connection) -> rusqlite::Result<Self> {
        let looks = Self::default();
        let seen = looks.clone();
        connection.progress_handler(STEPS, Some(move || seen.are_over()))?;
        Ok(looks)
    }

    /// Something else begins.
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

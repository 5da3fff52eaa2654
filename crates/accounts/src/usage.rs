//! The cost of submissions, and the processor time that authors have used today.

use std::collections::{BTreeMap, BTreeSet};

use database::sql::{Row, Sql, SqlError, params};

use crate::{AccountId, Accounts, AccountsError, SubmissionId};

/// The seconds of a day. Days begin at midnight UTC.
pub const DAY_S: u64 = 24 * 3600;

/// The number of days for which counts are kept.
const KEPT_DAYS: u64 = 30;

/// The cost of a submission.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cost {
    /// The submission's name in addresses.
    pub submission: String,
    /// The hill.
    pub hill: String,
    /// Its file on the hill, or the one that it would have there.
    pub file: String,
    /// Processor time in milliseconds.
    pub processor_ms: u64,
    /// The number of games that were played for it.
    pub games: u64,
}

/// The waiting submissions of a hill.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct QueueLength {
    /// How many.
    pub waiting: u64,
    /// When the oldest arrived, in seconds since 1970.
    pub oldest_s: u64,
    /// When the oldest arrived among those whose authors have processor time left today.
    pub oldest_ready_s: Option<u64>,
}

/// What happened on a day.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct DayCounts {
    /// Submissions that arrived.
    pub submissions: u64,
    /// Addresses from which requests came.
    pub visitors: u64,
    /// Requests.
    pub requests: u64,
}

impl Accounts {
    /// Adds processor time to the cost of a submission and to its author's use on that day. `games` is the
    /// number of games played for the submission so far; it is not added up.
    pub fn charge(
        &self,
        id: SubmissionId,
        processor_ms: u64,
        games: u64,
        now_s: u64,
    ) -> Result<(), AccountsError> {
        let day = now_s / DAY_S;
        self.change(|transaction| {
            transaction.execute(
                "UPDATE submissions SET processor_ms = processor_ms + ?2, games = CASE WHEN games < ?3 THEN ?3 ELSE games END WHERE id = ?1",
                params![id, processor_ms, games],
            )?;
            transaction.execute(
                "INSERT INTO processor_use (account, day, used_ms)
                 SELECT account, ?2, ?3 FROM submissions WHERE id = ?1 AND account IS NOT NULL
                 ON CONFLICT (account, day) DO UPDATE SET used_ms = processor_use.used_ms + excluded.used_ms",
                params![id, day, processor_ms],
            )?;
            let oldest = day.saturating_sub(KEPT_DAYS);
            transaction.execute("DELETE FROM processor_use WHERE day < ?", [oldest])?;
            Ok(())
        })
    }

    /// Adds processor time to an account's use on that day, for work other than its submissions.
    pub fn charge_account(
        &self,
        account: AccountId,
        processor_ms: u64,
        now_s: u64,
    ) -> Result<(), AccountsError> {
        self.change(|transaction| {
            transaction.execute(
                "INSERT INTO processor_use (account, day, used_ms)
                 SELECT id, ?2, ?3 FROM accounts WHERE id = ?1
                 ON CONFLICT (account, day) DO UPDATE SET used_ms = processor_use.used_ms + excluded.used_ms",
                params![account, now_s / DAY_S, processor_ms],
            )?;
            Ok(())
        })
    }

    /// Returns the processor time that an account has used today, in milliseconds.
    pub fn processor_used_ms(&self, account: AccountId, now_s: u64) -> Result<u64, AccountsError> {
        self.read(|database| {
            database.query_row(
                "SELECT CAST(coalesce(sum(used_ms), 0) AS BIGINT) FROM processor_use WHERE account = ? AND day = ?",
                params![account, now_s / DAY_S],
                |row| row.get(0),
            )
        })
    }

    /// Returns the submissions that cost the most processor time per game, the most expensive first.
    pub fn most_expensive(&self, limit: usize) -> Result<Vec<Cost>, AccountsError> {
        self.read(|database| {
            let query = "SELECT public, hill, file, processor_ms, games FROM submissions
                         WHERE processor_ms > 0 AND games > 0
                         ORDER BY CAST(processor_ms AS DOUBLE PRECISION) / games DESC, id DESC LIMIT ?";
            let limit = i64::try_from(limit).unwrap_or(i64::MAX);
            let cost = |row: &Row| {
                Ok(Cost {
                    submission: row.get(0)?,
                    hill: row.get(1)?,
                    file: row.get(2)?,
                    processor_ms: row.get(3)?,
                    games: row.get(4)?,
                })
            };
            database.query_all(query, [limit], cost)
        })
    }

    /// Returns how many submissions wait for each hill, and since when. `most_ms` is the processor time that
    /// an author may use per day.
    pub fn queue_lengths(
        &self,
        most_ms: u64,
        now_s: u64,
    ) -> Result<BTreeMap<String, QueueLength>, AccountsError> {
        self.read(|database| {
            let query = "SELECT hill, count(*), min(submitted), min(CASE WHEN EXISTS
                             (SELECT 1 FROM processor_use AS used WHERE used.account = submissions.account
                              AND day = ? AND used_ms >= ?) THEN NULL ELSE submitted END)
                         FROM submissions WHERE state = 'queued' GROUP BY hill";
            let row = |row: &Row| {
                let (waiting, oldest_s, oldest_ready_s) = (row.get(1)?, row.get(2)?, row.get(3)?);
                Ok((row.get(0)?, QueueLength { waiting, oldest_s, oldest_ready_s }))
            };
            let most_ms = i64::try_from(most_ms).unwrap_or(i64::MAX);
            database.query_all(query, params![now_s / DAY_S, most_ms], row)
        })
    }

    /// Returns how many submissions have failed since `since_s` because the site could not play them.
    pub fn set_aside(&self, since_s: u64) -> Result<u64, AccountsError> {
        self.read(|database| {
            let query = "SELECT count(*) FROM submissions WHERE state = 'failed' AND finished >= ?";
            database.query_row(query, [since_s], |row| row.get(0))
        })
    }

    /// Adds to the counts of a day.
    pub fn count_visits(&self, visitors: u64, requests: u64, now_s: u64) -> Result<(), AccountsError> {
        let day = now_s / DAY_S;
        self.change(|transaction| {
            transaction.execute(
                "INSERT INTO daily_visits (day, visitors, requests) VALUES (?, ?, ?)
                 ON CONFLICT (day) DO UPDATE SET visitors = daily_visits.visitors + excluded.visitors,
                                                 requests = daily_visits.requests + excluded.requests",
                params![day, visitors, requests],
            )?;
            transaction.execute("DELETE FROM daily_visits WHERE day < ?", [day.saturating_sub(KEPT_DAYS)])?;
            Ok(())
        })
    }

    /// Returns the counts of the last `days` days, by the start of the day in seconds since 1970. Leaves out
    /// days on which nothing happened.
    pub fn days(&self, days: u64, now_s: u64) -> Result<BTreeMap<u64, DayCounts>, AccountsError> {
        let first = (now_s / DAY_S + 1).saturating_sub(days);
        self.read(|database| {
            let mut all: BTreeMap<u64, DayCounts> = BTreeMap::new();
            let query = "SELECT submitted / 86400, count(*) FROM submissions
                         WHERE account IS NOT NULL AND submitted >= ? GROUP BY 1";
            let counted: Vec<(u64, u64)> =
                database.query_all(query, [first * DAY_S], |row| Ok((row.get(0)?, row.get(1)?)))?;
            for (day, submissions) in counted {
                all.entry(day * DAY_S).or_default().submissions = submissions;
            }
            let query = "SELECT day, visitors, requests FROM daily_visits WHERE day >= ?";
            let row = |row: &Row| Ok((row.get(0)?, row.get(1)?, row.get(2)?));
            let visits: Vec<(u64, u64, u64)> = database.query_all(query, [first], row)?;
            for (day, visitors, requests) in visits {
                let counts = all.entry(day * DAY_S).or_default();
                (counts.visitors, counts.requests) = (visitors, requests);
            }
            Ok(all)
        })
    }
}

/// Returns the accounts that have used at least `most_ms` of processor time today.
pub(crate) fn used_up(database: &Sql<'_>, most_ms: u64, now_s: u64) -> Result<BTreeSet<AccountId>, SqlError> {
    database.query_all(
        "SELECT account FROM processor_use WHERE day = ? AND used_ms >= ?",
        params![now_s / DAY_S, i64::try_from(most_ms).unwrap_or(i64::MAX)],
        |row| row.get(0),
    )
}

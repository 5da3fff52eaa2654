//! Turns: which submission of a hill is played next, and how submissions leave the queue.

use std::collections::{BTreeMap, BTreeSet};

use database::sql::{Optional as _, Row, Sql, SqlError, params};

use super::{COLUMNS, FROM, Outcome, Submission, SubmissionId, SubmissionState};
use crate::usage::used_up;
use crate::{AccountId, Accounts, AccountsError, Waiting, in_order};

/// The maximum number of times that a submission is begun. If as many workers died of it, it fails.
const MAX_ATTEMPTS: u64 = 3;

impl Accounts {
    /// Returns the waiting submissions of a hill, in the order in which they will be played as things stand.
    pub fn queue(&self, hill: &str) -> Result<Vec<Waiting>, AccountsError> {
        self.read(|database| queue(database, hill))
    }

    /// Returns the number of submissions of each hill that wait or are being played.
    pub fn unfinished(&self) -> Result<BTreeMap<String, u64>, AccountsError> {
        self.read(|database| {
            let query =
                "SELECT hill, count(*) FROM submissions WHERE state IN ('queued', 'playing') GROUP BY hill";
            database.query_all(query, (), |row| Ok((row.get(0)?, row.get(1)?)))
        })
    }

    /// Returns how many submissions of each hill wait or are being played, and when the oldest of them
    /// arrived, in seconds since 1970.
    pub fn waiting_by_hill(&self) -> Result<BTreeMap<String, (u64, u64)>, AccountsError> {
        self.read(|database| {
            let query = "SELECT hill, count(*), min(submitted) FROM submissions
                         WHERE state IN ('queued', 'playing') GROUP BY hill";
            let row = |row: &Row| Ok((row.get(0)?, (row.get(1)?, row.get(2)?)));
            database.query_all(query, (), row)
        })
    }

    /// Begins the next submission of a hill, and returns it with its source. A submission that was begun but
    /// not finished comes first. Submissions of authors who have used `most_ms` of processor time today wait.
    /// Only one caller at a time may begin submissions of a hill.
    pub fn begin_next(
        &self,
        hill: &str,
        most_ms: u64,
        now_s: u64,
    ) -> Result<Option<(Submission, Vec<u8>)>, AccountsError> {
        self.change(|transaction| {
            while let Some(id) = next(transaction, hill, &used_up(transaction, most_ms, now_s)?)? {
                let attempts: u64 = transaction.query_row(
                    "UPDATE submissions SET state = 'playing', attempts = attempts + 1,
                         began = coalesce(began, (SELECT coalesce(max(began), 0) + 1 FROM submissions))
                     WHERE id = ? RETURNING attempts",
                    [id],
                    |row| row.get(0),
                )?;
                if attempts > MAX_ATTEMPTS {
                    let why = "the site could not finish its matches; its hosts can look into it";
                    transaction.execute(
                        "UPDATE submissions SET state = 'failed', why = ?, finished = ? WHERE id = ?",
                        params![why, now_s, id],
                    )?;
                    forget_source_if_deleted(transaction, id)?;
                    continue;
                }
                let query = format!("SELECT {COLUMNS}, source {FROM} WHERE submissions.id = ?");
                let row = |row: &Row| Ok((Submission::of(row)?, row.get(14)?));
                return Ok(Some(transaction.query_row(&query, [id], row)?));
            }
            Ok(None)
        })
    }

    /// Decrements the attempts of a submission whose matches were interrupted, because the site stops or its
    /// worker failed for reasons of its own. [`Accounts::begin_next`] still returns this submission first.
    pub fn put_back(&self, id: SubmissionId) -> Result<(), AccountsError> {
        self.change(|transaction| {
            transaction.execute(
                "UPDATE submissions SET attempts = attempts - 1 WHERE id = ? AND state = 'playing' AND attempts > 0",
                [id],
            )?;
            Ok(())
        })
    }

    /// Decrements the attempts of every submission that was being played when the site ended, so that none
    /// fails because the site is killed repeatedly. Call this only while no worker plays.
    pub fn put_all_back(&self) -> Result<(), AccountsError> {
        self.change(|transaction| {
            transaction.execute(
                "UPDATE submissions SET attempts = attempts - 1 WHERE state = 'playing' AND attempts > 0",
                (),
            )?;
            Ok(())
        })
    }

    /// Records the result of a submission.
    pub fn finish(
        &self,
        id: SubmissionId,
        state: SubmissionState,
        outcome: Option<&Outcome>,
        why: Option<&str>,
        now_s: u64,
    ) -> Result<(), AccountsError> {
        let outcome = outcome.and_then(|outcome| serde_json::to_string(outcome).ok());
        self.change(|transaction| {
            transaction.execute(
                "UPDATE submissions SET state = ?, outcome = ?, why = ?, finished = ? WHERE id = ? AND state = 'playing'",
                params![state.as_str(), outcome, why, now_s, id],
            )?;
            forget_source_if_deleted(transaction, id)?;
            if state == SubmissionState::Entered {
                transaction.execute(
                    "UPDATE programs SET secret = submissions.secret FROM submissions
                     WHERE submissions.id = ? AND programs.hill = submissions.hill
                     AND nocase(programs.file) = nocase(submissions.file)",
                    [id],
                )?;
            }
            Ok(())
        })
    }

    /// Withdraws a waiting submission.
    pub fn withdraw(&self, id: SubmissionId, now_s: u64) -> Result<(), AccountsError> {
        self.change(|transaction| {
            let changed = transaction.execute(
                "UPDATE submissions SET state = 'withdrawn', finished = ? WHERE id = ? AND state = 'queued'",
                params![now_s, id],
            )?;
            if changed == 1 { Ok(()) } else { Err(AccountsError::NotWaiting.into()) }
        })
    }
}

/// Deletes the source of a finished submission if its author has deleted the account. [`Accounts::delete`]
/// cannot do this while the submission is being played.
fn forget_source_if_deleted(transaction: &Sql<'_>, id: SubmissionId) -> Result<(), SqlError> {
    transaction.execute(
        "UPDATE submissions SET source = ? WHERE id = ? AND state <> 'playing'
         AND account IN (SELECT id FROM accounts WHERE deleted IS NOT NULL)",
        params![[0_u8; 0], id],
    )?;
    Ok(())
}

fn queue(database: &Sql<'_>, hill: &str) -> Result<Vec<Waiting>, SqlError> {
    let query = "SELECT id, account FROM submissions WHERE hill = ? AND state = 'queued' ORDER BY id";
    let row = |row: &Row| Ok(Waiting { id: row.get(0)?, author: row.get(1)? });
    let waiting: Vec<Waiting> = database.query_all(query, [hill], row)?;
    let query = "SELECT account, max(began) FROM submissions
                 WHERE hill = ? AND began IS NOT NULL GROUP BY account";
    let last_turn: BTreeMap<Option<AccountId>, u64> =
        database.query_all(query, [hill], |row| Ok((row.get(0)?, row.get(1)?)))?;
    Ok(in_order(&waiting, &last_turn))
}

/// Returns the submission of a hill to play next: one that was begun already, or else the first in the queue
/// whose author is not in `waiting`.
fn next(
    transaction: &Sql<'_>,
    hill: &str,
    waiting: &BTreeSet<AccountId>,
) -> Result<Option<SubmissionId>, SqlError> {
    let has_to_wait = |one: &Waiting| one.author.is_some_and(|author| waiting.contains(&author));
    let query = "SELECT id FROM submissions WHERE hill = ? AND state = 'playing' ORDER BY began";
    let begun = transaction.query_row(query, [hill], |row| row.get(0)).optional()?;
    Ok(match begun {
        Some(begun) => Some(begun),
        None => queue(transaction, hill)?.iter().find(|one| !has_to_wait(one)).map(|next| next.id),
    })
}
